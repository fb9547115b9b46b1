"""Regions: the rectangle around one."""

from nonosat import Puzzle
from nonosat.counting.explore import explore
from nonosat.counting.regions import Box
from nonosat.support.limits import Clock


def test_the_box_of_a_region():
    found = explore(Puzzle(rows=[[1], [1], [1]], columns=[[1], [1], [1]], givens=[(1, 1)]), Clock())
    (part,) = found.parts
    assert part.region.box(found.puzzle) == Box(0, 2, 0, 2)
