"""Where the time of finished runs went: `python -m benchmarks.profile RESULTS.jsonl...`.

Reads what `survey` and `tournament` have written, a class of puzzles to a file, and shows the CPU seconds of
each part of the work: the sum over the puzzles of the file's last run, and its share of all. A second table
has how many of the puzzles each stage of the search has ended, see docs/searching.md.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import click
from rich.table import Table

from benchmarks import report
from benchmarks.measure import PHASES, SOLVED, Row
from nonosat import Verdict

PARTS = ("read", *PHASES, "rest of check")
"""The parts that the work on a puzzle consists of."""

ANSWERS = {SOLVED, Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.UNSOLVABLE}
"""What is known of a puzzle that is done with."""

STAGES = ("lines", "probing", "dives", "clauses", "no answer")
"""The stages of a search in their order, and what none of them has ended."""


def last_run(path: Path) -> list[Row]:
    """The rows of the last run in a results file."""
    rows: list[Row] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["kind"] == "run":
            rows.clear()
        else:
            rows.append(record)
    return rows


def parts(rows: list[Row]) -> dict[str, float]:
    """CPU seconds of each part, over all rows."""
    sums = {name: sum(row.get(name) or 0.0 for row in rows) for name in ("read", *PHASES)}
    total = sum(row.get("total") or 0.0 for row in rows)
    return sums | {"rest of check": total - sum(sums[name] for name in PHASES)}


def ended_by(row: Row) -> str:
    """The last stage that a puzzle came to.

    >>> ended_by({"verdict": "unique", "open_cells": 12, "probes": 40, "dives": 0.0, "clauses": 0})
    'probing'
    """
    if row["verdict"] not in ANSWERS:
        return "no answer"
    if row.get("clauses"):
        return "clauses"
    if row.get("dives"):
        return "dives"
    return "probing" if row.get("open_cells") else "lines"


def _stages(runs: dict[str, list[Row]]) -> Table:
    table = Table(show_edge=False, pad_edge=False, title="Puzzles ended by each stage", title_justify="left")
    table.add_column("run")
    for name in ("puzzles", *STAGES):
        table.add_column(name, justify="right", no_wrap=True)
    for run, rows in runs.items():
        counts = Counter(map(ended_by, rows))
        cells = [f"{counts[stage]} {counts[stage] / (len(rows) or 1):.1%}" for stage in STAGES]
        table.add_row(run, str(len(rows)), *cells)
    return table


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def main(files: tuple[Path, ...]) -> None:
    """Show where the time of the last run of each results file went, and which stage ended its puzzles."""
    runs = {path.stem: last_run(path) for path in files}
    table = Table(show_edge=False, pad_edge=False, title="CPU seconds, and share", title_justify="left")
    table.add_column("run")
    for name in ("puzzles", *PARTS, "all"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, rows in runs.items():
        sums = parts(rows)
        total = sum(sums.values())
        cells = [f"{sums[name]:.2f} {sums[name] / (total or 1):.0%}" for name in PARTS]
        table.add_row(name, str(len(rows)), *cells, f"{total:.2f}")
    report.console().print(table, "", _stages(runs), sep="\n")


if __name__ == "__main__":
    main()
