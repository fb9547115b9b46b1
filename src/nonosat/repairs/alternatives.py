"""Solutions other than a known one, and the smallest parts in which they differ from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Self

from nonosat.lines.board import Board
from nonosat.sat.backends import DEFAULT, Configuration, open_session
from nonosat.sat.encodings import encode

Cell = int

Solution = Mapping[Cell, int]
"""Cells with their colours."""

Tick = Callable[[], None]
"""Called now and then during long work; raises to give it up."""

_SLICE = 2000
"""Conflicts between two looks at the clock."""


class Others:
    """Asks a solver for solutions that a board allows beside a known one; closed after use.

    The board must be at its fixpoint and have open cells.
    """

    def __init__(self, board: Board, known: Solution, *, tick: Tick) -> None:
        """`known` has the colours of the open cells in a solution; others may be there as well."""
        cnf = encode(board, tick=tick)
        self._tick = tick
        self._same = {each.cell: each.literals[known[each.cell]] for each in cnf.open_cells}
        """For each open cell the literal that it is as in the known solution."""
        self._literals = {each.cell: each.literals for each in cnf.open_cells}
        self._switch = cnf.variables
        self._session = open_session(cnf, Configuration(DEFAULT))
        self._session.add([-literal for literal in self._same.values()])

    def differing(self, agree: Iterable[Cell] = ()) -> Solution:
        """Where another solution that agrees on these cells differs, and how; empty if there is none."""
        return self._found([self._same[cell] for cell in agree])

    def near(self, agree: Iterable[Cell] = ()) -> Solution:
        """The same of a solution such that no other one differs in some of these cells only."""
        found = self.differing(agree)
        while len(found) > 1:
            self._switch += 1
            self._session.add([-self._switch, *(self._same[cell] for cell in found)])
            outside = [literal for cell, literal in self._same.items() if cell not in found]
            less = self._found([self._switch, *outside])
            self._session.add([-self._switch])
            if not less:
                break
            found = less
        return found

    def _found(self, assumptions: list[int]) -> Solution:
        while (answer := self._session.solve(assumptions, conflicts=_SLICE)) is None:
            self._tick()
        if not answer:
            return {}
        model = self._session.model()
        return {
            cell: next(
                colour
                for colour, literal in self._literals[cell].items()
                if model[abs(literal) - 1] == literal
            )
            for cell, literal in self._same.items()
            if model[abs(literal) - 1] != literal
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._session.__exit__(kind, error, trace)
