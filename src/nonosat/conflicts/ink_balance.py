"""Finds conflicts by counting ink, where clauses would take too long.

Rows and columns cover the same cells. If some rows need more cells of an ink than all columns can hold, their clues
contradict each other. A line without a clue, or with a blotted one, needs little and can hold much. For a solver
this is the pigeonhole principle, whose resolution proofs are exponentially long (A. Haken, "The intractability of
resolution", 1985).
"""

from __future__ import annotations

from collections.abc import Set
from itertools import permutations

from nonosat.model.ink_sums import InkSums
from nonosat.model.puzzle import Puzzle


class InkBalance:
    """Least and most cells of each ink that each line of a puzzle can have."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._families: list[list[int]] = []
        lines = puzzle.lines
        numbers = iter(range(len(lines)))
        for family in puzzle.families:
            self._families.append([next(numbers) for _ in family])
        self._lengths = [len(line.cells) for line in lines]
        inks = range(1, len(puzzle.palette))
        sums = [InkSums([line.clue]) for line in lines]
        self._takes = {
            ink: [clue.bounds(ink, length) for clue, length in zip(sums, self._lengths, strict=True)]
            for ink in inks
        }

    def core(self, lines: Set[int]) -> set[int]:
        """Returns a small subset of `lines` whose clues counting refutes; empty if counting refutes nothing.

        The subset is minimal for counting its ink.

        >>> balance = InkBalance(Puzzle(rows=[[1], [1], [1], [1]], columns=[[2], []]))
        >>> balance.core({0, 1, 2, 3, 4, 5}), balance.core({0, 1, 4, 5})
        ({1, 2, 3, 4, 5}, set())
        """
        cores = (
            self._core(takes, [line for line in many if line in lines], few, lines)
            for takes in self._takes.values()
            for many, few in permutations(self._families, 2)
        )
        return min(filter(None, cores), key=len, default=set())

    def _core(
        self, takes: list[tuple[int, int]], many: list[int], few: list[int], lines: Set[int]
    ) -> set[int]:
        """Returns a minimal set of lines in which family `many` needs more ink than family `few` can hold."""
        least = sum(takes[line][0] for line in many)
        most = sum(takes[line][1] if line in lines else self._lengths[line] for line in few)
        spare = least - most - 1
        if spare < 0:
            return set()
        price = {line: takes[line][0] for line in many}
        price |= {line: self._lengths[line] - takes[line][1] for line in few if line in lines}
        kept = set(price)
        for line in sorted(price, key=price.__getitem__):
            if price[line] <= spare:
                spare -= price[line]
                kept.remove(line)
        return kept
