"""Rows of cells: how they are written, read, indexed, and made into arrays."""

import copy
import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids

from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Grid
from nonosat.model.shapes import triddler as triddler_of
from nonosat.support.errors import InputError, UsageError

any_grid = st.integers(1, 3).flatmap(lambda inks: grids(7, inks))
PALETTE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"), Colour("one", "0000ff", "1"))


@given(any_grid)
def test_rows_and_cells_are_reached_by_index(grid):
    assert grid[:] == grid
    assert grid[1:].rows == grid.rows[1:]
    assert [grid[row][column] for row in range(grid.height) for column in range(grid.width)] == [
        grid[row, column] for row in range(grid.height) for column in range(grid.width)
    ]
    if grid.height:
        assert grid[-1] == grid[grid.height - 1] == grid.rows[-1]
    with pytest.raises(IndexError):
        grid[grid.height]


@given(any_grid)
def test_an_array_has_the_same_cells(grid):
    numpy = pytest.importorskip("numpy")
    array = numpy.array(grid)
    assert array.shape == (grid.height, grid.width)
    assert array.dtype == numpy.dtype(int)
    assert Grid(array.tolist()) == grid
    assert numpy.array(grid, dtype=bool).tolist() == [list(map(bool, row)) for row in grid]
    array[:] = 0  # a writable copy
    assert (numpy.asarray(grid) == [list(row) for row in grid]).all()


@given(any_grid)
def test_an_array_becomes_a_grid_again(grid):
    numpy = pytest.importorskip("numpy")
    assert Grid.from_array(numpy.array(grid)) == grid
    assert Grid.from_array(numpy.array(grid, dtype=numpy.uint8).T) == grid.transposed()
    assert Grid.from_array(numpy.array(grid) > 0) == Grid([bytes(map(bool, row)) for row in grid])


@pytest.mark.parametrize("array", [[1, 0], [[[1]]], [[0.5]], [[256]], [[-1]], [["#"]]])
def test_other_arrays_are_refused(array):
    numpy = pytest.importorskip("numpy")
    with pytest.raises(InputError, match="a grid takes"):
        Grid.from_array(numpy.array(array))


def test_a_ragged_grid_is_no_array():
    numpy = pytest.importorskip("numpy")
    with pytest.raises(InputError, match="equal lengths"):
        numpy.array(Grid(["#.", "#"], ragged=True))


@given(grids(5, 3))
def test_letters_of_a_palette_read_back(grid):
    assert Grid(grid.text(PALETTE).splitlines(), PALETTE) == grid


@pytest.mark.parametrize(
    ("rows", "message"), [(["#?"], "got '\\?'"), (["#2"], "got '2'"), (["#.", "#"], "equal lengths")]
)
def test_rows_that_are_no_grid_are_refused(rows, message):
    with pytest.raises(InputError, match=message):
        Grid(rows)


@given(any_grid)
def test_copies_are_equal(grid):
    for other in (pickle.loads(pickle.dumps(grid)), copy.copy(grid), copy.deepcopy(grid)):
        assert (other, hash(other), type(other)) == (grid, hash(grid), Grid)


def test_a_grid_keeps_its_palette_and_its_geometry():
    palette = PALETTE[:3]
    triddler = Grid(["r#.", "##r"], palette).triddler(2, 2, -1)
    hexagonal = Grid._of(triddler, bytes([2, 1, 0, 1, 1, 2]))
    square = Grid(["r#", "#."], palette)
    for grid in (square, hexagonal):
        copies = [grid, copy.copy(grid), copy.deepcopy(grid), pickle.loads(pickle.dumps(grid)), replace(grid)]
        copies += [
            eval(repr(grid), {"Grid": Grid, "triddler": triddler_of}),
            Grid(grid, palette, grid.geometry),
        ]
        for each in copies:
            assert (each, each.palette, each.geometry) == (grid, palette, grid.geometry)
            assert each.puzzle().palette == palette
    assert hexagonal.puzzle() == triddler
    for part in (
        square[1:],
        square.transposed(),
        square.mirrored(),
        hexagonal[:1],
        replace(square, rows=["r"]),
    ):
        assert part.palette == palette
    assert str(square) == "r#\n#."
    assert Grid(["r#", "#."], palette) == Grid([[2, 1], [1, 0]])  # the palette is no part of the value
    assert square.puzzle(goal=Grid([[2, 1], [1, 0]])).goal.palette == palette
    with pytest.raises(UsageError, match="triddler"):
        hexagonal.mirrored()
