"""The pictures that the search begins with."""

from random import Random

import pytest

from nonosat import Grid, Wish
from nonosat.apps.generation.start_pictures import started


@pytest.mark.parametrize("density", [0, 0.2, 0.7, 1])
def test_the_density_is_about_the_requested_one(density):
    wish = Wish(width=50, height=40, inks=3)
    cells = started(wish, density, Random("5")).cells
    counts = [cells.count(colour) for colour in range(4)]
    assert sum(counts[1:]) / 2000 == pytest.approx(density, abs=0.04)
    for count in counts[1:]:
        assert count / 2000 == pytest.approx(density / 3, abs=0.04)


def test_no_cell_outside_of_a_mask_is_inked_or_free():
    start = started(Wish(width=3, height=2, mask=Grid(["##.", ".#."])), 1, Random("1"))
    assert (start.cells, start.free) == (bytes([1, 1, 0, 0, 1, 0]),) * 2


HEART = Grid([".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."])


def test_the_search_begins_with_the_picture():
    wish = Wish(width=7, height=6, picture=HEART, symmetry="lr")
    assert started(wish, 0, Random("1")) == (HEART.cells, b"\1" * 42)


def test_an_orbit_is_kept_if_any_of_its_cells_is():
    start = started(Wish(width=3, height=1, mask=Grid(["##."]), symmetry="lr"), 1, Random("1"))
    assert start == (bytes([1, 1, 1]), bytes([0, 1, 0])) or start.cells[0] == start.cells[2]
    assert start.free == bytes([0, 1, 0])
