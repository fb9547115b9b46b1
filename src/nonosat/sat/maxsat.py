"""Weighted MaxSAT: the cheapest model of clauses, where true variables can have a cost.

With clauses of positive literals only this is the minimum hitting set problem. Clauses can be added after an answer, and
learned clauses are kept, as implicit hitting set algorithms need (E. Moreno-Centeno and R. M. Karp, "The implicit hitting set
approach to solve combinatorial optimization problems", Operations Research 61, 2013).

At first it is assumed that no cost is paid. A core shows that at least one of its costs must be paid: the bound rises
by the least of them, and each is reduced by that amount. A totalizer then counts the paid ones, and a new assumption
forbids a *second* one. So the bound is proved at any time, and exact once there is a model (OLL: B. Andres, B.
Kaufmann, O. Matheis and T. Schaub, "Unsatisfiability-based optimization in clasp", ICLP 2012; A. Morgado, C. Dodaro and
J. Marques-Silva, "Core-guided MaxSAT with soft cardinality constraints", CP 2014; A. Ignatiev, A. Morgado and J.
Marques-Silva, "RC2: an efficient MaxSAT solver", JSAT 11, 2019).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, Self, TypeVar

from nonosat.sat.cardinality import Totalizer
from nonosat.sat.oracle import Oracle
from nonosat.support.limits import Clock

Item = TypeVar("Item", bound=Hashable)


class CheapestModel:
    """Clauses and costs of variables; closed after use."""

    def __init__(self, clock: Clock | None = None) -> None:
        """Questions call the clock's `tick`, which can raise."""
        self.bound = 0
        """Lower bound on the cost; exact after `solve`."""
        self._oracle = Oracle(clock=clock)
        self._saved: Counter[int] = Counter()
        """Cost that each literal saves if it is true; in addition to `bound`."""
        self._sums: dict[int, tuple[Totalizer, int]] = {}
        """Per literal that bounds the number of paid costs: its totalizer and that number."""

    def variable(self, cost: int = 0) -> int:
        """Returns a new variable; it costs `cost` (0 or more) if it is true."""
        variable = self._oracle.variable()
        if cost:
            self._saved[-variable] = cost
        return variable

    def add(self, clause: Iterable[int]) -> None:
        """Adds a clause."""
        self._oracle.add(clause)

    def solve(self) -> bool:
        """Finds a cheapest model; returns False if there is no model."""
        while not self._oracle.solve(list(self._saved)):
            if not (core := self._oracle.core()):
                return False
            self._pay_one_of(core)
        return True

    def holds(self, literal: int) -> bool:
        """Returns whether a literal is true in the last model."""
        return self._oracle.holds(literal)

    def _pay_one_of(self, core: list[int]) -> None:
        """Raises the bound, as one of these literals cannot hold."""
        least = min(map(self._saved.__getitem__, core))
        self.bound += least
        for literal in core:
            self._save(literal, -least)
            if literal in self._sums:
                self._limit(*self._sums[literal], least)
        if len(core) == 1:
            self.add([-core[0]])
        else:
            self._limit(Totalizer(self._oracle, [-literal for literal in core]), 0, least)

    def _limit(self, total: Totalizer, paid: int, saved: int) -> None:
        """Assigns a cost to breaking the literal "at most `paid` + 1 are paid"."""
        literal = total.at_most(paid + 1)
        if literal is not None:
            self._sums[literal] = total, paid + 1
            self._save(literal, saved)

    def _save(self, literal: int, more: int) -> None:
        self._saved[literal] += more
        if not self._saved[literal]:
            del self._saved[literal]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._oracle.__exit__(*raised)


class HittingSets(CheapestModel, Generic[Item]):
    """Minimum-cost hitting sets: the cheapest items with at least one in each set; closed after use.

    >>> with HittingSets[str]() as sets:
    ...     for each in ("ab", "bc", "cd"):
    ...         sets.add_set(each)
    ...     len(sets.cheapest()), sets.bound
    (2, 2)
    """

    def __init__(self, clock: Clock | None = None, *, cost: Callable[[Item], int] = lambda _: 1) -> None:
        """The `cost` of an item is 1 or more."""
        super().__init__(clock)
        self._cost = cost
        self._variables: dict[Item, int] = {}

    def add_set(self, items: Iterable[Item]) -> None:
        """Adds a set to hit; raises `ValueError` for an empty one."""
        clause = []
        for item in items:
            if item not in self._variables:
                self._variables[item] = self.variable(self._cost(item))
            clause.append(self._variables[item])
        if not clause:
            raise ValueError("nothing hits an empty set")
        self.add(clause)

    def cheapest(self) -> set[Item]:
        """Returns a hitting set of minimum cost, which is `bound`."""
        self.solve()
        return {item for item, variable in self._variables.items() if self.holds(variable)}
