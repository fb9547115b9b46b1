"""How many solutions a puzzle has: exactly where that can be done, else at least how many.

The solutions are the product of those of the regions (see `nonosat.questions.solution_space.explore`). The diagram of a
compiled region knows their number. Where a region is too large for a diagram, more methods work at the same
time: a search that remembers what it has counted and the model counter Ganak, if that is installed, each in a
process of its own, and here a pass over the cells that keeps one frontier only. It keeps all states, in
arrays, if they are not too many; or else some of them, more each time, which gives a lower bound: known
solutions are never lost. What the search has counted when the time is up is another bound; the larger one counts.

Grids are counted, not ways to place the blocks.
"""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from time import monotonic
from typing import TYPE_CHECKING

from nonosat.foundation.arguments import question
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.foundation.longint import LongInt
from nonosat.foundation.packages import importable
from nonosat.foundation.results import Answer, Result, Work
from nonosat.foundation.workers.processes import answered
from nonosat.model.puzzle import Puzzle
from nonosat.questions.solution_space.explore import Exploration, Part, explore
from nonosat.questions.solution_space.frontier import TooManyStates, count_solutions, orderings
from nonosat.questions.solution_space.model_counters import EXTRA, Counting, installed
from nonosat.solving.engine.outcome import Verdict

if TYPE_CHECKING:
    from nonosat.records import answers as records

_FIRST_WIDTH, _LAST_WIDTH, _STATE_BYTES = 2000, 2_000_000, 200
"""States of a frontier that are kept for a lower bound, at first and at most, and the bytes of each."""

_WIDEST, _WIDE_STATE_BYTES = 8_000_000, 60
"""States that a frontier in arrays may have, and the bytes of each, about."""


class Method(StrEnum):
    """How a region's solutions were counted."""

    COMPILED = "compiled"
    """All of them at once, as a decision diagram."""
    SWEPT = "swept"
    """One frontier after the other."""
    SEARCHED = "searched"
    """One colour of a cell after the other, without counting any part twice."""
    GANAK = "ganak"
    """By the model counter."""
    FOUND = "found"
    """This many different ones are known."""


@dataclass(frozen=True, slots=True, repr=False)
class RegionCount(Result):
    """How many solutions a region has, or at least has."""

    cells: tuple[int, ...]
    count: LongInt
    exact: bool
    method: Method


@dataclass(frozen=True, slots=True, repr=False)
class Count(Answer):
    """How many solutions a puzzle has, or at least has where it is not `exact`."""

    puzzle: Puzzle
    verdict: Verdict
    count: LongInt
    exact: bool
    regions: tuple[RegionCount, ...]
    line_solvable: bool | None
    """Whether lines alone settle every cell; None if the time was up before."""
    notice: str | None
    """What would help where the count is not exact."""

    def to_json(self) -> records.Count:
        """Returns the record; see docs/json.md."""
        return {
            "verdict": self.verdict.value,
            "line_solvable": self.line_solvable,
            "count": str(self.count),
            "exact": self.exact,
            "notice": self.notice,
            "stopped": self.stopped,
            "detail": self.detail,
            "seconds": round(self.seconds, 6),
        }


@question
def count(
    puzzle: Puzzle, *, limit: Limit | None = None, seconds: float | None = None, memory: int | None = None
) -> Count:
    """How many solutions the puzzle has.

    Within a limit of seconds or memory the count is exact or, if that takes more, a lower bound. Without a
    limit it is exact if Ganak is installed, and may take very long. Raises `PuzzleError` for a puzzle that
    is misstated, and `UsageError` for other limits.

    >>> count(Puzzle(rows=[[1]] * 4, columns=[[1]] * 4)).count
    24
    """
    return answered(_count, puzzle, limit=limit_of(limit, seconds, memory))


def _count(puzzle: Puzzle, *, clock: Clock) -> Count:
    began = monotonic()
    return count_of(explore(puzzle, clock), clock, began)


def count_of(exploration: Exploration, clock: Clock, began: float) -> Count:
    """The number of solutions of an explored puzzle."""
    regions: list[RegionCount] = []
    work = Work(began)
    work.stop(exploration.stopped, exploration.detail)
    if exploration.solvable is not False and exploration.parts is not None:
        for part in sorted(exploration.parts, key=lambda part: len(part.region.cells)):
            found = _region_count(exploration, part, clock)
            regions.append(found)
            if not found.exact and clock.over:
                work.stop(clock.over.stopped, work.detail)
            elif not found.exact and clock.limit.memory is not None:  # it is what counters die of
                work.stop(Stopped.MEMORY)
        regions.sort(key=lambda region: region.cells)
    total = 1 if exploration.solvable else 0
    for region in regions:
        total *= region.count
    total = max(total, len(set(exploration.witnesses)))
    settled = exploration.solvable is not None and exploration.parts is not None
    exact = settled and all(region.exact for region in regions)
    large = any(not region.exact for region in regions)
    notice = f"the model counter Ganak may count exactly: {EXTRA}" if large and not installed() else None
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
        notice,
        **work.end,
    )


class _Finished(Exception):
    """Raised once a counter has a result, to end other work on the same number."""


def _region_count(exploration: Exploration, part: Part, clock: Clock) -> RegionCount:
    """The number of solutions of one region, by whichever method is first."""
    cells = part.region.cells
    if part.diagram is not None:
        return RegionCount(cells, part.diagram.count, True, Method.COMPILED)
    witnesses = exploration.witnesses
    known = {bytes(map(witness.__getitem__, cells)) for witness in witnesses}
    best = RegionCount(cells, LongInt(len(known)), False, Method.FOUND)
    if not witnesses or clock.over:
        return best
    with suppress(OutOfReach):
        board = exploration.board.copy()
        for cell in set(range(board.cells)) - set(cells):
            clock.tick()
            board.fix(cell, witnesses[0][cell])
        with Counting(board, witnesses[0], clock.limit.memory) as counting:
            best = _by_frontiers(exploration, part, clock, best, counting)
            if not best.exact:
                counting.wait(clock.left)
                if counting.result is not None:
                    best = RegionCount(cells, LongInt(counting.result), True, Method(counting.by))
                elif counting.at_least > best.count:
                    best = RegionCount(cells, LongInt(counting.at_least), False, Method.SEARCHED)
    return best


def _by_frontiers(
    exploration: Exploration, part: Part, clock: Clock, best: RegionCount, counting: Counting
) -> RegionCount:
    """Passes that keep more and more states, until one is exact, the time is up, or a counter has finished.

    After the first, which is quick, one keeps all states, if there are arrays.
    """

    def look() -> None:
        clock.tick()
        if counting.finished:
            raise _Finished

    cells = part.region.cells
    width, widest = _FIRST_WIDTH, clock.room(_WIDEST, _WIDE_STATE_BYTES)
    try:
        orders = orderings(part.region, exploration.board, tick=look)[:2]
        while width <= clock.room(_LAST_WIDTH, _STATE_BYTES):
            for ordering in orders:
                found, exact = count_solutions(
                    ordering, width=width, witnesses=exploration.witnesses, tick=look
                )
                if exact or found > best.count:
                    best = RegionCount(cells, LongInt(found), exact, Method.SWEPT)
                if exact:
                    return best
            if width == _FIRST_WIDTH and importable("numpy"):
                from nonosat.questions.solution_space import frontier_numpy

                for ordering in orders:
                    with suppress(TooManyStates):
                        found = frontier_numpy.count_solutions(ordering, states=widest, tick=look)
                        return RegionCount(cells, LongInt(found), True, Method.SWEPT)
            width *= 4
    except (OutOfReach, _Finished):
        pass
    return best
