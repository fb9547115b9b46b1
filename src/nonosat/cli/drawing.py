"""`from-image` and `generate`: new puzzles, from pictures and by formula, mended where that is wanted.

What they need is loaded when they run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli.ambiguity import time_option
from nonosat.cli.answers import Answer
from nonosat.cli.commands import EXIT_CODES, charset_of, picture_rows
from nonosat.cli.inputs import QUIET_SECONDS, json_option
from nonosat.engine import Limit, Verdict
from nonosat.errors import UsageError
from nonosat.formats import FORMATS, dump, written_as
from nonosat.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.analysis.mended import Repair
    from nonosat.analysis.redraw import Redrawing

_OUTPUT_OPTIONS = (
    click.option("--unique", is_flag=True, help="Change the fewest cells so that there is one solution."),
    click.option("--line-solvable", is_flag=True, help="The same, and so that it needs no guessing."),
    click.option(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="Where to write it.  [default: standard output]",
    ),
    click.option("--to", "target", type=click.Choice(list(FORMATS)), help="The format to write."),
    click.option("--show", is_flag=True, help="Draw it: + ink added, - removed, ~ exchanged by mending."),
    time_option,
    json_option,
)


def makes_puzzle(command: Callable[..., Puzzle]) -> Callable[..., int]:
    """A command that makes a puzzle gets the options for mending and writing it."""

    @wraps(command)
    def made(
        *,
        unique: bool,
        line_solvable: bool,
        output: str,
        target: str | None,
        show: bool,
        time_limit: float | None,
        as_json: bool,
        **others: Any,
    ) -> int:
        if output == "-" and (as_json or show):
            raise UsageError("the puzzle goes to standard output; -o FILE leaves that to the answer")
        target = target or ("non" if output == "-" else written_as(output))
        puzzle, began = command(**others), monotonic()
        puzzle.require_sound()
        found = _mended(puzzle, line_solvable, time_limit) if unique or line_solvable else None
        if found is not None and found.puzzle is None:
            answer = Answer(output, seconds=monotonic() - began, stopped=found.stopped, more=_record(found))
            _echo(
                answer,
                f"{output}: not written: no repair was found, at least {found.bound} "
                f"cell{_s(found.bound)} must change",
                as_json,
                output,
            )
            return EXIT_CODES[Verdict.UNKNOWN]
        mended = found.puzzle.replace(metadata=puzzle.metadata) if found and found.puzzle else puzzle
        dump(mended, output, target)
        answer = Answer(output, seconds=monotonic() - began)
        if found is not None:
            answer.verdict, answer.line_solvable = found.verdict, found.line_solvable
            answer.stopped, answer.more = found.stopped, _record(found)
        if mended.goal is not None:
            answer.solutions = [picture_rows(mended.goal, mended)]
        if show:
            _draw(puzzle, mended)
        _echo(answer, f"{output}: {_sentence(mended, found)}", as_json, output)
        return 0

    for option in reversed(_OUTPUT_OPTIONS):
        made = option(made)
    return made


@click.command("from-image")
@click.argument("path", metavar="IMAGE")
@click.option("--width", type=int, metavar="N", help="Cells; the height follows from the picture's shape.")
@click.option("--height", type=int, metavar="N", help="Cells; the width follows from the picture's shape.")
@click.option("--inks", type=int, default=1, show_default=True, metavar="N", help="How many.")
@click.option(
    "--method",
    type=click.Choice(["threshold", "otsu", "dither", "edges"]),
    help="How one ink is told from the background.  [default: otsu]",
)
@click.option("--level", type=int, metavar="N", help="The grey, 0 to 255, for threshold and edges.")
@click.option("--background", metavar="COLOUR", help="The colour that is no ink: a name or six hex digits.")
@click.option("--invert", is_flag=True, help="Take light for dark.")
@makes_puzzle
def from_image_command(path: str, **options: Any) -> Puzzle:
    """Make a puzzle from a picture: scaled to so many cells, and reduced to a few inks.

    Without --width and --height the longer side has 40 cells. Exit code 3: no repair was found in time, and
    nothing is written.
    """
    from nonosat.formats.photo import from_image

    return from_image(path, **options)


def _mended(puzzle: Puzzle, line_solvable: bool, seconds: float | None) -> Repair:
    from nonosat.analysis.redraw import redraw

    assert puzzle.goal is not None  # these puzzles are made of pictures
    with _progress() as observer:
        return redraw(
            puzzle.goal,
            palette=puzzle.palette,
            line_solvable=line_solvable,
            limit=Limit(seconds=seconds),
            observer=observer,
        )


@contextmanager
def _progress() -> Iterator[Callable[[Redrawing], None] | None]:
    """An observer that shows on standard error how mending goes; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    began, status = monotonic(), Console(stderr=True).status("mending")

    def observe(event: Redrawing) -> None:
        if monotonic() - began > QUIET_SECONDS:
            status.start()
            known = "" if event.cost is None else f", {event.cost} cells changed"
            status.update(f"mending: {event.pictures:,} pictures, at least {event.bound}{known}")

    try:
        yield observe
    finally:
        status.stop()


def _sentence(puzzle: Puzzle, found: Repair | None) -> str:
    """A new puzzle in words."""
    size = f"{puzzle.width}x{puzzle.height}"
    if found is None:
        return f"{size}, not checked for other solutions"
    how = "solvable line by line" if found.line_solvable else "needs search"
    cells = puzzle.width * puzzle.height
    changed = f"{found.cost} of {cells} cells changed" if found.cost else "no cell changed"
    if found.cost:
        changed += ", the least" if found.optimal else f", maybe as few as {found.bound} would do"
    return f"{found.verdict} ({size}, {how}); {changed}"


def _s(number: int) -> str:
    return "" if number == 1 else "s"


def _record(found: Repair) -> dict[str, Any]:
    changes = [asdict(change) for change in found.changes]
    return {"by": found.by, "changes": changes, "bound": found.bound, "optimal": found.optimal}


def _draw(before: Puzzle, after: Puzzle) -> None:
    from rich.console import Console

    from nonosat.render.changes import marked
    from nonosat.render.text import draw, draw_coloured

    assert before.goal is not None
    assert after.goal is not None
    cells, charset = marked(before.goal, after.goal), charset_of(False)
    if sys.stdout.isatty():
        Console().print(draw_coloured(after, cells, charset=charset))
    else:
        click.echo(draw(after, cells, charset=charset))


def _echo(answer: Answer, text: str, as_json: bool, output: str) -> None:
    """The answer on standard output, unless that is where the puzzle goes."""
    click.echo(json.dumps(answer.record()) if as_json else text, err=output == "-")
