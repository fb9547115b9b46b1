"""The statement of a puzzle: blocks, clues, palette, givens. Immutable, compared by value.

A clue is a tuple of blocks and the empty clue is the empty tuple. Black-and-white is the palette
with one ink: colour is data, never a subclass. Nothing here knows how to solve anything;
`Puzzle.problems` only says what can be seen to be wrong without solving.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeGuard

from nonosat.errors import InputError, PuzzleError, UsageError
from nonosat.model.geometry import Cells, Family, hexagon, rectangle

if TYPE_CHECKING:
    from nonosat.model.grid import Grid

MAX_SIDE = 4096
"""The longest side accepted, in cells."""

MAX_COLOURS = 256
"""The largest palette accepted: a cell of a picture is one byte."""

Axis = Literal["row", "column", "diagonal"]
"""A family of lines; only triddlers have diagonals, their `\\` strips, and columns that lean like `/`."""

AXES: tuple[Axis, ...] = ("row", "column", "diagonal")

BACKGROUND = 0

BLOT = "?"
"""How a length that nobody knows is written."""


class Block(NamedTuple):
    """A run of `length` cells (>= 1, or None where it is blotted) of one ink, an index into the palette."""

    length: int | None
    colour: int = 1

    @property
    def least(self) -> int:
        """The length if it is known, else 1."""
        return 1 if self.length is None else self.length


shared_block = lru_cache(maxsize=4096)(Block)
"""`Block(length, colour)`, but the same object for the same block, of which puzzles have many."""

Clue = tuple[Block, ...]
"""The blocks of a line in order; where nothing is known of a line it has None instead of a clue."""


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
    diagonals: tuple[int, ...] = ()

    def line(self, axis: Axis, index: int) -> int | None:
        lines = (self.rows, self.columns, self.diagonals)[AXES.index(axis)]
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

    None and "?" are the length of a blotted block.

    >>> as_clue([3, (2, 2), "?"])
    (Block(length=3, colour=1), Block(length=2, colour=2), Block(length=None, colour=1))
    >>> as_clue([0])
    ()
    """
    if _is_clue(blocks):
        return blocks
    clue = []
    for block in blocks:
        if type(block) is int:  # by far the most common, and files have many of them
            if block:
                clue.append(shared_block(block, 1))
            continue
        length, *rest = block if isinstance(block, (tuple, list)) and block else (block,)
        if isinstance(length, str) and length == BLOT:
            length = None
        colour = rest[0] if rest else 1
        if len(rest) > 1 or type(colour) is not int or not (length is None or type(length) is int):
            raise InputError(f"a block is a length or (length, colour), read {block!r}")
        if (length, colour) != (0, 1):
            clue.append(Block(length, colour))
    return tuple(clue)


def _is_clue(blocks: Iterable[Any]) -> TypeGuard[Clue]:
    """Whether these are what `as_clue` would make of them; not said of blotted blocks, which are few."""
    if type(blocks) is not tuple:
        return False
    for block in blocks:
        if type(block) is not Block:
            return False
        length, colour = block
        if not (type(length) is type(colour) is int and length):
            return False
    return True


def clue_text(clue: Clue) -> str:
    """The clue as people print it, inks other than the first in brackets.

    >>> clue_text(as_clue([1, (12, 2), None]))
    '1 12[2] ?'
    """
    return " ".join(length_text(b) if b.colour == 1 else f"{length_text(b)}[{b.colour}]" for b in clue) or "0"


def length_text(block: Block) -> str:
    """The length of a block, `?` for a blotted one."""
    return BLOT if block.length is None else str(block.length)


def gap_after(block: Block, following: Block) -> int:
    """Background cells that must lie between two neighbouring blocks: one if the inks are equal."""
    return 1 if block.colour == following.colour else 0


def clue_room(clue: Clue) -> int:
    """The shortest line, in cells, that the clue fits into."""
    room = 0
    before: int | None = None
    for length, colour in clue:
        room += (1 if length is None else length) + (colour == before)
        before = colour
    return room


class Line(NamedTuple):
    """What the core sees of a puzzle: some cells in order, and the clue that they must satisfy."""

    cells: Cells
    clue: Clue | None


@dataclass(frozen=True, eq=True, repr=False)
class Puzzle:
    """A nonogram: one clue per row and per column, a palette, and optionally givens and a goal.

    `rows` and `columns` take whatever `as_clue` takes for each line, or None for a line of which nothing
    is known; `givens` tuples `(row, column[, colour])`. `goal` is the picture that its author had in
    mind; nothing is concluded from it. With `diagonals` it is a triddler: its columns are then the
    strips that lean like `/`, and `corner` is where the diagonals begin (see `nonosat.model.geometry`).

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> puzzle
    Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> puzzle.height, puzzle.width, puzzle.problems()
    (2, 2, ())
    """

    rows: tuple[Clue | None, ...]
    columns: tuple[Clue | None, ...]
    palette: Palette = BLACK_AND_WHITE
    givens: tuple[Given, ...] = ()
    goal: Grid | None = None
    metadata: Metadata = Metadata()
    origin: Origin | None = field(default=None, compare=False)
    diagonals: tuple[Clue | None, ...] = field(default=(), kw_only=True)
    corner: int = field(default=0, kw_only=True)

    if TYPE_CHECKING:  # the loose types that __post_init__ turns into those above

        def __init__(
            self,
            rows: Iterable[Iterable[Any] | None],
            columns: Iterable[Iterable[Any] | None],
            palette: Iterable[Colour] = ...,
            givens: Iterable[tuple[int, ...]] = ...,
            goal: Grid | None = ...,
            metadata: Metadata = ...,
            origin: Origin | None = ...,
            *,
            diagonals: Iterable[Iterable[Any] | None] = ...,
            corner: int = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        put = object.__setattr__
        for name in ("rows", "columns", "diagonals"):
            put(self, name, tuple(None if clue is None else as_clue(clue) for clue in getattr(self, name)))
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
        return replace(self, goal=None, metadata=Metadata(), origin=None)

    @property
    def is_triddler(self) -> bool:
        return bool(self.diagonals)

    @cached_property
    def geometry(self) -> tuple[Family, ...]:
        """The cells of each line, family by family."""
        if self.is_triddler:
            return hexagon(self.height, self.width, len(self.diagonals), self.corner)
        return rectangle(self.height, self.width)

    @cached_property
    def families(self) -> tuple[tuple[Line, ...], ...]:
        """The lines, one family for rows, one for columns, one for diagonals if there are any."""
        clues = (self.rows, self.columns, self.diagonals)
        return tuple(
            tuple(map(Line, cells, clues_of)) for cells, clues_of in zip(self.geometry, clues, strict=False)
        )

    @property
    def row_lengths(self) -> tuple[int, ...]:
        """How many cells each row has."""
        return tuple(map(len, self.geometry[0]))

    def cell(self, row: int, column: int) -> int:
        """The number of a cell; a row of a triddler is counted from its left end."""
        return self.families[0][row].cells[column]

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The row and the column of each cell, by its number: what `cell` takes."""
        places = {
            cell: (row, column)
            for row, cells in enumerate(self.geometry[0])
            for column, cell in enumerate(cells)
        }
        return tuple(places[cell] for cell in range(len(places)))

    def replace(self, **changes: Any) -> Puzzle:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def transposed(self) -> Puzzle:
        """Rows and columns exchanged; raises `UsageError` for a triddler."""
        self._require_rectangle()
        return replace(
            self,
            rows=self.columns,
            columns=self.rows,
            givens=tuple(Given(c, r, colour) for r, c, colour in self.givens),
            goal=self.goal.transposed() if self.goal else None,
        )

    def mirrored(self) -> Puzzle:
        """Left and right exchanged; raises `UsageError` for a triddler."""
        self._require_rectangle()
        return replace(
            self,
            rows=tuple(None if clue is None else clue[::-1] for clue in self.rows),
            columns=self.columns[::-1],
            givens=tuple(Given(r, self.width - 1 - c, colour) for r, c, colour in self.givens),
            goal=self.goal.mirrored() if self.goal else None,
        )

    def _require_rectangle(self) -> None:
        if self.is_triddler:
            raise UsageError("a triddler cannot be turned or mirrored")

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

    def clues(self) -> Iterator[tuple[Axis, int, Clue | None]]:
        """Every clue with its axis and index: rows first."""
        for axis, clues in zip(AXES, (self.rows, self.columns, self.diagonals), strict=True):
            for index, clue in enumerate(clues):
                yield axis, index, clue

    @cached_property
    def _found_problems(self) -> tuple[Problem, ...]:
        return tuple(self._problems())

    def _problems(self) -> Iterator[Problem]:
        if not self.rows or not self.columns:
            yield Problem("empty", f"a puzzle of {self.height} rows and {self.width} columns is empty")
            return
        if max(self.height, self.width, len(self.diagonals)) > MAX_SIDE:
            size = f"{self.width}x{self.height} cells"
            yield Problem("size", f"{size} is more than the {MAX_SIDE} a side that are accepted")
            return
        if not all(map(all, self.geometry)):
            yield Problem("size", "the sides of the triddler do not meet: a line of it has no cells")
            return
        if not 2 <= len(self.palette) <= MAX_COLOURS:
            bounds = f"a palette has 2 to {MAX_COLOURS} colours, background included"
            yield Problem("palette", f"{bounds}; this one has {len(self.palette)}")
        yield from self._clue_problems()
        yield from self._sum_problems()
        yield from self._given_problems()
        if self.goal and tuple(map(len, self.goal.rows)) != self.row_lengths:
            goal = f"{self.goal.width}x{self.goal.height}"
            yield Problem("goal", f"the goal has {goal} cells, the puzzle {self.width}x{self.height}")
        if self.goal and (colour := self.goal.highest()) >= len(self.palette):
            yield Problem("goal", f"the goal has colour {colour}, which is not in the palette")

    def _clue_problems(self) -> Iterator[Problem]:
        rooms = [len(cells) for family in self.geometry for cells in family]
        colours = range(1, len(self.palette))
        blocks = set().union(*filter(None, (*self.rows, *self.columns, *self.diagonals)))
        wrong = {block for block in blocks if block.least < 1 or block.colour not in colours}
        for (axis, index, clue), room in zip(self.clues(), rooms, strict=True):
            clue = clue or ()
            need = clue_room(clue)
            if need <= room and not wrong:
                continue
            line = self.origin.line(axis, index) if self.origin else None
            here = f"{axis} {index + 1}"
            for block in clue:
                if block.least < 1:
                    reason = f"{here}: a block has at least 1 cell, read {block.length}"
                    yield Problem("block", reason, axis, index, line)
                if block.colour not in colours:
                    reason = f"{here}: colour {block.colour} is not an ink of the palette"
                    yield Problem("palette", reason, axis, index, line)
            if need > room:
                text = clue_text(clue)
                shown = text if len(text) <= 60 else f"{text[:57]}..."
                reason = f"{here}: {shown} needs {need} cells, the {axis} has {room}"
                yield Problem("length", reason, axis, index, line)

    def _sum_problems(self) -> Iterator[Problem]:
        """Inks whose sums over two families cannot be equal; a blotted block only counts as at least 1."""
        families = [(AXES[0], self.rows), (AXES[1], self.columns), (AXES[2], self.diagonals)]
        sums = [(axis, _ink_sums(clues)) for axis, clues in families if clues]
        inks = sorted({colour for _, (least, _) in sums for colour in least})
        for colour in inks:
            for (one, (few, open_one)), (other, (many, open_other)) in combinations(sums, 2):
                a, b = few[colour], many[colour]
                a_exact = None not in open_one and colour not in open_one
                b_exact = None not in open_other and colour not in open_other
                if a == b or (a < b and not a_exact) or (b < a and not b_exact) or not (a_exact or b_exact):
                    continue
                known = len(self.palette) > 2 and 0 <= colour < len(self.palette)
                ink = f" of {self.palette[colour].name}" if known else ""
                said = [f"{'' if exact else 'at least '}{n}" for n, exact in ((a, a_exact), (b, b_exact))]
                reason = f"the {one}s have {said[0]} filled cells{ink}, the {other}s {said[1]}"
                yield Problem("sum", reason)

    def _given_problems(self) -> Iterator[Problem]:
        colours: dict[tuple[int, int], int] = {}
        for row, column, colour in self.givens:
            here = f"given at row {row + 1}, column {column + 1}"
            if not (0 <= row < self.height and 0 <= column < self.row_lengths[row]):
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
        if self.is_triddler:
            parts.append(f"diagonals={_clues_repr(self.diagonals)}")
            parts.append(f"corner={self.corner}")
        if self.metadata != Metadata():
            parts.append(f"metadata={self.metadata!r}")
        return f"Puzzle({', '.join(parts)})"


def _as_given(given: Iterable[Any]) -> Given:
    numbers = tuple(given)
    if len(numbers) not in (2, 3) or not all(type(number) is int for number in numbers):
        raise InputError(f"a given is (row, column) or (row, column, colour), read {given!r}")
    return Given(*numbers)


def _ink_sums(clues: Sequence[Clue | None]) -> tuple[Mapping[int, int], set[int | None]]:
    """Per ink the least sum over the clues, and the inks that may have more; None stands for all inks."""
    sums: Counter[int] = Counter()
    more: set[int | None] = {None} if None in clues else set()
    for block, times in Counter(chain.from_iterable(filter(None, clues))).items():
        sums[block.colour] += times * block.least
        if block.length is None:
            more.add(block.colour)
    return sums, more


def _clues_repr(clues: Iterable[Clue | None]) -> str:
    def block_repr(block: Block) -> str:
        return repr(block.length if block.colour == 1 else tuple(block))

    def clue_repr(clue: Clue | None) -> str:
        return "None" if clue is None else f"[{', '.join(map(block_repr, clue))}]"

    return f"[{', '.join(map(clue_repr, clues))}]"
