"""`convert`: from one file format to another."""

from __future__ import annotations

import click

from nonosat.cli.inputs import read
from nonosat.cli.options import from_option, to_option
from nonosat.formats import dump


@click.command("convert")
@click.argument("source_path", metavar="IN")
@click.argument("target_path", metavar="OUT")
@from_option
@to_option
@click.option("--lossy", is_flag=True, help="Leave out givens and colours that OUT's format cannot hold.")
def convert_command(
    source_path: str, target_path: str, source: str | None, target: str | None, lossy: bool
) -> None:
    """Write the puzzle in file IN to file OUT, in the format that its extension names.

    OUT is written whole or not at all; - stands for standard input and standard output. A format that
    cannot hold all of the puzzle is an error that says what would be lost.
    """
    puzzles = [puzzle for _, puzzle in read(source_path, source)]
    for puzzle in puzzles:
        puzzle.require_sound()
    dump(puzzles, target_path, target, lossy=lossy)
