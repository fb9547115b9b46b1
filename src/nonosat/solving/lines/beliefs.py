"""Belief propagation between lines: estimates the probability of each colour in each cell.

Lines are the factors of a factor graph, and cells its variables. A line counts exactly how many of its fillings give a cell a
colour. It weighs them by the messages of the lines that cross it, and sends each cell the result, without that cell's own
message. After some sweeps most lines agree. Where the graph has no cycles the beliefs are then the exact marginals over all
solutions; elsewhere they are an estimate: a search that tries the likelier colour first meets few conflicts.

As one solution is wanted, beliefs are reinforced: from some sweep on each cell is pulled towards its own belief, a little more in
each sweep, until one colour prevails, if it does.

The kernel computes them (`kernel/beliefs`). Without it there are none: counting fillings in Python costs more than the
conflicts that beliefs save a SAT solver.

Sources: J. Pearl, "Probabilistic Reasoning in Intelligent Systems" (1988), for the propagation of beliefs;
A. Braunstein and R. Zecchina, "Learning by message passing in networks of discrete synapses" (Phys. Rev.
Lett. 96, 2006), for the reinforcement.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from random import Random
from sys import byteorder
from typing import NamedTuple

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.solver import Kernel


class Reinforcement(NamedTuple):
    """Parameters of belief propagation with reinforcement."""

    noise: float
    """Random part of the reinforcement, in log-odds; breaks symmetries."""
    damping: float
    """Weight of the previous message in the new one; at 0, beliefs can oscillate."""
    pull: float
    """Strength of the reinforcement in the last sweep; grows linearly until then."""
    sweeps: int
    """More of them are better as a rule; with one ink each takes 0.15 microseconds per open cell."""


FREE = Reinforcement(0.4, 0.0, 0.05, 20)

CALM = Reinforcement(0.4, 0.2, 0.02, 100)
"""Of 30 rounds of webpbn.com's 22336 it leads 17 to a solution; pull .05 leads 11, FREE none."""


@dataclass(frozen=True, eq=False)
class Beliefs:
    """The result of belief propagation on a board."""

    cells: memoryview[float]
    """Doubles, [colour * cells + cell]: how likely the cell has the colour, from 0 to 1."""
    colours: int

    def likeliest(self) -> list[int]:
        """Per cell its likeliest colour; the first of several."""
        count = len(self.cells) // self.colours
        shares = [
            self.cells[colour * count : (colour + 1) * count].tolist() for colour in range(self.colours)
        ]
        return [of_cell.index(max(of_cell)) for of_cell in zip(*shares, strict=True)]


def available(board: Board) -> bool:
    """Returns True if there are beliefs: they are compiled only, and not for clues with `ANY`."""
    return Kernel is not None and isinstance(board.solver, Kernel)


def beliefs(
    board: Board,
    reinforcement: Reinforcement,
    *,
    seed: int = 0,
    tick: Callable[[], None] | None = None,
) -> Beliefs:
    """The beliefs of a board, which must be at its fixpoint and without a contradiction; needs the kernel.

    They tend to one grid, at best a solution, which varies with `seed`. `tick` is called now and then and may raise to stop.
    On a board with a line of too many fillings for a double they are the noise alone.

    >>> from nonosat.model.puzzle import Puzzle
    >>> alone = Reinforcement(noise=0, damping=0, pull=0, sweeps=9)
    >>> found = beliefs(Board(Puzzle([[2]], [None, None, None])), alone)
    >>> [round(share, 3) for share in found.cells[3:]]
    [0.5, 1.0, 0.5]
    """
    digits = array("I", Random(seed).randbytes(4 * board.colours * board.cells))
    if byteorder == "big":
        digits.byteswap()
    noise, damping, pull, sweeps = reinforcement
    found = board.solver.beliefs(board.packed, sweeps, memoryview(digits), noise, pull, damping, tick)
    assert found is not None, "the kernel is not there"
    return Beliefs(memoryview(found).cast("d"), board.colours)
