"""Cells of each ink that clues need: all families of lines cover the same cells, so their sums must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from nonosat.model.clues import ANY, Block, Clue


class InkSums:
    """Numbers of cells of each ink in some clues; mutable. A block of unknown length counts as 1 and makes its ink inexact.

    >>> from nonosat.model.clues import as_clue
    >>> rows, columns = InkSums([as_clue([2]), as_clue(["?"])]), InkSums([as_clue([1]), as_clue([3])])
    >>> rows.least[1], rows.is_exact(1), columns.least[1], columns.is_exact(1)
    (3, False, 4, True)
    >>> rows.can_equal(columns, 1)
    True
    """

    __slots__ = ("_open", "least")

    def __init__(self, clues: Iterable[Clue | None] = ()) -> None:
        self.least = Counter[int]()
        """Least number of cells, by ink."""
        # number of unknown lengths, by ink; key None counts missing clues and `ANY`, which can have any ink
        self._open = Counter[int | None]()
        for clue in clues:
            self.add(clue)

    @classmethod
    def of_counts(cls, blocks: Mapping[Block, int], missing: int) -> InkSums:
        """Returns the sums of clues with these numbers of equal blocks and of missing clues."""
        sums = cls()
        sums._open[None] += missing
        for block, times in blocks.items():
            sums.add((block,), times)
        return sums

    def add(self, clue: Clue | None, times: int = 1) -> None:
        """Adds a clue; `times` -1 takes it away."""
        if clue is None:
            self._open[None] += times
            return
        for block in clue:
            length, ink = block
            if block == ANY:
                self._open[None] += times
                continue
            self.least[ink] += times * (1 if length is None else length)
            if length is None:
                self._open[ink] += times

    @property
    def total(self) -> int:
        """Least number of cells of all inks."""
        return sum(self.least.values())

    def is_exact(self, ink: int) -> bool:
        """Returns True if the clues determine the number of cells of the ink."""
        return not (self._open[None] or self._open[ink])

    def bounds(self, ink: int, cells: int) -> tuple[int, int]:
        """Returns the least and the greatest number of cells of an ink in lines of `cells` cells in total."""
        least = self.least[ink]
        return least, least if self.is_exact(ink) else max(least, cells - (self.total - least))

    def can_equal(self, other: InkSums, ink: int) -> bool:
        """Returns True if both sums can have equally many cells of an ink, in lines of any length."""
        mine, theirs = self.least[ink], other.least[ink]
        return mine == theirs or not (self if mine < theirs else other).is_exact(ink)
