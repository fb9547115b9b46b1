"""Cardinality constraints: python-sat's totalizer, whose bound can be raised between calls.

Its outputs are literals, so that a bound is an assumption (O. Bailleux and Y. Boufkhad, "Efficient CNF
encoding of Boolean cardinality constraints", CP 2003; R. Martins, S. Joshi, V. Manquinho and I. Lynce,
"Incremental cardinality constraints for MaxSAT", CP 2014).
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.solving.sat.oracle import Oracle


class Totalizer:
    """Cardinality constraints on literals of an oracle; adds clauses to it as bounds grow."""

    def __init__(self, oracle: Oracle, literals: Sequence[int]) -> None:
        from pysat.card import ITotalizer  # here, for few questions come to this

        self._oracle = oracle
        self._size = len(literals)
        self._counter = ITotalizer(lits=list(literals), ubound=1, top_id=oracle.variables)
        self._tell()

    def at_most(self, bound: int) -> int | None:
        """The literal to assume for that bound; None if there are no more literals than that.

        Bounds may be asked for in any order; each costs clauses when it is the largest so far.
        """
        if bound >= self._size:
            return None
        if bound >= len(self._counter.rhs):
            self._counter.increase(ubound=bound, top_id=self._oracle.variables)
            self._tell()
        return -int(self._counter.rhs[bound])

    def _tell(self) -> None:
        """Gives the oracle the clauses that are new, and takes the variables that they use."""
        self._oracle.variables = max(self._oracle.variables, self._counter.top_id)
        clauses = self._counter.cnf.clauses
        for clause in clauses[len(clauses) - self._counter.nof_new :]:
            self._oracle.add(clause)
