"""Solutions of a region that few cells single out, where there are too many to look at one by one.

A fact is a cell and a colour. One sweep down and one up the decision diagram of all solutions counts, for
every fact at once, how many solutions have it beside some facts that are fixed. So facts can be chosen that
leave few solutions, again and again until one is left, by a beam search; and that no so many facts
leave only one can be proved by trying all sets of one fact less, as long as these are not too many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from heapq import nsmallest

from nonosat.repairs.alternatives import Cell, Solution
from nonosat.solution_space.diagram import Diagram

Fact = tuple[Cell, int]

Tick = Callable[[], None]

Allow = Callable[[int], bool]
"""Whether cells of a colour may be revealed."""


def easily_forced(diagram: Diagram, *, width: int, allow: Allow, tick: Tick) -> Solution:
    """A solution that few facts single out, found with a beam of that width: so many sets of facts go on.

    Cells that may not be revealed are turned to only where others say nothing more.
    """
    beam: list[dict[Cell, int]] = [{}]
    while True:
        left: dict[frozenset[Fact], int] = {}
        for fixed in beam:
            tick()
            counts = counts_of(diagram, fixed)
            total = _total(diagram, counts)
            if total == 1:
                return dict(counts.keys())
            facts = [fact for fact, number in counts.items() if number < total]
            for fact in [fact for fact in facts if allow(fact[1])] or facts:
                left[frozenset((*fixed.items(), fact))] = counts[fact]
        beam = [dict(facts) for facts in nsmallest(width, left, key=left.__getitem__)]


def forced_by_fewest(diagram: Diagram, *, allow: Allow, tick: Tick) -> Iterator[Solution | None]:
    """None again and again: first if no fact singles out a solution, then if no two do, and so on.

    At last the solution that some do, which therefore are the fewest.
    """
    start = counts_of(diagram, {})
    order = {fact: at for at, fact in enumerate(sorted(fact for fact in start if allow(fact[1])))}

    def singled(fixed: dict[Cell, int], counts: Mapping[Fact, int], more: int) -> dict[Cell, int] | None:
        """Those facts and so many that come after them that leave one solution, if there are any."""
        last = max((order[fact] for fact in fixed.items()), default=-1)
        total = _total(diagram, counts)
        later = [fact for fact, at in order.items() if at > last and 0 < counts.get(fact, 0) < total]
        if more == 1:
            return next(({**fixed, fact[0]: fact[1]} for fact in later if counts[fact] == 1), None)
        for cell, colour in later:
            tick()
            wider = {**fixed, cell: colour}
            if found := singled(wider, counts_of(diagram, wider), more - 1):
                return found
        return None

    for number in range(1, len(diagram.cells) + 1):
        if facts := singled({}, start, number):
            yield dict(counts_of(diagram, facts).keys())
            return
        yield None


def counts_of(diagram: Diagram, fixed: Solution) -> dict[Fact, int]:
    """For each fact how many solutions have both that and what is fixed; facts that none has are left out."""
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
    counts: Counter[Fact] = Counter()
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


def _total(diagram: Diagram, counts: Mapping[Fact, int]) -> int:
    """How many solutions there are, from the counts of any one cell."""
    return sum(number for (cell, _), number in counts.items() if cell == diagram.order[0])
