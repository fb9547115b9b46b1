"""How many solutions ambiguous puzzles have: `python -m benchmarks.counts FOLDER_OR_FILE...` prints a table.

For each puzzle with more than one solution, or where that is open: the number of solutions, exact or a lower
bound, the cells that differ, the regions they fall into with the largest one's cells, how that one was
counted, and the seconds. Puzzles whose solution is unique are passed over. The table is Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, process_time

import click

import nonosat as ns
from benchmarks import report
from benchmarks.report import Row
from nonosat.foundation.limits import Clock
from nonosat.questions.solution_space.counting import count_of
from nonosat.questions.solution_space.explore import explore

_DIGITS = 24
"""A number longer than that is written as a power of ten."""


def measured(name: str, source: str, seconds: float) -> Row:
    """The row of one puzzle; one that cannot be read has an error."""
    row: Row = {"puzzle": name}
    try:
        puzzle = ns.load(source)
        began, cpu = monotonic(), process_time()
        clock = Clock(ns.Limit(seconds=seconds))
        exploration = explore(puzzle, clock)
        explored = monotonic() - began
        count = count_of(exploration, clock, began)
    except ns.InputError as error:
        return row | {"verdict": "unreadable", "error": str(error)}
    largest = max(count.regions, key=lambda region: len(region.cells), default=None)
    open_cells = exploration.board.open_cells()
    return row | {
        "verdict": count.verdict.value,
        "count": str(count.count),
        "exact": count.exact,
        "stopped": count.stopped,
        "cells": exploration.board.cells,
        "forced": exploration.board.cells - open_cells,
        "open": open_cells,
        "undecided": sum(
            len(exploration.board.colours_of(cell)) > 1 and not mask & (mask - 1)
            for cell, mask in enumerate(exploration.seen)
        ),
        "regions": len(count.regions),
        "largest": len(largest.cells) if largest else 0,
        "method": largest.method.value if largest else "",
        "explore": explored,
        "wall": monotonic() - began,
        "cpu": process_time() - cpu,
    }


def number_text(digits: str) -> str:
    """The number with commas, or as a power of ten where it is very long.

    >>> number_text("1263904"), number_text("1" + "0" * 752)
    ('1,263,904', '1.000e752')
    """
    if len(digits) > _DIGITS:
        return f"{digits[0]}.{digits[1:4]}e{len(digits) - 1}"
    return f"{int(digits):,}"


def markdown(rows: list[Row]) -> Iterator[str]:
    """The table, line by line."""
    yield "| puzzle | solutions | forced | open | undecided | regions | largest | counted | seconds |"
    yield "|---|---:|---:|---:|---:|---:|---:|---|---:|"
    for row in rows:
        if "count" not in row:
            yield f"| {row['puzzle']} | {row['error']} ||||||||"
            continue
        number = ("" if row["exact"] else "at least ") + number_text(row["count"])
        figures = (row[key] for key in ("forced", "open", "undecided", "regions", "largest", "method"))
        yield f"| {row['puzzle']} | {number} | {' | '.join(map(str, figures))} | {row['wall']:.1f} |"


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True), metavar="FOLDER_OR_FILE...")
@click.option(
    "--time-limit", type=click.FloatRange(min=0), default=120.0, show_default=True, help="Seconds per puzzle."
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "counts.jsonl",
    help="JSON lines are appended here; by default to benchmarks/results/counts.jsonl.",
)
def main(paths: tuple[str, ...], time_limit: float, output: Path) -> None:
    """Count the solutions of every ambiguous puzzle of some files and folders."""
    todo = list(report.named_files(paths))
    options = {"time_limit": time_limit, "paths": list(paths)}
    run = report.run_record("counts", backend="", options=options)
    rows: list[Row] = []
    with report.results(output, run) as results, report.progress(len(todo)) as bar:
        for name, file in todo:
            report.progress_step(bar, name)
            row = measured(name, file, time_limit)
            if row["verdict"] not in ("unique", "unsolvable"):
                rows.append(row)
                results.add(row)
            report.progress_step(bar, name, done=True)
    for line in markdown(rows):
        click.echo(line)


if __name__ == "__main__":
    main()
