from dataclasses import replace

import numpy as np
import pages
import pytest
import screens

import nonosat as ns
from nonosat.apps.scanning.body import PREVIEW, layouts
from nonosat.apps.scanning.facts import facts_of
from nonosat.apps.scanning.geometry import grids_of, rectified
from nonosat.apps.scanning.rectified import Part
from nonosat.apps.scanning.straight import straightened


def found(page, turn=0):
    """The likeliest grid of a page that is turned by quarters counterclockwise."""
    image = np.rot90(np.asarray(page.image.convert("RGB")), turn)
    grid = grids_of(np.ascontiguousarray(image))[0]
    return rectified(image, grid)[0]


def size(grid):
    return grid.columns, grid.rows


def corners(grid):
    """The corners of the body in the page, clockwise from the upper left."""
    places = [(0, 0), (grid.columns, 0), (grid.columns, grid.rows), (0, grid.rows)]
    return grid.warp(np.array(places, float))


PAGES = [
    ("book", "dark"),
    ("night", "dark"),
    ("app-dark", "askew"),
    *(
        pytest.param(*page, marks=pytest.mark.slow)
        for page in (
            ("book", "flat"),
            ("boxed", "scan"),
            ("open", "curled"),
            ("thin", "askew"),
            ("night", "scan"),
            ("chips", "flat"),
            ("app-dark", "scan"),
        )
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("style", "condition"), PAGES)
def test_grids_of_many_looks_are_found_to_a_part_of_a_cell(style, condition):
    puzzle = pages.puzzle(15, 3, inks=3 if style == "chips" else 1)
    page = pages.page(puzzle, style, condition, cell=30, seed=4)
    grid = found(page)
    assert size(grid) == (puzzle.width, puzzle.height)
    assert np.abs(corners(grid) - np.array(page.corners)).max() < 0.2 * page.cell
    assert grid.facts.pixels == pytest.approx(page.cell, rel=0.1)


SCREENS = [
    ("tiles", (320, 568), 0.0),
    ("night", (480, 854), 0.8),
    *(
        pytest.param(*each, marks=pytest.mark.slow)
        for each in (
            ("tiles-night", (750, 1334), 0.6),
            ("light", (640, 1136), 0.8),
            ("paper", (1080, 1920), 0.6),
            ("black", screens.CONSOLE, 0.2),
        )
    ),
]


@pytest.mark.slow_for("night-size_of_screen1-0.8")
@pytest.mark.parametrize(("theme", "size_of_screen", "marked"), SCREENS)
def test_screens_of_apps_are_whole_with_blank_lines_and_with_many_marks(theme, size_of_screen, marked):
    clues = pages.puzzle(15, 8)
    goal = [[0] * clues.width, *(list(row) for row in clues.goal.rows[1:-1]), [0] * clues.width]
    puzzle = ns.Grid(goal).puzzle(goal=ns.Grid(goal))
    page = screens.screen(puzzle, theme, size_of_screen, font=pages.BUILT_IN, marked=marked, seed=4)
    grid = found(page)
    assert size(grid) == (puzzle.width, puzzle.height)
    assert np.abs(corners(grid) - np.array(page.corners)).max() < 0.2 * page.cell
    assert not grid.facts.continues


def facts_in(image, layout):
    around = (-1, -1, layout.columns + 1, layout.rows + 1)
    return facts_of(straightened(image, layout.warp, around, PREVIEW), layout)


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["rows", "columns"])
@pytest.mark.parametrize(
    ("style", "side", "seed"),
    [("open", 10, 1), pytest.param("app-dark", 5, 7, id="lines that are hardly stronger than noise")],
)
def test_lines_beyond_the_border_are_detected(lost, style, side, seed):
    page = pages.page(pages.puzzle(side, 5 if side == 10 else seed), style, "dark", cell=29, seed=seed)
    image = np.asarray(page.image)
    (grid, *_), sides = grids_of(image), (page.puzzle.height, page.puzzle.width)
    layout = next(
        each for each in layouts(image, grid.warp, grid.occupied) if (each.rows, each.columns) == sides
    )
    assert not facts_in(image, layout).continues
    assert facts_in(image, replace(layout, **{lost: getattr(layout, lost) - 1})).continues


@pytest.mark.slow
def test_each_line_between_cells_stands_out_on_a_page_that_is_partly_filled_in_bad_light():
    page = pages.page(pages.puzzle(10, 5), "partly", "dark", cell=28, seed=3)
    image = np.asarray(page.image)
    grid = grids_of(image)[0]
    layout = layouts(image, grid.warp, grid.occupied)[0]
    assert facts_in(image, layout).ruled
    between = replace(layout, rows=layout.rows - 1, warp=lambda at: layout.warp(np.add(at, (0, 0.5))))
    assert not facts_in(image, between).ruled


TURNS = [
    ("boxed", 1),
    ("open", 2),
    *(
        pytest.param(*each, marks=pytest.mark.slow)
        for each in (("boxed", 2), ("boxed", 3), ("open", 1), ("open", 3))
    ),
]


@pytest.mark.slow_for("open-2", "boxed-1")
@pytest.mark.parametrize(("style", "turn"), TURNS)
def test_a_page_that_lies_on_its_side_is_made_upright(style, turn):
    page = pages.page(pages.puzzle(12, 1), style, seed=2)
    upright, turned = found(page), found(page, turn)
    assert size(turned) == size(upright)
    for part in Part:
        assert turned.image(part).shape == upright.image(part).shape
        assert np.abs(turned.image(part).astype(int) - upright.image(part)).mean() < 12


@pytest.mark.slow
def test_a_border_and_detected_cells_confirm_the_size():
    facts = found(pages.page(pages.puzzle(20, 5), "book", "askew", seed=1)).facts
    assert facts.closed
    assert facts.coverage > 0.95


@pytest.mark.slow
def test_numbers_lie_in_the_gutters():
    page = pages.page(pages.puzzle(10, 5), "boxed", seed=1)
    grid = found(page)
    longest = max(map(len, page.puzzle.rows)), max(map(len, page.puzzle.columns))
    assert (grid.left.shape[1] // grid.cell, grid.top.shape[0] // grid.cell) == longest
    assert grid.left.shape[0] == grid.body.shape[0]
    assert grid.top.shape[1] == grid.body.shape[1]


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (7, 3), (90, 120)])
def test_blank_pictures_of_any_size_have_no_grid(size):
    assert grids_of(np.full((*size, 3), 255, np.uint8)) == []


@pytest.mark.slow
def test_two_puzzles_on_a_page_are_two_grids():
    one, other = (pages.page(pages.puzzle(10, seed), "book", seed=3).image for seed in (5, 8))
    both = np.full((max(one.height, other.height), one.width + other.width + 90, 3), 255, np.uint8)
    both[: one.height, : one.width] = np.asarray(one)
    both[: other.height, one.width + 90 :] = np.asarray(other)
    assert len([grid for grid in grids_of(both) if rectified(both, grid)]) == 2
