"""`book`: puzzles as a printed book."""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING, Any

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.foundation.errors import UsageError
from nonosat.foundation.files import STANDARD_OUTPUT, require_writable
from nonosat.foundation.limits import Limit, OutOfReach
from nonosat.foundation.sentences import number_text

if TYPE_CHECKING:
    from nonosat.pictures.book.book import Book
    from nonosat.pictures.book.contents import BookProgress

EXTENSION = ".pdf"


@click.command(
    "book",
    epilog=cli.examples(
        "book puzzle.non -o book.pdf",
        "book puzzles -o book.pdf --trim A5 --title Hundred --booklet",
    ),
)
@cli.puzzles_argument
@click.option("-o", "--output", required=True, metavar="BOOK", help="The PDF; an existing one is replaced.")
@cli.asked_option("book", "title", metavar="TEXT")
@cli.asked_option("book", "author", metavar="TEXT")
@cli.asked_option("book", "trim", metavar="SIZE")
@cli.asked_option("book", "margin", metavar="LENGTH")
@cli.asked_option("book", "gutter", metavar="LENGTH")
@cli.asked_option("book", "order", metavar=None)
@cli.asked_flag("book", "colour")
@cli.asked_flag("book", "chapters")
@click.option(
    "--cover", metavar="PUZZLE", help="A puzzle whose answer is drawn on the title page; else a small heart."
)
@cli.asked_flag("book", "large", option="--large-print")
@cli.asked_flag("book", "booklet")
@cli.asked_option("book", "language", metavar=None)
@click.option("--no-titles", is_flag=True, help="Leave out the titles of puzzles, which may give them away.")
@cli.asked_option("book", "least_points")
@cli.asked_option("book", "font", metavar="FONT")
@cli.asked_option("book", "allow", metavar=None, multiple=True)
@cli.asked_flag("book", "strict")
@cli.json_option
@cli.limit_options
def book_command(
    inputs: cli.Inputs,
    output: str,
    no_titles: bool,
    cover: str | None,
    as_json: cli.Json,
    limit: Limit,
    **options: Any,
) -> int:
    """Print puzzles as a book, with answers, as PDF.

    After a title and the rules come the puzzles with marks of their difficulty, several on a page if they
    are small, then the answers; puzzles and answers refer to each other by page. The file has bookmarks, links and its fonts
    in it. All puzzles are solved first. A puzzle that is too large for a page lies on its side or goes over two
    pages that face each other. Puzzles without exactly one solution, and those whose numbers would be
    too small all the same, are left out, and standard error names each on a line. The limits are for the whole book.
    It needs an extra package: `pip install 'nonosat[book]'`.
    """
    from nonosat.pictures.book.book import book

    if output == STANDARD_OUTPUT and as_json:
        raise UsageError("--json prints where the book goes: write it to a file, with -o")
    extension = os.path.splitext(output)[1]
    if extension.lower() not in ("", EXTENSION):
        raise UsageError(f"{output}: a book is written as PDF: give it the extension {EXTENSION}")
    require_writable(output, "pdf")
    began = monotonic()
    named = inputs.puzzles()
    try:
        with cli.waiting("book") as say:

            def observe(event: BookProgress) -> None:
                say(f"{event.doing} {event.done + 1} of {event.of}: {event.name}")

            found = book(
                [puzzle for _, puzzle in named],
                titles=not no_titles,
                cover=cli.only(cover, None)[1] if cover else None,
                limit=limit,
                observer=observe,
                **cli.given(**options),
            )
    except OutOfReach as reason:
        answer = cli.Answer(output, None, stopped=reason.stopped, detail=reason.detail)
        answer.line, answer.exit_code = f"{output}: not written: {reason}", cli.EXIT_UNKNOWN
        return cli.tell(answer, as_json, err=output == STANDARD_OUTPUT)
    found.save(output)
    if as_json:
        for answer in _answers(found, [name for name, _ in named], monotonic() - began):
            cli.tell(answer, as_json)
    else:
        click.echo(f"{output}: {_summary(found)}", err=output == STANDARD_OUTPUT)
    for fault in found.left_out:
        click.echo(f"nonosat: left out: {fault}", err=True)
    if found.unprintable:
        missing = " ".join(found.unprintable)
        click.echo(f"nonosat: {output}: the font has no {missing}; --font FONT takes another", err=True)
    return 0


def _answers(found: Book, names: list[str], seconds: float) -> list[cli.Answer]:
    """A record for each puzzle."""
    return [
        cli.Answer(
            names[each.index],
            each.puzzle,
            each.verdict,
            each.rating.line_solvable,
            [each.answer.to_json()],
            seconds,
            more={
                "number": each.number,
                "page": each.page,
                "answer_page": each.answer_page,
                "grade": each.rating.grade,
                "minutes": each.rating.minutes and round(each.rating.minutes, 2),
                "difficulty": round(each.rating.difficulty, 3),
                "cell_points": round(each.cell_points, 2),
                "type_points": round(each.type_points, 2),
            },
        )
        for each in found.puzzles
    ]


def _summary(found: Book) -> str:
    """A book in words."""
    smallest = min(each.type_points for each in found.puzzles)
    number = number_text(len(found.puzzles), "puzzle")
    return f"{number} on {number_text(found.pages, 'page')}, numbers of {smallest:.1f} points at least"
