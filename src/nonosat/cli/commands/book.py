"""`book`: puzzles as a printed book."""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING, Any

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import Answer, Json, tell
from nonosat.cli.shell.exit_codes import EXIT_UNKNOWN
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.inputs import Inputs, only
from nonosat.cli.shell.options import json_option, limit_options, puzzles_argument
from nonosat.cli.shell.progress import waiting
from nonosat.cli.shell.sentences import number_text
from nonosat.foundation.errors import UsageError
from nonosat.foundation.files import STANDARD_OUTPUT, require_writable
from nonosat.foundation.limits import Limit, OutOfReach
from nonosat.pictures.languages import LANGUAGES

if TYPE_CHECKING:
    from nonosat.pictures.book.book import Book
    from nonosat.pictures.book.contents import BookProgress

EXTENSION = ".pdf"


@click.command(
    "book",
    epilog=examples(
        "book puzzle.non -o book.pdf",
        "book puzzles -o book.pdf --trim A5 --title Hundred --booklet",
    ),
)
@puzzles_argument
@click.option("-o", "--output", required=True, metavar="BOOK", help="The PDF; an existing one is replaced.")
@click.option("--title", default="Nonograms", show_default=True, metavar="TEXT", help="Of the book.")
@click.option("--author", default="", metavar="TEXT", help="Of the book.")
@click.option(
    "--trim",
    default="6x9",
    show_default=True,
    metavar="SIZE",
    help="The size of a page: 6x9 (inches), A4, A5, letter, or such as 150x200mm.",
)
@click.option(
    "--margin",
    default="0.5in",
    show_default=True,
    metavar="LENGTH",
    help="Free on all sides: mm, cm, in or pt.",
)
@click.option(
    "--gutter", default="0.25in", show_default=True, metavar="LENGTH", help="Free beyond it, at the binding."
)
@click.option(
    "--order",
    type=click.Choice(["difficulty", "given"]),
    default="difficulty",
    show_default=True,
    help="From the easiest puzzle on, or as they are given.",
)
@click.option("--colour", is_flag=True, help="Print inks in colour; else they are marked by letters.")
@click.option("--chapters", is_flag=True, help="Begin a page, with a heading, for each grade or folder.")
@click.option(
    "--cover", metavar="PUZZLE", help="A puzzle whose answer is drawn on the title page; else a small heart."
)
@click.option("--large-print", "large", is_flag=True, help="Print everything half as large again.")
@click.option(
    "--booklet",
    is_flag=True,
    help="Put two pages on each side of a sheet, to be printed on both sides and folded.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Of the rules and captions.",
)
@click.option("--no-titles", is_flag=True, help="Leave out the titles of puzzles, which may give them away.")
@click.option(
    "--least-points",
    type=float,
    default=5.5,
    show_default=True,
    metavar="N",
    help="The smallest size of numbers; a puzzle too large for it goes over two pages or is left out.",
)
@click.option("--font", metavar="FONT", help="A TrueType file for all texts, instead of Bitstream Vera.")
@click.option(
    "--allow",
    multiple=True,
    type=click.Choice(["multiple", "unknown"]),
    help="Take puzzles with that verdict, too; otherwise each must have exactly one solution.",
)
@click.option("--strict", is_flag=True, help="Write nothing if a puzzle has to be left out.")
@json_option
@limit_options
def book_command(
    inputs: Inputs,
    output: str,
    no_titles: bool,
    cover: str | None,
    as_json: Json,
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
        with waiting("book") as say:

            def observe(event: BookProgress) -> None:
                say(f"{event.doing} {event.done + 1} of {event.of}: {event.name}")

            found = book(
                [puzzle for _, puzzle in named],
                titles=not no_titles,
                cover=only(cover, None)[1] if cover else None,
                limit=limit,
                observer=observe,
                **options,
            )
    except OutOfReach as reason:
        answer = Answer(output, None, stopped=reason.stopped, detail=reason.detail)
        answer.line, answer.exit_code = f"{output}: not written: {reason}", EXIT_UNKNOWN
        return tell(answer, as_json, err=output == STANDARD_OUTPUT)
    found.save(output)
    if as_json:
        for answer in _answers(found, [name for name, _ in named], monotonic() - began):
            tell(answer, as_json)
    else:
        click.echo(f"{output}: {_summary(found)}", err=output == STANDARD_OUTPUT)
    for fault in found.left_out:
        click.echo(f"nonosat: left out: {fault}", err=True)
    if found.unprintable:
        missing = " ".join(found.unprintable)
        click.echo(f"nonosat: {output}: the font has no {missing}; --font FONT takes another", err=True)
    return 0


def _answers(found: Book, names: list[str], seconds: float) -> list[Answer]:
    """A record for each puzzle."""
    return [
        Answer(
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
