"""Shapes: any lines, triddlers, hexagonal cells, grids with holes.

A triddler is the triangular lattice inside a hexagon, given by its numbers of rows, of strips along `/` (columns) and along
`\\` (diagonals), and the number of the first diagonal. A triangle lies on row a, column b and diagonal c, with
a - b + c = -1 if it points up and 0 if it points down. Sides of the hexagon can have length 0, so trapezoids and triangles
are hexagons, too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from math import isfinite, sqrt
from typing import Any, Self

from nonosat.model.clues import Clue, ClueFamily, clue_family, clue_list, clues_repr
from nonosat.model.geometry import AXES, MAX_SIDE, Axis, Family, Geometry, Lead, Outline
from nonosat.support.arguments import method
from nonosat.support.errors import InputError
from nonosat.support.results import ByValue
from nonosat.support.sentences import number_text

MAX_FAMILIES = 26
MAX_CELLS = 100_000

_SLANT = sqrt(3) / 2
# where the clues of a triddler's families stand, so that no two meet
_LEADS = Lead(-1.0, 0.0), Lead(0.5, -_SLANT), Lead(0.5, _SLANT, at_end=True)


@dataclass(frozen=True, repr=False, eq=False)
class Shape(ByValue, Geometry):
    """Families of lines by name, completed so that each has every cell exactly once.

    `arranged` are the families, `clued` the numbers of their lines that can have a clue. After these a family has one line
    of one cell for each cell that none of them has, without a clue. `outlines` are the corners of the cells, in
    cells to the right and downwards; by default the rows are rows of squares. `labels` are names of the cells. `corner` is a
    triddler's (see `triddler`).
    """

    axes: tuple[Axis, ...]
    arranged: tuple[Family, ...]
    clued: tuple[int, ...]
    outlines: tuple[Outline, ...] = ()
    labels: tuple[str, ...] = ()
    corner: int | None = None

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.arranged, self.clued))

    def _maker(self) -> tuple[Any, tuple[Any, ...]]:
        """Returns a function and the arguments with which it makes this shape."""
        if self.corner is not None:
            return triddler, (*self.clued, self.corner)
        return Shape, (self.axes, self.arranged, self.clued, self.outlines, self.labels)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return self._maker()

    def __repr__(self) -> str:
        maker, arguments = self._maker()
        return f"{maker.__name__}({', '.join(map(repr, arguments))})"

    @property
    def name(self) -> str:  # type: ignore[override] # one class for both
        return "shape" if self.corner is None else "triddler"

    @property
    def parameters(self) -> dict[str, int]:
        return {} if self.corner is None else {"corner": self.corner}

    @property
    def leads(self) -> tuple[Lead, ...]:
        return () if self.corner is None else _LEADS

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
        return number_text(self.cell_count, "cell")

    @cached_property
    def row_lengths(self) -> tuple[int, ...]:
        return tuple(map(len, self.families[0]))

    @method
    def outline(self, row: int, place: int) -> Outline:
        if self.outlines:
            return self.outlines[self.families[0][row][place]]
        return (place, row), (place + 1, row), (place + 1, row + 1), (place, row + 1)

    @method
    def cell_name(self, row: int, place: int) -> str:
        return f"cell {label}" if (label := self.label(row, place)) else Geometry.cell_name(self, row, place)

    def label(self, row: int, place: int) -> str:
        """Returns the name of a cell; empty if cells have none, or there is no such cell."""
        lengths = self.row_lengths
        inside = self.labels and 0 <= row < len(lengths) and 0 <= place < lengths[row]
        return self.labels[self.families[0][row][place]] if inside else ""


Lines = list[list[list[Any]]]


def shape_of(
    lines: Any, clues: Any = None, outlines: Any = None, labels: Mapping[Any, str] | None = None
) -> tuple[Shape, list[list[Any]]]:
    """Returns the shape of some lines (see `Puzzle.of_lines`), and the clues family by family.

    `labels` are names of cells for people, by default their own unless they are numbered in order.
    """
    axes: tuple[Axis, ...]
    if isinstance(lines, Mapping):
        axes = tuple(map(str, lines))
        if len(set(axes)) < len(axes):
            name = next(axis for axis in axes if axes.count(axis) > 1)
            raise InputError(f"two families of lines have the name {name[:40]!r}; each needs its own")
        families = [_lists(lines[axis], f"the lines of family {axis}") for axis in lines]
        clues = dict.fromkeys(lines, ()) if clues is None else clues
        if not isinstance(clues, Mapping):
            raise InputError("clues must be a mapping by family, as lines are")
        given = [list(clues.get(axis, ())) for axis in lines]
        if set(clues) != set(lines):
            odd = min(set(clues) ^ set(lines), key=str)
            raise InputError(f"clues and lines must have the same families; only one has {str(odd)[:40]!r}")
    else:
        families, given = _coloured(_lists(lines, "the lines"), [*clue_family("line", clues or ())])
        axes = tuple(f"line {chr(65 + at)}" for at in range(len(families)))
    if not families or not families[0]:
        raise InputError("a puzzle needs a line with cells")
    if len(families) > MAX_FAMILIES:
        raise InputError(f"{len(families)} families of lines; at most {MAX_FAMILIES} are accepted")
    if len(families) == 1:  # a board needs at least two families
        free = "cell" if axes[0] != "cell" else "other cell"
        axes, families, given = (*axes, free), [*families, []], [*given, []]
    numbers = _numbered(axes, families)
    cells = list(numbers)
    stated = tuple(map(len, families))
    made = []
    for family in families:
        full = [tuple(numbers[cell] for cell in line) for line in family]
        taken = {cell for line in full for cell in line}
        made.append((*full, *((cell,) for cell in range(len(cells)) if cell not in taken)))
    if labels is None:
        labels = {} if cells == list(range(len(cells))) else {cell: _label(cell) for cell in cells}
    names = tuple(labels.get(cell, _label(cell)) for cell in cells) if labels else ()
    return Shape(axes, tuple(made), stated, _outlines(cells, outlines), names), given


def _lists(lines: Any, what: str) -> list[list[Any]]:
    try:
        return [list(line) for line in lines]
    except TypeError:
        raise InputError(f"{what} must be lists of cells, got {str(lines)[:40]!r}") from None


def _coloured(lines: list[list[Any]], clues: list[Any]) -> tuple[Lines, list[list[Any]]]:
    """Arranges lines greedily (first fit) in few families of lines without common cells."""
    families: Lines = []
    given: list[list[Any]] = []
    used: list[set[Any]] = []
    if len(clues) != len(lines):
        raise InputError(
            f"{number_text(len(lines), 'line')} and {number_text(len(clues), 'clue')} do not match"
        )
    for number, (line, clue) in enumerate(zip(lines, clues, strict=True), 1):
        _require_distinct(f"line {number}", line)
        at = next((at for at, taken in enumerate(used) if taken.isdisjoint(line)), len(used))
        if at == len(used):
            families, given, used = [*families, []], [*given, []], [*used, set()]
        families[at].append(line)
        given[at].append(clue)
        used[at].update(line)
    return families, given


def _require_distinct(name: str, line: list[Any]) -> None:
    if not line:
        raise InputError(f"{name}: the line has no cells")
    for cell in line:
        if not isinstance(cell, Hashable):
            raise InputError(f"{name}: a cell must be a number or a name, got {str(cell)[:40]!r}")
    if len(set(line)) < len(line):
        twice = next(cell for cell in line if line.count(cell) > 1)
        raise InputError(f"{name}: cell {_label(twice)} is on the line twice")


def _numbered(axes: Sequence[Axis], families: Lines) -> dict[Any, int]:
    """Numbers the cells along the first family, then in the order of the others."""
    numbers: dict[Any, int] = {}
    for axis, family in zip(axes, families, strict=True):
        if len(family) > MAX_SIDE:
            raise InputError(f"{len(family)} lines of family {axis}; at most {MAX_SIDE} are accepted")
        line_of: dict[Any, int] = {}
        for number, line in enumerate(family, 1):
            _require_distinct(f"{axis} {number}", line)
            for cell in line:
                if line_of.setdefault(cell, number) != number:
                    raise InputError(
                        f"cell {_label(cell)} is on {axis} {line_of[cell]} and on {axis} {number}"
                    )
                numbers.setdefault(cell, len(numbers))
        if len(numbers) > MAX_CELLS:
            raise InputError(f"more than {MAX_CELLS} cells, which are accepted in lines of cells")
    return numbers


def _label(cell: Any) -> str:
    return ",".join(map(str, cell)) if isinstance(cell, tuple) else str(cell)[:40]


def _outlines(cells: list[Any], outlines: Any) -> tuple[Outline, ...]:
    """Returns the outlines of the cells in their order; raises `InputError` for those that do not fit."""
    if not outlines:
        return ()
    if unknown := [cell for cell in outlines if cell not in set(cells)]:
        raise InputError(f"the outline of cell {_label(unknown[0])}: no line has this cell")
    made = []
    for cell in cells:
        if cell not in outlines:
            raise InputError(f"cell {_label(cell)} has no outline, others have")
        try:
            corners = tuple((float(x), float(y)) for x, y in outlines[cell])
        except (TypeError, ValueError):
            corners = ()
        if len(corners) < 3 or not all(isfinite(x) and abs(x) <= MAX_SIDE for x in chain(*corners)):
            reason = f"three or more corners (x, y) of at most {MAX_SIDE} are expected"
            raise InputError(f"the outline of cell {_label(cell)}: {reason}")
        made.append(corners)
    return tuple(made)


def clues_of(shape: Shape, clues: Iterable[Iterable[Any]]) -> list[tuple[Clue | None, ...]]:
    """Returns the clues of all lines, family by family; raises `InputError` for another number of clues."""
    given = list(clues)
    if len(given) != len(shape.axes):
        raise InputError(
            f"the shape has {number_text(len(shape.axes), 'family', 'families')} of lines, the clues {len(given)}"
        )
    families = []
    for axis, family, stated, count in zip(shape.axes, given, shape.stated, shape.counts, strict=True):
        made = clue_family(axis, family)
        if len(made) not in (stated, count) or any(clue is not None for clue in made[stated:]):
            raise InputError(
                f"family {axis} has {number_text(stated, 'line')} and {number_text(len(made), 'clue')}"
            )
        families.append((*made[:stated], *[None] * (count - stated)))
    return families


def clue_arguments(geometry: Geometry, families: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Returns the clues of a geometry's families as arguments of `Puzzle`."""
    if geometry.name == "shape":
        return {"shape": geometry, "clues": families}
    clues = {f"{axis}s": family for axis, family in zip(geometry.axes, families, strict=True)}
    return clues | geometry.parameters


def clue_texts(geometry: Geometry, families: Sequence[ClueFamily]) -> list[str]:
    """Returns the same arguments as Python source."""
    if geometry.name == "shape":
        stated = zip(families, geometry.stated, strict=True)
        texts = ", ".join(clues_repr(family[:count]) for family, count in stated)
        return [f"shape={geometry!r}", f"clues=[{texts}]"]
    return [f"{axis}s={clues_repr(family)}" for axis, family in zip(geometry.axes, families, strict=True)]


def clue_record(geometry: Geometry, families: Sequence[ClueFamily]) -> dict[str, Any]:
    """Returns the clues as plain data; of other shapes also the lines, outlines and labels, which `shape_of` reads."""
    stated = zip(geometry.axes, families, geometry.families, geometry.stated, strict=True)
    if not isinstance(geometry, Shape) or geometry.name != "shape":
        return {f"{axis}s": list(map(clue_list, clues)) for axis, clues, _, _ in stated}
    record: dict[str, Any] = {"lines": {}, "clues": {}}
    for axis, clues, lines, count in stated:
        record["lines"][axis] = list(map(list, lines[:count]))
        record["clues"][axis] = list(map(clue_list, clues[:count]))
    if geometry.outlines:
        record["outlines"] = [list(map(list, outline)) for outline in geometry.outlines]
    if geometry.labels:
        record["labels"] = list(geometry.labels)
    return record


@lru_cache(maxsize=64)
def triddler(rows: int, columns: int, diagonals: int, corner: int) -> Shape:
    """Returns the triddler with these numbers of lines; all lines are read from the left or the top.

    Raises `InputError` for too many cells.

    >>> triddler(2, 2, 2, -1).families[1]
    ((1, 0, 3), (2, 5, 4))
    """
    lines: Lines = [[[] for _ in range(count)] for count in (rows, columns, diagonals)]
    outlines: list[Outline] = []
    for a in range(rows):
        for b in range(max(0, a + corner), min(columns, a + corner + diagonals + 1)):
            for c in (b - a - 1, b - a):
                if not corner <= c < corner + diagonals:
                    continue
                for line in (lines[0][a], lines[1][b], lines[2][c - corner]):
                    line.append(len(outlines))
                left, base, tip = (2 * b - a, a + 1, a) if c == b - a - 1 else (2 * b - a + 1, a, a + 1)
                x = [round(edge / sqrt(3), 4) for edge in (left, left + 2, left + 1)]
                outlines.append(((x[0], base), (x[1], base), (x[2], tip)))
        if len(outlines) > MAX_CELLS:
            raise InputError(f"a triddler of more than {MAX_CELLS} cells, which are accepted")
    row_of = {cell: a for a, line in enumerate(lines[0]) for cell in line}
    # downwards, a `/` strip leans left, against the order of cell numbers
    for strip in lines[1]:
        strip.sort(key=lambda cell: (row_of[cell], -cell))
    families = tuple(tuple(map(tuple, family)) for family in lines)
    return Shape(AXES, families, (rows, columns, diagonals), tuple(outlines), (), corner)


@lru_cache(maxsize=16)
def hexagonal(side: int) -> Shape:
    """Returns the regular hexagon of hexagonal cells with this many cells a side.

    Each family is a third of a turn from the next, so that no two clues meet: rows are read from the left, columns run
    along `/` from the top, diagonals along `\\` from the bottom. Columns and diagonals are numbered from the left.

    >>> hexagonal(2).families[1]
    ((0, 2), (1, 3, 5), (4, 6))
    """
    if not 1 <= side <= 180:
        raise InputError(f"a hexagon must have 1 to 180 cells a side, got {side}")
    within = range(1 - side, side)
    cells = [(q, r) for r in within for q in within if abs(q + r) < side]
    lines = {
        "row": [[cell for cell in cells if cell[1] == r] for r in within],
        "column": [[cell for cell in cells if sum(cell) == s] for s in within],
        "diagonal": [[cell for cell in cells[::-1] if cell[0] == q] for q in within],
    }
    size, step = 1 / sqrt(3), sqrt(3) / 2
    corners = [
        (0.0, -size),
        (0.5, -size / 2),
        (0.5, size / 2),
        (0.0, size),
        (-0.5, size / 2),
        (-0.5, -size / 2),
    ]
    outlines = {
        (q, r): tuple((round(q + r / 2 + x, 4), round(r * step + y, 4)) for x, y in corners) for q, r in cells
    }
    return shape_of(lines, None, outlines, {})[0]


def holed(cells: Iterable[str], *, split: bool = False) -> Shape:
    """Returns the grid whose holes are the blanks in `cells`; lines end at holes if `split`, else they pass over."""
    rows = list(cells) if isinstance(cells, Iterable) else [cells]
    if not all(isinstance(row, str) for row in rows):
        raise InputError("the cells of a grid with holes must be a list of texts, with blanks for holes")
    width = max(map(len, rows), default=0)
    there = {(y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell != " "}

    def parts(line: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
        runs: list[list[tuple[int, int]]] = [[]]
        for cell in line:
            if cell in there:
                runs[-1].append(cell)
            elif split:
                runs.append([])
        return [part for part in runs if part]

    lines = {
        "row": [part for y in range(len(rows)) for part in parts([(y, x) for x in range(width)])],
        "column": [part for x in range(width) for part in parts([(y, x) for y in range(len(rows))])],
    }
    outlines = {(y, x): ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)) for y, x in there}
    return shape_of(lines, None, outlines, {})[0]


def shape_named(text: str) -> Shape:
    """Returns the regular shape with that name and number of cells a side; raises `InputError` for others.

    >>> shape_named("hexagon:3").size, shape_named("triddler:2")
    ('19 cells', triddler(4, 4, 4, -2))
    """
    name, _, side = text.partition(":")
    if name not in ("hexagon", "triddler") or not (
        side.isascii() and side.isdigit() and 0 < int(side[:5]) <= 180
    ):
        reason = "a shape must be hexagon:N or triddler:N, with N from 1 to 180 cells a side"
        raise InputError(f"{reason}, got {text[:40]!r}")
    n = int(side)
    return hexagonal(n) if name == "hexagon" else triddler(2 * n, 2 * n, 2 * n, -n)


class MadeOfLines:
    """The constructors of puzzles with a shape; a base of `Puzzle`."""

    @classmethod
    def _made(cls, **arguments: Any) -> Self:
        return cls(**arguments)

    @classmethod
    def of_lines(
        cls,
        lines: Mapping[str, Iterable[Iterable[Any]]] | Iterable[Iterable[Any]],
        clues: Mapping[str, Iterable[Any]] | Iterable[Any],
        *,
        outlines: Mapping[Any, Outline] | None = None,
        **fields: Any,
    ) -> Self:
        """Returns the puzzle with these lines, lists of cells, and a clue for each; `fields` go to `Puzzle`.

        Cells are any names, such as numbers or tuples. A cell lies on any one line at most once, and on any number of
        lines. `lines` are families by name, each a list of lines without a common cell; or one list of lines, of which
        families are made (`line A`, `line B` and so on). `clues` are arranged like `lines`. `outlines` are the corners
        of each cell for pictures. Raises `InputError` for lines or outlines that do not fit.

        >>> from nonosat.model.puzzle import Puzzle
        >>> cube = {"x": [["a", "b"], ["c", "d"]], "y": [["a", "c"], ["b", "d"]], "z": [["b", "c"]]}
        >>> puzzle = Puzzle.of_lines(cube, {"x": [[1], [1]], "y": [[1], [1]], "z": [[2]]})
        >>> [str(line.id) for line in puzzle.lines if line.clue], puzzle.cell_name(1, 0)
        (['x 1', 'x 2', 'y 1', 'y 2', 'z 1'], 'cell c')
        """
        shape, arranged = shape_of(lines, clues, outlines)
        return cls._made(shape=shape, clues=arranged, **fields)

    @classmethod
    def hexagon(
        cls, rows: Iterable[Any], columns: Iterable[Any], diagonals: Iterable[Any], **fields: Any
    ) -> Self:
        """Returns the puzzle of hexagonal cells in a regular hexagon with `n` cells a side, of `2n - 1` clues each way.

        Rows are read from the left; columns run along `/` from the top, diagonals along `\\` from the bottom.
        Both are numbered from the left. Raises `InputError` for another number of clues.

        >>> from nonosat.model.puzzle import Puzzle
        >>> Puzzle.hexagon([[1], [2], [0]], [[1], [1], [1]], [[1], [1], [1]]).row_lengths
        (2, 3, 2)
        """
        families = [
            clue_family(axis, clues) for axis, clues in zip(AXES, (rows, columns, diagonals), strict=True)
        ]
        return cls._made(shape=hexagonal((len(families[0]) + 1) // 2), clues=families, **fields)

    @classmethod
    def with_holes(
        cls,
        cells: Iterable[str],
        rows: Iterable[Any],
        columns: Iterable[Any],
        *,
        split: bool = False,
        **fields: Any,
    ) -> Self:
        """Returns the puzzle on a grid with holes: `cells` are its rows, where a blank is a hole.

        Lines pass over holes; or, if `split`, end there, and each part has a clue of its own. Raises `InputError` for
        another number of clues.

        >>> from nonosat.model.puzzle import Puzzle
        >>> Puzzle.with_holes(["ab ", "cde"], [[2], [1]], [[1], [2], [0]]).row_lengths
        (2, 3)
        >>> len(Puzzle.with_holes(["a b"], [[1], [0]], [[1], [0]], split=True).rows)
        2
        """
        return cls._made(shape=holed(cells, split=split), clues=[rows, columns], **fields)
