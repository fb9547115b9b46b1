"""Progress of long work on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING, Self

from nonosat.lines.propagate import Contradiction, Deduction
from nonosat.search.outcome import Observer, Searching
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from rich.progress import Progress

QUIET_SECONDS = 0.5  # seconds of work before its progress is shown
LOG_SECONDS = 5.0  # seconds between lines of progress if standard error is no terminal


class _Display:
    """A description of the work and its time on the terminal, from `QUIET_SECONDS` on; a context manager."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._began = monotonic()
        self._lock = Lock()
        self._progress: Progress | None = None
        self._timer = Timer(QUIET_SECONDS, self._start)
        self._timer.daemon = True

    def start_later(self) -> None:
        """Begins to show the description after `QUIET_SECONDS`, even if it never changes."""
        self._timer.start()

    def say(self, text: str) -> None:
        """Changes the description."""
        self._text = text
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], description=text)
        elif monotonic() - self._began > QUIET_SECONDS:
            self._start()

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        with self._lock:
            if self._progress is None:
                columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
                progress = Progress(*columns, console=Console(stderr=True), transient=True)
                progress.add_task(self._text, total=None)
                progress.start()
                self._progress = progress

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()
        if self._progress is not None:
            self._progress.stop()


@contextmanager
def progress_of(path: str, single: bool) -> Iterator[Observer | None]:
    """Yields an observer that shows the progress of a search on standard error.

    None if standard error is no terminal, or for one of several puzzles.
    """
    if not single or not sys.stderr.isatty():
        yield None
        return
    with _Display(path) as display:

        def observe(event: Deduction | Contradiction | Searching) -> None:
            if isinstance(event, Searching):
                display.say(
                    f"{path}: {number_text(event.conflicts, 'conflict')}, {number_text(event.found, 'solution')}"
                )

        yield observe


def _now_and_then() -> Callable[[str], None]:
    """Returns a function that writes a line to standard error at most every `LOG_SECONDS`."""
    written = monotonic()

    def write(text: str) -> None:
        nonlocal written
        if monotonic() - written >= LOG_SECONDS:
            written = monotonic()
            print(f"nonosat: {text}", file=sys.stderr)

    return write


@contextmanager
def waiting(what: str, silent: bool = False) -> Iterator[Callable[[str], None]]:
    """Shows a description of long work and its time on standard error; yields a function that changes the description.

    Without a terminal, a line now and then shows changes. Shows nothing if `silent`: for one of several puzzles, and while
    standard output is a terminal that shows the answers.
    """
    if silent or not sys.stderr.isatty():
        yield (lambda _: None) if silent else _now_and_then()
        return
    with _Display(what) as display:
        display.start_later()
        yield display.say
