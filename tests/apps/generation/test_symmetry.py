"""The cells that a symmetry makes equal."""

import pytest

from nonosat.apps.generation.symmetry import orbits
from nonosat.apps.generation.wish import Symmetry

TURNED = {
    Symmetry.NONE: [],
    Symmetry.LEFT_RIGHT: [lambda rows: [row[::-1] for row in rows]],
    Symmetry.TOP_BOTTOM: [lambda rows: rows[::-1]],
    Symmetry.BOTH: [lambda rows: [row[::-1] for row in rows], lambda rows: rows[::-1]],
    Symmetry.ROTATION: [lambda rows: [row[::-1] for row in rows[::-1]]],
    Symmetry.DIAGONAL: [lambda rows: [bytes(column) for column in zip(*rows, strict=True)]],
}
"""The rotations and reflections that keep a picture with this symmetry."""


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("size", [(1, 1), (1, 6), (5, 4), (6, 7), (8, 8)])
def test_orbits_are_the_cells_that_a_symmetry_connects(size, symmetry):
    height, width = size
    if symmetry is Symmetry.DIAGONAL and height != width:
        pytest.skip("not a square")
    groups = orbits(height, width, symmetry)
    assert sorted(cell for group in groups for cell in group) == list(range(height * width))
    cells = [list(range(row * width, (row + 1) * width)) for row in range(height)]
    group_of = {cell: group for group in groups for cell in group}
    turns = TURNED[symmetry]
    if symmetry is Symmetry.DIAGONAL:
        turns = [lambda rows: list(map(list, zip(*rows, strict=True)))]
    connected = {
        (cell, other)
        for turn in turns
        for row, its in zip(cells, turn(cells), strict=True)
        for cell, other in zip(row, its, strict=True)
    }
    assert all(group_of[cell] == group_of[other] for cell, other in connected)
    largest = {Symmetry.NONE: 1, Symmetry.BOTH: 4}.get(symmetry, 2)
    assert max(map(len, groups)) <= largest
    assert len(groups) == len({group[0] for group in groups})
