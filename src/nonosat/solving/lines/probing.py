"""Probing: suppose that a cell has a colour, and propagate; where a line has no filling left, it has not.

A board on which no probe refutes anything is singleton consistent: R. Debruyne and C. Bessière, "Some
practicable filtering techniques for the constraint satisfaction problem" (IJCAI 1997). Most puzzles made for
people that lines leave open are settled by it. A board without an open cell holds the only solution.

Cells come by their settled sides, the more of them the sooner: a cell beside it or the edge. Where much is
known, a supposition leads far. After a round in which a colour was refuted, those with the most are looked
through again. A colour is supposed again once a line of its cell has lost something; what depends on other
lines alone may be overlooked. One to which a supposition without contradiction has settled the cell needs
none of its own: it would lead to no more than that one.

A board that stays open is given up after that many probes in turn that refuted nothing (`patience_with`), and a large one
once that takes more work than the cells are worth that were settled by then. For
derivations that a person can follow see `nonosat.questions.explanation.probing`.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import Contradiction
from nonosat.solving.lines.solver import EFFORT

CREDIT, _REWARD = 500, 3000
"""How much work each open cell is worth before there is any success, and how much more each that is settled.

They take some 20 and 100 microseconds. A Julia set of 200 cells a side is settled for 420 a cell; one of 300, of which
probes settle a tenth, would take 2200 a cell, as long as the clauses that it needs in any case. Puzzles of webpbn.com
take 20.
"""

MOST_WORK = 1 << 38
"""More work than anyone has time for."""


def patience_with(open_cells: int) -> int:
    """How many probes in turn may refute nothing on a board of this many open cells.

    A hundred settle all of 220 puzzles of webpbn.com that probing settles at all. Large ones take more: a
    random 200x200, 65 % filled, is nearly settled by a thousand probes, few of which are made if it is given
    up after 300. There a probe may be as much work as all propagation before, so that there is an end.
    """
    return int(EFFORT * min(100 + open_cells // 25, 1000))


@dataclass(frozen=True, slots=True)
class Probed:
    """What probing did."""

    probes: int
    """How many colours were supposed."""
    contradiction: Contradiction | None
    """A line that has no filling left whatever is supposed: the board has no solution."""
    solutions: list[bytes]
    """Solutions that suppositions led to, cell by cell."""


def probe(
    board: Board,
    *,
    patience: int | None = None,
    credit: int = CREDIT,
    solutions: int = 0,
    tick: Callable[[], None] | None = None,
) -> Probed:
    """Takes from the cells of a board the colours that probes refute, and what follows, in place.

    The board must be at its fixpoint, and is at one again; after a contradiction it is of no further use.
    `patience` is how many probes in turn may refute nothing; None what fits the board's size, with a `credit` of work for
    each open cell. Probing ends once suppositions have led to that many `solutions`; 0 looks for none. `tick` is
    called now and then, and may raise to give up; what the board has lost by then no solution has.

    >>> from nonosat.solving.lines.propagate import propagate
    >>> from nonosat.model.puzzle import Puzzle
    >>> board = Board(Puzzle(rows=[[1, 1], [2], []], columns=[[1], [1], [1], [1]]))
    >>> propagate(board), board.open_cells()
    (None, 8)
    >>> probe(board), board.open_cells()
    (Probed(probes=1, contradiction=None, solutions=[]), 0)
    """
    most, reward = MOST_WORK, 0
    if patience is None:
        open_cells = board.open_cells()
        patience, most, reward = patience_with(open_cells), credit * open_cells, _REWARD
    line, probes, found = board.solver.probe(board.packed, patience, most, reward, solutions, tick)
    return Probed(probes, None if line < 0 else Contradiction(line), found)
