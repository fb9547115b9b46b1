"""A solver with the clauses of one board; its interface has cells and colours, no literals.

The numbering of literals never leaves it: a model comes out as a picture, and what others know goes in as cells and colours.
So a literal of one solver cannot reach another one, whose board, and so whose numbers, may differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Self

from nonosat.lines.board import Board
from nonosat.sat.backends import Configuration, Session, Watch, open_session
from nonosat.sat.encodings import Cnf, encode
from nonosat.support.lazy_dataclasses import replace


class ClauseSolver:
    """The solutions of a board that are not excluded, by a solver of clauses; closed after use."""

    def __init__(self, board: Board, configuration: Configuration, tick: Callable[[], None]) -> None:
        """Encodes the board, which must be at its fixpoint. Raises what `tick` raises, and `OutOfReach` for a board that is
        too large.
        """
        self._cnf: Cnf = encode(board, tick=tick)
        self.variables = self._cnf.variables
        self.clauses = len(self._cnf.clauses)
        self._tick = tick
        self._configuration = configuration
        self._refuted = False

    def load(self) -> None:
        """Opens the session; the clauses are not kept."""
        self._session: Session = open_session(self._cnf, self._configuration, watch=lambda _: self._tick())
        self._cnf = replace(self._cnf, clauses=[])

    # What holds from now on ---------------------------------------------------------------------------

    def exclude(self, picture: bytes) -> None:
        """Rules out one solution, given cell by cell."""
        self._session.add(self._cnf.excluding(picture))

    def add(self, units: Iterable[int]) -> None:
        """Adds facts about cells: 1 + colour * cells + cell, negative if the cell lacks the colour."""
        cells = len(self._cnf.known)
        for unit in units:
            colour, cell = divmod(abs(unit) - 1, cells)
            literals = self._literals.get(cell)
            if literals and colour in literals:
                self._session.add([literals[colour] if unit > 0 else -literals[colour]])
            elif (literals is None and self._cnf.known[cell] == colour) != (unit > 0):
                self._refuted = True

    def prefer(self, picture: Sequence[int]) -> None:
        """Sets the phases of cells to a picture, which need not be a solution."""
        self._session.prefer(self._cnf.cell_literals(picture))

    # Questions ----------------------------------------------------------------------------------------

    def solve(self, *, conflicts: int | None, seconds: float | None, watch: Watch) -> bool | None:
        """Returns whether there is another solution; None if the budget of this call did not suffice."""
        if self._refuted:
            return False
        return self._session.solve(conflicts=conflicts, seconds=seconds, watch=watch)

    def picture(self) -> bytes:
        """The solution that was found, cell by cell. Requires: the last `solve` returned True."""
        return self._cnf.picture(self._session.model()).cells

    def conflicts(self) -> int:
        """Conflicts so far."""
        return self._session.conflicts()

    def propagations(self) -> int:
        """Literals propagated so far."""
        return self._session.propagations()

    @cached_property
    def _literals(self) -> dict[int, dict[int, int]]:
        return {each.cell: each.literals for each in self._cnf.open_cells}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._session.__exit__(None, None, None)
