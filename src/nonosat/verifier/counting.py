"""Recounts the solutions, cell by cell, in the order that a certificate names.

The possible fillings of a line are read by a minimal automaton (A. Nerode 1958), which merges prefixes that can go on in
the same ways; known cells are skipped. At a place with a single state, the cells on the left do not depend on those on
the right: the line falls into *segments*. Cells are coloured in the given order, and each segment is read from one of
its ends to the other. The possible colours of the rest depend only on the states of unfinished segments, the frontier,
so colourings with the same states are counted together (profile dynamic programming). Orders that share no segment are
independent: their numbers are multiplied.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from .budget import Budget
from .knowledge import Knowledge
from .lines import Pattern, Reach
from .statement import Clue
from .values import Refused

# for each state before a cell, and for each colour that the cell can have, the state after it; -1 for none
Layer = list[tuple[int, ...]]

_LOOK = 2048  # states between two checks of the limits

_STATE_BYTES = 250


class Segment(NamedTuple):
    """Cells of a line that depend on each other, in the order in which they are read, with a layer for each."""

    line: str
    cells: tuple[int, ...]
    layers: tuple[Layer, ...]


def count(knowledge: Knowledge, orders: Sequence[Sequence[int]], where: str) -> int:
    """Returns the number of solutions given the knowledge; raises `Refused` if the orders do not determine it.

    `orders` name every open cell once.
    """
    if knowledge.contradiction:
        return 0
    budget = knowledge.statement.budget
    places: dict[int, tuple[int, int]] = {}
    for number, order in enumerate(orders):
        for at, cell in enumerate(order):
            if cell in places:
                raise Refused(f"{where}: cell {cell} comes twice")
            places[cell] = number, at
    open_cells = {cell for cell, colours in enumerate(knowledge.candidates) if colours & (colours - 1)}
    if open_cells != places.keys():
        raise Refused(f"{where}: the orders do not have exactly the open cells")
    segments: list[list[Segment]] = [[] for _ in orders]
    for line in range(len(knowledge.statement.lines)):
        budget.check_limits()
        for segment in _read(knowledge, line, places, where):
            segments[places[segment.cells[0]][0]].append(segment)
    total = 1
    for order, own_segments in zip(orders, segments, strict=True):
        total *= _swept(order, own_segments, knowledge, budget)
    return total


def _read(
    knowledge: Knowledge, line: int, places: dict[int, tuple[int, int]], where: str
) -> Iterator[Segment]:
    """Returns the segments of a line, each turned so that its order reads it from its beginning."""
    name, cells, clue = knowledge.statement.lines[line]
    if clue is None or not any(cell in places for cell in cells):
        return
    colours = knowledge.colours(line)
    turned: dict[frozenset[int], Segment] | None = None
    for segment in segments_of(name, cells, clue, colours, knowledge.statement.budget):
        if len({places[cell][0] for cell in segment.cells}) > 1:
            raise Refused(f"{where}: cells of {name} that depend on each other are in two orders")
        arranged = _arranged(segment, places)
        if arranged is None:
            if turned is None:
                again = segments_of(name, cells[::-1], clue[::-1], colours[::-1], knowledge.statement.budget)
                turned = {frozenset(part.cells): part for part in again}
            arranged = _arranged(turned[frozenset(segment.cells)], places)
        if arranged is None:
            raise Refused(f"{where}: a part of {name} is not read from one end to the other")
        yield arranged


def _arranged(segment: Segment, places: dict[int, tuple[int, int]]) -> Segment | None:
    """Returns the segment in reading order if exchanging neighbours, each at most once, makes it so; else None."""
    cells, layers = list(segment.cells), list(segment.layers)
    at = 0
    while at + 1 < len(cells):
        if places[cells[at]] > places[cells[at + 1]]:
            cells[at], cells[at + 1] = cells[at + 1], cells[at]
            layers[at], layers[at + 1] = _exchanged(layers[at], layers[at + 1])
            at += 1
        at += 1
    if any(places[one] > places[other] for one, other in pairwise(cells)):
        return None
    return Segment(segment.line, tuple(cells), tuple(layers))


def _exchanged(one: Layer, other: Layer) -> tuple[Layer, Layer]:
    """Exchanges the layers of two cells: each state between them maps the later cell's colours to outcomes."""
    numbers: dict[tuple[int, ...], int] = {}
    before = []
    for targets in one:
        row = []
        for colour in range(len(other[0])):
            ends = tuple(-1 if target < 0 else other[target][colour] for target in targets)
            row.append(-1 if max(ends) < 0 else numbers.setdefault(ends, len(numbers)))
        before.append(tuple(row))
    return before, list(numbers)


def segments_of(
    name: str, cells: Sequence[int], clue: Clue, colours: Sequence[int], budget: Budget
) -> list[Segment]:
    """Returns the segments of at least two cells of a line, given each cell's possible colours."""
    pattern = Pattern(clue)
    reach = Reach(pattern, colours)
    options = [[colour for colour in range(mask.bit_length()) if mask >> colour & 1] for mask in colours]
    # per cell, transition rows of the states before it; a state is a set of the pattern's states
    layers: list[list[tuple[int, ...]]] = []
    reached = {1: 0}
    for at, choices in enumerate(options):
        budget.check_limits()
        budget.require(_STATE_BYTES * len(reached))
        following: dict[int, int] = {}
        rows = []
        for states in reached:
            targets = []
            for colour in choices:
                after = pattern.after(states, 1 << colour) & reach.behind[at + 1]
                targets.append(following.setdefault(after, len(following)) if after else -1)
            rows.append(tuple(targets))
        layers.append(rows)
        reached = following
    merged = [0] * len(reached)  # after the last cell, all states are one
    kept: list[tuple[int, Layer]] = []
    for at in range(len(cells) - 1, -1, -1):
        budget.check_limits()
        before = []
        classes: dict[tuple[int, ...], int] = {}
        for row in layers[at]:
            after_merging = tuple(-1 if state < 0 else merged[state] for state in row)
            if len(options[at]) == 1:
                before.append(after_merging[0])
            else:
                before.append(classes.setdefault(after_merging, len(classes)))
        if len(options[at]) > 1:
            kept.append((at, list(classes)))
        merged = before
    kept.reverse()
    segments, start = [], 0
    for end in range(1, len(kept) + 1):
        if end == len(kept) or len(kept[end][1]) == 1:
            if end - start > 1:
                part = kept[start:end]
                segments.append(
                    Segment(name, tuple(cells[at] for at, _ in part), tuple(layer for _, layer in part))
                )
            start = end
    return segments


def _swept(order: Sequence[int], segments: list[Segment], knowledge: Knowledge, budget: Budget) -> int:
    """Returns the number of colourings of the cells of one order."""
    incidences: dict[int, list[tuple[int, int]]] = {}
    for number, segment in enumerate(segments):
        for at, cell in enumerate(segment.cells):
            incidences.setdefault(cell, []).append((number, at))
    frontier = {0: 1}
    offsets: dict[int, tuple[int, int]] = {}
    taken = 0
    for cell in order:
        tables, freed = [], 0
        for number, at in incidences.get(cell, ()):
            segment = segments[number]
            if not at:
                bits = (1 << (max(map(len, segment.layers)) - 1).bit_length()) - 1
                offset = 0
                while taken >> offset & bits:
                    offset += 1
                taken |= bits << offset
                offsets[number] = offset, bits
            offset, bits = offsets[number]
            if at + 1 == len(segment.cells):
                freed |= bits << offset
            tables.append((offset, bits, segment.layers[at]))
        options = knowledge.candidates[cell].bit_count()
        frontier = _step(frontier, tables, options, budget)
        taken &= ~freed
    return sum(frontier.values())


def _step(
    frontier: dict[int, int], tables: list[tuple[int, int, Layer]], options: int, budget: Budget
) -> dict[int, int]:
    """Returns the frontier after one more cell."""
    mask = 0
    for offset, bits, _ in tables:
        mask |= bits << offset
    # for the states of the cell's own segments, what each option changes in a frontier
    changes: dict[int, list[int]] = {}
    following: dict[int, int] = {}
    for number, (state, ways) in enumerate(frontier.items()):
        here = state & mask
        options_here = changes.get(here)
        if options_here is None:
            options_here = changes[here] = []
            for option in range(options):
                after = 0
                for offset, bits, layer in tables:
                    target = layer[here >> offset & bits][option]
                    if target < 0:
                        break
                    after |= target << offset
                else:
                    options_here.append(here ^ after)
        for change in options_here:
            target = state ^ change
            following[target] = following.get(target, 0) + ways
        if not number % _LOOK:
            budget.check_limits()
            budget.require(_STATE_BYTES * len(following))
    return following
