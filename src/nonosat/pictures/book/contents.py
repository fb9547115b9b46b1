"""What goes into a book: the puzzles with their answers and how difficult they are, in their order.

Every puzzle is solved first, and refused if it has not exactly one solution, unless that is allowed. The
answer to a puzzle with several solutions is the author's picture, where that is one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from nonosat.foundation.errors import MOST_TOLD, InputError
from nonosat.foundation.limits import Clock, OutOfReach
from nonosat.foundation.results import Result
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.questions.explanation.rate import Rating, rated
from nonosat.solving.engine.options import SearchOptions
from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.engine.questions import Report, check

FAULTS = {
    Verdict.MULTIPLE: "has several solutions",
    Verdict.UNSOLVABLE: "has no solution",
    Verdict.UNKNOWN: "is not known to have one solution only",
}
"""What is wrong with a puzzle for a book."""

ALLOWED = (Verdict.MULTIPLE, Verdict.UNKNOWN)
"""Verdicts with which a puzzle may go into a book on request; it needs an answer all the same."""


@dataclass(frozen=True, slots=True, repr=False)
class BookProgress(Result):
    """How far the work on a book is."""

    doing: str
    """`solving` or `rating`."""
    done: int
    of: int
    name: str
    """The puzzle that is worked on."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a book."""

    index: int
    """Its place among the puzzles as they were given, from 0."""
    puzzle: Puzzle
    answer: Grid
    verdict: Verdict
    rating: Rating


Told = Callable[[BookProgress], None] | None
"""Who is told of progress, if anyone is."""


def entries(
    puzzles: Sequence[Puzzle], *, allow: Collection[str], ordered: bool, clock: Clock, observer: Told = None
) -> list[Entry]:
    """The puzzles with their answers and ratings; `ordered` by difficulty, or as they come.

    Raises `InputError` that names the puzzles that are refused, and `OutOfReach` if time is up before every
    puzzle is solved. A rating that there is no time for is not `complete`.
    """

    def told(doing: str, puzzle: Puzzle, done: int) -> None:
        if observer:
            observer(BookProgress(doing, done, len(puzzles), puzzle.name))

    reports = []
    for done, puzzle in enumerate(puzzles):
        told("solving", puzzle, done)
        reports.append(check(puzzle, options=SearchOptions(workers=1), limit=clock.rest))
    _require_wanted(reports, allow)
    found = []
    for done, report in enumerate(reports):
        told("rating", report.puzzle, done)
        rating = rated(report.puzzle, clock=clock)
        found.append(Entry(done, report.puzzle, _answer(report), report.verdict, rating))
    return sorted(found, key=_difficulty) if ordered else found


def _require_wanted(reports: Iterable[Report], allow: Collection[str]) -> None:
    """Raises the error for puzzles that a book must not have."""
    refused = [
        report
        for report in reports
        if report.verdict is not Verdict.UNIQUE and not (report.verdict in allow and report.solutions)
    ]
    certain = [report for report in refused if report.verdict is not Verdict.UNKNOWN]
    if certain:
        raise InputError(
            told_in_part([f"{title_of(each.puzzle)} {FAULTS[each.verdict]}" for each in certain])
        )
    for report in refused:
        assert report.stopped
        reason = report.stopped.told(report.detail)
        raise OutOfReach(report.stopped, f"{title_of(report.puzzle)} {FAULTS[report.verdict]} ({reason})")


def title_of(puzzle: Puzzle) -> str:
    """What to call a puzzle so that its file is found."""
    path = puzzle.origin.path if puzzle.origin else ""
    return f"{path} ({puzzle.metadata.title})" if path and puzzle.metadata.title else puzzle.name


def told_in_part(told: list[str]) -> str:
    """What is wrong with some puzzles, in one line that is not too long."""
    left = len(told) - MOST_TOLD
    return "; ".join(told[:MOST_TOLD]) + (f"; and {left:,} more" if left > 0 else "")


def _answer(report: Report) -> Grid:
    """The picture for the answer pages."""
    goal = report.puzzle.goal
    return goal if goal is not None and goal.satisfies(report.puzzle) else report.solutions[0]


def _difficulty(entry: Entry) -> tuple[float, int]:
    return entry.rating.difficulty, entry.rating.cells
