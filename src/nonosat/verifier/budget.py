"""Limits of time and memory, checked at short intervals and before anything large."""

from __future__ import annotations

import os
import sys
from time import monotonic

SECONDS = 3600.0
"""Default limit of a check, in wall-clock seconds."""

MEMORY = 2_000_000_000
"""Default limit of a check, in bytes on top of the process's memory at its start."""

_CHECK_INTERVAL_SECONDS = 0.01  # between two measurements of memory, which take microseconds


class Stopped(Exception):
    """A limit was hit, `seconds` or `memory`, and the claim stays open."""


class Budget:
    """The limits of one check; None is no limit."""

    def __init__(self, seconds: float | None = None, memory: float | None = None) -> None:
        now = monotonic()
        self.memory = memory
        self._deadline = None if seconds is None else now + seconds
        self._most = None if memory is None else held() + memory
        self._next_check = now

    @property
    def seconds(self) -> float | None:
        """Seconds left."""
        return None if self._deadline is None else max(0.0, self._deadline - monotonic())

    def check_limits(self) -> None:
        """Raises `Stopped` once a limit is hit."""
        if self._deadline is None and self._most is None:
            return
        now = monotonic()
        if self._deadline is not None and now >= self._deadline:
            raise Stopped("seconds")
        if self._most is not None and now >= self._next_check:
            self._next_check = now + _CHECK_INTERVAL_SECONDS
            self.require(0)

    def require(self, size: int) -> None:
        """Raises `Stopped` if about `size` more bytes would exceed the limit."""
        if self._most is not None and held() + size > self._most:
            raise Stopped("memory")


def held() -> int:
    """Returns the bytes of memory held by this process (on macOS: the peak); 0 if the system does not report them."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
