"""CNF of a board: variables for the candidates of cells, and the decoding of models.

Variables 1 .. `cell_variables` belong to the open cells: two models give the same picture exactly if they agree on these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.lines.board import Board
from nonosat.model.puzzle import Grid, Puzzle

Candidate = tuple[int, int]
"""A cell and a colour that it can have."""


class OpenCell(NamedTuple):
    """A cell with several candidates, and their literals."""

    cell: int
    literals: dict[int, int]
    """Literal by colour: with two colours, both signs of one variable; otherwise one variable per colour."""


@dataclass(frozen=True, slots=True, eq=False)
class Cnf:
    """Clauses over variables 1 .. `variables`, in DIMACS' signed integers."""

    clauses: list[list[int]]
    variables: int
    cell_variables: int
    open_cells: list[OpenCell]
    fixed_colours: bytes
    """The colour of each cell of the puzzle; meaningless for open cells."""
    puzzle: Puzzle

    def picture(self, model: Sequence[int]) -> Grid:
        """Decodes a model, which has one literal per variable, in order."""
        cells = bytearray(self.fixed_colours)
        for open_cell in self.open_cells:
            for colour, literal in open_cell.literals.items():
                if model[abs(literal) - 1] == literal:
                    cells[open_cell.cell] = colour
        return Grid._of(self.puzzle, bytes(cells))

    def cell_literals(self, cells: Sequence[int]) -> list[int]:
        """Returns the literals of variables 1 .. `cell_variables` that a picture makes true, in order."""
        true_literals: list[int] = []
        for cell, literals in self.open_cells:
            mine = [literal if colour == cells[cell] else -literal for colour, literal in literals.items()]
            true_literals.extend(dict.fromkeys(mine))  # two colours share a variable
        return true_literals

    def excluding(self, cells: bytes) -> list[int]:
        """Returns a clause that excludes a solution, given cell by cell, and no other."""
        return [-open_cell.literals[cells[open_cell.cell]] for open_cell in self.open_cells]

    def candidates(self) -> tuple[Candidate, ...]:
        """Returns the candidates of all open cells."""
        return tuple((cell, colour) for cell, literals in self.open_cells for colour in literals)


def open_cells(board: Board, tick: Callable[[], None] | None) -> tuple[list[OpenCell], list[list[int]], int]:
    """Returns the open cells, the clauses "exactly one colour", and the number of variables.

    `tick` is called per line and can raise to give up.
    """
    cells, clauses, used = [], [], 0
    for line in range(len(board.puzzle.families[0])):
        if tick:
            tick()
        span, rest = board.lines[line], board.open_in(line)
        coloured = list(enumerate(board.unpack()[line]))
        while rest:  # inlined `bits.positions`
            low = rest & -rest
            rest ^= low
            colours = [colour for colour, mask in coloured if mask & low]
            if len(colours) == 2:
                used += 1
                literals = {colours[0]: -used, colours[1]: used}
            else:
                literals = {colour: used + 1 + at for at, colour in enumerate(colours)}
                cell_literals = list(literals.values())
                used += len(cell_literals)
                clauses.append(cell_literals)
                clauses.extend([-a, -b] for at, a in enumerate(cell_literals) for b in cell_literals[:at])
            cells.append(OpenCell(span[low.bit_length() - 1], literals))
    return cells, clauses, used
