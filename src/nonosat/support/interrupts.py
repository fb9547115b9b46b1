"""Signals that end a program: they set a flag, and nothing is raised asynchronously.

A host that calls this library keeps its own handlers. The command line calls `guard`. Then Ctrl-C and SIGTERM only set a flag,
which every `tick` reads; `KeyboardInterrupt` comes from there. A block that waits for a person or another process is marked by
`waiting`: a signal raises in it at once, as nothing is half done. A process that does not stop in time, such as one within a
library, is ended.
"""

from __future__ import annotations

import os
import signal
from _thread import get_ident, start_new_thread
from collections.abc import Callable
from time import sleep
from types import FrameType

_SIGNAL_SECONDS = 1.0  # seconds that a process has to end by itself after a signal


class Interrupted(BaseException):
    """Takes a `KeyboardInterrupt`, its cause, through a library that would handle it in a way of its own."""


pending: list[int] = []
"""Signals received and not yet raised."""

is_guarded = False
_waits = False
_main_thread = 0


def guard(last_words: Callable[[], object]) -> None:
    """Makes signals set the flag. `last_words` prints the end of a process that does not stop after one."""
    global is_guarded, _main_thread
    is_guarded, _main_thread = True, get_ident()

    def note(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (a signal handler gets both)
        if _waits:
            raise KeyboardInterrupt(number)
        pending.append(number)
        start_shielded(end_later, number)

    def end_later(number: int) -> None:
        sleep(_SIGNAL_SECONDS)
        last_words()
        os._exit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, note)


def start_shielded(function: Callable[..., object], *arguments: object) -> None:
    """Starts a thread that no signal reaches.

    An interpreter that exits after an interrupt sends itself SIGINT, which the main thread blocks: in another one it would be
    the end, and the exit code lost.
    """

    def run() -> None:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])
        function(*arguments)

    start_new_thread(run, ())


def raise_pending() -> None:
    """Raises `KeyboardInterrupt` once for the signals received."""
    number = pending[0]
    pending.clear()
    raise KeyboardInterrupt(number)


class waiting:
    """Lets a signal raise at once in the block; with False, not even within such a block."""

    def __init__(self, waits: bool = True) -> None:
        self._waits = waits

    def __enter__(self) -> None:
        global _waits
        self._is_main = get_ident() == _main_thread  # the only one that gets signals
        if self._is_main:
            self._before, _waits = _waits, self._waits
            if self._waits and pending:
                _waits = self._before
                raise_pending()

    def __exit__(self, *_error: object) -> None:
        global _waits
        if self._is_main:
            _waits = self._before
