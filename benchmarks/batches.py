"""What a batch costs beside a plain loop: `python -m benchmarks.batches FOLDER_OR_FILE...`.

The same puzzles are read, checked and written as lines of JSON by one loop in one process, and by
`nonosat batch` with one worker and more. Each is a process of its own; CPU seconds are those of all its
processes. The overhead of a batch is what its CPU seconds exceed those of the loop by, less the start of the
processes, for each puzzle: it is measured best with many small puzzles (`--small N`).
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import click
from rich.console import Console
from rich.table import Table

from nonosat import Grid

_LOOP = """
import json, sys
from nonosat import SearchOptions, check
from nonosat.formats.sources import Sources
options = SearchOptions(workers=1)
with open(sys.argv[1], "w") as out:
    for item in Sources(tuple(sys.argv[2:])).items():
        report = check(item.puzzle, options=options)
        print(json.dumps([item.name, str(report.verdict), report.seconds]), file=out)
"""


class Cost(NamedTuple):
    """What a command took."""

    cpu: float
    """Seconds of all its processes."""
    wall: float
    peak: int
    """Bytes that its largest process held."""


def cost_of(command: list[str], codes: tuple[int, ...] = (0,)) -> Cost:
    """Runs a command; raises `CalledProcessError` if it ends with another exit code."""
    began = perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in codes:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(usage.ru_utime + usage.ru_stime, perf_counter() - began, usage.ru_maxrss * 1024)


def small_puzzles(number: int, path: Path) -> None:
    """A file with that many puzzles of 5x5 cells, as lines of JSON."""
    choice = random.Random(number)
    with path.open("w") as file:
        for at in range(number):
            cells = choice.choices("#.", k=25)
            grid = Grid(["".join(cells[row : row + 5]) for row in range(0, 25, 5)])
            file.write(json.dumps({"id": at, **grid.puzzle().to_json()}) + "\n")


@click.command()
@click.argument("paths", nargs=-1)
@click.option("--small", type=int, default=0, help="So many random puzzles of 5x5 cells instead.")
@click.option("--workers", type=int, multiple=True, default=(1, 2), show_default=True)
def main(paths: tuple[str, ...], small: int, workers: tuple[int, ...]) -> None:
    """Print what a batch costs beside a plain loop."""
    with tempfile.TemporaryDirectory() as folder:
        if small:
            small_puzzles(small, Path(folder, "small.jsonl"))
            paths = (str(Path(folder, "small.jsonl")),)
        nothing = Path(folder, "nothing.jsonl")
        small_puzzles(1, nothing)
        table = Table("", "puzzles", "a second", "CPU s", "wall s", "overhead, ms", "peak, MB")
        out, python = str(Path(folder, "out")), [sys.executable]
        loop = cost_of([*python, "-c", _LOOP, out, *paths])
        loop_start = cost_of([*python, "-c", _LOOP, f"{out}0", str(nothing)])
        number = len(Path(out).read_text().splitlines())
        rate = f"{number / loop.wall:,.0f}"
        table.add_row(
            "loop", f"{number:,}", rate, f"{loop.cpu:.2f}", f"{loop.wall:.2f}", "", f"{loop.peak / 1e6:.0f}"
        )
        for each in workers:
            batch = [*python, "-m", "nonosat", "batch", "--workers", str(each), "-o"]
            cost = cost_of([*batch, f"{out}-{each}", *paths])
            start = cost_of([*batch, f"{out}-{each}-0", str(nothing)])
            more = (cost.cpu - start.cpu * (1 + each) / 2) - (loop.cpu - loop_start.cpu)
            row = (
                f"{number / cost.wall:,.0f}",
                f"{cost.cpu:.2f}",
                f"{cost.wall:.2f}",
                f"{more / number * 1e3:.3f}",
            )
            table.add_row(f"batch, {each}", f"{number:,}", *row, f"{cost.peak / 1e6:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
