"""Puzzles by backend, CPU and wall-clock seconds: `python -m benchmarks.backends [PUZZLE...]`.

Every way to search that is asked for, also the ones that use several processes, gets every puzzle, each
time in a fresh copy of this process which has the solvers' libraries loaded. CPU seconds are those of
that copy and of all processes it started, wall-clock seconds what a user waits. What takes longer than
the limit is ended, and counts with the limit for both (so that sums are lower bounds).

`--random N` adds random grids, `--tournament FILE` a sample of a set.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.connection import Pipe
from pathlib import Path
from random import Random
from time import monotonic

import click
from rich.table import Table

import nonosat as ns
from benchmarks import report
from benchmarks.measure import Row
from benchmarks.tournament import read_tournament
from nonosat.solving.engine.options import AUTO, PORTFOLIO, SearchOptions
from nonosat.solving.engine.questions import at_most
from nonosat.solving.sat.backends import BACKENDS, DEFAULT

WAYS = (AUTO, PORTFOLIO, *BACKENDS)


def measure(puzzle: ns.Puzzle, way: str, solutions: int, seconds: float) -> Row:
    """One puzzle searched in one way, in a copy of this process.

    `memory` are the bytes that the copy held at most, those that it shares with this process included.
    """
    ours, theirs = Pipe(duplex=False)
    began = monotonic()
    pid = os.fork()
    if not pid:
        try:
            found = at_most(solutions, puzzle, options=SearchOptions(backend=way))
            count = sum(1 for _ in zip(range(solutions), found, strict=False))
            found.close()
            theirs.send(
                {
                    "verdict": found.verdict.value if solutions > 1 or not count else "solved",
                    "line_solvable": found.line_solvable,
                    "open_cells": found.stats.open_cells,
                    "conflicts": found.stats.conflicts,
                }
            )
            from nonosat.foundation.workers.processes import end_idle

            end_idle()
        finally:
            os._exit(0)
    theirs.close()
    row: Row = {"verdict": "unknown"}
    try:
        if ours.poll(seconds):
            row |= ours.recv()
            row["wall"] = monotonic() - began
    except EOFError:
        row["verdict"] = "failed"
    if "wall" not in row:
        os.kill(pid, signal.SIGKILL)
    _, _, usage = os.wait4(pid, 0)
    late = row["verdict"] == "unknown"
    return row | {
        "wall": seconds if late else row.get("wall"),
        "total": seconds if late else usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss * 1024,
    }


def random_puzzles(number: int, side: int, filled: float, seed: int) -> Iterator[tuple[str, ns.Puzzle]]:
    """Puzzles of random pictures, in which so large a share of the cells is filled."""
    random = Random(seed)
    for at in range(number):
        rows = [[int(random.random() < filled) for _ in range(side)] for _ in range(side)]
        yield f"random {side}x{side} {filled:.0%} #{at}", ns.Grid(rows).puzzle()


def _table(rows: dict[str, dict[str, Row]], ways: list[str]) -> Table:
    """CPU and wall-clock seconds of each puzzle, each way, and at the end the figures of all."""
    table = Table(show_edge=False, pad_edge=False)
    table.add_column("puzzle", no_wrap=True)
    table.add_column("verdict")
    for way in ways:
        table.add_column(f"{way} CPU", justify="right", no_wrap=True)
        table.add_column("wall", justify="right", no_wrap=True)
    for name, by_way in rows.items():
        verdicts = {row["verdict"] for row in by_way.values()} - {"unknown"}
        cells = [
            f"{'>' if by_way[way]['verdict'] == 'unknown' else ''}{by_way[way][key]:.2f}"
            for way in ways
            for key in ("total", "wall")
        ]
        table.add_row(name, " or ".join(sorted(verdicts)) or "unknown", *cells)
    table.add_section()
    figures = [
        report.summary([by_way[way] for by_way in rows.values()], key)
        for way in ways
        for key in ("total", "wall")
    ]
    for name in ("mean", "median", "longest", "sum"):
        table.add_row(name, "", *(f"{each[name]:.2f}" for each in figures))
    return table


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@click.option("--backend", "ways", type=click.Choice(WAYS), multiple=True, help="May be repeated.")
@click.option("--random", "number", type=int, default=0, help="Add so many random grids.")
@click.option("--side", type=int, default=30, show_default=True, help="Their width and height.")
@click.option("--filled", type=float, default=0.4, show_default=True, help="Their share of filled cells.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random grids.")
@click.option("--tournament", type=click.Path(exists=True, dir_okay=False), help="Add a sample of a set.")
@click.option("--every", type=int, default=25, show_default=True, help="Every n-th of the set ...")
@click.option("--after", type=int, default=0, show_default=True, help="... after so many of its puzzles.")
@click.option("--first/--prove", default=False, help="Stop at the first solution, or go on to the verdict.")
@click.option("--time-limit", type=float, default=60.0, show_default=True, help="Seconds per puzzle.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "backends.jsonl",
    help="JSON lines are appended here.",
)
def main(
    files: tuple[str, ...],
    ways: tuple[str, ...],
    number: int,
    side: int,
    filled: float,
    seed: int,
    tournament: str | None,
    every: int,
    after: int,
    first: bool,
    time_limit: float,
    output: Path,
) -> None:
    """Measure every puzzle with every backend that is asked for."""
    puzzles = [(Path(file).stem, ns.load(file)) for file in files]
    puzzles += random_puzzles(number, side, filled, seed)
    if tournament:
        puzzles += [
            (f"#{name}", puzzle) for name, puzzle in read_tournament(tournament)[after:][every - 1 :: every]
        ]
    if not puzzles:
        raise click.UsageError("name puzzles, --random or --tournament")
    chosen = list(dict.fromkeys(ways)) or [DEFAULT]
    for way in chosen:  # so that no copy has to load its solver's library
        if way in BACKENDS:
            ns.check(ns.Puzzle([[1], [1]], [[1], [1]]), options=ns.SearchOptions(backend=way))
    rows: dict[str, dict[str, Row]] = {}
    options = {
        "random": number,
        "side": side,
        "filled": filled,
        "every": every,
        "after": after,
        "first": first,
    }
    run = report.run_record("backends", backend=" ".join(chosen), seed=seed, file=tournament, options=options)
    try:
        with report.progress(len(puzzles) * len(chosen)) as bar, report.results(output, run) as results:
            for name, puzzle in puzzles:
                by_way = {}
                for way in chosen:
                    report.progress_step(bar, f"{way} {name}")
                    by_way[way] = measure(puzzle, way, 1 if first else 2, time_limit)
                    results.add({"puzzle": name, "backend": way, **by_way[way]})
                    report.progress_step(bar, f"{way} {name}", done=True)
                rows[name] = by_way
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
    if rows:
        report.console().print(_table(rows, chosen))
    if any(len({row["verdict"] for row in each.values()} - {"unknown"}) > 1 for each in rows.values()):
        click.echo("the backends disagree", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
