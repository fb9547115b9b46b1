"""Model counting by search with component caching.

Branch on a cell's colours, propagate, split the rest into independent components and multiply their counts. The
cache key of a component is its segments, the minimal automata of what its lines still allow, so equal components
are recognised however they arose (T. Sang, F. Bacchus, P. Beame, H. Kautz and T. Pitassi, "Combining component
caching and clause learning for effective model counting", SAT 2004; M. Thurley, "sharpSAT", SAT 2006; both on
clauses instead of lines).

Most branches have no solution, which propagation alone shows late. So each branch is probed, and an incremental
solver must find a solution before it is searched. The work grows with the number of distinct satisfiable components.

Branching follows an `Ordering`, as the frontier does, so that components depend on little of what came before.

`Counting` runs it in a child process, which reports lower bounds.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import count
from math import prod
from time import monotonic
from typing import NamedTuple, Self

from nonosat.counting.frontier import orderings
from nonosat.counting.regions import fixed_as_in, split
from nonosat.counting.segments import Layer, segments
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.line import Masks
from nonosat.lines.probing import probe
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Puzzle
from nonosat.sat.oracle import Oracle
from nonosat.support.children.processes import Child, Message, Parent, Returned, Started, available, listen
from nonosat.support.limits import Clock, Limit

_SEGMENT_BYTES = 8000  # approximate size of a cached segment, including its share of other caches


class Counting:
    """A count at work in a child process; a context manager that ends it.

    The board must be at its fixpoint, `witness` one of its solutions. The child gets `memory` bytes. `result` is the
    count, None while unknown or if the child died; `at_least` is a lower bound.
    """

    def __init__(self, board: Board, witness: bytes, memory: int | None = None) -> None:
        self.result: int | None = None
        self.at_least = 1
        self._children = [Child()] if available() else []
        self._at_work = set(self._children)
        for child in self._children:
            child.call(_counted_here, board.puzzle, board.unpack(), witness, memory, memory=memory)

    @property
    def finished(self) -> bool:
        """True if there is a result."""
        self.wait(0)
        return self.result is not None

    def wait(self, seconds: float | None) -> None:
        """Waits up to `seconds` for a result, or until the child is gone."""
        clock = Clock(Limit(seconds=seconds))
        while self._at_work and (messages := list(listen(self._at_work, clock.left))):
            for child, message in messages:
                if isinstance(message, Message):
                    self.at_least = max(self.at_least, message.value)
                elif not isinstance(message, Started):
                    self._at_work.remove(child)
                    self.result = message.value if isinstance(message, Returned) else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        for child in self._children:
            child.end()


def _counted_here(
    parent: Parent, puzzle: Puzzle, candidates: list[Masks], witness: bytes, memory: int | None
) -> int:
    """Counts in the child; sends lower bounds."""
    board = Board(puzzle)
    board.candidates = board.solver.to_kernel(candidates)
    return count_solutions(board, witness, clock=Clock(Limit(memory=memory)), observer=parent.send)


def count_solutions(
    board: Board,
    witness: bytes,
    *,
    clock: Clock | None = None,
    observer: Callable[[int], None] | None = None,
    report_seconds: float = 0.5,
    max_counts: int = 1_000_000,
    max_segments: int = 200_000,
) -> int:
    """Counts the solutions of a board at its fixpoint; `witness` is one of them.

    `observer` gets lower bounds while the count runs, every `report_seconds`. At most `max_counts` counts and
    `max_segments` segments are cached; a full cache is cleared. Raises `OutOfReach`.
    """
    clock = clock or Clock()
    number = 1
    with Oracle.of_board(board, clock) as oracle:
        for region in split(board, tick=clock.tick):
            order = next(
                (ordering.cells for ordering in orderings(region, board, tick=clock.tick)), region.cells
            )
            rest_fixed = fixed_as_in(witness, board, set(range(board.cells)) - set(region.cells))
            kept = clock.capacity(max_segments, _SEGMENT_BYTES), max_counts
            search = _ComponentCount(rest_fixed, order, oracle, kept, clock.tick)

            def report_bound(before: int = number, search: _ComponentCount = search) -> None:
                assert observer
                observer(before * search.at_least)

            number *= search.count(witness, report_bound if observer else None, report_seconds)
    return number


# counts a component: yields the work for smaller components, is sent their counts, returns its own
_Work = Generator["_Work", int, int]


class _Group(NamedTuple):
    """A component."""

    cells: int  # mask of positions in the order
    lines: tuple[int, ...]  # lines of its segments
    key: bytes  # cache key: the numbers of its segments


class _Line(NamedTuple):
    """The open part of a line."""

    cells: int
    segments: tuple[tuple[int, int], ...]  # (mask of cells, number) of each segment


class _ComponentCount:
    """The search within one region of a board; mutable.

    `oracle` has the same board, `order` lists the region's cells, `kept` bounds the cached segments and counts. `tick`
    is called at each node and can raise to give up.
    """

    def __init__(
        self,
        board: Board,
        order: Sequence[int],
        oracle: Oracle,
        kept: tuple[int, int],
        tick: Callable[[], None],
    ) -> None:
        self._board = board
        self._order = order
        self._oracle = oracle
        self._max_segments, self._max_counts = kept
        self._tick = tick
        self._place = {cell: at for at, cell in enumerate(order)}
        # open part of each line, by its masks
        self._lines: list[dict[tuple[int, ...], _Line]] = [{} for _ in board.lines]
        # numbers of segments; never reused, so that keys stay valid after the cache is cleared
        self._numbers: dict[tuple[tuple[int, ...], tuple[Layer, ...]], int] = {}
        self._unused = count()
        self._cached_counts: dict[bytes, int] = {}  # cached counts by component key
        # per component on the current path: the count of its finished branches, and the factor of the next
        # component
        self._sums: list[list[int]] = []

    @property
    def at_least(self) -> int:
        """Current lower bound: each component not counted yet has at least one solution."""
        certain = 1
        for done, factor in reversed(self._sums):
            certain = max(1, done + factor * certain)
        return certain

    def count(self, witness: bytes, report: Callable[[], None] | None, report_seconds: float) -> int:
        """Counts the region's solutions; `witness` is one of the board's. `report` is called every `report_seconds`."""
        lines = tuple({line for cell in self._order for line, _ in self._board.lines_of(cell)})
        whole = _Group((1 << len(self._order)) - 1, lines, b"")
        works, number = [self._counted(self._board, whole, (), witness)], None
        next_report = monotonic() + report_seconds
        while works:  # an explicit stack: a region can be thousands of cells deep
            if report and monotonic() > next_report:
                report()
                next_report = monotonic() + report_seconds
            try:
                works.append(works[-1].send(number))  # type: ignore[arg-type]
                number = None
            except StopIteration as done:
                works.pop()
                number = done.value
        return number  # type: ignore[return-value]

    def _counted(self, board: Board, group: _Group, assumed: tuple[int, ...], witness: bytes) -> _Work:
        """Counts a component; `assumed` has the literals of the decisions, `witness` is a solution with them."""
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
            for component in groups:
                cached = self._cached_counts.get(component.key)
                if cached is None:
                    unknown.append(component)
                else:
                    ways *= cached
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
                for component in unknown:
                    part = branch
                    if free or len(groups) > 1:
                        elsewhere = positions(group.cells & ~component.cells)
                        part = fixed_as_in(solution, branch, [self._order[at] for at in elsewhere])
                    sums[1] = ways
                    solutions = yield self._counted(part, component, literals, solution)
                    self._remember(component.key, solutions)
                    ways *= solutions
                sums[0], sums[1] = sums[0] + ways, 0
        self._sums.pop()
        return sums[0]

    def _remember(self, key: bytes, number: int) -> None:
        if len(self._cached_counts) >= self._max_counts:
            self._cached_counts.clear()
        self._cached_counts[key] = number

    def _fallen_apart(self, board: Board, lines: Sequence[int], cells: int) -> tuple[int, list[_Group]]:
        """Splits cells into a mask of free ones and components; `lines` has at least one line of each cell."""
        free = taken = 0
        parts: list[tuple[int, list[tuple[int, int]]]] = []
        for line in lines:
            masks = tuple(board.unpack()[line])
            line_part = self._lines[line].get(masks)
            if line_part is None:
                line_part = self._lines[line][masks] = self._read(board, line)
            free |= line_part.cells & cells
            for mask, number in line_part.segments:
                if not mask & cells:
                    continue
                part_lines = [(number, line)]
                if mask & taken:
                    separate = []
                    for part in parts:
                        if part[0] & mask:
                            mask |= part[0]
                            part_lines += part[1]
                        else:
                            separate.append(part)
                    parts = separate
                parts.append((mask, part_lines))
                taken |= mask
        groups = []
        for mask, part_lines in parts:
            free &= ~mask
            part_lines.sort()
            key = array("L", [number for number, _ in part_lines]).tobytes()
            groups.append(_Group(mask, tuple({line for _, line in part_lines}), key))
        return free, groups

    def _read(self, board: Board, line: int) -> _Line:
        """Computes the open part of a line."""
        if len(self._numbers) >= self._max_segments:
            self._numbers.clear()
            for memory in self._lines:
                memory.clear()
        cells = board.lines[line]
        numbered = []
        for segment in segments(board, line):
            key = segment.cells, segment.layers
            if key not in self._numbers:
                self._numbers[key] = next(self._unused)
            numbered.append((self._mask(segment.cells), self._numbers[key]))
        return _Line(self._mask(cells[at] for at in positions(board.open_in(line))), tuple(numbered))

    def _mask(self, cells: Iterable[int]) -> int:
        return sum(1 << self._place[cell] for cell in cells if cell in self._place)
