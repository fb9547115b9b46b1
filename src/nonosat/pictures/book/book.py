"""A printed book of puzzles, as PDF: title, rules, puzzles, answers, each with the page of its other half.

What is hard about a book is what cannot be mended later, so it is checked before anything is written: every
puzzle has one solution, and the smallest number in it is measured, in points of type as it is printed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from nonosat.foundation.arguments import question
from nonosat.foundation.errors import ArgumentError, InputError, UsageError
from nonosat.foundation.files import require_writable, write
from nonosat.foundation.limits import Clock, Limit, limit_of
from nonosat.foundation.results import Result
from nonosat.foundation.workers.processes import answered
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.pictures.book.contents import ALLOWED, Told, entries, solved, title_of, told_in_part
from nonosat.pictures.book.figures import Figure, answer_figure, puzzle_figure
from nonosat.pictures.book.layout import placed
from nonosat.pictures.book.pages import ANSWERS, PUZZLES, Plan, first_puzzle_page, paint
from nonosat.pictures.book.trim import Paper, paper_of
from nonosat.pictures.drawing.pdf import Document
from nonosat.questions.explanation.rate import Rating
from nonosat.solving.engine.outcome import Verdict

TITLE = "Nonograms"

Order = Literal["difficulty", "given"]

LEAST_POINTS = 5.5
"""Points of type below which few people read numbers with ease."""

MOST_POINTS = 72


@dataclass(frozen=True, slots=True, repr=False)
class BookPuzzle(Result):
    """A puzzle in a book; pages and numbers are from 1."""

    number: int
    index: int
    """The place of the puzzle among those that were given, from 0."""
    puzzle: Puzzle
    verdict: Verdict
    answer: Grid
    rating: Rating
    page: int
    answer_page: int
    cell_points: float
    """The size of a cell, 72 points an inch."""
    type_points: float
    """The size of the smallest type in it, numbers included."""


@dataclass(frozen=True, slots=True, repr=False)
class Book(Result):
    """A book that is ready to be printed."""

    puzzles: tuple[BookPuzzle, ...]
    """In the order of its pages."""
    pages: int
    unprintable: str
    """Characters of titles for which the font has no glyph; `?` is printed instead."""
    pdf: bytes = field(repr=False)
    """The file."""
    left_out: tuple[str, ...] = ()
    """What is wrong with each of the puzzles that are not in it."""

    def save(self, path: str) -> None:
        """Writes the file, whole or not at all; raises `OutputError` where it cannot be written."""
        require_writable(path, "pdf")
        write(path, self.pdf)


@question
def book(
    puzzles: Sequence[Puzzle],
    *,
    title: str = TITLE,
    author: str = "",
    trim: str = "6x9",
    margin: str = "0.5in",
    gutter: str = "0.25in",
    order: Order = "difficulty",
    colour: bool = False,
    titles: bool = True,
    least_points: float = LEAST_POINTS,
    font: str | None = None,
    allow: Collection[str] = (),
    strict: bool = True,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Told = None,
) -> Book:
    """A book of puzzles with their answers, as PDF. It needs the extra `book`.

    `trim` is the size of a page: `6x9` (inches), `A4`, `A5`, `letter` or such as `150x200mm`. `margin` is
    left free on all sides, and `gutter` beyond it where the pages are bound; lengths have the unit mm, cm, in
    or pt. Puzzles are in the `order` of difficulty or as given, several on a page where their cells have 5 mm
    at least. Inks are marked by their letters, for print in black and white, unless there is `colour`.
    Without `titles` the puzzles have none, only the answers. `font` is a TrueType file for all texts.
    `observer` is told of progress, as `BookProgress`. `limit` is for all of the book.

    Raises `InputError` that names the puzzles which have not exactly one solution, unless their verdict is
    one to `allow`, `multiple` or `unknown`; or whose numbers would be smaller than `least_points`. Without
    `strict` the book is made of the others, if there are any. Raises `OutOfReach` if a limit comes before all
    are solved.
    """
    if strange := next((each for each in puzzles if not isinstance(each, Puzzle)), None):
        raise ArgumentError(f"book: `puzzles` must be puzzles, not {type(strange).__name__}")
    if not puzzles:
        raise UsageError("a book needs a puzzle")
    if unknown := set(allow) - set(ALLOWED):
        raise UsageError(f"{min(unknown)!r} cannot be allowed; there are {', '.join(ALLOWED)}")
    if not 0 < least_points <= MOST_POINTS:
        raise UsageError(f"numbers can have up to {MOST_POINTS} points, not {least_points}")
    for each in puzzles:
        each.require_readable()
    settings = _Settings(
        title or TITLE,
        author,
        paper_of(trim, margin, gutter),
        order == "difficulty",
        colour,
        titles,
        least_points,
        font,
        frozenset(allow),
        strict,
    )
    limit = limit_of(limit, seconds, memory)
    return answered(_made, tuple(puzzles), settings, limit=limit, observer=observer)


@dataclass(frozen=True, slots=True)
class _Settings:
    """How a book is to be; the arguments of `book`."""

    title: str
    author: str
    paper: Paper
    ordered: bool
    colour: bool
    titles: bool
    least_points: float
    font: str | None
    allow: Collection[str]
    strict: bool


def _made(puzzles: tuple[Puzzle, ...], settings: _Settings, *, clock: Clock, observer: Told = None) -> Book:
    """The work of `book`."""
    paper, colour = settings.paper, settings.colour
    document = Document(settings.title, settings.author, settings.font)
    drawn = [_figure(puzzle, settings) for puzzle in clock.each(puzzles)]
    too_small = _illegible(puzzles, drawn, settings)
    if too_small and settings.strict:
        raise InputError(told_in_part(list(too_small.values())))
    legible = {at: puzzle for at, puzzle in enumerate(puzzles) if at not in too_small}
    reports, faults = solved(legible, allow=settings.allow, clock=clock, observer=observer)
    faults |= too_small
    if faults and (settings.strict or not reports):
        raise InputError(told_in_part([faults[at] for at in sorted(faults)]))
    found = entries(reports, ordered=settings.ordered, clock=clock, observer=observer)
    figures = tuple(drawn[entry.index] for entry in found)
    answers = tuple(answer_figure(entry.puzzle, entry.answer, colour=colour) for entry in found)

    def planned(first_page: int) -> Plan:
        places = tuple(placed([figure.size for figure in figures], paper, PUZZLES, first_page))
        then = places[-1].page + 1
        answer_places = tuple(placed([figure.size for figure in answers], paper, ANSWERS, then))
        return Plan(
            settings.title,
            settings.author,
            paper,
            tuple(found),
            settings.ordered,
            settings.titles,
            places,
            answer_places,
            figures,
            answers,
        )

    plan = planned(first_puzzle_page(document, planned(3)))
    paint(document, plan)
    return Book(
        tuple(_told(at, plan) for at in range(len(found))),
        plan.answers[-1].page,
        "".join(sorted(document.missing)),
        document.data(),
        tuple(faults[at] for at in sorted(faults)),
    )


def _figure(puzzle: Puzzle, settings: _Settings) -> Figure:
    """A puzzle as it is printed, large enough wherever it shares a page."""
    figure = puzzle_figure(puzzle, colour=settings.colour)
    return replace(figure, comfortable=max(figure.comfortable, settings.least_points / figure.type_size))


def _illegible(puzzles: Sequence[Puzzle], figures: list[Figure], settings: _Settings) -> dict[int, str]:
    """The puzzles with too small numbers even on a page of their own, and what is wrong, by their indices."""
    paper, told = settings.paper, {}
    for at, (puzzle, figure) in enumerate(zip(puzzles, figures, strict=True)):
        (place,) = placed([figure.size], paper, PUZZLES, 1)
        points = figure.type_size * place.cell
        if points < settings.least_points:
            larger = paper.enlarged(settings.least_points / points, PUZZLES.caption)
            told[at] = (
                f"{title_of(puzzle)} would have numbers of {points:.1f} points on a page of {paper}, and "
                f"{settings.least_points:g} are wanted, which a page of {larger} has room for"
            )
    return told


def _told(at: int, plan: Plan) -> BookPuzzle:
    entry, place, figure = plan.entries[at], plan.puzzles[at], plan.puzzle_figures[at]
    return BookPuzzle(
        at + 1,
        entry.index,
        entry.puzzle,
        entry.verdict,
        entry.answer,
        entry.rating,
        place.page,
        plan.answers[at].page,
        place.cell,
        place.cell * figure.type_size,
    )
