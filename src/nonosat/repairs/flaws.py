"""Flaws of a picture as sets of cells; every repair changes at least one cell of each set.

A picture's clues can have other solutions, or need more than line solving. Each such flaw depends on few cells: while
these stay unchanged the flaw stays, whatever the rest of the picture becomes. This is all that the search for the
fewest changes needs to know (`nonosat.repairs.repair_pixels`).

**Swap.** Another solution differs from the picture in some cells. A connected component of them (by lines) can be
swapped by itself. Each line of the component has windows: parts of the line, bounded by cells that do not differ (or
the edge), with the same blocks in both pictures. In every picture that is equal in all windows, swapping the component
changes no line's blocks, since the colours at the ends of each window are the same in both.

**Stall.** Line solving leaves cells open; a region is a connected component of them. The window of a line reaches
from the cell before its first open cell to the cell after its last. Take any picture that is equal in these windows,
give the region's cells their candidates here and all other cells their one colour. No line can narrow that: its
fillings are those of the window's blocks, which are the same here. Propagation ends at the largest consistent set of
candidates, so the region stays open there, too.

A line without a clue excludes nothing and needs no window. In a line with blotted blocks, the blotted ones are
counted from the start of the line: for a stall its window is the whole line. Swaps need no change: equal blocks are
equal whichever are blotted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.model.clues import line_clue
from nonosat.model.geometry import pick
from nonosat.repairs.alternatives import Alternatives, Solution
from nonosat.support.limits import Clock

_MOST_SWAPS = 40  # of one picture, per call
_FEW = 1000  # solver conflicts for one attempt to shrink a swap; easy, as all cells but its own are known


class Window(NamedTuple):
    """Positions `first` to `last` (inclusive) of a line with a clue."""

    line: int
    first: int
    last: int


class Flaw(NamedTuple):
    """A swap or a stall of a picture."""

    cells: frozenset[int]
    """Cells of the windows: every picture that is equal in them has the flaw."""
    windows: tuple[Window, ...]
    swap: dict[int, int]
    """Swap: the differing cells with their colours in the other solution."""
    open: dict[int, tuple[int, ...]]
    """Stall: the open cells with their candidates."""

    def survives(self, board: Board, cells: bytes) -> bool:
        """Returns True if a picture certainly has this swap; False for stalls."""
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
    """Returns the stalls of a picture, one per region; `board` has its clues, at the fixpoint."""
    flaws = []
    rows = enumerate(board.lines[: len(board.puzzle.families[0])])
    open_cells = [line_cells[at] for line, line_cells in rows for at in positions(board.open_in(line))]
    for region in _groups(board, open_cells):
        clock.tick()
        windows = tuple(_open_windows(board, region.lines))
        left = {cell: tuple(board.colours_of(cell)) for cell in region.cells}
        flaws.append(Flaw(_cells_of(board, windows), windows, {}, left))
    return flaws


def swaps(
    board: Board, cells: bytes, clock: Clock, conflicts: int, most: int = _MOST_SWAPS
) -> list[Flaw] | None:
    """Returns up to `most` swaps of a picture in different cells, so that each picture yields many clauses for the bound.

    Empty if the picture is the only solution, None if about `conflicts` conflicts do not decide that. `board` has the
    picture's clues, at the fixpoint. Raises `OutOfReach`.
    """
    if not board.open_cells():
        return []
    flaws: list[Flaw] = []
    agree: set[int] = set()
    with Alternatives(board, cells, clock) as alternatives:
        while len(flaws) < most:
            other = alternatives.differing(agree, conflicts=conflicts)
            if other is None:
                return flaws or None
            if not other:
                break
            for group in _groups(board, other):
                flaws.append(_smallest(board, cells, group, other, alternatives))
                agree.update(flaws[-1].swap)
    return flaws


def swap_flaw(board: Board, cells: bytes, swap: Mapping[int, int]) -> Flaw:
    """Returns the flaw for a swap: the colours of connected cells in another solution of the picture's clues.

    Reads only the lines of `board`, not its cells.
    """
    (group,) = _groups(board, swap)
    windows = tuple(_equal_windows(board, cells, swap, group.lines))
    return Flaw(_cells_of(board, windows), windows, dict(swap), {})


def swaps_between(board: Board, cells: bytes, other: bytes) -> list[dict[int, int]]:
    """Returns the swaps that lead from a picture to another solution of its clues."""
    changed = [cell for cell, (one, after) in enumerate(zip(cells, other, strict=True)) if one != after]
    return [{cell: other[cell] for cell in sorted(group.cells)} for group in _groups(board, changed)]


class _Component(NamedTuple):
    """A connected component of cells."""

    cells: set[int]
    lines: dict[int, list[int]]  # positions of its cells on each line, ascending


def _groups(board: Board, cells: Iterable[int]) -> list[_Component]:
    """Splits cells into connected components: no two have a line in common."""
    places = {cell: board.lines_of(cell) for cell in cells}
    left: dict[int, list[int]] = {}
    for places_of in places.values():
        for line, place in places_of:
            left.setdefault(line, []).append(place)
    groups = []
    while left:
        group, waiting = _Component(set(), {}), [min(left)]
        while waiting:
            line = waiting.pop()
            if line in left:
                group.lines[line] = sorted(left.pop(line))
                outside = {board.lines[line][place] for place in group.lines[line]} - group.cells
                group.cells.update(outside)
                waiting.extend(other for cell in outside for other, _ in places[cell])
        groups.append(group)
    return groups


def _smallest(
    board: Board, cells: bytes, group: _Component, other: Solution, alternatives: Alternatives
) -> Flaw:
    """Shrinks the swap of a component with its colours in `other`; returns the smallest found."""
    while smaller := alternatives.smaller(group.cells, conflicts=_FEW):
        other = smaller
        group = min(_groups(board, other), key=lambda component: len(component.cells))
    swap = {cell: other[cell] for cell in group.cells}
    windows = tuple(_equal_windows(board, cells, swap, group.lines))
    return Flaw(_cells_of(board, windows), windows, swap, {})


def _cells_of(board: Board, windows: Iterable[Window]) -> frozenset[int]:
    return frozenset(cell for line, first, last in windows for cell in board.lines[line][first : last + 1])


def _equal_windows(
    board: Board, cells: bytes, swap: Solution, lines: Mapping[int, Sequence[int]]
) -> Iterator[Window]:
    """Yields the windows around swapped cells at these positions."""
    for line, places in lines.items():
        if board.clues[line] is None:
            continue
        line_cells = board.lines[line]
        line_colours = bytes(pick(cells, line_cells))
        swapped = bytearray(line_colours)
        for place in places:
            swapped[place] = swap[line_cells[place]]
        start, differs, windows = -1, set(places), list[Window]()
        for place in places:
            start = place if start < 0 else start
            low, high = max(start - 1, 0), min(place + 2, len(line_cells))
            if place + 1 not in differs and line_clue(line_colours[low:high]) == line_clue(
                bytes(swapped[low:high])
            ):
                windows.append(Window(line, low, high - 1))
                start = -1
        yield from windows if start < 0 else [Window(line, 0, len(line_cells) - 1)]


def _open_windows(board: Board, lines: Mapping[int, Sequence[int]]) -> Iterator[Window]:
    """Yields the windows around the open cells, whose positions are all in `lines`."""
    for line, places in lines.items():
        length, clue = len(board.lines[line]), board.clues[line]
        if clue is not None:
            blotted = any(block.length is None for block in clue)
            first, last = (
                (0, length - 1) if blotted else (max(places[0] - 1, 0), min(places[-1] + 1, length - 1))
            )
            yield Window(line, first, last)
