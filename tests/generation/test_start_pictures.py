"""The pictures that the search begins with."""

from random import Random

import pytest

from nonosat import Grid, Wish
from nonosat.generation.start_pictures import started


@pytest.mark.parametrize("density", [0, 0.2, 0.7, 1])
def test_the_density_is_about_what_was_asked_for(density):
    wish = Wish(width=50, height=40, inks=3)
    cells = started(wish, density, Random("5")).cells
    counts = [cells.count(colour) for colour in range(4)]
    assert sum(counts[1:]) / 2000 == pytest.approx(density, abs=0.04)
    for count in counts[1:]:
        assert count / 2000 == pytest.approx(density / 3, abs=0.04)


def test_outside_of_a_mask_nothing_is_inked_or_may_be():
    start = started(Wish(width=3, height=2, mask=Grid(["##.", ".#."])), 1, Random("1"))
    assert (start.cells, start.free) == (bytes([1, 1, 0, 0, 1, 0]),) * 2
