"""Repairs by annealing: the picture is repainted cell by cell until lines settle it, or until it has one solution.

The kernel does a run (`nonosat_mend`): some thousand steps, each a propagation from cached fixpoints. Work is
counted in steps, so results are the same on every machine.

Without the kernel a small reference is used, which finds repairs that lines settle.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import exp, sqrt
from random import Random
from time import perf_counter
from typing import NamedTuple

from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.lines.solver import knows_techniques
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.limits import Clock

# steps of the first run, of later ones, of the last ones, and of those by swaps: a repair comes early, and improves later
_FIRST_STEPS, _STEPS, _LATE_STEPS, _SWAP_STEPS = 6000, 12_000, 30_000, 3000
_EARLY = 4  # runs before the last ones
_REFERENCE_STEPS = 40  # steps of the kernel for one of the reference
_SLOPE = 1.5  # as in the kernel
_LEAST_STEPS = 200
_FIRST_SPEED = 20_000  # steps a second, before it is measured
_MOST_SWAPS = 300  # known swaps that a run gets: it looks at them after each step


class PictureTask(NamedTuple):
    """The picture to mend, and what may be repainted."""

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

    def __init__(self, task: PictureTask) -> None:
        self._task = task
        self._frame = Board(task.drawn)
        self._costs = array("i", task.costs).tobytes()
        self._images = array("i", task.images).tobytes()
        self.runs = 0
        self.steps = 0
        """Pictures judged so far."""
        self._speed: float = _FIRST_SPEED

    def run(self, best: bytes | None, swaps: Collection[Mapping[int, int]], clock: Clock) -> Mending:
        """Does the next run; `best` is the cheapest repair so far, `swaps` are known swaps of pictures met before.

        A run is shortened so that it ends before the time does. Raises `OutOfReach`.
        """
        clock.tick()
        number = self.runs
        self.runs += 1
        steps = self._steps(number)
        if clock.left is not None:
            steps = min(steps, max(_LEAST_STEPS, int(self._speed * clock.left)))
        self.steps += steps
        began = perf_counter()
        mending = self._mended(best, swaps, number, steps, clock.tick)
        self._speed = steps / max(perf_counter() - began, 1e-4)
        return mending

    def _mended(
        self,
        best: bytes | None,
        swaps: Collection[Mapping[int, int]],
        number: int,
        steps: int,
        tick: Callable[[], None],
    ) -> Mending:
        task, solver = self._task, self._frame.solver
        if not knows_techniques(solver):
            return Mending(_reference(task, best, number, steps, tick), [])
        cost = -1 if best is None else cost_of(task.costs, task.start, best)
        known = array("i")
        for swap in list(swaps)[-_MOST_SWAPS:]:
            known.extend([len(swap), *sorted(swap), *(swap[cell] for cell in sorted(swap))])
        mended, cost, met = solver.mend(
            self._frame.candidates,
            task.start,
            task.start if best is None else best,
            cost,
            (task.is_unique, number, number + 1, steps),
            self._costs,
            self._images,
            known.tobytes(),
            tick,
        )
        return Mending(None if cost < 0 else mended, met)

    def _steps(self, number: int) -> int:
        if self._task.is_unique:
            return _STEPS if number % 2 else _SWAP_STEPS
        return _FIRST_STEPS if not number else _LATE_STEPS if number >= _EARLY else _STEPS


def cost_of(costs: Sequence[int], start: bytes, cells: bytes) -> int:
    """Returns the sum of the costs of the cells in which two pictures differ."""
    return sum(cost for cost, one, other in zip(costs, start, cells, strict=True) if one != other)


def _reference(
    task: PictureTask, best: bytes | None, number: int, steps: int, tick: Callable[[], None]
) -> bytes | None:
    """A run of the reference: one cell and its image a step, towards few open cells; returns the cheapest repair."""
    random, cells = Random(number), bytes(task.start if best is None else best)
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
    board = Board(Grid.of(task.drawn, cells).puzzle_like(task.drawn))
    propagate(board, tick=tick)
    return [cell for cell in range(board.cells) if len(board.colours_of(cell)) > 1]


def _repainted(task: PictureTask, cells: bytes, random: Random, open_cells: Sequence[int]) -> bytes | None:
    """Returns a picture with a cell repainted, mostly an open one or a changed one; None if it must not be."""
    changed = [at for at, (one, other) in enumerate(zip(task.start, cells, strict=True)) if one != other]
    undo = bool(changed) and random.random() < 0.4
    cell = random.choice(changed if undo else open_cells or range(len(cells)))
    others = [colour for colour in range(len(task.drawn.palette)) if colour != cells[cell]]
    colour = task.start[cell] if undo else random.choice(others)
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
