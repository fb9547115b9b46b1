"""A puzzle of a data set with its labels."""

from __future__ import annotations

from typing import Any, NamedTuple

from nonosat.apps.generation.datasets.canonical import canonical_key
from nonosat.apps.generation.generate import generated
from nonosat.apps.generation.symmetry import symmetries_of
from nonosat.apps.generation.wish import Wish
from nonosat.counting.listing import solutions
from nonosat.explaining.grading.rate import rated
from nonosat.model.metadata import Metadata
from nonosat.model.puzzle import Puzzle
from nonosat.search.options import SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, check
from nonosat.support.limits import Clock, Limit

MOST_COUNTED = 1000  # maximum number of solutions counted, unless more were requested

# members of the rating in a record
FIGURES = (
    *("grade", "minutes", "stars", "difficulty", "hardest", "hard_share", "sweeps", "stalled_cells"),
    *("probed_cells", "probe_depth", "search_cells", "open_cells", "conflicts", "techniques"),
)


class Labelled(NamedTuple):
    """A canonical key, and the members of the record that do not depend on its place in the data set."""

    key: str
    fields: dict[str, Any]


def labelled(wish: Wish, seed: int, number: int, *, clock: Clock) -> Labelled | None:
    """Returns the puzzle with that number in the stream of a wish and a seed; None if it misses the wish.

    Raises `OutOfReach` once the clock stops, so that no label depends on a limit.
    """
    made = generated(wish, seed, number, clock=clock)
    if clock.over:
        raise clock.over
    if not made.found:
        return None
    puzzle = made.puzzle.replace(metadata=Metadata())
    fields = labels(puzzle, clock, most=max(MOST_COUNTED, (wish.solution_count or 0) + 1))
    if clock.over:
        raise clock.over
    if not _meets(wish, fields):
        return None
    return Labelled(canonical_key(puzzle), fields)


def _meets(wish: Wish, fields: dict[str, Any]) -> bool:
    """Returns whether the labels, found independently of the search, meet the wish."""
    return (
        wish.solution_count in (None, int(fields["count"]))
        and wish.line_solvable in (None, fields["line_solvable"])
        and wish.grade in (None, fields["grade"])
    )


def labels(puzzle: Puzzle, clock: Clock, *, most: int = MOST_COUNTED) -> dict[str, Any]:
    """Returns the members of a record about a puzzle; counts at most `most` solutions."""
    report = check(puzzle, limit=clock.rest, options=SearchOptions(portfolio=1))
    rating = rated(puzzle, clock=clock)
    number = len(report.solutions)
    if report.verdict is Verdict.MULTIPLE:
        limit = Limit(seconds=clock.left, solutions=most)
        number = sum(1 for _ in solutions(puzzle, limit=limit, options=SearchOptions(portfolio=1)))
    goal = puzzle.goal
    fields: dict[str, Any] = {
        "verdict": str(report.verdict),
        "line_solvable": report.line_solvable,
        "known_by": known_by(report),
        "count": str(number),
        "exact": number < most,
        "width": puzzle.width,
        "height": puzzle.height,
        "inks": len(puzzle.palette) - 1,
        **puzzle.to_json(),
        **{name: figure for name, figure in rating.to_json().items() if name in FIGURES},
    }
    if goal is not None:
        cells = goal.cells
        fields |= {
            "density": round(1 - cells.count(0) / len(cells), 4),
            "symmetry": [str(symmetry) for symmetry in symmetries_of(goal)],
        }
    return fields


def known_by(report: Report) -> str:
    """Returns the method behind the verdict: `lines`, `probing` or `search`."""
    if report.line_solvable:
        return "lines"
    proved = report.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE)
    if proved and report.stats.backend == "":
        return "probing" if report.stats.probes else "lines"
    return "search"
