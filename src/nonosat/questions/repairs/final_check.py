"""The final check of a repaired puzzle, by the engine, which knows nothing of how it was repaired."""

from __future__ import annotations

from time import monotonic

from nonosat.foundation.errors import SolverDisagreement
from nonosat.foundation.limits import Clock
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.engine.outcome import Outcome
from nonosat.solving.engine.questions import search_here

_GRACE = 0.15
"""Seconds that the check may take in any case, also after a repair that took all its time."""

_SHARE = 0.9
"""The part of its time that a repair may use before this check."""


def clock_before_final_check(clock: Clock) -> Clock:
    """The clock of what is done before the check."""
    return clock if clock.left is None else clock.with_deadline(monotonic() + _SHARE * clock.left)


def final_check(puzzle: Puzzle, grid: Grid, clock: Clock, *, conflicts: int | None = None) -> Outcome:
    """Whether a repaired puzzle has any other solution than this one, as far as time and conflicts allow.

    Raises `SolverDisagreement` if this is none.
    """
    if not grid.satisfies(puzzle):
        raise SolverDisagreement(f"{grid!r} is said to be a solution of {puzzle!r}")
    deadline = None if clock.deadline is None else max(clock.deadline, monotonic() + _GRACE)
    found = search_here(puzzle, clock.with_deadline(deadline), conflicts=conflicts, known=(grid.cells,))
    next(found, None)
    return found.outcome
