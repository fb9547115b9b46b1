"""Pages for the benchmark of scanning: reproducible, with correct ground truth."""

from random import Random

import numpy as np
import pages
import pytest
import screens
from photographs import CONDITIONS


@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_corners_are_where_the_lines_of_the_grid_meet(condition):
    drawn = pages.page(pages.puzzle(10, 1), "book", condition, cell=24, seed=3)
    grey = np.asarray(drawn.image.convert("L"), float)
    wide, high = drawn.puzzle.width, drawn.puzzle.height
    lines = drawn.warp(np.array([(x, y + 0.5) for x in range(0, wide + 1, 5) for y in range(high)], float))
    spaces = drawn.warp(np.array([(x + 0.5, y + 0.5) for x in range(wide) for y in range(high)], float))
    on_lines, between = (
        np.median([grey[round(y), round(x)] for x, y in places]) for places in (lines, spaces)
    )
    assert on_lines < 0.7 * between
    assert np.allclose(drawn.corners[2], drawn.warp(np.array([[wide, high]], float))[0])


@pytest.mark.parametrize("style", pages.STYLES)
def test_the_same_arguments_give_the_same_page(style):
    inked = pages.puzzle(10, 2, 3 if style in ("chips", "colours") else 1)
    one, other = (pages.page(inked, style, "dark", cell=16, seed=7) for _ in range(2))
    assert one.image.tobytes() == other.image.tobytes()
    assert one.name == f"{style}/dark/Aileron/{inked.width}x{inked.height}/{one.cell:.0f}px/7"


def test_marks_are_those_of_the_solution():
    drawn = pages.page(pages.puzzle(10, 1), "partly", cell=16)
    pairs = [
        (mark, cell)
        for marks, cells in zip(drawn.marks, drawn.puzzle.goal.rows, strict=True)
        for mark, cell in zip(marks, cells, strict=True)
        if mark
    ]
    assert len(pairs) > 10
    assert all(max(mark, 0) == cell for mark, cell in pairs)


def test_a_misprint_changes_one_number():
    right = pages.puzzle(10, 1)
    wrong = pages.with_misprint(right, Random(1))
    assert sum(one != other for one, other in zip(right.lines, wrong.lines, strict=True)) == 1
    assert wrong.contradictions()


@pytest.mark.parametrize("theme", screens.THEMES)
def test_screens_are_as_large_as_they_say_and_show_what_is_marked(theme):
    inked = pages.puzzle(10, 1)
    one, other = (
        screens.screen(inked, theme, (320, 568), font=pages.BUILT_IN, marked=0.4, seed=2) for _ in range(2)
    )
    assert one.image.size == (320, 568)
    assert one.image.tobytes() == other.image.tobytes()
    x, y = np.array([(x + 0.5, y + 0.5) for y in range(inked.height) for x in range(inked.width)]).T
    places = one.warp(np.stack([x, y - 0.25], 1)).round().astype(int)
    colours = np.asarray(one.image, int)[places[:, 1], places[:, 0]]
    off = np.abs(colours - screens.THEMES[theme].filled).sum(1)
    assert ((off < 30) == (np.array(one.marks).ravel() > 0)).all()


def test_a_puzzle_can_be_too_large_for_a_screen():
    assert screens.screen(pages.puzzle(30, 1), "light", screens.CONSOLE, font=pages.BUILT_IN) is None
