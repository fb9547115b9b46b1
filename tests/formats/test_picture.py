"""Pictures as text."""

import pytest
from hypothesis import given
from strategies import grids

import nonosat as ns


@pytest.mark.parametrize("text", ["#.\n##\n", "10\n11\n", "X_\nXX", "\n  #.\n  ##\n\n"])
def test_a_picture_becomes_its_puzzle(text):
    grid = ns.Grid(["#.", "##"])
    assert ns.loads(text, "picture") == ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]], goal=grid)


@given(grids(max_side=6, inks=1))
def test_what_is_written_reads_back_equal(grid):
    puzzle = grid.puzzle(goal=grid)
    assert ns.loads(ns.dumps(puzzle, "picture"), "picture") == puzzle


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\n\n", "p: the file has no picture in it"),
        ("#.\n#\n", "p:2: 1 cells, the first row has 2"),
        ("#.\n#a\n", "p:2: a cell is one of #.10X_, read 'a'"),
        ("#" * 5000, "p: 5000x1 cells is more than the 4096 a side that are accepted"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text, reason):
    with pytest.raises(ns.InputError) as caught:
        ns.loads(text, "picture", path="p")
    assert str(caught.value) == reason


def test_a_puzzle_without_a_goal_cannot_be_drawn():
    with pytest.raises(ns.UsageError, match="no goal to draw"):
        ns.dumps(ns.Puzzle(rows=[[1]], columns=[[1]]), "picture")
