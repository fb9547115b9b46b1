"""The statement of a puzzle: blocks, clues, palette, givens. Immutable, compared by value.

A clue is a tuple of blocks and the empty clue is the empty tuple. Black-and-white is the palette
with one ink: colour is data, never a subclass. Nothing here knows how to solve anything;
`Puzzle.problems` only says what can be seen to be wrong without solving.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nonosat.errors import InputError, PuzzleError

if TYPE_CHECKING:
    from nonosat.grid import Grid

MAX_SIDE = 4096
"""The longest side accepted, in cells."""

MAX_COLOURS = 256
"""The largest palette accepted: a cell of a picture is one byte."""

Axis = Literal["row", "column"]

BACKGROUND = 0


class Block(NamedTuple):
    """A run of `length` cells (>= 1) of one ink; `colour` is an index into the palette."""

    length: int
    colour: int = 1


Clue = tuple[Block, ...]


class Colour(NamedTuple):
    """An entry of a palette: a name, its RGB value as six hex digits, and its letter in text."""

    name: str
    rgb: str
    letter: str


Palette = tuple[Colour, ...]

BLACK_AND_WHITE: Palette = (Colour("white", "ffffff", "."), Colour("black", "000000", "#"))


class Given(NamedTuple):
    """A cell known from the start, as printed on the card; rows and columns count from 0."""

    row: int
    column: int
    colour: int = 1


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a file says about a puzzle. `extra` keeps the properties that no field here has."""

    title: str = ""
    author: str = ""
    source: str = ""
    copyright: str = ""
    licence: str = ""
    extra: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "extra", tuple((key, value) for key, value in self.extra))


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that a puzzle was read from, and the file line (from 1) of each of its clues."""

    path: str
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()

    def line(self, axis: Axis, index: int) -> int | None:
        lines = self.rows if axis == "row" else self.columns
        return lines[index] if index < len(lines) else None


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a puzzle's statement; `line` is the line of its file."""

    kind: Literal["empty", "size", "block", "sum", "length", "given", "palette", "goal"]
    reason: str
    axis: Axis | None = None
    index: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line is not None else self.reason


def as_clue(blocks: Iterable[Any]) -> Clue:
    """A clue from what people write: lengths, `(length, colour)` pairs or blocks; zeros vanish.

    >>> as_clue([3, (2, 2)])
    (Block(length=3, colour=1), Block(length=2, colour=2))
    >>> as_clue([0])
    ()
    """
    clue = []
    for block in blocks:
        if type(block) is int:  # by far the most common, and files have many of them
            if block:
                clue.append(Block(block))
            continue
        numbers = tuple(block) if isinstance(block, (tuple, list)) else ()
        if len(numbers) not in (1, 2) or not all(type(number) is int for number in numbers):
            raise InputError(f"a block is a length or (length, colour), read {block!r}")
        if numbers not in ((0,), (0, 1)):
            clue.append(Block(*numbers))
    return tuple(clue)


def clue_text(clue: Clue) -> str:
    """The clue as people print it, inks other than the first in brackets.

    >>> clue_text(as_clue([1, (12, 2)]))
    '1 12[2]'
    """
    return " ".join(str(b.length) if b.colour == 1 else f"{b.length}[{b.colour}]" for b in clue) or "0"


def gap_after(block: Block, following: Block) -> int:
    """Background cells that must lie between two neighbouring blocks: one if the inks are equal."""
    return 1 if block.colour == following.colour else 0


def clue_room(clue: Clue) -> int:
    """The shortest line, in cells, that the clue fits into."""
    gaps = sum(gap_after(one, other) for one, other in pairwise(clue))
    return sum(block.length for block in clue) + gaps


class Line(NamedTuple):
    """What the core sees of a puzzle: some cells in order, and the clue that they must satisfy."""

    cells: range
    clue: Clue


@dataclass(frozen=True, eq=True, repr=False)
class Puzzle:
    """A nonogram: one clue per row and per column, a palette, and optionally givens and a goal.

    `rows` and `columns` take whatever `as_clue` takes, `givens` tuples `(row, column[, colour])`.
    `goal` is the picture that its author had in mind; nothing is concluded from it.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> puzzle
    Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> puzzle.height, puzzle.width, puzzle.problems()
    (2, 2, ())
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    palette: Palette = BLACK_AND_WHITE
    givens: tuple[Given, ...] = ()
    goal: Grid | None = None
    metadata: Metadata = Metadata()
    origin: Origin | None = field(default=None, compare=False)

    if TYPE_CHECKING:  # the loose types that __post_init__ turns into those above

        def __init__(
            self,
            rows: Iterable[Iterable[Any]],
            columns: Iterable[Iterable[Any]],
            palette: Iterable[Colour] = ...,
            givens: Iterable[tuple[int, ...]] = ...,
            goal: Grid | None = ...,
            metadata: Metadata = ...,
            origin: Origin | None = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "rows", tuple(map(as_clue, self.rows)))
        put(self, "columns", tuple(map(as_clue, self.columns)))
        put(self, "palette", tuple(Colour(*colour) for colour in self.palette))
        put(self, "givens", tuple(sorted({_as_given(given) for given in self.givens})))

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.columns)

    @property
    def name(self) -> str:
        """The title, or else the path it was read from, or else its size."""
        path = self.origin.path if self.origin else ""
        return self.metadata.title or path or f"{self.width}x{self.height}"

    @property
    def statement(self) -> Puzzle:
        """The puzzle alone, without goal, metadata and origin: what two copies must agree in."""
        return Puzzle(self.rows, self.columns, self.palette, self.givens)

    @cached_property
    def families(self) -> tuple[tuple[Line, ...], ...]:
        """The lines, one family for rows and one for columns; each cell is in one line of each.

        Cell numbers run row by row: row * width + column.
        """
        width, cells = self.width, self.width * self.height
        across = tuple(Line(range(r * width, (r + 1) * width), clue) for r, clue in enumerate(self.rows))
        down = tuple(Line(range(c, cells, width), clue) for c, clue in enumerate(self.columns))
        return across, down

    def replace(self, **changes: Any) -> Puzzle:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def transposed(self) -> Puzzle:
        """Rows and columns exchanged."""
        return replace(
            self,
            rows=self.columns,
            columns=self.rows,
            givens=tuple(Given(c, r, colour) for r, c, colour in self.givens),
            goal=self.goal.transposed() if self.goal else None,
        )

    def mirrored(self) -> Puzzle:
        """Left and right exchanged."""
        return replace(
            self,
            rows=tuple(clue[::-1] for clue in self.rows),
            columns=self.columns[::-1],
            givens=tuple(Given(r, self.width - 1 - c, colour) for r, c, colour in self.givens),
            goal=self.goal.mirrored() if self.goal else None,
        )

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with the statement, all at once; empty if it can be solved at all.

        >>> for problem in Puzzle(rows=[[2], [1]], columns=[[1], [1, 1]]).problems():
        ...     print(problem)
        column 2: 1 1 needs 3 cells, the column has 2
        >>> for problem in Puzzle(rows=[[2], [1]], columns=[[1], [1]]).problems():
        ...     print(problem)
        the rows have 3 filled cells, the columns 2
        """
        return self._found_problems

    def require_sound(self) -> None:
        """Raises `PuzzleError` with all `problems`, if there are any."""
        if problems := self.problems():
            raise PuzzleError(problems, path=self.origin.path if self.origin else None)

    def clues(self) -> Iterator[tuple[Axis, int, Clue]]:
        """Every clue with its axis and index: rows first."""
        for index, clue in enumerate(self.rows):
            yield "row", index, clue
        for index, clue in enumerate(self.columns):
            yield "column", index, clue

    @cached_property
    def _found_problems(self) -> tuple[Problem, ...]:
        return tuple(self._problems())

    def _problems(self) -> Iterator[Problem]:
        if not self.rows or not self.columns:
            yield Problem("empty", f"a puzzle of {self.height} rows and {self.width} columns is empty")
            return
        if self.height > MAX_SIDE or self.width > MAX_SIDE:
            size = f"{self.width}x{self.height} cells"
            yield Problem("size", f"{size} is more than the {MAX_SIDE} a side that are accepted")
            return
        if not 2 <= len(self.palette) <= MAX_COLOURS:
            bounds = f"a palette has 2 to {MAX_COLOURS} colours, background included"
            yield Problem("palette", f"{bounds}; this one has {len(self.palette)}")
        yield from self._clue_problems()
        yield from self._sum_problems()
        yield from self._given_problems()
        if self.goal and (self.goal.height, self.goal.width) != (self.height, self.width):
            goal = f"{self.goal.width}x{self.goal.height}"
            yield Problem("goal", f"the goal has {goal} cells, the puzzle {self.width}x{self.height}")
        if self.goal and (colour := max(map(max, self.goal.rows), default=0)) >= len(self.palette):
            yield Problem("goal", f"the goal has colour {colour}, which is not in the palette")

    def _clue_problems(self) -> Iterator[Problem]:
        for axis, index, clue in self.clues():
            line = self.origin.line(axis, index) if self.origin else None
            room = self.width if axis == "row" else self.height
            here = f"{axis} {index + 1}"
            for block in clue:
                if block.length < 1:
                    reason = f"{here}: a block has at least 1 cell, read {block.length}"
                    yield Problem("block", reason, axis, index, line)
                if not 1 <= block.colour < len(self.palette):
                    reason = f"{here}: colour {block.colour} is not an ink of the palette"
                    yield Problem("palette", reason, axis, index, line)
            if clue and (need := clue_room(clue)) > room:
                text = clue_text(clue)
                shown = text if len(text) <= 60 else f"{text[:57]}..."
                reason = f"{here}: {shown} needs {need} cells, the {axis} has {room}"
                yield Problem("length", reason, axis, index, line)

    def _sum_problems(self) -> Iterator[Problem]:
        across, down = _ink_sums(self.rows), _ink_sums(self.columns)
        for colour in sorted(across.keys() | down.keys()):
            if across[colour] != down[colour]:
                known = len(self.palette) > 2 and colour < len(self.palette)
                ink = f" of {self.palette[colour].name}" if known else ""
                sums = f"the rows have {across[colour]} filled cells{ink}, the columns {down[colour]}"
                yield Problem("sum", sums)

    def _given_problems(self) -> Iterator[Problem]:
        colours: dict[tuple[int, int], int] = {}
        for row, column, colour in self.givens:
            here = f"given at row {row + 1}, column {column + 1}"
            if not (0 <= row < self.height and 0 <= column < self.width):
                yield Problem("given", f"{here}: outside of the grid")
            elif not 0 <= colour < len(self.palette):
                yield Problem("given", f"{here}: colour {colour} is not in the palette")
            elif (first := colours.setdefault((row, column), colour)) != colour:
                names = " and ".join(self.palette[c].name for c in (first, colour))
                yield Problem("given", f"{here}: both {names}")

    def __repr__(self) -> str:
        parts = [f"rows={_clues_repr(self.rows)}", f"columns={_clues_repr(self.columns)}"]
        if self.palette != BLACK_AND_WHITE:
            parts.append(f"palette={self.palette!r}")
        if self.givens:
            parts.append(f"givens={[tuple(given) for given in self.givens]!r}")
        if self.goal is not None:
            parts.append(f"goal={self.goal!r}")
        if self.metadata != Metadata():
            parts.append(f"metadata={self.metadata!r}")
        return f"Puzzle({', '.join(parts)})"


def _as_given(given: Iterable[Any]) -> Given:
    numbers = tuple(given)
    if len(numbers) not in (2, 3) or not all(type(number) is int for number in numbers):
        raise InputError(f"a given is (row, column) or (row, column, colour), read {given!r}")
    return Given(*numbers)


def _ink_sums(clues: Iterable[Clue]) -> Mapping[int, int]:
    sums: Counter[int] = Counter()
    for clue in clues:
        for length, colour in clue:
            sums[colour] += length
    return sums


def _clues_repr(clues: Iterable[Clue]) -> str:
    def block_repr(block: Block) -> str:
        return repr(block.length if block.colour == 1 else tuple(block))

    return f"[{', '.join('[' + ', '.join(map(block_repr, clue)) + ']' for clue in clues)}]"
