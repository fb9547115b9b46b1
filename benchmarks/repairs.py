"""How good repairs are: `python -m benchmarks.repairs clue|givens FOLDER_OR_FILE...` prints a table.

`clue` changes one number in each of a sample of puzzles with one solution and asks for the typing error: at
which place the repairs have the original clue, and how long the conflict and the repairs took. `givens` asks
for the fewest cells to reveal in each puzzle: the best found, the bound that is proved, the seconds. The
tables are Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time

import click

import nonosat as ns
from benchmarks import report
from benchmarks.report import Row, pin_to_one_core
from nonosat.model.clues import clue_room
from nonosat.questions.repairs.givens import ANY

CHANGES = (-2, -1, 1, 1, 2, 10)
"""What is added to a length: neighbouring keys, and a digit too many."""

_CHECK_SECONDS = 10.0
"""How long it may take to see that a puzzle has one solution; others are passed over."""


def with_wrong_number(puzzle: ns.Puzzle, random: Random) -> ns.Puzzle:
    """The puzzle with the length of one block changed; the clue still fits into its line.

    Some block of the rows and columns must be one that can be changed.
    """
    while True:
        axis = random.choice(("rows", "columns"))
        clues = list(getattr(puzzle, axis))
        at = random.randrange(len(clues))
        if not clues[at]:
            continue
        blocks = list(clues[at])
        number = random.randrange(len(blocks))
        length = (blocks[number].length or 0) + random.choice(CHANGES)
        if length < 1:
            continue
        blocks[number] = blocks[number]._replace(length=length)
        clues[at] = tuple(blocks)
        if clue_room(clues[at]) <= len(puzzle.families[axis == "columns"][at].cells):
            return puzzle.replace(**{axis: tuple(clues)})


def retyped(name: str, puzzle: ns.Puzzle, random: Random, seconds: float) -> Row:
    """The row of one puzzle, of which one number is changed."""
    puzzle = puzzle.statement
    broken = with_wrong_number(puzzle, random)
    began = process_time()
    clash = ns.conflict(broken, limit=ns.Limit(seconds=seconds))
    between = process_time()
    found = ns.repair_clue(broken, limit=ns.Limit(seconds=seconds))
    places = [at for at, each in enumerate((found, *found.alternatives), start=1) if each.puzzle == puzzle]
    return {
        "puzzle": name,
        "width": puzzle.width,
        "height": puzzle.height,
        "conflict": clash.size,
        "minimal": clash.minimal,
        "conflict_cpu": between - began,
        "repairs": (1 + len(found.alternatives)) if found.found else 0,
        "place": places[0] if places else None,
        "solvable": found.found and not found.changes,
        "complete": found.complete,
        "stopped": found.stopped,
        "cpu": process_time() - between,
    }


def retyped_table(rows: Sequence[Row]) -> Iterator[str]:
    """The figures of all rows that still have a solution to miss, line by line."""
    broken = [row for row in rows if not row["solvable"]]
    yield "| | |"
    yield "|---|---:|"
    yield f"| puzzles with one number changed | {len(rows)} |"
    yield f"| of these still solvable | {len(rows) - len(broken)} |"
    if not broken:
        return
    for told, most in (("first", 1), ("among the first three", 3), ("anywhere", len(rows) ** 9)):
        number = sum(row["place"] is not None and row["place"] <= most for row in broken)
        yield f"| original clue listed {told} | {number} ({number / len(broken):.0%}) |"
    yield f"| not all could be tried | {sum(not row['complete'] for row in broken)} |"
    yield f"| repairs listed, median | {median(row['repairs'] for row in broken):.0f} |"
    yield f"| conflicts proved minimal | {sum(row['minimal'] for row in broken)} |"
    yield f"| clues and givens in the conflict, median | {median(row['conflict'] for row in broken):.0f} |"
    for told, key in (("conflict", "conflict_cpu"), ("repair", "cpu")):
        times = [row[key] for row in broken]
        figures = (median(times), report.percentile(times, 0.95), max(times))
        yield f"| CPU seconds, {told}: median, 95 %, longest | {', '.join(f'{t:.2f}' for t in figures)} |"


def revealed(name: str, puzzle: ns.Puzzle, seconds: float) -> Row:
    """The row of one puzzle, with the fewest givens for any solution."""
    began, cpu = monotonic(), process_time()
    found = ns.repair_givens(puzzle, goal=ANY, limit=ns.Limit(seconds=seconds))
    return {
        "puzzle": name,
        "verdict": str(found.verdict),
        "cells": found.cost if found.found else None,
        "bound": found.bound,
        "optimal": found.optimal,
        "stopped": found.stopped,
        "wall": monotonic() - began,
        "cpu": process_time() - cpu,
    }


def revealed_table(rows: Sequence[Row]) -> Iterator[str]:
    """A line for each puzzle."""
    yield "| puzzle | cells to reveal | proved | seconds |"
    yield "|---|---:|---|---:|"
    for row in rows:
        cells = "?" if row["cells"] is None else row["cells"]
        proved = "fewest" if row["optimal"] else f"at least {row['bound']}"
        yield f"| {row['puzzle']} | {cells} | {proved} | {row['wall']:.1f} |"


paths_argument = click.argument(
    "paths", nargs=-1, required=True, type=click.Path(exists=True), metavar="FOLDER_OR_FILE..."
)
time_option = click.option(
    "--time-limit", type=click.FloatRange(min=0), default=60.0, show_default=True, help="Seconds per puzzle."
)
output_option = click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "repairs.jsonl",
    help="JSON lines are appended here; by default to benchmarks/results/repairs.jsonl.",
)


@click.group()
def main() -> None:
    """Measure repairs."""
    pin_to_one_core()


@main.command("clue")
@paths_argument
@click.option("--sample", type=click.IntRange(min=1), default=100, show_default=True, help="So many puzzles.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the sample and the changes.")
@time_option
@output_option
def clue(paths: tuple[str, ...], sample: int, seed: int, time_limit: float, output: Path) -> None:
    """Change a number in puzzles, and see whether repairs find it."""
    random = Random(seed)
    todo = list(report.named_files(paths))
    random.shuffle(todo)
    options = {"time_limit": time_limit, "paths": list(paths), "sample": sample}
    run = report.run_record("repairs clue", backend="", options=options, seed=seed)
    rows: list[Row] = []
    with report.results(output, run) as results, report.progress(min(sample, len(todo))) as bar:
        for name, file in todo:
            if len(rows) == sample:
                break
            report.progress_step(bar, name)
            puzzle = ns.load(file)
            if puzzle.problems() or not any(any(map(bool, clues)) for clues in (puzzle.rows, puzzle.columns)):
                continue
            if ns.check(puzzle, limit=ns.Limit(seconds=_CHECK_SECONDS)).verdict is ns.Verdict.UNIQUE:
                rows.append(retyped(name, puzzle, random, time_limit))
                results.add(rows[-1])
                report.progress_step(bar, name, done=True)
    click.echo("\n".join(retyped_table(rows)))


@main.command("givens")
@paths_argument
@time_option
@output_option
def givens(paths: tuple[str, ...], time_limit: float, output: Path) -> None:
    """Find the fewest cells to reveal in each puzzle, whichever solution that leaves."""
    todo = list(report.named_files(paths))
    options = {"time_limit": time_limit, "paths": list(paths)}
    run = report.run_record("repairs givens", backend="", options=options)
    rows: list[Row] = []
    with report.results(output, run) as results, report.progress(len(todo)) as bar:
        for name, file in todo:
            report.progress_step(bar, name)
            rows.append(revealed(name, ns.load(file), time_limit))
            results.add(rows[-1])
            report.progress_step(bar, name, done=True)
    click.echo("\n".join(revealed_table(rows)))


if __name__ == "__main__":
    main()
