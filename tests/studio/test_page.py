"""What a designer does at the page, with either engine."""

import pytest
from browser import WIDE, findings, snap

import nonosat as ns

pytestmark = pytest.mark.slow

BLACK, WHITE = [0, 0, 0], [255, 255, 255]
CHECKERED = ns.Grid([[1, 0], [0, 1]]).puzzle()


def test_after_each_stroke_one_sees_how_many_solutions_there_are(studio):
    desk = studio(**WIDE)
    assert "One solution" in desk.verdict  # of an empty picture
    desk.stroke((3, 3), (3, 6), (6, 6))
    desk.settle()
    assert [desk.colour(*cell) for cell in ((3, 3), (3, 5), (6, 6), (9, 9))] == [BLACK] * 3 + [WHITE]
    assert "One solution" in desk.verdict
    desk.stroke((10, 10))
    desk.stroke((11, 11))
    desk.settle()
    assert "2 solutions" in desk.verdict
    desk.go("See")
    snap(desk.page, "studio-see")
    assert findings(desk.page) == []
    rows = desk.puzzle["goal"]
    assert (rows[3], rows[6], rows[11]) == ("000111100000000", "000000100000000", "000000000001000")
