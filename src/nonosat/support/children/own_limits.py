"""Limits of time and memory on everything that this process does.

Questions check their clock in their own loops and answer with what is known when time is up. Everything else, such
as reading and drawing, is ended from outside: an alarm interrupts it shortly after the limit, as Ctrl-C would. The
system refuses memory beyond the limit, and Python raises `MemoryError`.

Alarms need POSIX and the main thread; memory limits need Linux. Elsewhere only clocks and child processes apply.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from errno import ENOMEM
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Any

from nonosat.support.children.processes import FRUGAL, capped, grace
from nonosat.support.errors import Alarm
from nonosat.support.limits import Limit, OutOfReach, Stopped, common_deadline

_GRACE_SECONDS = 0.5  # CPU time that a question has after its deadline to answer with what it knows

# Interval of repeated alarms: Python swallows exceptions raised in finalisers, so one can get lost.
_AGAIN_SECONDS = 1.0


@contextmanager
def bounded(limit: Limit, spent: float = 0.0) -> Iterator[None]:
    """Limits the seconds and memory of the block; `spent` seconds count as used.

    Questions asked inside inherit the remaining time. Raises `OutOfReach` if the block does not end in time by
    itself. Inner bounds replace outer ones; what the limit leaves open stays unchanged.
    """
    if limit.seconds is limit.memory is None:
        yield
        return
    outside, due = _timer(), common_deadline.get()
    try:
        with ExitStack() as bounds:
            if limit.seconds is not None:
                left = max(0.0, limit.seconds - spent)
                common_deadline.set(monotonic() + left)
                bounds.enter_context(_alarmed(left + grace(_GRACE_SECONDS)))
            bounds.enter_context(_capped(limit.memory))
            yield
    except Alarm:
        _set(outside)  # an alarm during the exit of the bounds can have skipped their own reset
        raise OutOfReach(Stopped.SECONDS) from None
    except MemoryError:
        if limit.memory is None:
            raise
        raise OutOfReach(Stopped.MEMORY) from None
    except OSError as error:
        if limit.memory is None or error.errno != ENOMEM:
            raise
        raise OutOfReach(Stopped.MEMORY) from None
    finally:
        common_deadline.set(due)


@contextmanager
def unbounded() -> Iterator[None]:
    """Suspends the bounds for the block: for work with limits of its own, or that waits for a person."""
    token = common_deadline.set(None)
    try:
        with _alarmed(None):
            yield
    finally:
        common_deadline.reset(token)


def _raise(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001 (a signal handler gets both)
    raise Alarm


# ((seconds until the next alarm, seconds between alarms), handler); 0 means never
_Timer = tuple[tuple[float, float], Any]


def _timer() -> _Timer | None:
    """Returns the current timer; None if this thread gets no alarms."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        return None
    return signal.getitimer(signal.ITIMER_REAL), signal.getsignal(signal.SIGALRM)


def _set(timer: _Timer | None) -> None:
    if timer is None:
        return
    seconds, handler = timer
    try:
        signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # if the alarm fired just now, stop the next one too
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *seconds)


@contextmanager
def _alarmed(seconds: float | None) -> Iterator[None]:
    """Raises `Alarm` in the block after `seconds` (None: never). Suspends an outer alarm."""
    outer = _timer()
    if outer is None:
        yield
        return
    try:
        _set(((0, 0), outer[1]) if seconds is None else ((max(seconds, 1e-6), _AGAIN_SECONDS), _raise))
        yield
    finally:
        _set(outer)


@contextmanager
def _capped(memory: int | None) -> Iterator[None]:
    if memory is None:
        yield
        return
    for name, value in FRUGAL.items():
        os.environ.setdefault(name, value)
    with capped(memory):
        yield
