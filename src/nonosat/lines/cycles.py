"""Cycles of a picture: other solutions that exchange one ink and the background in up to 8 cells, found without a search.

A switch is the shortest: four corners of a rectangle. A cycle changes cells such that each line with a clue loses a cell of the
ink and gains another one, and keeps its blocks: see `exchanges`. So all of it is another solution of the same clues. Most flaws
of drawings are cycles: a picture at hand shows its open cells in a few hundredths of a second. The kernel has its own
search for one cycle (`kernel/search/neighbour.c`), which knows the same ones: a test compares both with brute force.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby

from nonosat.lines.line import Tick
from nonosat.model.geometry import Geometry, crossings, pick

LONGEST = 8  # cells of a cycle
MOST = 1500  # cycles of one picture
_STEPS = 60_000  # cells tried, about .3 s

_BALANCED = -1  # in the place of a cell


def cycles(
    geometry: Geometry,
    clues: Sequence[object],
    opened: Sequence[int],
    picture: bytes,
    *,
    most: int = MOST,
    tick: Tick = None,
) -> Iterator[dict[int, int]]:
    """Yields cycles, the shortest first, each as colours by cell.

    The picture is a solution; only the open positions of each line matter, which are masks. The clue of a line without one
    is None. Ends early after some work. `tick` can raise.
    """
    search = _CycleSearch(geometry, clues, opened, picture)
    number, shorter = 0, 0
    for longest in range(4, LONGEST + 1, 2):
        for start, ink in enumerate(picture):
            if tick:
                tick()
            for path in search.paths(start, longest) if ink else ():
                if len(path) > shorter:
                    number += 1
                    yield {cell: 0 if picture[cell] else ink for cell in sorted(path)}
                    if number == most:
                        return
            if search.steps > _STEPS:
                return
        shorter = longest


class _CycleSearch:
    """The exchanges on each line of a picture, and the sets of cells that balance all of them."""

    def __init__(
        self, geometry: Geometry, clues: Sequence[object], opened: Sequence[int], picture: bytes
    ) -> None:
        self._lines = [*chain.from_iterable(geometry.families)]
        self._clues = clues
        self._line_of = [line_of for line_of, _ in crossings(geometry).of_cells]
        self._opened = opened
        self._picture = picture
        self._crossing: dict[int, list[int]] = {}  # lines with a clue, by cell
        self._partners: dict[int, dict[int, set[int]]] = {}  # by line and cell
        self.steps = 0

    def _lines_of(self, cell: int) -> list[int]:
        """Returns the lines of a cell that have a clue."""
        lines = self._crossing.get(cell)
        if lines is None:
            lines = [line_of[cell] for line_of in self._line_of]
            self._crossing[cell] = lines = [line for line in lines if self._clues[line] is not None]
        return lines

    def _pairs(self, line: int) -> dict[int, set[int]]:
        """Returns the cells of a line with which each one can be exchanged."""
        pairs = self._partners.get(line)
        if pairs is None:
            cells, opened = self._lines[line], self._opened[line]
            self._partners[line] = pairs = {}
            for filled, empty in exchanges(bytes(pick(self._picture, cells))):
                if opened >> filled & 1 and opened >> empty & 1:
                    pairs.setdefault(cells[filled], set()).add(cells[empty])
                    pairs.setdefault(cells[empty], set()).add(cells[filled])
        return pairs

    def paths(self, start: int, longest: int) -> Iterator[tuple[int, ...]]:
        """Yields each cycle of up to `longest` cells once that has no cell of ink before `start`."""
        ink, picture, families = self._picture[start], self._picture, len(self._line_of)
        lines = self._lines_of(start)
        # the cells; the lines touched, with the only cell of one that is not balanced; these lines
        stack: list[tuple[tuple[int, ...], dict[int, int], list[int]]]
        stack = [((start,), dict.fromkeys(lines, start), lines)] if lines else []
        while stack:
            path, touched, unbalanced = stack.pop()
            self.steps += 1
            if not unbalanced:
                yield path
                continue
            line, left = unbalanced[0], longest - len(path) - 1
            for cell in self._pairs(line).get(touched[line], ()):
                if picture[cell] and (picture[cell] != ink or cell < start):
                    continue
                now = self._touched(touched, cell)
                if now is None:
                    continue
                rest = [line for line, one in now.items() if one >= 0]
                lost = sum([picture[now[line]] > 0 for line in rest])
                if -(-lost // families) - (lost - len(rest)) // families <= left:
                    stack.append(((*path, cell), now, rest))

    def _touched(self, touched: dict[int, int], cell: int) -> dict[int, int] | None:
        """Returns the lines touched after one more cell; None if a line does not keep its blocks."""
        now = touched.copy()
        for line in self._lines_of(cell):
            other = now.get(line)
            if other is None:
                now[line] = cell
            elif other < 0 or cell not in self._pairs(line).get(other, ()):
                return None
            else:
                now[line] = _BALANCED
        return now


def exchanges(colours: bytes) -> Iterator[tuple[int, int]]:
    """Yields the positions of a line, filled and empty, whose exchange keeps its blocks.

    A run moves by a cell; or one of consecutive single cells vanishes, and another one appears beside them.

    >>> [*exchanges(bytes([1, 1, 0, 0, 1, 0]))]
    [(0, 2), (4, 3), (4, 5)]
    """
    runs, first = _runs(colours), 0
    for at, (begin, end, colour) in enumerate(runs):
        previous, following = runs[first - 1] if first else None, runs[at + 1] if at + 1 < len(runs) else None
        if begin == end and following and following[0] == following[1] and following[2] == colour:
            continue  # to the last of consecutive single cells
        low = previous[1] + 1 + (previous[2] == colour) if previous else 0
        high = following[0] - 1 - (following[2] == colour) if following else len(colours) - 1
        if begin == end:
            yield from _exchanges_of_singles([run[0] for run in runs[first : at + 1]], low, high)
        else:
            yield from [(end, begin - 1)] * (low < begin)
            yield from [(begin, end + 1)] * (end < high)
        first = at + 1


def _runs(colours: bytes) -> list[tuple[int, int, int]]:
    """Returns first and last position and colour of each run of an ink."""
    runs, begin = [], 0
    for colour, run in groupby(colours):
        end = begin + sum(1 for _ in run)
        if colour:
            runs.append((begin, end - 1, colour))
        begin = end
    return runs


def _exchanges_of_singles(singles: list[int], low: int, high: int) -> Iterator[tuple[int, int]]:
    """Yields the exchanges of single cells with empty ones from `low` to `high`, next to no other one."""
    taken = {*singles}
    for empty in {*range(low, high + 1)} - taken:
        beside = [single for single in (empty - 1, empty + 1) if single in taken]
        if len(beside) < 2:
            for filled in beside or singles:
                yield filled, empty
