"""Kissat by python-sat, a strong prover of single hard formulas.

A. Biere and others, "CaDiCaL, Gimsatul, IsaSAT and Kissat entering the SAT Competition 2024".

It is not incremental: each call begins anew with all clauses, assumptions become unit clauses of that call, and the
core is all of them. It takes no phases, so variables whose false literal is preferred are stored negated, since Kissat
tries true first. It reports no statistics, so each call counts as many conflicts as its budget.

It cannot be interrupted. In a child process, which can be ended, a question without a budget is one call. Elsewhere
budgets grow by a factor of four, and limits are checked between two calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, Self

from nonosat.sat.backends.contract import Configuration, Formula, Watch
from nonosat.sat.backends.phases import random_phases
from nonosat.sat.backends.pysat import new_solver
from nonosat.support.children.processes import interruptible

_CLAUSES_PER_LOOK = 20_000
_FIRST_SLICE, _GROWTH = (
    1000,
    4,
)  # conflicts of the first call; all calls before the last take a quarter of the time together


class KissatSession:
    """See `nonosat.sat.backends.contract.Session`."""

    def __init__(self, formula: Formula, configuration: Configuration, watch: Watch | None = None) -> None:
        new_solver("kissat404").delete()  # raises if there is none
        self._clauses = [list(clause) for clause in formula.clauses]
        self._variables = formula.variables
        self._negated: set[int] = set()
        """Variables that are stored negated."""
        self._model: list[int] = []
        self._core: list[int] = []
        self._conflicts = 0
        self._slice = _FIRST_SLICE
        if watch:
            watch(0)
        self.prefer(random_phases(formula.variables, configuration.seed))

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        conflicts: int | None = None,
        seconds: float | None = None,
        watch: Watch | None = None,
    ) -> bool | None:
        deadline = None if seconds is None else monotonic() + seconds
        until = None if conflicts is None else self._conflicts + conflicts
        endless = deadline is None and until is None and not interruptible()
        while True:
            if deadline is not None and monotonic() >= deadline:
                return None
            budget = self._slice if until is None else min(self._slice, until - self._conflicts)
            if budget <= 0:
                return None
            answer = self._called([*assumptions], None if endless else budget, watch)
            self._conflicts += budget
            if answer is not None:
                self._core = [*assumptions] if answer is False else []
                return answer
            if watch:
                watch(self._conflicts)
            self._slice *= _GROWTH

    def _called(self, assumptions: list[int], budget: int | None, watch: Watch | None) -> bool | None:
        """Makes one call of a new solver."""
        with new_solver("kissat404") as owner:
            solver: Any = owner.solver
            self._load(solver, assumptions, watch)
            if budget is not None:
                solver.conf_budget(budget)
            if interruptible():
                # on Ctrl-C python-sat jumps out of C code in the main thread
                with ThreadPoolExecutor(1) as pool:
                    answer: bool | None = pool.submit(solver.solve_limited).result()
            else:
                answer = solver.solve_limited()
            if answer:
                self._model = self._signed(solver.get_model())
            return answer

    def _load(self, solver: Any, assumptions: list[int], watch: Watch | None) -> None:
        if self._variables:  # declares the last variable: a cell in no clause needs one, too
            solver.add_clause([self._variables, -self._variables])
        for at in range(0, len(self._clauses), _CLAUSES_PER_LOOK):
            for clause in self._clauses[at : at + _CLAUSES_PER_LOOK]:
                solver.add_clause(self._signed(clause))
            if watch:
                watch(self._conflicts)
        for literal in self._signed(assumptions):
            solver.add_clause([literal])

    def _signed(self, literals: Sequence[int]) -> list[int]:
        """Converts literals to their stored form, or back (the same operation)."""
        negated = self._negated
        if not negated:
            return list(literals)
        return [-literal if abs(literal) in negated else literal for literal in literals]

    def model(self) -> Sequence[int]:
        return self._model

    def core(self) -> Sequence[int]:
        return self._core

    def add(self, clause: Sequence[int]) -> None:
        self._clauses.append(list(clause))
        self._variables = max(self._variables, *map(abs, clause), 0)

    def prefer(self, literals: Sequence[int]) -> None:
        self._negated = {-literal for literal in literals if literal < 0}

    def conflicts(self) -> int:
        return self._conflicts

    def propagations(self) -> int:
        return self._conflicts * 1000  # an estimate: Kissat reports none

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._clauses = []
