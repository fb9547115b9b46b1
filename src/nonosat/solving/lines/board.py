"""Partial knowledge of a puzzle: which colours each cell can still have, kept once per line.

The board knows lines and cells only. A line is a sequence of cells with a clue. Lines come in
families, and every cell lies on exactly one line of each family: rows and columns are two families,
a lattice of triangles has three, and nothing here can tell the difference.

The same knowledge is held by each line that a cell lies on, as one mask per colour (see
`nonosat.solving.lines.line`), and `narrow` keeps the copies in step. Mutable; everything else about a puzzle is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from nonosat.model.clues import Clue
from nonosat.model.geometry import Cells, crossings, put
from nonosat.model.puzzle import Puzzle
from nonosat.solving.lines.line import Masks, Plan, open_positions, plan
from nonosat.solving.lines.reference import narrow
from nonosat.solving.lines.solver import LineSolver, line_solver

_DIGITS = bytes(byte & 1 for byte in range(256))
"""Translates the digits 0 and 1 as text to these numbers."""


class Board:
    """What is known of each cell of a puzzle; starts with the givens and nothing else.

    `candidates[line][colour]` is a mask of positions. Lines are numbered family by family.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.colours = len(puzzle.palette)
        self.cells = sum(puzzle.row_lengths)
        self.lines: list[Cells] = [*chain.from_iterable(puzzle.geometry.families)]
        """The cells of each line, in order."""
        self.clues: list[Clue | None] = [*chain.from_iterable(puzzle.clue_families)]
        self.candidates: list[Masks] = [[(1 << len(cells)) - 1] * self.colours for cells in self.lines]
        for row, column, colour in puzzle.givens:
            self.fix(puzzle.cell(row, column), colour)

    @cached_property
    def solver(self) -> LineSolver:
        """The line solver."""
        return line_solver(self.puzzle.geometry, self.clues, self.colours)

    @cached_property
    def _of_cells(self) -> list[tuple[list[int], list[int]]]:
        return crossings(self.puzzle.geometry).of_cells

    @cached_property
    def _crossings(self) -> list[list[tuple[Sequence[int], Sequence[int]]]]:
        return crossings(self.puzzle.geometry).of_lines

    @cached_property
    def plans(self) -> list[Plan | None]:
        """The prepared clue of each line; None for a line without one."""
        return [self.plan(line) for line in range(len(self.lines))]

    def plan(self, line: int) -> Plan | None:
        """The prepared clue of a line."""
        clue = self.clues[line]
        return None if clue is None else plan(clue, len(self.lines[line]), self.colours)

    def spans(self, line: int) -> list[tuple[int, int]] | None:
        """`block_spans` of a line that has a clue."""
        return self.solver.spans(line, self.candidates[line])

    def lines_of(self, cell: int) -> list[tuple[int, int]]:
        """The lines that a cell lies on, each with the cell's position in it."""
        return [(line_of[cell], position_of[cell]) for line_of, position_of in self._of_cells]

    def colours_of(self, cell: int) -> list[int]:
        """The colours that a cell can still have."""
        line, place = self._of_cells[0][0][cell], self._of_cells[0][1][cell]
        return [colour for colour, mask in enumerate(self.candidates[line]) if mask >> place & 1]

    def fix(self, cell: int, colour: int) -> list[int]:
        """Takes every other colour from a cell; the lines that it lies on are returned."""
        touched = self.lines_of(cell)
        for line, place in touched:
            for other in range(self.colours):
                if other != colour:
                    self.candidates[line][other] &= ~(1 << place)
        return [line for line, _ in touched]

    def narrow(self, line: int, masks: Masks) -> set[int]:
        """Replaces a line's masks by narrower ones; returns the crossing lines that this changed."""
        return narrow(self.candidates, line, masks, self._crossings[line])

    def open_in(self, line: int) -> int:
        """The positions of a line whose colour is not known yet, as a mask."""
        return open_positions(self.candidates[line])

    def open_cells(self) -> int:
        """How many cells are not known yet."""
        return sum(self.open_in(line).bit_count() for line in range(self.puzzle.height))

    def known(self) -> bytearray:
        """The colour of each cell; where several are left, the first of them."""
        cells = bytearray(self.cells)
        for span, masks in zip(self.puzzle.geometry.families[0], self.candidates, strict=False):
            taken, row = masks[0], 0  # `row` has a byte per cell
            for colour, mask in enumerate(masks[1:], 1):
                digits = f"{mask & ~taken:b}".encode().translate(_DIGITS)
                row += colour * int.from_bytes(digits, "big")
                taken |= mask
            put(cells, span, row.to_bytes(len(span), "little"))
        return cells

    def copy(self) -> Board:
        """An independent copy of the knowledge, sharing what never changes."""
        twin = object.__new__(Board)
        twin.__dict__.update(self.__dict__)
        twin.candidates = [list(masks) for masks in self.candidates]
        return twin
