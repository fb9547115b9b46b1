"""The values that a solver should try first, from belief propagation."""

from __future__ import annotations

from nonosat.solving.lines.beliefs import Beliefs
from nonosat.solving.lines.board import Board
from nonosat.solving.sat.encodings.cnf import Cnf


def phases(cnf: Cnf, board: Board, encoding: str, beliefs: Beliefs) -> list[int]:
    """The likelier literal of each variable that the beliefs of the same board cover.

    They cover all variables of the order encoding, unless the board is too large for beliefs; of other
    encodings those of the cells.
    """
    found = cnf.telling(beliefs.likeliest())
    if encoding == "order":
        found.extend(_likelier(board, cnf.cell_variables + 1, beliefs))
    return found


def _likelier(board: Board, first: int, beliefs: Beliefs) -> list[int]:
    """The likelier literals of the variables from `first` on, those of boundaries: false below the median."""
    from nonosat.solving.sat.encodings.order import boundaries

    medians = beliefs.medians()
    found: list[int] = []
    for boundary, mask in boundaries(board):
        after = first + mask.bit_count() - 1
        if boundary in medians:
            turn = first + (mask & (1 << medians[boundary]) - 1).bit_count()
            found.extend(range(-first, -turn, -1))
            found.extend(range(turn, after))
        first = after
    return found
