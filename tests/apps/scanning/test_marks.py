"""Filled and crossed-out cells of a page, whichever is lighter."""

import numpy as np
import pytest
from PIL import ImageDraw

pytest.importorskip("cv2")

import pages
import screens
from straight import straight

from nonosat.apps.scanning.marks import marks_of
from nonosat.model.palette import BLACK_AND_WHITE


@pytest.mark.parametrize("marked", [0.2, 0.9])
@pytest.mark.parametrize("theme", screens.THEMES)
def test_marks_are_found_on_light_and_dark_screens_filled_or_nearly_empty(theme, marked):
    page = screens.screen(pages.puzzle(10, 3), theme, (480, 854), font=pages.BUILT_IN, marked=marked, seed=1)
    state = marks_of(straight(page), BLACK_AND_WHITE)
    assert [list(row) for row in state.rows] == [
        [max(mark, 0) if mark else None for mark in row] for row in page.marks
    ]


def test_a_blank_page_has_no_state():
    page = screens.screen(pages.puzzle(10, 3), "night", (480, 854), font=pages.BUILT_IN)
    assert marks_of(straight(page), BLACK_AND_WHITE) is None


@pytest.mark.parametrize("thickness", [1, 2])
@pytest.mark.parametrize("aside", [0, 1, -2])
def test_a_thick_cross_is_no_filled_cell(aside, thickness):
    page = pages.page(pages.puzzle(10, 3), "plain", cell=20, seed=1)
    draw = ImageDraw.Draw(page.image)
    for place, full in (((2, 3), False), ((7, 4), False), ((4, 8), True)):
        x, y = page.warp(np.array([place]))[0] + aside + 3
        box = (x, y, x + 13, y + 13)
        if full:
            draw.rectangle((x - 2 - aside, y - 2 - aside, x + 15 - aside, y + 15 - aside), "black")
        else:
            draw.line(box, (150, 0, 0), thickness)
            draw.line((box[0], box[3], box[2], box[1]), (150, 0, 0), thickness)
    state = marks_of(straight(page), BLACK_AND_WHITE)
    found = {(column, row): mark for row, line in enumerate(state.rows) for column, mark in enumerate(line)}
    assert {place: mark for place, mark in found.items() if mark is not None} == {
        (2, 3): 0,
        (7, 4): 0,
        (4, 8): 1,
    }
