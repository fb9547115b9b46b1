"""What other libraries decode, in a child process with bounds of its own: a short file can ask for any amount of work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from nonosat.support.children.processes import can_limit_memory, run_limited
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import InputError
from nonosat.support.limits import Clock, Limit

Made = TypeVar("Made")

_SECONDS = 10.0  # most time for a drawing or a page; usual ones take less than a second
_MEMORY = 1_000_000_000  # most bytes for a drawing or a page; usual ones take 100 MB


def decoded(
    what: str, work: Callable[..., Made], *arguments: object, clock: Clock | None, memory: int | None = None
) -> Made:
    """Returns `work(*arguments, clock=...)`, carried out in a child process where there are processes.

    Raises `OutOfReach` at the limit of the clock, or of `memory` in bytes, and `InputError` if the file, such as "the SVG
    drawing", takes more than anyone would draw.
    """
    seconds = _SECONDS if clock is None or clock.left is None else min(_SECONDS, clock.left)
    is_bounded = memory is not None and memory < _MEMORY
    limit = Limit(seconds=seconds, memory=memory if is_bounded else _MEMORY if can_limit_memory() else None)
    try:
        return run_limited(work, *arguments, limit=limit, in_child=True)
    except OutOfReach as reason:
        if clock is not None:
            clock.tick()
        if reason.stopped is Stopped.FAILURE or (is_bounded and reason.stopped is Stopped.MEMORY):
            raise
        most = "1 GB of memory" if reason.stopped is Stopped.MEMORY else f"{_SECONDS:g} seconds"
        raise InputError(f"{what} needs more than {most}") from None
