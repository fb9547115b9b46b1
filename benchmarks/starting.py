"""The start of commands, beside another version: `python -m benchmarks.starting PUZZLE [OTHER...]`.

Runs each command about an easy PUZZLE in this checkout and in each OTHER, a folder with a built checkout, in turns. Prints CPU
milliseconds of a run, the start of Python included: the median, and the median of the ratios to the last OTHER.
"""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from benchmarks.report import Program, command_seconds

ROOT = Path(__file__).resolve().parents[1]

_COMMANDS = """\
check {file}
check --json {file}
solve {file}
count {file}
rate {file}
hint {file}
render {file} -o {folder}/picture.svg --force
--help"""


def seconds_of(checkout: Path, words: list[str]) -> float:
    """Returns the CPU seconds of a command of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return command_seconds(words, env=environment, cwd=ROOT)


@click.command(cls=Program)
@click.argument("puzzle", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("others", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--turns", default=20, show_default=True, help="Processes of each checkout and command.")
def main(puzzle: Path, others: tuple[Path, ...], turns: int) -> None:
    """Print CPU milliseconds of each command."""
    checkouts = (ROOT, *(other.resolve() for other in others))
    names = " | ".join(checkout.name for checkout in checkouts)
    click.echo(f"| | {names} | ratio |\n|---|{'---:|' * len(checkouts)}---:|")
    with TemporaryDirectory() as folder:
        for command in _COMMANDS.splitlines():
            words = command.format(file=puzzle.resolve(), folder=folder).split()
            for checkout in checkouts:
                seconds_of(checkout, words)  # compiles the modules
            runs = [[seconds_of(checkout, words) for checkout in checkouts] for _ in range(turns)]
            cells = " | ".join(f"{1e3 * median(times):.1f}" for times in zip(*runs, strict=True))
            shown = command.format(file="FILE", folder="FOLDER").partition(" -o")[0]
            click.echo(f"| `{shown}` | {cells} | {median(run[0] / run[-1] for run in runs):.2f} |")


if __name__ == "__main__":
    main()
