"""`from-image`: a puzzle from a picture."""

from __future__ import annotations

from typing import Any

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.making import makes_puzzle
from nonosat.cli.shell.sentences import number_text
from nonosat.model.puzzle import Puzzle


@click.command("from-image", epilog=examples("from-image photo.pbm --width 30 --unique -o new.non"))
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
@click.option("--background", metavar="COLOUR", help="The background colour: a name or six hex digits.")
@click.option("--invert", is_flag=True, help="Exchange light and dark.")
@makes_puzzle(mending=True)
def from_image_command(path: str, **options: Any) -> Puzzle:
    """Make a puzzle from a photograph or a drawing.

    It is scaled to the size in cells and reduced to the number of inks. Without --width and --height the
    longer side has 40 cells. Exit code 3: no repair was found in time, and nothing is written.
    """
    from nonosat.formats.photo import from_image

    puzzle = from_image(path, **options)
    if (inks := len(puzzle.palette) - 1) < options["inks"]:
        number = number_text(inks, "ink")
        click.echo(f"nonosat: {path}: {number}: the picture has no more colours", err=True)
    return puzzle
