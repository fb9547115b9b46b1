"""A finished picture, and the check of a picture against clues that shares nothing with the solver.

`Grid.violations` is the judge of every solution that leaves the engine: it reads runs of equal
cells off the picture and compares them with the clues, and knows no other part of the package than
the puzzle's statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from nonosat.errors import InputError, UsageError
from nonosat.model.geometry import Family, hexagon, pick
from nonosat.model.puzzle import AXES, BLACK_AND_WHITE, Axis, Clue, Palette, Puzzle, shared_block

_EMPTY_LETTERS = ".-_ 0"
_FILLED_LETTERS = "#X1"


@dataclass(frozen=True, slots=True)
class Violation:
    """A line of a picture that does not read as its clue says."""

    axis: Axis
    index: int
    found: Clue
    expected: Clue


@dataclass(frozen=True, slots=True, repr=False)
class Grid:
    """An immutable picture: one `bytes` per row, one colour index per cell.

    Rows may be given as strings (`.-_ 0` empty, `#X1` filled) or as sequences of colour indices. They
    have equal lengths unless `ragged` says otherwise, as those of a triddler do.

    >>> grid = Grid(["#.", "##"])
    >>> print(grid)
    #.
    ##
    >>> grid
    Grid(['#.', '##'])
    >>> grid.puzzle()
    Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    """

    rows: tuple[bytes, ...]

    def __init__(self, rows: Iterable[str | bytes | Iterable[int]], *, ragged: bool = False) -> None:
        made = tuple(map(_row, rows))
        if not ragged:
            _require_equal_lengths(made)
        object.__setattr__(self, "rows", made)

    @classmethod
    def of(cls, puzzle: Puzzle, cells: bytes) -> Grid:
        """The picture of a puzzle's shape with these colours, cell by cell in the puzzle's numbering."""
        return cls((bytes(pick(cells, row.cells)) for row in puzzle.families[0]), ragged=True)

    @classmethod
    def from_cells(cls, cells: bytes, width: int) -> Grid:
        """The rectangular picture with `cells` row by row."""
        return cls(cells[at : at + width] for at in range(0, len(cells), width))

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        """The length of the longest row."""
        return max(map(len, self.rows), default=0)

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """The colour index at `grid[row, column]`."""
        row, column = cell
        return self.rows[row][column]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.rows)

    @property
    def cells(self) -> bytes:
        """The colours cell by cell, in the numbering of the puzzles of this shape."""
        return b"".join(self.rows)

    def columns(self) -> tuple[bytes, ...]:
        """The picture read by columns, each from the top; raises `InputError` if it is ragged."""
        _require_equal_lengths(self.rows)
        return tuple(map(bytes, zip(*self.rows, strict=True)))

    def triddler(
        self, columns: int, diagonals: int, corner: int, palette: Palette = BLACK_AND_WHITE, **fields: Any
    ) -> Puzzle:
        """The triddler whose clues are those of this picture, in a hexagon of so many lines.

        Raises `InputError` if the hexagon's rows have other lengths than the picture's.

        >>> Grid(["#..", "##."]).triddler(2, 2, -1).diagonals
        ((Block(length=3, colour=1),), ())
        """
        across, rising, falling = hexagon(self.height, columns, diagonals, corner)
        if list(map(len, self.rows)) != list(map(len, across)):
            raise InputError("the rows of the picture are not as long as those of this hexagon")
        cells = self.cells

        def clues(family: Family) -> list[Clue]:
            return [line_clue(bytes(pick(cells, line))) for line in family]

        fields.update(diagonals=clues(falling), corner=corner)
        return Puzzle(clues(across), clues(rising), palette, **fields)

    def clues(self) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
        """The row clues and the column clues of this picture."""
        return tuple(map(line_clue, self.rows)), tuple(map(line_clue, self.columns()))

    def puzzle(self, palette: Palette = BLACK_AND_WHITE, **fields: Any) -> Puzzle:
        """The puzzle whose clues are those of this picture; `fields` go to `Puzzle`."""
        rows, columns = self.clues()
        return Puzzle(rows, columns, palette, **fields)

    def puzzle_like(self, other: Puzzle, **changes: Any) -> Puzzle:
        """The other puzzle with this picture as its goal and the clues of this picture; `changes` as well.

        Everything else stays: its geometry, palette, givens and metadata, which lines have no clue, and which
        blocks of a line are blotted, counted from its beginning. Raises `UsageError` for a picture of another
        shape.

        >>> Grid(["#.#"]).puzzle_like(Puzzle(rows=[["?"]], columns=[[1], None, [0]])).rows
        ((Block(length=None, colour=1), Block(length=1, colour=1)),)
        """
        if tuple(map(len, self.rows)) != other.row_lengths:
            mine, its = f"{self.width}x{self.height}", f"{other.width}x{other.height}"
            raise UsageError(f"the picture has {mine} cells, the puzzle {its}")
        cells = self.cells
        families = [
            [_veiled(clue, line_clue(bytes(pick(cells, line)))) for line, clue in family]
            for family in other.families
        ]
        axes = zip(("rows", "columns", "diagonals"), families, strict=False)
        return other.replace(**{"goal": self, **dict(axes), **changes})

    def satisfies(self, puzzle: Puzzle) -> bool:
        """Whether this picture is a solution of the puzzle, givens included."""
        right_size = tuple(map(len, self.rows)) == puzzle.row_lengths
        if not right_size or next(self._violations(puzzle), None):
            return False
        return all(
            0 <= row < self.height and 0 <= column < len(self.rows[row]) and self.rows[row][column] == colour
            for row, column, colour in puzzle.givens
        )

    def violations(self, puzzle: Puzzle) -> tuple[Violation, ...]:
        """The lines that do not read as the puzzle's clues say: what was found, what expected."""
        if tuple(map(len, self.rows)) != puzzle.row_lengths:
            mine, its = f"{self.width}x{self.height}", f"{puzzle.width}x{puzzle.height}"
            raise InputError(f"the picture has {mine} cells, the puzzle {its}")
        return tuple(self._violations(puzzle))

    def _violations(self, puzzle: Puzzle) -> Iterator[Violation]:
        cells = b"".join(self.rows)
        for axis, family in zip(AXES, puzzle.families, strict=False):
            for index, (line, clue) in enumerate(family):
                found = line_clue(bytes(pick(cells, line)))
                if clue is not None and found != clue and not _agrees(found, clue):
                    yield Violation(axis, index, found, clue)

    def transposed(self) -> Grid:
        """Rows and columns exchanged."""
        return Grid(self.columns())

    def mirrored(self) -> Grid:
        """Left and right exchanged."""
        return Grid(row[::-1] for row in self.rows)

    def text(self, palette: Palette = BLACK_AND_WHITE) -> str:
        """The picture in the palette's letters, one line per row; raises `UsageError` if one is missing.

        >>> Grid(["#.#"]).text()
        '#.#'
        """
        letters = [colour.letter for colour in palette]
        if (colour := self.highest()) >= len(letters):
            raise UsageError(f"colour {colour} of the picture is not in the palette")
        return "\n".join("".join(map(letters.__getitem__, row)) for row in self.rows)

    def __str__(self) -> str:
        if self.highest() > 1:
            return "\n".join(" ".join(map(str, row)) for row in self.rows)
        return self.text()

    def __repr__(self) -> str:
        plain = self.highest() <= 1
        rows = [Grid((row,)).text() if plain else list(row) for row in self.rows]
        return f"Grid({rows!r}{', ragged=True' if len(set(map(len, rows))) > 1 else ''})"

    def highest(self) -> int:
        """The highest colour index in the picture."""
        return max({*self.cells}, default=0)


def _agrees(found: Clue, clue: Clue) -> bool:
    """Whether a clue, which may have blotted blocks, describes what was found."""
    return len(found) == len(clue) and all(
        ours.colour == theirs.colour and theirs.length in (None, ours.length)
        for ours, theirs in zip(found, clue, strict=True)
    )


def _veiled(pattern: Clue | None, clue: Clue) -> Clue | None:
    """A clue that says as much as the pattern does: nothing for None, no length where that has none."""
    if pattern is None:
        return None
    if all(length for length, _ in pattern):
        return clue
    return tuple(
        ours._replace(length=None) if theirs and theirs.length is None else ours
        for ours, theirs in zip_longest(clue, pattern[: len(clue)])
    )


def line_clue(cells: bytes) -> Clue:
    """The clue of one line of a picture.

    >>> line_clue(bytes([0, 1, 1, 2, 0, 2]))
    (Block(length=2, colour=1), Block(length=1, colour=2), Block(length=1, colour=2))
    """
    blocks = []
    while cells := cells.lstrip(b"\0"):  # the background is 0
        rest = cells.lstrip(cells[:1])
        blocks.append(shared_block(len(cells) - len(rest), cells[0]))
        cells = rest
    return tuple(blocks)


def _require_equal_lengths(rows: tuple[bytes, ...]) -> None:
    if len(set(map(len, rows))) > 1:
        raise InputError("the rows of a picture must have equal lengths")


def _row(row: str | bytes | Iterable[int]) -> bytes:
    if isinstance(row, bytes):
        return row
    if not isinstance(row, str):
        try:
            return bytes(list(row))
        except (TypeError, ValueError):
            raise InputError(f"a row is text or colour indices from 0 to 255, read {row!r}") from None
    unknown = set(row) - set(_EMPTY_LETTERS) - set(_FILLED_LETTERS)
    if unknown:
        raise InputError(
            f"a cell is one of {_EMPTY_LETTERS!r} or {_FILLED_LETTERS!r}, read {unknown.pop()!r}"
        )
    return bytes(cell in _FILLED_LETTERS for cell in row)
