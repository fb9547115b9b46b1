"""Limits, the clock and the budget that enforce them, and the reasons for a stop.

A question makes a `Clock` from its `Limit`. Long loops call `tick`, which raises `OutOfReach` once the limit is hit.
The question catches that and answers with what is known by then and the reason, a `Stopped`. A `Clock` bounds time and memory,
a `Budget` bounds work that is counted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from sys import maxsize
from time import monotonic, process_time
from typing import Any, Self, TypeVar

from nonosat.support import interrupts
from nonosat.support.arguments import named_arguments
from nonosat.support.end import LIMITS, OutOfReach, Stopped
from nonosat.support.errors import UsageError
from nonosat.support.sentences import number_text

Item = TypeVar("Item")

# Eleven days; a longer limit counts as none. The system's wait functions accept at most twice that.
MAX_SECONDS = 1_000_000
MIN_MEMORY = 30_000_000  # bytes that an interpreter needs to start and to load a solver
_signals = interrupts.pending
_CHECK_INTERVAL_SECONDS = 0.002  # time between two checks of memory, each of which takes ten microseconds
_NOTE_COST = 20  # times that noting an answer takes, until it is noted again
_MEMORY_SHARE = 0.9  # share of the memory limit at which work stops; the answer needs the rest


@named_arguments
@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Bounds on the work for one question.

    Infinity, or more than `MAX_SECONDS`, means no limit. Raises `UsageError` for negative values, NaN, and a
    memory limit that is too small to start with or larger than the machine's memory."""

    seconds: float | None = None
    """Wall-clock seconds."""
    solutions: int | None = None
    """Number of solutions returned."""
    conflicts: int | None = None
    """Conflicts of learner and solver together, approximately; half of them are kept for the solver."""
    memory: int | None = None
    """Bytes of data that the processes of a question can hold together, interpreters included; at least `MIN_MEMORY` for each.

    The work is then done in child processes. In commands the first process counts, too.
    """

    def __post_init__(self) -> None:
        for name in LIMITS:
            value = getattr(self, name)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0:
                raise UsageError(f"{name} must be at least 0, got {value}")
            if value == inf or (name == "seconds" and value > MAX_SECONDS):
                object.__setattr__(self, name, None)
            elif name != "seconds":
                object.__setattr__(self, name, int(value))
        if self.memory is not None and self.memory < MIN_MEMORY:
            raise UsageError(
                f"a limit of {number_text(self.memory, 'byte')} of memory is too little to start with; "
                f"{MIN_MEMORY:,} at least"
            )
        if self.memory is not None and self.memory > (present := _machine_memory()):
            raise UsageError(
                f"a limit of {number_text(self.memory, 'byte')} of memory is more than the machine has, {present:,}"
            )

    def _at_most(self, solutions: int | None) -> Limit:
        """Returns this limit with at most that many solutions; None changes nothing."""
        if solutions is None or (self.solutions is not None and self.solutions <= solutions):
            return self
        return _limit(self.seconds, solutions, self.conflicts, self.memory)

    @property
    def of_seconds(self) -> Limit:
        """This limit's seconds without its other bounds."""
        return NO_LIMIT if self.seconds is None else Limit(seconds=self.seconds)


NO_LIMIT = Limit()


@lru_cache(maxsize=64, typed=True)
def _limit(seconds: float | None, solutions: int | None, conflicts: int | None, memory: int | None) -> Limit:
    """Returns a limit; cached, as making one takes a tenth of an easy check."""
    return Limit(seconds=seconds, solutions=solutions, conflicts=conflicts, memory=memory)


def _machine_memory() -> float:
    """Returns the machine's memory in bytes; infinity if the system does not report it."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return inf


def limit_of(limit: Limit | None = None, seconds: float | None = None, memory: int | None = None) -> Limit:
    """Combines a `Limit`, seconds and memory into one limit that ends no later than the `enclosing` clock.

    Raises `UsageError` if a bound is given twice.

    >>> limit_of(seconds=2)
    Limit(seconds=2, solutions=None, conflicts=None, memory=None)
    """
    limit, due = limit or NO_LIMIT, enclosing.get().deadline
    if seconds is memory is due is None:
        return limit
    for name, value in (("seconds", seconds), ("memory", memory)):
        if value is not None and getattr(limit, name) is not None:
            raise UsageError(f"the limit of {name} is given twice")
    seconds = limit.seconds if seconds is None else seconds
    if due is not None:
        left = max(0.0, due - monotonic())
        seconds = left if seconds is None else min(seconds, left)
    elif limit is NO_LIMIT:
        return _limit(seconds, None, None, memory)
    memory = limit.memory if memory is None else memory
    return Limit(seconds=seconds, solutions=limit.solutions, conflicts=limit.conflicts, memory=memory)


# maximum wall-clock seconds per second of a limit
_stretch: ContextVar[float] = ContextVar("stretch", default=1.0)


@contextmanager
def counting_cpu(stretch: float) -> Iterator[None]:
    """Lets clocks made in the block count CPU time of this process, up to `stretch` times the limit in wall-clock time.

    So a busy machine changes no answer. 1 counts wall-clock time.
    """
    token = _stretch.set(stretch)
    try:
        yield
    finally:
        _stretch.reset(token)


class Clock:
    """Enforces the limit of one question; mutable.

    `used` returns the bytes that this process holds. Raises `UsageError` for a limit that the question cannot keep:
    conflicts or solutions unless listed in `extra_limits`; memory if `used` is None, since a shared process cannot be
    limited (see `nonosat.support.children.processes`). The limit is hit, too, once `is_wanted` returns False.
    """

    def __init__(
        self,
        limit: Limit | None = None,
        *,
        extra_limits: Collection[str] = (),
        used: Callable[[], int] | None = None,
        is_wanted: Callable[[], bool] | None = None,
    ) -> None:
        self.limit = limit = limit or NO_LIMIT
        if limit is not NO_LIMIT and extra_limits is not LIMITS:
            _require_kept(limit, {"seconds", *extra_limits} | ({"memory"} if used else set()))
        self.deadline = None if limit.seconds is None else monotonic() + limit.seconds
        """By `time.monotonic`, which all processes of a machine share."""
        self._stretch = _stretch.get()
        self._began, self._worked = (monotonic(), process_time()) if self._stretch > 1 else (0.0, 0.0)
        self._most = _MEMORY_SHARE * limit.memory if used and limit.memory is not None else None
        self._used = used
        self._is_wanted = is_wanted
        self._checks_more = self._most is not None or is_wanted is not None
        self._next_check = 0.0
        self._note: Callable[[Any], object] | None = None
        self._next_note = 0.0
        self._over: OutOfReach | None = None

    @classmethod
    def stopped(cls, reason: OutOfReach) -> Self:
        """Returns a clock that has already run out."""
        clock = cls(Limit(seconds=0))
        clock._over = reason
        return clock

    @property
    def left(self) -> float | None:
        """Seconds until the deadline, or of the CPU time that `counting_cpu` grants; at least 0. None without a deadline."""
        if self.deadline is None:
            return None
        left = self.deadline - monotonic()
        if self._stretch > 1:
            allotted = self.deadline - self._began
            spare = min(allotted - (process_time() - self._worked), left + (self._stretch - 1) * allotted)
            left = max(left, spare)
        return max(0.0, left)

    @property
    def rest(self) -> Limit:
        """The remaining limit, for a subquestion."""
        return Limit(seconds=self.left, memory=self.limit.memory)

    def part(
        self,
        *,
        seconds: float | None = None,
        share: float = 1.0,
        least: float = 0.0,
        limit: Limit | None = None,
    ) -> Self:
        """Returns a clock for a part of the work: at most `seconds`, and at most a `share` of the time left.

        The part has `least` seconds even if less is left. `limit` bounds its conflicts and solutions.
        """
        left = self.left
        if left is not None:
            seconds = share * left if seconds is None else min(seconds, share * left)
        clock = self.until(None if seconds is None else monotonic() + max(seconds, least))
        clock.limit = limit or self.limit
        clock._note = None
        if least and self._over and self._over.stopped is Stopped.SECONDS:
            clock._over = None
        return clock

    def inside(self, limit: Limit, *, extra_limits: Collection[str] = ()) -> Clock:
        """Returns a clock for a question inside, with its own seconds; memory and `is_wanted` are those of this one."""
        if not self._checks_more:
            return NO_CLOCK if limit is NO_LIMIT else Clock(limit, extra_limits=extra_limits)
        limit = replace(limit, memory=self.limit.memory)
        return Clock(limit, extra_limits=extra_limits, used=self._used, is_wanted=self._is_wanted)

    def until(self, deadline: float | None) -> Self:
        """Returns a clock with another deadline (`time.monotonic`) and the rest of this one."""
        clock = object.__new__(type(self))
        clock.__dict__.update(self.__dict__)
        clock.deadline = deadline
        if self._stretch > 1:
            clock._began, clock._worked = monotonic(), process_time()
        return clock

    def noting(self, note: Callable[[Any], object]) -> Self:
        """Returns this clock with a function that gets what its question notes."""
        clock = self.until(self.deadline)
        clock._note = note
        return clock

    @property
    def is_noted(self) -> bool:
        """True if somebody keeps what is noted."""
        return self._note is not None

    def note(self, make: Callable[[], Any]) -> None:
        """Keeps the answer to the whole question as far as it is known, for a process that does not end in time.

        It is made only if somebody keeps it, and not again before twenty times as long as that took.
        """
        if self._note is None or (now := monotonic()) < self._next_note:
            return
        self._note(make())
        self._next_note = now + _NOTE_COST * (monotonic() - now)

    def tick(self) -> None:
        """Raises `OutOfReach` once the limit is hit, `KeyboardInterrupt` after a signal; takes a fraction of a microsecond."""
        if _signals:
            interrupts.raise_pending()
        over = self.over
        if over is not None:
            raise over

    def capacity(self, most: int, size: int) -> int:
        """Returns how many items of `size` bytes to hold: at most `most`, and at most a third of the memory."""
        memory = self.limit.memory
        return most if memory is None else min(most, memory // (3 * size))

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yields the items with a `tick` before each."""
        for item in items:
            self.tick()
            yield item

    def check_late(self) -> None:
        """Raises `OutOfReach` like `tick`, but only `LATE_SECONDS` after the deadline."""
        now = monotonic()
        if self.deadline is not None and now >= self.deadline + LATE_SECONDS:
            raise OutOfReach(Stopped.SECONDS)
        if self._checks_more and now >= self._next_check:
            self._check_more(now)
            if self._over:
                raise self._over

    @property
    def over(self) -> OutOfReach | None:
        """The error that `tick` raises, or None while the limit is not hit; permanent once set."""
        if self._over is not None or (self.deadline is None and not self._checks_more):
            return self._over
        now = monotonic()
        if self.deadline is not None and now >= self.deadline and not self.left:
            self._over = OutOfReach(Stopped.SECONDS)
        elif self._checks_more and now >= self._next_check:
            self._check_more(now)
        return self._over

    def _check_more(self, now: float) -> None:
        """Checks `is_wanted` and memory, which take longer than reading the time."""
        self._next_check = now + _CHECK_INTERVAL_SECONDS
        if self._is_wanted and not self._is_wanted():
            self._over = OutOfReach(Stopped.SECONDS)
        elif self._most is not None and self._used and self._used() > self._most:
            self._over = OutOfReach(Stopped.MEMORY)


def _require_kept(limit: Limit, allowed: set[str]) -> None:
    """Raises `UsageError` for a limit that a question cannot keep."""
    for name in LIMITS:
        if name not in allowed and getattr(limit, name) is not None:
            raise UsageError(f"this question takes a limit of {' and '.join(sorted(allowed))}, not of {name}")


NO_CLOCK = Clock()
"""A clock that never runs out, shared by questions without a limit."""


enclosing: ContextVar[Clock] = ContextVar("enclosing", default=NO_CLOCK)
"""Clock of all questions asked in this context, set by `bounded` and `confined`; its time is that of a command or a host."""

LATE_SECONDS = 0.3
"""Seconds after the deadline of `bounded` before `check_limits` raises: questions in the block answer at it and are printed."""


def check_limits() -> None:
    """Raises `OutOfReach` if a block of `bounded` is late, and `KeyboardInterrupt` after a signal.

    For long loops that have no clock, such as reading and drawing.
    """
    if _signals:
        interrupts.raise_pending()
    clock = enclosing.get()
    if clock is not NO_CLOCK:
        clock.check_late()


class Budget:
    """Bounds work that is counted, such as conflicts of a solver or nodes of a search; mutable.

    Unlike a `Clock`, it ends at the same point on every machine. `most` bounds all the work, `each` one part of it, such as
    one answer or one step; None is no bound. `shares` is how many parties the work is divided among, of which one works.
    """

    def __init__(self, most: int | None = None, each: int | None = None, shares: int = 1) -> None:
        self.most = most
        self.each = each
        self.shares = shares
        self.spent = self._part_began = 0

    def begin_part(self) -> None:
        """Begins the next part, with all of `each`."""
        self._part_began = self.spent

    @property
    def end(self) -> int:
        """Work, since the beginning, at which it ends; `sys.maxsize` without a bound."""
        end = maxsize if self.each is None else self._part_began - (-self.each // self.shares)
        return end if self.most is None else min(end, -(-self.most // self.shares))

    @property
    def left(self) -> int:
        """Work that is left."""
        return max(0, self.end - self.spent)
