"""The number of solutions: exact if possible, otherwise a lower bound.

It is the product over the regions (`nonosat.counting.explore`). The diagram of a compiled region has
its count. For a larger region several methods take turns (`nonosat.counting.race`); when time is up the largest lower bound
counts, which includes all known solutions. Then an estimate says more (`nonosat.counting.estimates`): what is proved is often
many orders of magnitude too small.

Counts grids, not placements of blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from nonosat.counting.estimates import CountEstimate, estimate_of
from nonosat.counting.explore import Exploration, Part, explore
from nonosat.counting.race import CountMethod, Race, RegionCount
from nonosat.counting.telling import Telling
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import ProvedVerdict, Verdict
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import ALL_KNOWN, End, OutOfReach, Stopped
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.longint import LongInt
from nonosat.support.results import ABSENT, END, OPTIONAL, Answer, Work, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import CountOf, Exact, LineSolvable

_EXPLORED = 0.3  # share of the time in which regions are looked for
_FIRST_TURNS = 2  # turns for every region before one gets more


@dataclass(frozen=True, repr=False, eq=False)
class Count(Answer):
    """Answer to `count`: the number of solutions."""

    puzzle: Puzzle
    verdict: ProvedVerdict
    count: CountOf
    exact: Exact
    regions: tuple[RegionCount, ...]
    line_solvable: LineSolvable
    estimate: CountEstimate | None = None
    """How many solutions there probably are, if the count is not exact; None, too, if samples were not good enough."""
    likely_at_least: LongInt | None = None
    """With an estimate: the number of solutions is at least this with a probability of 99.9 %."""

    _MEMBERS = ("verdict", "line_solvable", "count", "exact", "estimate", "likely_at_least", *END)

    @member
    def _estimate(
        self,
    ) -> Annotated[
        CountEstimate,
        OPTIONAL,
        "How many solutions there probably are, if the count is not exact and samples were good enough; not proved.",
    ]:
        return ABSENT if self.estimate is None else self.estimate

    @member
    def _likely_at_least(
        self,
    ) -> Annotated[
        LongInt,
        OPTIONAL,
        "With `estimate`: the number of solutions is at least this with a probability of 99.9 %.",
    ]:
        return ABSENT if self.likely_at_least is None else self.likely_at_least


@question
def count(
    puzzle: Puzzle,
    *,
    exact: Annotated[
        bool,
        "Spend all time on the exact number and on what is proved, without an estimate.",
    ] = False,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[Count], None] | None = None,
) -> Count:
    """Counts the solutions of the puzzle: exactly or, if a limit (seconds, memory) is hit, from below.

    Then there is an estimate, too, unless the count should be `exact` or samples were not good enough: the mean of independent
    random runs, the same for the same puzzle and states. Without a limit a count can take very long. The observer gets
    bounds as they rise, once a second at most. Raises `PuzzleError` for a misstated puzzle, `UsageError` for other limits.

    >>> count(Puzzle(rows=[[1]] * 4, columns=[[1]] * 4)).count
    24
    """
    return run_limited(_count, puzzle, exact, limit=limit_of(limit, seconds, memory), observer=observer)


def _count(
    puzzle: Puzzle, exact: bool, *, clock: Clock, observer: Callable[[Count], None] | None = None
) -> Count:
    began = monotonic()
    tell = Telling[Count](clock, observer, lambda count: (count.count, count.estimate))

    def show(exploration: Exploration) -> None:
        tell(lambda: count_of(exploration, None, began))

    shown = show if tell.is_wanted else None
    # a count needs no proof that each open cell is open: sweeps get most of the time
    explored = explore(puzzle, clock.part(share=_EXPLORED), observer=shown)
    if explored.end.stopped is Stopped.SECONDS and not clock.over:
        if explored.parts is None:  # nothing can be counted yet
            explored = explore(puzzle, clock, observer=shown)
        else:
            explored.end = ALL_KNOWN
    return count_of(explored, clock, began, tell, estimates=not exact)


def count_of(
    exploration: Exploration,
    clock: Clock | None,
    began: float,
    note: Callable[[Callable[[], Count]], None] = lambda _: None,
    *,
    estimates: bool = False,
) -> Count:
    """Returns the number of solutions of an explored puzzle. Without a clock nothing more is counted.

    `note` is called whenever the count of a region improves, or its estimate, with a function that returns the whole count.
    """
    work = Work(began)
    work.stop(exploration.end)
    parts = () if exploration.solvable is False else exploration.parts or ()
    counts = {part.region.cells: _known_count(exploration, part) for part in parts}

    def improve(count: RegionCount) -> None:
        counts[count.cells] = count
        note(lambda: _product(exploration, counts, races, work))

    races = [
        Race(exploration, part.region, counts[part.region.cells], improve, estimates=estimates)
        for part in sorted(parts, key=lambda part: len(part.region.cells))
        if clock and exploration.witnesses and not counts[part.region.cells].exact
    ]
    if clock:
        _count_regions(races, clock)
        if not all(count.exact for count in counts.values()):
            if clock.over:
                work.stop(End(clock.over.stopped, work.detail))
            elif clock.limit.memory is not None:  # other counters would exceed it
                work.stop(End(Stopped.MEMORY))
    return _product(exploration, counts, races, work)


def _count_regions(races: Sequence[Race], clock: Clock) -> None:
    """Counts each region: first a few turns for all, so that none is left without a bound, then one after the other."""
    with suppress(OutOfReach):
        for _ in range(_FIRST_TURNS):
            for race in races:
                if not race.best.exact:
                    race.turn(clock, clock.tick)
    left = [race for race in races if not race.best.exact]
    for number, race in enumerate(left):
        if not clock.over:
            with suppress(OutOfReach):
                race.finish(clock.part(share=1 / (len(left) - number)))


def _product(
    exploration: Exploration,
    counts: Mapping[tuple[int, ...], RegionCount],
    races: Sequence[Race],
    work: Work,
) -> Count:
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
    estimate, likely_at_least = (None, None) if exact else _estimate(regions, races, total)
    return Count(
        exploration.puzzle,
        verdict,
        LongInt(total),
        exact,
        tuple(regions),
        exploration.line_solvable,
        estimate,
        likely_at_least,
        **work.fields(),
    )


def _estimate(
    regions: Sequence[RegionCount], races: Sequence[Race], proved: int
) -> tuple[CountEstimate, LongInt] | tuple[None, None]:
    """Returns the estimate of the whole puzzle if each region without an exact count has one."""
    sets = [race.runs for race in races if race.runs and not race.best.exact]
    if len(sets) < sum(not region.exact for region in regions):
        return None, None
    counted = prod(region.count for region in regions if region.exact)
    # a set of runs makes a new set of sets, and so does a region that is exact after all
    tries = 1 - len(sets) + sum(race.sets + race.best.exact for race in races if race.sets)
    return estimate_of(sets, counted, proved, tries)


def _known_count(exploration: Exploration, part: Part) -> RegionCount:
    """Returns the number of solutions of one region as far as the exploration knows it."""
    cells = part.region.cells
    if part.diagram is not None:
        return RegionCount(cells, part.diagram.count, True, CountMethod.COMPILED)
    distinct = {bytes(map(witness.__getitem__, cells)) for witness in exploration.witnesses}
    separate = len(exploration.separate_cycles(part.region))  # each cycle can be exchanged or not
    number = max(len(distinct), 2**separate if separate else 0)
    return RegionCount(cells, LongInt(number), False, CountMethod.FOUND)
