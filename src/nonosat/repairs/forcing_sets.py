"""Solutions of a region with small forcing sets, for regions with too many solutions to list.

A forcing set is a set of assignments (cell, colour) that only one solution has. One pass up and one down the
decision diagram count, for every assignment at once, the solutions that have it together with fixed ones. A beam
search adds assignments that leave few solutions until one is left. A lower bound k comes from trying all sets of
k - 1 assignments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from heapq import nsmallest

from nonosat.counting.diagram import Diagram
from nonosat.counting.segments import Tick
from nonosat.repairs.alternatives import Cell, Solution

Assignment = tuple[Cell, int]  # (cell, colour)

Allow = Callable[[int], bool]  # returns True if cells of a colour can be revealed


def easily_forced(diagram: Diagram, *, width: int, allow: Allow, tick: Tick) -> Solution:
    """Returns a solution with a small forcing set, by a beam search of the given width.

    Uses cells that must not be revealed only if no other cell narrows the set of solutions.
    """
    beam: list[dict[Cell, int]] = [{}]
    while True:
        left: dict[frozenset[Assignment], int] = {}
        for fixed in beam:
            tick()
            counts = counts_of(diagram, fixed)
            total = _total(diagram, counts)
            if total == 1:
                return dict(counts.keys())
            assignments = [assignment for assignment, number in counts.items() if number < total]
            for assignment in [pair for pair in assignments if allow(pair[1])] or assignments:
                left[frozenset((*fixed.items(), assignment))] = counts[assignment]
        beam = [dict(assignments) for assignments in nsmallest(width, left, key=left.__getitem__)]


def forced_by_fewest(diagram: Diagram, *, allow: Allow, tick: Tick) -> Iterator[Solution | None]:
    """Yields None for each k = 1, 2, ... while no solution has a forcing set of k assignments, then a solution that has one.

    That k is the minimum over all solutions.
    """
    start = counts_of(diagram, {})
    order = {assignment: at for at, assignment in enumerate(sorted(pair for pair in start if allow(pair[1])))}

    def extended_to_force(
        fixed: dict[Cell, int], counts: Mapping[Assignment, int], more: int
    ) -> dict[Cell, int] | None:
        """Extends the fixed assignments by `more` assignments of later cells to a forcing set; None if impossible."""
        last = max((order[assignment] for assignment in fixed.items()), default=-1)
        total = _total(diagram, counts)
        later = [
            assignment
            for assignment, at in order.items()
            if at > last and 0 < counts.get(assignment, 0) < total
        ]
        if more == 1:
            return next(
                ({**fixed, assignment[0]: assignment[1]} for assignment in later if counts[assignment] == 1),
                None,
            )
        for cell, colour in later:
            tick()
            wider = {**fixed, cell: colour}
            if forcing_set := extended_to_force(wider, counts_of(diagram, wider), more - 1):
                return forcing_set
        return None

    for number in range(1, len(diagram.cells) + 1):
        if assignments := extended_to_force({}, start, number):
            yield dict(counts_of(diagram, assignments).keys())
            return
        yield None


def counts_of(diagram: Diagram, fixed: Solution) -> dict[Assignment, int]:
    """Counts, for each assignment, the solutions that have it together with the fixed ones; omits zeros."""
    below = [[1]]
    for cell, layer in zip(reversed(diagram.order), reversed(diagram.layers), strict=True):
        wanted, after = fixed.get(cell), below[-1]
        below.append(
            [
                sum([after[node] for colour, node in edges if wanted is None or colour == wanted])
                for edges in layer
            ]
        )
    below.reverse()
    above = {0: 1}
    counts: Counter[Assignment] = Counter()
    for at, (cell, layer) in enumerate(zip(diagram.order, diagram.layers, strict=True)):
        wanted, after = fixed.get(cell), below[at + 1]
        reached: Counter[int] = Counter()
        for node, ways in above.items():
            for colour, following in layer[node]:
                if (wanted is None or colour == wanted) and after[following]:
                    counts[cell, colour] += ways * after[following]
                    reached[following] += ways
        above = dict(reached)
    return dict(counts)


def _total(diagram: Diagram, counts: Mapping[Assignment, int]) -> int:
    """Returns the number of solutions, from the counts of one cell."""
    return sum(number for (cell, _), number in counts.items() if cell == diagram.order[0])
