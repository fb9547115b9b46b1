"""A partial grid: a picture of which some cells are not known yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nonosat.foundation.displays import NotebookDisplay
from nonosat.foundation.errors import InputError, UsageError
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.model.geometry import pick
from nonosat.model.palette import BLACK_AND_WHITE, UNKNOWN, Palette
from nonosat.model.puzzle import Given, Grid, Puzzle
from nonosat.solving.lines.board import Board

_COMMON_LETTERS = {**dict.fromkeys("#X1█■⬛", 1), **dict.fromkeys(".-_0·□⬜", 0)}
"""What people write where there is one ink, whichever letter the palette has."""


@dataclass(frozen=True, slots=True, repr=False)
class PartialGrid(NotebookDisplay):
    """The colour of each cell, row by row, and None where it is not known.

    Rows may be given as text too: `?` unknown, `.-_0` empty, `#X1` filled; see `read` for other colours.

    >>> state = PartialGrid(["#?", "?."])
    >>> state
    PartialGrid(['#?', '?.'])
    >>> state.open_cells, state.givens()
    (2, (Given(row=0, column=0, colour=1), Given(row=1, column=1, colour=0)))
    """

    rows: tuple[tuple[int | None, ...], ...]

    def __init__(self, rows: Iterable[str | Iterable[int | None]]) -> None:
        made = (_row(row, _COMMON_LETTERS) if isinstance(row, str) else tuple(row) for row in rows)
        object.__setattr__(self, "rows", tuple(made))

    @classmethod
    def read(cls, text: str, palette: Palette = BLACK_AND_WHITE, path: str | None = None) -> PartialGrid:
        """The cells in a text with one letter for each: those of the palette, and `?` where it is unknown.

        Raises `InputError` for any other letter, with the line that it is in.
        """
        letters = dict(_COMMON_LETTERS) if len(palette) == 2 else {}
        letters.update((colour.letter, index) for index, colour in enumerate(palette))
        rows = []
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                rows.append(_row(line.strip(), letters, path, number))
        return cls(rows)

    @classmethod
    def of(cls, board: Board) -> PartialGrid:
        """What a board knows: the cells that have one colour left."""
        colours = map(board.colours_of, range(board.cells))
        cells = [known[0] if len(known) == 1 else None for known in colours]
        return cls(pick(cells, row) for row in board.lines[: board.puzzle.height])

    @property
    def open_cells(self) -> int:
        """How many cells are not known."""
        return sum(row.count(None) for row in self.rows)

    def givens(self) -> tuple[Given, ...]:
        """The cells that are known."""
        return tuple(
            Given(row, column, colour)
            for row, colours in enumerate(self.rows)
            for column, colour in enumerate(colours)
            if colour is not None
        )

    def filled_in(self, cells: Iterable[tuple[int, int, int]]) -> PartialGrid:
        """A copy in which some cells, each a row, a column and a colour, are known.

        >>> print(PartialGrid(["??"]).filled_in([(0, 1, 1)]))
        ?#
        """
        rows = [list(row) for row in self.rows]
        for row, column, colour in cells:
            rows[row][column] = colour
        return PartialGrid(rows)

    def require_fit(self, puzzle: Puzzle, path: str | None = None) -> None:
        """Raises `InputError` unless this has the puzzle's shape, and colours of its palette.

        `path` is the file that it was read from.
        """
        if (mine := tuple(map(len, self.rows))) != puzzle.row_lengths:
            for row, (length, its) in enumerate(zip(mine, puzzle.row_lengths, strict=False)):
                if length != its:
                    reason = f"row {row + 1} of the picture has {length} cells, the puzzle's {its}"
                    raise InputError(reason, path=path)
            rows = f"{len(mine)} row{'s' * (len(mine) != 1)}"
            raise InputError(f"the picture has {rows}, the puzzle {puzzle.height}", path=path)
        for row, column, colour in self.givens():
            if not (type(colour) is int and 0 <= colour < len(puzzle.palette)):
                here = f"{puzzle.cell_name(row, column)} of the picture"
                raise InputError(f"{here}: colour {colour!r} is not in the palette", path=path)

    def text(self, palette: Palette = BLACK_AND_WHITE) -> str:
        """The cells in the palette's letters, one line per row, which `read` reads."""
        letters: Mapping[int | None, str] = {
            None: UNKNOWN,
            **{index: colour.letter for index, colour in enumerate(palette)},
        }
        try:
            return "\n".join("".join(letters[colour] for colour in row) for row in self.rows)
        except KeyError as error:
            raise UsageError(f"colour {error} of the grid is not in the palette") from None

    def grid(self) -> Grid:
        """The picture; raises `UsageError` while it is unfinished."""
        if self.open_cells:
            raise UsageError(f"{self.open_cells} cells of the picture are not known")
        rows = ([colour for colour in row if colour is not None] for row in self.rows)
        return Grid(rows, ragged=True)

    def _is_plain(self) -> bool:
        return all(colour in (None, 0, 1) for row in self.rows for colour in row)

    def __str__(self) -> str:
        if self._is_plain():
            return self.text()
        return "\n".join(
            " ".join(UNKNOWN if colour is None else str(colour) for colour in row) for row in self.rows
        )

    def __repr__(self) -> str:
        rows = [PartialGrid([row]).text() for row in self.rows] if self._is_plain() else list(self.rows)
        return f"PartialGrid({rows!r})"


def _row(
    text: str, letters: Mapping[str, int], path: str | None = None, line: int | None = None
) -> tuple[int | None, ...]:
    """The cells that a text stands for."""
    for letter in text:
        if letter != UNKNOWN and letter not in letters:
            expected = "".join(letters)
            reason = (
                f"a cell must be one of {expected!r}, or {UNKNOWN!r} where it is unknown, read {letter!r}"
            )
            raise InputError(reason, path=path, line=line)
    return tuple(None if letter == UNKNOWN else letters[letter] for letter in text)
