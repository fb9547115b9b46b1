"""Conflicts that counting finds, and that clauses cannot see: one family of lines asks for too much ink.

The cells of a puzzle are those of its rows, and again those of its columns. So where some rows need more of
an ink at least than all columns have room for at most, these clues contradict each other. A line without a
clue, or with a blotted one, needs little and has room for much. To a solver this is the pigeonhole principle,
of which resolution proofs are exponentially long (A. Haken, "The intractability of resolution", 1985).
"""

from __future__ import annotations

from collections.abc import Set
from itertools import permutations

from nonosat.model.puzzle import Line, Puzzle


class InkBalance:
    """How much of each ink the lines of a puzzle take, at least and at most."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._families: list[list[int]] = []
        lines = puzzle.lines
        numbers = iter(range(len(lines)))
        for family in puzzle.families:
            self._families.append([next(numbers) for _ in family])
        self._rooms = [len(line.cells) for line in lines]
        inks = range(1, len(puzzle.palette))
        self._takes = {ink: [_takes(line, ink) for line in lines] for ink in inks}

    def core(self, those: Set[int]) -> set[int]:
        """The smallest of some sets of these lines whose clues counting refutes; empty if it refutes none.

        None of the clues can be spared, as far as counting this ink goes.

        >>> balance = InkBalance(Puzzle(rows=[[1], [1], [1], [1]], columns=[[2], []]))
        >>> balance.core({0, 1, 2, 3, 4, 5}), balance.core({0, 1, 4, 5})
        ({1, 2, 3, 4, 5}, set())
        """
        found = (
            self._core(takes, [line for line in many if line in those], few, those)
            for takes in self._takes.values()
            for many, few in permutations(self._families, 2)
        )
        return min(filter(None, found), key=len, default=set())

    def _core(
        self, takes: list[tuple[int, int]], many: list[int], few: list[int], those: Set[int]
    ) -> set[int]:
        """Clues of two families of which the first takes more than the second has room for; or nothing."""
        least = sum(takes[line][0] for line in many)
        most = sum(takes[line][1] if line in those else self._rooms[line] for line in few)
        spare = least - most - 1
        if spare < 0:
            return set()
        price = {line: takes[line][0] for line in many}
        price |= {line: self._rooms[line] - takes[line][1] for line in few if line in those}
        kept = set(price)
        for line in sorted(price, key=price.__getitem__):
            if price[line] <= spare:
                spare -= price[line]
                kept.remove(line)
        return kept


def _takes(line: Line, ink: int) -> tuple[int, int]:
    """The least and the most cells of an ink that a line's clue allows."""
    if line.clue is None:
        return 0, len(line.cells)
    least = sum(block.least for block in line.clue if block.colour == ink)
    others = sum(block.least for block in line.clue if block.colour != ink)
    blotted = any(block.length is None for block in line.clue if block.colour == ink)
    return least, max(least, len(line.cells) - others) if blotted else least
