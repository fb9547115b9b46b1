"""The least cost at which clauses can be met, where some variables cost something when they are true.

With clauses of positive literals only this is the minimum hitting set problem. Clauses may be added after an
answer, and what was learnt for it is kept, which is what implicit hitting set algorithms live on
(E. Moreno-Centeno and R. M. Karp, "The implicit hitting set approach to solve combinatorial optimization
problems", Operations Research 61, 2013).

At first all costs are assumed to be saved. A core says that one of some costs must be paid: the bound rises
by the least of them and each is reduced by that much. A totalizer then counts those that are paid, and a new
assumption says that no *second* one is. So the bound is proved at any time, and met when there is a model
(OLL: B. Andres, B. Kaufmann, O. Matheis and T. Schaub, "Unsatisfiability-based optimization in clasp", ICLP
2012; A. Morgado, C. Dodaro and J. Marques-Silva, "Core-guided MaxSAT with soft cardinality constraints", CP
2014; A. Ignatiev, A. Morgado and J. Marques-Silva, "RC2: an efficient MaxSAT solver", JSAT 11, 2019).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, Self, TypeVar

from nonosat.foundation.limits import Clock
from nonosat.solving.sat.cardinality import Totalizer
from nonosat.solving.sat.oracle import Oracle

Item = TypeVar("Item", bound=Hashable)


class CheapestModel:
    """Clauses, and what it costs to meet them; closed after use."""

    def __init__(self, clock: Clock | None = None) -> None:
        """Every question keeps to the clock, and raises what it raises when the time is up."""
        self.bound = 0
        """Lower bound on the cost; exact after `solve`."""
        self._oracle = Oracle(clock=clock)
        self._saved: Counter[int] = Counter()
        """Cost that each literal saves if it holds, beside `bound`."""
        self._sums: dict[int, tuple[Totalizer, int]] = {}
        """For each literal that bounds a number of costs: its totalizer and that number."""

    def variable(self, cost: int = 0) -> int:
        """A new variable, and what it costs when it is true, 0 or more."""
        variable = self._oracle.variable()
        if cost:
            self._saved[-variable] = cost
        return variable

    def add(self, clause: Iterable[int]) -> None:
        """One more clause to meet."""
        self._oracle.add(clause)

    def solve(self) -> bool:
        """Finds a cheapest model; False if none meets all clauses."""
        while not self._oracle.solve(list(self._saved)):
            if not (core := self._oracle.core()):
                return False
            self._pay_one_of(core)
        return True

    def holds(self, literal: int) -> bool:
        """Returns whether a literal is true in the model that was found."""
        return self._oracle.holds(literal)

    def _pay_one_of(self, core: list[int]) -> None:
        """Takes in that one of these literals cannot hold."""
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
        """Lets the literal "at most one more than `paid` are paid" save something."""
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
        """`cost` of each thing is 1 or more."""
        super().__init__(clock)
        self._cost = cost
        self._variables: dict[Item, int] = {}

    def add_set(self, items: Iterable[Item]) -> None:
        """One more set to hit; raises `ValueError` for an empty one, which nothing hits."""
        clause = []
        for item in items:
            if item not in self._variables:
                self._variables[item] = self.variable(self._cost(item))
            clause.append(self._variables[item])
        if not clause:
            raise ValueError("nothing hits an empty set")
        self.add(clause)

    def cheapest(self) -> set[Item]:
        """Things that hit all sets and together cost as little as any that do, which is `bound`."""
        self.solve()
        return {item for item, variable in self._variables.items() if self.holds(variable)}
