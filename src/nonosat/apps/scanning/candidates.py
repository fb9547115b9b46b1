"""Enumerates readings of a page (a clue per line, with equal sums of both sides) by decreasing probability.

The cost of a reading is its log-likelihood ratio to the most probable one. A* enumerates readings in order (P. Hart,
N. Nilsson, B. Raphael, 1968): lines are decided one by one; the exact remaining cost for each difference of the sums is
the heuristic, computed from the last line backwards. Combinations known to clash are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from math import log

from nonosat.apps.scanning.reading import LineReading, ReadNumber
from nonosat.model.clues import Block, Clue, min_length

MOST = 24  # maximum number of clues considered per line
DEAREST = 12.0  # maximum cost: dearer readings are less probable than a confidently misread number
_OF_A_MARK = 0.4  # discount on reading an apparent mark as a number, which is common in noise and never sure
_MOST_SUMS = 4000  # differences of sums kept per line (the cheapest)
_MOST_PARTIAL = 200_000  # maximum number of partial readings expanded

Sums = tuple[int, ...]
Clash = frozenset[tuple[int, int]]  # (line, clue number) pairs that no solvable puzzle has together
Choice = tuple[tuple[ReadNumber, int | None], ...]  # (number, value) pairs; None means "no number"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible clue of a line."""

    clue: Clue
    cost: float  # negative log-probability
    chosen: Choice
    way: float  # probability of this grouping of digits into numbers


def candidates(line: LineReading, length: int) -> list[Candidate]:
    """Returns the possible clues that fit into a line, likeliest first."""
    best: dict[Clue, Candidate] = {}
    for numbers, chance in line.ways:
        for choice, cost in _choices(numbers):
            clue = _clue(choice)
            if clue is None or min_length(clue) > length:
                continue
            total = cost - log(chance)
            if clue not in best or total < best[clue].cost:
                best[clue] = Candidate(clue, total, choice, chance)
            if len(best) >= 3 * MOST:
                break
    cheapest = sorted(best.values(), key=lambda clue: clue.cost)[:MOST]
    return [clue for clue in cheapest if clue.cost <= cheapest[0].cost + DEAREST]


def _options(number: ReadNumber) -> list[tuple[float, ReadNumber, int | None]]:
    """Returns (cost, number, value) options of a number, cheapest first."""
    share = 1.0 if number.value is not None else _OF_A_MARK
    return [(-log(max(chance, 1e-12)) * share, number, value) for value, chance in number.values]


def _choices(numbers: Sequence[ReadNumber]) -> Iterator[tuple[Choice, float]]:
    """Yields combined values of some numbers with their cost, cheapest first."""
    options = [_options(number) for number in numbers]
    heap = [(sum(option[0][0] for option in options), (0,) * len(numbers))]
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


def _clue(choice: Choice) -> Clue | None:
    """Returns the clue of some numbers; None if they form none (a 0 must stand alone)."""
    some = [(value, number.ink) for number, value in choice if value is not None]
    if len(some) == 1 and some[0][0] == 0:
        return ()
    if any(value == 0 for value, _ in some):
        return None
    return tuple(Block(value, ink) for value, ink in some)


class Readings:
    """Iterates over readings in order; mutable, as clashes are added on the way."""

    def __init__(
        self, lines: Sequence[Sequence[Candidate]], rows: int, inks: int, tick: Callable[[], None]
    ) -> None:
        """The first `rows` lines are rows; every line has at least one candidate."""
        self._lines, self._tick = lines, tick
        self._open = [at for at, line in enumerate(lines) if len(line) > 1]
        self._inks, self._rows = inks, rows
        self._clashes: dict[int, list[Clash]] = {}
        """Clashes by the position of their last line among the open ones."""
        self._place = {at: place for place, at in enumerate(self._open)}
        self.exhausted = False
        """True if all readings were enumerated, False if there were too many."""
        self._start: Sums = (0,) * inks
        for at, line in enumerate(lines):
            if len(line) == 1:
                self._start = self._plus(self._start, at, 0)

    def clash(self, clash: Clash) -> None:
        """Excludes all readings that contain these clues."""
        own = Clash(pair for pair in clash if pair[0] in self._place)
        last = max((self._place[at] for at, _ in own), default=-1)
        self._clashes.setdefault(last, []).append(own)

    def __iter__(self) -> Iterator[tuple[float, tuple[int, ...]]]:
        """Yields (extra cost over the best clue of each line, clue number of each line)."""
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
        chosen = [0] * len(self._lines)
        for at, number in zip(self._open, places, strict=True):
            chosen[at] = number
        return tuple(chosen)

    def _clashing(self, places: Sequence[int]) -> bool:
        """Returns whether a (partial) reading contains a clash that its last line completes."""
        whole = len(places) == len(self._open)
        lasts = self._clashes if whole else {len(places) - 1}
        clashes = [clash for last in lasts for clash in self._clashes.get(last, ())]
        return any(all(places[self._place[at]] == number for at, number in clash) for clash in clashes)

    def _plus(self, sums: Sums, at: int, number: int) -> Sums:
        sign = 1 if at < self._rows else -1
        after = list(sums)
        for length, ink in self._lines[at][number].clue:
            after[ink - 1] += sign * (length or 0)
        return tuple(after)

    def _backwards(self) -> list[Mapping[Sums, float]]:
        """Computes the least remaining cost from each line on, by the difference of the sums so far."""
        nothing: Sums = (0,) * self._inks
        rest: list[Mapping[Sums, float]] = [{nothing: 0.0}]
        for at in reversed(self._open):
            self._tick()
            line = self._lines[at]
            changes = [
                (self._plus(nothing, at, number), option.cost - line[0].cost)
                for number, option in enumerate(line)
            ]
            least: dict[Sums, float] = {}
            for sums, cost in rest[0].items():
                for change, more in changes:
                    before = tuple(one - other for one, other in zip(sums, change, strict=True))
                    if cost + more < least.get(before, DEAREST):
                        least[before] = cost + more
            if len(least) > _MOST_SUMS:
                least = dict(sorted(least.items(), key=lambda pair: pair[1])[:_MOST_SUMS])
            rest.insert(0, least)
        return rest
