"""Canonical keys: the same for puzzles that are equal up to symmetry, and for no others."""

from itertools import permutations, product
from random import Random

import pytest

import nonosat as ns
from nonosat.apps.generation.datasets.canonical import canonical_key

PALETTE = [("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")]


def images(grid):
    """The picture turned and mirrored in all ways."""
    for rows in (grid.rows, grid.columns()):
        for some in (rows, rows[::-1]):
            yield ns.Grid(some)
            yield ns.Grid([row[::-1] for row in some])


def recoloured(grid, inks):
    return ns.Grid([bytes((0, *inks)[colour] for colour in row) for row in grid])


@pytest.mark.parametrize(("inks", "width"), [(1, 3), (2, 2), pytest.param(2, 3, marks=pytest.mark.slow)])
def test_all_pictures_of_two_rows(inks, width):
    """By enumeration: keys are equal exactly where puzzles are equal up to symmetry."""
    palette = PALETTE[: inks + 1]
    classes, keys = {}, {}
    for cells in product(range(inks + 1), repeat=2 * width):
        grid = ns.Grid.from_cells(bytes(cells), width)
        puzzle = grid.puzzle(palette)
        alike = {
            recoloured(image, exchange).puzzle(palette).statement
            for image in images(grid)
            for exchange in permutations(range(1, inks + 1))
        }
        same = frozenset(map(repr, alike))
        assert keys.setdefault(canonical_key(puzzle), same) == same
        assert classes.setdefault(same, canonical_key(puzzle)) == canonical_key(puzzle)
    assert len(keys) == len(classes) > 5


def test_keys_of_larger_puzzles():
    random = Random("1")
    grid = ns.Grid.from_cells(bytes(int(random.random() * 3) for _ in range(60)), 10)
    key = canonical_key(grid.puzzle(PALETTE))
    for image in images(grid):
        assert canonical_key(image.puzzle(PALETTE)) == key
        assert canonical_key(recoloured(image, (2, 1)).puzzle(PALETTE)) == key
        other = bytearray(image.cells)
        other[7] = (other[7] + 1) % 3
        assert canonical_key(ns.Grid.from_cells(bytes(other), image.width).puzzle(PALETTE)) != key


@pytest.mark.parametrize(
    "puzzle",
    [
        ns.Puzzle([["?"], [1]], [[1], [1]]),
        ns.Puzzle([None, [1]], [[1], [1]]),
        ns.Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0)]),
        ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1]], corner=-1),
    ],
)
def test_puzzles_of_other_kinds_have_no_key(puzzle):
    with pytest.raises(ns.UsageError, match="canonical form"):
        canonical_key(puzzle)
