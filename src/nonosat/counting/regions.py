"""Regions: connected components of open cells, where cells of one segment are connected.

A line's fillings are the product of its segments' fillings (`nonosat.counting.segments`), so the
puzzle's solutions are the product of its regions' solutions. More knowledge splits regions further.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Annotated, NamedTuple

from nonosat.counting.segments import Segment, Tick, segments
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.model.puzzle import Puzzle
from nonosat.support.results import Result

_LOOK = 1024  # cells between two calls of `tick`


class Box(NamedTuple):
    """Bounding box of cells; both ends belong to it."""

    top: Annotated[int, "First row."]
    bottom: Annotated[int, "Last row."]
    left: Annotated[int, "First position in a row."]
    right: Annotated[int, "Last position in a row."]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Region(Result):
    """Open cells in ascending order, the candidates of each, and their segments."""

    cells: tuple[int, ...]
    colours: tuple[tuple[int, ...], ...]
    segments: tuple[Segment, ...] = field(compare=False, repr=False)

    def box(self, puzzle: Puzzle) -> Box:
        """Returns the bounding box; in a triddler, positions count from each row's left end."""
        return box_of(self.cells, puzzle)


def box_of(cells: Sequence[int], puzzle: Puzzle) -> Box:
    """Returns the bounding box of cells in ascending order."""
    starts = list(accumulate(puzzle.row_lengths, initial=0))
    rows = [bisect_right(starts, cell) - 1 for cell in cells]
    places = [cell - starts[row] for row, cell in zip(rows, cells, strict=True)]
    return Box(rows[0], rows[-1], min(places), max(places))


def fixed_as_in(
    solution: Sequence[int], board: Board, cells: Iterable[int], tick: Tick = lambda: None
) -> Board:
    """Returns a copy of the board with some cells, such as those of other regions, fixed to their colours in a solution."""
    copy = board.copy()
    for cell in cells:
        tick()
        copy.fix(cell, solution[cell])
    return copy


def split(board: Board, *, tick: Tick = lambda: None) -> list[Region]:
    """Splits the board's open cells into regions, ordered by their first cells.

    The board must be at its fixpoint, without a contradiction. `tick` can raise to give up.

    >>> from nonosat.lines.propagate import propagate
    >>> board = Board(Puzzle(rows=[[1], [1], None], columns=[[1], [1], None]))
    >>> propagate(board)
    >>> [region.cells for region in split(board)]
    [(0, 1, 2, 3, 4, 5, 6, 7), (8,)]
    """
    leader: dict[int, int] = {}
    for line in range(len(board.puzzle.families[0])):
        tick()
        line_cells = board.lines[line]
        leader |= {line_cells[at]: line_cells[at] for at in positions(board.open_in(line))}

    def lead(cell: int) -> int:
        while leader[cell] != cell:
            leader[cell] = leader[leader[cell]]
            cell = leader[cell]
        return cell

    parts = []
    for line in range(len(board.lines)):
        tick()
        for segment in segments(board, line, tick=tick):
            parts.append(segment)
            first = lead(segment.cells[0])
            for cell in segment.cells:
                leader[lead(cell)] = first
    cells: dict[int, list[int]] = {}
    for number, cell in enumerate(sorted(leader)):
        if not number % _LOOK:
            tick()
        cells.setdefault(lead(cell), []).append(cell)
    within: dict[int, list[Segment]] = {}
    for segment in parts:
        within.setdefault(lead(segment.cells[0]), []).append(segment)
    return [
        Region(
            tuple(group),
            tuple(tuple(board.colours_of(cell)) for cell in group),
            tuple(within.get(first, ())),
        )
        for first, group in cells.items()
    ]
