"""One hard puzzle cut into cubes: `python -m benchmarks.cubes PUZZLE...`, or `--estimate` of it.

Without it, this prints CPU and wall seconds of `nonosat check --workers 1`, and of `--split 16` with one and
two workers; CPU seconds are those of all processes.

The estimate is by random descents of the tree of cubes. Each cube on the way is checked with a budget of
conflicts; if that is not enough it is cut, and the descent goes on with one part, taken at random. What a
cube costs counts as often as there were parts to choose from on the way to it. The mean over many descents
is the cost of the whole tree, but the deviation is large, and most samples miss rare parts that cost much.
With `--journal FILE`, of a run that was ended or still goes on, descents begin at the cubes that it has left
open, taken at random, and the mean is the cost of what is left. Source: D. E. Knuth, "Estimating the
efficiency of backtrack programs" (Mathematics of Computation 29, 1975).
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev
from time import perf_counter, process_time
from typing import NamedTuple

import click
from rich.console import Console
from rich.table import Table

from nonosat import Limit, Puzzle, SearchOptions, Verdict, check, load
from nonosat.proofs.cubes.lookahead import Cube, cut, within
from nonosat.proofs.cubes.questions import checking
from nonosat.proofs.cubes.tree import read_tree

_WAYS = (("--workers", "1"), ("--split", "16", "--workers", "1"), ("--split", "16", "--workers", "2"))


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


def open_cubes(puzzle: Puzzle, journal: Path) -> list[Cube]:
    """The cubes that a run of `check --split --journal` has left open; its file is not changed."""
    return list(read_tree(str(journal), puzzle, checking()).open_leaves())


def descent(
    puzzle: Puzzle, cubes: Sequence[Cube], conflicts: int, choice: random.Random
) -> Iterator[tuple[float, float]]:
    """The cubes on one way down: how many like each there are held to be, and CPU seconds for it."""
    cube = choice.choice(cubes)
    weight = float(len(cubes))
    while True:
        began = process_time()
        found = check(
            within(puzzle, cube), limit=Limit(conflicts=conflicts), options=SearchOptions(workers=1)
        )
        where = cut(puzzle, cube) if found.verdict is Verdict.UNKNOWN else None
        yield weight, process_time() - began
        if where is None:
            return
        parts = where.children(cube)
        weight *= len(parts)
        cube = choice.choice(parts)


def estimate(puzzle: Puzzle, cubes: Sequence[Cube], conflicts: int, descents: int, seed: int) -> None:
    """Prints what these cubes, and all that they are cut into, seem to cost, after each descent."""
    click.echo(f"{len(cubes)} open cubes")
    if not cubes:
        return
    choice, costs, sizes = random.Random(seed), list[float](), list[float]()
    began = process_time()
    for number in range(1, descents + 1):
        way = list(descent(puzzle, cubes, conflicts, choice))
        costs.append(sum(weight * seconds for weight, seconds in way))
        sizes.append(sum(weight for weight, _ in way))
        error = stdev(costs) / number**0.5 if number > 1 else float("inf")
        click.echo(
            f"{number} descents, {process_time() - began:.0f} s: depth {len(way) - 1}; "
            f"about {mean(sizes):,.0f} cubes, {mean(costs) / 3600:,.2f} h of CPU, "
            f"standard error {error / 3600:,.2f} h"
        )


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.option("--estimate", "estimated", is_flag=True, help="Estimate instead of running.")
@click.option("--conflicts", default=20_000, show_default=True, help="The budget of a cube.")
@click.option("--descents", default=30, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--journal",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Estimate what the run that keeps this file has left.",
)
def main(
    paths: tuple[str, ...], estimated: bool, conflicts: int, descents: int, seed: int, journal: Path | None
) -> None:
    """Print what cubes cost."""
    if estimated or journal:
        for path in paths:
            puzzle = load(path)
            cubes = open_cubes(puzzle, journal) if journal else [()]
            estimate(puzzle, cubes, conflicts, descents, seed)
        return
    table = Table("", "", "CPU s", "wall s")
    for path in paths:
        for way in _WAYS:
            cost = cost_of([sys.executable, "-m", "nonosat", "check", path, *way], codes=(0, 1, 2))
            table.add_row(path, " ".join(way), f"{cost.cpu:.1f}", f"{cost.wall:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
