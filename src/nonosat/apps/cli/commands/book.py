"""`book`: prints puzzles as a book."""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.apps.book.book import book
from nonosat.apps.book.settings import BookLayout
from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_flag, asked_option
from nonosat.explaining.grading.remarks import Repeats
from nonosat.support.errors import UsageError
from nonosat.support.files import STANDARD_OUTPUT, require_writable
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.apps.book.book import Book
    from nonosat.apps.book.contents import BookProgress

EXTENSION = ".pdf"


@cli.puzzles_command(
    "book",
    "book puzzle.non -o book.pdf",
    "book puzzles -o book.pdf --page A5 --title Hundred",
    solutions=True,
    whose="on the whole book",
)
@cli.output_option("The PDF.", "BOOK", required=True)
@asked_option(book, "title", metavar="TEXT")
@asked_option(book, "author", metavar="TEXT")
@asked_option(BookLayout, "page", metavar="SIZE")
@asked_option(BookLayout, "margin", metavar="LENGTH")
@asked_option(BookLayout, "gutter", metavar="LENGTH")
@asked_option(BookLayout, "order", metavar=None)
@asked_flag(BookLayout, "colour")
@asked_option(BookLayout, "language", metavar=None)
@asked_option(BookLayout, "titles", metavar=None)
@asked_option(BookLayout, "least_points")
@asked_option(BookLayout, "font", type=cli.InFile(), metavar="FONT")
@asked_flag(book, "all_or_nothing")
def book_command(
    asked: cli.ManyPuzzles,
    output: str,
    title: str | None,
    author: str | None,
    all_or_nothing: bool,
    **layout: Any,
) -> int:
    """Print puzzles as a book, with answers, as PDF.

    After a title and the rules come the puzzles with marks of their difficulty, several on a page if they
    are small, then the answers; puzzles and answers refer to each other by page. The file has bookmarks, links and its fonts
    in it. All puzzles are solved first. A puzzle that is too wide for a page lies on its side. Puzzles without
    exactly one solution, and those whose numbers would be too small all the same, are left out, and standard error
    names each on a line. It needs an extra package: `pip install 'nonosat[book]'`.
    """
    extension = os.path.splitext(output)[1]
    if extension.lower() not in ("", EXTENSION):
        raise UsageError(f"{output}: a book is written as PDF: give it the extension {EXTENSION}")
    require_writable(output)
    began = monotonic()
    named = asked.puzzles()
    with cli.waiting("book") as say:

        def observe(event: BookProgress) -> None:
            say(f"{event.doing} {event.done + 1} of {event.of}: {event.name}")

        volume = book(
            [puzzle for _, puzzle in named],
            layout=BookLayout(**cli.given(**layout)),
            all_or_nothing=all_or_nothing,
            limit=asked.limit,
            observer=observe,
            **cli.given(title=title, author=author),
        )
    volume.save(output)
    if asked.as_json:
        for answer in _answers(volume, [name for name, _ in named], monotonic() - began):
            cli.print_answer(answer, asked.as_json)
    else:
        click.echo(f"{output}: {_summary(volume)}", err=output == STANDARD_OUTPUT)
    for fault in volume.left_out:
        cli.note(f"left out: {fault}")
    repeats = Repeats()
    for entry in volume.puzzles:
        for remark in repeats.remarks(entry.puzzle, named[entry.index][0]):
            cli.note(f"{named[entry.index][0]}: {remark}")
    if volume.unprintable:
        missing = " ".join(volume.unprintable)
        cli.note(f"{output}: the font has no {missing}; --font FONT takes another")
    return 0


def _answers(book: Book, names: list[str], seconds: float) -> list[cli.Answer]:
    return [
        cli.Answer(
            names[entry.index],
            entry.puzzle,
            {
                "verdict": entry.rating.verdict,
                "line_solvable": entry.rating.line_solvable,
                "solutions": [entry.answer.to_json()],
            },
            seconds,
            more={
                "number": entry.number,
                "page": entry.page,
                "answer_page": entry.answer_page,
                "grade": entry.rating.grade,
                "minutes": entry.rating.minutes and round(entry.rating.minutes, 2),
                "difficulty": round(entry.rating.difficulty, 3),
                "cell_points": round(entry.cell_points, 2),
                "type_points": round(entry.type_points, 2),
            },
        )
        for entry in book.puzzles
    ]


def _summary(book: Book) -> str:
    smallest = min(entry.type_points for entry in book.puzzles)
    number = number_text(len(book.puzzles), "puzzle")
    return f"{number} on {number_text(book.pages, 'page')}, numbers of {smallest:.1f} points at least"
