"""The readings of a page in order of probability: which clue each line has, such that the sums of both sides agree.

A reading costs the logarithm of how much less probable it is than the most probable one. A* finds them in order (P.
Hart, N. Nilsson, B. Raphael, 1968): lines are decided one by one, and what the rest costs at least, for each difference
of the sums that is left, is computed from the last line backwards. Combinations that are known to clash are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from math import log

from nonosat.foundation.lazy_dataclasses import dataclass, replace
from nonosat.model.clues import Block, Clue, clue_room
from nonosat.scanning.reading import LineReading, Number

MOST = 24
"""Clues of a line that are considered."""
DEAREST = 12.0
"""Readings that cost more than that are less probable than that one number is read wrong with confidence."""
_OF_A_MARK = 0.4
"""The share of its cost at which what seems to be a mark is a number: in noise many are, and none of these is sure."""
_MOST_SUMS = 4000
"""Differences of sums that are kept for each line: the cheapest."""
_MOST_PARTIAL = 200_000
"""Partial readings that are looked at."""

Sums = tuple[int, ...]
Clash = frozenset[tuple[int, int]]
"""Lines, each with the number of one of its clues, which no puzzle with a solution has together."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A clue that a line may have."""

    clue: Clue
    cost: float
    """Minus the logarithm of its probability."""
    chosen: tuple[tuple[Number, int | None], ...]
    """What each number of the line then says."""
    way: float
    """The probability of that way to join digits to numbers."""


def candidates(line: LineReading, length: int) -> list[Candidate]:
    """The clues that a line may have and that fit into it, the likeliest first."""
    best: dict[Clue, Candidate] = {}
    for numbers, chance in line.ways:
        for said, cost in _choices(numbers):
            clue = _clue(said)
            if clue is None or clue_room(clue) > length:
                continue
            total = cost - log(chance)
            if clue not in best or total < best[clue].cost:
                best[clue] = Candidate(clue, total, said, chance)
            if len(best) >= 3 * MOST:
                break
    found = sorted(best.values(), key=lambda each: each.cost)[:MOST]
    return [each for each in found if each.cost <= found[0].cost + DEAREST]


Said = tuple[tuple[Number, int | None], ...]
"""What some numbers say together, each with the ink that it then has."""


def _options(number: Number) -> list[tuple[float, Number, int | None]]:
    """What a number may say and in which ink, and what it costs, the cheapest first."""
    share = 1.0 if number.value is not None else _OF_A_MARK
    found = [(-log(max(chance, 1e-12)) * share, number, value) for value, chance in number.values]
    own = 1 - sum(chance for _, chance in number.others)
    for ink, chance in number.others:
        other, more = replace(number, ink=ink), log(max(own, 1e-12)) - log(chance)
        found += [(cost + more, other, value) for cost, _, value in found[: len(number.values)] if value]
    return sorted(found, key=lambda each: each[0]) if number.others else found


def _choices(numbers: Sequence[Number]) -> Iterator[tuple[Said, float]]:
    """What some numbers may say together, and what it costs, the cheapest first."""
    options = [_options(number) for number in numbers]
    heap = [(sum(each[0][0] for each in options), (0,) * len(numbers))]
    seen = {heap[0][1]}
    for _ in range(40 * MOST):
        if not heap:
            return
        cost, places = heappop(heap)
        yield tuple(own[at][1:] for own, at in zip(options, places, strict=True)), cost
        for which, at in enumerate(places):
            if at + 1 < len(options[which]):
                after = (*places[:which], at + 1, *places[which + 1 :])
                if after not in seen:
                    seen.add(after)
                    heappush(heap, (cost - options[which][at][0] + options[which][at + 1][0], after))


def _clue(said: Said) -> Clue | None:
    """The clue of some numbers; None if they are none: a 0 stands alone."""
    some = [(value, number.ink) for number, value in said if value is not None]
    if len(some) == 1 and some[0][0] == 0:
        return ()
    if any(value == 0 for value, _ in some):
        return None
    return tuple(Block(value, ink) for value, ink in some)


class Readings:
    """All readings in order; mutable, for clashes are added as they are found."""

    def __init__(
        self, lines: Sequence[Sequence[Candidate]], rows: int, inks: int, tick: Callable[[], None]
    ) -> None:
        """The first `rows` lines are rows; every line has a candidate."""
        self._lines, self._tick = lines, tick
        self._open = [at for at, line in enumerate(lines) if len(line) > 1]
        self._inks, self._rows = inks, rows
        self._clashes: dict[int, list[Clash]] = {}
        """By the place of their last line among the open ones."""
        self._place = {at: place for place, at in enumerate(self._open)}
        self.exhausted = False
        """Whether there are no more, rather than too many to look at."""
        self._start: Sums = (0,) * inks
        for at, line in enumerate(lines):
            if len(line) == 1:
                self._start = self._plus(self._start, at, 0)

    def clash(self, clash: Clash) -> None:
        """No reading with all of these any more."""
        known = Clash(each for each in clash if each[0] in self._place)
        last = max((self._place[at] for at, _ in known), default=-1)
        self._clashes.setdefault(last, []).append(known)

    def __iter__(self) -> Iterator[tuple[float, tuple[int, ...]]]:
        """What each costs more than the best of each line, and the number of the clue of each line."""
        best = (0,) * len(self._lines)
        at_best = self._start
        for at in self._open:
            at_best = self._plus(at_best, at, 0)
        if not any(at_best):
            yield 0.0, best
        tie, all_rest = count(), self._backwards()
        first = all_rest[0].get(self._start)
        heap: list[tuple[float, int, float, Sums, tuple[int, ...]]] = []
        if first is not None:
            heap.append((first, next(tie), 0.0, self._start, ()))
        for _ in range(_MOST_PARTIAL):
            if not heap:
                self.exhausted = True
                return
            self._tick()
            total, _, cost, sums, places = heappop(heap)
            if self._clashing(places):
                continue
            if len(places) == len(self._open):
                if not any(sums) and any(places):
                    yield total, self._whole(places)
                continue
            at = self._open[len(places)]
            rest = all_rest[len(places) + 1]
            least = self._lines[at][0].cost
            for number, candidate in enumerate(self._lines[at]):
                after = self._plus(sums, at, number)
                spent = cost + candidate.cost - least
                if after in rest and spent + rest[after] <= DEAREST:
                    heappush(heap, (spent + rest[after], next(tie), spent, after, (*places, number)))

    def _whole(self, places: Sequence[int]) -> tuple[int, ...]:
        found = [0] * len(self._lines)
        for at, number in zip(self._open, places, strict=True):
            found[at] = number
        return tuple(found)

    def _clashing(self, places: Sequence[int]) -> bool:
        """Whether these lines clash; of incomplete readings only clashes that the last line completes are looked for."""
        whole = len(places) == len(self._open)
        lasts = self._clashes if whole else {len(places) - 1}
        known = [clash for last in lasts for clash in self._clashes.get(last, ())]
        return any(all(places[self._place[at]] == number for at, number in clash) for clash in known)

    def _plus(self, sums: Sums, at: int, number: int) -> Sums:
        sign = 1 if at < self._rows else -1
        found = list(sums)
        for length, ink in self._lines[at][number].clue:
            found[ink - 1] += sign * (length or 0)
        return tuple(found)

    def _backwards(self) -> list[Mapping[Sums, float]]:
        """For the lines from each one on: what they cost at least, by the difference of the sums before them."""
        nothing: Sums = (0,) * self._inks
        rest: list[Mapping[Sums, float]] = [{nothing: 0.0}]
        for at in reversed(self._open):
            self._tick()
            line = self._lines[at]
            changes = [
                (self._plus(nothing, at, number), each.cost - line[0].cost)
                for number, each in enumerate(line)
            ]
            found: dict[Sums, float] = {}
            for sums, cost in rest[0].items():
                for change, more in changes:
                    before = tuple(one - other for one, other in zip(sums, change, strict=True))
                    if cost + more < found.get(before, DEAREST):
                        found[before] = cost + more
            if len(found) > _MOST_SUMS:
                found = dict(sorted(found.items(), key=lambda each: each[1])[:_MOST_SUMS])
            rest.insert(0, found)
        return rest
