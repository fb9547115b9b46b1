"""Difficulty figures of a puzzle.

- Minutes and stars of people: `nonosat.explaining.grading.people`.
- Steps of `nonosat.explaining.steps.explain` per technique, and the hardest technique needed: grade and difficulty.
- Line solving: the number of sweeps is, for line-solvable puzzles, the difficulty of K. J. Batenburg, S. Henstra,
  W. A. Kosters and W. J. Palenstijn, "Constructing simple Nonograms of varying difficulty", Pure Mathematics and
  Applications 20, 2009.
- Work of people: `effort`, the lines that they look at until each step is found.
- Conflicts of the solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from nonosat.explaining.grading.people import Estimate, Sweeps, estimate_of, swept
from nonosat.explaining.steps.easiest_chain import links_of
from nonosat.explaining.steps.explain import DEPTH, EFFORT, Depth, Explanation
from nonosat.explaining.steps.step import CONTRADICTION, SEARCH, Step
from nonosat.explaining.steps.techniques import RANK, TECHNIQUES, Grade, grade_of, hardest_of
from nonosat.model.puzzle import Puzzle
from nonosat.search.options import SearchOptions
from nonosat.search.outcome import ProvedVerdict, Verdict
from nonosat.search.questions import check
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import ALL_KNOWN, OutOfReach
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import Limited, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import LineSolvable


# names of reasons that compare all fillings of a line, or suppose a colour
_HARD = {technique.name for technique in TECHNIQUES if technique.grade > Grade.MEDIUM}


@dataclass(frozen=True, repr=False, eq=False)
class Rating(Limited):
    """Answer to `rate`: difficulty figures."""

    verdict: ProvedVerdict
    cells: Annotated[int, "Number of cells."]
    line_solvable: LineSolvable
    sweeps: Annotated[int, "Passes over all rows or all columns, up to the last that narrowed anything."]
    """Sweeps over all rows, then all columns and so on, up to the last one that narrowed anything.

    A sweep settles every row, or every column, by what was known before it; rows come first. (With columns
    first the number differs by one at most.) For a line-solvable puzzle this is Batenburg's difficulty.
    """
    stalled_cells: Annotated[int, "Cells open at the fixpoint of line solving."]
    techniques: tuple[tuple[str, int], ...]
    """Steps of `explain` per reason, from the simplest; contradictions, which are no technique, come last."""
    probed_cells: Annotated[int, "Cells settled or narrowed by probes."]
    probe_depth: Annotated[int, "Maximum nesting of assumptions."]
    search_cells: Annotated[int, "Cells settled by the solver only."]
    open_cells: Annotated[int, "Number of cells left."]
    """These cells differ between solutions, or a limit was hit."""
    conflicts: Annotated[int, "Conflicts of the solver."]
    """For the verdict; 0 for line-solvable puzzles."""
    effort: float
    """Estimated number of lines that a person reads.

    A step costs (L + 1) / (f + 1) lines if f of L unfinished lines imply anything new: the mean number read in random
    order up to the first of the f. Each link of a chain adds one.
    """
    estimate: Estimate | None
    """Minutes and stars of people; None unless the puzzle has one solution."""
    complete: Annotated[bool, "False if a limit was hit: figures are then lower bounds."]
    """True if everything that follows from the clues is explained."""

    _MEMBERS = (
        *("verdict", "line_solvable", "grade", *(f"estimate.{name}" for name in Estimate._MEMBERS)),
        *("difficulty", "hardest", "hard_share", "cells", "sweeps", "stalled_cells", "techniques"),
        *("probed_cells", "probe_depth", "search_cells", "open_cells", "conflicts", "effort", "complete"),
        *("stopped", "detail"),
    )

    @member
    def _difficulty(self) -> Annotated[float, "From 0 to 6; orders puzzles across grades."]:
        return round(self.difficulty, 3)

    @member
    def _hard_share(
        self,
    ) -> Annotated[float, "Share of steps that compare all fillings of a line, or suppose a colour."]:
        return round(self.hard_share, 3)

    @member
    def _techniques(
        self,
    ) -> Annotated[dict[str, int], "Steps of `explain` per technique, contradictions last."]:
        return dict(self.techniques)

    @member
    def _effort(self) -> Annotated[float, "Estimated number of lines that a person reads."]:
        return round(self.effort, 1)

    @property
    def minutes(self) -> float | None:
        """Minutes of the median player of griddlers.net; None if unknown."""
        return None if self.estimate is None else self.estimate.minutes

    @property
    def stars(self) -> float | None:
        """Difficulty from 1 to 5 that users of webpbn.com would give; None if unknown."""
        return None if self.estimate is None else self.estimate.stars

    @property
    def level(self) -> Grade:
        """The hardest grade among the steps, for any number of solutions."""
        return grade_of(self.hardest)

    @property
    def difficulty(self) -> float:
        """One figure to sort all puzzles by: the index of `level`, plus n / (n + 10) for n steps of that grade.

        For several solutions it rates the backbone, for none the contradiction.
        """
        steps = sum(
            number
            for name, number in self._without_contradictions
            if TECHNIQUES[RANK[name]].grade is self.level
        )
        return self.level.level + steps / (steps + 10)

    @property
    def hard_share(self) -> float:
        """Share of steps that compare all fillings of a line, or suppose a colour."""
        hard = sum(number for name, number in self._without_contradictions if name in _HARD)
        return hard / max(1, sum(number for _, number in self._without_contradictions))

    @property
    def hardest(self) -> Annotated[str | None, "Hardest technique needed."]:
        """The last reason of the hardest grade; None if nothing follows."""
        return hardest_of(name for name, _ in self.techniques)

    @property
    def _without_contradictions(self) -> tuple[tuple[str, int], ...]:
        return tuple(step for step in self.techniques if step[0] != CONTRADICTION)

    @property
    def grade(
        self,
    ) -> Annotated[
        Grade | None,
        str | None,
        "`trivial`, `easy`, `medium`, `probing`, `hard` or `search`; null unless the solution "
        "is unique and all of it is explained.",
    ]:
        """The grade of the hardest reason (see `nonosat.explaining.steps.techniques.TECHNIQUES`).

        None unless there is exactly one solution, and the steps explain all of it.
        """
        return self.level if self.verdict is Verdict.UNIQUE and self.complete else None


@question
def rate(
    puzzle: Puzzle,
    *,
    depth: Depth = DEPTH,
    effort: int = EFFORT,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Rating:
    """Rates the difficulty of a puzzle; the options are those of `explain`.

    >>> rating = rate(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    >>> rating.grade, rating.sweeps, rating.techniques
    (<Grade.TRIVIAL: 'trivial'>, 2, (('full', 2), ('complete', 1)))
    """
    puzzle.require_readable()
    return run_limited(rated, puzzle, depth, effort, limit=limit_of(limit, seconds, memory))


def rated(puzzle: Puzzle, depth: int = DEPTH, effort: int = EFFORT, *, clock: Clock) -> Rating:
    """`rate` within a clock."""
    sweeps: Sweeps | None = None
    with suppress(OutOfReach):
        sweeps = swept(puzzle, tick=clock.tick)
    line_solvable = sweeps and sweeps.line_solvable
    verdict, conflicts, solution = Verdict.UNIQUE, 0, b""
    if not line_solvable:
        rest = clock.rest
        half = None if rest.seconds is None else rest.seconds / 2  # the other half is for the steps
        report = check(puzzle, options=SearchOptions(portfolio=1), limit=replace(rest, seconds=half))
        verdict, conflicts = report.verdict, report.stats.conflicts
        solution = report.solutions[0].cells if report.solutions else b""
    explanation = Explanation(puzzle, depth=depth, effort=effort, clock=clock, brief=True)
    steps: list[Step] = []
    open_at_stop, looks, unfinished = None, 0.0, explanation.lines.unfinished
    for step in explanation:
        if open_at_stop is None and step.axis is None:
            open_at_stop = explanation.open_cells + len(step.cells)
        looks += (unfinished + 1) / ((0 if step.axis is None else explanation.lines.footholds) + 1)
        looks += sum(map(links_of, step.probes))
        unfinished = explanation.lines.unfinished
        steps.append(step)
    used = Counter(step.reason for step in steps)
    if verdict is Verdict.UNKNOWN:
        verdict = explanation.verdict
        solution = explanation.partial_grid.grid().cells if verdict is Verdict.UNIQUE else b""
    decided = line_solvable is not None and not explanation.stopped and verdict is not Verdict.UNKNOWN
    reason = None if decided else clock.over
    complete = decided and explanation.complete
    people = None
    with suppress(OutOfReach):
        if sweeps and verdict is Verdict.UNIQUE:
            people = estimate_of(puzzle, sweeps, solution, tick=clock.tick)
    return Rating(
        verdict=verdict,
        cells=puzzle.geometry.cell_count,
        line_solvable=line_solvable,
        sweeps=sweeps.sweeps if sweeps else 0,
        stalled_cells=explanation.open_cells if open_at_stop is None else open_at_stop,
        techniques=tuple((name, used[name]) for name in (*RANK, CONTRADICTION) if used[name]),
        probed_cells=_cells(step for step in steps if step.probes),
        probe_depth=max((probe.depth for step in steps for probe in step.probes), default=0),
        search_cells=_cells(step for step in steps if step.reason == SEARCH),
        open_cells=explanation.open_cells,
        conflicts=conflicts,
        effort=looks,
        estimate=people,
        complete=complete,
        end=reason.end if reason else ALL_KNOWN,
    )


def _cells(steps: Iterable[Step]) -> int:
    """Returns the number of cells that steps settle or narrow."""
    return len({(row, column) for step in steps for row, column, _ in (*step.cells, *step.excluded)})
