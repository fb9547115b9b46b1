"""Partial knowledge of a puzzle: which colours each cell can still have, kept once per line.

The board knows lines and cells only. A line is a sequence of cells with a clue. Lines come in
families, and every cell lies on exactly one line of each family: rows and columns are two families,
a lattice of triangles has three, and nothing here can tell the difference.

The same knowledge is held by each line that a cell lies on, as one mask per colour (see
`nonosat.line`), and `narrow` keeps the copies in step. Mutable; everything else about a puzzle is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.bits import lowest
from nonosat.geometry import Cells, pick, put
from nonosat.line import Masks, Plan, open_positions, plan
from nonosat.puzzle import Clue, Puzzle


class Board:
    """What is known of each cell of a puzzle; starts with the givens and nothing else.

    `may[line][colour]` is a mask of positions. Lines are numbered family by family.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.colours = len(puzzle.palette)
        self.cells = sum(puzzle.row_lengths)
        self.lines: list[Cells] = []
        """The cells of each line, in order."""
        self.clues: list[Clue | None] = []
        self.plans: list[Plan | None] = []
        """None for a line of which nothing is known."""
        self._crossings: list[list[tuple[Sequence[int], Sequence[int]]]] = []
        self._lines_of: list[tuple[list[int], list[int]]] = []
        families = puzzle.families
        for family in families:
            line_of, place_of = [0] * self.cells, [0] * self.cells
            for cells, clue in family:
                put(line_of, cells, [len(self.lines)] * len(cells))
                put(place_of, cells, range(len(cells)))
                self.lines.append(cells)
                self.clues.append(clue)
                self.plans.append(None if clue is None else plan(clue, len(cells), self.colours))
            self._lines_of.append((line_of, place_of))
        for number, family in enumerate(families):
            others = self._lines_of[:number] + self._lines_of[number + 1 :]
            for cells, _ in family:
                self._crossings.append(
                    [(pick(lines, cells), pick(places, cells)) for lines, places in others]
                )
        self.may: list[Masks] = [[(1 << len(cells)) - 1] * self.colours for cells in self.lines]
        for row, column, colour in puzzle.givens:
            self.fix(puzzle.cell(row, column), colour)

    def places(self, cell: int) -> list[tuple[int, int]]:
        """The lines that a cell lies on, each with the cell's position in it."""
        return [(line_of[cell], place_of[cell]) for line_of, place_of in self._lines_of]

    def colours_of(self, cell: int) -> list[int]:
        """The colours that a cell can still have."""
        line, place = self._lines_of[0][0][cell], self._lines_of[0][1][cell]
        return [colour for colour, mask in enumerate(self.may[line]) if mask >> place & 1]

    def fix(self, cell: int, colour: int) -> list[int]:
        """Takes every other colour from a cell; the lines that it lies on are returned."""
        touched = self.places(cell)
        for line, place in touched:
            for other in range(self.colours):
                if other != colour:
                    self.may[line][other] &= ~(1 << place)
        return [line for line, _ in touched]

    def narrow(self, line: int, masks: Masks) -> set[int]:
        """Puts narrower masks in place of a line's; the crossing lines that this changed are returned."""
        changed = set()
        before = self.may[line]
        self.may[line] = masks
        for colour, (old, new) in enumerate(zip(before, masks, strict=True)):
            removed = old ^ new
            if removed:
                for others, places in self._crossings[line]:
                    rest = removed
                    while rest:  # `bits.positions`, inline
                        low = rest & -rest
                        rest ^= low
                        at = low.bit_length() - 1
                        crossing = others[at]
                        self.may[crossing][colour] &= ~(1 << places[at])
                        changed.add(crossing)
        return changed

    def untouched(self, line: int) -> bool:
        """Whether nothing at all is known of a line's cells."""
        whole = (1 << len(self.lines[line])) - 1
        return all(mask == whole for mask in self.may[line])

    def open_in(self, line: int) -> int:
        """The positions of a line whose colour is not known yet, as a mask."""
        return open_positions(self.may[line])

    def open_cells(self) -> int:
        """How many cells are not known yet."""
        return sum(self.open_in(line).bit_count() for line in range(len(self.puzzle.families[0])))

    def known(self) -> bytearray:
        """The colour of each cell; where several are left, the first of them."""
        cells = bytearray(self.cells)
        for line in range(len(self.puzzle.families[0])):
            span, taken = self.lines[line], self.may[line][0]
            for colour in range(1, self.colours):
                rest = self.may[line][colour] & ~taken
                taken |= rest
                while rest:
                    at = lowest(rest)
                    rest &= rest - 1
                    cells[span[at]] = colour
        return cells

    def copy(self) -> Board:
        """An independent copy of the knowledge, sharing what never changes."""
        twin = object.__new__(Board)
        twin.__dict__.update(self.__dict__)
        twin.may = [list(masks) for masks in self.may]
        return twin
