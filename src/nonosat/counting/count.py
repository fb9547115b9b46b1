"""The number of solutions: exact if possible, otherwise a lower bound.

It is the product over the regions (`nonosat.counting.explore`). The diagram of a compiled region has
its count. For a larger region two methods run at the same time: component caching in a child process, and here a sweep
that keeps one frontier only. The sweep keeps all states, in arrays, if there are not too many; otherwise a growing number
of them, those that promise the most solutions, which gives a lower bound that includes all known solutions. When time
is up the larger lower bound counts.

Counts grids, not placements of blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic
from typing import TYPE_CHECKING

from nonosat.counting.completions import Guesses, guesses
from nonosat.counting.component_caching import Counting
from nonosat.counting.explore import Exploration, Part, explore
from nonosat.counting.frontier import Ordering, TooManyStates, count_solutions, orderings
from nonosat.counting.regions import fixed_as_in
from nonosat.counting.segments import Tick
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import ProvedVerdict, Verdict
from nonosat.support.arguments import question
from nonosat.support.children.processes import memory_share, run_limited
from nonosat.support.end import ALL_KNOWN, End, OutOfReach, Stopped
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.longint import LongInt
from nonosat.support.packages import importable
from nonosat.support.results import END, Answer, Result, Work

if TYPE_CHECKING:
    from nonosat.records.shared_types import CountOf, Exact, LineSolvable

# states kept for a lower bound (first, last sweep), and approximate bytes per state
_FIRST_WIDTH, _LAST_WIDTH, _STATE_BYTES = 500, 2_000_000, 200

_EXPLORED = 0.3  # share of the time in which regions are looked for

# maximum number of states of a frontier in arrays, and approximate bytes per state
_WIDEST, _WIDE_STATE_BYTES = 8_000_000, 60


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


@dataclass(frozen=True, repr=False, eq=False)
class Count(Answer):
    """Answer to `count`: the number of solutions."""

    puzzle: Puzzle
    verdict: ProvedVerdict
    count: CountOf
    exact: Exact
    regions: tuple[RegionCount, ...]
    line_solvable: LineSolvable

    MEMBERS = ("verdict", "line_solvable", "count", "exact", *END)


@question
def count(
    puzzle: Puzzle, *, limit: Limit | None = None, seconds: float | None = None, memory: int | None = None
) -> Count:
    """Counts the solutions of the puzzle: exactly or, if a limit (seconds, memory) is hit, from below.

    Without a limit it can take very long. Raises `PuzzleError` for a misstated puzzle, `UsageError` for other limits.

    >>> count(Puzzle(rows=[[1]] * 4, columns=[[1]] * 4)).count
    24
    """
    return run_limited(_count, puzzle, limit=limit_of(limit, seconds, memory))


def _count(puzzle: Puzzle, *, clock: Clock) -> Count:
    began = monotonic()

    def note(exploration: Exploration) -> None:
        clock.note(lambda: count_of(exploration, None, began))

    observer = note if clock.is_noted else None
    # a count needs no proof that each open cell is open: sweeps get most of the time
    explored = explore(puzzle, clock.part(share=_EXPLORED), observer=observer)
    if explored.end.stopped is Stopped.SECONDS and not clock.over:
        if explored.parts is None:  # nothing can be counted yet
            explored = explore(puzzle, clock, observer=observer)
        else:
            explored.end = ALL_KNOWN
    return count_of(explored, clock, began, clock.note)


def count_of(
    exploration: Exploration,
    clock: Clock | None,
    began: float,
    note: Callable[[Callable[[], Count]], None] = lambda _: None,
) -> Count:
    """Returns the number of solutions of an explored puzzle. Without a clock nothing more is counted.

    `note` is called whenever the count of a region improves, with a function that returns the whole count.
    """
    work = Work(began)
    work.stop(exploration.end)
    parts = () if exploration.solvable is False else exploration.parts or ()
    counts = {part.region.cells: _known_count(exploration, part) for part in parts}

    def improve(count: RegionCount) -> None:
        counts[count.cells] = count
        note(lambda: _product(exploration, counts, work))

    for part in sorted(parts, key=lambda part: len(part.region.cells)):
        if clock is None:
            break
        counted = counts[part.region.cells]
        if not counted.exact:
            counted = counts[counted.cells] = _region_count(exploration, part, counted, clock, improve)
        if counted.exact:
            continue
        if clock.over:
            work.stop(End(clock.over.stopped, work.detail))
        elif clock.limit.memory is not None:  # other counters would exceed it
            work.stop(End(Stopped.MEMORY))
    return _product(exploration, counts, work)


def _product(exploration: Exploration, counts: Mapping[tuple[int, ...], RegionCount], work: Work) -> Count:
    """Returns the count of the whole puzzle."""
    regions = [counts[cells] for cells in sorted(counts)]
    total = 1 if exploration.solvable else 0
    for region in regions:
        total *= region.count
    total = max(total, len(set(exploration.witnesses)))
    settled = exploration.solvable is not None and exploration.parts is not None
    exact = settled and all(region.exact for region in regions)
    verdict = exploration.verdict
    if total > 1:
        verdict = Verdict.MULTIPLE
    elif exact:
        verdict = Verdict.UNIQUE if total else Verdict.UNSOLVABLE
    return Count(
        exploration.puzzle,
        verdict,
        LongInt(total),
        exact,
        tuple(regions),
        exploration.line_solvable,
        **work.fields(),
    )


class _Finished(Exception):
    """Raised once another counter has a result."""


def _known_count(exploration: Exploration, part: Part) -> RegionCount:
    """Returns the number of solutions of one region as far as the exploration knows it."""
    cells = part.region.cells
    if part.diagram is not None:
        return RegionCount(cells, part.diagram.count, True, CountMethod.COMPILED)
    distinct = {bytes(map(witness.__getitem__, cells)) for witness in exploration.witnesses}
    separate = len(exploration.separate_cycles(part.region))  # each cycle can be exchanged or not
    number = max(len(distinct), 2**separate if separate else 0)
    return RegionCount(cells, LongInt(number), False, CountMethod.FOUND)


def _region_count(
    exploration: Exploration,
    part: Part,
    best: RegionCount,
    clock: Clock,
    improve: Callable[[RegionCount], None],
) -> RegionCount:
    """Counts the solutions of one region by the method that finishes first; `improve` gets better bounds meanwhile."""
    cells, witnesses = part.region.cells, exploration.witnesses
    if not witnesses or clock.over:
        return best
    with suppress(OutOfReach):
        elsewhere = set(range(exploration.board.cells)) - set(cells)
        board = fixed_as_in(witnesses[0], exploration.board, elsewhere, clock.tick)
        memory = clock.limit.memory and memory_share(clock.limit.memory, among=2)
        with Counting(board, witnesses[0], memory) as counting:
            best = _by_frontiers(exploration, part, clock, best, counting, improve)
            if not best.exact:
                counting.wait(clock.left)
                if counting.result is not None:
                    best = RegionCount(cells, LongInt(counting.result), True, CountMethod.SEARCHED)
                elif counting.at_least > best.count:
                    best = RegionCount(cells, LongInt(counting.at_least), False, CountMethod.SEARCHED)
    return best


class _Way:
    """A way to sweep a region, with the last bound; mutable."""

    def __init__(self, ordering: Ordering, is_guessed: bool) -> None:
        self._ordering = ordering
        self._is_guessed = is_guessed
        self._guesses: Guesses | None = None
        self.bound = 0

    def sweep(self, width: int, witnesses: Sequence[bytes], tick: Tick) -> bool:
        """Sweeps with that many states; returns True if the bound is the number of solutions."""
        if self._is_guessed and self._guesses is None:
            self._guesses = guesses(self._ordering.segments, tick=tick)
        self.bound, exact = count_solutions(
            self._ordering, width=width, witnesses=witnesses, guesses=self._guesses, tick=tick
        )
        return exact


def _by_frontiers(
    exploration: Exploration,
    part: Part,
    clock: Clock,
    best: RegionCount,
    counting: Counting,
    improve: Callable[[RegionCount], None],
) -> RegionCount:
    """Sweeps with more and more states until a sweep is exact, time is up, or another counter is done.

    States are kept by partial colourings alone and with guessed completions, in two orders of the cells; wider sweeps go
    on with the two ways that have the largest bounds. After the first, quick sweeps, one with numpy arrays keeps all
    states (if numpy is installed).
    """

    def check() -> None:
        clock.tick()
        if counting.finished:
            raise _Finished

    cells = part.region.cells
    width, widest = _FIRST_WIDTH, clock.capacity(_WIDEST, _WIDE_STATE_BYTES)
    try:
        orders = orderings(part.region, exploration.board, tick=check)[:2]
        ways = [_Way(ordering, is_guessed) for ordering in orders for is_guessed in (True, False)]
        while width <= clock.capacity(_LAST_WIDTH, _STATE_BYTES):
            for way in ways:
                exact = way.sweep(width, exploration.witnesses, check)
                if exact or way.bound > best.count:
                    best = RegionCount(cells, LongInt(way.bound), exact, CountMethod.SWEPT)
                    improve(best)
                if exact:
                    return best
            ways = sorted(ways, key=lambda way: -way.bound)[:2]
            if width == _FIRST_WIDTH and importable("numpy"):
                from nonosat.counting import frontier_numpy

                for ordering in orders:
                    with suppress(TooManyStates):
                        number = frontier_numpy.count_solutions(ordering, states=widest, tick=check)
                        return RegionCount(cells, LongInt(number), True, CountMethod.SWEPT)
            width *= 4
    except (OutOfReach, _Finished):
        pass
    return best
