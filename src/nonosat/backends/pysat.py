"""The python-sat backend: any of its incremental CDCL solvers, by name.

Budgets are counted in conflicts because every solver here keeps to that; python-sat's `interrupt`
is ignored by CaDiCaL. Ctrl-C while a solver runs reaches us as the solver module's own error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

import pysolvers  # the compiled half of python-sat, for its error
from pysat.solvers import Solver

from nonosat.encodings import Cnf

CLAUSES_PER_TICK = 20_000


class PysatSession:
    """See `nonosat.backends.Session`."""

    def __init__(self, cnf: Cnf, name: str, tick: Callable[[], None] | None = None) -> None:
        self._owner = Solver(name=name)
        self._solver: Any = self._owner.solver  # the class itself: one call less for each clause
        try:
            # a cell that no clause speaks of must have a variable all the same
            self._solver.add_clause([cnf.variables, -cnf.variables])
            for at in range(0, len(cnf.clauses), CLAUSES_PER_TICK):
                deque(map(self._solver.add_clause, cnf.clauses[at : at + CLAUSES_PER_TICK]), maxlen=0)
                if tick:
                    tick()
        except BaseException:
            self._owner.delete()
            raise

    def solve(self, conflicts: int) -> bool | None:
        self._solver.conf_budget(conflicts)
        try:
            answer: bool | None = self._solver.solve_limited()
        except pysolvers.error as error:
            if "keyboard interrupt" in str(error):
                raise KeyboardInterrupt from None
            raise
        return answer

    def model(self) -> Sequence[int]:
        model: list[int] = self._solver.get_model()
        return model

    def add(self, clause: Sequence[int]) -> None:
        self._solver.add_clause(clause)

    def conflicts(self) -> int:
        total: int = self._solver.accum_stats()["conflicts"]
        return total

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._owner.delete()
