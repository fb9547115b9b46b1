"""Proofs that nothing cheap will do: what has to be chosen, what is refused, and what the cheapest choice costs at least.

An element has a default, which is free, and other values, all of which cost its weight. A refusal is a part of a choice:
values of some elements, which together do not do. So a clause says of each refusal that one of its elements has another
value, and others add up what is paid, from the first element to the last (C. Sinz, "Towards an optimal CNF encoding of
Boolean cardinality constraints", CP 2005). A solver proves that they cannot all hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.limits import Clock
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.argument import Contents, search_files
from nonosat.solving.engine.outcome import Observer

Choice = Mapping[int, int]  # elements by their numbers, with their values


class Element(NamedTuple):
    """Something to choose: its value by default, what the variables of its other values mean, and what these cost."""

    default: int
    others: Mapping[int, list[Any]]
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Bound:
    """The files of a proof that every choice costs more than so much, and the refusals that it needs."""

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
) -> Bound:
    """The proof that every choice without a refusal costs more than `most`; None if there is none at all.

    Raises `SolverDisagreement` if that is not so, and `OutOfReach` at a limit.
    """
    work = _Clauses(elements)
    clauses = [work.refusing(each) for each in clock.each(refused)]
    clauses += work.single()
    if most is not None:
        clauses += work.paying(most)
    files, used = search_files(clauses, work.meanings, False, clock, puzzle, observer)
    return Bound(files, tuple(at for at in used if at < len(refused)))


class _Clauses:
    """Variables with their meanings; grows."""

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
        """Returns the clause that some element has another value."""
        clause: list[int] = []
        for number, value in choice.items():
            own = self._of(number)
            clause.extend([-own[value]] if value in own else own.values())
        return clause

    def single(self) -> list[list[int]]:
        """Returns the clauses that no element has two values."""
        return [[-a, -b] for own in self._variables.values() for a, b in combinations(own.values(), 2)]

    def paying(self, most: int) -> list[list[int]]:
        """Returns the clauses that bound the total cost."""
        clauses: list[list[int]] = []
        # for each sum the variable that the elements so far cost that much at least
        paid: dict[int, int] = {}
        for number in sorted(self._variables):
            weight = self._elements[number].weight
            sums = sorted({*paid, weight, *(each + weight for each in paid)})
            after = {each: self._new(["cost", number + 1, each]) for each in sums if each <= most}
            clauses += [[-paid[each], after[each]] for each in paid]
            for variable in self._variables[number].values():
                for before in (0, *paid):
                    clause = [-variable] if not before else [-variable, -paid[before]]
                    clauses.append([*clause, after[before + weight]] if before + weight in after else clause)
            paid = after
        return clauses
