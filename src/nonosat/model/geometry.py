"""Geometry: the cells of a puzzle, its lines, and their places.

A geometry has families of lines, such as rows, columns and, for triddlers, diagonals. A line is a sequence of cell
numbers; every cell lies on exactly one line of each family. Cells are numbered along the first family, the rows. Boards and
encodings work on these lists and do not distinguish rectangles, triddlers and other shapes; drawing, reading and writing
do. `nonosat.model.shapes` makes shapes of any lines, such as hexagonal cells and grids with holes.

A triddler is the triangular lattice inside a hexagon. A triangle has coordinates (a, b, c), the numbers of its row, of its
strip along `/`, and of its strip along `\\`, with a - b + c = -1 if it points up and 0 if it points down. A hexagon has six
bounds; moved to a, b >= 0 these are four numbers: the numbers of rows and of strips of either kind, and the first strip of
the third kind. Sides can have length 0, so trapezoids and triangles are hexagons, too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import MutableSequence, Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple, TypeVar

from nonosat.support.errors import UsageError
from nonosat.support.lazy_dataclasses import dataclass
from nonosat.support.sentences import number_text

MAX_SIDE = 4096  # maximum number of lines per family

Axis = str
"""Name of a family of lines. The columns of a triddler are its strips along `/`, its diagonals those along `\\`."""

AXES: tuple[Axis, ...] = ("row", "column", "diagonal")


class LineId(NamedTuple):
    """A line of a puzzle: its family, and its number there, from 0; printed from 1.

    >>> print(LineId("row", 2))
    row 3
    """

    axis: Axis
    index: int  # type: ignore[assignment] # tuples have a method of that name

    def __str__(self) -> str:
        return f"{self.axis} {self.index + 1}"


Value = TypeVar("Value")

Cells = range | tuple[int, ...]
"""The cells of a line in order; a range if they are evenly spaced."""

Family = tuple[Cells, ...]

Outline = tuple[tuple[float, float], ...]
"""The corners (x, y) of a cell."""

Layout = tuple[int, int] | tuple[Family, ...]
"""The families of a geometry, or height and width of a rectangle (see `families_of`)."""


def pick(values: Sequence[Value], cells: Cells) -> Sequence[Value]:
    """Returns the values of some cells.

    >>> pick("abcdef", range(1, 6, 2)), pick([5, 6, 7], (2, 0))
    ('bdf', [7, 5])
    """
    if isinstance(cells, range):
        return values[cells.start : cells.stop : cells.step]
    return [values[cell] for cell in cells]


def put(values: MutableSequence[Any], cells: Cells, new: Sequence[Any]) -> None:
    """Assigns new values to some cells."""
    if isinstance(cells, range):
        values[cells.start : cells.stop : cells.step] = new
    else:
        for cell, value in zip(cells, new, strict=True):
            values[cell] = value


class Crossings(NamedTuple):
    """The lines through each cell; lines are numbered family by family."""

    of_cells: list[tuple[list[int], list[int]]]
    """Per family: the line that each cell lies on, and its position there."""
    of_lines: list[list[tuple[Sequence[int], Sequence[int]]]]
    """Per line and other family: for each position the line that crosses there, and the place on it."""


@lru_cache(maxsize=8)
def crossings(geometry: Geometry) -> Crossings:
    """Returns the crossings of the lines.

    >>> crossings(Rectangle(1, 2)).of_lines
    [[([1, 2], [0, 0])], [([0], [0])], [([0], [1])]]
    """
    of_cells = []
    lines = 0
    for family in geometry.families:
        size = sum(map(len, family))
        line_of, position_of = [0] * size, [0] * size
        for line, cells in enumerate(family, lines):
            put(line_of, cells, [line] * len(cells))
            put(position_of, cells, range(len(cells)))
        lines += len(family)
        of_cells.append((line_of, position_of))
    of_lines = [
        [(pick(lines, cells), pick(there, cells)) for lines, there in of_cells[:at] + of_cells[at + 1 :]]
        for at, family in enumerate(geometry.families)
        for cells in family
    ]
    return Crossings(of_cells, of_lines)


@lru_cache(maxsize=64)
def rectangle(height: int, width: int) -> tuple[Family, ...]:
    """Returns rows and columns.

    >>> rectangle(2, 3)[1]
    (range(0, 6, 3), range(1, 6, 3), range(2, 6, 3))
    """
    cells = height * width
    return (
        tuple(range(row * width, (row + 1) * width) for row in range(height)),
        tuple(range(column, cells, width) for column in range(width)),
    )


def families_of(layout: Layout) -> tuple[Family, ...]:
    """Returns the families of a layout.

    >>> families_of((1, 2)) == families_of(rectangle(1, 2)) == rectangle(1, 2)
    True
    """
    match layout:
        case (int(height), int(width)):
            return rectangle(height, width)
    return layout


class Geometry(ABC):
    """The shape of a puzzle."""

    name: ClassVar[str]
    axes: tuple[Axis, ...]
    """Names of its families of lines, rows first."""
    place: ClassVar[str]
    """Name of a cell's place in its row."""

    @property
    @abstractmethod
    def counts(self) -> tuple[int, ...]:
        """Number of lines per family."""

    @property
    def parameters(self) -> dict[str, int]:
        """Further parameters of the shape, by the names that `Puzzle` and files use."""
        return {}

    @property
    @abstractmethod
    def families(self) -> tuple[Family, ...]:
        """The cells of each line, family by family."""

    @property
    def layout(self) -> Layout:
        """The cells of each line, for compiled code."""
        return self.families

    @property
    @abstractmethod
    def row_lengths(self) -> tuple[int, ...]:
        """Number of cells per row; does not make the cells."""

    @property
    def line_lengths(self) -> tuple[int, ...]:
        """Number of cells per line, family by family."""
        return tuple(len(line) for family in self.families for line in family)

    @abstractmethod
    def outline(self, row: int, place: int) -> Outline:
        """The corners (x, y) of a cell: y in rows, downwards; x in units, one per square."""

    @property
    def stated(self) -> tuple[int, ...]:
        """Number of lines per family that can have a clue, the first ones; the others complete a shape's family."""
        return self.counts

    def transposed(self) -> Geometry | None:
        """Returns the shape with rows and columns exchanged, or None."""
        return None

    def require_rectangle(self) -> None:
        """Raises `UsageError` for a shape that cannot be turned and mirrored."""
        if not self.transposed():
            raise UsageError(f"a {self.name} cannot be turned or mirrored")

    @cached_property
    def lines(self) -> tuple[LineId, ...]:
        """All lines, family by family."""
        counts = zip(self.axes, self.counts, strict=True)
        return tuple(LineId(axis, index) for axis, count in counts for index in range(count))

    @property
    def size(self) -> str:
        """The numbers of columns and rows, or of a shape's cells, as text."""
        return f"{self.counts[1]}x{self.counts[0]}"

    @cached_property
    def stated_lines(self) -> tuple[LineId, ...]:
        """The lines that can have a clue, family by family."""
        counts = zip(self.axes, self.stated, strict=True)
        return tuple(LineId(axis, index) for axis, count in counts for index in range(count))

    @cached_property
    def coordinates(self) -> tuple[tuple[int, int], ...]:
        """Row of each cell, and its place in the row from the left end."""
        return tuple((row, place) for row, length in enumerate(self.row_lengths) for place in range(length))

    def cell_name(self, row: int, place: int) -> str:
        """Returns the name of a cell, for people.

        >>> Rectangle(3, 3).cell_name(0, 2), Hexagon(4, 4, 4, -2).cell_name(0, 2)
        ('row 1, column 3', 'row 1, cell 3')
        """
        return f"{LineId('row', row)}, {self.place} {place + 1}"


@dataclass(frozen=True)
class Rectangle(Geometry):
    """Rows and columns.

    >>> Rectangle(2, 3).row_lengths
    (3, 3)
    """

    height: int
    width: int

    name = "rectangle"
    axes = AXES[:2]
    place = "column"

    @property
    def counts(self) -> tuple[int, ...]:
        return self.height, self.width

    @property
    def families(self) -> tuple[Family, ...]:
        return rectangle(self.height, self.width)

    @property
    def layout(self) -> tuple[int, int]:
        return self.height, self.width

    @property
    def row_lengths(self) -> tuple[int, ...]:
        return (self.width,) * self.height

    @property
    def line_lengths(self) -> tuple[int, ...]:
        return (self.width,) * self.height + (self.height,) * self.width

    def outline(self, row: int, place: int) -> Outline:
        return (place, row), (place + 1, row), (place + 1, row + 1), (place, row + 1)

    def transposed(self) -> Rectangle:
        return Rectangle(self.width, self.height)


@dataclass(frozen=True)
class Hexagon(Geometry):
    """A triddler by its four numbers (see `triangles`). A cell is two units wide at its base.

    >>> Hexagon(4, 4, 4, -2).row_lengths
    (5, 7, 7, 5)
    """

    rows: int
    columns: int
    diagonals: int
    corner: int

    name = "triddler"
    axes = AXES
    place = "cell"

    @property
    def counts(self) -> tuple[int, ...]:
        return self.rows, self.columns, self.diagonals

    @property
    def parameters(self) -> dict[str, int]:
        return {"corner": self.corner}

    @property
    def families(self) -> tuple[Family, ...]:
        return hexagon(self.rows, self.columns, self.diagonals, self.corner)

    @cached_property
    def row_lengths(self) -> tuple[int, ...]:
        # row a begins with (a, 0, -a - 1) or (a, corner + a, corner), whichever is further right
        lengths = []
        for row in range(self.rows):
            low, high = self.corner + row, self.corner + row + self.diagonals - 1
            down = min(high, self.columns - 1) - max(low, 0) + 1
            up = min(high + 1, self.columns - 1) - max(low + 1, 0) + 1
            lengths.append(max(down, 0) + max(up, 0))
        return tuple(lengths)

    @property
    def triangles(self) -> tuple[tuple[Triangle, ...], ...]:
        """The cells, row by row."""
        return triangles(self.rows, self.columns, self.diagonals, self.corner)

    def starts_upward(self, row: int) -> bool:
        """Returns whether the first triangle of a row points up."""
        return self.corner + row < 0

    def points_up(self, row: int, place: int) -> bool:
        """Returns whether a triangle points up: every other one of a row does."""
        return self.starts_upward(row) == (place % 2 == 0)

    def outline(self, row: int, place: int) -> Outline:
        left = place + (-row if self.starts_upward(row) else 2 * self.corner + row + 1)
        base, tip = (row + 1, row) if self.points_up(row, place) else (row, row + 1)
        return (left, base), (left + 2, base), (left + 1, tip)


@dataclass(frozen=True)
class Shape(Geometry):
    """Any lines: families of lines by name, completed so that each has every cell exactly once.

    `arranged` are the families, `clued` the numbers of their lines that can have a clue. After these a family has one line
    of one cell for each cell that none of them has, without a clue. `outlines` are the corners of the cells, in
    cells to the right and downwards; by default the rows are rows of squares. `labels` are names of the cells. The functions of
    `nonosat.model.shapes` check all this.
    """

    axes: tuple[Axis, ...]
    arranged: tuple[Family, ...]
    clued: tuple[int, ...]
    outlines: tuple[Outline, ...] = ()
    labels: tuple[str, ...] = ()

    name = "shape"
    place = "cell"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.arranged, self.clued))

    @property
    def families(self) -> tuple[Family, ...]:
        return self.arranged

    @property
    def stated(self) -> tuple[int, ...]:
        return self.clued

    @cached_property
    def counts(self) -> tuple[int, ...]:
        return tuple(map(len, self.families))

    @property
    def size(self) -> str:
        return number_text(sum(self.row_lengths), "cell")

    @cached_property
    def row_lengths(self) -> tuple[int, ...]:
        return tuple(map(len, self.families[0]))

    def outline(self, row: int, place: int) -> Outline:
        if self.outlines:
            return self.outlines[self.families[0][row][place]]
        return (place, row), (place + 1, row), (place + 1, row + 1), (place, row + 1)

    def cell_name(self, row: int, place: int) -> str:
        return f"cell {label}" if (label := self.label(row, place)) else Geometry.cell_name(self, row, place)

    def label(self, row: int, place: int) -> str:
        """Returns the name of a cell; empty if cells have none, or there is no such cell."""
        lengths = self.row_lengths
        inside = self.labels and 0 <= row < len(lengths) and 0 <= place < lengths[row]
        return self.labels[self.families[0][row][place]] if inside else ""


def geometry_of(counts: Sequence[int], corner: int = 0) -> Geometry:
    """Returns the geometry with this many rows, columns and diagonals: a triddler if there are diagonals."""
    rows, columns, diagonals = counts
    return Hexagon(rows, columns, diagonals, corner) if diagonals else Rectangle(rows, columns)


class Triangle(NamedTuple):
    """A cell of the triangular lattice: its line of each family."""

    a: int
    b: int
    c: int

    @property
    def points_up(self) -> bool:
        return self.a - self.b + self.c == -1


@lru_cache(maxsize=64)
def triangles(rows: int, columns: int, diagonals: int, corner: int) -> tuple[tuple[Triangle, ...], ...]:
    """Returns the triangles of a hexagon row by row, from the left.

    Lines are a = 0 .. rows - 1, b = 0 .. columns - 1 and c = corner .. corner + diagonals - 1.

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
    """Returns the rows of a triddler from the left, its `/` strips and its `\\` strips from the top.

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
    for strip in rising:  # downwards, a `/` strip leans left, against the order of cell numbers
        strip.sort(key=lambda cell: (cells[cell].a, -cell))
    return tuple(tuple(map(tuple, family)) for family in (across, rising, falling))
