"""Counts one region by several methods in turn, with more states each time.

No method wins everywhere. A sweep from one end that keeps all states ends first if few states are reachable; one from both ends,
in numpy arrays (if numpy is installed), if the frontier is narrow in the middle. A sweep that keeps the most promising states (a
beam) gives a lower bound, with guessed completions or without. So each turn gives all of them about as much time, and
four times as many states as the turn before: all earlier turns together take a third of the time of the last.

Component caching, which wins on few regions and takes minutes there, runs in a child process meanwhile, once the first turns
have failed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from math import log2

from nonosat.counting.completions import Guesses, guesses
from nonosat.counting.component_caching import Counting
from nonosat.counting.estimates import PRECISE_BITS, RunSet, run_set
from nonosat.counting.explore import Exploration
from nonosat.counting.frontier import Ordering, TooManyStates, orderings
from nonosat.counting.regions import Region, fixed_as_in
from nonosat.counting.segments import Tick
from nonosat.counting.sweeps import count_solutions
from nonosat.lines.compiled import sweep
from nonosat.support.children.processes import memory_share
from nonosat.support.limits import Clock
from nonosat.support.longint import LongInt
from nonosat.support.packages import importable
from nonosat.support.results import Result

# States that a beam keeps in the first and in the last turn, and approximate bytes per state
_FIRST_WIDTH, _LAST_WIDTH, _STATE_BYTES = 5000 if sweep else 500, 2_000_000, 200
_GROWTH = 4

# The same for a sweep in arrays, which takes about as long
_FIRST_ARRAY, _WIDEST, _WIDE_STATE_BYTES = 500_000, 8_000_000, 60


class CountMethod(StrEnum):
    """Method that counted a region."""

    COMPILED = "compiled"
    """Decision diagram."""
    SWEPT = "swept"
    """Sweep that keeps one frontier at a time."""
    SEARCHED = "searched"
    """Search with component caching."""
    FOUND = "found"
    """Number of distinct solutions known."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class RegionCount(Result):
    """Number of solutions of a region; a lower bound unless `exact`."""

    cells: tuple[int, ...]
    count: LongInt
    exact: bool
    method: CountMethod


class _Beam:
    """Sweeps of a region in one order that keep a bounded number of states; mutable."""

    def __init__(self, ordering: Ordering, guesses: Guesses | None) -> None:
        self.ordering = ordering
        self.guesses = guesses
        self.bound = 0

    def sweep(self, width: int, witnesses: Sequence[bytes], tick: Tick) -> bool:
        """Sweeps with that many states; returns True if the bound is the number of solutions."""
        self.bound, exact = count_solutions(
            self.ordering, width=width, witnesses=witnesses, guesses=self.guesses, tick=tick
        )
        return exact


class Race:
    """The count of a region for which a solution is known; mutable.

    `best` is the best count so far. `runs` is the last of `sets` sets of estimates, None before the first. `improve` is called
    with better counts, and after each set.
    """

    def __init__(
        self,
        exploration: Exploration,
        region: Region,
        best: RegionCount,
        improve: Callable[[RegionCount], None],
        *,
        estimates: bool,
    ) -> None:
        self.best = best
        self.runs: RunSet | None = None
        self._exploration = exploration
        self._region = region
        self._improve = improve
        self._estimates = estimates
        self.sets = 0
        self._width, self._array = _FIRST_WIDTH, _FIRST_ARRAY
        self._orders: list[Ordering] = []
        self._beams: list[_Beam] = []
        self._swept_array = 0  # states of the last sweep in arrays
        self._sampled: tuple[Ordering, Guesses] | None = (
            None  # for estimates: those of the best beam of the first turn
        )

    def finish(self, clock: Clock) -> None:
        """Takes turns until one is exact, or the limit is hit; raises `OutOfReach` then."""
        elsewhere = set(range(self._exploration.board.cells)) - set(self._region.cells)
        witness = self._exploration.witnesses[0]
        board = fixed_as_in(witness, self._exploration.board, elsewhere, clock.tick)
        memory = clock.limit.memory and memory_share(clock.limit.memory, among=2)
        with Counting(board, witness, memory) as counting:

            def check() -> None:
                clock.tick()
                if counting.finished:
                    raise _Finished

            try:
                while not self.best.exact and self._width <= clock.capacity(_LAST_WIDTH, _STATE_BYTES):
                    self.turn(clock, check)
                if not self.best.exact:
                    counting.wait(clock.left)
            except _Finished:
                pass
            finally:
                if counting.result is not None:
                    self._take(counting.result, True, CountMethod.SEARCHED)
                self._take(counting.at_least, False, CountMethod.SEARCHED)

    def turn(self, clock: Clock, tick: Tick) -> None:
        """Takes one turn with each method that is left; `tick` can raise to give up."""
        is_first = self._width == _FIRST_WIDTH
        if is_first:
            self._begin(tick)
        width = clock.capacity(self._width, _STATE_BYTES)
        states = clock.capacity(min(self._array, _WIDEST), _WIDE_STATE_BYTES)
        self._width, self._array = _GROWTH * self._width, _GROWTH * self._array
        for beam in self._beams:
            exact = beam.sweep(width, self._exploration.witnesses, tick)
            self._take(beam.bound, exact, CountMethod.SWEPT)
            if exact:
                return
        best_first = sorted(self._beams, key=lambda beam: -beam.bound)
        if is_first:
            self._sampled = next(((beam.ordering, beam.guesses) for beam in best_first if beam.guesses), None)
        self._beams = best_first[:2]
        if self._estimates:
            self._estimate(width // _GROWTH, tick)
        self._sweep_arrays(states, tick)

    def _begin(self, tick: Tick) -> None:
        """Orders the cells, in the two best ways."""
        self._orders = orderings(self._region, self._exploration.board, tick=tick)[:2]
        for ordering in self._orders:
            self._beams += [_Beam(ordering, guesses(ordering.segments, tick=tick)), _Beam(ordering, None)]

    def _sweep_arrays(self, states: int, tick: Tick) -> None:
        """Sweeps from both ends with that many states."""
        if states <= self._swept_array or not importable("numpy"):
            return
        from nonosat.counting import frontier_numpy

        self._swept_array = states
        for ordering in self._orders:
            with suppress(TooManyStates):
                number = frontier_numpy.count_solutions(ordering, states=states, tick=tick)
                self._take(number, True, CountMethod.SWEPT)
                return

    def _estimate(self, states: int, tick: Tick) -> None:
        """Makes a set of estimates, unless the last one is precise and above the proved bound."""
        if self._sampled is None or self.best.exact:
            return
        if (
            self.runs
            and self.runs.spread < PRECISE_BITS
            and max(self.runs.logarithms) > log2(self.best.count)
        ):
            return
        self.runs = run_set(*self._sampled, states=states, tick=tick)
        self.sets += 1
        self._improve(self.best)

    def _take(self, number: int, exact: bool, method: CountMethod) -> None:
        """Takes a count if it is better than the best."""
        if not self.best.exact and (exact or number > self.best.count):
            self.best = RegionCount(self._region.cells, LongInt(number), exact, method)
            self._improve(self.best)


class _Finished(Exception):
    """Raised once component caching has a result."""
