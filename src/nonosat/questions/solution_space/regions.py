"""The independent parts of a puzzle: groups of open cells that share no segment of a line.

A line's fillings are the product of those of its segments (see `nonosat.questions.solution_space.segments`). So cells
which are not connected through segments do not depend on each other, and the solutions of the puzzle are
the product of the solutions of its regions, the connected groups. More knowledge gives more regions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from nonosat.foundation.lazy_dataclasses import dataclass, field
from nonosat.foundation.results import Result
from nonosat.model.puzzle import Puzzle
from nonosat.questions.solution_space.segments import Segment, segments
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board

_LOOK = 1024
"""Cells between two calls of `tick`."""


class Box(NamedTuple):
    """The smallest rectangle around some cells: first and last row, first and last place in a row, from 0."""

    top: int
    bottom: int
    left: int
    right: int


@dataclass(frozen=True, slots=True, repr=False)
class Region(Result):
    """Open cells in ascending order, the colours that each can have, and the segments that they lie on."""

    cells: tuple[int, ...]
    colours: tuple[tuple[int, ...], ...]
    segments: tuple[Segment, ...] = field(compare=False, repr=False)

    def box(self, puzzle: Puzzle) -> Box:
        """The rectangle around the region; in a triddler, places are counted from each row's left end."""
        starts = list(accumulate(puzzle.row_lengths, initial=0))
        rows = [bisect_right(starts, cell) - 1 for cell in self.cells]
        places = [cell - starts[row] for row, cell in zip(rows, self.cells, strict=True)]
        return Box(rows[0], rows[-1], min(places), max(places))


def split(board: Board, *, tick: Callable[[], None] | None = None) -> list[Region]:
    """The regions that the board's open cells fall into, in the order of their first cells.

    The board must be at its fixpoint, without a contradiction. `tick` is called often, and may raise to
    give up.

    >>> from nonosat.solving.lines.propagate import propagate
    >>> board = Board(Puzzle(rows=[[1], [1], None], columns=[[1], [1], None]))
    >>> propagate(board)
    >>> [region.cells for region in split(board)]
    [(0, 1, 2, 3, 4, 5, 6, 7), (8,)]
    """
    leader: dict[int, int] = {}
    for line in range(len(board.puzzle.families[0])):
        if tick:
            tick()
        line_cells = board.lines[line]
        leader |= {line_cells[at]: line_cells[at] for at in positions(board.open_in(line))}

    def lead(cell: int) -> int:
        while leader[cell] != cell:
            leader[cell] = leader[leader[cell]]
            cell = leader[cell]
        return cell

    found = []
    for line in range(len(board.lines)):
        if tick:
            tick()
        for segment in segments(board, line, tick=tick):
            found.append(segment)
            first = lead(segment.cells[0])
            for cell in segment.cells:
                leader[lead(cell)] = first
    cells: dict[int, list[int]] = {}
    for number, cell in enumerate(sorted(leader)):
        if tick and not number % _LOOK:
            tick()
        cells.setdefault(lead(cell), []).append(cell)
    within: dict[int, list[Segment]] = {}
    for segment in found:
        within.setdefault(lead(segment.cells[0]), []).append(segment)
    return [
        Region(
            tuple(group),
            tuple(tuple(board.colours_of(cell)) for cell in group),
            tuple(within.get(first, ())),
        )
        for first, group in cells.items()
    ]
