"""Checks clauses that every cheap, unrefuted choice satisfies.

A choice gives each key one of its values. Some keys are *elements*, in an order: their default is free, and every other
value costs the element's weight. A refusal is a partial choice, values of some keys, that is not allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .budget import Budget
from .values import Refused

Refusal = Mapping[int, int]  # keys with their values
_INT_BYTES = 60  # bytes of a small integer and its place in a list


class Valued(NamedTuple):
    """The key has the value."""

    key: int
    value: int


class Costs(NamedTuple):
    """The first `number` elements cost at least `least`."""

    number: int
    least: int


class Element(NamedTuple):
    """A key that can have its default, and another value for its weight."""

    key: int
    default: int
    weight: int


class Choices:
    """Clauses about choices that cost at most `most` and contain no refusal."""

    def __init__(
        self,
        candidates: Sequence[int],
        elements: Sequence[Element],
        refusals: Iterable[Refusal],
        most: int,
        meanings: Sequence[Valued | Costs],
        budget: Budget,
    ) -> None:
        """`candidates` are the values of each key, as masks; `meanings` are those of the variables from 1."""
        self._candidates, self._elements, self._budget = candidates, elements, budget
        self._of = [Valued(0, 0), *meanings]
        self._place = {element.key: at for at, element in enumerate(elements)}
        self._most = min(most, sum(element.weight for element in elements))
        # by the first element that they name; None if they name none, and so apply to every choice
        self._refusals: dict[int | None, list[Refusal]] = {}
        for refusal in refusals:
            budget.check_limits()
            rest = {key: value for key, value in refusal.items() if key in self._place}
            self._refusals.setdefault(min(rest, default=None), []).append(rest)
        self._sums: list[int] = []

    @property
    def variables(self) -> int:
        """Number of variables."""
        return len(self._of) - 1

    def require(self, clause: Sequence[int], where: str) -> None:
        """Raises `Refused` unless the clause is true of every such choice."""
        left: dict[int, int] = {}
        # if the clause is false: the values of keys, and the least and greatest cost of the first elements
        costs: dict[int, tuple[int, int]] = {}
        for literal in clause:
            meaning = self._of[abs(literal)]
            if isinstance(meaning, Costs):
                low, high = costs.get(meaning.number, (0, self._most))
                if literal > 0:
                    high = min(high, meaning.least - 1)
                else:
                    low = max(low, meaning.least)
                costs[meaning.number] = low, high
            else:
                bit = 1 << meaning.value
                mask = left.get(meaning.key, self._candidates[meaning.key])
                left[meaning.key] = mask & (bit if literal < 0 else ~bit)
        if 0 in left.values() or self._is_refused(left) or not self._affordable(left, costs):
            return
        raise Refused(f"{where}: the clause can be false of a choice that is cheap enough and not refused")

    def _is_refused(self, left: Mapping[int, int]) -> bool:
        """Returns whether one refusal applies to every remaining choice."""
        keys: list[int | None] = [None, *(key for key, mask in left.items() if mask & (mask - 1) == 0)]
        return any(
            all(left.get(key, 0) == 1 << value for key, value in refusal.items())
            for first in keys
            for refusal in self._refusals.get(first, ())
        )

    def _affordable(self, left: Mapping[int, int], costs: Mapping[int, tuple[int, int]]) -> bool:
        """Returns whether some remaining choice is cheap enough."""
        places = [self._place[key] for key in left if key in self._place]
        start = min([*places, *costs], default=0)
        end = max([*(place + 1 for place in places), *costs], default=0)
        sums = self._sums_of(start) & _between(*costs.get(start, (0, self._most)))
        for at in range(start, end):
            key, default, weight = self._elements[at]
            mask = left.get(key, self._candidates[key])
            free = sums if mask >> default & 1 else 0
            sums = free | (sums << weight if mask & ~(1 << default) else 0)
            sums &= _between(*costs.get(at + 1, (0, self._most)))
        return bool(sums)

    def _sums_of(self, number: int) -> int:
        """Returns the possible costs of the first elements as a bit mask."""
        if not self._sums:
            self._budget.require((self._most // 8 + _INT_BYTES) * (len(self._elements) + 1))
            self._sums = [1]
            for element in self._elements:
                self._budget.check_limits()
                sums = self._sums[-1] | self._sums[-1] << element.weight
                self._sums.append(sums & _between(0, self._most))
        return self._sums[number]


def _between(low: int, high: int) -> int:
    """Returns the mask of the numbers from one to another, inclusive."""
    return (1 << high + 1) - (1 << low) if low <= high else 0
