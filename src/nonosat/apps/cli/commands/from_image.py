"""`from-image`: makes a puzzle from a picture."""

from __future__ import annotations

from typing import Any

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.making import makes_puzzle
from nonosat.apps.cli.shell.types import parsed
from nonosat.imaging.photo import from_image
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import UsageError
from nonosat.support.sentences import number_text


@click.command(
    "from-image",
    epilog=cli.examples(
        "from-image photo.pbm --width 30 --unique -o new.non",
        "from-image photo.pbm wanted.pbm -o '{name}.non'",
    ),
)
@click.argument("paths", metavar="IMAGE...", nargs=-1, required=True)
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
@makes_puzzle(several=True)
def from_image_command(path: str, *, size: tuple[int, int] | None, **options: Any) -> Puzzle:
    """Make a puzzle from a photograph or a drawing.

    Each of several images, or of those in a folder, becomes one. It is scaled to the size in cells and reduced to the
    number of inks. Without a size the longer side has 40 cells. An SVG drawing needs nonosat[svg]. Exit code 3: no
    repair was found in time, and nothing is written but with --nearest. Without --time-limit a repair takes one minute
    at most.
    """
    from nonosat.imaging.inks import alike_inks

    if size:
        if options["width"] or options["height"]:
            raise UsageError("--size is --width and --height: leave these out")
        options["width"], options["height"] = size
    puzzle = from_image(path, **cli.given(**options))
    for one, other in alike_inks(puzzle.palette):
        cli.note(f"{path}: {one} and {other} look alike: --inks {len(puzzle.palette) - 2} would do")
    if (inks := len(puzzle.palette) - 1) < (options["inks"] or 1):
        cli.note(f"{path}: {number_text(inks, 'ink')}: the picture has no more colours")
    return puzzle
