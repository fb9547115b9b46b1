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

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from nonosat.limits import Clock
from nonosat.lines.board import Board
from nonosat.model.clues import line_clue
from nonosat.model.geometry import pick
from nonosat.sat.backends import DEFAULT, Configuration, Session, open_session
from nonosat.sat.encodings import Cnf, encode

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


def stalls(board: Board) -> list[Flaw]:
    """The flaws of a picture that lines do not settle: one for each region.

    `board` is that of its clues, at the fixpoint.
    """
    open_cells = [cell for cell in range(board.cells) if len(board.colours_of(cell)) > 1]
    return [Flaw(frozenset(_open_windows(board, region)), {}) for region in _groups(board, open_cells)]


def swaps(board: Board, cells: bytes, clock: Clock, conflicts: int) -> list[Flaw] | None:
    """Some of the flaws of a picture that is not the only solution; none if it is, None if that is unknown.

    It is unknown if so many `conflicts` of the solver, about, do not settle it. `board` is that of the
    picture's clues, at its fixpoint. Raises `OutOfReach`.
    """
    if not board.open_cells():
        return []
    cnf = encode(board, tick=clock.tick)
    with open_session(cnf, Configuration(DEFAULT), watch=lambda _: clock.tick()) as session:
        session.add(cnf.excluding(cells))
        answer = session.solve(conflicts=conflicts, watch=lambda _: clock.tick())
        if answer is None:
            return None
        if not answer:
            return []
        other = cnf.picture(session.model()).cells
        shrink = _Shrink(board, cells, cnf, session, clock)
        return [shrink.flaw(group, other) for group in _groups(board, _differing(cells, other))]


class _Shrink:
    """Makes the group of cells that can be swapped smaller, until no part of it can be swapped alone."""

    def __init__(self, board: Board, cells: bytes, cnf: Cnf, session: Session, clock: Clock) -> None:
        self._board, self._cells, self._cnf, self._session, self._clock = board, cells, cnf, session, clock
        self._as_drawn = {each.cell: each.literals[cells[each.cell]] for each in cnf.open_cells}
        self._guard = cnf.variables

    def flaw(self, group: Collection[int], other: bytes) -> Flaw:
        """The flaw of the smallest part that was found of a group that has its colours in `other`."""
        literals = self._as_drawn
        while True:
            self._guard += 1
            self._session.add([-self._guard, *(literals[cell] for cell in group)])
            fixed = [literal for cell, literal in literals.items() if cell not in group]
            answer = self._session.solve(
                [self._guard, *fixed], conflicts=_FEW, watch=lambda _: self._clock.tick()
            )
            if not answer:
                windows = _equal_windows(self._board, self._cells, other, group)
                return Flaw(frozenset(windows), {cell: other[cell] for cell in group})
            other = self._cnf.picture(self._session.model()).cells
            group = min(_groups(self._board, _differing(self._cells, other)), key=len)


def _differing(one: bytes, other: bytes) -> list[int]:
    return [cell for cell, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


def _lines_of(board: Board, cells: Collection[int]) -> dict[int, list[int]]:
    """For each line with some of the cells, their places in it, ascending."""
    found: dict[int, list[int]] = {}
    for cell in cells:
        for line, place in board.places(cell):
            found.setdefault(line, []).append(place)
    return {line: sorted(places) for line, places in found.items()}


def _groups(board: Board, cells: Sequence[int]) -> list[set[int]]:
    """The cells parted into groups that have no line in common."""
    lines = _lines_of(board, cells)
    left, groups = set(cells), []
    while left:
        reached = [left.pop()]
        group = set(reached)
        while reached:
            for line, _ in board.places(reached.pop()):
                fresh = {board.lines[line][place] for place in lines[line]} & left
                left -= fresh
                group |= fresh
                reached.extend(fresh)
        groups.append(group)
    return groups


def _equal_windows(board: Board, cells: bytes, other: bytes, group: Collection[int]) -> Iterator[int]:
    """The cells of the windows around a group that can be swapped for what it is in `other`."""
    for line, places in _lines_of(board, group).items():
        if board.clues[line] is None:
            continue
        span = board.lines[line]
        mine = bytes(pick(cells, span))
        its = bytearray(mine)
        for place in places:
            its[place] = other[span[place]]
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
