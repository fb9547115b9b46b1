"""Lists all solutions: first by search, then as combinations of the regions' solutions.

A solver needs a blocking clause per solution found and gets slower with each. So a puzzle with more than a few
solutions is compiled (`nonosat.counting.frontier`), and its solutions are combinations over its
regions. If some region is too large, the search continues with the compiled regions fixed, and each solution it finds
is combined with all of theirs.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import chain

from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.search.outcome import Observer
from nonosat.search.questions import Solutions, searched
from nonosat.support.arguments import question
from nonosat.support.end import End, OutOfReach, Stopped
from nonosat.support.limits import Clock, Limit, limit_of

_FEW = 200  # solutions found by search before regions are compiled
_CONFLICTS = 2000  # solver conflicts spent on shrinking regions before they are compiled
_LOOK = 256  # solutions between two checks of the clock


@question
def solutions(
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    options: SearchOptions = DEFAULTS,
    observer: Observer | None = None,
) -> Solutions:
    """Yields all solutions lazily, each exactly once, in no particular order.

    Takes the arguments of `check`. With a backend, an encoding, or a limit of conflicts or memory all solutions are
    searched for; otherwise large numbers are combined from the regions' solutions. The same call with one worker
    yields the same order. Raises `PuzzleError` for a misstated puzzle. See `Solutions` for the effect of limits.

    >>> for grid in solutions(Puzzle(rows=[[1], [1]], columns=[[1], [1]])):
    ...     print(grid.rows[0] in (bytes([1, 0]), bytes([0, 1])))
    True
    True
    """
    limit = limit_of(limit, seconds, memory)
    search = searched(puzzle, limit=limit, options=options, observer=observer)
    few = limit.solutions is not None and limit.solutions <= _FEW
    if few or not options.plain or limit.conflicts is not None or limit.memory is not None:
        return search
    return Solutions(puzzle, search.outcome, _listed(search, limit, observer))


def _listed(search: Solutions, limit: Limit, observer: Observer | None) -> Generator[Grid, None, None]:
    """Yields solutions found by search and, once there are many, combinations of the regions' solutions."""
    clock = Clock(Limit(seconds=limit.seconds))
    listed: set[bytes] = set()
    searching = False
    with closing(search):
        for grid in search:
            yield grid
            listed.add(grid.cells)
            if searching or len(listed) < _FEW:
                continue
            from nonosat.counting.explore import explore  # imported late: rarely needed

            exploration = explore(search.puzzle, clock, conflicts=_CONFLICTS)
            searching = not any(part.diagram for part in exploration.parts or ())
            if not searching:
                break
        else:
            return
    from nonosat.counting.solution_set import Checker, combined

    outcome, checker = search.outcome, Checker(exploration)
    diagrams = [part.diagram for part in exploration.parts or () if part.diagram is not None]
    fixed = {
        cell: colour for diagram in diagrams for cell, colour in zip(diagram.cells, diagram[0], strict=True)
    }
    rest = _rest(search.puzzle, fixed, clock, observer)
    combinations = chain.from_iterable(combined(grid.cells, diagrams) for grid in rest)
    with closing(rest):
        for number, cells in enumerate(combinations):
            if cells not in listed:
                outcome.found += 1
                yield checker.approved(cells)
                if outcome.found == limit.solutions:
                    outcome.end = End(Stopped.SOLUTIONS)
                    return
            if not number % _LOOK:
                try:
                    clock.tick()
                except OutOfReach as reason:
                    outcome.stop(reason)
                    return
    outcome.complete, outcome.end = rest.complete, rest.end


def _rest(puzzle: Puzzle, fixed: dict[int, int], clock: Clock, observer: Observer | None) -> Solutions:
    """Searches for the solutions in which some cells have fixed colours."""
    givens = [Given(*puzzle.coordinates[cell], colour) for cell, colour in fixed.items()]
    puzzle = puzzle.replace(givens=(*puzzle.givens, *givens))
    return searched(puzzle, limit=Limit(seconds=clock.left), observer=observer)
