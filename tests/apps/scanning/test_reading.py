"""Numbers read from real renderings, straightened by the truth."""

import numpy as np
import pytest

pytest.importorskip("cv2")

import pages
from straight import straight

from nonosat.apps.scanning.reading import read
from nonosat.apps.scanning.rectified import Part
from nonosat.model.palette import BLACK_AND_WHITE


def said(line):
    """The numbers of a line, without the 0 of an empty one."""
    values = [number.value for number in line.numbers]
    return [] if values == [0] else values


def reading_end(line, grid):
    """Returns the left end of a row's numbers, in pixels of the gutter."""
    return line.numbers[0].box.left if line.numbers else grid.left.shape[1]


def lengths(clues):
    return [[block.length for block in clue] for clue in clues]


@pytest.mark.slow
@pytest.mark.parametrize(
    "style",
    ["book", "rounded", *(pytest.param(style, marks=pytest.mark.slow) for style in ("boxed", "night"))],
)
def test_flat_pages_are_read_exactly(style):
    page = pages.page(pages.puzzle(15, 4), style, cell=30)
    reading = read(straight(page))
    assert [said(line) for line in reading.rows] == lengths(page.puzzle.rows)
    assert [said(line) for line in reading.columns] == lengths(page.puzzle.columns)
    assert reading.palette == BLACK_AND_WHITE
    assert reading.score > 0.9


@pytest.mark.slow
def test_chips_of_different_colours_are_separate_inks():
    page = pages.page(pages.puzzle(10, 3, 3), "chips", cell=36)
    reading = read(straight(page))
    assert [colour.name for colour in reading.palette] == ["white", "black", "red", "blue"]
    inks = [[number.ink for number in line.numbers] for line in reading.rows]
    assert inks == [[block.colour for block in clue] for clue in page.puzzle.rows]


DARK = [
    ("colours", 2, 2, "P052-Roman"),
    pytest.param("chips", 3, 3, "C059-Roman", marks=pytest.mark.slow),
    pytest.param("struck", 4, 1, "NimbusSans-Bold", marks=pytest.mark.slow),
]


@pytest.mark.slow
@pytest.mark.parametrize(("style", "number", "inks", "font"), DARK)
def test_pages_in_bad_light_are_read_except_for_one_number(style, number, inks, font):
    if font not in pages.fonts():
        pytest.skip(f"{font} is missing")
    page = pages.page(pages.puzzle(10, number, inks), style, "dark", font=font, cell=30, seed=number)
    reading = read(straight(page))
    assert len(reading.palette) == inks + 1
    wrong = sum(
        said(line) != [block.length for block in clue]
        for line, (_, _, clue) in zip(reading.lines, page.puzzle.lines, strict=True)
    )
    assert wrong <= 1


def test_a_blank_gutter_has_no_number_and_no_score():
    page = pages.page(pages.puzzle(10, 1), cell=24)
    grid = straight(page)
    grid.left[:] = grid.top[:] = 240
    reading = read(grid)
    assert reading.score == 0
    assert all(line.blank and not line.numbers for line in reading.lines)


def test_a_mark_that_is_no_number_is_unexplained():
    grid = straight(pages.page(pages.puzzle(10, 1), cell=30))
    clear = read(grid)
    rows, columns = np.mgrid[0:48, 0:48]
    cross = (np.abs(rows - columns) < 3) | (np.abs(rows + columns - 47) < 3)
    inner = np.hypot(rows - 24, columns - 24) < 14
    end = reading_end(clear.rows[2], grid)
    grid.left[96:144, end - 48 : end][cross & inner] = 20
    marked = read(grid)
    assert len(marked.unexplained) > len(clear.unexplained)
    part, box = marked.unexplained[-1]
    assert part is Part.LEFT
    assert 90 < box.top < 150


@pytest.mark.slow
def test_a_page_upside_down_scores_less():
    grid = straight(pages.page(pages.puzzle(15, 4), cell=30))
    upright = read(grid).score
    grid.left[:], grid.top[:] = grid.left[::-1, ::-1].copy(), grid.top[::-1, ::-1].copy()
    assert read(grid).score < 0.9 * upright
