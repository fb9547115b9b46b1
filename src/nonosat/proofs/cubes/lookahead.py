"""Where to cut a puzzle: at a cell whose every colour settles many others.

Each colour of each open cell is tried by propagation. A colour that leaves some line without a filling is
refuted; a cell with one colour left has it while the others are tried. The best cell is the one whose worst
colour settles the most; among equals the product counts, as in Heule and others (2011). Where the product
alone decided, most cells were cut off where one colour leaves next to nothing, and the other everything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

from nonosat.model.puzzle import Given, Puzzle
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import propagate

Cube = tuple[Given, ...]
"""Cells that are given on top of those of a puzzle, in the order in which it was cut."""

MOST_TRIED = 120
"""Open cells that are tried at the most, evenly spread."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A cell of a cube, and the colours that lines do not refute for it."""

    row: int
    place: int
    colours: tuple[int, ...]

    def children(self, cube: Cube) -> list[Cube]:
        """The cubes for these colours."""
        return [(*cube, Given(self.row, self.place, colour)) for colour in self.colours]


def within(puzzle: Puzzle, cube: Cube) -> Puzzle:
    """The puzzle that a cube is."""
    return puzzle.replace(givens=(*puzzle.givens, *cube))


def cut(puzzle: Puzzle, cube: Cube, tick: Callable[[], None] = lambda: None) -> Cut | None:
    """The best cell to cut a cube at; None if tries of single cells settle or refute all of it.

    `tick` is called now and then, and may raise an error to give up.
    """
    tick()
    board = Board(within(puzzle, cube))
    if propagate(board, tick=tick):
        return None
    while cells := _open_cells(board):
        found: list[tuple[tuple[int, int], int, tuple[int, ...]]] = []
        for cell in cells[:: -(-len(cells) // MOST_TRIED)]:
            tick()
            if len(colours := board.colours_of(cell)) < 2:
                continue
            settled = {colour: count for colour in colours if (count := _settled(board, cell, colour, tick))}
            if len(settled) > 1:
                found.append(((min(settled.values()), prod(settled.values())), cell, tuple(settled)))
            elif not settled or propagate(board, board.fix(cell, *settled), tick=tick):
                return None
        if still := [each for each in found if len(board.colours_of(each[1])) > 1]:
            _, cell, best = max(still)
            return Cut(*puzzle.geometry.coordinates[cell], best)
    return None  # every round of tries settles at least the cells that it tried


def _open_cells(board: Board) -> list[int]:
    rows = board.lines[: len(board.puzzle.families[0])]
    return [span[at] for line, span in enumerate(rows) for at in positions(board.open_in(line))]


def _settled(board: Board, cell: int, colour: int, tick: Callable[[], None]) -> int:
    """How many cells a colour of a cell settles, itself included; 0 if lines refute it."""
    trial = board.copy()
    if propagate(trial, trial.fix(cell, colour), tick=tick):
        return 0
    return board.open_cells() - trial.open_cells()
