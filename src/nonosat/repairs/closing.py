"""The last look at a mended puzzle: the engine's, which knows nothing of how it was mended."""

from __future__ import annotations

from time import monotonic

from nonosat.engine.outcome import Outcome
from nonosat.engine.search import Task, search
from nonosat.errors import SolverDisagreement
from nonosat.limits import Clock, Limit
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import DEFAULT, Configuration

_GRACE = 0.15
"""Seconds that this may take in any case: a repair that took all its time should still be said to be one."""

_SHARE = 0.9
"""Of its time that a repair may use before this look."""


def before_closing(clock: Clock) -> Clock:
    """The clock of what is done before this look."""
    return clock if clock.left is None else clock.with_deadline(monotonic() + _SHARE * clock.left)


def closed(puzzle: Puzzle, grid: Grid, clock: Clock, *, conflicts: int | None = None) -> Outcome:
    """Whether a mended puzzle has any other solution than this one, as far as time and conflicts allow.

    Raises `SolverDisagreement` if this is none.
    """
    if not grid.satisfies(puzzle):
        raise SolverDisagreement(f"{grid!r} is said to be a solution of {puzzle!r}")
    deadline = None if clock.deadline is None else max(clock.deadline, monotonic() + _GRACE)
    task = Task(
        puzzle=puzzle,
        configuration=Configuration(DEFAULT),
        limit=Limit(conflicts=conflicts),
        clock=clock.with_deadline(deadline),
        known=(grid.cells,),
    )
    outcome = Outcome()
    for _ in search(task, outcome):
        break
    return outcome
