"""Progress of long work, on standard error where that is a terminal."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.solving.engine.outcome import Observer, Searching
from nonosat.solving.lines.propagate import Contradiction, Deduction

if TYPE_CHECKING:
    from rich.status import Status

    from nonosat.verifier import Progress as Checked

QUIET_SECONDS = 0.5
"""How long a puzzle may take before its progress is shown."""

LOG_SECONDS = 5.0
"""How often progress is written where standard error is no terminal."""


@contextmanager
def progress_of(path: str, alone: bool) -> Iterator[Observer | None]:
    """An observer that shows on standard error how the search in a long-running puzzle goes.

    None if standard error is not a terminal, or if `progress_bar` shows more.
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


def _now_and_then() -> Callable[[str], None]:
    """Writes a text to standard error, if `LOG_SECONDS` have passed since the last one."""
    written = monotonic()

    def write(text: str) -> None:
        nonlocal written
        if monotonic() - written >= LOG_SECONDS:
            written = monotonic()
            print(f"nonosat: {text}", file=sys.stderr)

    return write


@contextmanager
def waiting(what: str, several: bool = False) -> Iterator[Callable[[str], None]]:
    """Shows on standard error a description of long work and the time so far.

    If that is no terminal, a line now and then says what changed. Shows nothing for `several` puzzles, see
    `progress_bar`. Yields a function that changes the description.
    """
    if several:
        yield lambda _: None
        return
    if not sys.stderr.isatty():
        yield _now_and_then()
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


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error, while only that is a terminal; yields a function that moves it on."""
    if total < 2 or sys.stdout.isatty() or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("puzzles", total=total)
        yield lambda: progress.advance(task)


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


@dataclass(frozen=True, slots=True)
class Tally:
    """What a batch has come to."""

    verdicts: Counter[str]
    before: int
    """Answers that an earlier run had found."""
    share: float | None
    """The part of all puzzles that was read, as far as that is known."""


@contextmanager
def tallying(output: str, count: Callable[[], None]) -> Iterator[Callable[[Tally], None]]:
    """Shows verdicts, the rate and the time left on standard error, while only that is a terminal.

    Calls `count`, which finds out how much there is to do, if it shows anything.
    """
    if not sys.stderr.isatty() or (output == "-" and sys.stdout.isatty()):
        yield lambda _: None
        return
    from datetime import timedelta

    from rich.console import Console

    count()
    began = shown = monotonic()
    first: float | None = None
    with Console(stderr=True).status("reading") as status:

        def show(tally: Tally) -> None:
            nonlocal shown, first
            answered = tally.verdicts.total()
            if first is None and answered > tally.before:
                first = tally.share or 0.0
            if monotonic() - shown < QUIET_SECONDS:
                return
            shown = monotonic()
            rate = (answered - tally.before) / (shown - began)
            parts = [f"{number:,} {verdict}" for verdict, number in tally.verdicts.most_common()]
            parts.append(f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.2g} a second")
            if tally.share is not None and first is not None and tally.share > first:
                left = (shown - began) * (1 - tally.share) / (tally.share - first)
                parts.append(f"{timedelta(seconds=round(left))} left")
            status.update(", ".join(parts))

        yield show
