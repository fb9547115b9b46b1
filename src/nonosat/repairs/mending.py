"""Repairs by annealing: repaints the picture cell by cell until lines settle it, or until it has one solution.

The kernel does a run (`nonosat_mend`): several thousand steps, each a propagation from cached fixpoints. Work is
counted in steps, so results are the same on every machine.

Without the kernel, a small reference finds only repairs that lines settle.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from typing import NamedTuple

from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.lines.solver import knows_techniques
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.limits import Clock

# steps of the first run, of later runs, of the last runs, and of runs by swaps: a repair comes early, and improves
# later
_FIRST_STEPS, _STEPS, _LATE_STEPS, _SWAP_STEPS = 6000, 12_000, 30_000, 3000
_EARLY = 4  # runs before the last ones
_REFERENCE_STEPS = 40  # kernel steps that take as long as one of the reference
_SLOPE = 1.5  # as in the kernel
_LEAST_STEPS = 200
_FIRST_SPEED = 20_000  # steps a second, before it is measured
_SEEDS = 1000  # difference of the seeds of successive attempts
_LINES_TURN, _SPARING_TURN = 2, 8  # runs of each kind per turn: both take about as long
_PATIENCE = 6  # runs by lines end after this many in a row without a better repair
_SPARING_PATIENCE = 2 * _SPARING_TURN  # the same for runs that spare (undo) changes
_MOST_RUNS = 24  # runs by lines in an attempt, at most
_MOST_SWAPS = 300  # known swaps passed to a run, at most: it checks them after each step


class PictureTask(NamedTuple):
    """The picture to mend, and the cells that can be repainted."""

    drawn: Puzzle
    """The puzzle of the picture."""
    start: bytes
    costs: Sequence[int]
    """Cost of repainting each cell; 0: it keeps its colour."""
    is_unique: bool
    """The clues must have one solution; otherwise lines must settle them."""
    images: Sequence[int] = ()
    """For each cell one that is repainted with it, or -1; empty: there is none."""


class Mending(NamedTuple):
    """The state after a run."""

    best: bytes | None
    """The cheapest repair."""
    met: list[tuple[bytes, bytes]]
    """Pictures met by the run, each with another solution of its clues."""


class Mender:
    """Anneals one picture, run by run."""

    def __init__(self, task: PictureTask, seed: int = 0) -> None:
        self._task, self._seed = task, seed
        self._frame = Board(task.drawn)
        self._costs = array("i", task.costs).tobytes()
        self._images = array("i", task.images).tobytes()
        self.runs = 0
        self.steps = 0
        """Pictures judged so far."""
        self._speed: float = _FIRST_SPEED

    def run(self, best: bytes | None, swaps: Collection[Mapping[int, int]], clock: Clock) -> Mending:
        """Does the next run; `best` is the cheapest repair so far, `swaps` are known swaps of earlier pictures.

        A run is shortened so that it ends before the time does. Raises `OutOfReach`.
        """
        clock.tick()
        steps = self._steps()
        before = clock.left
        if before is not None:
            steps = min(steps, max(_LEAST_STEPS, int(self._speed * before)))
        self.steps += steps
        mending = self._mended(best, swaps, steps, clock.tick)
        self.runs += 1
        if before is not None:
            self._speed = steps / max(before - (clock.left or 0), 1e-4)
        return mending

    def _mended(
        self,
        best: bytes | None,
        swaps: Collection[Mapping[int, int]],
        steps: int,
        tick: Callable[[], None],
    ) -> Mending:
        task, solver, seed = self._task, self._frame.solver, _SEEDS * self._seed + self.runs
        if not knows_techniques(solver):
            return Mending(_reference(task, best, seed, steps, tick), [])
        run = int(self.searches()) if task.is_unique and best else self.runs
        cost = -1 if best is None else cost_of(task.costs, task.start, best)
        flat_swaps = array("i")
        for swap in list(swaps)[-_MOST_SWAPS:]:
            flat_swaps.extend([len(swap), *sorted(swap), *(swap[cell] for cell in sorted(swap))])
        mended, cost, met = solver.mend(
            self._frame.candidates,
            task.start,
            task.start if best is None else best,
            cost,
            (task.is_unique, run, seed + 1, steps),
            self._costs,
            self._images,
            flat_swaps.tobytes(),
            tick,
        )
        return Mending(None if cost < 0 else mended, met)

    def searches(self) -> bool:
        """Returns True if the next run that spares changes uses lines and searches, False if it uses swaps."""
        return self.runs % _SPARING_TURN == _SPARING_TURN - 1

    def _steps(self) -> int:
        if self._task.is_unique:
            return _STEPS if self.searches() else _SWAP_STEPS
        return _FIRST_STEPS if not self.runs else _LATE_STEPS if self.runs >= _EARLY else _STEPS


@dataclass(slots=True)
class _Series:
    """Runs of one kind, and their best repair."""

    mender: Mender
    patience: int
    """Fruitless runs after which the series is over."""
    best: bytes | None = None
    fruitless: int = 0
    """Runs in turn without a better repair."""

    def is_over(self) -> bool:
        return self.fruitless >= self.patience or (self.best is None and self.mender.runs >= _MOST_RUNS)


class Attempt:
    """A series of runs with its own seed, from the original picture until repairs stop improving.

    A repair that lines settle has one solution, so both goals begin with runs by lines. If only uniqueness is wanted,
    these then take turns with runs that spare changes: those needed only for line solving are undone. Most of these
    runs use swaps and begin at different repairs, since the order of undoing decides the result; the others search,
    from the best repair.
    """

    def __init__(self, task: PictureTask, seed: int) -> None:
        self._task = task
        self._by_lines = _Series(Mender(task._replace(is_unique=False), seed), _PATIENCE)
        self._sparing = _Series(Mender(task, seed), _SPARING_PATIENCE) if task.is_unique else None
        self._repairs: list[bytes] = []  # repairs that lines settle
        self._turn = 0
        self.ends = False
        """Set when little time is left: then, if there is a repair, changes are spared only."""

    @property
    def steps(self) -> int:
        """Pictures judged so far."""
        return self._by_lines.mender.steps + (self._sparing.mender.steps if self._sparing else 0)

    def run(self, swaps: Collection[Mapping[int, int]], clock: Clock) -> Mending | None:
        """Does the next run with the known swaps; None if the attempt is over. Raises `OutOfReach`."""
        series = self._next()
        if series is None:
            return None
        before = series.best
        mending = series.mender.run(self._start(series), swaps, clock)
        series.best = self._cheaper(before, mending.best)
        if series.best is None or series.best != before:
            series.fruitless = 0
            if series.best and series is self._by_lines:
                self._note(series.best)
        else:
            series.fruitless += 1
        return mending

    def _note(self, repair: bytes) -> None:
        """Records a repair that lines settle, as a start for runs that spare changes."""
        self._repairs.append(repair)
        if self._sparing:
            self._sparing.best = self._cheaper(self._sparing.best, repair)
            self._sparing.fruitless = 0

    def _start(self, series: _Series) -> bytes | None:
        """Returns the repair from which the next run begins."""
        if series is self._by_lines or series.mender.searches():
            return series.best
        return self._repairs[-1 - series.mender.runs % len(self._repairs)]

    def _next(self) -> _Series | None:
        """Returns the series whose turn it is; None if all are over."""
        series = self._by_lines
        if self._sparing and series.best:
            self._turn += 1
            is_their_turn = self.ends or self._turn % (_LINES_TURN + _SPARING_TURN) >= _LINES_TURN
            if series.is_over() or (is_their_turn and not self._sparing.is_over()):
                series = self._sparing
        return None if series.is_over() else series

    def _cheaper(self, one: bytes | None, other: bytes | None) -> bytes | None:
        """Returns the cheaper of two repairs; the first one if they cost the same."""
        if one is None or other is None:
            return one or other
        task = self._task
        return other if cost_of(task.costs, task.start, other) < cost_of(task.costs, task.start, one) else one


def cost_of(costs: Sequence[int], start: bytes, cells: bytes) -> int:
    """Returns the sum of the costs of the cells in which two pictures differ."""
    return sum(cost for cost, one, other in zip(costs, start, cells, strict=True) if one != other)


def _reference(
    task: PictureTask, best: bytes | None, seed: int, steps: int, tick: Callable[[], None]
) -> bytes | None:
    """Does a run of the reference, which repaints one cell and its image per step; returns the cheapest repair."""
    random, cells = Random(seed), bytes(task.start if best is None else best)
    open_cells = _open(task, cells, tick)
    steps = steps // _REFERENCE_STEPS
    mean = sum(task.costs) / max(1, sum(cost > 0 for cost in task.costs))
    energy = cost_of(task.costs, task.start, cells) + mean * (
        _SLOPE * sqrt(len(open_cells)) + len(open_cells)
    )
    for step in range(steps):
        other = _repainted(task, cells, random, open_cells)
        if other is None:
            continue
        left, cost = _open(task, other, tick), cost_of(task.costs, task.start, other)
        if not left and (best is None or cost < cost_of(task.costs, task.start, best)):
            best = other
        after = cost + mean * (_SLOPE * sqrt(len(left)) + len(left))
        if after <= energy + mean * exp(-3 * step / steps) * random.random():
            cells, open_cells, energy = other, left, after
    return best


def _open(task: PictureTask, cells: bytes, tick: Callable[[], None]) -> list[int]:
    tick()
    board = Board(Grid._of(task.drawn, cells).puzzle_like(task.drawn))
    propagate(board, tick=tick)
    return [cell for cell in range(board.cells) if len(board.colours_of(cell)) > 1]


def _repainted(task: PictureTask, cells: bytes, random: Random, open_cells: Sequence[int]) -> bytes | None:
    """Returns a picture with one cell repainted, mostly an open or a changed one; None if that cell must keep its colour."""
    changed = [at for at, (one, other) in enumerate(zip(task.start, cells, strict=True)) if one != other]
    undo = bool(changed) and random.random() < 0.4
    cell = random.choice(changed if undo else open_cells or range(len(cells)))
    new_colours = [colour for colour in range(len(task.drawn.palette)) if colour != cells[cell]]
    colour = task.start[cell] if undo else random.choice(new_colours)
    other = bytearray(cells)
    for own in _with_image(task, cell):
        if colour != task.start[own] and not task.costs[own]:
            return None
        other[own] = colour
    return bytes(other)


def _with_image(task: PictureTask, cell: int) -> Iterator[int]:
    yield cell
    if task.images and task.images[cell] >= 0:
        yield task.images[cell]
