"""The cheapest way to meet some clauses, where making a variable true costs something: RC2 of python-sat.

With clauses of positive literals only this is the minimum hitting set problem. Clauses may be added after an
answer, and what was learnt for it is kept, which is what implicit hitting set algorithms live on
(E. Moreno-Centeno and R. M. Karp, "The implicit hitting set approach to solve combinatorial optimization
problems", Operations Research 61, 2013).

RC2 raises a lower bound core by core until the clauses can be met at that cost (A. Ignatiev, A. Morgado and
J. Marques-Silva, "RC2: an efficient MaxSAT solver", JSAT 11, 2019), so that what is known when time runs out
is a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, Self

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

_SLICE = 2000
"""Conflicts between two looks at the clock."""


class Cheapest:
    """Clauses over variables 1, 2, ... and what each variable costs when it is true; closed after use."""

    def __init__(self, cost: Callable[[int], int], *, tick: Callable[[], None] | None = None) -> None:
        """`cost` gives a positive number for each variable; `tick` is called now and then, and may raise."""
        self._cost = cost
        self._tick = tick
        self._charged: set[int] = set()
        self._owner: Any = RC2(WCNF(), solver="g3", adapt=False, exhaust=False)
        self._owner._call_oracle = self._call

    @property
    def bound(self) -> int:
        """What the clauses cost at least, as far as it is known."""
        return int(self._owner.cost)

    def add(self, clause: Iterable[int]) -> None:
        """One more clause to meet."""
        literals = list(clause)
        for variable in map(abs, literals):
            if variable not in self._charged:
                self._charged.add(variable)
                self._owner.add_clause([-variable], weight=self._cost(variable))
        self._owner.add_clause(literals)

    def solve(self) -> set[int] | None:
        """The variables that are true in a cheapest assignment; None if none meets all clauses.

        The cost of it is `bound` then.
        """
        model: list[int] | None = self._owner.compute()
        return None if model is None else {literal for literal in model if literal > 0}

    def _call(self, assumptions: Iterable[int] = (), expect_interrupt: bool = False) -> bool:  # noqa: ARG002
        """What RC2 does to ask its solver, in slices."""
        while True:
            self._owner.oracle.conf_budget(_SLICE)
            answer: bool | None = self._owner.oracle.solve_limited(assumptions=list(assumptions))
            if answer is not None:
                return answer
            if self._tick:
                self._tick()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._owner.delete()
