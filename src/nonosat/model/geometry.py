"""Geometry: the cells of a puzzle, its lines, and their places.

A geometry has families of lines, such as rows, columns and, for triddlers, diagonals. A line is a sequence of cell
numbers; every cell lies on exactly one line of each family. Cells are numbered along the first family, the rows. Boards and
encodings work on these lists and do not distinguish shapes; drawing, reading and writing use the corners of cells and the
places of clues. `nonosat.model.shapes` makes all shapes but `Rectangle`, which states its lines as ranges.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, repeat
from math import hypot
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

from nonosat.support.arguments import method
from nonosat.support.errors import UsageError
from nonosat.support.limits import check_limits

MAX_SIDE = 4096  # maximum number of lines per family

Axis = str
"""Name of a family of lines. The columns of a triddler are its strips along `/`, its diagonals those along `\\`."""

AXES: tuple[Axis, ...] = ("row", "column", "diagonal")


class LineId(NamedTuple):
    """A line of a puzzle.

    Its family, and its number there, from 0; printed from 1.

    >>> print(LineId("row", 2))
    row 3
    """

    axis: Annotated[Axis, "Direction of the line."]
    index: Annotated[int, "From 0."]  # type: ignore[assignment] # tuples have a method of that name

    def __str__(self) -> str:
        return f"{self.axis} {self.index + 1}"


Value = TypeVar("Value")

Cells = range | tuple[int, ...]
"""The cells of a line in order; a range if they are evenly spaced."""

Family = tuple[Cells, ...]

Outline = tuple[tuple[float, float], ...]
"""The corners (x, y) of a cell."""


class Lead(NamedTuple):
    """Place of a clue: beyond the first cell of its line, or the last one if `at_end`; (x, y) is the direction there."""

    x: float
    y: float
    at_end: bool = False


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
    """Per line and other family: for each position, the crossing line and the position on it."""


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
    of_lines = []
    for at, family in enumerate(geometry.families):
        others = of_cells[:at] + of_cells[at + 1 :]
        for cells in family:
            check_limits()
            of_lines.append([(pick(lines, cells), pick(there, cells)) for lines, there in others])
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

    name: str
    axes: tuple[Axis, ...]
    """Names of its families of lines, rows first."""
    place: ClassVar[str] = "cell"
    """Name of a cell's place in its row."""

    @property
    @abstractmethod
    def counts(self) -> tuple[int, ...]:
        """Number of lines per family."""

    @property
    def parameters(self) -> dict[str, int]:
        """Further parameters of the shape, by their names in `Puzzle` and in files."""
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
    def cell_count(self) -> int:
        """Number of cells."""
        return sum(self.row_lengths)

    @property
    def line_lengths(self) -> tuple[int, ...]:
        """Number of cells per line, family by family."""
        return tuple(len(line) for family in self.families for line in family)

    @abstractmethod
    def outline(self, row: int, place: int) -> Outline:
        """The corners (x, y) of a cell, in sides of a square to the right and downwards."""

    @property
    def leads(self) -> tuple[Lead, ...]:
        """Place of the clues of each family; empty if each line determines its own (see `lead`)."""
        return ()

    @method
    def centre(self, row: int, place: int) -> tuple[float, float]:
        """The mean of the corners of a cell."""
        corners = self.outline(row, place)
        return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)

    @method
    def lead(self, line: LineId, *, at_end: bool = False) -> Lead:
        """Place of a line's clue: that of its family, else from the second cell to the first, or `at_end` beyond the last one.

        A line of one cell goes as its family does.
        """
        family = self.axes.index(line.axis)
        if self.leads:
            return self.leads[family]
        lines = self.families[family]
        cells = lines[line.index]
        if len(cells) < 2:
            cells = next((other for other in lines if len(other) > 1), cells)
        outer, inner = (cells[-1], cells[-2:][0]) if at_end else (cells[0], cells[:2][-1])
        (x1, y1), (x2, y2) = (self.centre(*self.coordinates[cell]) for cell in (outer, inner))
        far = hypot(x1 - x2, y1 - y2)
        return Lead((x1 - x2) / far, (y1 - y2) / far, at_end) if far else Lead(-1.0, 0.0, at_end)

    @property
    def stated(self) -> tuple[int, ...]:
        """Number of lines per family that can have a clue. They come first; the other lines complete the family."""
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
        rows = (zip(repeat(row), range(length)) for row, length in enumerate(self.row_lengths))
        return tuple(chain.from_iterable(rows))

    @method
    def cell(self, row: int, place: int) -> int:
        """Returns the number of a cell; rows and places count from 0. Raises `UsageError` if there is no such cell."""
        rows = self.families[0]
        if 0 <= row < len(rows) and 0 <= place < len(rows[row]):
            return rows[row][place]
        raise UsageError(f"there is no cell ({row}, {place}) in a puzzle of {self.size}")

    @method
    def cell_name(self, row: int, place: int) -> str:
        """Returns the name of a cell, for people.

        >>> Rectangle(3, 3).cell_name(0, 2)
        'row 1, column 3'
        """
        return f"{LineId('row', row)}, {self.place} {place + 1}"


@dataclass(frozen=True)
class Rectangle(Geometry):
    """Rows and columns, without a list of cells: the kernel has its own code for them, and they can be very large.

    >>> Rectangle(2, 3).row_lengths
    (3, 3)
    """

    height: int
    width: int

    name = "rectangle"
    axes = AXES[:2]
    place = "column"
    leads = Lead(-1.0, 0.0), Lead(0.0, -1.0)

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
    def cell_count(self) -> int:
        return self.height * self.width

    @property
    def line_lengths(self) -> tuple[int, ...]:
        return (self.width,) * self.height + (self.height,) * self.width

    @method
    def outline(self, row: int, place: int) -> Outline:
        return (place, row), (place + 1, row), (place + 1, row + 1), (place, row + 1)

    def transposed(self) -> Rectangle:
        return Rectangle(self.width, self.height)
