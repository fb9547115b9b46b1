"""Outlines of the cells of a shape: their edges, and the free space for clues beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil

from nonosat.apps.drawing.scene import Point

Edge = tuple[Point, Point]


def way_out(corners: list[Point], middle: Point, out: Point) -> Edge:
    """Returns the outer end of a lane that leaves a cell in a direction; the lane is as wide as the edge that it crosses.

    >>> way_out([(0, 0), (4, 0), (4, 4), (0, 4)], (2, 2), (-1.0, 0.0))
    ((0.0, 4.0), (0.0, 0.0))
    """
    best, half = 0.0, 0.0
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        dx, dy = x2 - x1, y2 - y1
        across = dx * out[1] - dy * out[0]  # the edge as seen along the lane
        if abs(across) < 1e-9:
            continue
        far = ((middle[1] - y1) * dx - (middle[0] - x1) * dy) / -across
        at = (((middle[0] - x1) * out[1]) - ((middle[1] - y1) * out[0])) / across
        if far > best + 1e-6 and -1e-6 <= at <= 1 + 1e-6:
            best, half = far, abs(across) / 2
    x, y = middle[0] + out[0] * best, middle[1] + out[1] * best
    return (x + out[1] * half, y - out[0] * half), (x - out[1] * half, y + out[0] * half)


def edges(outlines: Iterable[list[Point]], groups: Sequence[Mapping[int, int]]) -> Iterator[tuple[str, Edge]]:
    """Yields (role, edge) of the edges of cells: the frame around all; rules, heavier between cells of different groups.

    Each item of `groups` is a way to group the cells: the group of each cell, by cell number.
    """
    cells_at: dict[frozenset[tuple[int, int]], tuple[Edge, list[int]]] = {}
    for cell, corners in enumerate(outlines):
        for edge in pairwise([*corners, corners[0]]):
            key = frozenset((round(x * 20), round(y * 20)) for x, y in edge)
            cells_at.setdefault(key, (edge, []))[1].append(cell)
    for edge, cells in cells_at.values():
        heavy = any(len({group[cell] for cell in cells}) > 1 for group in groups)
        yield "frame" if len(cells) == 1 else "rule5" if heavy else "rule", edge


class TakenPlaces:
    """The places taken by cells, to find free space for clues; `cell` is the size of a cell."""

    def __init__(self, outlines: Sequence[list[Point]], cell: int) -> None:
        self._cell = cell
        self._near = defaultdict[tuple[int, int], list[list[Point]]](list)
        for corners in outlines:
            self.take(corners)

    def take(self, corners: list[Point]) -> None:
        """Takes one more place."""
        xs, ys = ([int(point[axis] // self._cell) for point in corners] for axis in (0, 1))
        for x in range(min(xs), max(xs) + 1):
            for y in range(min(ys), max(ys) + 1):
                self._near[x, y].append(corners)

    def is_free(self, start: Point, out: Point, reach: float) -> bool:
        """Returns True if no place is taken from a point on, in a direction, as far as `reach`.

        >>> places = TakenPlaces([[(0, 0), (4, 0), (4, 4), (0, 4)]], 4)
        >>> places.is_free((10, 2), (-1.0, 0.0), 5), places.is_free((10, 2), (-1.0, 0.0), 20)
        (True, False)
        """
        step = self._cell / 10
        for at in range(1, ceil(reach / step) + 1):
            x, y = start[0] + out[0] * at * step, start[1] + out[1] * at * step
            near = self._near.get((int(x // self._cell), int(y // self._cell)), ())
            if any(_holds(corners, x, y) for corners in near):
                return False
        return True


def _holds(corners: list[Point], x: float, y: float) -> bool:
    """Returns True if a point lies within a polygon, by the number of edges to the right of it."""
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside
