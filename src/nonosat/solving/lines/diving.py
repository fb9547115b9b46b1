"""Dives: guesses at a solution that propagation corrects while they are made.

Beliefs that are rounded all at once are seldom a solution: a few wrong cells spoil it. A dive takes the
candidates one after another, the likeliest first, and assumes each that is still undecided. Propagation
decides what follows, which is far more, and shows most mistakes soon: at a contradiction the last assumption
is taken back, and its colour taken from the cell. That is depth-first search with chronological backtracking,
so a dive that has nothing left to take back proves that there is no solution. Mistakes that show late it
cannot correct: it is given up after a number of contradictions, and another one begins from other beliefs.

Source: the dives of mixed-integer programming do the same from a relaxation, see T. Achterberg, "Constraint
integer programming" (2007), chapter 9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, cycle
from typing import NamedTuple

from nonosat.solving.lines.beliefs import CALM, DAMPED, FREE, MILD, NOISY, Reinforcement
from nonosat.solving.lines.board import Board

_FEW, _MANY = 100, 200


class Try(NamedTuple):
    """One guess at a solution."""

    reinforcement: Reinforcement
    """That of the beliefs."""
    sweeps: int
    contradictions: int = _MANY
    """Those at which the dive is given up."""
    suppositions: int = 0
    """Those of a depth-first search that is guided by the beliefs, in place of the dive."""
    solver: bool = False
    """Whether a solver of clauses sets out from the beliefs if the dive has failed."""


OPENING = (Try(NOISY, 20, _FEW), Try(FREE, 20, _FEW), Try(NOISY, 40), Try(FREE, 40), Try(MILD, 160))
"""The tries before clauses are written."""

ONE_SOLUTION = (
    OPENING[0],
    OPENING[1],
    Try(FREE, 20, suppositions=5000),
    Try(NOISY, 40),
    Try(FREE, 40),
    Try(MILD, 40, suppositions=12_000),
    Try(MILD, 160),
)
"""Those where one solution is enough."""

LATER = (
    Try(FREE, 20),
    Try(MILD, 80, suppositions=20_000),
    Try(CALM, 300),
    Try(MILD, 160),
    Try(FREE, 40, suppositions=20_000),
    Try(DAMPED, 100, solver=True),
    Try(MILD, 80, suppositions=40_000),
    Try(NOISY, 40),
    Try(CALM, 600),
    Try(MILD, 160),
    Try(NOISY, 100, solver=True),
)
"""The tries that take turns with solvers at first."""

FURTHER = tuple(
    attempt._replace(solver=attempt.sweeps >= 100) for attempt in LATER if attempt.suppositions != 20_000
)
"""Those that do from then on: where dives have found nothing, solvers set out from more beliefs."""


def later() -> Iterator[Try]:
    """The tries that take turns with solvers, without end."""
    return chain(LATER, cycle(FURTHER))


def dive(
    board: Board,
    order: Sequence[int],
    *,
    contradictions: int,
    known: bytes | None = None,
    tick: Callable[[], None] | None = None,
) -> bool | None:
    """Assumes candidates in this order: True if all of them are decided, and the board, narrowed, agrees.

    False proves that the board has no solution but the `known` one, if there is that, cell by cell; None is a
    dive given up at so many contradictions. Both leave the board as it was. A candidate is colour * cells +
    cell, as `Beliefs.ranking` gives them. The board must be at its fixpoint, and is at one again. `tick` is
    called now and then, and may raise to give up. Where the order has every candidate of every open cell, the
    board has a solution for True. Without the kernel every dive is given up.

    >>> from nonosat.model.puzzle import Puzzle
    >>> board = Board(Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
    >>> dive(board, range(8), contradictions=1), bytes(board.known())
    (True, b'\\x00\\x01\\x01\\x00')
    """
    return board.solver.dive(board.packed, order, contradictions, known, tick)
