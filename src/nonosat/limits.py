"""When to stop: limits as they are given, and the clock that long work asks after now and then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic

from nonosat.errors import UsageError

LIMITS = ("seconds", "solutions", "conflicts", "memory")
"""The names of the limits, as they are given and as they are told when one was hit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When to stop.

    With `seconds` or `memory` the search runs in a child process, which is ended when it does not stop of
    its own accord.
    """

    seconds: float | None = None
    """Wall-clock seconds."""
    solutions: int | None = None
    """Solutions handed out."""
    conflicts: int | None = None
    """Conflicts of the solver, about."""
    memory: int | None = None
    """Bytes of data that one process of the search may hold, its interpreter (about 20 MB) included."""

    def __post_init__(self) -> None:
        for name in LIMITS:
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise UsageError(f"a limit of {value} {name} makes no sense")

    def at_most(self, solutions: int | None) -> Limit:
        """The same limit with no more than so many solutions; None for as many as it has."""
        if solutions is None or (self.solutions is not None and self.solutions <= solutions):
            return self
        return replace(self, solutions=solutions)


class OutOfTime(Exception):
    """Raised by a look at the clock, from inside work; what was known before it is kept."""


class Clock:
    """The deadline of one question. Of a `Limit` only the seconds mean something here.

    Raises `UsageError` for any other limit, rather than not to keep to it.
    """

    def __init__(self, limit: Limit | None = None) -> None:
        limit = limit or Limit()
        for name in ("solutions", "conflicts", "memory"):
            if getattr(limit, name) is not None:
                raise UsageError(f"this question takes a limit of seconds, not of {name}")
        self.deadline = None if limit.seconds is None else monotonic() + limit.seconds
        """On the clock of `time.monotonic`."""

    @property
    def left(self) -> float | None:
        """Seconds until the deadline, at least 0; None without one."""
        return None if self.deadline is None else max(0.0, self.deadline - monotonic())

    def tick(self) -> None:
        """Raises `OutOfTime` once the deadline has passed."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise OutOfTime
