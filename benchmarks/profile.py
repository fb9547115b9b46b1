"""Where the time of finished runs went: `python -m benchmarks.profile RESULTS.jsonl...`.

Reads what `survey` and `tournament` have written, a class of puzzles to a file, and shows the CPU seconds of
each part of the work: the sum over the puzzles of the file's last run, and its share of all.
"""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.table import Table

from benchmarks import report
from benchmarks.measure import PHASES, Row

PARTS = ("read", *PHASES, "rest of check")
"""The parts that the work on a puzzle consists of."""


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


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def main(files: tuple[Path, ...]) -> None:
    """Show where the time of the last run of each results file went."""
    table = Table(show_edge=False, pad_edge=False, title="CPU seconds, and share", title_justify="left")
    table.add_column("run")
    for name in ("puzzles", *PARTS, "all"):
        table.add_column(name, justify="right", no_wrap=True)
    for path in files:
        rows = last_run(path)
        sums = parts(rows)
        total = sum(sums.values())
        cells = [f"{sums[name]:.2f} {sums[name] / (total or 1):.0%}" for name in PARTS]
        table.add_row(path.stem, str(len(rows)), *cells, f"{total:.2f}")
    report.console().print(table)


if __name__ == "__main__":
    main()
