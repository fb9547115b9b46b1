"""Probing: supposes that a cell has a colour, and propagates; if a line then has no filling, the colour is removed.

A board on which no probe refutes anything is singleton consistent: R. Debruyne and C. Bessière, "Some
practicable filtering techniques for the constraint satisfaction problem" (IJCAI 1997). It settles most puzzles made
for people that lines leave open. A board without an open cell holds the only solution.

Cells with the most settled neighbours (or edges) come first, as their suppositions imply most. A refutation begins a new round. A
colour is supposed again once a line of its cell has lost candidates; consequences of other lines alone can be missed. A colour
settled by another supposition without contradiction needs no probe: it would imply no more than that one.

Probing ends after `PATIENCE` consecutive fruitless probes. For derivations that a person can follow see
`nonosat.explaining.steps.probes`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from sys import maxsize

from nonosat.lines.board import Board
from nonosat.lines.propagate import Contradiction

PATIENCE = 100
"""Consecutive fruitless probes that end probing. Patience 50 settles 219 of 239 webpbn puzzles that lines leave open; 100 and
300 both settle 220."""


@dataclass(frozen=True, slots=True)
class Probed:
    """Result of probing."""

    probes: int  # colours that were supposed
    contradiction: Contradiction | None  # a line without a filling: the board has no solution


def probe(
    board: Board,
    *,
    patience: int = PATIENCE,
    tick: Callable[[], None] | None = None,
) -> Probed:
    """Removes the candidates that probes refute, and propagates, in place.

    The board must be at its fixpoint, and is at one again; after a contradiction it is of no further use. `patience` is the
    number of consecutive fruitless probes that end it. `tick` is called about every millisecond, and can raise to give up; the
    candidates removed by then are in no solution.

    >>> from nonosat.lines.propagate import propagate
    >>> from nonosat.model.puzzle import Puzzle
    >>> board = Board(Puzzle(rows=[[1, 1], [2], []], columns=[[1], [1], [1], [1]]))
    >>> propagate(board), board.open_cells()
    (None, 8)
    >>> probe(board), board.open_cells()
    (Probed(probes=1, contradiction=None), 0)
    """
    unlimited = maxsize // (2 * board.cells + 1)
    line, probes, _ = board.solver.probe(board.candidates, patience, unlimited, 0, tick)
    return Probed(probes, None if line < 0 else Contradiction(line))
