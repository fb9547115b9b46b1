"""The pictures that the search begins with."""

from random import Random

import pytest

from nonosat import Grid, Wish
from nonosat.apps.generation.start_pictures import outline, started


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


HEART = Grid([".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."])


def test_the_outline_of_a_mask_is_inked_and_stays():
    start = started(Wish(width=7, height=6, mask=HEART, outline=True), 0, Random("1"))
    assert Grid.from_cells(start.cells, 7) == Grid(
        [".##.##.", "#..#..#", "#.....#", ".#...#.", "..#.#..", "...#..."]
    )
    assert all(not (colour and free) for colour, free in zip(start.cells, start.free, strict=True))
    assert sum(start.free) == HEART.cells.count(1) - start.cells.count(1)


def test_a_picture_is_what_is_begun_with_and_its_outline_may_be_kept():
    wish = Wish(width=7, height=6, picture=HEART, symmetry="lr")
    assert started(wish, 0, Random("1")) == (HEART.cells, b"\1" * 42)
    kept = started(Wish(width=7, height=6, picture=HEART, outline=True), 0, Random("1"))
    assert kept.cells == HEART.cells
    assert [cell for cell in range(42) if not kept.free[cell]] == outline(HEART)


def test_an_orbit_is_kept_if_any_of_its_cells_is():
    start = started(Wish(width=3, height=1, mask=Grid(["##."]), symmetry="lr"), 1, Random("1"))
    assert start == (bytes([1, 1, 1]), bytes([0, 1, 0])) or start.cells[0] == start.cells[2]
    assert start.free == bytes([0, 1, 0])
