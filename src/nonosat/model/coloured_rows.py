"""Rows of coloured cells: the part of a grid that needs no clues.

A grid has the palette and the geometry for drawing it; slices, copies and pickles keep them. Equality and hashes compare
cells only: a solution equals `Grid(["#."])`, whatever the names of its colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from struct import unpack
from typing import TYPE_CHECKING, Any, Self, overload

from nonosat.model.geometry import Geometry, Rectangle
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette, palette_of
from nonosat.support.arguments import method, named_arguments
from nonosat.support.displays import NotebookDisplay
from nonosat.support.errors import InputError, UsageError
from nonosat.support.results import ByValue

if TYPE_CHECKING:
    import numpy as np

_DIGITS = b"0123456789" + bytes(246)  # the digit of each colour below 10

_EMPTY_LETTERS = ".-_ 0"
_FILLED_LETTERS = "#X1"
_put = object.__setattr__  # sets a field of a frozen dataclass


class _Cells:
    """All cells of a grid in one piece: a solution has its rows only once they are read."""

    __slots__ = ("_cells",)
    _cells: bytes


@named_arguments
@dataclass(frozen=True, slots=True, repr=False, eq=False)
class CellRows(_Cells, ByValue, NotebookDisplay):
    """Rows of cells; the base of `Grid`."""

    rows: tuple[bytes, ...]
    """The rows from the top, each `bytes` of colour indices: `rows[0][2]` is the colour of the third cell."""
    palette: Palette = field(default=BLACK_AND_WHITE, compare=False)
    """The colours by index, with their letters."""
    geometry: Geometry | None = field(default=None, compare=False)
    """The given shape, otherwise the rectangle of the rows; None if their lengths differ."""

    def __init__(
        self,
        rows: Iterable[str | bytes | Iterable[int]],
        palette: Iterable[Colour] = BLACK_AND_WHITE,
        geometry: Geometry | None = None,
        *,
        ragged: bool = False,
    ) -> None:
        """Raises `InputError` for invalid colours, and for rows that do not fit `geometry`."""
        if isinstance(rows, str):
            raise InputError("a grid must be a list of rows: `Grid(text.splitlines())`")
        colours = palette_of(palette)
        own = {colour.letter: index for index, colour in enumerate(colours) if colour.letter}
        made = tuple(_row(row, own, len(colours)) for row in rows)
        lengths = tuple(map(len, made))
        if (geometry is None or isinstance(geometry, Rectangle)) and len(set(lengths)) <= 1:
            geometry = Rectangle(len(made), lengths[0] if made else 0)
        elif geometry is not None and lengths != geometry.row_lengths:
            raise InputError(f"the rows of the grid and of its {geometry.name} differ in length")
        elif geometry is None and not ragged:
            _require_equal_lengths(made)
        _put(self, "rows", made)
        _put(self, "palette", colours)
        _put(self, "geometry", geometry)

    @classmethod
    def _unchecked(cls, rows: tuple[bytes, ...], palette: Palette, geometry: Geometry | None) -> Self:
        """Returns a grid without checking the rows."""
        made = object.__new__(cls)
        _put(made, "rows", rows)
        _put(made, "palette", palette)
        _put(made, "geometry", geometry)
        return made

    def _like(self, palette: Palette, geometry: Geometry) -> Self:
        """Returns the same cells with this palette, and with this geometry if the rows fit it."""
        if palette is self.palette and geometry == self.geometry:
            return self
        return self._unchecked(self.rows, palette, geometry if self.fits(geometry) else self.geometry)

    @method
    def fits(self, geometry: Geometry) -> bool:
        """Returns whether the rows have the lengths of this shape."""
        return self.geometry == geometry or tuple(map(len, self.rows)) == geometry.row_lengths

    @classmethod
    @method
    def from_cells(cls, cells: bytes, width: int, palette: Iterable[Colour] = BLACK_AND_WHITE) -> Self:
        """Returns the rectangular grid with `cells` row by row."""
        height, rest = divmod(len(cells), width)
        if palette is BLACK_AND_WHITE and height and not rest:
            return cls._shaped(Rectangle(height, width), cells)
        return cls([cells[at : at + width] for at in range(0, len(cells), width)], palette)

    @classmethod
    def _shaped(cls, geometry: Geometry, cells: bytes, palette: Palette = BLACK_AND_WHITE) -> Self:
        """Returns the grid of this shape with these colours, by cell number."""
        made = object.__new__(cls)
        _put(made, "_cells", cells)
        _put(made, "palette", palette)
        _put(made, "geometry", geometry)
        return made

    if not TYPE_CHECKING:  # type checkers would take any name

        def __getattr__(self, name: str) -> Any:
            """Makes the rows of cells, or the cells of rows, when they are first read."""
            if name == "rows":
                value = _rows_of(self.geometry, self._cells)
            elif name == "_cells":
                value = b"".join(self.rows)
            else:
                raise AttributeError(
                    f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self
                )
            _put(self, name, value)
            return value

    @classmethod
    @method
    def from_array(cls, array: Any, palette: Iterable[Colour] = BLACK_AND_WHITE) -> Self:
        """Returns the grid of a two-dimensional array of colour indices, or of booleans (True is colour 1).

        Takes whatever `numpy.asarray` takes; `numpy.asarray(grid)` is the inverse. Raises `InputError` for another number
        of dimensions, and for values other than integers from 0 to 255.

        >>> import numpy as np
        >>> from nonosat.model.puzzle import Grid
        >>> Grid.from_array(np.eye(2, dtype=bool))
        Grid(['#.', '.#'])
        """
        import numpy as np

        values = np.asarray(array)
        if values.ndim != 2 or values.dtype.kind not in "bui":
            raise InputError(
                f"a grid takes a two-dimensional array of integers or booleans, got {values.dtype} of shape {values.shape}"
            )
        if values.size and not 0 <= values.min() <= values.max() <= 255:
            raise InputError(f"a grid takes colours from 0 to 255, got {values.min()} to {values.max()}")
        return cls((row.tobytes() for row in values.astype(np.uint8)), palette)

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        """Length of the longest row."""
        return max(map(len, self.rows), default=0)

    @overload
    def __getitem__(self, where: int) -> bytes: ...
    @overload
    def __getitem__(self, where: slice) -> Self: ...
    @overload
    def __getitem__(self, where: tuple[int, int]) -> int: ...
    def __getitem__(self, where: int | slice | tuple[int, int]) -> int | bytes | Self:
        """Returns the colour index at `grid[row, column]`, the same as `grid[row][column]`; a row; or a grid of some rows."""
        if isinstance(where, tuple):
            row, column = where
            return self.rows[row][column]
        if isinstance(where, slice):
            return type(self)(self.rows[where], self.palette, ragged=True)
        return self.rows[where]

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.rows)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """Returns colour indices row by row for `numpy.array(grid)`; raises `InputError` for a ragged grid.

        Raises `ValueError` for `copy=False`.
        """
        import numpy as np

        if copy is False:
            raise ValueError("a grid becomes an array by a copy only")
        _require_equal_lengths(self.rows)
        cells = np.frombuffer(self.cells, np.uint8).reshape(self.height, self.width)
        return cells.astype(int if dtype is None else dtype)

    @property
    def cells(self) -> bytes:
        """Colours cell by cell, in the numbering of puzzles of this shape."""
        return self._cells

    def columns(self) -> tuple[bytes, ...]:
        """Returns the columns, each from the top; raises `InputError` for a ragged grid."""
        _require_equal_lengths(self.rows)
        return tuple(map(bytes, zip(*self.rows, strict=True)))

    def transposed(self) -> Self:
        """Exchanges rows and columns; raises `UsageError` for a triddler."""
        if self.geometry:
            self.geometry.require_rectangle()
        return type(self)(self.columns(), self.palette)

    def mirrored(self) -> Self:
        """Exchanges left and right; raises `UsageError` for a triddler."""
        if self.geometry:
            self.geometry.require_rectangle()
        return replace(self, rows=tuple(row[::-1] for row in self.rows))

    @method
    def text(self, palette: Iterable[Colour] | None = None) -> str:
        """Returns the grid in letters of its palette, or of another; one line per row.

        Raises `UsageError` for a colour that the palette lacks.

        >>> from nonosat.model.puzzle import Grid
        >>> Grid(["#.#"]).text()
        '#.#'
        """
        letters = [colour.letter for colour in (self.palette if palette is None else palette_of(palette))]
        if (colour := self.highest()) >= len(letters):
            raise UsageError(f"colour {colour} of the grid is not in the palette")
        return "\n".join("".join(map(letters.__getitem__, row)) for row in self.rows)

    def __str__(self) -> str:
        """Writes letters of the palette; numbers if it lacks a colour."""
        if self.highest() >= len(self.palette):
            return "\n".join(" ".join(map(str, row)) for row in self.rows)
        return self.text()

    def __repr__(self) -> str:
        lettered = self.highest() < len(self.palette)
        rows = self.text().split("\n") if lettered and self.rows else list(map(list, self.rows))
        parts = [repr(rows)]
        if self.palette != BLACK_AND_WHITE:
            parts.append(f"palette={[tuple(colour) for colour in self.palette]!r}")
        if self.geometry is None:
            parts.append("ragged=True")
        elif not isinstance(self.geometry, Rectangle):
            parts.append(f"geometry={self.geometry!r}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def to_json(self) -> list[Any]:
        """Returns the rows as plain data: strings with a digit per cell, or lists of numbers from 10 colours on."""
        if self.highest() < 10:  # the highest of all rows: asking per row would take quadratic time
            return [row.translate(_DIGITS).decode() for row in self.rows]
        return list(map(list, self.rows))

    def highest(self) -> int:
        """Returns the highest colour index."""
        colour, rest = 0, self.cells
        while rest := rest.translate(None, bytes(range(colour + 1))):
            colour = rest[0]
        return colour


def _rows_of(geometry: Geometry, cells: bytes) -> tuple[bytes, ...]:
    """Returns the cells row by row."""
    if isinstance(geometry, Rectangle):
        return unpack(f"{geometry.width}s" * geometry.height, cells)
    ends = accumulate(geometry.row_lengths, initial=0)
    return tuple([cells[first:end] for first, end in pairwise(ends)])


def _require_equal_lengths(rows: tuple[bytes, ...]) -> None:
    if len(set(map(len, rows))) > 1:
        raise InputError("the rows of a grid must have equal lengths")


def _row(row: str | bytes | Iterable[int], own: dict[str, int], colours: int) -> bytes:
    if isinstance(row, bytes):
        return row
    if isinstance(row, str):
        return bytes(_lettered(row, own, colours))
    try:
        return bytes(list(row))
    except (TypeError, ValueError):
        raise InputError(f"a row must be text or colour indices from 0 to 255, got {row!r}") from None


def _lettered(line: str, own: dict[str, int], colours: int) -> list[int]:
    """Parses a row of letters; letters of the palette (`own`) take precedence."""
    cells = []
    for letter in line:
        if letter in own:
            cells.append(own[letter])
        elif letter.isascii() and letter.isdigit() and int(letter) < max(colours, 2):
            cells.append(int(letter))
        elif letter in _EMPTY_LETTERS or letter in _FILLED_LETTERS:
            cells.append(int(letter in _FILLED_LETTERS))
        else:
            accepted = "".join(dict.fromkeys([*own, *_EMPTY_LETTERS, *_FILLED_LETTERS]))
            raise InputError(f"a cell must be one of {accepted!r}, got {letter!r}")
    return cells
