"""Where a line falls apart, and what each part allows: minimal automata over its open cells.

The fillings of a line that agree with what is known of it are the words of a finite language. Reading a
line cell by cell, two prefixes that can be completed in the same ways are equivalent: the classes of
equivalent prefixes are the states of the smallest automaton that reads the language, a layer of states per
cell (J. Myhill 1957, A. Nerode 1958). Known cells are skipped, so that the layers belong to open cells.

Where a layer has one state only, and nowhere else, the line's fillings are the product of those to the left
and those to the right. A `Segment` is the part of a line between two neighbouring layers of that kind.

The automaton of a clue (`nonosat.solving.lines.automaton`) is deterministic. Made smaller from its end, layer by
layer, it costs the states times the colours, and a line of n cells with s cells to spare has no more than
about n * (s + 1) states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.model.clues import Clue
from nonosat.solving.lines.automaton import automaton_of, transitions
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board

DEAD = -1
"""The state from which a line cannot be completed."""

Layer = tuple[tuple[int, ...], ...]
"""For each state before a cell, and for each colour that the cell can have, the state after it."""


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Open cells of one line, two at least, that cannot be coloured independently of each other."""

    line: int
    cells: tuple[int, ...]
    layers: tuple[Layer, ...]
    """One for each cell; the colours go in the order of `Board.colours_of`. Before the first cell and after
    the last there is one state, 0."""

    def states(self, at: int) -> int:
        """How many states there are before the cell at that place, or after the last one."""
        return len(self.layers[at]) if at < len(self.layers) else 1

    def turned(self, tick: Callable[[], None] | None = None) -> Segment:
        """The same segment read from its other end; `tick` as in `reverse`."""
        return self.reverse(tick)[0]

    def reverse(self, tick: Callable[[], None] | None = None) -> tuple[Segment, list[list[int]]]:
        """The same segment read from its other end, and what its states mean.

        The subsets of states that a word read backwards can come from are again the states of a
        smallest automaton (J. A. Brzozowski 1962). These subsets are given as masks, for each place of this
        segment from 0 to its end, in the order of the other automaton's states there. `tick` is called for
        each cell, and may raise to give up.
        """
        found = {1: 0}
        layers: list[Layer] = []
        subsets = [list(found)]
        for layer in reversed(self.layers):
            if tick:
                tick()
            sources: dict[tuple[int, int], int] = {}
            for state, row in enumerate(layer):
                for option, target in enumerate(row):
                    sources[option, target] = sources.get((option, target), 0) | 1 << state
            before: dict[int, int] = {}
            rows: list[tuple[int, ...]] = []
            for subset in found:  # numbered in the order of the dictionary
                targets: list[int] = []
                for option in range(len(layer[0])):
                    origin = 0
                    for target in positions(subset):
                        origin |= sources.get((option, target), 0)
                    targets.append(before.setdefault(origin, len(before)) if origin else DEAD)
                rows.append(tuple(targets))
            layers.append(tuple(rows))
            found = before
            subsets.append(list(found))
        return Segment(self.line, self.cells[::-1], tuple(layers)), subsets[::-1]

    def in_order(self, rank: Mapping[int, int], tick: Callable[[], None] | None = None) -> Segment | None:
        """The same segment with its cells in ascending `rank`, whichever of its ends that begins at.

        None unless exchanging neighbours is enough, none of them twice: then the states between two exchanged
        cells are those before them together with the colour of the one that is read first. `tick` is called
        for each cell, and may raise to give up.
        """
        backwards = rank[self.cells[0]] > rank[self.cells[-1]]
        found = self.turned(tick) if backwards and len(self.cells) > 2 else self
        cells, layers = list(found.cells), list(found.layers)
        at = 0
        while at + 1 < len(cells):
            if tick:
                tick()
            if rank[cells[at]] > rank[cells[at + 1]]:
                cells[at : at + 2] = cells[at + 1], cells[at]
                layers[at : at + 2] = _exchanged(layers[at], layers[at + 1])
                at += 1
            at += 1
        if any(rank[one] > rank[other] for one, other in pairwise(cells)):
            return None
        return Segment(self.line, tuple(cells), tuple(layers))


def _exchanged(first: Layer, second: Layer) -> tuple[Layer, Layer]:
    """The layers of two cells that are read in the other order."""
    between: dict[tuple[int, ...], int] = {}
    before: list[tuple[int, ...]] = []
    for row in first:
        targets = []
        for option in range(len(second[0])):
            after = tuple([DEAD if state == DEAD else second[state][option] for state in row])
            targets.append(DEAD if max(after) == DEAD else between.setdefault(after, len(between)))
        before.append(tuple(targets))
    return tuple(before), tuple(between)


def segments(board: Board, line: int, *, tick: Callable[[], None] | None = None) -> list[Segment]:
    """The segments of a line, from its beginning; the board must be at its fixpoint.

    `tick` is called for each cell, and may raise to give up.

    >>> from nonosat.solving.lines.propagate import propagate
    >>> from nonosat.model.puzzle import Puzzle
    >>> board = Board(Puzzle(rows=[[1, 1]], columns=[None] * 5, givens=[(0, 2, 0)]))
    >>> propagate(board)
    >>> [segment.cells for segment in segments(board, 0)]
    [(0, 1), (3, 4)]
    """
    clue = board.clues[line]
    if clue is None or not board.open_in(line):
        return []
    cells, layers = _smallest(clue, board.candidates[line], len(board.lines[line]), tick)
    line_cells = board.lines[line]
    found, start = [], 0
    for end in range(1, len(cells) + 1):
        if end == len(cells) or len(layers[end]) == 1:
            if end - start > 1:  # a cell on its own is free
                here = tuple(line_cells[at] for at in cells[start:end])
                found.append(Segment(line, here, tuple(layers[start:end])))
            start = end
    return found


def _smallest(
    clue: Clue, candidates: list[int], length: int, tick: Callable[[], None] | None
) -> tuple[list[int], list[Layer]]:
    """The open positions of a line and, for each, the layer of the smallest automaton."""
    steps, ends = transitions(clue), set(positions(automaton_of(clue).ends))
    options = [[colour for colour, mask in enumerate(candidates) if mask >> at & 1] for at in range(length)]
    reached = [{0}]
    for colours in options:
        if tick:
            tick()
        reached.append(
            {
                after
                for state in reached[-1]
                for colour in colours
                if (after := steps[state].get(colour)) is not None
            }
        )
    cells: list[int] = []
    layers: list[Layer] = []
    state_of = dict.fromkeys(ends & reached[-1], 0)
    for at in range(length - 1, -1, -1):
        colours = options[at]
        if tick:
            tick()
        before: dict[int, int] = {}
        if len(colours) == 1:
            for state in reached[at]:
                after = state_of.get(steps[state].get(colours[0], DEAD))
                if after is not None:
                    before[state] = after
        else:
            rows: dict[tuple[int, ...], int] = {}
            for state in reached[at]:
                following = steps[state]
                row = tuple([state_of.get(following.get(colour, DEAD), DEAD) for colour in colours])
                if max(row) != DEAD:
                    before[state] = rows.setdefault(row, len(rows))
            cells.append(at)
            layers.append(tuple(rows))
        state_of = before
    return cells[::-1], layers[::-1]
