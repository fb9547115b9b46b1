"""Tables for people, JSON lines for programs, and the comparison of a run with what was known before.

A results file is appended to: for each run a line with `"kind": "run"` that says when, where and with
which version it was made, then a line with `"kind": "row"` for each thing measured.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from math import ceil
from pathlib import Path
from statistics import mean, median
from typing import Any, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import nonosat
from benchmarks.measure import PHASES, Row

RESULTS = Path(__file__).parent / "results"
"""Where results go unless told otherwise; not part of the repository."""

_WIDTH = 170
"""Columns of a table that goes to a file or a pipe."""


def console() -> Console:
    """Standard output, wide enough for every column when it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else _WIDTH, soft_wrap=not sys.stdout.isatty())


def run_record(
    benchmark: str,
    *,
    backend: str,
    options: Mapping[str, Any],
    seed: int | None = None,
    file: str | None = None,
) -> Row:
    """The line about a run: version, machine, date, seed, options."""
    return {
        "kind": "run",
        "benchmark": benchmark,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": nonosat.__version__,
        "python": platform.python_version(),
        "python_sat": version("python-sat"),
        "platform": platform.platform(),
        "cpus": os.cpu_count(),
        "seed": seed,
        "backend": backend,
        "file": file,
        "options": dict(options),
    }


class Results:
    """Appends to a results file, line by line, so that a run that is cut short keeps what it has."""

    def __init__(self, path: Path, run: Row) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: TextIO = path.open("a", encoding="utf-8")
        self._write(run)

    def add(self, row: Row) -> None:
        self._write({"kind": "row", **row})

    def close(self) -> None:
        self._file.close()

    def _write(self, record: Row) -> None:
        self._file.write(json.dumps(record) + "\n")
        self._file.flush()


@contextmanager
def results(path: Path, run: Row) -> Iterator[Results]:
    """A results file that is closed in the end."""
    opened = Results(path, run)
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def progress(total: int) -> Iterator[Progress]:
    """Progress on standard error, only where someone watches; advance with `progress_step`."""
    err = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=err, disable=not err.is_terminal, transient=True) as bar:
        bar.add_task("", total=total)
        yield bar


def progress_step(bar: Progress, description: str, *, done: bool = False) -> None:
    """Shows what is at work, and counts it when it is done."""
    bar.update(bar.task_ids[0], description=description, advance=1 if done else 0)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed.

    >>> percentile([3, 1, 2], 0.5), percentile([3, 1, 2], 0.99)
    (2, 3)
    """
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


# --- one row per puzzle ---------------------------------------------------------------------------


def seconds_text(value: float | None) -> str:
    """CPU seconds to the millisecond, nothing where nothing was measured."""
    return "" if value is None else f"{value:.3f}"


def _count_text(value: int | None) -> str:
    return "" if value is None else str(value)


def puzzle_table(rows: Sequence[Row], ratios: Mapping[str, float] | None = None, slowest: int = 0) -> Table:
    """A row per puzzle, or per puzzle of the `slowest`, and at the end sum, share and longest of all."""
    table = Table(show_edge=False, pad_edge=False, show_footer=False)
    table.add_column("puzzle", no_wrap=True)
    for name in ("size", "lines", "open", "variables", "clauses", *PHASES[:-1]):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("proof", justify="right", no_wrap=True)
    table.add_column("total", justify="right", no_wrap=True)
    if ratios is not None:
        table.add_column("ratio", justify="right", no_wrap=True)
    table.add_column("verdict", overflow="fold")
    shown = rows
    if slowest:
        shown = sorted(rows, key=lambda row: -(row.get("total") or 0))[:slowest]
    for row in shown:
        cells = [
            row["puzzle"],
            f"{row['width']}x{row['height']}" if "width" in row else "",
            {True: "yes", False: "no", None: ""}[row.get("line_solvable")],
            *(_count_text(row.get(key)) for key in ("open_cells", "variables", "clauses")),
            *(seconds_text(row.get(key)) for key in (*PHASES, "total")),
        ]
        if ratios is not None:
            ratio = ratios.get(row["puzzle"])
            cells.append("" if ratio is None else f"{ratio:.2f}")
        table.add_row(*cells, verdict_text(row))
    table.add_section()
    sums = {key: sum(row.get(key) or 0 for row in rows) for key in (*PHASES, "total")}
    most = {key: max((row.get(key) or 0 for row in rows), default=0) for key in (*PHASES, "total")}
    blank = [""] * 5
    spare = [] if ratios is None else [""]
    shares = [f"{value / sums['total']:.0%}" if sums["total"] else "" for value in sums.values()]
    table.add_row(f"all {len(rows)}", *blank, *map(seconds_text, sums.values()), *spare, tally(rows))
    table.add_row("share", *blank, *shares, *spare, "")
    table.add_row("longest", *blank, *map(seconds_text, most.values()), *spare, "")
    return table


def verdict_text(row: Row) -> str:
    """The verdict, with the reason where it is not one of the engine's proofs."""
    parts = [row["verdict"]]
    if row.get("error"):
        parts.append(row["error"])
    elif row.get("stopped"):
        known = f", {row['found']} found" if row.get("found") else ""
        wall = f" after {row['wall']:.1f} s on the clock" if row["stopped"] == "killed" else ""
        parts.append(f"({row['stopped']}{wall}{known})")
    return " ".join(parts)


def tally(rows: Iterable[Row]) -> str:
    """How many of each verdict: `5 unique, 1 multiple`."""
    counts = Counter(row["verdict"] for row in rows)
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())


def summary(rows: Sequence[Row], key: str = "total") -> Row:
    """Count, mean, median, 99th percentile, longest and sum of the CPU seconds of the rows that have any."""
    values = [row[key] for row in rows if key in row]
    if not values:
        return {"puzzles": 0}
    return {
        "puzzles": len(values),
        "mean": mean(values),
        "median": median(values),
        "p99": percentile(values, 0.99),
        "longest": max(values),
        "sum": sum(values),
    }


# --- against what was known before ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a puzzle from before; None where the source does not say."""

    verdict: str
    line_solvable: bool | None = None
    total: float | None = None

    def text(self) -> str:
        """The verdict in words."""
        by_lines = {True: ", by lines", False: ", not by lines", None: ""}
        return self.verdict + by_lines[self.line_solvable]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run beside what was known: ratios of CPU seconds (now to then) and verdicts that differ."""

    compared: int
    ratios: dict[str, float]
    disagreements: tuple[str, ...]
    changes: tuple[str, ...]
    """Verdicts that one of the two runs did not reach: no disagreement."""

    def lines(self) -> Iterator[str]:
        """The comparison in words."""
        yield f"compared with an earlier record: {self.compared} puzzles, {len(self.disagreements)} disagree"
        if self.ratios:
            values = list(self.ratios.values())
            yield (
                f"CPU seconds, now to then: median ratio {median(values):.2f}, "
                f"from {min(values):.2f} to {max(values):.2f}"
            )
        yield from (f"disagrees: {text}" for text in self.disagreements)
        yield from (f"changed: {text}" for text in self.changes)


def read_known(path: Path) -> dict[str, Known]:
    """What a results file (its last run) or a table of verdicts knows, by puzzle.

    A table of verdicts has lines `file name TAB words`: `unique logical` is unique and solvable by
    lines, `unique` unique but not by lines, `multiple` and `unsolvable` speak for themselves, and
    `trivial` adds nothing. Raises `ValueError` that names the line.
    """
    if path.suffix == ".tsv":
        return _read_verdicts(path)
    known: dict[str, Known] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            record = json.loads(line)
            if record["kind"] == "run":
                known = {}
            else:
                total = record.get("total")
                known[record["puzzle"]] = Known(record["verdict"], record.get("line_solvable"), total)
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}:{number}: not a line of a results file: {error!r}") from None
    return known


def _read_verdicts(path: Path) -> dict[str, Known]:
    known = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        name, _, text = line.partition("\t")
        words = set(text.split()) - {"trivial"}
        verdict = words - {"logical"}
        if len(verdict) != 1 or not verdict <= {"unique", "multiple", "unsolvable"}:
            raise ValueError(f"{path}:{number}: expected a file name, a tab and a verdict, read {line!r}")
        (word,) = verdict
        known[name] = Known(word, "logical" in words if word == "unique" else None)
    return known


def compare(rows: Sequence[Row], known: Mapping[str, Known], *, complete: bool = False) -> Comparison:
    """The rows beside what was known, found by the puzzle's name or else its file name.

    With `complete` a verdict that was not reached now counts as a disagreement.
    """
    compared = 0
    ratios, disagreements, changes = {}, [], []
    for row in rows:
        name = row["puzzle"]
        bare = name.partition("~")[0]  # the forms of a puzzle have its verdict
        then = known.get(name) or known.get(bare) or known.get(bare.rpartition("/")[2])
        if then is None:
            continue
        compared += 1
        now = Known(row["verdict"], row.get("line_solvable"), row.get("total"))
        if now.total and then.total:
            ratios[name] = now.total / then.total
        flags = now.line_solvable, then.line_solvable
        same_flag = None in flags or flags[0] == flags[1]
        if now.verdict == then.verdict and same_flag:
            continue
        text = f"{name}: {now.text()}; before: {then.text()}"
        reached = {"unique", "multiple", "unsolvable"}
        if complete or {now.verdict, then.verdict} <= reached:
            disagreements.append(text)
        else:
            changes.append(text)
    return Comparison(compared, ratios, tuple(disagreements), tuple(changes))
