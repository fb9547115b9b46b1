"""Cardinality constraints: python-sat's iterative totalizer, whose bound can grow between calls.

Its outputs are literals, so a bound is an assumption (O. Bailleux and Y. Boufkhad, "Efficient CNF
encoding of Boolean cardinality constraints", CP 2003; R. Martins, S. Joshi, V. Manquinho and I. Lynce,
"Incremental cardinality constraints for MaxSAT", CP 2014).
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.sat.oracle import Oracle


class Totalizer:
    """Cardinality constraints on literals of an oracle; adds clauses to it as bounds grow."""

    def __init__(self, oracle: Oracle, literals: Sequence[int]) -> None:
        from pysat.card import ITotalizer  # few questions need it

        self._oracle = oracle
        self._size = len(literals)
        self._counter = ITotalizer(lits=list(literals), ubound=1, top_id=oracle.variables)
        self._add_clauses()

    def at_most(self, bound: int) -> int | None:
        """Returns the literal to assume for "at most `bound` literals are true"; None if that always holds.

        Bounds can come in any order; each new largest one adds clauses.
        """
        if bound >= self._size:
            return None
        if bound >= len(self._counter.rhs):
            self._counter.increase(ubound=bound, top_id=self._oracle.variables)
            self._add_clauses()
        return -int(self._counter.rhs[bound])

    def _add_clauses(self) -> None:
        """Adds new clauses and their variables to the oracle."""
        self._oracle.variables = max(self._oracle.variables, self._counter.top_id)
        clauses = self._counter.cnf.clauses
        for clause in clauses[len(clauses) - self._counter.nof_new :]:
            self._oracle.add(clause)
