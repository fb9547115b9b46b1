"""Probes: suppose a colour of a cell, and settle lines until one has no filling left: the cell has another colour.

A probe can contain others: what an inner probe refutes is known in the outer one. It is checkable evidence: a sequence
of lines to settle, reduced to a set that suffices for the contradiction.

A probe has the name of the first shape that holds, in the words of guides:

- *edge logic*: the chain stays on two neighbouring lines, at the edge of the grid or beside a line without open cells, and
  lines that cross them;
- *counting*: the last line has too many or too few cells of a colour;
- *block placement*: the supposition places one block. The text speaks of a block wherever possible;
- *probe*: none of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.line import open_positions
from nonosat.model.geometry import LineId
from nonosat.support.results import Result

EDGE_LOGIC = "edge logic"
COUNTING = "counting"
BLOCK_PLACEMENT = "block placement"
PROBE = "probe"

Item = TypeVar("Item")
Removal = tuple[int, int]  # (cell, colour that it cannot have)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Probe(Result):
    """A refuted colour of a cell, and the consequences of supposing it, in order."""

    cell: int
    colour: int
    derivation: tuple[int | Probe, ...]
    """A number is a line to settle; the last line has no filling left. An inner probe excludes its colour."""

    @property
    def removal(self) -> Removal:
        """The cell, and the colour that it cannot have."""
        return self.cell, self.colour

    @property
    def depth(self) -> int:
        """Depth of nested suppositions."""
        return 1 + max((link.depth for link in self.derivation if isinstance(link, Probe)), default=0)

    def lines(self) -> Iterator[int]:
        """Yields all settled lines, also of inner probes."""
        for link in self.derivation:
            if isinstance(link, Probe):
                yield from link.lines()
            else:
                yield link


def needed(items: Sequence[Item], enough: Callable[[list[Item]], bool]) -> list[Item]:
    """Drops items one by one as long as the others are still enough; returns the remaining ones.

    >>> needed([3, 1, 2, 5], lambda items: sum(items) > 5)
    [2, 5]
    """
    left = list(items)
    for item in items:
        fewer = [other for other in left if other is not item]
        if enough(fewer):
            left = fewer
    return left


def through(board: Board, cell: int) -> frozenset[int]:
    """Returns the lines of a cell."""
    return frozenset(line for line, _ in board.lines_of(cell))


def exclude(board: Board, cell: int, colour: int) -> frozenset[int]:
    """Excludes a colour of a cell; returns the cell's lines."""
    for line, place in board.lines_of(cell):
        board.unpack()[line][colour] &= ~(1 << place)
    return through(board, cell)


def open_colours(board: Board, tick: Callable[[], None] = lambda: None) -> Iterator[tuple[int, int]]:
    """Yields each candidate of each open cell; reads the board anew for each row.

    `tick` is called per row and can raise.
    """
    for line, cells in enumerate(board.puzzle.geometry.families[0]):
        tick()
        masks = tuple(board.unpack()[line])
        for place in positions(open_positions(masks)):
            for colour, mask in enumerate(masks):
                if mask >> place & 1:
                    yield cells[place], colour


def candidates_of(board: Board) -> int:
    """Returns the total number of candidates of all cells."""
    rows = len(board.puzzle.families[0])
    return sum(mask.bit_count() for masks in board.unpack()[:rows] for mask in masks)


class Placement(NamedTuple):
    """A block of a line, and its supposed first cell."""

    line: LineId
    block: int
    start: int


def placement(board: Board, probe: Probe) -> Placement | None:
    """Returns the first block for which the cell's colour leaves one place, which covers the cell; or None."""
    after = board.copy()
    after.fix(probe.cell, probe.colour)
    for line, place in board.lines_of(probe.cell) if probe.colour else ():
        clue = board.clues[line]
        if clue is None or any(block.length is None for block in clue):
            continue
        for block, (starts, _) in enumerate(after.spans(line) or ()):
            start = starts.bit_length() - 1
            if starts.bit_count() == 1 and start <= place < start + clue[block].least:
                return Placement(board.puzzle.geometry.lines[line], block, start)
    return None


def shape(board: Board, probe: Probe, placed: Placement | None, by_count: bool) -> str:
    """Returns the technique of a refuted supposition; `by_count` is True if counting shows the contradiction."""
    if _at_the_edge(board, probe):
        return EDGE_LOGIC
    if by_count:
        return COUNTING
    return BLOCK_PLACEMENT if placed else PROBE


def _at_the_edge(board: Board, probe: Probe) -> bool:
    """Returns True if a chain is edge logic."""
    if probe.depth > 1:
        return False
    first = 0
    for family in board.puzzle.geometry.families:
        numbers = range(first, first + len(family))
        first += len(family)
        settled_lines = {line for line in probe.lines() if line in numbers}
        settled_lines |= {line for line, _ in board.lines_of(probe.cell) if line in numbers}
        if max(settled_lines) - min(settled_lines) == 1:
            beside = (min(settled_lines) - 1, max(settled_lines) + 1)
            if any(line not in numbers or not board.open_in(line) for line in beside):
                return True
    return False
