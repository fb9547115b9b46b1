"""`from-image`: makes a puzzle from a picture."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.making import makes_puzzle
from nonosat.apps.cli.shell.paths import InFile
from nonosat.apps.cli.shell.progress import waiting
from nonosat.apps.cli.shell.types import parsed
from nonosat.apps.generation.choice_sheet import SHEETS, SheetRow, html_sheet, raster_sheet
from nonosat.apps.generation.from_image import from_image
from nonosat.apps.generation.image_choices import ImageChoices
from nonosat.model.puzzle import Puzzle
from nonosat.records.parameters import declaration_of
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import read_bytes, write
from nonosat.support.sentences import number_text


def _sheet(
    paths: tuple[str, ...],
    *,
    output: str,
    choices: int | None,
    take: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> int | None:
    """Writes the sheet of all choices; None if no sheet is asked for."""
    if choices is None or take:
        return None
    kind = PurePath(output).suffix.lower()
    if kind not in SHEETS:
        raise UsageError(f"-o must name a sheet to write, {', '.join(SHEETS)}; or --take K writes a puzzle")
    rows, code = list[SheetRow](), 0
    for number, path in enumerate(paths, 1):
        try:
            with waiting(f"looking at picture {number} of {len(paths)}"):
                made = _choices(path, choices, options)
        except InputError as error:
            if len(paths) == 1:
                raise
            cli.note(str(error))
            code = error.exit_code
            continue
        if not made.choices:
            why = f", {cli.end_text(made.stopped, made.detail)}" if made.stopped else ""
            cli.note(f"{path}: no choice was found{why}")
            code = max(code, cli.EXIT_UNKNOWN)
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


def _choices(path: str, choices: int, options: dict[str, Any]) -> ImageChoices:
    """Returns the choices of a picture."""
    own = (*(each.name for each in declaration_of(from_image).parameters), "trim", "limit", "minutes")
    options = {**options, "line_solvable": not options.get("unique")}
    return from_image(path, choices=choices, **cli.given(**_asked(options, own)))


def _asked(options: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Returns those of the command's options as `from_image` has them."""
    options = dict(options)
    if size := options.get("size"):
        if options["width"] or options["height"]:
            raise UsageError("--size is --width and --height: leave these out")
        options["width"], options["height"] = size
    if isinstance(minutes := options.get("minutes"), float):
        options["minutes"] = minutes, minutes
    return {name: options[name] for name in names if name in options}


def _taken(path: str, choices: int, take: tuple[str, ...], options: dict[str, Any]) -> Puzzle:
    """Returns the chosen puzzle of a picture."""
    numbers = {name: number for name, _, number in (text.rpartition("=") for text in take)}
    wanted = numbers.get(PurePath(path).stem, numbers.get("", ""))
    if not wanted.isdecimal() or not 1 <= int(wanted) <= choices:
        raise UsageError(f"--take of {path} must be 1 to {choices}, or NAME=K; got {wanted or 'none'!r}")
    made = _choices(path, choices, options).choices
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
        "from-image photo.pbm --shape hexagon:12 -o photo.json",
    ),
)
@click.argument("paths", type=InFile(), metavar="IMAGE...", nargs=-1, required=True)
@cli.asked_option(from_image, "width")
@cli.asked_option(from_image, "height")
@click.option("--size", type=parsed("size"), help="Width and height in cells.")
@cli.asked_option(from_image, "shape", metavar="SHAPE")
@cli.asked_option(from_image, "inks", type=parsed("inks"))
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
@cli.asked_option(from_image, "choices")
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
def from_image_command(path: str, *, choices: int | None, take: tuple[str, ...], **options: Any) -> Puzzle:
    """Make a puzzle from a photograph or a drawing.

    Each of several images, or of those in a folder, becomes one. It is scaled to the size in cells and reduced to the
    number of inks. Without a size the longer side has 40 cells. With --choices, a sheet (HTML, PNG or PDF) shows several
    line-solvable puzzles of each image, in several sizes. An SVG drawing needs nonosat[svg]. Exit code 3: no
    repair was found in time, and nothing is written. Without --time-limit a repair takes one minute
    at most.
    """
    from nonosat.imaging.inks import alike_inks

    if choices is not None:
        return _taken(path, choices, take, options)
    if take or options["minutes"]:
        raise UsageError("--take and --minutes need --choices")
    names = set(options) - {"size", "minutes", "unique"}
    puzzle: Puzzle = from_image(path, **cli.given(**_asked(options, names)))
    for one, other in alike_inks(puzzle.palette):
        cli.note(f"{path}: {one} and {other} look alike: --inks {len(puzzle.palette) - 2} would do")
    if (inks := len(puzzle.palette) - 1) < (options["inks"] or 1):
        cli.note(f"{path}: {number_text(inks, 'ink')}: the picture has no more colours")
    return puzzle
