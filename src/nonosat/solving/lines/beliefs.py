"""How likely each cell has each colour, and each block starts where: belief propagation between lines.

Lines are the factors of a factor graph, and cells its variables. A line can count exactly how many of its
fillings give a cell a colour (`nonosat.solving.lines.marginals`). It weighs them by the messages of the lines that
cross it, and sends each cell what it finds, without that cell's own message. After some sweeps most lines
agree. Where the graph has no cycles the beliefs are then the exact marginals over all solutions; elsewhere
they are an estimate: a solver that tries the likelier value first may meet few conflicts.

Where there are many solutions and one is wanted, beliefs are reinforced: from some sweep on each cell is
pulled towards its own belief, a little more in each sweep, until one colour prevails, if it does.

Sources: J. Pearl, "Probabilistic Reasoning in Intelligent Systems" (1988), for the propagation of beliefs;
A. Braunstein and R. Zecchina, "Learning by message passing in networks of discrete synapses" (Phys. Rev.
Lett. 96, 2006), for the reinforcement.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import NamedTuple

import numpy as np

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.model.palette import BACKGROUND
from nonosat.solving.lines import marginals
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import Masks
from nonosat.solving.lines.marginals import (
    Bools,
    Boundary,
    Family,
    Floats,
    bits_of,
    boundary_marginals,
    families_of,
)

_SWEEPS = 60
"""Sweeps over all lines, by default."""

_PLAIN = 1 / 6
"""The share of the sweeps that is not reinforced, as the first beliefs are mostly wrong."""

_SURE = 3.0
"""Reinforced sweeps end when every cell finds some colour likelier than the others by such log-odds."""

_DAMPING = 0.2
"""The weight of the previous message in the new one; without it beliefs may oscillate."""

_SETTLED = 1e-6
"""Sweeps without reinforcement end when no message changed by more."""

_LIMIT = 15.0
"""The largest log-odds of a message, about a million to one: none may be final."""

_LEAST = float(np.exp(-2 * _LIMIT))
"""Shares below this are rounding errors."""


_MOST_COMPILED = 32_000_000
"""What `nonosat.solving.lines.marginals.MOST` is for the kernel, whose sweeps then take 0.15 seconds.

A random 500x500, 60 % filled, takes half of it, and its first dive finds a solution, which no solver of clauses does.
"""

_LARGE = 10_000
"""Open cells beyond which the kernel's plain numbers must do.

A sweep in logarithms takes 0.1 seconds there. Those that need them, such as Julia sets of 600 cells a side, are not solved by
dives in any case.
"""


class Reinforcement(NamedTuple):
    """How beliefs are reinforced."""

    noise: float
    """The random part of the reinforcement, in log-odds, which breaks symmetries."""
    damping: float
    """The weight of the previous message in the new one."""
    pull: float = 0.25
    """The strength of the reinforcement in the last sweep; it grows in proportion until then."""


DAMPED, NOISY = Reinforcement(0.1, _DAMPING), Reinforcement(0.4, 0.0)
"""The first suits grids drawn by people, the second random ones; neither suits all."""

MILD, FREE = Reinforcement(0.4, 0.0, 0.12), Reinforcement(0.4, 0.0, 0.05)
"""For dives, which decide what these leave open: the first in many sweeps, the second in few."""

CALM = Reinforcement(0.02, 0.3)
"""Suits hard grids, in hundreds of sweeps."""


@dataclass(frozen=True, eq=False)
class Beliefs:
    """What belief propagation makes of a board."""

    cells: Floats
    """[colour, cell]: how likely the cell has the colour, from 0 to 1."""
    _boundaries: Callable[[], dict[Boundary, tuple[int, Floats]]]
    _ranking: Sequence[int] | None = None
    """What `ranking` returns, if the kernel has found it."""

    @cached_property
    def boundaries(self) -> dict[Boundary, tuple[int, Floats]]:
        """The first possible position, and how likely the boundary lies there and at each one after it.

        Only blocks with several possible starts or ends are here, and ends only of blotted ones.
        """
        return self._boundaries()

    def likeliest(self) -> list[int]:
        """Per cell its likeliest colour; the first of several."""
        colours: list[int] = self.cells.argmax(axis=0).tolist()
        return colours

    def ranking(self) -> Sequence[int]:
        """The candidates of the cells that are open, as colour * cells + cell, from the likeliest on."""
        if self._ranking is not None:
            return self._ranking
        flat = self.cells.ravel()
        open_ones = np.flatnonzero((flat > 0) & (flat < 1))
        ranking: list[int] = open_ones[np.argsort(-flat[open_ones], kind="stable")].tolist()
        return ranking

    def medians(self) -> dict[Boundary, int]:
        """The first position at or before which a boundary lies more likely than not."""
        return {
            boundary: first + min(bisect_right(list(accumulate(masses.tolist())), 0.5), len(masses) - 1)
            for boundary, (first, masses) in self.boundaries.items()
        }


def beliefs(
    board: Board,
    *,
    reinforcement: Reinforcement | None = None,
    sweeps: int = _SWEEPS,
    seed: int = 0,
    boundaries: bool = True,
    tick: Callable[[], None] | None = None,
) -> Beliefs:
    """The beliefs of a board, which must be at its fixpoint and without a contradiction.

    Those of boundaries are left out if they are not wanted. With `reinforcement` they tend to one grid, at best a solution,
    which varies with `seed`. More `sweeps` are better as a rule. `tick` is called now and then and may raise to stop. On a
    very large board, or a large one whose sums the kernel cannot make in plain numbers, all candidates of a cell are equally
    likely, and there are no boundaries.

    >>> from nonosat.model.puzzle import Puzzle
    >>> beliefs(Board(Puzzle([[2]], [None, None, None]))).cells[1].round(3).tolist()
    [0.5, 1.0, 0.5]
    """
    found = _in_plain_numbers(board, sweeps, reinforcement, seed, tick, _MOST_COMPILED, boundaries)
    if found is None and board.open_cells() > _LARGE:
        found = _in_plain_numbers(board, sweeps, reinforcement, seed, tick, 0, boundaries)
    return found or _beliefs(board, sweeps, reinforcement, seed, tick)


def _in_plain_numbers(
    board: Board,
    sweeps: int,
    reinforcement: Reinforcement | None,
    seed: int,
    tick: Callable[[], None] | None,
    most: int,
    boundaries: bool = True,
) -> Beliefs | None:
    """`_beliefs` by the board's solver; None if logarithms are needed, or that is not compiled."""
    noise, damping, pull = _options(board, reinforcement, seed)
    found = board.solver.beliefs(
        board.packed,
        sweeps=sweeps,
        plain=int(_PLAIN * sweeps),
        noise=None if noise is None else noise.data,
        tick=tick,
        pull=pull,
        sure=_SURE,
        damping=damping,
        settled=_SETTLED,
        limit=_LIMIT,
        most=most,
        boundaries=boundaries,
    )
    if found is None:
        return None
    cells, bounds, ranking = found
    return Beliefs(
        np.frombuffer(cells).reshape(board.colours, board.cells),
        lambda: {boundary: (first, np.frombuffer(masses)) for boundary, first, masses in bounds},
        memoryview(ranking).cast("i"),
    )


class _Prepared(NamedTuple):
    """What depends on a board alone."""

    candidates: list[Masks]
    families: list[Family]
    colours: Bools
    """[colour, cell]: whether the cell can have the colour."""


def _prepared(board: Board) -> _Prepared:
    """The families of a board, kept with it: one guess follows another."""
    kept = board.prepared
    if isinstance(kept, _Prepared) and kept.candidates == board.candidates:
        return kept
    masks = [[*each] for each in board.candidates]
    board.prepared = found = _Prepared(masks, families_of(board), _colours(board))
    return found


def _reinforced(
    board: Board,
    sweeps: int,
    reinforcement: Reinforcement,
    seed: int,
    tick: Callable[[], None] | None,
) -> Beliefs:
    """`_beliefs` of a board of one ink, reinforced: the log-odds of a cell are one number."""
    pairs, damping, strength = _options(board, reinforcement, seed)
    assert pairs is not None
    noise = pairs[1] - pairs[0]
    _, families, candidates = _prepared(board)
    open_cells = candidates.all(axis=0)
    longest = max(map(len, board.lines), default=0)
    certain = candidates[1] * 1.0 - candidates[0]  # 1 for what must be ink, -1 for what cannot
    plainly, surely = marginals.PLAINLY * certain[None], 4 * _LIMIT * longest * certain[None]
    messages = np.zeros((len(families), board.cells))
    pull, whole = noise, noise.copy()
    masses: list[list[Floats]] = [[] for _ in families]
    plain = int(_PLAIN * sweeps)
    for sweep in range(sweeps):
        if sweep > plain:
            pulled = noise + strength * (sweep - plain) / (sweeps - plain) * _limited(whole)
            whole += pulled - pull
            pull = pulled
        for number, family in enumerate(families):
            if tick:
                tick()
            mine = messages[number]
            told = _limited(whole - mine) * open_cells
            found, masses[number] = marginals.plain_marginals(
                family, told + plainly
            ) or marginals.family_marginals(family, told + surely)
            np.maximum(found, _LEAST, out=found)
            background, ink = np.log(found, out=found)
            message = _limited(ink - background - told) * family.asked
            message -= mine
            message *= 1 - damping
            mine += message
            whole += message
        if sweep >= plain and np.abs(whole[open_cells]).min(initial=np.inf) > _SURE:
            break
    log_odds = _limited(whole)
    likelihoods = np.exp(-np.logaddexp(0, [log_odds, -log_odds]))
    return Beliefs(
        np.where(open_cells, likelihoods, candidates), lambda: boundary_marginals(families, masses)
    )


def _limited(log_odds: Floats) -> Floats:
    return np.minimum(np.maximum(log_odds, -_LIMIT), _LIMIT)


def _beliefs(
    board: Board,
    sweeps: int,
    reinforcement: Reinforcement | None,
    seed: int,
    tick: Callable[[], None] | None,
) -> Beliefs:
    """`beliefs` in arrays."""
    if reinforcement is not None and board.colours == 2:
        return _reinforced(board, sweeps, reinforcement, seed, tick)
    noise, damping, strength = _options(board, reinforcement, seed)
    _, families, candidates = _prepared(board)
    longest = max(map(len, board.lines), default=0)
    # in logarithms it outweighs whatever else can be said of a line
    sure = np.where(candidates, ~candidates[BACKGROUND] * 1.0, -1.0)[1:]
    plainly, surely = marginals.PLAINLY * sure, 4 * _LIMIT * longest * sure
    messages = np.zeros((len(families), *candidates.shape))
    pull = np.zeros(candidates.shape) if noise is None else noise
    whole = pull.copy()
    masses: list[list[Floats]] = [[] for _ in families]
    plain = int(_PLAIN * sweeps)
    for sweep in range(sweeps):
        if sweep > plain and noise is not None:
            pulled = noise + strength * (sweep - plain) / (sweeps - plain) * _relative(whole, candidates)
            whole += pulled - pull
            pull = pulled
        change = 0.0
        for number, family in enumerate(families):
            if tick:
                tick()
            told = _relative(whole - messages[number], candidates)
            told -= told[BACKGROUND]
            log_odds = (told * candidates)[1:]
            found, masses[number] = marginals.plain_marginals(
                family, log_odds + plainly
            ) or marginals.family_marginals(family, log_odds + surely)
            message = _relative(np.log(np.maximum(found, _LEAST)) - told, candidates) * family.asked
            message -= messages[number]
            change = max(change, message.max(initial=0), -message.min(initial=0))
            message *= 1 - damping
            messages[number] += message
            whole += message
        if change < _SETTLED and noise is None:
            break
        if sweep >= plain and noise is not None and _margin(whole, candidates) > _SURE:
            break
    likelihoods = np.exp(_relative(whole, candidates)) * candidates
    return Beliefs(likelihoods / likelihoods.sum(axis=0), lambda: boundary_marginals(families, masses))


def _relative(logarithms: Floats, candidates: Bools) -> Floats:
    """Logarithms of weights, those of each cell's likeliest colour made 0; 0 too for what cannot be."""
    relative = np.where(candidates, logarithms, -np.inf)
    relative -= np.maximum.reduce(relative, axis=0)
    np.maximum(relative, -_LIMIT, out=relative)
    relative *= candidates
    return relative


def _margin(logarithms: Floats, candidates: Bools) -> float:
    """By how much every cell, or more, finds its likeliest colour likelier than its second."""
    first, *others = np.where(candidates, logarithms, -np.inf)
    second = np.full_like(first, -np.inf)
    for each in others:
        second = np.maximum(second, np.minimum(first, each))
        first = np.maximum(first, each)
    return float((first - second).min(initial=np.inf))


def _options(
    board: Board, reinforcement: Reinforcement | None, seed: int
) -> tuple[Floats | None, float, float]:
    """The noise, [colour, cell], the same for the same seed; the damping; and the strength."""
    if reinforcement is None:
        return None, _DAMPING, 0.0
    most, damping, pull = reinforcement
    digits = Random(seed).randbytes(4 * board.colours * board.cells)
    noise = np.frombuffer(digits, "<u4").reshape(board.colours, board.cells) * (most / 2**32)
    return noise, damping, pull


def _colours(board: Board) -> Bools:
    """[colour, cell]: whether the cell can have the colour."""
    candidates = np.zeros((board.colours, board.cells), dtype=np.bool_)
    for line in range(board.puzzle.height):
        cells = np.array(board.lines[line], dtype=np.intp)
        for colour, mask in enumerate(board.candidates[line]):
            candidates[colour, cells] = bits_of(mask, len(cells))
    return candidates
