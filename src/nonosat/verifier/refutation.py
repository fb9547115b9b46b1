"""Proofs that clauses cannot all be satisfied, in the DRUP format: clauses that follow, one after another.

A clause follows if assuming all of its literals false lets unit propagation run into a clause with no literal
left. Each one that follows joins the others, until the empty one does. Clauses that are no longer
needed may be removed; that makes a proof faster to check and can never make a wrong one right.

Source: E. Goldberg and Y. Novikov, "Verification of proofs of unsatisfiability for CNF formulas" (DATE 2003);
M. Heule, W. Hunt and N. Wetzler, "Trimming while checking clausal proofs" (FMCAD 2013). Propagation by two
watched literals is from M. Moskewicz et al., "Chaff: engineering an efficient SAT solver" (DAC 2001).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


class Refuter:
    """Clauses, and the literals that they make true by unit propagation.

    A clause watches its first two literals: while these are not false it has nothing to say.

    >>> refuter = Refuter(2)
    >>> for clause in ([1, 2], [1, -2], [-1, 2]):
    ...     refuter.add(clause)
    >>> refuter.derives([1]), refuter.derives([-2]), refuter.derives([])
    (True, False, False)
    >>> refuter.add([1])
    >>> refuter.add([-1, -2])
    >>> refuter.derives([])
    True
    """

    def __init__(self, variables: int, look: Callable[[], None] = lambda: None) -> None:
        self._look = look
        self._true = bytearray(2 * variables + 1)
        """Whether a literal is true; negative ones count from the end."""
        self._watching: list[list[list[int]]] = [[] for _ in self._true]
        """Per literal the clauses that watch it."""
        self._stored: dict[tuple[int, ...], list[list[int]]] = {}
        self._refuted = False

    def add(self, literals: Sequence[int]) -> None:
        """Adds a clause; what follows from it by unit propagation stays true."""
        true = self._true
        clause = [literal for literal in dict.fromkeys(literals) if not true[-literal]]
        if any(true[literal] for literal in clause):
            return  # for good: nothing that is true by now becomes open again
        if len(clause) > 1:
            self._stored.setdefault(_key(literals), []).append(clause)
            for literal in clause[:2]:
                self._watching[literal].append(clause)
        else:
            self._refuted = self._refuted or not clause or self._fails(clause, [])

    def remove(self, literals: Sequence[int]) -> None:
        """Forgets a clause, if it is there; what it made true stays true, for that has been derived."""
        for clause in self._stored.get(_key(literals), [])[:1]:
            self._stored[_key(literals)].pop(0)
            for literal in clause[:2]:
                self._watching[literal] = [each for each in self._watching[literal] if each is not clause]

    def derives(self, literals: Iterable[int]) -> bool:
        """Whether the clause follows by unit propagation alone."""
        trail: list[int] = []
        derived = self._refuted or self._fails([-literal for literal in literals], trail)
        for literal in trail:
            self._true[literal] = 0
        return derived

    def _fails(self, literals: Iterable[int], trail: list[int]) -> bool:
        """Makes literals true and all that follows; whether that leaves a clause with no literal.

        If so, propagation is incomplete; the caller then undoes it or needs it no more. The `trail` is empty
        at first and takes the literals in the order in which they become true.
        """
        true, watching = self._true, self._watching
        for literal in literals:
            if true[-literal]:
                return True
            if not true[literal]:
                true[literal] = 1
                trail.append(literal)
        for at, implied in enumerate(trail):  # which grows meanwhile
            if not at & 255:
                self._look()
            false = -implied
            clauses = watching[false]
            kept = watching[false] = []
            for number, clause in enumerate(clauses):
                other = clause[0]
                if other == false:
                    other = clause[0] = clause[1]
                    clause[1] = false
                if true[other]:
                    kept.append(clause)
                    continue
                for place in range(2, len(clause)):
                    literal = clause[place]
                    if not true[-literal]:
                        clause[1], clause[place] = literal, false
                        watching[literal].append(clause)
                        break
                else:
                    if true[-other]:
                        kept += clauses[number:]
                        return True
                    kept.append(clause)
                    true[other] = 1
                    trail.append(other)
        return False


def _key(literals: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(literals))
