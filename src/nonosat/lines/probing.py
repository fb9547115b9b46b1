"""Probing: suppose that a cell has a colour, and propagate; where a line has no filling left, it has not.

A board on which no probe refutes anything is singleton consistent: R. Debruyne and C. Bessière, "Some
practicable filtering techniques for the constraint satisfaction problem" (IJCAI 1997). Most puzzles made for
people that lines leave open are settled by it. A board without an open cell holds the only solution.

Cells come by their settled sides, the more of them the sooner: a cell beside it or the edge. Where much is
known, a supposition leads far. After a round in which a colour was refuted, those with the most are looked
through again. A cell is probed again once one of its lines has lost something; what depends on other lines
alone may be overlooked.

A board that stays open is given up after `PATIENCE` probes in turn that refuted nothing. For derivations that
a person can follow see `nonosat.explanation.probing`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nonosat.lines.board import Board
from nonosat.lines.propagate import Contradiction

PATIENCE = 300
"""Twice the longest run of fruitless probes in any of 220 puzzles of webpbn.com that probing settles."""


@dataclass(frozen=True, slots=True)
class Probed:
    """What probing did."""

    probes: int
    """How many colours were supposed."""
    contradiction: Contradiction | None
    """A line that has no filling left whatever is supposed: the board has no solution."""


def probe(board: Board, *, patience: int = PATIENCE, tick: Callable[[], None] | None = None) -> Probed:
    """Takes from the cells of a board the colours that probes refute, and what follows, in place.

    The board must be at its fixpoint, and is at one again; after a contradiction it is of no further use.
    `tick` is called now and then, and may raise to give up; what the board has lost by then no solution has.

    >>> from nonosat.lines.propagate import propagate
    >>> from nonosat.model.puzzle import Puzzle
    >>> board = Board(Puzzle(rows=[[1, 1], [2], []], columns=[[1], [1], [1], [1]]))
    >>> propagate(board), board.open_cells()
    (None, 8)
    >>> probe(board), board.open_cells()
    (Probed(probes=1, contradiction=None), 0)
    """
    line, probes = board.solver.probe(board.candidates, patience, tick)
    return Probed(probes, None if line < 0 else Contradiction(line))
