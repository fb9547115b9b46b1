"""Partial grids: letters, text, filled-in cells, and refused states."""

from itertools import product

import pytest

from nonosat import Grid, UsageError
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.model.puzzle import Given
from nonosat.support.errors import InputError


def test_common_letters_are_read():
    assert PartialGrid.read("1X#?\n\n0_.-\n") == PartialGrid(["###?", "...."])
    with pytest.raises(InputError, match=r"^state\.txt:2: a cell must be one of"):
        PartialGrid.read("??\n?r\n", path="state.txt")


def test_partial_grids_and_grids():
    grid = Grid(["#.", ".#"])
    assert PartialGrid(grid).grid() == grid
    assert str(PartialGrid([[2, None]])) == "2 ?"
    assert repr(PartialGrid([[2, None]])) == "PartialGrid([(2, None)])"
    with pytest.raises(UsageError, match="the picture has 1 unknown cell"):
        PartialGrid(["#?"]).grid()
    with pytest.raises(UsageError, match="colour 2 of the grid is not in the palette"):
        PartialGrid([[2]]).text()
    for row, column in product(range(2), range(2)):
        assert PartialGrid(["??", "??"]).filled_in([(row, column, 1)]).givens() == (Given(row, column, 1),)
