"""Frontier method: dynamic programming over the states of a region's segments.

Cells are coloured one by one in an order that reads every segment from one end to the other. The completions depend
only on the states of the begun segments, the frontier. So partial colourings with equal frontiers are merged, and
time grows with the number of frontiers, not of solutions. A forward pass finds the reachable frontiers; a backward
pass drops dead ends and merges equal completions. The result is a decision diagram of the region's solutions, a
`Diagram` (D. E. Knuth, TAOCP 4A, 7.1.4).

The width of the frontier depends on the order. Orders are compared in advance by the segments' numbers of states:
rows or columns one after the other, or greedily the cell that leaves the narrowest frontier.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import chain, product
from math import log2

from nonosat.counting.completions import Guesses
from nonosat.counting.diagram import Diagram
from nonosat.counting.regions import Region
from nonosat.counting.segments import DEAD, Segment, Tick
from nonosat.lines.board import Board

_LOOK = 4096  # states between two checks of the clock
_MOST_TURNED = 5  # families; both directions are tried up to this number
_MANY_CELLS = 5000  # larger regions get no greedy order: its time grows with cells times lines


class TooManyStates(Exception):
    """A region has more frontiers than allowed."""


@dataclass(frozen=True, eq=False)
class Ordering:
    """An order of a region's cells, with its segments oriented so that each is read from its start."""

    cells: tuple[int, ...]
    colours: tuple[tuple[int, ...], ...]
    """Colours of each cell, in that order."""
    segments: tuple[Segment, ...]
    widths: tuple[float, ...]
    """Base-2 logarithm of an upper bound on the number of frontiers after each cell; rarely reached."""

    @property
    def bits(self) -> float:
        """Base-2 logarithm of the bounds' sum."""
        return log2(sum(2.0 ** min(width, 900.0) for width in self.widths))

    @cached_property
    def arrays(self) -> tuple[bytes, ...]:
        """The region as `nonosat_region` of nonosat.h has it: options, first, cell, states, table."""
        place = {cell: at for at, cell in enumerate(self.cells)}
        first, cell, states, table = array("i", [0]), array("i"), array("i"), array("i")
        for segment in self.segments:
            cell.extend(map(place.__getitem__, segment.cells))
            states.extend(map(len, segment.layers))
            for layer in segment.layers:
                table.extend(chain.from_iterable(layer))
            first.append(len(cell))
        options = array("i", map(len, self.colours))
        return tuple(numbers.tobytes() for numbers in (options, first, cell, states, table))


def orderings(region: Region, board: Board, *, tick: Tick = lambda: None) -> list[Ordering]:
    """Returns orders of the region's cells, most promising first. `tick` can raise.

    There is none if the lines of a shape cross so often that no order of the cells reads each of them from one end.
    """
    families = len(board.puzzle.families)
    family_of = [number for number, family in enumerate(board.puzzle.families) for _ in family]
    orders: list[Ordering] = []
    for flags in product((False, True), repeat=min(families - 1, _MOST_TURNED)):
        turned = []
        for segment in region.segments:
            tick()
            turns = 0 < family_of[segment.line] <= len(flags) and flags[family_of[segment.line] - 1]
            turned.append(segment.turned(tick) if turns else segment)
        for order in _orders(region.cells, turned, board, families, tick):
            tick()
            orders.append(
                Ordering(order, _picked(region, order), tuple(turned), _widths(order, turned, tick))
            )
            if len(order) == 1:  # all other orders are the same
                return orders
    if not orders:
        tried = [_by_lines(region, board, family, tick) for family in range(families)]
        orders = [ordering for ordering in tried if ordering]
    orders.sort(key=lambda ordering: ordering.bits)
    return orders


def _by_lines(region: Region, board: Board, family: int, tick: Tick) -> Ordering | None:
    """Orders cells line by line of one family, for segments that form a cycle; None if that cannot read every segment.

    That happens in triddlers: two neighbouring triangles lie on two lines that pass them in opposite directions. A
    line meets a line of another family in at most two cells, which are neighbours on it, so exchanging such pairs
    makes every segment readable in this order. Lines of other shapes can meet more often.
    """
    place = {cell: board.lines_of(cell)[family] for cell in region.cells}
    order = tuple(sorted(region.cells, key=place.__getitem__))
    rank = {cell: at for at, cell in enumerate(order)}
    arranged = []
    for segment in region.segments:
        tick()
        ordered = segment.in_order(rank, tick)
        if ordered is None:
            return None
        arranged.append(ordered)
    return Ordering(order, _picked(region, order), tuple(arranged), _widths(order, arranged, tick))


def _picked(region: Region, order: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    colours = dict(zip(region.cells, region.colours, strict=True))
    return tuple(colours[cell] for cell in order)


def _incidences(segments: Sequence[Segment]) -> dict[int, list[tuple[int, int]]]:
    """Maps each cell to its (segment number, position in the segment) pairs."""
    incidences: dict[int, list[tuple[int, int]]] = {}
    for number, segment in enumerate(segments):
        for at, cell in enumerate(segment.cells):
            incidences.setdefault(cell, []).append((number, at))
    return incidences


def _orders(
    cells: Sequence[int], segments: Sequence[Segment], board: Board, families: int, tick: Tick
) -> Iterator[tuple[int, ...]]:
    """Yields orders that read every segment from its start; none if the segments form a cycle."""
    incidences = _incidences(segments)
    next_of: dict[int, list[int]] = {cell: [] for cell in cells}
    before = dict.fromkeys(cells, 0)
    for segment in segments:
        for one, other in zip(segment.cells, segment.cells[1:], strict=False):
            next_of[one].append(other)
            before[other] += 1

    def by_key(key: Callable[[int], int]) -> tuple[int, ...]:
        """Topological order; among the ready cells the one with the lowest key comes first."""
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
    """Greedy order: always the cell that widens the frontier least; ties: the segment begun first."""
    begun: dict[int, int] = {}
    ready = [cell for cell in cells if not waiting[cell]]
    order: list[int] = []
    while ready:

        def rank(cell: int) -> tuple[float, int, int]:
            cell_incidences = incidences.get(cell, ())
            age = min((begun.get(number, len(cells)) for number, _ in cell_incidences), default=0)
            rest = min((len(segments[number].cells) - at for number, at in cell_incidences), default=0)
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
    """Returns the base-2 logarithm of the maximum number of frontiers after each cell."""
    incidences = _incidences(segments)
    widths, width = [], 0.0
    for cell in order:
        tick()
        for number, at in incidences.get(cell, ()):
            width += log2(segments[number].states(at + 1)) - log2(segments[number].states(at))
        widths.append(width)
    return tuple(widths)


class Transition:
    """The effect of one cell on a frontier, an integer with some bits per begun segment."""

    def __init__(
        self,
        tables: list[tuple[int, int, tuple[tuple[int, ...], ...]]],
        options: int,
        begun: dict[int, tuple[int, int]],
        places: tuple[tuple[int, int], ...],
    ) -> None:
        self.begun = begun  # (offset, mask) of each segment that is begun after the cell
        self.places = places  # (segment, position in it) of the cell, in the order of `tables`
        self.mask = 0  # bits of the cell's segments
        for offset, bits, _ in tables:
            self.mask |= bits << offset
        # (option, change) pairs by the values of these bits; filled on demand
        self.after: dict[int, tuple[tuple[int, int], ...]] = {}
        self.tables = tables
        self.options = options

    def meet(self, states: int) -> tuple[tuple[int, int], ...]:
        """Computes the entry of `after` for some bits."""
        changes = []
        for option in range(self.options):
            change = states
            for offset, bits, layer in self.tables:
                state = layer[states >> offset & bits][option]
                if state == DEAD:
                    break
                change ^= state << offset
            else:
                changes.append((option, change))
        self.after[states] = tuple(changes)
        return self.after[states]

    def moves(self, states: int, guesses: Guesses | None) -> list[tuple[int, float]]:
        """Returns the changes of some bits, each with the growth of the guess of completions."""
        return [(change, self._growth(states, change, guesses)) for _, change in self.meet(states)]

    def _growth(self, states: int, change: int, guesses: Guesses | None) -> float:
        growth = 0.0
        if guesses:
            for (offset, bits, _), (segment, at) in zip(self.tables, self.places, strict=True):
                state = states >> offset & bits
                after = state ^ (change >> offset & bits)
                growth += guesses[segment][at + 1][after] - guesses[segment][at][state]
        return growth


def transitions(ordering: Ordering) -> Iterator[Transition]:
    """Yields the transitions of an ordering; bits of ended segments are zero and reused."""
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
        yield Transition(tables, len(colours), begun, tuple(incidences.get(cell, ())))
        taken &= ~freed


def diagram_of(ordering: Ordering, *, states: int, tick: Tick = lambda: None) -> Diagram:
    """Compiles the region's solutions into a decision diagram.

    Raises `TooManyStates` beyond `states` reachable frontiers over all cells. `tick` can raise to give up.
    """
    frontier = {0: 0}  # each with its number
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
