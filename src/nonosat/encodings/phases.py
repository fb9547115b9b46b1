"""From what belief propagation finds likely to the values that a solver is to try first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonosat.board import Board
from nonosat.encodings import Cnf

if TYPE_CHECKING:  # numpy is loaded by who has beliefs
    from nonosat.beliefs import Beliefs
    from nonosat.encodings.order import Bound


def phases(cnf: Cnf, board: Board, encoding: str, beliefs: Beliefs) -> list[int]:
    """For each variable that the beliefs of the same board speak of, the literal that is the likelier one.

    These are all variables of the order encoding, unless the board is too large for beliefs; of others
    those of the cells.
    """
    found: list[int] = []
    likeliest = beliefs.likeliest()
    for cell, literals in ((each.cell, each.literals) for each in cnf.open_cells):
        mine = [literal if colour == likeliest[cell] else -literal for colour, literal in literals.items()]
        found.extend(dict.fromkeys(mine))  # two colours share a variable
    if encoding == "order":
        from nonosat.encodings.order import bounds

        found.extend(_likelier(bounds(board), cnf.cell_variables + 1, beliefs))
    return found


def _likelier(bounds: Sequence[Bound], first: int, beliefs: Beliefs) -> list[int]:
    """The likelier literals of the variables from `first` on, which speak of these bounds."""
    medians = beliefs.medians()
    found = []
    for variable, (line, block, end, position) in enumerate(bounds, first):
        median = medians.get((line, block, end))
        if median is not None:
            found.append(variable if median <= position else -variable)
    return found
