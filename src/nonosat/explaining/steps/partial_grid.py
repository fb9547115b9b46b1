"""A partial grid: a picture with unknown cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nonosat.lines.board import Board
from nonosat.model.geometry import AXES, Geometry, Rectangle, pick
from nonosat.model.palette import BLACK_AND_WHITE, UNKNOWN, Colour, Palette, palette_of
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.support.arguments import is_whole, method
from nonosat.support.displays import NotebookDisplay
from nonosat.support.errors import InputError, UsageError
from nonosat.support.sentences import number_text

# common letters for one ink, accepted with any palette
_COMMON_LETTERS = {**dict.fromkeys("#X1█■⬛", 1), **dict.fromkeys(".-_0·□⬜", 0)}


@dataclass(frozen=True, slots=True, repr=False)
class PartialGrid(NotebookDisplay):
    """Colours row by row, None for unknown cells.

    Rows can be text: `?` unknown, `.-_0` empty, `#X1` filled; in colours the palette's letters, or digits as in JSON.
    `palette` and `geometry` are for drawing, as in a `Grid`; equality and hashes compare cells only.

    >>> state = PartialGrid(["#?", "?."])
    >>> state
    PartialGrid(['#?', '?.'])
    >>> state.open_cells, state.givens()
    (2, (Given(row=0, column=0, colour=1), Given(row=1, column=1, colour=0)))
    """

    rows: tuple[tuple[int | None, ...], ...]
    palette: Palette = field(default=BLACK_AND_WHITE, compare=False)
    geometry: Geometry | None = field(default=None, compare=False)
    """Shape; None for a rectangle."""

    def __init__(
        self,
        rows: Iterable[str | Iterable[int | None]],
        palette: Palette = BLACK_AND_WHITE,
        geometry: Geometry | None = None,
    ) -> None:
        letters = _letters(palette)
        try:
            made = tuple(_row(row, letters) if isinstance(row, str) else tuple(row) for row in rows)
        except TypeError:
            raise InputError(f"a picture is a list of rows, such as ['#?', '?.'], got {rows!r:.60}") from None
        object.__setattr__(self, "rows", made)
        object.__setattr__(self, "palette", palette)
        object.__setattr__(self, "geometry", geometry)

    @classmethod
    @method
    def read(cls, text: str, palette: Palette = BLACK_AND_WHITE, path: str | None = None) -> PartialGrid:
        """Reads a text with one letter per cell: a letter of the palette, a digit as in JSON, or `?`.

        Raises `InputError` for any other letter, with its line.
        """
        letters, lines = _letters(palette), enumerate(map(str.strip, text.split("\n")), 1)
        return cls([_row(line, letters, path, number) for number, line in lines if line], palette)

    @classmethod
    def _of(cls, board: Board) -> PartialGrid:
        """Returns the partial grid of the cells that have one colour left on a board."""
        picture, left = board.colours_and_open_count()
        puzzle = board.puzzle
        rows: list[Sequence[int | None]] = [pick(picture, row) for row in board.lines[: puzzle.height]]
        if left:
            for number, row in enumerate(rows):
                is_open = reversed(f"{board.open_in(number):0{len(row)}b}")
                rows[number] = [
                    None if bit == "1" else colour for bit, colour in zip(is_open, row, strict=False)
                ]
        return cls(rows, puzzle.palette, puzzle.geometry)

    @classmethod
    def _state_of(
        cls, puzzle: Puzzle, state: PartialGrid | Iterable[str | Iterable[int | None]] | None
    ) -> PartialGrid:
        """Returns `state` as a partial grid, blank by default; raises `InputError` unless it fits the puzzle."""
        if not isinstance(state, PartialGrid):
            rows = [[None] * length for length in puzzle.row_lengths] if state is None else state
            state = cls(rows, puzzle.palette, puzzle.geometry)
        state._require_fit(puzzle)
        return state

    @classmethod
    @method
    def blank(cls, puzzle: Puzzle) -> PartialGrid:
        """Returns a grid in which only the puzzle's givens are known."""
        return cls._state_of(puzzle, None).filled_in(puzzle.givens)

    @property
    def open_cells(self) -> int:
        """Number of unknown cells."""
        return sum(row.count(None) for row in self.rows)

    def givens(self) -> tuple[Given, ...]:
        """Returns the known cells."""
        return tuple(
            Given(row, column, colour)
            for row, colours in enumerate(self.rows)
            for column, colour in enumerate(colours)
            if colour is not None
        )

    @method
    def filled_in(self, cells: Iterable[tuple[int, int, int]]) -> PartialGrid:
        """Returns a copy with some cells, as (row, column, colour), filled in; raises `UsageError` for anything else.

        >>> print(PartialGrid(["??"]).filled_in([(0, 1, 1)]))
        ?#
        """
        rows = [list(row) for row in self.rows]
        for cell in cells:
            if not (isinstance(cell, tuple | list) and len(cell) == 3 and all(map(is_whole, cell))):
                raise UsageError(f"a cell is (row, column, colour), such as (0, 1, 1), got {cell!r}")
            row, column, colour = cell
            if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
                raise UsageError(f"there is no cell ({row}, {column}) in the picture")
            rows[row][column] = colour
        return PartialGrid(rows, self.palette, self.geometry)

    def _require_fit(self, puzzle: Puzzle, path: str | None = None) -> None:
        """Raises `InputError` unless this has the puzzle's shape and colours; `path` is the file it was read from."""
        if (lengths := tuple(map(len, self.rows))) != puzzle.row_lengths:
            for row, (length, wanted) in enumerate(zip(lengths, puzzle.row_lengths, strict=False)):
                if length != wanted:
                    cells = number_text(length, "cell")
                    reason = f"row {row + 1} of the picture has {cells}, the puzzle's {wanted}"
                    raise InputError(reason, path=path)
            rows = number_text(len(lengths), AXES[0])
            raise InputError(f"the picture has {rows}, the puzzle {puzzle.height}", path=path)
        for row, column, colour in self.givens():
            if not (type(colour) is int and 0 <= colour < len(puzzle.palette)):
                where = f"{puzzle.cell_name(row, column)} of the picture"
                raise InputError(f"{where}: colour {colour!r} is not in the palette", path=path)

    @method
    def text(self, palette: Iterable[Colour] | None = None) -> str:
        """Returns the cells in letters of its palette, or of another; one line per row, as `read` takes it."""
        colours = self.palette if palette is None else palette_of(palette)
        letters: Mapping[int | None, str] = {
            None: UNKNOWN,
            **{index: colour.letter for index, colour in enumerate(colours)},
        }
        try:
            return "\n".join("".join(letters[colour] for colour in row) for row in self.rows)
        except KeyError as error:
            raise UsageError(f"colour {error} of the grid is not in the palette") from None

    def grid(self) -> Grid:
        """Returns the complete picture; raises `UsageError` if cells are unknown."""
        if self.open_cells:
            raise UsageError(f"the picture has {number_text(self.open_cells, 'unknown cell')}")
        rows = ([colour for colour in row if colour is not None] for row in self.rows)
        return Grid(rows, self.palette, self.geometry, ragged=True)

    def _has_letters(self) -> bool:
        return all(colour is None or colour < len(self.palette) for row in self.rows for colour in row)

    def __str__(self) -> str:
        """Draws it in letters of the palette; in numbers if it lacks a colour."""
        if self._has_letters():
            return self.text()
        return "\n".join(
            " ".join(UNKNOWN if colour is None else str(colour) for colour in row) for row in self.rows
        )

    def __repr__(self) -> str:
        rows = self.text().split("\n") if self.rows and self._has_letters() else list(self.rows)
        parts = [repr(rows)]
        if self.palette != BLACK_AND_WHITE:
            parts.append(f"palette={[tuple(colour) for colour in self.palette]!r}")
        if self.geometry and not isinstance(self.geometry, Rectangle):
            parts.append(f"geometry={self.geometry!r}")
        return f"PartialGrid({', '.join(parts)})"


def _letters(palette: Palette) -> Mapping[str, int]:
    letters = dict(_COMMON_LETTERS) if len(palette) == 2 else {}
    letters.update((colour[2], index) for index, colour in enumerate(palette))
    for index in range(min(len(palette), 10)):
        letters.setdefault(str(index), index)  # as in our JSON
    return letters


def _row(
    text: str, letters: Mapping[str, int], path: str | None = None, line: int | None = None
) -> tuple[int | None, ...]:
    """Returns the cells of one row of text."""
    for letter in text:
        if letter != UNKNOWN and letter not in letters:
            expected = "".join(letters)
            reason = f"a cell must be one of {expected!r}, or {UNKNOWN!r} where it is unknown, got {letter!r}"
            raise InputError(reason, path=path, line=line)
    return tuple(None if letter == UNKNOWN else letters[letter] for letter in text)
