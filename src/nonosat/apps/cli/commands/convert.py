"""`convert`: writes puzzles in another file format."""

from __future__ import annotations

import click

from nonosat.apps.benchmarking.families import is_family, members
from nonosat.apps.cli.shell import common as cli
from nonosat.formats import dump
from nonosat.support.errors import UsageError


@cli.command(
    "convert",
    epilog=cli.examples(
        "convert puzzle.non puzzle.xml", "convert puzzle.non - --to olsak", "convert dom:5 dom.non"
    ),
)
@click.argument("source_path", type=cli.InFile(puzzle=True), metavar="IN")
@click.argument("target_path", type=cli.OutFile(), metavar="[OUT]", required=False)
@cli.output_option("The same as OUT.")
@cli.from_option
@cli.to_option
@click.option("--lossy", is_flag=True, help="Leave out givens and colours that OUT's format cannot hold.")
def convert_command(
    source_path: str,
    target_path: str | None,
    output: str | None,
    source: str | None,
    target: str | None,
    lossy: bool,
) -> int:
    """Write a puzzle in another file format.

    The format is the one that the extension of OUT names, or --to. OUT is written whole or not at all.
    - stands for standard input and standard output. A
    format that cannot hold all of the puzzle is an error that says what would be lost.

    IN can also be a family of puzzles made by formula or by chance, such as rings:20 or dom:4,5; `nonosat benchmark --help`
    lists them.
    """
    if target_path is not None and output is not None:
        raise UsageError("say where to write once: OUT or -o")
    target_path = output if target_path is None else target_path
    if target_path is None:
        raise UsageError("say where to write: OUT, or - for standard output")
    if is_family(source_path):
        puzzles = [subject.puzzle for subject in members(source_path) if subject.puzzle]
    else:
        puzzles = [puzzle for _, puzzle in cli.read(source_path, source)]
    for puzzle in puzzles:
        puzzle.require_readable(stars=True)
    dump(puzzles, target_path, target, lossy=lossy)
    return 0
