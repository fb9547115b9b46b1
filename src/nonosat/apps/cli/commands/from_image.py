"""`from-image`: makes a puzzle from a picture."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.making import makes_puzzle
from nonosat.apps.cli.shell.progress import waiting
from nonosat.apps.cli.shell.types import InFile, Range, parsed
from nonosat.apps.generation.choice_sheet import SHEETS, SheetRow, html_sheet, raster_sheet
from nonosat.apps.generation.image_choices import ImageChoices, image_choices
from nonosat.imaging.photo import from_image
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import read_bytes, write
from nonosat.support.limits import Limit
from nonosat.support.sentences import number_text

_METHODS = "inks", "method", "level", "background", "invert", "trim"


def _sheet(
    paths: tuple[str, ...],
    *,
    output: str,
    choices: int | None,
    take: tuple[str, ...],
    size: tuple[int, int] | None,
    minutes: Range | float | None,
    limit: Limit,
    as_json: bool,
    **options: Any,
) -> int | None:
    """Writes the sheet of all choices; None if no sheet is asked for."""
    if choices is None or take:
        return None
    kind = PurePath(output).suffix.lower()
    if kind not in SHEETS:
        raise UsageError(f"-o must name a sheet to write, {', '.join(SHEETS)}; or --take K writes a puzzle")
    if size:
        options["width"], options["height"] = size
    rows, code = list[SheetRow](), 0
    for number, path in enumerate(paths, 1):
        try:
            with waiting(f"looking at picture {number} of {len(paths)}"):
                made = _choices(path, choices, minutes, {**options, "limit": limit})
        except InputError as error:
            if len(paths) == 1:
                raise
            cli.note(str(error))
            code = error.exit_code
            continue
        rows.append(SheetRow(PurePath(path).name, read_bytes(path), made))
        if as_json:
            click.echo(cli.Answer.of(path, None, made.to_json()).json(cli.Json.FULL))
    if rows:
        write(output, html_sheet(rows) if kind == ".html" else raster_sheet(rows, kind[1:]))
        pictures = number_text(len(rows), "picture")
        puzzles = number_text(sum(len(row.choices.choices) for row in rows), "puzzle")
        click.echo(
            f"{output}: {puzzles} of {pictures}; --take K instead of a sheet writes number K", err=as_json
        )
    return code


def _choices(path: str, choices: int, minutes: Range | float | None, options: dict[str, Any]) -> ImageChoices:
    """Returns the choices of a picture; raises `UsageError` for options of a single method."""
    if refused := next((name for name in _METHODS if options.get(name) not in (None, False)), None):
        raise UsageError(f"--choices tries all methods, with one ink: leave out --{refused}")
    if isinstance(minutes, float | int):
        minutes = minutes, minutes
    sides = {name: options[name] for name in ("width", "height", "limit")}
    return image_choices(
        path, choices=choices, minutes=minutes, line_solvable=not options.get("unique"), **cli.given(**sides)
    )


def _taken(
    path: str, choices: int, take: tuple[str, ...], minutes: Range | float | None, options: dict[str, Any]
) -> Puzzle:
    """Returns the chosen puzzle of a picture."""
    numbers = {name: number for name, _, number in (text.rpartition("=") for text in take)}
    wanted = numbers.get(PurePath(path).stem, numbers.get("", ""))
    if not wanted.isdecimal() or not 1 <= int(wanted) <= choices:
        raise UsageError(f"--take of {path} must be 1 to {choices}, or NAME=K; got {wanted or 'none'!r}")
    made = _choices(path, choices, minutes, options).choices
    if len(made) < int(wanted):
        raise InputError(f"there are only {number_text(len(made), 'choice')} to take", path=path)
    return made[int(wanted) - 1].puzzle


@click.command(
    "from-image",
    epilog=cli.examples(
        "from-image photo.pbm --width 30 --unique -o new.non",
        "from-image photo.pbm wanted.pbm -o '{name}.non'",
        "from-image photo.pbm wanted.pbm --choices 6 -o sheet.html",
        "from-image photo.pbm --choices 6 --take 2 -o photo.non",
    ),
)
@click.argument("paths", type=InFile(), metavar="IMAGE...", nargs=-1, required=True)
@cli.asked_option(from_image, "width")
@cli.asked_option(from_image, "height")
@click.option("--size", type=parsed("size"), help="Width and height in cells.")
@cli.asked_option(from_image, "inks")
@cli.asked_option(from_image, "method", metavar=None)
@cli.asked_option(from_image, "level")
@cli.asked_option(from_image, "background", metavar="COLOUR")
@cli.asked_flag(from_image, "invert")
@click.option(
    "--trim/--no-trim",
    default=None,
    help="Cut off margins that make empty rows and columns.  [default: if the whole border is empty and not "
    "both --width and --height are given]",
)
@cli.asked_option(image_choices, "choices")
@click.option(
    "--take",
    multiple=True,
    metavar="[NAME=]K",
    help="Write choice K of the sheet; with NAME=K, of that picture only. Can be repeated.",
)
@click.option(
    "--minutes",
    type=parsed("range"),
    metavar="LEAST..MOST",
    help="Minutes that a choice should take, as `nonosat rate` predicts them.  [default: 2..20]",
)
@makes_puzzle(several=True, instead=_sheet)
def from_image_command(
    path: str,
    *,
    size: tuple[int, int] | None,
    choices: int | None,
    take: tuple[str, ...],
    minutes: Range | float | None,
    **options: Any,
) -> Puzzle:
    """Make a puzzle from a photograph or a drawing.

    Each of several images, or of those in a folder, becomes one. It is scaled to the size in cells and reduced to the
    number of inks. Without a size the longer side has 40 cells. With --choices, a sheet (HTML, PNG or PDF) shows several
    line-solvable puzzles of each image, with one ink, in several sizes. An SVG drawing needs nonosat[svg]. Exit code 3: no
    repair was found in time, and nothing is written but with --nearest. Without --time-limit a repair takes one minute
    at most.
    """
    from nonosat.imaging.inks import alike_inks

    if size:
        if options["width"] or options["height"]:
            raise UsageError("--size is --width and --height: leave these out")
        options["width"], options["height"] = size
    if choices is not None:
        return _taken(path, choices, take, minutes, options)
    if take or minutes:
        raise UsageError("--take and --minutes need --choices")
    puzzle = from_image(path, **cli.given(**options))
    for one, other in alike_inks(puzzle.palette):
        cli.note(f"{path}: {one} and {other} look alike: --inks {len(puzzle.palette) - 2} would do")
    if (inks := len(puzzle.palette) - 1) < (options["inks"] or 1):
        cli.note(f"{path}: {number_text(inks, 'ink')}: the picture has no more colours")
    return puzzle
