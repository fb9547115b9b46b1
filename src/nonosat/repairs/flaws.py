"""What keeps a picture from being a good puzzle, as sets of cells of which one at least must change.

A picture's clues may have other solutions, or lines may not settle them. Each such flaw rests on a few
cells: as long as these stay as they are, the flaw stays, whatever becomes of the rest of the picture. So a
repair has to change one of them, and that is all that the search for the least one needs
(`nonosat.repairs.pixels`).

**A swap.** Let another solution differ from the picture in some cells. Those of them that lines connect are
a group, and the group can be swapped by itself. In each line of the group there are windows: parts of the
line, from a cell that does not differ to another (or to the edge), that have the same blocks in both
pictures. In a picture that is equal in the windows of all lines, whatever it is elsewhere, swapping the
group's cells changes no line's blocks: what joins on at a window's ends joins on either way, since the
colours there are equal.

**A stall.** Let lines leave some cells open, and let a region be some of them with all others on their
lines. The window of a line goes from the cell before its first open one to the cell after its last. In a
picture that is equal in these windows, give the region's cells the colours that they are left with here, and
all others their one colour. No line can narrow that: as above, its fillings are those with the window's
blocks, which are those that it has here. And since propagation ends at the largest knowledge that every
line agrees with, the region stays open there too.

A line without a clue rules nothing out and needs no window. Of a line with blotted blocks a window would have
to say which of its blocks are blotted, and that is counted from the line's beginning: for a stall its window
is all of it. For a swap nothing changes, since equal blocks are equal whichever of them are blotted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from nonosat.limits import Clock
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.model.clues import line_clue
from nonosat.model.geometry import pick
from nonosat.repairs.alternatives import Alternatives, Solution

_FEW = 1000
"""Conflicts of the solver for making a swap smaller once, which is easy: all cells but its own are known."""


class Flaw(NamedTuple):
    """One thing that is wrong with a picture."""

    cells: frozenset[int]
    """A picture that is equal in these cells has the flaw as well."""
    swap: dict[int, int]
    """The cells that differ in another solution, with their colours there; none for a stall."""

    def survives(self, board: Board, cells: bytes) -> bool:
        """Whether a picture of the board's shape has the flaw for certain, for the same reason.

        Not being certain of a stall is False.
        """
        if not self.swap:
            return False
        swapped = bytearray(cells)
        for cell, colour in self.swap.items():
            swapped[cell] = colour
        return cells != swapped and all(
            line_clue(bytes(pick(cells, span))) == line_clue(bytes(pick(swapped, span)))
            for line in _lines_of(board, self.swap)
            if board.clues[line] is not None
            for span in (board.lines[line],)
        )


def stalls(board: Board, clock: Clock) -> list[Flaw]:
    """The flaws of a picture that lines do not settle: one for each region.

    `board` is that of its clues, at the fixpoint.
    """
    found = []
    rows = enumerate(board.lines[: len(board.puzzle.families[0])])
    open_cells = [span[at] for line, span in rows for at in positions(board.open_in(line))]
    for region in _groups(board, open_cells):
        clock.tick()
        found.append(Flaw(frozenset(_open_windows(board, region)), {}))
    return found


def swaps(board: Board, cells: bytes, clock: Clock, conflicts: int) -> list[Flaw] | None:
    """Some of the flaws of a picture that is not the only solution; none if it is, None if that is unknown.

    It is unknown if so many `conflicts` of the solver, about, do not settle it. `board` is that of the
    picture's clues, at its fixpoint. Raises `OutOfReach`.
    """
    if not board.open_cells():
        return []
    with Alternatives(board, cells, clock) as alternatives:
        other = alternatives.differing(conflicts=conflicts)
        if other is None:
            return None
        return [_smallest(board, cells, group, other, alternatives) for group in _groups(board, other)]


def _smallest(
    board: Board, cells: bytes, group: Collection[int], other: Solution, alternatives: Alternatives
) -> Flaw:
    """The flaw of the smallest part that is found of a group that has its colours in `other`."""
    while smaller := alternatives.smaller(group, conflicts=_FEW):
        other = smaller
        group = min(_groups(board, other), key=len)
    swap = {cell: other[cell] for cell in group}
    return Flaw(frozenset(_equal_windows(board, cells, swap)), swap)


def _lines_of(board: Board, cells: Iterable[int]) -> dict[int, list[int]]:
    """For each line with some of the cells, their places in it, ascending."""
    found: dict[int, list[int]] = {}
    for cell in cells:
        for line, place in board.places(cell):
            found.setdefault(line, []).append(place)
    return {line: sorted(places) for line, places in found.items()}


def _groups(board: Board, cells: Iterable[int]) -> list[set[int]]:
    """The cells parted into groups that have no line in common."""
    left, groups = set(cells), []
    places = _lines_of(board, left)
    on_line = {line: [board.lines[line][at] for at in those] for line, those in places.items()}
    while left:
        reached = [left.pop()]
        group = set(reached)
        while reached:
            for line, _ in board.places(reached.pop()):
                fresh = left.intersection(on_line.pop(line, ()))
                left -= fresh
                group |= fresh
                reached.extend(fresh)
        groups.append(group)
    return groups


def _equal_windows(board: Board, cells: bytes, swap: Solution) -> Iterator[int]:
    """The cells of the windows around some that can be swapped for these colours."""
    for line, places in _lines_of(board, swap).items():
        if board.clues[line] is None:
            continue
        span = board.lines[line]
        mine = bytes(pick(cells, span))
        its = bytearray(mine)
        for place in places:
            its[place] = swap[span[place]]
        start, differs = -1, set(places)
        for place in places:
            start = place if start < 0 else start
            low, high = max(start - 1, 0), min(place + 2, len(span))
            if place + 1 not in differs and line_clue(mine[low:high]) == line_clue(bytes(its[low:high])):
                yield from span[low:high]
                start = -1
        if start >= 0:
            yield from span


def _open_windows(board: Board, region: Collection[int]) -> Iterator[int]:
    """The cells of the windows around a region that lines leave open, with all open cells of its lines."""
    for line, places in _lines_of(board, region).items():
        span, clue = board.lines[line], board.clues[line]
        if clue is not None:
            blotted = any(block.length is None for block in clue)
            yield from span if blotted else span[max(places[0] - 1, 0) : places[-1] + 2]
