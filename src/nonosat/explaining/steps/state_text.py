"""States of puzzles in text."""

from __future__ import annotations

from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.formats.pictures.cutting import Notation
from nonosat.formats.pictures.finding import read
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle
from nonosat.support.limits import check_limits


def read_state(text: str, puzzle: Puzzle, path: str | None = None) -> PartialGrid:
    """Reads a state from a text or a saved game, in any notation for answers; `path` is its file.

    In a list of filled cells, the others are unknown. Raises `InputError` if there is no state of the puzzle's shape.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> print(read_state("| # | ? |\\n|---|---|\\n| ? | ? |", puzzle))
    #?
    ??
    """
    reading = read(text, puzzle, check_limits)
    if reading is None or tuple(map(len, reading.rows)) != puzzle.row_lengths:
        state = PartialGrid.read(text, puzzle.palette, path)  # its error names the wrong letter and its line
        state._require_fit(puzzle, path)
        return state
    rows = reading.rows
    if reading.style is Notation.CELLS:
        rows = tuple(tuple(None if colour == BACKGROUND else colour for colour in row) for row in rows)
    return PartialGrid(rows, puzzle.palette, puzzle.geometry)
