"""A board: the candidates of each cell of a puzzle, stored once per line.

A line is a sequence of cells with a clue. Lines come in families, and every cell lies on exactly one line of each family: a
rectangle has two families, rows and columns; a lattice of triangles has three. Nothing here depends on that.

Each line of a cell has its candidates, as one mask per colour (see `nonosat.lines.line`); `narrow` keeps the copies in
step. Mutable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

from nonosat.lines.cycles import MOST, cycles
from nonosat.lines.line import Masks, Plan, Tick, narrow, open_positions, plan
from nonosat.lines.solver import LineSolver, line_solver
from nonosat.lines.stages import Candidates
from nonosat.model.clues import Clue
from nonosat.model.geometry import Cells, crossings
from nonosat.model.puzzle import Puzzle


def given_cells(puzzle: Puzzle) -> tuple[tuple[int, int], ...]:
    """Returns the given cells, each with its colour."""
    if not puzzle.givens:
        return ()
    return tuple([(puzzle.cell(row, place), colour) for row, place, colour in puzzle.givens])


class Board:
    """The candidates of all cells, at first restricted by givens only. Lines are numbered family by family."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.colours = len(puzzle.palette)
        self.clues: list[Clue | None] = [*chain.from_iterable(puzzle.clue_families)]
        self.cells = puzzle.geometry.cell_count
        self._candidates: Candidates | None = None
        self._solver: LineSolver | None = None

    @property
    def candidates(self) -> Candidates:
        """The candidates as the line solver uses them; ends the use of lists from `unpack`."""
        candidates = self._candidates
        if candidates is None:
            candidates = self._candidates = self.solver.blank(given_cells(self.puzzle))
        elif isinstance(candidates, list):
            candidates = self._candidates = self.solver.to_kernel(candidates)
        return candidates

    @candidates.setter
    def candidates(self, candidates: Candidates) -> None:
        self._candidates = candidates

    def unpack(self) -> list[Masks]:
        """Turns the candidates into lists, which can be changed until `candidates` is read.

        `unpack()[line][colour]` is a mask of positions.
        """
        if not isinstance(self._candidates, list):
            self._candidates = self.solver.from_kernel(self.candidates)
        lists: list[Masks] = self._candidates
        return lists

    @cached_property
    def lines(self) -> list[Cells]:
        """The cells of each line, in order."""
        return [*chain.from_iterable(self.puzzle.geometry.families)]

    @property
    def solver(self) -> LineSolver:
        """The line solver."""
        if self._solver is None:
            self._solver = line_solver(self.puzzle.geometry, self.clues, self.colours)
        return self._solver

    @solver.setter
    def solver(self, solver: LineSolver) -> None:
        self._solver = solver

    @cached_property
    def _of_cells(self) -> list[tuple[list[int], list[int]]]:
        return crossings(self.puzzle.geometry).of_cells

    @cached_property
    def _crossings(self) -> list[list[tuple[Sequence[int], Sequence[int]]]]:
        return crossings(self.puzzle.geometry).of_lines

    @cached_property
    def plans(self) -> list[Plan | None]:
        """The prepared clue of each line; None for a line without one."""
        return [
            None if clue is None else plan(clue, len(cells), self.colours)
            for clue, cells in zip(self.clues, self.lines, strict=True)
        ]

    def spans(self, line: int) -> list[tuple[int, int]] | None:
        """`block_spans` of a line that has a clue."""
        return self.solver.spans(line, self.unpack()[line])

    def lines_of(self, cell: int) -> list[tuple[int, int]]:
        """Returns the lines of a cell, each with the cell's position in it."""
        return [(line_of[cell], position_of[cell]) for line_of, position_of in self._of_cells]

    def colours_of(self, cell: int) -> list[int]:
        """Returns the candidates of a cell."""
        line, place = self._of_cells[0][0][cell], self._of_cells[0][1][cell]
        return [colour for colour, mask in enumerate(self.unpack()[line]) if mask >> place & 1]

    def fix(self, cell: int, colour: int) -> list[int]:
        """Removes every other colour from a cell; returns its lines."""
        touched = self.lines_of(cell)
        for line, place in touched:
            for other in range(self.colours):
                if other != colour:
                    self.unpack()[line][other] &= ~(1 << place)
        return [line for line, _ in touched]

    def narrow(self, line: int, masks: Masks) -> set[int]:
        """Replaces a line's masks by narrower ones; returns the crossing lines that changed."""
        return narrow(self.unpack(), line, masks, self._crossings[line])

    def open_in(self, line: int) -> int:
        """Returns the open positions of a line, as a mask."""
        return open_positions(self.unpack()[line])

    def open_cells(self) -> int:
        """Returns the number of cells with several candidates."""
        return self.colours_and_open_count()[1]

    def known(self) -> bytes:
        """Returns the colour of each cell, the first of its candidates."""
        return self.colours_and_open_count()[0]

    def colours_and_open_count(self) -> tuple[bytes, int]:
        """Returns `known()` and `open_cells()`, from one call."""
        return self.solver.known(self.candidates)

    def cycles(self, picture: bytes, *, most: int = MOST, tick: Tick = None) -> Iterator[dict[int, int]]:
        """Yields solutions near a picture that is one: see `nonosat.lines.cycles`.

        >>> board = Board(Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
        >>> list(board.cycles(bytes([1, 0, 0, 1])))
        [{0: 0, 1: 1, 2: 1, 3: 0}]
        """
        opened = [self.open_in(line) for line in range(len(self.lines))]
        return cycles(self.puzzle.geometry, self.clues, opened, picture, most=most, tick=tick)

    def copy(self) -> Board:
        """Returns an independent copy, which shares the immutable parts."""
        candidates = self.candidates  # made by the solver, which both share
        twin = object.__new__(Board)
        twin.__dict__.update(self.__dict__)
        twin._candidates = (
            [list(masks) for masks in candidates] if isinstance(candidates, list) else candidates.copy()
        )
        return twin
