"""A printed book of puzzles, as PDF: title, rules, puzzles, answers, each with the page of its other half.

A printed mistake cannot be corrected, so everything is checked first: that each puzzle has one solution, and that its
smallest number is large enough in points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Annotated

from nonosat.apps.book.contents import (
    Entry,
    Observer,
    entries,
    joined,
    solved,
    title_of,
)
from nonosat.apps.book.figures import Figure, answer_figure, puzzle_figure
from nonosat.apps.book.layout import packed, placed
from nonosat.apps.book.pages import ANSWERS, PUZZLES, Plan, first_puzzle_page, paint
from nonosat.apps.book.paper import PAGES, Paper
from nonosat.apps.book.settings import BookLayout, BookSettings
from nonosat.apps.book.words import EXAMPLE, Words
from nonosat.apps.drawing.pdf import Document
from nonosat.explaining.grading.rate import Rating
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.arguments import method, question
from nonosat.support.children.processes import run_limited
from nonosat.support.errors import ArgumentError, InputError, UsageError
from nonosat.support.files import require_writable, write
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import NoTruthValue, Result

TITLE = "Nonograms"

_KNOWN = 3  # solved rows of the picture on the title page


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class BookPuzzle(Result):
    """A puzzle in a book; pages and numbers are from 1."""

    number: int
    index: int
    """Index of the puzzle as given, from 0."""
    puzzle: Puzzle
    answer: Grid
    rating: Rating
    page: int
    answer_page: int
    cell_points: float
    """Size of a cell in points (72 per inch)."""
    type_points: float
    """Size of its smallest type in points, numbers included."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Book(NoTruthValue, Result):
    """A finished book."""

    puzzles: tuple[BookPuzzle, ...]
    """Ordered by page."""
    pages: int
    unprintable: str
    """Characters of titles that the font lacks, printed as `?`."""
    pdf: bytes = field(repr=False)
    """The PDF."""
    left_out: tuple[str, ...] = ()
    """Reasons for each puzzle that was left out."""

    @method
    def save(self, path: str) -> None:
        """Writes the file atomically; raises `OutputError` if that fails."""
        require_writable(path)
        write(path, self.pdf)


@question
def book(
    puzzles: Sequence[Puzzle],
    *,
    title: Annotated[str, "Title of the book."] = TITLE,
    author: Annotated[str, "Author of the book."] = "",
    layout: BookLayout | None = None,
    all_or_nothing: Annotated[bool, "Write nothing if a puzzle has to be left out."] = True,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Observer = None,
) -> Book:
    """Makes a book of puzzles with their answers, as PDF. It needs the extra `book`.

    Puzzles share a page if their cells are at least 5 mm wide. The default font has no Japanese. `observer` is called
    with a `BookProgress`. `limit` covers the whole book.

    Raises `InputError` that names the puzzles without exactly one solution, and those with numbers smaller than
    `least_points` of the layout; without `all_or_nothing` it leaves these out, if any other puzzles remain. Raises `OutOfReach`
    if a limit is hit before all are solved.
    """
    if strange := next((item for item in puzzles if not isinstance(item, Puzzle)), None):
        raise ArgumentError(f"book: `puzzles` must be puzzles, not {type(strange).__name__}")
    if not puzzles:
        raise UsageError("a book needs a puzzle")
    for puzzle in puzzles:
        puzzle.require_readable()
    settings = BookSettings(title or TITLE, author, layout or BookLayout(), all_or_nothing)
    limit = limit_of(limit, seconds, memory)
    return run_limited(_made, tuple(puzzles), settings, limit=limit, observer=observer)


def _made(
    puzzles: tuple[Puzzle, ...], settings: BookSettings, *, clock: Clock, observer: Observer = None
) -> Book:
    layout = settings.layout
    paper, colour, ordered = layout.paper, layout.colour, layout.ordered
    document = Document(settings.title, settings.author, layout.font, language=layout.language)
    cover = _cover(colour)
    drawn = [
        puzzle_figure(puzzle, colour=colour, say=layout.words, least_points=layout.least_points)
        for puzzle in clock.each(puzzles)
    ]
    too_small = _illegible(puzzles, drawn, layout)
    if too_small and settings.all_or_nothing:
        raise InputError(joined(list(too_small.values())))
    legible = {at: puzzle for at, puzzle in enumerate(puzzles) if at not in too_small}
    reports, faults = solved(legible, clock=clock, observer=observer)
    faults |= too_small
    if faults and (settings.all_or_nothing or not reports):
        raise InputError(joined([faults[at] for at in sorted(faults)]))
    book_entries = entries(reports, ordered=ordered, clock=clock, observer=observer)
    if ordered:
        book_entries = list(_filling(book_entries, drawn, paper))
    figures = tuple(drawn[entry.index] for entry in book_entries)
    answers = tuple(answer_figure(entry.puzzle, entry.answer, colour=colour) for entry in book_entries)

    def planned(first_page: int) -> Plan:
        places = tuple(placed([figure.size for figure in figures], paper, PUZZLES, first_page))
        then = places[-1].page + 1
        answer_places = tuple(placed([figure.size for figure in answers], paper, ANSWERS, then))
        return Plan(settings, tuple(book_entries), places, answer_places, figures, answers, cover)

    plan = planned(first_puzzle_page(document, planned(3)))
    paint(document, plan)
    return Book(
        tuple(_printed(at, plan) for at in range(len(book_entries))),
        plan.answers[-1].page,
        "".join(sorted(document.missing)),
        document.data(),
        tuple(faults[at] for at in sorted(faults)),
    )


def _filling(book_entries: Sequence[Entry], drawn: Sequence[Figure], paper: Paper) -> Iterator[Entry]:
    """Yields the puzzles by grade; within a grade the order lets small ones share pages."""
    for _, group in groupby(book_entries, lambda entry: entry.level):
        grade = list(group)
        sizes = [drawn[entry.index].size for entry in grade]
        yield from (grade[at] for at in packed(sizes, paper.area(1), PUZZLES))


def _cover(colour: bool) -> Figure:
    """Returns the title picture: a partly solved heart."""
    heart = Grid(EXAMPLE)
    shown_rows = [list(row) if at < _KNOWN else [None] * heart.width for at, row in enumerate(heart.rows)]
    return puzzle_figure(heart.puzzle(), colour=colour, say=Words(), cells=shown_rows)


def _illegible(puzzles: Sequence[Puzzle], figures: list[Figure], layout: BookLayout) -> dict[int, str]:
    """Returns, by index, the fault of each puzzle whose numbers are too small even on a page of its own."""
    faults = {}

    def cell(figure: Figure, paper: Paper) -> float:
        (place,) = placed([figure.size], paper, PUZZLES, 2)
        return place.cell

    for at, (puzzle, figure) in enumerate(zip(puzzles, figures, strict=True)):
        size, legible = cell(figure, layout.paper), figure.size.legible
        if size >= legible:
            continue
        sufficient = (name for name in PAGES if cell(figure, layout.paper.named(name)) >= legible)
        page = f"page {name}" if (name := next(sufficient, "")) else "no named page"
        faults[at] = (
            f"{title_of(puzzle)} would have numbers of {figure.type_size * size:.1f} points on a page of "
            f"{layout.paper}, and {layout.least_points:g} are wanted, which {page} has room for"
        )
    return faults


def _printed(at: int, plan: Plan) -> BookPuzzle:
    entry, cell = plan.entries[at], plan.puzzles[at].cell
    pages = plan.puzzles[at].page, plan.answers[at].page
    type_size = cell * plan.puzzle_figures[at].type_size
    return BookPuzzle(at + 1, entry.index, entry.puzzle, entry.answer, entry.rating, *pages, cell, type_size)
