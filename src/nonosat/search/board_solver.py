"""The oracle of one board as a search uses it: its interface has cells and colours, no literals.

A model comes out as a picture, and facts go in as cells and colours. Literals never leave it, because
two solvers number the same cell differently.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from dataclasses import replace
from time import process_time

from nonosat.lines.board import Board
from nonosat.sat.backends import Configuration, Watch
from nonosat.sat.encodings import Cnf, encode
from nonosat.sat.oracle import Oracle
from nonosat.support.limits import Clock


class ClauseSolver(Oracle):
    """The solutions of a board that are not excluded; closed after use."""

    encode_seconds = load_seconds = 0.0
    """CPU seconds of `load_board`."""

    def __init__(self, cnf: Cnf, clock: Clock, configuration: Configuration, watch: Watch) -> None:
        """Loads the clauses of a board, which are not kept."""
        super().__init__(cnf, clock, configuration=configuration, watch=watch)
        self.clauses = len(cnf.clauses)
        self.cnf = replace(cnf, clauses=[])

    def exclude(self, picture: bytes) -> None:
        """Rules out one solution, given cell by cell."""
        self.add(self.cnf.excluding(picture))

    def add_units(self, units: Iterable[int]) -> None:
        """Adds facts about cells: 1 + colour * cells + cell, negative if the cell lacks the colour."""
        known = self.cnf.fixed_colours
        for unit in units:
            colour, cell = divmod(abs(unit) - 1, len(known))
            literals = self.literals.get(cell)
            if literals and colour in literals:
                self.add([literals[colour] if unit > 0 else -literals[colour]])
            elif (literals is None and known[cell] == colour) != (unit > 0):
                self.add([1])  # no picture agrees
                self.add([-1])

    @property
    def propagations(self) -> int:
        """Literals propagated so far."""
        return self._session.propagations()


def load_board(
    board: Board, tick: Callable[[], None], clock: Clock, configuration: Configuration, watch: Watch
) -> ClauseSolver:
    """Returns a solver with the clauses of a board at its fixpoint."""
    # Without the collector of cycles, of which there are none, writing clauses takes a third less time. Kept short:
    # out of memory, CPython 3.11 loops for ever if an exception leaves a `try` beyond the 256th instruction
    was_on = gc.isenabled()
    gc.disable()
    try:
        began = process_time()
        cnf = encode(board, tick=tick)
        encoded = process_time()
        solver = ClauseSolver(cnf, clock, configuration, watch)
        solver.encode_seconds, solver.load_seconds = encoded - began, process_time() - encoded
    finally:
        if was_on:
            gc.enable()
    return solver
