"""All solutions of a region at once, by the states that its segments can be in.

Cells are coloured one by one, in an order that reads every segment from one of its ends to the other. How the
rest can be coloured depends only on the state of each begun segment; these states are the frontier. So
partial colourings with the same frontier are treated as one, and the time grows with the number of different
frontiers, not of solutions. A pass forwards finds the frontiers that can be reached; a pass backwards drops
those that lead nowhere and merges those with equal completions. What is left is a decision diagram of the
region's solutions, a `Diagram` (the method is that of profile dynamic programming, and of the
frontier method for decision diagrams: D. E. Knuth, TAOCP 4A, 7.1.4, on zero-suppressed diagrams of paths).

How wide the frontier gets depends on the order. Orders are compared in advance, by the numbers of states of
the segments: rows or columns one after the other, or greedily the cell that leaves the narrowest frontier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import product
from math import log2
from typing import NamedTuple

from nonosat.questions.solution_space.diagram import Diagram
from nonosat.questions.solution_space.regions import Region
from nonosat.questions.solution_space.segments import DEAD, Segment
from nonosat.solving.lines.board import Board

_LOOK = 4096
"""States between two looks at the clock."""

_MANY_CELLS = 5000
"""A region with more cells gets no greedy order: that takes time in cells times lines."""


Tick = Callable[[], None]
"""Called now and then; may raise to give up."""


class TooManyStates(Exception):
    """A region has more frontiers than allowed."""


class Ordering(NamedTuple):
    """An order of a region's cells, and its segments turned so that it reads each from its beginning."""

    cells: tuple[int, ...]
    colours: tuple[tuple[int, ...], ...]
    """Per cell, in that order."""
    segments: tuple[Segment, ...]
    widths: tuple[float, ...]
    """The logarithm (base 2) of an upper bound for the frontiers after each cell; few reach it."""

    @property
    def bits(self) -> float:
        """The same for all cells together."""
        return log2(sum(2.0 ** min(width, 900.0) for width in self.widths))


def orderings(region: Region, board: Board, *, tick: Tick = lambda: None) -> list[Ordering]:
    """Orders of the region's cells, the most promising first; there is always one.

    `tick` is called often, and may raise.
    """
    families = len(board.puzzle.families)
    family_of = [number for number, family in enumerate(board.puzzle.families) for _ in family]
    found: list[Ordering] = []
    for flags in product((False, True), repeat=families - 1):
        turned = []
        for segment in region.segments:
            tick()
            turns = family_of[segment.line] and flags[family_of[segment.line] - 1]
            turned.append(segment.turned(tick) if turns else segment)
        for order in _orders(region.cells, turned, board, families, tick):
            tick()
            found.append(Ordering(order, _picked(region, order), tuple(turned), _widths(order, turned, tick)))
            if len(order) == 1:  # all others are the same
                return found
    if not found:
        found = [_by_lines(region, board, family, tick) for family in range(families)]
    found.sort(key=lambda ordering: ordering.bits)
    return found


def _by_lines(region: Region, board: Board, family: int, tick: Tick) -> Ordering:
    """Line after line of one family, each from its beginning, for segments that form a cycle.

    That is so in a triddler: two triangles beside each other lie on two lines, of which one leaves the triangle
    that the other enters. A line meets one of another family in two cells at most, which are neighbours on it; so
    it is read in this order where such pairs are exchanged.
    """
    place = {cell: board.lines_of(cell)[family] for cell in region.cells}
    order = tuple(sorted(region.cells, key=place.__getitem__))
    rank = {cell: at for at, cell in enumerate(order)}
    arranged = []
    for segment in region.segments:
        tick()
        found = segment.in_order(rank, tick)
        assert found is not None
        arranged.append(found)
    return Ordering(order, _picked(region, order), tuple(arranged), _widths(order, arranged, tick))


def _picked(region: Region, order: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    colours = dict(zip(region.cells, region.colours, strict=True))
    return tuple(colours[cell] for cell in order)


def _incidences(segments: Sequence[Segment]) -> dict[int, list[tuple[int, int]]]:
    """For each cell the segments that it lies on, by their numbers, and its place in each."""
    incidences: dict[int, list[tuple[int, int]]] = {}
    for number, segment in enumerate(segments):
        for at, cell in enumerate(segment.cells):
            incidences.setdefault(cell, []).append((number, at))
    return incidences


def _orders(
    cells: Sequence[int], segments: Sequence[Segment], board: Board, families: int, tick: Tick
) -> Iterator[tuple[int, ...]]:
    """Orders that read every segment from its beginning; none if the segments form a cycle."""
    incidences = _incidences(segments)
    next_of: dict[int, list[int]] = {cell: [] for cell in cells}
    before = dict.fromkeys(cells, 0)
    for segment in segments:
        for one, other in zip(segment.cells, segment.cells[1:], strict=False):
            next_of[one].append(other)
            before[other] += 1

    def by_key(key: Callable[[int], int]) -> tuple[int, ...]:
        """An order that takes, of the cells that may come next, always the one with the lowest key."""
        waiting = dict(before)
        heap = [(key(cell), cell) for cell in cells if not waiting[cell]]
        heapify(heap)
        order = []
        while heap:
            _, cell = heappop(heap)
            tick()
            order.append(cell)
            for other in next_of[cell]:
                waiting[other] -= 1
                if not waiting[other]:
                    heappush(heap, (key(other), other))
        return tuple(order)

    for family in range(families):
        line_of = {cell: board.lines_of(cell)[family][0] for cell in cells}
        order = by_key(line_of.__getitem__)
        if len(order) < len(cells):
            return
        yield order
        yield by_key(lambda cell, line_of=line_of: -line_of[cell])  # type: ignore[misc]

    if len(cells) > _MANY_CELLS:
        return
    widths = [[log2(segment.states(at)) for at in range(len(segment.cells) + 1)] for segment in segments]
    growth = {
        cell: round(
            sum(widths[number][at + 1] - widths[number][at] for number, at in incidences.get(cell, ())), 6
        )
        for cell in cells
    }
    yield _narrowest(cells, growth, segments, incidences, dict(before), next_of, tick)


def _narrowest(
    cells: Sequence[int],
    growth: dict[int, float],
    segments: Sequence[Segment],
    incidences: dict[int, list[tuple[int, int]]],
    waiting: dict[int, int],
    next_of: dict[int, list[int]],
    tick: Tick,
) -> tuple[int, ...]:
    """Always the cell that widens the frontier least; of equals the one on the segment begun first."""
    begun: dict[int, int] = {}
    ready = [cell for cell in cells if not waiting[cell]]
    order: list[int] = []
    while ready:

        def rank(cell: int) -> tuple[float, int, int]:
            mine = incidences.get(cell, ())
            age = min((begun.get(number, len(cells)) for number, _ in mine), default=0)
            rest = min((len(segments[number].cells) - at for number, at in mine), default=0)
            return round(growth[cell], 6), age, rest

        tick()
        cell = min(ready, key=rank)
        ready.remove(cell)
        order.append(cell)
        for number, _ in incidences.get(cell, ()):
            begun.setdefault(number, len(order))
        for other in next_of[cell]:
            waiting[other] -= 1
            if not waiting[other]:
                ready.append(other)
    return tuple(order)


def _widths(order: Sequence[int], segments: Sequence[Segment], tick: Tick) -> tuple[float, ...]:
    """The logarithm (base 2) of how many frontiers there can be after each cell."""
    incidences = _incidences(segments)
    widths, width = [], 0.0
    for cell in order:
        tick()
        for number, at in incidences.get(cell, ()):
            width += log2(segments[number].states(at + 1)) - log2(segments[number].states(at))
        widths.append(width)
    return tuple(widths)


class Transition:
    """What one cell does to a frontier, which is an integer with some bits for each begun segment."""

    def __init__(
        self,
        tables: list[tuple[int, int, tuple[tuple[int, ...], ...]]],
        options: int,
        begun: dict[int, tuple[int, int]],
    ) -> None:
        self.begun = begun
        """After the cell: for each segment that is begun its offset in a frontier, and its bits as a mask."""
        self.mask = 0
        """The bits of the segments that the cell lies on."""
        for offset, bits, _ in tables:
            self.mask |= bits << offset
        self.after: dict[int, tuple[tuple[int, int], ...]] = {}
        """For such bits, each option of the cell with its change to them; filled in on demand."""
        self.tables = tables
        self.options = options

    def meet(self, here: int) -> tuple[tuple[int, int], ...]:
        """Makes the entry of `after` for some bits."""
        changes = []
        for option in range(self.options):
            change = here
            for offset, bits, layer in self.tables:
                state = layer[here >> offset & bits][option]
                if state == DEAD:
                    break
                change ^= state << offset
            else:
                changes.append((option, change))
        self.after[here] = tuple(changes)
        return self.after[here]


def transitions(ordering: Ordering) -> Iterator[Transition]:
    """The transitions of an ordering; the bits of a segment that has ended are zero, and used by others."""
    incidences = _incidences(ordering.segments)
    begun: dict[int, tuple[int, int]] = {}
    taken = 0  # the bits in use
    for cell, colours in zip(ordering.cells, ordering.colours, strict=True):
        tables, begun = [], dict(begun)
        freed = 0
        for number, at in incidences.get(cell, ()):
            segment = ordering.segments[number]
            bits = (1 << (max(map(len, segment.layers)) - 1).bit_length()) - 1
            offset = 0
            if not at:
                while taken >> offset & bits:
                    offset += 1
                taken |= bits << offset
            else:
                offset, _ = begun[number]
            begun[number] = offset, bits
            if at + 1 == len(segment.cells):
                freed |= bits << offset
                del begun[number]
            tables.append((offset, bits, segment.layers[at]))
        yield Transition(tables, len(colours), begun)
        taken &= ~freed


def diagram_of(ordering: Ordering, *, states: int, tick: Tick = lambda: None) -> Diagram:
    """The region's solutions as a decision diagram.

    Raises `TooManyStates` if more than `states` frontiers can be reached, all cells together. `tick` is
    called now and then, and may raise to give up.
    """
    frontier = {0: 0}  # with a number for each
    reached: list[list[tuple[tuple[int, int], ...]]] = []
    seen = 0
    for transition in transitions(ordering):
        after, mask = transition.after, transition.mask
        following: dict[int, int] = {}
        rows: list[tuple[tuple[int, int], ...]] = []
        for number, state in enumerate(frontier):
            here = state & mask
            changes = after.get(here)
            if changes is None:
                changes = transition.meet(here)
            rows.append(
                tuple(
                    [
                        (option, following.setdefault(state ^ change, len(following)))
                        for option, change in changes
                    ]
                )
            )
            if not number % _LOOK:
                tick()
                if seen + len(following) > states:
                    raise TooManyStates
        seen += len(following)
        if seen > states:
            raise TooManyStates
        reached.append(rows)
        frontier = following
    return Diagram.of(ordering.cells, ordering.colours, reached, tick=tick)


def count_solutions(
    ordering: Ordering,
    *,
    width: int,
    witnesses: Sequence[bytes] = (),
    tick: Tick = lambda: None,
    strict: bool = False,
) -> tuple[int, bool]:
    """How many solutions the region has, and whether that is exact or only a lower bound.

    Keeps one frontier only, and of it at most about `width` states, those with the most partial colourings.
    The solutions of a dropped state are not counted, so the count is then a lower bound. The states on the
    paths of the `witnesses`, solutions cell by cell in the puzzle's numbering, are always kept. A `strict` count
    raises `TooManyStates` instead of dropping any.
    """
    frontier = {0: 1}
    exact = True
    paths = [0] * len(witnesses)
    for cell, colours, transition in zip(
        ordering.cells, ordering.colours, transitions(ordering), strict=True
    ):
        after, mask = transition.after, transition.mask
        following: dict[int, int] = {}
        for number, (state, beginnings) in enumerate(frontier.items()):
            here = state & mask
            changes = after.get(here)
            if changes is None:
                changes = transition.meet(here)
            for _, change in changes:
                target = state ^ change
                following[target] = following.get(target, 0) + beginnings
            if not number % _LOOK:
                tick()
        tick()
        for number, witness in enumerate(witnesses):
            option = colours.index(witness[cell])
            here = paths[number] & mask
            paths[number] ^= dict(after.get(here) or transition.meet(here))[option]
        if len(following) > width:
            if strict:
                raise TooManyStates
            exact = False
            kept = sorted(following, key=following.__getitem__, reverse=True)[: width // 2]
            following = {state: following[state] for state in {*kept, *paths}}
        frontier = following
    return frontier.get(0, 0), exact
