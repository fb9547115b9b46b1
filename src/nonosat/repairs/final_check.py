"""Verifies a repaired puzzle with the engine, independently of how it was repaired."""

from __future__ import annotations

from nonosat.model.disagreement import checked
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.outcome import Outcome
from nonosat.search.questions import search_here
from nonosat.support.limits import Clock

_GRACE = 0.15  # seconds that the check always gets, even if the repair used up its time
_SHARE = 0.9  # share of the time that a repair can use before this check


def clock_before_final_check(clock: Clock) -> Clock:
    """Returns the clock for the work before the check."""
    return clock.part(share=_SHARE)


def final_check(puzzle: Puzzle, grid: Grid, clock: Clock, *, conflicts: int | None = None) -> Outcome:
    """Searches a repaired puzzle for a solution other than `grid`, within time and conflicts.

    Raises `SolverDisagreement` if `grid` is not a solution.
    """
    checked(puzzle, grid.cells, "the repair")
    solutions = search_here(puzzle, clock.part(least=_GRACE), conflicts=conflicts, excluded=(grid.cells,))
    next(solutions, None)
    return solutions.outcome
