"""What a search tries before it writes clauses, in which order.

Dives find, depth-first search (`nonosat.solving.lines.searching`) proves. Which of them ends a puzzle is not to be seen
beforehand, so they take turns, and the search goes on where it was. One solution is a matter of finding alone: there
dives and depth-first searches guided by beliefs take turns.
"""

from __future__ import annotations

from nonosat.solving.lines.solver import SEARCH_EFFORT

DIVE = 0
"""The next try of `nonosat.solving.lines.diving.OPENING` or `ONE_SOLUTION`; any other step is a number of suppositions."""

_FIRST, _SECOND, _THIRD, _LAST = (int(SEARCH_EFFORT * each) for each in (5000, 5000, 10_000, 40_000))

ONE = (DIVE, DIVE, DIVE, DIVE, DIVE, _FIRST, DIVE, _SECOND, _THIRD, DIVE, _LAST)
"""The steps to one solution."""

ALL = (_FIRST, DIVE, DIVE, _SECOND, _THIRD, DIVE, DIVE, _LAST, DIVE)
"""The steps to a verdict, or to several solutions."""

_FIRST_LOOK = 2
"""Suppositions for each open cell that the first step must be enough for; larger boards are not searched so."""

_MOST_CELLS = 10_000
"""Those of a board, open or not, all of which a search goes through at each node."""

_FAR = 12
"""How many times as much as a step a tree may seem to take: the estimate is often too large by an order of magnitude."""


def steps(solutions: int | None, open_cells: int, cells: int) -> tuple[int, ...]:
    """The steps to so many solutions, None for all, on a board of that many open cells among all its cells."""
    found = ONE if solutions == 1 else ALL
    return found if searchable(open_cells, cells) else tuple(step for step in found if step == DIVE)


def searchable(open_cells: int, cells: int) -> bool:
    """Whether a board of so many open cells among all its cells is small enough for depth-first search."""
    return _FIRST_LOOK * open_cells <= _FIRST and cells <= _MOST_CELLS


def promising(step: int, outlook: float) -> bool:
    """Whether it is worth a step of suppositions to go on with a tree that seems to take so many more."""
    return outlook <= _FAR * step
