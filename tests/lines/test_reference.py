"""The lines of a puzzle in Python: families without lines or cells, and `narrow`."""

import pytest

from nonosat.lines.board import Board
from nonosat.lines.compiled import Kernel
from nonosat.lines.line import narrow
from nonosat.lines.propagate import Contradiction, propagate
from nonosat.lines.reference import Reference
from nonosat.lines.solver import line_solver
from nonosat.model.geometry import crossings
from nonosat.model.puzzle import Puzzle
from nonosat.sat.encodings import encode

EMPTY = [
    Puzzle([], []),
    Puzzle([[]], []),
    Puzzle([[], []], []),
    Puzzle([], [[]]),
    Puzzle([], [[], [], []]),
    Puzzle([None], []),
    Puzzle([], [None, []]),
    Puzzle([[]], [[]], diagonals=[[], []], corner=7),
    Puzzle([], [[]], diagonals=[[]]),
    Puzzle([[]], [], diagonals=[[]]),
    Puzzle([[1]], []),
    Puzzle([], [["?"]]),
]


@pytest.mark.parametrize("solver", [Reference, line_solver])
@pytest.mark.parametrize("puzzle", EMPTY, ids=repr)
def test_families_without_cells(puzzle, solver):
    board = Board(puzzle)
    board.solver = solver(puzzle.geometry, board.clues, board.colours)
    events = []
    broken = propagate(board, observer=events.append)
    line = next((at for at, clue in enumerate(board.clues) if clue), None)
    assert broken == (None if line is None else Contradiction(line))
    assert events == ([] if broken is None else [broken])
    assert board.open_cells() == 0
    assert bytes(board.known()) == b""
    if broken is None:
        assert encode(board).clauses == []
        assert [board.spans(at) for at, clue in enumerate(board.clues) if clue is not None] == [
            [] for clue in board.clues if clue is not None
        ]


def test_a_line_that_loses_something_takes_it_from_those_that_cross_it():
    puzzle = Puzzle([None, None], [None, None, None])
    candidates = [[7, 7], [7, 7], [3, 3], [3, 3], [3, 3]]
    changed = narrow(candidates, 0, [0b101, 0b110], crossings(puzzle.geometry).of_lines[0])
    assert changed == {2, 3}
    assert candidates == [[5, 6], [7, 7], [3, 2], [2, 3], [3, 3]]


@pytest.mark.skipif(Kernel is None, reason="the kernel is not there")
def test_the_kernel_serves_where_it_is():
    assert type(Board(Puzzle([[1]], [[1]])).solver) is Kernel
