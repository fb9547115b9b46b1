"""The content of a book: puzzles with answers and ratings, in order.

Puzzles without exactly one solution are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf

from nonosat.explaining.grading.rate import Rating, rated
from nonosat.explaining.grading.remarks import NO_INK, is_blank
from nonosat.explaining.steps.techniques import Grade
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.options import SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, check
from nonosat.support.end import OutOfReach
from nonosat.support.errors import MAX_LISTED_PROBLEMS
from nonosat.support.limits import Clock
from nonosat.support.results import Result

# faults that keep a puzzle out of a book
FAULTS = {
    Verdict.MULTIPLE: "has several solutions",
    Verdict.UNSOLVABLE: "has no solution",
    Verdict.UNKNOWN: "is not known to have one solution only",
}
RATING_SECONDS = 2.0  # per puzzle; after that it silently gets the marks of the hardest grade


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class BookProgress(Result):
    """Progress of the work on a book."""

    doing: str
    """`solving` or `rating`."""
    done: int
    of: int
    name: str
    """Current puzzle."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a book."""

    index: int  # index among the given puzzles, from 0
    puzzle: Puzzle
    answer: Grid
    rating: Rating

    @property
    def level(self) -> Grade:
        """Grade by which it is ordered and marked; the hardest grade if rating took too long."""
        return Grade.SEARCH if self.rating.stopped else self.rating.level


Observer = Callable[[BookProgress], None] | None  # progress callback


def solved(
    puzzles: Mapping[int, Puzzle], *, clock: Clock, observer: Observer = None
) -> tuple[dict[int, Report], dict[int, str]]:
    """Solves the puzzles; returns the reports of accepted ones and the faults of the others, by index.

    Raises `OutOfReach` if a limit is hit before every puzzle is solved.
    """
    reports, faults = {}, {}
    for done, (index, puzzle) in enumerate(puzzles.items()):
        if observer:
            observer(BookProgress("solving", done, len(puzzles), puzzle.name))
        if is_blank(puzzle):
            faults[index] = f"{title_of(puzzle)} is blank: {NO_INK}"
            continue
        report = check(puzzle, options=SearchOptions(portfolio=1), limit=clock.rest)
        if report.verdict is Verdict.UNIQUE:
            reports[index] = report
            continue
        faults[index] = f"{title_of(puzzle)} {FAULTS[report.verdict]}"
        if report.verdict is Verdict.UNKNOWN:
            assert report.stopped
            reason = report.stopped.describe(report.detail)
            raise OutOfReach(report.stopped, f"{faults[index]} ({reason})")
    return reports, faults


def entries(
    reports: Mapping[int, Report], *, ordered: bool, clock: Clock, observer: Observer = None
) -> list[Entry]:
    """Rates the puzzles, for `RATING_SECONDS` each; returns them as given or `ordered` by difficulty."""
    book_entries = []
    for done, (index, report) in enumerate(reports.items()):
        if observer:
            observer(BookProgress("rating", done, len(reports), report.puzzle.name))
        rating = rated(report.puzzle, clock=clock.part(seconds=RATING_SECONDS))
        rating = replace(
            rating, verdict=Verdict.UNIQUE
        )  # known since the puzzle was solved, even if rating is stopped
        book_entries.append(Entry(index, report.puzzle, report.solutions[0], rating))
    return sorted(book_entries, key=_difficulty) if ordered else book_entries


def title_of(puzzle: Puzzle) -> str:
    """Returns a name that identifies the puzzle's file."""
    path = puzzle.origin.path if puzzle.origin else ""
    return f"{path} ({puzzle.metadata.title})" if path and puzzle.metadata.title else puzzle.name


def joined(faults: list[str]) -> str:
    """Joins faults in one line; only the first ones if there are many."""
    left = len(faults) - MAX_LISTED_PROBLEMS
    return "; ".join(faults[:MAX_LISTED_PROBLEMS]) + (f"; and {left:,} more" if left > 0 else "")


def _difficulty(entry: Entry) -> tuple[float, ...]:
    """Sorts by grade, then by minutes; puzzles without minutes come last."""
    minutes = entry.rating.minutes
    return entry.level.level, inf if minutes is None else minutes, entry.rating.difficulty, entry.rating.cells
