"""Solutions other than a known one, and the smallest parts in which they differ from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Self

from nonosat.foundation.limits import Clock
from nonosat.solving.lines.board import Board
from nonosat.solving.sat.oracle import Oracle

Cell = int

Solution = Mapping[Cell, int]
"""Cells with their colours."""


class Alternatives:
    """The solutions that a board allows beside a known one; closed after use.

    The board must be at its fixpoint and have open cells.
    """

    def __init__(self, board: Board, known: Solution | Sequence[int], clock: Clock) -> None:
        """`known` has the colours of the open cells in a solution; others may be there as well."""
        self._known = known
        self._oracle = Oracle.of_board(board, clock)
        self._same = self._oracle.agreeing(known)
        """For each open cell the literal that it is as in the known solution."""
        self._oracle.add(-literal for literal in self._same.values())

    def differing(self, agree: Iterable[Cell] = (), *, conflicts: int | None = None) -> Solution | None:
        """Where an alternative that agrees on these cells differs, and how; empty if there is none.

        None if that many `conflicts` of the solver, about, do not tell.
        """
        answer = self._oracle.solve([self._same[cell] for cell in agree], conflicts=conflicts)
        return None if answer is None else self._difference() if answer else {}

    def smaller(self, cells: Collection[Cell], *, conflicts: int | None = None) -> Solution:
        """The same of an alternative that differs in some of these cells only, and not in all of them."""
        outside = [literal for cell, literal in self._same.items() if cell not in cells]
        found = self._oracle.solve(outside, once=[self._same[cell] for cell in cells], conflicts=conflicts)
        return self._difference() if found else {}

    def near(self, agree: Iterable[Cell] = ()) -> Solution:
        """The same of an alternative that agrees on these cells and differs in a minimal set of others."""
        found = smaller = self.differing(agree) or {}
        while len(smaller) > 1 and (smaller := self.smaller(found)):
            found = smaller
        return found

    def _difference(self) -> Solution:
        cells = self._oracle.picture().cells
        return {cell: cells[cell] for cell in self._same if cells[cell] != self._known[cell]}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._oracle.__exit__(*raised)
