"""Solutions that differ from a known one, in as few cells as possible."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Self

from nonosat.lines.board import Board
from nonosat.sat.oracle import Oracle
from nonosat.support.limits import Clock

Cell = int

Solution = Mapping[Cell, int]  # colours by cell


class Alternatives:
    """Finds solutions of a board other than a known one; a context manager.

    The board must be at its fixpoint and have open cells.
    """

    def __init__(self, board: Board, known: Solution | Sequence[int], clock: Clock) -> None:
        """`known` is a solution; it needs colours for the open cells only."""
        self._known = known
        self._oracle = Oracle.of_board(board, clock)
        # for each open cell the literal "as in the known solution"
        self._same = self._oracle.agreeing(known)
        self._oracle.add(-literal for literal in self._same.values())

    def differing(self, agree: Iterable[Cell] = (), *, conflicts: int | None = None) -> Solution | None:
        """Returns the differing cells of an alternative that agrees on the cells `agree`; empty if there is none.

        None if about `conflicts` solver conflicts are used up.
        """
        answer = self._oracle.solve([self._same[cell] for cell in agree], conflicts=conflicts)
        return None if answer is None else self._difference() if answer else {}

    def smaller(self, cells: Collection[Cell], *, conflicts: int | None = None) -> Solution:
        """Like `differing`, for an alternative that differs in a proper subset of `cells` only."""
        outside = [literal for cell, literal in self._same.items() if cell not in cells]
        exists = self._oracle.solve(outside, once=[self._same[cell] for cell in cells], conflicts=conflicts)
        return self._difference() if exists else {}

    def near(self, agree: Iterable[Cell] = ()) -> Solution:
        """Like `differing`, for an alternative whose set of differing cells is minimal."""
        solution = smaller = self.differing(agree) or {}
        while len(smaller) > 1 and (smaller := self.smaller(solution)):
            solution = smaller
        return solution

    def _difference(self) -> Solution:
        cells = self._oracle.picture().cells
        return {cell: cells[cell] for cell in self._same if cells[cell] != self._known[cell]}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._oracle.__exit__(*raised)
