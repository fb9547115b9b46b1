"""Requirements of sites for published puzzles, from their public pages, which docs/designers.md names.

The studio checks the same rules during drawing (`publishing.js`); a test compares both tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonosat.apps.generation.symmetry import symmetries_of
from nonosat.explaining.grading.rate import Rating, rate
from nonosat.explaining.steps.techniques import Grade
from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.limits import NO_LIMIT, Limit

Requirement = Callable[[Puzzle, Rating], str | None]
"""Returns the fault, or None."""


class Publication(NamedTuple):
    """A puzzle's faults by the known rules of a site."""

    site: str
    rating: Rating
    faults: tuple[str, ...]

    def __str__(self) -> str:
        if self.faults:
            return f"not for {self.site}: {'; '.join(self.faults)}"
        if self.rating.verdict is Verdict.UNKNOWN:
            return f"unknown ({self.rating.stopped})"
        return f"breaks no known rule of {self.site}"


def _rectangle(puzzle: Puzzle, _: Rating) -> str | None:
    return None if isinstance(puzzle.geometry, Rectangle) else "it is no rectangle"


def _picture(puzzle: Puzzle, _: Rating) -> str | None:
    return None if puzzle.goal else "the file holds no picture"


def _title(puzzle: Puzzle, _: Rating) -> str | None:
    return None if puzzle.metadata.title else "it has no title"


def _unique(_: Puzzle, rating: Rating) -> str | None:
    if rating.verdict in (Verdict.UNIQUE, Verdict.UNKNOWN):
        return None
    return "it has several solutions" if rating.verdict is Verdict.MULTIPLE else "it has no solution"


def _no_search(_: Puzzle, rating: Rating) -> str | None:
    return "solvers would have to guess" if rating.grade is Grade.SEARCH else None


def _background(puzzle: Puzzle, _: Rating) -> str | None:
    if not puzzle.goal:
        return None
    cells = b"".join(puzzle.goal)
    largest = max(range(len(puzzle.palette)), key=cells.count)
    return (
        f"the background should be {puzzle.palette[largest].name}, which has the most cells"
        if largest
        else None
    )


def _asymmetric(puzzle: Puzzle, _: Rating) -> str | None:
    symmetries = (
        ", ".join(symmetries_of(puzzle.goal))
        if puzzle.goal and isinstance(puzzle.geometry, Rectangle)
        else ""
    )
    return f"it is symmetrical ({symmetries}), which is taken for children only" if symmetries else None


_USUAL: tuple[Requirement, ...] = (_rectangle, _picture, _title, _unique, _no_search)

SITES: dict[str, tuple[Requirement, ...]] = {
    "webpbn.com": _USUAL,
    "griddlers.net": (_picture, _title, _unique, _no_search, _background, _asymmetric),
    "nonograms.org": _USUAL,
}


def publication(puzzle: Puzzle, site: str, *, limit: Limit = NO_LIMIT) -> Publication:
    """Checks a puzzle against the known rules of a site of `SITES`."""
    rating = rate(puzzle, limit=limit)
    return Publication(site, rating, tuple(_faults(puzzle, rating, SITES[site])))


def _faults(puzzle: Puzzle, rating: Rating, requirements: tuple[Requirement, ...]) -> Iterator[str]:
    for requirement in requirements:
        if fault := requirement(puzzle, rating):
            yield fault
