"""A finished picture, and the check of a picture against clues that shares nothing with the solver.

`Grid.violations` is the judge of every solution that leaves the engine: it reads runs of equal
cells off the picture and compares them with the clues, and knows no other part of the package than
the puzzle's statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from nonosat.errors import InputError, UsageError
from nonosat.puzzle import BACKGROUND, BLACK_AND_WHITE, Axis, Block, Clue, Palette, Puzzle

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

    Rows may be given as strings (`.-_ 0` empty, `#X1` filled) or as sequences of colour indices.

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

    def __init__(self, rows: Iterable[str | bytes | Iterable[int]]) -> None:
        made = tuple(_row(row) for row in rows)
        if len({len(row) for row in made}) > 1:
            raise InputError("the rows of a picture must have equal lengths")
        object.__setattr__(self, "rows", made)

    @classmethod
    def from_cells(cls, cells: bytes, width: int) -> Grid:
        """The picture with `cells` row by row."""
        return cls(cells[at : at + width] for at in range(0, len(cells), width))

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """The colour index at `grid[row, column]`."""
        row, column = cell
        return self.rows[row][column]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.rows)

    def columns(self) -> tuple[bytes, ...]:
        """The picture read by columns, each from the top."""
        return tuple(map(bytes, zip(*self.rows, strict=True)))

    def clues(self) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
        """The row clues and the column clues of this picture."""
        return tuple(map(line_clue, self.rows)), tuple(map(line_clue, self.columns()))

    def puzzle(self, palette: Palette = BLACK_AND_WHITE, **fields: Any) -> Puzzle:
        """The puzzle whose clues are those of this picture; `fields` go to `Puzzle`."""
        rows, columns = self.clues()
        return Puzzle(rows, columns, palette, **fields)

    def satisfies(self, puzzle: Puzzle) -> bool:
        """Whether this picture is a solution of the puzzle, givens included."""
        right_size = (self.height, self.width) == (puzzle.height, puzzle.width)
        if not right_size or next(self._violations(puzzle), None):
            return False
        return all(
            0 <= row < self.height and 0 <= column < self.width and self.rows[row][column] == colour
            for row, column, colour in puzzle.givens
        )

    def violations(self, puzzle: Puzzle) -> tuple[Violation, ...]:
        """The lines that do not read as the puzzle's clues say: what was found, what expected."""
        if (self.height, self.width) != (puzzle.height, puzzle.width):
            mine, its = f"{self.width}x{self.height}", f"{puzzle.width}x{puzzle.height}"
            raise InputError(f"the picture has {mine} cells, the puzzle {its}")
        return tuple(self._violations(puzzle))

    def _violations(self, puzzle: Puzzle) -> Iterator[Violation]:
        for index, (row, clue) in enumerate(zip(self.rows, puzzle.rows, strict=True)):
            if (found := line_clue(row)) != clue:
                yield Violation("row", index, found, clue)
        for index, (column, clue) in enumerate(zip(self.columns(), puzzle.columns, strict=True)):
            if (found := line_clue(column)) != clue:
                yield Violation("column", index, found, clue)

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
        if (colour := self._highest()) >= len(letters):
            raise UsageError(f"colour {colour} of the picture is not in the palette")
        return "\n".join("".join(map(letters.__getitem__, row)) for row in self.rows)

    def __str__(self) -> str:
        if self._highest() > 1:
            return "\n".join(" ".join(map(str, row)) for row in self.rows)
        return self.text()

    def __repr__(self) -> str:
        if self._highest() > 1:
            return f"Grid({[list(row) for row in self.rows]!r})"
        return f"Grid({[Grid((row,)).text() for row in self.rows]!r})"

    def _highest(self) -> int:
        return max((max(row, default=0) for row in self.rows), default=0)


def line_clue(cells: bytes) -> Clue:
    """The clue of one line of a picture.

    >>> line_clue(bytes([0, 1, 1, 2, 0, 2]))
    (Block(length=2, colour=1), Block(length=1, colour=2), Block(length=1, colour=2))
    """
    runs = ((colour, len(list(run))) for colour, run in groupby(cells))
    return tuple(Block(length, colour) for colour, length in runs if colour != BACKGROUND)


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
