"""Probes: suppose a colour of a cell, and settle lines until one has no filling left: the cell has another colour.

A probe can contain others: what an inner probe refutes is known in the outer one. It is checkable evidence: a sequence of
lines to settle, with only the lines that the contradiction needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.results import Result
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import open_positions

Removal = tuple[int, int]  # (cell, colour that it cannot have)


@dataclass(frozen=True, slots=True, repr=False)
class Probe(Result):
    """A refuted colour of a cell, and the consequences of supposing it, in order."""

    cell: int
    colour: int
    derivation: tuple[int | Probe, ...]
    """A number is a line to settle, the last of which has no filling left; an inner probe excludes its colour."""

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


def through(board: Board, cell: int) -> frozenset[int]:
    """Returns the lines of a cell."""
    return frozenset(line for line, _ in board.lines_of(cell))


def exclude(board: Board, cell: int, colour: int) -> frozenset[int]:
    """Excludes a colour of a cell; returns the cell's lines."""
    for line, place in board.lines_of(cell):
        board.candidates[line][colour] &= ~(1 << place)
    return through(board, cell)


def open_colours(board: Board, tick: Callable[[], None] = lambda: None) -> Iterator[tuple[int, int]]:
    """Yields each candidate of each open cell, as the board has them when their row is reached.

    `tick` is called per row and can raise.
    """
    for line, cells in enumerate(board.puzzle.geometry.families[0]):
        tick()
        masks = tuple(board.candidates[line])
        for place in positions(open_positions(masks)):
            for colour, mask in enumerate(masks):
                if mask >> place & 1:
                    yield cells[place], colour


def candidates_of(board: Board) -> int:
    """Returns the number of candidates of all cells together."""
    rows = len(board.puzzle.families[0])
    return sum(mask.bit_count() for masks in board.candidates[:rows] for mask in masks)
