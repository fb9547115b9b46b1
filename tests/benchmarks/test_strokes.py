"""The drawing of strokes in the studio's page: what is drawn on, and the table."""

from itertools import pairwise

from benchmarks.strokes import markdown, picture


def test_a_picture_is_smooth_and_the_same_for_the_same_seed():
    puzzle = picture(30, 1)
    assert puzzle == picture(30, 1) != picture(30, 2)
    ink = [list(row) for row in puzzle.goal]
    changes = sum(one != other for row in ink for one, other in pairwise(row))
    assert 200 < sum(map(sum, ink)) < 700
    assert changes < 200  # of noise there would be 435


def test_the_table():
    row = {"engine": "server", "side": 15, "median": 12.4, "p95": 30, "longest": 44.6, "first": 800}
    head, _, line = markdown([row])
    assert line == "| server | 15x15 | 12 | 30 | 45 | 800 |"
    assert line.count("|") == head.count("|")
