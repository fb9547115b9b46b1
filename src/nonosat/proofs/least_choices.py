"""Proofs of lower bounds on the cost of a choice.

Each element has a free default value and other values, which all cost its weight. A refusal is a partial choice, values
of some elements, that is not allowed. A clause per refusal says that one of its elements has another value; further
clauses sum up the cost, element by element (C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality
constraints", CP 2005). A solver refutes them together with the bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from nonosat.model.puzzle import Puzzle
from nonosat.proofs.refutation_files import Contents, search_files
from nonosat.sat.encodings import Cnf
from nonosat.search.outcome import Observer
from nonosat.support.limits import Clock

Choice = Mapping[int, int]  # values by element number


class Element(NamedTuple):
    """An element: its default value, its other values with the meanings of their variables, and their cost."""

    default: int
    others: Mapping[int, list[Any]]
    weight: int = 1


@dataclass(frozen=True, slots=True)
class CostBound:
    """The files of a proof of a lower bound, and the refusals that the proof needs."""

    files: Contents
    needed: tuple[int, ...]


def costs_more(
    elements: Sequence[Element],
    refused: Sequence[Choice],
    most: int | None,
    clock: Clock,
    *,
    puzzle: Puzzle,
    observer: Observer | None = None,
) -> CostBound:
    """Proves that every choice that is not refused costs more than `most`; if `most` is None, that every choice is refused.

    Raises `SolverDisagreement` if that is wrong, `OutOfReach` at a limit.
    """
    work = _Clauses(elements)
    clauses = [work.refusing(choice) for choice in clock.each(refused)]
    clauses += work.single()
    if most is not None:
        clauses += work.paying(most)
    cnf = Cnf(clauses, len(work.meanings), 0, [], b"", puzzle)
    files, used = search_files(cnf, work.meanings, False, clock, observer)
    return CostBound(files, tuple(at for at in used if at < len(refused)))


class _Clauses:
    """Variables with their meanings; mutable."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self._elements = elements
        # variables of each element used by a refusal, by its values except the default
        self._variables: dict[int, dict[int, int]] = {}
        self.meanings: list[list[Any]] = []

    def _new(self, meaning: list[Any]) -> int:
        self.meanings.append(meaning)
        return len(self.meanings)

    def _of(self, number: int) -> dict[int, int]:
        if number not in self._variables:
            others = self._elements[number].others
            self._variables[number] = {value: self._new(meaning) for value, meaning in others.items()}
        return self._variables[number]

    def refusing(self, choice: Choice) -> list[int]:
        """Returns the clause "some element of this refusal has another value"."""
        clause: list[int] = []
        for number, value in choice.items():
            own = self._of(number)
            clause.extend([-own[value]] if value in own else own.values())
        return clause

    def single(self) -> list[list[int]]:
        """Returns the clauses "no element has two values"."""
        return [[-a, -b] for own in self._variables.values() for a, b in combinations(own.values(), 2)]

    def paying(self, most: int) -> list[list[int]]:
        """Returns the clauses that bound the total cost."""
        clauses: list[list[int]] = []
        # per sum: variable "the elements so far cost at least this sum"
        paid: dict[int, int] = {}
        for number in sorted(self._variables):
            weight = self._elements[number].weight
            sums = sorted({*paid, weight, *(cost + weight for cost in paid)})
            after = {cost: self._new(["cost", number + 1, cost]) for cost in sums if cost <= most}
            clauses += [[-paid[cost], after[cost]] for cost in paid]
            for variable in self._variables[number].values():
                for before in (0, *paid):
                    clause = [-variable] if not before else [-variable, -paid[before]]
                    clauses.append([*clause, after[before + weight]] if before + weight in after else clause)
            paid = after
        return clauses
