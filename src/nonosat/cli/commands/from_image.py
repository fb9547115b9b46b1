"""`from-image`: a puzzle from a picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.making import makes_puzzle
from nonosat.foundation.errors import NonosatError, UsageError
from nonosat.foundation.sentences import number_text
from nonosat.model.puzzle import Puzzle


def _other_methods(path: str, *, method: str | None, **options: Any) -> Iterator[tuple[str, Puzzle]]:
    """The puzzles of the picture by the other methods that these options allow."""
    from nonosat.imaging.photo import Method

    tried = method or Method.OTSU
    for other in Method if options["inks"] == 1 else ():
        if other != tried:
            with suppress(NonosatError):  # such as options that do not go with it
                yield f"--method {other}", _puzzle(path, method=other, **options)


def _puzzle(path: str, *, size: tuple[int, int] | None, **options: Any) -> Puzzle:
    """The puzzle of a picture; `size` is `width` and `height` at once."""
    from nonosat.imaging.photo import from_image

    if size:
        if options["width"] or options["height"]:
            raise UsageError("--size is --width and --height: leave these out")
        options["width"], options["height"] = size
    return from_image(path, **options)


@click.command(
    "from-image",
    epilog=examples(
        "from-image photo.pbm --width 30 --unique -o new.non",
        "from-image photo.pbm wanted.pbm -o '{name}.non'",
    ),
)
@click.argument("paths", metavar="IMAGE...", nargs=-1, required=True)
@click.option("--width", type=int, metavar="N", help="Cells; the height follows from the picture's shape.")
@click.option("--height", type=int, metavar="N", help="Cells; the width follows from the picture's shape.")
@click.option(
    "--size", type=click.noting("nonosat.cli.shell.types", "Size")(), help="Width and height in cells."
)
@click.option("--inks", type=int, default=1, show_default=True, metavar="N", help="How many.")
@click.option(
    "--method",
    type=click.Choice(["threshold", "otsu", "dither", "edges"]),
    help="How to separate ink from background.  [default: otsu]",
)
@click.option("--level", type=int, metavar="N", help="The grey, 0 to 255, for threshold and edges.")
@click.option("--background", metavar="COLOUR", help="The background colour: a name or six hex digits.")
@click.option("--invert", is_flag=True, help="Exchange light and dark.")
@click.option(
    "--trim/--no-trim",
    default=None,
    help="Cut off margins that make empty rows and columns.  [default: if the whole border is empty and not "
    "both --width and --height are given]",
)
@makes_puzzle(repairs=True, alternatives=_other_methods)
def from_image_command(path: str, **options: Any) -> Puzzle:
    """Make a puzzle from a photograph or a drawing.

    Each of several images becomes one. It is scaled to the size in cells and reduced to the number of inks. Without a
    size the longer side has 40 cells. An SVG drawing needs nonosat[svg]. Exit code 3: no repair was found in time, and
    nothing is written but with --nearest. Without --time-limit a repair is looked for one minute at most.
    """
    from nonosat.imaging.inks import alike_inks

    puzzle = _puzzle(path, **options)
    for one, other in alike_inks(puzzle.palette):
        click.echo(
            f"nonosat: {path}: {one} and {other} look alike: --inks {len(puzzle.palette) - 2} would do",
            err=True,
        )
    if (inks := len(puzzle.palette) - 1) < options["inks"]:
        number = number_text(inks, "ink")
        click.echo(f"nonosat: {path}: {number}: the picture has no more colours", err=True)
    return puzzle
