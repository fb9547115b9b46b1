"""Rows of coloured cells: what a grid is by itself, without its clues and the puzzle that it may solve."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self, overload

from nonosat.foundation.displays import NotebookDisplay
from nonosat.foundation.errors import InputError, UsageError
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.model.palette import BLACK_AND_WHITE, Palette

if TYPE_CHECKING:
    import numpy as np

_EMPTY_LETTERS = ".-_ 0"
_FILLED_LETTERS = "#X1"

_NUMBERS = re.compile(r"[0-9]+(?: [0-9]+)+")
"""A row of colour indices, as `str` writes them if there are several inks."""


@dataclass(frozen=True, slots=True, repr=False)
class CellRows(NotebookDisplay):
    """Rows of cells; the base of `Grid`."""

    rows: tuple[bytes, ...]
    """The rows from the top, each a `bytes` with the colour index of every cell: `list(rows[0])` is a list of
    numbers, `rows[0][2]` the colour of the third cell."""

    def __init__(self, rows: Iterable[str | bytes | Iterable[int]], *, ragged: bool = False) -> None:
        made = tuple(map(_row, rows))
        if not ragged:
            _require_equal_lengths(made)
        object.__setattr__(self, "rows", made)

    @classmethod
    def _of_rows(cls, rows: tuple[bytes, ...]) -> Self:
        """The same without a look at the rows."""
        made = object.__new__(cls)
        object.__setattr__(made, "rows", rows)
        return made

    @classmethod
    def from_cells(cls, cells: bytes, width: int) -> Self:
        """The rectangular grid with `cells` row by row."""
        return cls(cells[at : at + width] for at in range(0, len(cells), width))

    @classmethod
    def from_array(cls, array: Any) -> Self:
        """The grid with the cells of a two-dimensional array of colour indices, or of booleans (True is colour 1).

        Takes whatever `numpy.asarray` takes; `numpy.asarray(grid)` is the way back. Raises `InputError` if the array
        has another number of dimensions or values that are no integers from 0 to 255.

        >>> import numpy as np
        >>> from nonosat.model.puzzle import Grid
        >>> Grid.from_array(np.eye(2, dtype=bool))
        Grid(['#.', '.#'])
        """
        import numpy as np

        found = np.asarray(array)
        if found.ndim != 2 or found.dtype.kind not in "bui":
            raise InputError(
                f"a grid takes a two-dimensional array of integers or booleans, got {found.dtype} of shape {found.shape}"
            )
        if found.size and not 0 <= found.min() <= found.max() <= 255:
            raise InputError(f"a grid takes colour indices from 0 to 255, got {found.min()} to {found.max()}")
        return cls(row.tobytes() for row in found.astype(np.uint8))

    @classmethod
    def from_text(cls, text: str, palette: Palette = BLACK_AND_WHITE) -> Self:
        """The grid that a text draws, a line for each row, as `str` and `text` write it.

        A cell is a letter of the palette, one of those that `Grid` takes, or a digit; lines of numbers with a
        blank between them are colour indices. Empty lines before and after the grid are left out. Raises
        `InputError` for other letters, and for rows of different lengths.

        >>> from nonosat.model.puzzle import Grid
        >>> Grid.from_text("#..\\n##.")
        Grid(['#..', '##.'])
        >>> Grid.from_text("1 0\\n0 2").rows[1][1]
        2
        """
        lines = text.strip("\r\n").splitlines()
        if any(_NUMBERS.fullmatch(line) for line in lines):
            return cls([_numbers(line) for line in lines])
        own = {colour.letter: index for index, colour in enumerate(palette) if colour.letter}
        return cls([_lettered(line, own, len(palette)) for line in lines])

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        """The length of the longest row."""
        return max(map(len, self.rows), default=0)

    @overload
    def __getitem__(self, where: int) -> bytes: ...
    @overload
    def __getitem__(self, where: slice) -> tuple[bytes, ...]: ...
    @overload
    def __getitem__(self, where: tuple[int, int]) -> int: ...
    def __getitem__(self, where: int | slice | tuple[int, int]) -> int | bytes | tuple[bytes, ...]:
        """The colour index at `grid[row, column]`, which is also `grid[row][column]`; a row; or some rows."""
        if isinstance(where, tuple):
            row, column = where
            return self.rows[row][column]
        return self.rows[where]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.rows)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """What `numpy.array(grid)` takes: colour indices as integers, row by row; a ragged grid has none.

        Raises `ValueError` if a copy is forbidden, since a grid is no array.
        """
        import numpy as np

        if copy is False:
            raise ValueError("a grid becomes an array by a copy only")
        _require_equal_lengths(self.rows)
        cells = np.frombuffer(self.cells, np.uint8).reshape(self.height, self.width)
        return cells.astype(int if dtype is None else dtype)

    @property
    def cells(self) -> bytes:
        """The colours cell by cell, in the numbering of the puzzles of this shape."""
        return b"".join(self.rows)

    def columns(self) -> tuple[bytes, ...]:
        """The grid read by columns, each from the top; raises `InputError` if it is ragged."""
        _require_equal_lengths(self.rows)
        return tuple(map(bytes, zip(*self.rows, strict=True)))

    def transposed(self) -> Self:
        """Rows and columns exchanged."""
        return type(self)(self.columns())

    def mirrored(self) -> Self:
        """Left and right exchanged."""
        return type(self)(row[::-1] for row in self.rows)

    def text(self, palette: Palette = BLACK_AND_WHITE) -> str:
        """The grid in the palette's letters, one line per row; raises `UsageError` if one is missing.

        >>> from nonosat.model.puzzle import Grid
        >>> Grid(["#.#"]).text()
        '#.#'
        """
        letters = [colour.letter for colour in palette]
        if (colour := self.highest()) >= len(letters):
            raise UsageError(f"colour {colour} of the grid is not in the palette")
        return "\n".join("".join(map(letters.__getitem__, row)) for row in self.rows)

    def __str__(self) -> str:
        if self.highest() > 1:
            return "\n".join(" ".join(map(str, row)) for row in self.rows)
        return self.text()

    def __repr__(self) -> str:
        plain = self.highest() <= 1
        rows = [CellRows((row,)).text() if plain else list(row) for row in self.rows]
        ragged = ", ragged=True" if len(set(map(len, rows))) > 1 else ""
        return f"{type(self).__name__}({rows!r}{ragged})"

    def to_json(self) -> list[Any]:
        """The rows as plain data: a digit for each cell, or lists of numbers if there are many colours."""
        digits = self.highest() < 10  # of all rows: asking in each would take quadratic time
        return ["".join(map(str, row)) if digits else list(row) for row in self.rows]

    def highest(self) -> int:
        """The highest colour index in the grid."""
        found, rest = 0, self.cells
        while rest := rest.translate(None, bytes(range(found + 1))):
            found = rest[0]
        return found


def _require_equal_lengths(rows: tuple[bytes, ...]) -> None:
    if len(set(map(len, rows))) > 1:
        raise InputError("the rows of a grid must have equal lengths")


def _row(row: str | bytes | Iterable[int]) -> bytes:
    if isinstance(row, bytes):
        return row
    if not isinstance(row, str):
        try:
            return bytes(list(row))
        except (TypeError, ValueError):
            raise InputError(f"a row must be text or colour indices from 0 to 255, read {row!r}") from None
    unknown = set(row) - set(_EMPTY_LETTERS) - set(_FILLED_LETTERS)
    if unknown:
        raise InputError(
            f"a cell must be one of {_EMPTY_LETTERS!r} or {_FILLED_LETTERS!r}, read {unknown.pop()!r}"
        )
    return bytes(cell in _FILLED_LETTERS for cell in row)


def _numbers(line: str) -> list[int]:
    """A row of colour indices."""
    if not _NUMBERS.fullmatch(f"{line} 0"):
        raise InputError(f"a row must be numbers with a blank between them, read {line!r}")
    return list(map(int, line.split(" ")))


def _lettered(line: str, own: dict[str, int], colours: int) -> list[int]:
    """A row of letters: those of a palette, by their colours, before all others."""
    cells = []
    for letter in line:
        if letter in own:
            cells.append(own[letter])
        elif letter.isascii() and letter.isdigit() and int(letter) < max(colours, 2):
            cells.append(int(letter))
        elif letter in _EMPTY_LETTERS or letter in _FILLED_LETTERS:
            cells.append(int(letter in _FILLED_LETTERS))
        else:
            known = "".join(dict.fromkeys([*own, *_EMPTY_LETTERS, *_FILLED_LETTERS]))
            raise InputError(f"a cell must be one of {known!r}, read {letter!r}")
    return cells
