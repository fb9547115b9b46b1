"""Puzzles on request: one, or a stream.

A puzzle depends on its `Wish`, seed and number in the stream only, not on machine, Python version, workers or earlier
puzzles: all randomness is `random.Random.random`, which Python keeps stable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count as numbers_from
from typing import Annotated, Unpack

from nonosat.apps.generation.local_search import WishSearch
from nonosat.apps.generation.wish import Wish, Wishes, wish_of
from nonosat.explaining.grading.people import minutes_and_stars
from nonosat.explaining.grading.rate import Rating
from nonosat.model.puzzle import Puzzle
from nonosat.records.json_types import Whole
from nonosat.search.questions import Report, unique_report
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.errors import ArgumentError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import Limited, member


@dataclass(frozen=True, repr=False, eq=False)
class Generated(Limited):
    """Answer to `generate`: a puzzle as requested, or the closest one found."""

    puzzle: Puzzle
    """Its goal is its solution, if it has one."""
    wish: Wish
    seed: Annotated[int, "Seed of the stream."]
    number: Annotated[int, "Number of the puzzle in the stream, from 0."]
    missed: Annotated[tuple[str, ...], "Missed parts of the request, in words."] = ()
    rating: Rating | None = None
    """Its rating, if a grade or figure was requested."""
    tries: Annotated[int, "Number of start grids drawn."] = 1
    moves: Annotated[int, "Number of grids compared."] = 0

    _MEMBERS = (
        *("generated", "found", "missed", "seed", "number", "grade", "minutes", "stars", "tries", "moves"),
        *("stopped", "detail"),
    )

    @member
    def _generated(self) -> Annotated[Puzzle, "The puzzle, with its solution as the goal."]:
        return self.puzzle

    @member
    def _grade(
        self,
    ) -> Annotated[str | None, "Grade as in `rate`; null unless a grade or a figure was requested."]:
        return self.rating.grade if self.rating is not None else None

    @member
    def _minutes(self) -> Annotated[float | None, "Minutes as in `rate`; null like `grade`."]:
        return minutes_and_stars(self.rating.estimate if self.rating is not None else None)["minutes"]

    @member
    def _stars(self) -> Annotated[float | None, "Stars as in `rate`; null like `grade`."]:
        return minutes_and_stars(self.rating.estimate if self.rating is not None else None)["stars"]

    @property
    def found(self) -> Annotated[bool, "True if the puzzle meets the request."]:
        """True if the puzzle meets the wish."""
        return not self.missed

    def _repr_svg_(self) -> str | None:
        """Draws the goal, or the clues of a puzzle without one."""
        return (self.puzzle.goal or self.puzzle)._repr_svg_()

    def _repr_html_(self) -> None:
        """Returns None, so that notebooks show the picture."""

    def report(self) -> Report | None:
        """Returns the answer of `check` if the search has proved the goal unique, else None."""
        goal = self.puzzle.goal
        if not self.found or self.wish.solution_count != 1 or goal is None or not goal.satisfies(self.puzzle):
            return None
        return unique_report(self.puzzle, goal)


@question
def generate(
    wish: Wish | None = None,
    *,
    seed: Annotated[int, Whole(0, 2**53), "Another seed gives other puzzles."] = 0,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[int], None] | None = None,
    **wishes: Unpack[Wishes],
) -> Generated:
    """Generates a puzzle as requested: the first of `stream`.

    Instead of a `wish`, or to change it, pass fields of a `Wish`, `size` for width and height, and figures of a rating:
    `generate(size="15x15", minutes=(9, 11))`.

    `observer` gets the number of each start picture, from 1. If no such puzzle is found within the tries or the limit
    (seconds, memory), returns the nearest puzzle found; `missed` lists the unmet wishes. Raises `OutOfReach` if a limit
    was hit before the first picture.

    >>> made = generate(size="5x5", seed=1)
    >>> made.found, made.puzzle.goal.satisfies(made.puzzle)
    (True, True)
    """
    wish = _wish("generate", wish, wishes)
    return run_limited(generated, wish, seed, 0, limit=limit_of(limit, seconds, memory), observer=observer)


@question
def stream(
    wish: Wish | None = None,
    *,
    seed: Annotated[int, Whole(0, 2**53), "Another seed gives other puzzles."] = 0,
    start: Annotated[int, Whole(0), "Number of the first puzzle."] = 0,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[int], None] | None = None,
    **wishes: Unpack[Wishes],
) -> Iterator[Generated]:
    """Yields puzzles as requested without end, from number `start`; the limit holds for each.

    Takes a wish like `generate`: `stream(size="15x15", minutes=(9, 11))`. A puzzle depends on wish, seed and
    number only, so parts of a stream can be made separately.

    >>> from itertools import islice
    >>> [made] = islice(stream(size="5x5", seed=1, start=2), 1)
    >>> made == list(islice(stream(size="5x5", seed=1), 3))[2]
    True
    """
    return _streamed(_wish("stream", wish, wishes), seed, start, limit_of(limit, seconds, memory), observer)


def _wish(function: str, wish: Wish | None, wishes: Wishes) -> Wish:
    """Returns the wish with the named changes; an `ArgumentError` begins with the function's name."""
    try:
        return wish_of(wish, **wishes)
    except ArgumentError as error:
        raise ArgumentError(f"{function}: {error}") from None


def _streamed(
    wish: Wish, seed: int, start: int, limit: Limit, observer: Callable[[int], None] | None
) -> Iterator[Generated]:
    for number in numbers_from(start):
        yield run_limited(generated, wish, seed, number, limit=limit, observer=observer)


def generated(
    wish: Wish, seed: int, number: int, *, clock: Clock, observer: Callable[[int], None] | None = None
) -> Generated:
    """Returns the puzzle with that number in the stream of a wish and a seed."""
    nearest = WishSearch(wish, f"{seed} {number}", clock, observer or (lambda _: None)).nearest()
    title = f"Generated {wish.shape or wish.geometry.size}, seed {seed}" + (
        f", number {number}" if number else ""
    )
    metadata = nearest.puzzle.metadata
    return Generated(
        puzzle=nearest.puzzle.replace(metadata=type(metadata)(title=title)),
        wish=wish,
        seed=seed,
        number=number,
        missed=nearest.missed,
        rating=nearest.rating,
        tries=nearest.tries,
        moves=nearest.steps,
        end=nearest.end,
    )
