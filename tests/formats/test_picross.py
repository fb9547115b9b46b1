"""picross-solver's text."""

from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from strategies import grids

import nonosat as ns
from nonosat.formats import loads_all

TEXT = """\
# two of them
GRID One
ROWS
[ 1 1 ]
[ ]   # nothing
COLUMNS
[ 1 ]
[ ]
[ 1 ]
GRID
ROWS
[ 1 ]
COLUMNS
[ 1 ]
"""


def test_several_puzzles_are_read():
    assert loads_all(TEXT) == [
        ns.Puzzle([[1, 1], []], [[1], [], [1]], metadata=ns.Metadata(title="One")),
        ns.Puzzle([[1]], [[1]]),
    ]


@given(st.lists(grids(), min_size=1, max_size=3))
def test_what_is_written_reads_back_equal(pictures):
    puzzles = [grid.puzzle() for grid in pictures]
    assert loads_all(ns.dumps(puzzles, "picross"), "picross") == puzzles


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "picross",
    [
        ("", "p: no line `GRID`"),
        ("ROWS\n", "p:1: expected GRID, ROWS, COLUMNS or a clue such as [ 3 1 ], got 'ROWS'"),
        ("GRID\nROWS\n3 1\n", "p:3: expected GRID, ROWS, COLUMNS or a clue such as [ 3 1 ], got '3 1'"),
        ("GRID\nROWS\n[ x ]\n", "p:3: expected a number of cells, got 'x'"),
        ("GRID\nROWS\n[ 1 ]\n", "p:1: no line `COLUMNS` for this grid"),
    ],
)
