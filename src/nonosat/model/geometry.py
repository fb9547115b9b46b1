"""Which cells make up which line: the only place that knows what a grid looks like.

A geometry is a list of families, a family a list of lines, a line a sequence of cell numbers; every
cell lies on exactly one line of each family. Cells are numbered row by row. Everything above works on
such lists and cannot tell a rectangle from a triddler.

A triddler is the triangular lattice inside a hexagon. A triangle has coordinates (a, b, c), the numbers
of its row, of its strip that leans like `/`, and of its strip that leans like `\\`, with a - b + c = -1
for a triangle that points up and 0 for one that points down. A hexagon is six bounds; moved to
a, b >= 0 it is four numbers: how many rows, how many strips of either kind, and where the third kind
begins. Some of its sides may have no length, so that trapezoids and triangles are hexagons too.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

Value = TypeVar("Value")

Cells = range | tuple[int, ...]
"""The cells of a line in order; a range wherever they are evenly spaced."""

Family = tuple[Cells, ...]


def pick(values: Sequence[Value], cells: Cells) -> Sequence[Value]:
    """The values of some cells.

    >>> pick("abcdef", range(1, 6, 2)), pick([5, 6, 7], (2, 0))
    ('bdf', [7, 5])
    """
    if isinstance(cells, range):
        return values[cells.start : cells.stop : cells.step]
    return [values[cell] for cell in cells]


def put(values: MutableSequence[Any], cells: Cells, new: Sequence[Any]) -> None:
    """Gives some cells new values."""
    if isinstance(cells, range):
        values[cells.start : cells.stop : cells.step] = new
    else:
        for cell, value in zip(cells, new, strict=True):
            values[cell] = value


class Crossings(NamedTuple):
    """Where cells lie, for the lines of all families, numbered family by family."""

    places: list[tuple[list[int], list[int]]]
    """Per family: the line that each cell lies on, and its position there."""
    of_lines: list[list[tuple[Sequence[int], Sequence[int]]]]
    """Per line and other family: for each of its positions the line that crosses there, and where on that."""


@lru_cache(maxsize=8)
def crossings(families: tuple[Family, ...]) -> Crossings:
    """Which lines cross where.

    >>> crossings(rectangle(1, 2)).of_lines
    [[([1, 2], [0, 0])], [([0], [0])], [([0], [1])]]
    """
    places = []
    lines = 0
    for family in families:
        size = sum(map(len, family))
        line_of, place_of = [0] * size, [0] * size
        for line, cells in enumerate(family, lines):
            put(line_of, cells, [line] * len(cells))
            put(place_of, cells, range(len(cells)))
        lines += len(family)
        places.append((line_of, place_of))
    of_lines = [
        [(pick(lines, cells), pick(there, cells)) for lines, there in places[:at] + places[at + 1 :]]
        for at, family in enumerate(families)
        for cells in family
    ]
    return Crossings(places, of_lines)


@lru_cache(maxsize=64)
def rectangle(height: int, width: int) -> tuple[Family, ...]:
    """Rows and columns.

    >>> rectangle(2, 3)[1]
    (range(0, 6, 3), range(1, 6, 3), range(2, 6, 3))
    """
    cells = height * width
    return (
        tuple(range(row * width, (row + 1) * width) for row in range(height)),
        tuple(range(column, cells, width) for column in range(width)),
    )


class Triangle(NamedTuple):
    """A cell of the triangular lattice: the lines that it lies on, one of each family."""

    a: int
    b: int
    c: int

    @property
    def points_up(self) -> bool:
        return self.a - self.b + self.c == -1


@lru_cache(maxsize=64)
def triangles(rows: int, columns: int, diagonals: int, corner: int) -> tuple[tuple[Triangle, ...], ...]:
    """The triangles of a hexagon, row by row, each row from the left.

    Its lines are a = 0 .. rows - 1, b = 0 .. columns - 1 and c = corner .. corner + diagonals - 1.

    >>> [len(row) for row in triangles(4, 4, 4, -2)]
    [5, 7, 7, 5]
    """
    return tuple(
        tuple(
            Triangle(a, b, c)
            for b in range(columns)
            for c in (b - a - 1, b - a)
            if corner <= c < corner + diagonals
        )
        for a in range(rows)
    )


@lru_cache(maxsize=64)
def hexagon(rows: int, columns: int, diagonals: int, corner: int) -> tuple[Family, ...]:
    """The rows of a triddler from the left, its `/` strips and its `\\` strips from the top.

    >>> [[len(line) for line in family] for family in hexagon(2, 2, 2, -1)]
    [[3, 3], [3, 3], [3, 3]]
    """
    across: list[list[int]] = [[] for _ in range(rows)]
    rising: list[list[int]] = [[] for _ in range(columns)]
    falling: list[list[int]] = [[] for _ in range(diagonals)]
    cells = [triangle for row in triangles(rows, columns, diagonals, corner) for triangle in row]
    for cell, (a, b, c) in enumerate(cells):
        across[a].append(cell)
        rising[b].append(cell)
        falling[c - corner].append(cell)
    for strip in rising:  # on the way down a `/` strip leans to the left, against the cells' numbers in a row
        strip.sort(key=lambda cell: (cells[cell].a, -cell))
    return tuple(tuple(map(tuple, family)) for family in (across, rising, falling))
