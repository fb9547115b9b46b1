"""The square text format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from strategies import grids

import nonosat as ns


def test_the_first_line_is_the_side():
    game = ns.loads("3\n1 1\n2\n2\n1 1\n2\n2\n", "square")
    assert game == ns.Puzzle(rows=[[1, 1], [2], [2]], columns=[[1, 1], [2], [2]])


@given(st.integers(1, 6).flatmap(lambda side: grids(size=(side, side))))
def test_what_is_written_reads_back_equal(grid):
    puzzle = grid.puzzle()
    assert ns.loads(ns.dumps(puzzle, "square"), "square") == puzzle
    if grid.width > 1:  # the only one might be a picture too
        assert ns.loads(ns.dumps(puzzle, "square")) == puzzle


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "square",
    [
        ("", "p: the file is empty"),
        ("x\n", "p:1: expected the side of the puzzle, read 'x'"),
        ("2\n1\n1\n1\n", "p:1: a puzzle of side 2 has 4 clues, 3 lines follow"),
        ("1\n1\n-1\n", "p:3: expected a number of cells, read '-1'"),
        ("9999\n", "p:1: 9999 is more than the 4096 cells accepted"),
    ],
)


def test_only_square_puzzles_can_be_written():
    with pytest.raises(ns.UsageError, match="rectangles"):
        ns.dumps(ns.Puzzle(rows=[[1]], columns=[[1], []]), "square")
