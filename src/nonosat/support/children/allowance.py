"""The memory of a tree of processes: each one shares its allowance with the children that it starts.

A process with an allowance keeps within it what it holds and what it has granted to children at work. So a tree keeps the limit
of its root on every system that says how much memory a process holds. A program that calls the library has no allowance: its
own memory does not count, only that of the children of a question. No process gets less than `MIN_MEMORY`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nonosat.support.limits import MIN_MEMORY

_RESERVE, _RESERVED_SHARE = (
    16_000_000,
    0.1,
)  # bytes that a process keeps for itself while children work, at most

granted = 0
"""Bytes granted to children at work."""

_allowance: int | None = None


@contextmanager
def allowed(memory: int | None) -> Iterator[None]:
    """Gives this process an allowance in the block; None is no limit."""
    global _allowance
    before, _allowance = _allowance, memory
    try:
        yield
    finally:
        _allowance = before


def share_of(memory: int, held: Callable[[], int], among: int = 1) -> int:
    """Returns the share of a limit, in bytes, for each child; `held` returns the bytes that this process holds."""
    free = memory
    if _allowance is not None:
        reserve = min(_RESERVE, int(_RESERVED_SHARE * _allowance))
        free = min(free, _allowance - held() - granted - reserve)
    return max(MIN_MEMORY, free // among)


def grant(memory: int) -> None:
    """Counts bytes granted to a child; a negative number takes them back."""
    global granted
    granted += memory
