"""A time limit that long work asks after now and then, and that ends it with an exception."""

from __future__ import annotations

from time import monotonic

from nonosat.engine import Limit
from nonosat.errors import UsageError


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
