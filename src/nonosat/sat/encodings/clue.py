"""Clauses of a single clue over given literals of its cells.

The line is encoded as a puzzle of its own, with one row and no other clue, and its variables are renumbered. So the clauses
depend on the clue alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.clues import Clue
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle
from nonosat.sat.encodings.order import encode


def clue_clauses(
    clue: Clue,
    palette: Palette,
    literals: Sequence[Mapping[int, int]],
    used: int,
) -> tuple[list[list[int]], int]:
    """Returns the clauses of a clue over `literals[position][colour]`, and the new total number of variables.

    >>> cells = [{0: -1, 1: 1}, {0: -2, 1: 2}]
    >>> clue_clauses(Puzzle([[2]], []).rows[0], Puzzle([], []).palette, cells, 2)
    ([[1], [2]], 2)
    """
    board = board_of(clue, len(literals), palette)
    if board is None:
        return [[]], used
    cnf = encode(board)
    shift = used - cnf.cell_variables
    renamed = [0, *range(shift + 1, shift + cnf.variables + 1)]
    clauses = []
    is_open = {open_cell.cell: open_cell.literals for open_cell in cnf.open_cells}
    for position, ours in enumerate(literals):
        theirs = is_open.get(position, {cnf.fixed_colours[position]: 0})
        for colour, literal in ours.items():
            if colour not in theirs:
                clauses.append([-literal])
            elif theirs[colour] > 0:
                renamed[theirs[colour]] = literal
    clauses.extend([renamed[v] if v > 0 else -renamed[-v] for v in clause] for clause in cnf.clauses)
    return clauses, shift + cnf.variables


def board_of(clue: Clue, length: int, palette: Palette) -> Board | None:
    """Returns the board of one line with this clue; None if the clue does not fit."""
    board = Board(Puzzle([clue], [None] * length, palette))
    return None if propagate(board) else board
