"""Measures how late every command ends after its limit: `python -m benchmarks.overshoot [PUZZLE...] [--limit SECONDS]`.

PUZZLE is a file, or a family of `nonosat benchmark` and a size, such as random@0.5:400; `/blank` after it takes the goal
away. A row is a command, a column a puzzle. A figure is the wall-clock time of the process, from its start by the system to its
end, less the limit and less *start*, the time of the same command on a puzzle of one cell: so what the interpreter needs
before the command begins does not count, and what it does after the limit counts. An empty cell ended before
the limit. `!` marks an ending that told nothing but the limit, `?` an unexpected exit code. Commands run one after another.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

import click
import pages
from limited import COMMANDS
from PIL import Image

import nonosat as ns
from benchmarks.report import Program
from nonosat.apps.benchmarking.families import members
from nonosat.apps.many.tables import aligned

DEFAULT_PUZZLES = ("random@0.5:60", "random@0.5:400", "random@0.5:400/blank", "random@0.5:1500")
_BLANK = "/blank"
_PATIENCE = 30.0  # seconds after the limit until a command is ended
_KNOWN_CODES = (0, 1, 2, 3)
_REFUSALS = (64, 65)  # a question that does not apply, or a drawing too large for its page


class Ending(NamedTuple):
    """The end of a command: its time and exit code."""

    seconds: float
    code: int | None  # None if the benchmark killed it
    told: bool  # True if it printed anything but the note that the limit was reached

    def late(self, allowed: float) -> str:
        """Returns the seconds beyond those allowed, with the marks of the table."""
        if self.code is None:
            return "never"
        if self.code in _REFUSALS:
            return "refused"
        mark = "" if self.code in _KNOWN_CODES else "?"
        if self.seconds <= allowed and not mark:
            return ""
        return f"{self.seconds - allowed:.2f}{mark}{'' if self.told else '!'}"


class Files(NamedTuple):
    """The files named by the words of a command."""

    puzzle: Path
    picture: Path
    state: Path
    page: Path


def puzzle_named(name: str) -> ns.Puzzle:
    """Returns the puzzle of a file or the member of a family."""
    own = name.removesuffix(_BLANK)
    puzzle = ns.load(own) if Path(own).exists() else next(members(own)).puzzle
    assert puzzle
    return puzzle.replace(goal=None) if name != own else puzzle


def files_of(puzzle: ns.Puzzle, folder: Path) -> Files:
    """Writes a puzzle, its picture, a state of which nothing is known and a printed page."""
    files = Files(*(folder / name for name in ("puzzle.json", "picture.png", "state.txt", "page.jpg")))
    ns.dump(puzzle, files.puzzle)
    files.state.write_text("".join("?" * length + "\n" for length in puzzle.row_lengths))
    if puzzle.goal:
        ns.dump(puzzle.goal.puzzle(goal=puzzle.goal), files.picture)
    else:
        Image.new("1", (puzzle.width, puzzle.height), 1).save(files.picture)
    pages.page(pages.puzzle(30, 4), "boxed", "dark", cell=60).image.save(files.page)
    return files


def ending_of(words: str, files: Files, folder: Path, limit: float) -> Ending:
    """Runs a command in a folder of its own."""
    command = [word.format(**files._asdict()) for word in words.split()]
    with TemporaryDirectory(dir=folder) as own:
        began = monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "nonosat", *command, "--time-limit", str(limit)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=own,
            text=True,
        )
        try:
            answer, notes = process.communicate(timeout=limit + _PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return Ending(monotonic() - began, None, False)
        seconds = monotonic() - began
        only_limit = not answer and "limit was reached" in notes and not os.listdir(own)
        return Ending(seconds, process.returncode, not only_limit)


def rows_of(commands: Iterable[str], puzzles: Iterable[str], limit: float) -> Iterator[list[str]]:
    """Yields the row of each command."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        subjects = []
        for number, puzzle in enumerate([ns.Puzzle([[1]], [[1]]), *map(puzzle_named, puzzles)]):
            (own := folder / str(number)).mkdir()
            subjects.append(files_of(puzzle, own))
        for words in commands:
            cell, *others = subjects if "{" in words else subjects[:2]
            quick = ending_of(words, cell, folder, limit)
            start = quick.seconds if quick.seconds < limit else 0.0  # some make up their own work
            late = [ending_of(words, files, folder, limit).late(limit + start) for files in others]
            yield [words, f"{start:.2f}", *late, *[""] * (len(subjects) - 1 - len(late))]


@click.command(cls=Program)
@click.argument("puzzles", nargs=-1)
@click.option("--limit", default=1.0, show_default=True, help="Seconds of each command.")
@click.option("--only", "wanted", multiple=True, help="Only commands that begin so.")
def main(puzzles: tuple[str, ...], limit: float, wanted: tuple[str, ...]) -> None:
    """Print how late commands end after their limit."""
    puzzles = puzzles or DEFAULT_PUZZLES
    words = [line for lines in COMMANDS.values() for line in lines if line.startswith(wanted or "")]
    rows = []
    for row in rows_of(words, puzzles, limit):
        click.echo("\t".join(row), err=True)
        rows.append(row)
    click.echo(aligned([["seconds late", "start", *(Path(name).name for name in puzzles)], *rows]))


if __name__ == "__main__":
    main()
