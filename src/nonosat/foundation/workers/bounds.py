"""Limits that hold for all that this process does meanwhile, wherever the time and the memory go.

A question looks at its clock in its own loops and answers with what is known when the time is up. What has no
such loops, or forgets to look, is ended from outside: an alarm ends it as Ctrl-C would, a little after the
limit. That covers what comes before a question and after it, such as reading and drawing. The system refuses
memory beyond the limit, and Python raises `MemoryError`.

Alarms are POSIX, and only the main thread hears them; the limit of memory is Linux'. Elsewhere clocks and
child processes are all that there is.
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

from nonosat.foundation.errors import Alarm
from nonosat.foundation.limits import Limit, OutOfReach, Stopped, due_by
from nonosat.foundation.workers.processes import FRUGAL, capped

_GRACE_SECONDS = 0.5
"""How late a question may answer with what it knows before it is ended."""

_AGAIN_SECONDS = 1.0
"""Time until the next alarm, if one is lost: Python ignores what is raised while an object is freed."""


@contextmanager
def bounded(limit: Limit, spent: float = 0.0) -> Iterator[None]:
    """Holds whatever is done inside to the seconds and the memory of a limit.

    `spent` seconds have passed already. Questions that are asked inside have what is left of the time. Raises
    `OutOfReach` where the work inside does not end by itself. Bounds inside of others replace them meanwhile;
    what the limit leaves open stays as it is.
    """
    if limit.seconds is limit.memory is None:
        yield
        return
    outside = _timer()
    try:
        with ExitStack() as bounds:
            if limit.seconds is not None:
                left = max(0.0, limit.seconds - spent)
                bounds.enter_context(due_by(monotonic() + left))
                bounds.enter_context(_alarmed(left + _GRACE_SECONDS))
            bounds.enter_context(_capped(limit.memory))
            yield
    except Alarm:
        _set(outside)  # one that came while the bounds were left may have kept them from it
        raise OutOfReach(Stopped.SECONDS) from None
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
    """Takes off the bounds meanwhile: for what has limits of its own, or waits for somebody who reads."""
    with due_by(None), _alarmed(None):
        yield


def _raise(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001 (a signal handler gets both)
    raise Alarm


_Timer = tuple[tuple[float, float], Any]
"""The seconds until the next alarm and between two, 0 for never, and what is called then."""


def _timer() -> _Timer | None:
    """How the timer is set; None where this thread hears no alarms."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        return None
    return signal.getitimer(signal.ITIMER_REAL), signal.getsignal(signal.SIGALRM)


def _set(timer: _Timer | None) -> None:
    if timer is None:
        return
    seconds, handler = timer
    try:
        signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # where the alarm came at this moment, the next one must not
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *seconds)


@contextmanager
def _alarmed(seconds: float | None) -> Iterator[None]:
    """Raises `Alarm` inside once the seconds are over; None for never. An outer alarm waits meanwhile."""
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
