"""Progress of long work, on standard error where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING

from nonosat.engine.outcome import Observer, Searching
from nonosat.lines.propagate import Contradiction, Deduction

if TYPE_CHECKING:
    from rich.status import Status

    from nonosat.verifier import Progress as Checked

QUIET_SECONDS = 0.5
"""How long a puzzle may take before its progress is shown."""


@contextmanager
def progress_of(path: str, alone: bool) -> Iterator[Observer | None]:
    """An observer that shows on standard error how the search in a long-running puzzle goes.

    None where nobody looks, that is when standard error is no terminal, or `with_progress` shows more.
    """
    if not alone or not sys.stderr.isatty():
        yield None
        return
    began = monotonic()
    status: Status | None = None

    def observe(event: Deduction | Contradiction | Searching) -> None:
        nonlocal status
        if status is None and monotonic() - began > QUIET_SECONDS:
            from rich.console import Console

            status = Console(stderr=True).status(path)
            status.start()
        if status is not None and isinstance(event, Searching):
            status.update(f"{path}: {event.conflicts:,} conflicts, {event.found:,} solutions")

    try:
        yield observe
    finally:
        if status is not None:
            status.stop()


@contextmanager
def waiting(what: str, several: bool = False) -> Iterator[Callable[[str], None]]:
    """Shows on standard error, if that is a terminal, a description of long work and the time so far.

    Shows nothing for `several` puzzles, see `with_progress`. Yields a function that changes the description.
    """
    if several or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    task = progress.add_task(what, total=None)
    timer = Timer(QUIET_SECONDS, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda text: progress.update(task, description=text)
    finally:
        timer.cancel()
        timer.join()
        progress.stop()


def with_progress(paths: list[str]) -> Iterator[str]:
    """The paths one by one, with a progress bar on standard error while only that is a terminal."""
    if len(paths) < 2 or sys.stdout.isatty() or not sys.stderr.isatty():
        yield from paths
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(paths, "puzzles", console=Console(stderr=True), transient=True)


@contextmanager
def checking(folder: str) -> Iterator[Checked | None]:
    """Shows on standard error, if that is a terminal, the progress of checking a certificate."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = monotonic()
    status: Status | None = None

    def show(file: str, done: int, total: int) -> None:
        nonlocal shown, status
        if monotonic() - shown < QUIET_SECONDS:
            return
        shown = monotonic()
        if status is None:
            from rich.console import Console

            status = Console(stderr=True).status(folder)
            status.start()
        status.update(f"{folder}: {file} {done:,} of {total:,}")

    try:
        yield show
    finally:
        if status is not None:
            status.stop()
