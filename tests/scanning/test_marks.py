"""What is filled and crossed out on a page, whatever is lighter."""

import pytest

pytest.importorskip("cv2")

from benchmarks import pages, screens
from benchmarks.straight import straight
from nonosat.model.palette import BLACK_AND_WHITE
from nonosat.scanning.marks import marks_of


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
