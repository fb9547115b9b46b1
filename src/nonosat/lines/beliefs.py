"""Belief propagation between lines: estimates the probability of each colour in each cell.

Lines are the factors of a factor graph, and cells its variables. A line sums up its fillings, weighted by the messages of the
crossing lines, and sends each cell the marginals of its colours, divided by the cell's own message. Without cycles the beliefs
converge to the exact marginals over all solutions; with cycles they are an estimate, and a search that tries the likelier colour
first meets few conflicts.

Reinforcement directs them to a single solution: each cell is pulled towards its own belief, a little more in each sweep.

Only the kernel computes them (`kernel/beliefs`): in Python they cost more than the conflicts that they save a SAT solver.

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

from nonosat.lines.board import Board
from nonosat.lines.solver import Kernel
from nonosat.support.lazy_dataclasses import dataclass


class Reinforcement(NamedTuple):
    """Parameters of belief propagation with reinforcement."""

    noise: float
    """Random part of the reinforcement, in log-odds; breaks symmetries."""
    damping: float
    """Weight of the previous message in the new one; at 0, beliefs can oscillate."""
    pull: float
    """Strength of the reinforcement in the last sweep; grows linearly until then."""
    sweeps: int
    """Each takes 0.15 microseconds per open cell with one ink."""


FREE = Reinforcement(0.4, 0.0, 0.05, 20)

CALM = Reinforcement(0.4, 0.2, 0.02, 100)
"""Finds a solution in 17 of 30 rounds of webpbn.com's 22336; with a pull of .05 in 11, FREE in none."""


@dataclass(frozen=True, eq=False)
class Beliefs:
    """Beliefs of a board."""

    cells: memoryview[float]
    """Doubles, [colour * cells + cell]: probability of the colour."""
    colours: int

    def likeliest(self) -> list[int]:
        """Returns the likeliest colour of each cell, the first of several."""
        count = len(self.cells) // self.colours
        shares = [
            self.cells[colour * count : (colour + 1) * count].tolist() for colour in range(self.colours)
        ]
        return [of_cell.index(max(of_cell)) for of_cell in zip(*shares, strict=True)]


def available(board: Board) -> bool:
    """Returns whether beliefs can be computed: they need the kernel, and no clue may have `ANY`."""
    return Kernel is not None and isinstance(board.solver, Kernel)


def beliefs(
    board: Board,
    reinforcement: Reinforcement,
    *,
    seed: int = 0,
    tick: Callable[[], None] | None = None,
) -> Beliefs:
    """Computes the beliefs of a board at its fixpoint without a contradiction; requires `available`.

    They converge to one grid, at best a solution, that varies with `seed`. `tick` is called now and then, and can raise to stop.
    If a line has too many fillings for a double, beliefs are noise alone.

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
    assert found is not None, "the kernel is missing"
    return Beliefs(memoryview(found).cast("d"), board.colours)
