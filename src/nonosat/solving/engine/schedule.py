"""What a search tries before it writes clauses, in which order.

Dives find, depth-first search (`nonosat.solving.lines.searching`) proves. Which of them ends a puzzle is not to be seen
beforehand, so they take turns, and the search goes on where it was. One solution is a matter of finding alone: there
dives and depth-first searches guided by beliefs take turns, and most of probing is left for where the first of them fail.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from nonosat.solving.lines.solver import Kernel


class Step(NamedTuple):
    """Suppositions of a depth-first search; or a dive, if it has none."""

    suppositions: int
    outlook: float = inf
    """The most suppositions that the tree may still seem to take; a tree that seems to take more is given up."""
    optional: bool = False
    """Whether only this step is left out in that case."""


DIVE = Step(0)
"""The next try of `nonosat.solving.lines.diving.OPENING` or `ONE_SOLUTION`."""

PROBE = Step(-1)
"""Probing, as far as it was left out by `BRIEFLY`."""

BRIEFLY = 12
"""How many probes in turn may refute nothing before the first dive, where that is how it begins."""


def _search(suppositions: int, times: float, *, optional: bool = False) -> Step:
    """A step for trees that seem to take at most so many times as much."""
    return Step(suppositions, times * suppositions, optional)


ONE = (*(DIVE,) * 3, PROBE, *(DIVE,) * 4)
"""The steps to one solution."""

ALL = (
    *(_search(2000, 0), _search(3000, 2), DIVE, DIVE, _search(5000, 2.4), _search(10_000, 2)),
    *(_search(20_000, 1, optional=True), DIVE, DIVE, _search(20_000, 30), DIVE),
)
"""The steps to a verdict, or to several solutions.

The estimate of what a tree takes is too small at first, while the path goes down, and often far too large later. A tree
that seems small after 20,000 suppositions is searched to its end before more is spent on dives.
"""

_MOST_OPEN = 2500
"""Open cells, all of which are supposed in both colours before the first dives; larger boards are not searched so."""

_MOST_CELLS = 10_000
"""Those of a board, open or not, all of which a search goes through at each node."""


def steps(solutions: int | None, open_cells: int, cells: int) -> tuple[Step, ...]:
    """The steps to so many solutions, None for all, on a board of that many open cells among all its cells."""
    found = ONE if solutions == 1 else ALL
    return found if searchable(open_cells, cells) else tuple(step for step in found if step == DIVE)


def begins_briefly(solutions: int | None, open_cells: int, cells: int) -> bool:
    """Whether dives come before most of probing; the arguments are those of `steps`."""
    return Kernel is not None and PROBE in steps(solutions, open_cells, cells)


def searchable(open_cells: int, cells: int) -> bool:
    """Whether a board of so many open cells among all its cells is small enough for depth-first search."""
    return open_cells <= _MOST_OPEN and cells <= _MOST_CELLS
