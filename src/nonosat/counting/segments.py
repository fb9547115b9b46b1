"""Segments: independent parts of one line, as minimal automata over its open cells.

The fillings of a line that agree with its candidates form a finite language. The states of its minimal automaton, one
layer per cell, are the classes of prefixes with the same completions (Myhill-Nerode). Known cells are skipped, so each
layer belongs to an open cell.

The line's fillings are a product of left and right parts exactly at layers with a single state. A `Segment` is the
part between two such neighbouring layers.

The automaton of a clue (`nonosat.lines.automaton`) is deterministic. Minimising it from its end costs states
times colours; a line of n cells with s spare cells has at most about n * (s + 1) states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from nonosat.lines.automaton import automaton_of, transitions
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.model.clues import Clue

DEAD = -1  # state without completions

Tick = Callable[[], None]  # called regularly; can raise to give up

# the state after a cell, by the state before it and the index of its colour
Layer = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """At least two open cells of one line that depend on each other."""

    line: int
    cells: tuple[int, ...]
    layers: tuple[Layer, ...]
    """One per cell; colours in the order of `Board.colours_of`. State 0 is the only one before the first cell and
    after the last."""

    def states(self, at: int) -> int:
        """Returns the number of states before the cell at that position, or after the last cell."""
        return len(self.layers[at]) if at < len(self.layers) else 1

    def turned(self, tick: Tick = lambda: None) -> Segment:
        """Returns the segment read from its other end; `tick` as in `reverse`."""
        return self.reverse(tick)[0]

    def reverse(self, tick: Tick = lambda: None) -> tuple[Segment, list[list[int]]]:
        """Returns the segment read from its other end, and the meaning of the reversed states.

        The reversed states are subsets of this segment's states, from which a word read backwards can come, and
        form a minimal automaton again (J. A. Brzozowski 1962). Returned as masks, for each position from 0 to the
        end, in the order of the reversed states there. `tick` is called per cell and can raise.
        """
        after = {1: 0}
        layers: list[Layer] = []
        subsets = [list(after)]
        for layer in reversed(self.layers):
            tick()
            sources: dict[tuple[int, int], int] = {}
            for state, row in enumerate(layer):
                for option, target in enumerate(row):
                    sources[option, target] = sources.get((option, target), 0) | 1 << state
            before: dict[int, int] = {}
            rows: list[tuple[int, ...]] = []
            for subset in after:  # the dictionary's order numbers the subsets
                targets: list[int] = []
                for option in range(len(layer[0])):
                    origin = 0
                    for target in positions(subset):
                        origin |= sources.get((option, target), 0)
                    targets.append(before.setdefault(origin, len(before)) if origin else DEAD)
                rows.append(tuple(targets))
            layers.append(tuple(rows))
            after = before
            subsets.append(list(after))
        return Segment(self.line, self.cells[::-1], tuple(layers)), subsets[::-1]

    def in_order(self, rank: Mapping[int, int], tick: Tick = lambda: None) -> Segment | None:
        """Returns the segment with its cells in ascending `rank`, reversed if necessary.

        None unless exchanging disjoint pairs of neighbours suffices: the states between two exchanged cells are then
        those before them together with the colour of the one read first. `tick` is called per cell and can raise.
        """
        backwards = rank[self.cells[0]] > rank[self.cells[-1]]
        ordered = self.turned(tick) if backwards and len(self.cells) > 2 else self
        cells, layers = list(ordered.cells), list(ordered.layers)
        at = 0
        while at + 1 < len(cells):
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
    """Returns the layers of two neighbouring cells read in exchanged order."""
    between: dict[tuple[int, ...], int] = {}
    before: list[tuple[int, ...]] = []
    for row in first:
        targets = []
        for option in range(len(second[0])):
            after = tuple([DEAD if state == DEAD else second[state][option] for state in row])
            targets.append(DEAD if max(after) == DEAD else between.setdefault(after, len(between)))
        before.append(tuple(targets))
    return tuple(before), tuple(between)


def segments(board: Board, line: int, *, tick: Tick = lambda: None) -> list[Segment]:
    """Returns the segments of a line in order; the board must be at its fixpoint.

    `tick` is called per cell and can raise to give up.

    >>> from nonosat.lines.propagate import propagate
    >>> from nonosat.model.puzzle import Puzzle
    >>> board = Board(Puzzle(rows=[[1, 1]], columns=[None] * 5, givens=[(0, 2, 0)]))
    >>> propagate(board)
    >>> [segment.cells for segment in segments(board, 0)]
    [(0, 1), (3, 4)]
    """
    clue = board.clues[line]
    if clue is None or not board.open_in(line):
        return []
    cells, layers = _smallest(clue, board.unpack()[line], len(board.lines[line]), tick)
    line_cells = board.lines[line]
    stretches, start = [], 0
    for end in range(1, len(cells) + 1):
        if end == len(cells) or len(layers[end]) == 1:
            if end - start > 1:  # a cell on its own is free
                segment_cells = tuple(line_cells[at] for at in cells[start:end])
                stretches.append(Segment(line, segment_cells, tuple(layers[start:end])))
            start = end
    return stretches


def _smallest(clue: Clue, candidates: list[int], length: int, tick: Tick) -> tuple[list[int], list[Layer]]:
    """Returns the open positions of a line and the layer of the minimal automaton at each."""
    palette = len(candidates)
    steps, ends = transitions(clue, palette), set(positions(automaton_of(clue, palette).ends))
    options = [[colour for colour, mask in enumerate(candidates) if mask >> at & 1] for at in range(length)]
    reached = [{0}]
    for colours in options:
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
