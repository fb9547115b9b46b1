"""`convert`: writes puzzles in another file format."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.formats import dump
from nonosat.support.errors import UsageError
from nonosat.support.files import replaces


@click.command(
    "convert", epilog=cli.examples("convert puzzle.non puzzle.xml", "convert puzzle.non - --to olsak")
)
@click.argument("source_path", metavar="IN")
@click.argument("target_path", metavar="[OUT]", required=False)
@click.option("-o", "--output", metavar="FILE", help="The same as OUT.")
@cli.from_option
@cli.to_option
@click.option("--lossy", is_flag=True, help="Leave out givens and colours that OUT's format cannot hold.")
@click.option("--force", is_flag=True, help="Replace OUT if there is such a file.")
def convert_command(
    source_path: str,
    target_path: str | None,
    output: str | None,
    source: str | None,
    target: str | None,
    lossy: bool,
    force: bool,
) -> None:
    """Write a puzzle in another file format.

    The format is the one that the extension of OUT names, or --to. OUT is written whole or not at all;
    without --force a file of that name is left alone. - stands for standard input and standard output. A
    format that cannot hold all of the puzzle is an error that says what would be lost.
    """
    if target_path is not None and output is not None:
        raise UsageError("say where to write once: OUT or -o")
    target_path = output if target_path is None else target_path
    if target_path is None:
        raise UsageError("say where to write: OUT, or - for standard output")
    if not force and replaces(target_path):
        raise UsageError(f"{target_path}: there is such a file already; --force replaces it")
    puzzles = [puzzle for _, puzzle in cli.read(source_path, source)]
    for puzzle in puzzles:
        puzzle.require_readable(stars=True)
    dump(puzzles, target_path, target, lossy=lossy)
