"""Tables for people, JSON lines for programs: what the benchmarks share.

A results file is appended to: for each run a line with `"kind": "run"` that says when, where and with
which version it was made, then a line with `"kind": "row"` for each thing measured.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import nonosat
from nonosat.support.errors import NonosatError

Row = dict[str, Any]
"""A measurement, as it is written to JSON."""

RESULTS = Path(__file__).parent / "results"
"""Default folder of results; not part of the repository."""

_WIDTH = 170
"""Columns of a table that goes to a file or a pipe."""


class Program(click.Command):
    """A command for which bad input is one line and an exit code, as for commands of nonosat."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except NonosatError as error:
            click.echo(f"{ctx.info_name}: {error}", err=True)
            ctx.exit(error.exit_code)


def console() -> Console:
    """Standard output, wide enough for every column when it is no terminal."""
    return Console(width=None if sys.stdout.isatty() else _WIDTH, soft_wrap=not sys.stdout.isatty())


def command_seconds(words: Sequence[str], **settings: Any) -> float:
    """Returns the CPU seconds of a nonosat command in a process of its own, the start of Python included.

    `settings` are those of `subprocess.run`.
    """
    from resource import RUSAGE_CHILDREN, getrusage  # not on Windows

    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "nonosat", *words]
    subprocess.run(command, capture_output=True, check=False, **settings)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


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


def pin_to_one_core() -> None:
    """Keeps this process on one core from now on, where the system allows that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
