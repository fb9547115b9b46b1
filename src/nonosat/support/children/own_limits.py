"""Limits of time and memory on everything that this process does.

Questions stop by their clocks and answer with what is known. Loops outside of questions, such as reading and drawing, call
`check_limits`, which raises a moment after the limit. The system refuses memory beyond the limit (Linux only), and Python raises
`MemoryError`. A command that is late nevertheless, such as within a library, is ended by a watchdog, a thread that first prints
an answer.
"""

from __future__ import annotations

import os
import sys
from _thread import LockType, allocate_lock, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import ENOMEM
from time import monotonic, sleep

from nonosat.support import interrupts
from nonosat.support.children.processes import FRUGAL, capped, grace
from nonosat.support.files import remove_unfinished
from nonosat.support.interrupts import waiting
from nonosat.support.limits import LATE_SECONDS, Limit, OutOfReach, Stopped, enclosing

_WATCHDOG_SECONDS = (
    LATE_SECONDS + 0.6
)  # after the limit, while the machine is idle: large answers take 0.4 s to print
_PRINT_SECONDS = 1.0  # for the last words of a process: the reader of a pipe can be slow


@contextmanager
def bounded(limit: Limit, spent: float = 0.0, *, late: Callable[[], int] | None = None) -> Iterator[None]:
    """Limits the seconds and memory of the block; `spent` seconds count as used.

    Questions asked inside inherit the remaining time. Raises `OutOfReach` if a `check_limits` or the system stops the block.
    Inner bounds replace outer ones; limits not given here keep their outer value. If nothing stops a late block of a guarded
    process (`nonosat.support.interrupts`), `late` prints an answer and returns the exit code with which the process ends.
    """
    try:
        with ExitStack() as bounds:
            bounds.enter_context(waiting(False))
            if limit.seconds is not None:
                left = max(0.0, limit.seconds - spent)
                bounds.enter_context(_due(monotonic() + left))
                if late and interrupts.is_guarded:
                    bounds.enter_context(_watched(left, late))
            bounds.enter_context(_capped(limit.memory))
            yield
    except MemoryError:
        if limit.memory is None:
            raise
        raise OutOfReach(Stopped.MEMORY) from None
    except OSError as error:
        if limit.memory is None or error.errno != ENOMEM:
            raise
        raise OutOfReach(Stopped.MEMORY) from None


@contextmanager
def unbounded() -> Iterator[None]:
    """Suspends the bounds for the block: for work with limits of its own, or that waits for a person."""
    with _due(None), waiting():
        yield


@contextmanager
def _due(deadline: float | None) -> Iterator[None]:
    token = enclosing.set(enclosing.get().until(deadline))
    try:
        yield
    finally:
        enclosing.reset(token)


@contextmanager
def _capped(memory: int | None) -> Iterator[None]:
    if memory is None:
        yield
        return
    for name, value in FRUGAL.items():
        os.environ.setdefault(name, value)
    with capped(memory):
        yield


# --- the watchdog


@contextmanager
def _watched(seconds: float, late: Callable[[], int]) -> Iterator[None]:
    """Ends the process if the block has not ended soon after so many seconds."""
    working = allocate_lock()
    working.acquire()
    start_new_thread(_watch, (working, seconds, late))
    try:
        yield
    finally:
        working.release()


def _watch(working: LockType, seconds: float, late: Callable[[], int]) -> None:
    if working.acquire(timeout=seconds) or working.acquire(timeout=grace(_WATCHDOG_SECONDS)):
        return
    code = [1]
    start_new_thread(_end_after_words, (code,))
    with suppress(Exception):
        code[0] = late()
        sys.stdout.flush()
    _end(code[0])


def _end_after_words(code: list[int]) -> None:
    sleep(_PRINT_SECONDS)
    _end(code[0])


def _end(code: int) -> None:
    """Ends the process from another thread than the main one, which may be anywhere."""
    remove_unfinished()
    os._exit(code)
