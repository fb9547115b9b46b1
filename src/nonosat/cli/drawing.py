"""`from-image` and `generate`: new puzzles, from pictures and by formula, mended where that is wanted.

What they need is loaded when they run.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli.ambiguity import time_option
from nonosat.cli.answers import Answer
from nonosat.cli.commands import EXIT_CODES, charset_of, picture_rows, sentence
from nonosat.cli.inputs import json_option, waiting
from nonosat.engine.outcome import Verdict
from nonosat.engine.questions import check
from nonosat.errors import UsageError
from nonosat.formats import FORMATS, dump, written_as
from nonosat.limits import Limit
from nonosat.model.grid import Grid
from nonosat.model.puzzle import MAX_SIDE, Puzzle

if TYPE_CHECKING:
    from nonosat.repairs.result import Repair

_CONFLICTS = 20_000
"""Of the solver, for saying of a new puzzle how many solutions it has."""

_MENDING = (
    click.option("--unique", is_flag=True, help="Change the fewest cells so that there is one solution."),
    click.option("--line-solvable", is_flag=True, help="The same, and so that it needs no guessing."),
)
_OUTPUT = (
    click.option(
        "-o", "--output", default="-", metavar="FILE", help="Where to write it.  [default: standard output]"
    ),
    click.option("--to", "target", type=click.Choice(list(FORMATS)), help="The format to write."),
    click.option("--show", is_flag=True, help="Draw it: + ink added, - removed, ~ exchanged by mending."),
    time_option,
    json_option,
)


def makes_puzzle(*, mending: bool) -> Callable[[Callable[..., Puzzle]], Callable[..., int]]:
    """A command that makes a puzzle gets the options for writing it, and for `mending` it first."""

    def decorated(command: Callable[..., Puzzle]) -> Callable[..., int]:
        @wraps(command)
        def made(
            *,
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
            wanted = [others.pop(name) for name in ("unique", "line_solvable")] if mending else [False, False]
            puzzle, began = command(**others), monotonic()
            puzzle.require_sound()
            found = _mended(puzzle, wanted[1], time_limit) if any(wanted) else None
            answer = Answer(output, more=_record(found) if found else {})
            answer.stopped = found.stopped if found else None
            if found is not None and found.puzzle is None:
                text = f"not written: no repair was found, at least {_cells(found.bound)} must change"
                answer.exit_code = EXIT_CODES[Verdict.UNKNOWN]
            else:
                mended = puzzle
                if found is not None and found.puzzle is not None:
                    mended = found.puzzle.replace(metadata=puzzle.metadata)
                report = check(mended, limit=Limit(seconds=time_limit, conflicts=_CONFLICTS), workers=1)
                dump(mended, output, target)
                answer.verdict, answer.line_solvable = report.verdict, report.line_solvable
                answer.solutions = [picture_rows(grid, mended) for grid in report.solutions]
                text = f"{sentence(report)}{f'; {_changes(found)}' if found else ''}"
                if show:
                    _draw(puzzle, mended)
            answer.seconds = monotonic() - began
            click.echo(json.dumps(answer.record()) if as_json else f"{output}: {text}", err=output == "-")
            return answer.exit_code

        for option in reversed((*_MENDING, *_OUTPUT) if mending else _OUTPUT):
            made = option(made)
        return made

    return decorated


# Pictures -----------------------------------------------------------------------------------------------


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
@makes_puzzle(mending=True)
def from_image_command(path: str, **options: Any) -> Puzzle:
    """Make a puzzle from a picture: scaled to so many cells, and reduced to a few inks.

    Without --width and --height the longer side has 40 cells. Exit code 3: no repair was found in time, and
    nothing is written.
    """
    from nonosat.formats.photo import from_image

    return from_image(path, **options)


def _mended(puzzle: Puzzle, line_solvable: bool, seconds: float | None) -> Repair:
    from nonosat.repairs.pixels import Redrawing, redraw

    assert puzzle.goal is not None  # these puzzles are made of pictures
    with waiting("mending") as tell:

        def observe(event: Redrawing) -> None:
            known = "" if event.cost is None else f", {_cells(event.cost)} changed"
            tell(f"mending: {event.pictures:,} pictures, at least {_cells(event.bound)}{known}")

        return redraw(
            puzzle.goal,
            palette=puzzle.palette,
            line_solvable=line_solvable,
            limit=Limit(seconds=seconds),
            observer=observe,
        )


def _changes(found: Repair) -> str:
    """A repair in words."""
    if not found.cost:
        return "no cell changed"
    least = "the least" if found.optimal else f"maybe as few as {found.bound} would do"
    return f"{_cells(found.cost)} changed, {least}"


def _cells(number: int) -> str:
    return f"{number} cell{'' if number == 1 else 's'}"


def _record(found: Repair) -> dict[str, Any]:
    changes = [asdict(change) for change in found.changes]
    return {"by": found.by, "changes": changes, "bound": found.bound, "optimal": found.optimal}


def _draw(before: Puzzle, after: Puzzle) -> None:
    from rich.console import Console

    from nonosat.rendering.changes import marked
    from nonosat.rendering.text import draw, draw_coloured

    assert before.goal is not None
    assert after.goal is not None
    cells, charset = marked(before.goal, after.goal), charset_of(False)
    if sys.stdout.isatty():
        Console().print(draw_coloured(after, cells, charset=charset))
    else:
        click.echo(draw(after, cells, charset=charset))


# Formulas -----------------------------------------------------------------------------------------------


class _Size(click.ParamType[tuple[int, int]]):
    """Width and height, such as 20x15."""

    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", str(value))
        if not match:
            self.fail(f"{value!r} is no size such as 20x15", param, ctx)
        return int(match[1]), int(match[2])


side_argument = click.argument("side", type=click.IntRange(1, MAX_SIDE))
negative_option = click.option("--negative", is_flag=True, help="Exchange black and white.")


@click.group("generate")
def generate_command() -> None:
    """Make a puzzle at random or by formula. The same arguments give the same puzzle anywhere."""


@generate_command.command("random")
@click.option("--size", type=_Size(), default="20x20", show_default=True, help="Width and height in cells.")
@click.option("--density", type=float, help="The share of inked cells, about.  [default: 0.55]")
@click.option("--inks", type=int, default=1, show_default=True, metavar="N", help="How many.")
@click.option(
    "--symmetry",
    type=click.Choice(["none", "lr", "tb", "both", "rotation"]),
    default="none",
    help="Left and right alike, top and bottom, both, or the same after half a turn.",
)
@click.option(
    "--rating",
    type=click.Choice(["trivial", "easy", "medium", "hard", "needs trial", "needs search"]),
    help="How difficult it is to be; see `nonosat rate`.",
)
@click.option("--any", "ambiguous", is_flag=True, help="As it comes: it may have several solutions.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Which one.")
@click.option("--line-solvable", is_flag=True, help="So that it needs no guessing.")
@makes_puzzle(mending=False)
def random_command(size: tuple[int, int], ambiguous: bool, **options: Any) -> Puzzle:
    """A random puzzle with one solution.

    A density far from what the rating takes may leave nothing to be found: leave it open then.
    """
    from nonosat.generation.random_pictures import random_puzzle

    width, height = size
    with waiting("drawing") as tell:
        return random_puzzle(
            height,
            width,
            unique=not ambiguous,
            observer=lambda number: tell(f"drawing: try {number}"),
            **options,
        )


@generate_command.command("dom")
@click.argument("n", type=click.IntRange(1, (MAX_SIDE - 1) // 2))
@makes_puzzle(mending=True)
def dom_command(n: int) -> Puzzle:
    """The n-Dom puzzle, a staircase in which every step holds the others."""
    from nonosat.generation import n_dom

    return n_dom(n)


@generate_command.command("checkerboard")
@click.option("--size", type=_Size(), default="20x20", show_default=True, help="Width and height in cells.")
@click.option("--step", type=click.IntRange(1, MAX_SIDE), default=2, show_default=True, help="Cells.")
@negative_option
@makes_puzzle(mending=True)
def checkerboard_command(size: tuple[int, int], step: int, negative: bool) -> Puzzle:
    """Every second cell of each row, or every third, and so on."""
    from nonosat.generation import checkerboard

    return _pictured(checkerboard(size[1], size[0], step), negative)


@generate_command.command("rings")
@side_argument
@click.option("--thickness", type=click.IntRange(1, MAX_SIDE), metavar="N", help="Of each ring, in cells.")
@negative_option
@makes_puzzle(mending=True)
def rings_command(side: int, thickness: int | None, negative: bool) -> Puzzle:
    """Concentric rings around a disc."""
    from nonosat.generation import rings

    return _pictured(rings(side, thickness), negative)


@generate_command.command("julia")
@side_argument
@click.option("--c", type=(float, float), default=(-0.8, 0.156), show_default=True, help="Of z -> z^2 + c.")
@negative_option
@makes_puzzle(mending=True)
def julia_command(side: int, c: tuple[float, float], negative: bool) -> Puzzle:
    """A filled Julia set."""
    from nonosat.generation import julia

    return _pictured(julia(side, c), negative)


@generate_command.command("poster")
@click.argument("text")
@side_argument
@negative_option
@makes_puzzle(mending=True)
def poster_command(text: str, side: int, negative: bool) -> Puzzle:
    """A text, as large as it fits; lines are parted by /."""
    from nonosat.generation import poster

    return _pictured(poster(text.replace("/", "\n"), side), negative)


def _pictured(goal: Grid, negative: bool) -> Puzzle:
    """The puzzle of a picture, or of its negative."""
    from nonosat.generation import negative as exchanged

    goal = exchanged(goal) if negative else goal
    return goal.puzzle(goal=goal)
