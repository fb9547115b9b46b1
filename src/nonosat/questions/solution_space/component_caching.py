"""Counting the solutions of a region by search, where what was counted once is not searched again.

A cell gets each of its colours in turn, propagation follows, and what is left open falls into smaller
regions, whose numbers are multiplied. A region is known by its segments, the smallest automata of what its
lines still allow, however they came about: if it was met before, its number is known (component caching: T.
Sang, F. Bacchus, P. Beame, H. Kautz and T. Pitassi, "Combining component caching and clause learning for
effective model counting", SAT 2004; M. Thurley, "sharpSAT", SAT 2006; both with clauses instead of lines).

Most branches lead nowhere, and propagation alone shows it late. So each is probed, which refutes most of those
and leaves smaller regions of the others, and a solver, which keeps what it learns, is asked for a solution
before the branch is searched. No branch without a solution is searched, and the work grows with the number of
different regions met that have one.

Cells are taken in the order of an `Ordering`, as the frontier does, so that the regions that are left depend
on as little as can be of what came before.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import count
from math import prod
from time import monotonic
from typing import NamedTuple

from nonosat.foundation.limits import Clock
from nonosat.questions.solution_space.frontier import orderings
from nonosat.questions.solution_space.regions import split
from nonosat.questions.solution_space.segments import Layer, segments
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.probing import probe
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.sat.oracle import Oracle

_REMEMBERED = 1_000_000
"""Counts of regions that are kept, at most, before all are dropped."""

_LOOK_SECONDS = 0.5
"""Between two calls of an observer."""

_SEGMENTS, _SEGMENT_BYTES = 200_000, 8000
"""Segments that are kept, at most, and the bytes of each with what is known of lines and regions by it, about."""


def count_solutions(
    board: Board,
    witness: bytes,
    *,
    clock: Clock | None = None,
    observer: Callable[[int], None] | None = None,
) -> int:
    """How many solutions a board at its fixpoint allows, one of which is `witness`, cell by cell.

    `observer` is called now and then with how many are certain by then. Raises what the clock raises.
    """
    clock = clock or Clock()
    number = 1
    with Oracle.of_board(board, clock) as oracle:
        for region in split(board, tick=clock.tick):
            order = orderings(region, board, tick=clock.tick)[0].cells
            alone = _as_in(witness, board, set(range(board.cells)) - set(region.cells))
            kept = clock.room(_SEGMENTS, _SEGMENT_BYTES)
            search = _Search(alone, order, oracle, kept, clock.tick)

            def look(before: int = number, search: _Search = search) -> None:
                assert observer
                observer(before * search.at_least)

            number *= search.count(witness, look if observer else None)
    return number


def _as_in(solution: bytes, board: Board, cells: Iterable[int]) -> Board:
    """The board where some cells, of other regions, are as in a solution: probing passes them over."""
    found = board.copy()
    for cell in cells:
        found.fix(cell, solution[cell])
    return found


_Work = Generator["_Work", int, int]
"""Counting a region: yields the same work for smaller ones, is sent their numbers, and returns its own."""


class _Group(NamedTuple):
    """A region within the one that is counted."""

    cells: int
    """As a mask of places in the order."""
    lines: tuple[int, ...]
    """Those that its segments lie on."""
    key: bytes
    """The numbers of its segments."""


class _Line(NamedTuple):
    """What is open on a line."""

    cells: int
    segments: tuple[tuple[int, int], ...]
    """The cells of each, and its number."""


class _Search:
    """The search within one region of a board; mutable.

    `oracle` answers for the same board, `order` are the region's cells, and so many segments are `kept`. `tick`
    is called at each node, and may raise to give up.
    """

    def __init__(
        self, board: Board, order: Sequence[int], oracle: Oracle, kept: int, tick: Callable[[], None]
    ) -> None:
        self._board = board
        self._order = order
        self._oracle = oracle
        self._kept = kept
        self._tick = tick
        self._place = {cell: at for at, cell in enumerate(order)}
        self._lines: list[dict[tuple[int, ...], _Line]] = [{} for _ in board.lines]
        """For each line and its masks what is open on it."""
        self._numbers: dict[tuple[tuple[int, ...], tuple[Layer, ...]], int] = {}
        """A number for each segment that was met; none is given twice, so that keys stay right."""
        self._unused = count()
        self._known: dict[bytes, int] = {}
        """How many solutions a region has, by its key."""
        self._sums: list[list[int]] = []
        """For each group on the way to the current one: the solutions of the branches that are done, and the number
        by which those of the next group count in the current branch."""

    @property
    def at_least(self) -> int:
        """How many solutions are certain by now: each group that is not counted yet has one."""
        certain = 1
        for done, factor in reversed(self._sums):
            certain = max(1, done + factor * certain)
        return certain

    def count(self, witness: bytes, look: Callable[[], None] | None = None) -> int:
        """How many solutions the region has; `witness` is one of the board's. `look` is called now and then."""
        lines = tuple({line for cell in self._order for line, _ in self._board.lines_of(cell)})
        whole = _Group((1 << len(self._order)) - 1, lines, b"")
        works, number = [self._counted(self._board, whole, (), witness)], None
        next_look = monotonic() + _LOOK_SECONDS
        while works:  # a stack of its own: a region may be thousands of cells deep
            if look and monotonic() > next_look:
                look()
                next_look = monotonic() + _LOOK_SECONDS
            try:
                works.append(works[-1].send(number))  # type: ignore[arg-type]
                number = None
            except StopIteration as done:
                works.pop()
                number = done.value
        return number  # type: ignore[return-value]

    def _counted(self, board: Board, group: _Group, assumed: tuple[int, ...], witness: bytes) -> _Work:
        """The solutions of a group of cells.

        `assumed` are the literals of the cells that were given a colour, and `witness` is a solution with
        them.
        """
        self._tick()
        cell = self._order[(group.cells & -group.cells).bit_length() - 1]
        sums = [0, 0]
        self._sums.append(sums)
        for colour in board.colours_of(cell):
            branch = board.copy()
            if propagate(branch, branch.fix(cell, colour)) or probe(branch, tick=self._tick).contradiction:
                continue
            free, groups = self._fallen_apart(branch, group.lines, group.cells)
            ways = prod(len(branch.colours_of(self._order[at])) for at in positions(free))
            unknown = []
            for each in groups:
                known = self._known.get(each.key)
                if known is None:
                    unknown.append(each)
                else:
                    ways *= known
            literals = (*assumed, self._oracle.literal(cell, colour))
            solution = witness
            if ways and unknown and witness[cell] != colour:
                if self._oracle.solve(literals):
                    solution = self._oracle.picture().cells
                else:
                    ways = 0
                    if len(unknown) == 1:
                        self._remember(unknown[0].key, 0)
            if ways:
                for each in unknown:
                    part = branch
                    if free or len(groups) > 1:
                        elsewhere = positions(group.cells & ~each.cells)
                        part = _as_in(solution, branch, [self._order[at] for at in elsewhere])
                    sums[1] = ways
                    found = yield self._counted(part, each, literals, solution)
                    self._remember(each.key, found)
                    ways *= found
                sums[0], sums[1] = sums[0] + ways, 0
        self._sums.pop()
        return sums[0]

    def _remember(self, key: bytes, number: int) -> None:
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[key] = number

    def _fallen_apart(self, board: Board, lines: Sequence[int], cells: int) -> tuple[int, list[_Group]]:
        """Of these cells those that are free, and the groups that the others fall into.

        `lines` has a line of each cell at least.
        """
        free = taken = 0
        parts: list[tuple[int, list[tuple[int, int]]]] = []
        for line in lines:
            masks = tuple(board.candidates[line])
            here = self._lines[line].get(masks)
            if here is None:
                here = self._lines[line][masks] = self._read(board, line)
            free |= here.cells & cells
            for mask, number in here.segments:
                if not mask & cells:
                    continue
                mine = [(number, line)]
                if mask & taken:
                    apart = []
                    for part in parts:
                        if part[0] & mask:
                            mask |= part[0]
                            mine += part[1]
                        else:
                            apart.append(part)
                    parts = apart
                parts.append((mask, mine))
                taken |= mask
        groups = []
        for mask, mine in parts:
            free &= ~mask
            mine.sort()
            key = array("L", [number for number, _ in mine]).tobytes()
            groups.append(_Group(mask, tuple({line for _, line in mine}), key))
        return free, groups

    def _read(self, board: Board, line: int) -> _Line:
        """What is open on a line."""
        if len(self._numbers) >= self._kept:
            self._numbers.clear()
            for memory in self._lines:
                memory.clear()
        cells = board.lines[line]
        found = []
        for segment in segments(board, line):
            known = segment.cells, segment.layers
            if known not in self._numbers:
                self._numbers[known] = next(self._unused)
            found.append((self._mask(segment.cells), self._numbers[known]))
        return _Line(self._mask(cells[at] for at in positions(board.open_in(line))), tuple(found))

    def _mask(self, cells: Iterable[int]) -> int:
        return sum(1 << self._place[cell] for cell in cells if cell in self._place)
