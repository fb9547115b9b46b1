"""Limits of time and memory on everything that this process does.

Questions stop by their clocks and answer with what is known. Loops outside of questions, such as reading and drawing, call
`check_limits`, which raises a moment after the limit. The system refuses memory beyond the limit (Linux only), and Python raises
`MemoryError`. A process that is late nevertheless, such as within a library, is ended by a watchdog.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from errno import ENOMEM
from time import monotonic
from typing import Any

from nonosat.support import interrupts
from nonosat.support.children import watchdog
from nonosat.support.children.load import grace
from nonosat.support.children.processes import capped
from nonosat.support.children.watchdog import LastWords, Watch, watching
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.interrupts import waiting
from nonosat.support.limits import Limit, enclosing

# Environment of bounded processes: numpy reserves 40 MB per linear algebra thread, and none is needed here.
_FRUGAL = {"OPENBLAS_NUM_THREADS": "1"}
_WATCHDOG_SECONDS, _MOST_WATCHDOG_SECONDS = 0.5, 1.0  # after the limit, on an idle machine and on a busy one


@contextmanager
def bounded(limit: Limit, spent: float = 0.0, *, late: LastWords[Any] | None = None) -> Iterator[None]:
    """Limits the seconds and memory of the block; `spent` seconds count as used.

    Questions asked inside inherit the remaining time. Raises `OutOfReach` if a `check_limits` or the system stops the block.
    Inner bounds replace outer ones; limits not given here keep their outer value. If nothing stops a late block of a worker, or
    of a guarded process (`nonosat.support.interrupts`), a watchdog ends the process with the words of `late`.
    """
    try:
        with ExitStack() as bounds:
            bounds.enter_context(waiting(False))
            if limit.seconds is not None:
                left = max(0.0, limit.seconds - spent)
                bounds.enter_context(_due(monotonic() + left))
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
    """Suspends the bounds for the block: for work with limits of its own, or that waits for a person.

    The watchdog is not resumed after it.
    """
    watchdog.stand_down()
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
    for name, value in _FRUGAL.items():
        os.environ.setdefault(name, value)
    with capped(memory):
        yield


@contextmanager
def _watched(seconds: float, words: LastWords[Any] | None) -> Iterator[None]:
    """Lets the watchdog end the process if the block has not ended soon after so many seconds."""
    send = watchdog.sending.get()
    if words is None or not (send or (interrupts.is_guarded and words.tell)):
        yield
        return
    watch = Watch(words, send)
    token = watching.set(watch)
    watch.start(seconds, _patience)
    try:
        yield
    finally:
        watch.stand_down()
        watching.reset(token)


def _patience() -> float:
    """Returns the seconds after a limit at which the watchdog ends a process."""
    return min(grace(_WATCHDOG_SECONDS), _MOST_WATCHDOG_SECONDS)
