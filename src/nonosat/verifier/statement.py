"""Reads the puzzle of a certificate: the cells and clue of each line; checks solutions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from itertools import combinations, groupby, pairwise
from typing import Any, NamedTuple

from .budget import Budget
from .reading import PUZZLE
from .values import Refused, Unreadable, fields, items, number, shown

AXES: tuple[str, ...] = ("row", "column", "diagonal")

MOST_SIDE, MOST_COLOURS = 4096, 256

MOST_LENGTH = 10**15  # no block is longer; it may be too long for its line
_PER_TRIANGLE = 300  # bytes per cell of a triddler while its lines are made

# (length, colour) of each block; a length of None is unknown
Clue = tuple[tuple[int | None, int], ...]
Runs = tuple[tuple[int, int], ...]


class Line(NamedTuple):
    """Cells in order, and their clue; None if it is missing."""

    name: str
    cells: Sequence[int]
    clue: Clue | None


class Statement:
    """A puzzle as numbered lines of cells, read from its statement; cells are numbered row by row.

    A shape states its `lines`, family by family, the names of the families, its `axes`, and the `clues` of the lines.
    Its rows are the lines of the first family.
    """

    def __init__(self, value: Any, budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        names, axes = {"rows", "columns"}, AXES
        if isinstance(value, dict) and "lines" in value:
            names = {"axes", "lines", "clues"}
        elif isinstance(value, dict) and "diagonals" in value:
            names |= {"diagonals", "corner"}
        stated = fields(value, names | {"palette", "givens"}, PUZZLE)
        palette = len(items(stated["palette"], f"{PUZZLE}: palette"))
        self.colours = number(palette, 2, MOST_COLOURS, f"{PUZZLE}: the number of colours")
        if "lines" in names:
            clues = [
                items(family, f"{PUZZLE}: clues") for family in items(stated["clues"], f"{PUZZLE}: clues")
            ]
        else:
            clues = [items(stated[f"{axis}s"], f"{PUZZLE}: {axis}s") for axis in AXES if f"{axis}s" in names]
        sides = [number(len(clue), 1, MOST_SIDE, f"{PUZZLE}: the number of lines") for clue in clues]
        if "lines" in names:
            axes, families = shape(stated["axes"], stated["lines"], sides, self.budget)
        elif len(clues) == 2:
            families = rectangle(sides[0], sides[1])
        else:
            corner = number(stated["corner"], -MOST_SIDE, MOST_SIDE, f"{PUZZLE}: corner")
            self.budget.require(2 * sides[0] * min(sides[1:]) * _PER_TRIANGLE)
            families = triangles(sides[0], sides[1], sides[2], corner, self.budget)
        self.rows = families[0]
        self.lines: list[Line] = []
        self._numbers: dict[tuple[str, int], int] = {}
        # line numbers of each family, such as rows and columns
        self.families: list[range] = []
        for axis, family, texts in zip(axes, families, clues, strict=False):
            self.families.append(range(len(self.lines), len(self.lines) + len(family)))
            for index, (cells, text) in enumerate(zip(family, texts, strict=True)):
                self._numbers[axis, index] = len(self.lines)
                name = f"{axis} {index}"
                self.budget.check_limits()
                self.lines.append(Line(name, cells, self._clue(text, len(cells), f"{PUZZLE}: {name}")))
        self.givens: list[tuple[int, int]] = []  # cells known from the start, with their colours
        for at, given in enumerate(items(stated["givens"], f"{PUZZLE}: givens")):
            where = f"{PUZZLE}: given {at}"
            row, column, colour = items(given, where, 3)
            self.givens.append((self.cell(row, column, where), self.colour(colour, where)))

    def _clue(self, value: Any, cells: int, where: str) -> Clue | None:
        if not cells:
            raise Unreadable(f"{where}: the line has no cells")
        if value is None:
            return None
        clue = []
        for block in items(value, where):
            length, colour = items(block, where, 2)
            known = None if length == "?" else number(length, 1, MOST_LENGTH, where)
            clue.append((known, number(colour, 1, self.colours - 1, where)))
        return tuple(clue)

    def require_room(self) -> None:
        """Raises `Unreadable` if the blocks of a line have more cells than the line, so that states stay few."""
        for name, cells, clue in self.lines:
            if sum(length or 1 for length, _ in clue or ()) > len(cells):
                raise Unreadable(f"{PUZZLE}: {name}: the blocks need more than its {len(cells)} cells")

    def contradiction(self) -> str | None:
        """Returns why the statement contradicts itself, before any deduction; None if it does not.

        Certificates omit deductions exactly if there is such a reason; their writer calls this method, too.
        A block of unknown length has at least one cell; a line without a clue can have any number.
        """
        for name, cells, clue in self.lines:
            gaps = sum(one == other for (_, one), (_, other) in pairwise(clue or ()))
            if sum(length or 1 for length, _ in clue or ()) + gaps > len(cells):
                return f"{PUZZLE}: {name}: the clue needs more than its {len(cells)} cells"
        colours: dict[int, int] = {}
        for cell, colour in self.givens:
            if colours.setdefault(cell, colour) != colour:
                return f"{PUZZLE}: cell {cell} is given as {colours[cell]} and as {colour}"
        for colour in range(1, self.colours):
            needs = [self._cells_of(colour, family) for family in self.families]
            for (least, most), (other_least, other_most) in combinations(needs, 2):
                if (most is not None and most < other_least) or (
                    other_most is not None and other_most < least
                ):
                    return f"{PUZZLE}: the clues of two families need other numbers of cells of {colour}"
        return None

    def _cells_of(self, colour: int, family: range) -> tuple[int, int | None]:
        """Returns the least and greatest number of cells of a colour in the clues of a family; None if unbounded."""
        self.budget.check_limits()
        clues = [self.lines[line].clue for line in family]
        blocks = [length for clue in clues for length, ink in clue or () if ink == colour]
        least = sum(length or 1 for length in blocks)
        return least, None if None in blocks or None in clues else least

    def restricted(self, lines: Collection[int], givens: Collection[tuple[int, int]]) -> Statement:
        """Returns the statement with the clues of these lines and these givens only."""
        other = copy(self)
        other.lines = [
            line if number in lines else line._replace(clue=None) for number, line in enumerate(self.lines)
        ]
        other.givens = [given for given in self.givens if given in givens]
        return other

    def colour(self, value: Any, where: str) -> int:
        """Reads a colour, background included."""
        return number(value, 0, self.colours - 1, where)

    def cell(self, row: Any, column: Any, where: str) -> int:
        """Returns the number of a cell; `column` counts from the left end of its row."""
        cells = self.rows[number(row, 0, len(self.rows) - 1, where)]
        return cells[number(column, 0, len(cells) - 1, where)]

    def line(self, axis: Any, index: Any, where: str) -> int:
        """Returns the number of a line."""
        if not isinstance(axis, str) or type(index) is not int or (axis, index) not in self._numbers:
            raise Unreadable(f"{where}: there is no line {shown(axis)}, {shown(index)}")
        return self._numbers[axis, index]

    def picture(self, value: Any, where: str, first: bytes | None = None) -> bytes:
        """Reads the colours of a picture cell by cell; it can be stated by its difference from `first`."""
        if first is not None and isinstance(value, dict):
            cells = bytearray(first)
            for pair in items(fields(value, {"but"}, where)["but"], where):
                cell, colour = items(pair, where, 2)
                cells[number(cell, 0, len(cells) - 1, where)] = self.colour(colour, where)
            return bytes(cells)
        cells = bytearray(sum(map(len, self.rows)))
        for row, colours in zip(self.rows, items(value, where, len(self.rows)), strict=True):
            for cell, colour in zip(row, items(colours, where, len(row)), strict=True):
                cells[cell] = self.colour(colour, where)
        return bytes(cells)

    def solution(self, cells: bytes, where: str) -> bytes:
        """Returns the colours; raises `Refused` unless they are a solution."""
        for cell, colour in self.givens:
            if cells[cell] != colour:
                raise Refused(f"{where}: has colour {cells[cell]} where {colour} is given")
        for name, line, clue in self.lines:
            self.budget.check_limits()
            runs = runs_of(cells[cell] for cell in line)
            if clue is not None and not describes(clue, runs):
                raise Refused(f"{where}: {name} has the runs {runs}, its clue is {clue}")
        return cells


def runs_of(colours: Iterable[int]) -> Runs:
    """Returns (length, colour) of each run of ink in a line."""
    groups = [(len(list(run)), colour) for colour, run in groupby(colours)]
    return tuple(run for run in groups if run[1])


def describes(clue: Clue, runs: Runs) -> bool:
    """Returns whether the runs of a line agree with a clue."""
    return len(clue) == len(runs) and all(
        colour == its_colour and length in (None, its_length)
        for (length, colour), (its_length, its_colour) in zip(clue, runs, strict=True)
    )


def shape(
    axes: Any, lines: Any, sides: Sequence[int], budget: Budget
) -> tuple[tuple[str, ...], list[list[Sequence[int]]]]:
    """Reads families of lines and their names; each family has every cell once, the first in order.

    >>> shape(["a", "b"], [[[0, 1]], [[1], [0]]], [1, 2], Budget())
    (('a', 'b'), [[(0, 1)], [(1,), (0,)]])
    """
    names = tuple(items(axes, f"{PUZZLE}: axes", len(sides)))
    if (
        len(set(map(str, names))) < len(names)
        or not all(isinstance(name, str) for name in names)
        or not names
    ):
        raise Unreadable(f"{PUZZLE}: the axes must be different names")
    families: list[list[Sequence[int]]] = []
    cells = 0
    for at, (family, side) in enumerate(
        zip(items(lines, f"{PUZZLE}: lines", len(sides)), sides, strict=True)
    ):
        where = f"{PUZZLE}: lines of family {at}"
        family_lines = [tuple(items(line, where)) for line in items(family, where, side)]
        budget.check_limits()
        flat = [number(cell, 0, MOST_SIDE * MOST_SIDE, where) for line in family_lines for cell in line]
        cells = cells if at else len(flat)
        if (sorted(flat) if at else flat) != list(range(cells)):
            raise Unreadable(f"{where}: expected each cell once, in order in the first family")
        families.append(list(family_lines))
    return names, families


def rectangle(rows: int, columns: int) -> list[list[Sequence[int]]]:
    """Returns the cells of each row and of each column.

    >>> [[list(line) for line in family] for family in rectangle(2, 3)]
    [[[0, 1, 2], [3, 4, 5]], [[0, 3], [1, 4], [2, 5]]]
    """
    cells = range(rows * columns)
    return [
        [cells[at * columns : (at + 1) * columns] for at in range(rows)],
        [cells[at::columns] for at in range(columns)],
    ]


def triangles(
    rows: int, columns: int, diagonals: int, corner: int, budget: Budget | None = None
) -> list[list[Sequence[int]]]:
    """Returns the cells of a triddler's lines: rows, strips along `/`, strips along `\\`.

    Row a, `/` strip b and `\\` strip c meet in a triangle that points up if a - b + c = -1, in one that
    points down if that is 0, and not at all otherwise. The `\\` strips are numbered from `corner`. A row
    reads from the left; a strip reads from the top, where in each row the triangle that points down
    comes first.

    >>> [[list(line) for line in family] for family in triangles(1, 2, 2, -1)]
    [[[0, 1, 2]], [[1, 0], [2]], [[0], [1, 2]]]
    """
    cells: list[tuple[tuple[int, int, int], bool]] = []
    for a in range(rows):
        cells += [
            ((a, b, c - corner), up)
            for b in range(columns)
            for up, c in ((True, b - a - 1), (False, b - a))
            if 0 <= c - corner < diagonals
        ]
        if budget:
            budget.check_limits()
    families: list[list[Sequence[int]]] = []
    for axis, size in enumerate((rows, columns, diagonals)):
        lines: list[list[int]] = [[] for _ in range(size)]
        for cell, (strips, _) in enumerate(cells):
            lines[strips[axis]].append(cell)
        for line in lines if axis else ():
            line.sort(key=lambda cell: (cells[cell][0][0], cells[cell][1]))
        families.append(list(lines))
    return families
