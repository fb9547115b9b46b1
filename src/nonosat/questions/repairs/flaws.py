"""What keeps a grid from being a good puzzle, as sets of cells at least one of which must change.

A grid's clues may have other solutions, or lines may not settle them. Each such flaw rests on a few
cells: as long as these stay as they are, the flaw stays, whatever the rest of the grid becomes. So a
repair has to change one of them, and that is all that the search for the fewest changes needs to know
(`nonosat.questions.repairs.pixels`).

**A swap.** Let another solution differ from the grid in some cells. Those of them that lines connect are
a group, and the group can be swapped by itself. In each line of the group there are windows: parts of the
line, from a cell that does not differ to another (or to the edge), that have the same blocks in both
grids. In a grid that is equal in the windows of all lines, whatever it is elsewhere, swapping the
group's cells changes no line's blocks, since at a window's ends the colours are the same in both.

**A stall.** Let lines leave some cells open, and let a region be some of them with all others on their
lines. The window of a line goes from the cell before its first open one to the cell after its last. In a
grid that is equal in these windows, give the region's cells the colours that they are left with here, and
all others their one colour. No line can narrow that: as above, its fillings are those with the window's
blocks, which are those that it has here. And since propagation ends at the largest knowledge that every
line agrees with, the region stays open there too.

A line without a clue rules nothing out and needs no window. In a line with blotted blocks, which of them are
blotted is counted from the line's beginning: for a stall its window is all of it. For a swap nothing changes,
since equal blocks are equal whichever of them are blotted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from nonosat.foundation.limits import Clock
from nonosat.model.clues import line_clue
from nonosat.model.geometry import pick
from nonosat.questions.repairs.alternatives import Alternatives, Solution
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board

_FEW = 1000
"""Conflicts of the solver for making a swap smaller once, which is easy: all cells but its own are known."""


class Window(NamedTuple):
    """A part of a line with a clue."""

    line: int
    first: int
    last: int
    """The position of its last cell."""


class Flaw(NamedTuple):
    """One thing that is wrong with a picture."""

    cells: frozenset[int]
    """A grid that is equal in these cells, those of the windows, has the flaw as well."""
    windows: tuple[Window, ...]
    swap: dict[int, int]
    """The cells that differ in another solution, with their colours there; none for a stall."""
    open: dict[int, tuple[int, ...]]
    """The cells that lines leave open, with all colours that they leave; none for a swap."""

    def survives(self, board: Board, cells: bytes) -> bool:
        """Whether a grid of the board's shape has the flaw for certain, for the same reason.

        Not being certain of a stall is False.
        """
        if not self.swap:
            return False
        swapped = bytearray(cells)
        for cell, colour in self.swap.items():
            swapped[cell] = colour
        return cells != swapped and all(
            line_clue(bytes(pick(cells, line_cells))) == line_clue(bytes(pick(swapped, line_cells)))
            for line in {line for cell in self.swap for line, _ in board.lines_of(cell)}
            if board.clues[line] is not None
            for line_cells in (board.lines[line],)
        )


def stalls(board: Board, clock: Clock) -> list[Flaw]:
    """The flaws of a grid that lines do not settle: one for each region.

    `board` is that of its clues, at the fixpoint.
    """
    found = []
    rows = enumerate(board.lines[: len(board.puzzle.families[0])])
    open_cells = [line_cells[at] for line, line_cells in rows for at in positions(board.open_in(line))]
    for region in _groups(board, open_cells):
        clock.tick()
        windows = tuple(_open_windows(board, region.lines))
        left = {cell: tuple(board.colours_of(cell)) for cell in region.cells}
        found.append(Flaw(_cells_of(board, windows), windows, {}, left))
    return found


def swaps(board: Board, cells: bytes, clock: Clock, conflicts: int) -> list[Flaw] | None:
    """Some of the flaws of a grid that is not the only solution; none if it is, None if that is unknown.

    It is unknown if that many `conflicts` of the solver, about, do not settle it. `board` is that of the
    grid's clues, at its fixpoint. Raises `OutOfReach`.
    """
    if not board.open_cells():
        return []
    with Alternatives(board, cells, clock) as alternatives:
        other = alternatives.differing(conflicts=conflicts)
        if other is None:
            return None
        return [_smallest(board, cells, group, other, alternatives) for group in _groups(board, other)]


class _Group(NamedTuple):
    """Cells that lines connect."""

    cells: set[int]
    lines: dict[int, list[int]]
    """For each line with some of them, their places in it, ascending."""


def _groups(board: Board, cells: Iterable[int]) -> list[_Group]:
    """The cells parted into groups that have no line in common."""
    places = {cell: board.lines_of(cell) for cell in cells}
    left: dict[int, list[int]] = {}
    for those in places.values():
        for line, place in those:
            left.setdefault(line, []).append(place)
    groups = []
    while left:
        group, waiting = _Group(set(), {}), [min(left)]
        while waiting:
            line = waiting.pop()
            if line in left:
                group.lines[line] = sorted(left.pop(line))
                mine = {board.lines[line][place] for place in group.lines[line]} - group.cells
                group.cells.update(mine)
                waiting.extend(other for cell in mine for other, _ in places[cell])
        groups.append(group)
    return groups


def _smallest(board: Board, cells: bytes, group: _Group, other: Solution, alternatives: Alternatives) -> Flaw:
    """The flaw of the smallest part that is found of a group that has its colours in `other`."""
    while smaller := alternatives.smaller(group.cells, conflicts=_FEW):
        other = smaller
        group = min(_groups(board, other), key=lambda each: len(each.cells))
    swap = {cell: other[cell] for cell in group.cells}
    windows = tuple(_equal_windows(board, cells, swap, group.lines))
    return Flaw(_cells_of(board, windows), windows, swap, {})


def _cells_of(board: Board, windows: Iterable[Window]) -> frozenset[int]:
    return frozenset(cell for line, first, last in windows for cell in board.lines[line][first : last + 1])


def _equal_windows(
    board: Board, cells: bytes, swap: Solution, lines: Mapping[int, Sequence[int]]
) -> Iterator[Window]:
    """The windows around cells, at these places, that can be swapped for these colours."""
    for line, places in lines.items():
        if board.clues[line] is None:
            continue
        line_cells = board.lines[line]
        mine = bytes(pick(cells, line_cells))
        its = bytearray(mine)
        for place in places:
            its[place] = swap[line_cells[place]]
        start, differs, found = -1, set(places), list[Window]()
        for place in places:
            start = place if start < 0 else start
            low, high = max(start - 1, 0), min(place + 2, len(line_cells))
            if place + 1 not in differs and line_clue(mine[low:high]) == line_clue(bytes(its[low:high])):
                found.append(Window(line, low, high - 1))
                start = -1
        yield from found if start < 0 else [Window(line, 0, len(line_cells) - 1)]


def _open_windows(board: Board, lines: Mapping[int, Sequence[int]]) -> Iterator[Window]:
    """The windows around cells that lines leave open, of which these are all the places."""
    for line, places in lines.items():
        length, clue = len(board.lines[line]), board.clues[line]
        if clue is not None:
            blotted = any(block.length is None for block in clue)
            first, last = (
                (0, length - 1) if blotted else (max(places[0] - 1, 0), min(places[-1] + 1, length - 1))
            )
            yield Window(line, first, last)
