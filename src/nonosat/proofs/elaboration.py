"""From clauses that follow by unit propagation to steps that say from which: DRUP to LRAT.

Each clause is assumed to be false; unit propagation then runs into a clause without a literal left. Going back from
that one to what made its literals false, and so on, gives the clauses that were needed, in the order in which they
were. It is as slow as checking such a proof is, and only for solvers that do not write LRAT by themselves.

Source: L. Cruz-Filipe, J. Marques-Silva and P. Schneider-Kamp, "Efficient certified resolution proof checking" (TACAS
2017).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence


def elaborated(
    clauses: Sequence[Sequence[int]],
    steps: Iterable[str],
    variables: int,
    *,
    tick: Callable[[], None] = lambda: None,
) -> Iterator[bytes]:
    """The lines of the proof in LRAT; the clauses have the numbers from 1. Deletions are left out.

    Raises `ValueError` for a step that does not follow.

    >>> list(elaborated([[1, 2], [1, -2], [-1]], ["1 0", "0"], 2))
    [b'4 1 0 1 2 0\\n', b'5 0 3 4 0\\n']
    """
    known = _Known(variables, tick)
    for clause in clauses:
        known.add(clause)
    for text in steps:
        if text.startswith("d "):
            continue
        literals = [int(word) for word in text.split()[:-1]]
        hints = known.reasons(literals)
        number = known.add(literals)
        yield " ".join(map(str, [number, *literals, 0, *hints, 0])).encode() + b"\n"
        if not literals:
            return


class _Known:
    """Numbered clauses, and unit propagation over them with reasons; mutable. Two literals of each are watched."""

    def __init__(self, variables: int, tick: Callable[[], None]) -> None:
        self._tick = tick
        self._clauses: list[list[int]] = [[]]
        self._watching: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        # for each true literal, in the order in which they became true, the clause that made it so; 0 if
        # assumed
        self._reason: dict[int, int] = {}
        self._units: list[int] = []
        self._empty: int | None = None

    def add(self, literals: Sequence[int]) -> int:
        """Takes in a clause, and returns its number."""
        clause = list(dict.fromkeys(literals))
        number = len(self._clauses)
        self._clauses.append(clause)
        if not clause:
            self._empty = number
        elif len(clause) == 1:
            self._units.append(number)
        for literal in clause[:2] if len(clause) > 1 else ():
            self._watching[literal].append(number)
        return number

    def reasons(self, literals: Sequence[int]) -> list[int]:
        """The clauses by which a clause follows, in the order in which they say something."""
        self._tick()
        self._reason.clear()
        clash = self._propagated(literals)
        if clash is None:
            raise ValueError("a step of the proof does not follow from those before it")
        needed, waiting = {clash}, [clash]
        while waiting:
            for literal in self._clauses[waiting.pop()]:
                reason = self._reason.get(-literal, 0)
                if reason and reason not in needed:
                    needed.add(reason)
                    waiting.append(reason)
        return [*(each for each in self._reason.values() if each in needed and each != clash), clash]

    def _propagated(self, literals: Iterable[int]) -> int | None:
        """Assumes that literals are false, and propagates; the clause that has no literal left, if one has none."""
        true = self._reason
        if self._empty is not None:
            return self._empty
        for literal in literals:
            true.setdefault(-literal, 0)
        trail = list(true)
        for number in self._units:
            (literal,) = self._clauses[number]
            if -literal in true:
                return number
            if literal not in true:
                true[literal] = number
                trail.append(literal)
        for literal in trail:  # which grows
            false = -literal
            numbers = self._watching[false]
            kept = self._watching[false] = []
            for at, number in enumerate(numbers):
                clause = self._clauses[number]
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                other = clause[0]
                if other in true:
                    kept.append(number)
                    continue
                for place in range(2, len(clause)):
                    if -clause[place] not in true:
                        clause[1], clause[place] = clause[place], false
                        self._watching[clause[1]].append(number)
                        break
                else:
                    kept.append(number)
                    if -other in true:
                        kept += numbers[at + 1 :]
                        return number
                    true[other] = number
                    trail.append(other)
        return None
