"""Lookahead: cuts a puzzle at a cell whose every colour settles many other cells.

Propagation tries each colour of each open cell. A colour that leaves some line without a filling is refuted; a cell with
one colour left is fixed. The best cell is the one whose worst colour settles the most cells; ties go to the larger
product, as in Heule and others (2011). The product alone mostly left next to nothing for one colour and everything for the
other.

On a large board a sample of the cells is tried first, then all cells on the lines of the best one: good cells lie close
together. In a part of 25820 the best of 120 cells settled 19, others 133.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Given, Puzzle
from nonosat.support.lazy_dataclasses import dataclass

Cube = tuple[Given, ...]  # additional givens, in the order of the cuts

# open cells tried in one round, evenly spread, apart from those on the lines of the best one
MOST_TRIED = 1000


@dataclass(frozen=True, slots=True)
class Cut:
    """A cell to cut at, and its colours that lines do not refute."""

    row: int
    place: int
    colours: tuple[int, ...]

    def children(self, cube: Cube) -> list[Cube]:
        """Returns the parts of a cube, one per colour."""
        return [(*cube, Given(self.row, self.place, colour)) for colour in self.colours]


def within(puzzle: Puzzle, cube: Cube) -> Puzzle:
    """Returns a cube as a puzzle of its own."""
    return puzzle.replace(givens=(*puzzle.givens, *cube))


def cut(puzzle: Puzzle, cube: Cube, tick: Callable[[], None] = lambda: None) -> Cut | None:
    """Returns the best cell to cut a cube at; None if trying single cells settles or refutes the whole cube.

    `tick` is called regularly and can raise.
    """
    tick()
    board = Board(within(puzzle, cube))
    if propagate(board, tick=tick):
        return None
    while cells := _open_cells(board):
        found: list[_Score] = []
        if not _try(board, cells[:: -(-len(cells) // MOST_TRIED)], found, tick):
            return None
        if found:
            lines = {line for line, _ in board.lines_of(max(found)[1])}
            tried = {cell for _, cell, _ in found}
            near = [
                cell for cell in cells if cell not in tried and lines & {at for at, _ in board.lines_of(cell)}
            ]
            if not _try(board, near, found, tick):
                return None
        if still := [each for each in found if len(board.colours_of(each[1])) > 1]:
            _, cell, best = max(still)
            return Cut(*puzzle.geometry.coordinates[cell], best)
    return None  # every round settles at least the cells that it tries


# (score, cell, colours not refuted)
_Score = tuple[tuple[int, int], int, tuple[int, ...]]


def _try(board: Board, cells: Sequence[int], found: list[_Score], tick: Callable[[], None]) -> bool:
    """Tries the colours of some cells and fixes cells with one colour left; returns False if that refutes the cube."""
    for cell in cells:
        tick()
        if len(colours := board.colours_of(cell)) < 2:
            continue
        settled = {colour: count for colour in colours if (count := _settled(board, cell, colour, tick))}
        if len(settled) > 1:
            found.append(((min(settled.values()), prod(settled.values())), cell, tuple(settled)))
        elif not settled or propagate(board, board.fix(cell, *settled), tick=tick):
            return False
    return True


def _open_cells(board: Board) -> list[int]:
    rows = board.lines[: len(board.puzzle.families[0])]
    return [span[at] for line, span in enumerate(rows) for at in positions(board.open_in(line))]


def _settled(board: Board, cell: int, colour: int, tick: Callable[[], None]) -> int:
    """Counts the cells settled by this colour of a cell, including itself; 0 if lines refute it."""
    trial = board.copy()
    if propagate(trial, trial.fix(cell, colour), tick=tick):
        return 0
    return board.open_cells() - trial.open_cells()
