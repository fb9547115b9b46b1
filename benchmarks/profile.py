"""Shows the stages in which searches spent their time: `python -m benchmarks.profile JOURNAL...`.

Reads what `nonosat benchmark --journal` has written, a class of puzzles to a file, and shows the CPU seconds of each
part of the work for each contender that is nonosat: the sum over the runs, and its share of all. A second table
has how many of the runs each stage of the search has ended, see docs/searching.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
from rich.table import Table

from benchmarks import report
from benchmarks.report import Program
from nonosat.apps.benchmarking.runs import BenchmarkRun, recorded

PHASES = ("propagate", "probe", "beliefs", "encode", "load", "first", "rest")
"""The members of `stats` that hold the CPU seconds of a phase."""

PARTS = (*PHASES, "rest of check")
"""The parts that the work on a puzzle consists of."""

STAGES = ("lines", "probing", "learner", "clauses", "no answer")
"""The stages of a search in their order, and what none of them has ended."""


def parts(runs: Sequence[BenchmarkRun]) -> dict[str, float]:
    """CPU seconds of each part, over all runs."""
    sums = {name: sum(run.stats.get(name) or 0.0 for run in runs) for name in PHASES}
    return sums | {"rest of check": sum(run.cost for run in runs) - sum(sums.values())}


def ended_by(run: BenchmarkRun) -> str:
    """The last stage that a puzzle came to."""
    if not run.answered:
        return "no answer"
    if run.stats.get("clauses"):
        return "clauses"
    if run.stats.get("conflicts") or run.stats.get("beliefs"):
        return "learner"
    return "probing" if run.stats.get("open_cells") else "lines"


def _stages(classes: dict[str, list[BenchmarkRun]]) -> Table:
    table = Table(show_edge=False, pad_edge=False, title="Runs ended by each stage", title_justify="left")
    table.add_column("class")
    for name in ("runs", *STAGES):
        table.add_column(name, justify="right", no_wrap=True)
    for name, runs in classes.items():
        counts = Counter(map(ended_by, runs))
        cells = [f"{counts[stage]} {counts[stage] / (len(runs) or 1):.1%}" for stage in STAGES]
        table.add_row(name, str(len(runs)), *cells)
    return table


@click.command(cls=Program)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def main(files: tuple[Path, ...]) -> None:
    """Show where the time of the runs in each journal went, and which stage ended them."""
    classes: dict[str, list[BenchmarkRun]] = {}
    for path in files:
        for run in recorded(str(path)):
            if run.stats:
                classes.setdefault(f"{path.stem}: {run.contender}", []).append(run)
    table = Table(show_edge=False, pad_edge=False, title="CPU seconds, and share", title_justify="left")
    table.add_column("class")
    for name in ("runs", *PARTS, "all"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, runs in classes.items():
        sums = parts(runs)
        total = sum(sums.values())
        cells = [f"{sums[part]:.3g} {sums[part] / (total or 1):.0%}" for part in PARTS]
        table.add_row(name, str(len(runs)), *cells, f"{total:.3g}")
    report.console().print(table, "", _stages(classes), sep="\n")


if __name__ == "__main__":
    main()
