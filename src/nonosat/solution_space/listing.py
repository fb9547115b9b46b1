"""All solutions one after the other, however many: searched for first, then put together from regions.

A solver that is to find one solution more must be told of each that it found, and gets slower with each. So
a puzzle that turns out to have more than a few is compiled (see `nonosat.solution_space.frontier`), and its
solutions are the combinations of those of its regions. Where a region is too large for that, the search goes
on with the compiled ones fixed, and each of its answers stands for all that those have.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import chain
from typing import Unpack

from nonosat.engine.questions import AUTO, Options, Solutions
from nonosat.limits import Clock, Limit, OutOfReach, Stopped
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.solution_space.explore import Landscape, explore
from nonosat.solution_space.solution_set import Judge, combined

_FEW = 200
"""Solutions that are searched for one by one before anything is compiled."""

_CONFLICTS = 2000
"""Conflicts that a solver may have to make regions smaller before they are compiled."""

_LOOK = 256
"""Solutions between two looks at the clock."""


class Listing(Solutions):
    """An iterator over all solutions, none twice, in no particular order.

    Where a backend, an encoding, or a limit of conflicts or memory is asked for, all are searched for. For
    the rest it is what `Solutions` is.
    """

    def __init__(self, puzzle: Puzzle, **options: Unpack[Options]) -> None:
        """Takes what `Options` has."""
        super().__init__(puzzle, **options)
        limit = self._limit
        plain = options.get("backend") in (None, AUTO) and options.get("encoding", "order") == "order"
        plain = plain and options.get("phases") is None
        few = limit.solutions is not None and limit.solutions <= _FEW
        self._searches = not plain or few or limit.conflicts is not None or limit.memory is not None

    def _solutions(self) -> Generator[Grid, None, None]:
        clock = Clock(Limit(seconds=self._limit.seconds))
        known: set[bytes] = set()
        with closing(super()._solutions()) as search:
            for grid in search:
                yield grid
                known.add(grid.cells)
                if self._searches or len(known) < _FEW:
                    continue
                landscape = explore(self.puzzle, clock, conflicts=_CONFLICTS)
                self._searches = not any(part.space for part in landscape.parts or ())
                if not self._searches:
                    break
            else:
                return
        yield from self._combined(landscape, clock, known)

    def _combined(self, landscape: Landscape, clock: Clock, known: set[bytes]) -> Iterator[Grid]:
        """The solutions that are not known yet, with the regions that were compiled."""
        outcome, judge = self.outcome, Judge(landscape)
        spaces = [part.space for part in landscape.parts or () if part.space is not None]
        fixed = {cell: colour for space in spaces for cell, colour in zip(space.cells, space[0], strict=True)}
        rest = self._rest(fixed, clock)
        combinations = chain.from_iterable(combined(grid.cells, spaces) for grid in rest)
        with closing(rest):
            for number, cells in enumerate(combinations):
                if cells not in known:
                    outcome.found += 1
                    yield judge.approved(cells)
                    if outcome.found == self._limit.solutions:
                        outcome.stopped = Stopped.SOLUTIONS
                        return
                if not number % _LOOK:
                    try:
                        clock.tick()
                    except OutOfReach as reason:
                        outcome.stop(reason)
                        return
        outcome.complete, outcome.stopped, outcome.detail = rest.complete, rest.stopped, rest.detail

    def _rest(self, fixed: dict[int, int], clock: Clock) -> Solutions:
        """The solutions in which some cells have these colours."""
        places = self.puzzle.places
        givens = [Given(*places[cell], colour) for cell, colour in fixed.items()]
        puzzle = self.puzzle.replace(givens=(*self.puzzle.givens, *givens))
        return Solutions(puzzle, limit=Limit(seconds=clock.left), observer=self._observer)


def solutions(puzzle: Puzzle, **options: Unpack[Options]) -> Listing:
    """All solutions, lazily, in no particular order; none is missing and none comes twice.

    `options` are those of `Options`. The same call with one worker gives the same solutions in the same
    order. Raises `PuzzleError` for a puzzle that has `problems`. See `Solutions` for what a limit does.

    >>> for grid in solutions(Puzzle(rows=[[1], [1]], columns=[[1], [1]])):
    ...     print(grid.rows[0] in (bytes([1, 0]), bytes([0, 1])))
    True
    True
    """
    return Listing(puzzle, **options)
