"""Counts a region's solutions by the frontier method on numpy arrays, ten times as fast for millions of states.

Keeps one frontier at a time: an array of states (integers of at most 63 bits) and their counts, in limbs of 32 bits so
that sums do not overflow. A cell maps all states at once by a lookup table; sorting merges equal states.

Most states are dead ends, which shows only later. So the work starts at both ends and meets at the narrowest frontier.
There a left and a right state match if in each segment the left one is an origin of the right one (`Segment.reverse`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from operator import mul
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonosat.counting.frontier import Ordering, TooManyStates, Transition, transitions
from nonosat.counting.segments import Tick
from nonosat.lines.bits import positions

Words = NDArray[np.uint64]

_BITS = 63
_LIMB = np.uint64(32)
_LOW = np.uint64(0xFFFF_FFFF)

_LARGEST_TABLE = 1 << 20

_SORTED_AT_ONCE = 1 << 20  # states sorted between two checks of the clock: about a tenth of a second


def count_solutions(ordering: Ordering, *, states: int, tick: Tick = lambda: None) -> int:
    """Counts the region's solutions exactly.

    Raises `TooManyStates` beyond `states` states per frontier (about 60 bytes each) or 63 bits per state. `tick` is
    called at least once per cell and can raise to give up.
    """
    waist = _waist(ordering.widths)
    reversals = []
    for segment in ordering.segments:
        tick()
        reversals.append(segment.reverse())
    back = replace(
        ordering,
        cells=ordering.cells[::-1],
        colours=ordering.colours[::-1],
        segments=tuple(turned for turned, _ in reversals),
    )
    work = _SweepBudget(states, tick)
    heads = work.frontier_after(ordering, waist)
    tails = work.frontier_after(back, len(ordering.cells) - waist)
    subsets = {}
    before = set(ordering.cells[:waist])
    for number in heads.fields:
        at = sum(cell in before for cell in ordering.segments[number].cells)
        subsets[number] = reversals[number][1][at]
    return work.joined(heads, tails, subsets)


def _waist(widths: Sequence[float]) -> int:
    """Returns the number of cells, in the middle third of an ordering, after which the frontier is narrowest."""
    third = len(widths) // 3
    return min(range(third, len(widths) - third), key=lambda at: widths[at]) + 1


class _Frontier(NamedTuple):
    """States in ascending order with their counts."""

    states: Words
    limbs: Words  # one row per power of 2 ** 32
    fields: dict[int, tuple[int, int]]  # (offset, mask) of each segment that is cut

    def field(self, number: int) -> NDArray[np.int64]:
        """Returns the states of one segment."""
        offset, bits = self.fields[number]
        return _part(self.states, offset, bits)

    def numbers(self, at: NDArray[np.intp]) -> list[int]:
        """Returns the counts of the states at these indices."""
        return [
            sum(limb << 32 * power for power, limb in enumerate(limbs))
            for limbs in self.limbs[:, at].T.tolist()
        ]


class _SweepBudget:
    """The steps of a count, within its limits."""

    def __init__(self, most: int, tick: Callable[[], None]) -> None:
        self._most = most
        self._tick = tick

    def frontier_after(self, ordering: Ordering, cells: int) -> _Frontier:
        """Returns the frontier after `cells` cells."""
        frontier = _Frontier(np.zeros(1, np.uint64), np.ones((1, 1), np.uint64), {})
        for transition, _ in zip(transitions(ordering), range(cells), strict=False):
            fields, tables = _tables(transition)
            index: Any = np.zeros(len(frontier.states), np.int64)
            for offset, bits, size in fields:
                index = index * size + _part(frontier.states, offset, bits)
            targets, origins = [], []
            for changes, alive in tables:
                self._tick()
                (sources,) = np.nonzero(alive[index])
                targets.append(frontier.states[sources] ^ changes[index[sources]])
                origins.append(sources)
            frontier = self._gathered(
                np.concatenate(targets), frontier.limbs, np.concatenate(origins), transition.begun
            )
        return frontier

    def joined(self, heads: _Frontier, tails: _Frontier, subsets: dict[int, list[int]]) -> int:
        """Returns the number of paths through a left and a right frontier.

        `subsets` has per segment, for each of its states in `tails`, the mask of matching states in `heads`.
        """
        fields, offset = {}, 0
        for number, (_, bits) in heads.fields.items():
            bits |= tails.fields[number][1]
            fields[number] = offset, bits
            offset += bits.bit_length()
        if offset > _BITS:
            raise TooManyStates
        heads, tails = (self._laid_out(frontier, fields) for frontier in (heads, tails))
        done = 0
        for number, (offset, bits) in fields.items():
            tail_states = tails.field(number)
            lists = [list(positions(subset)) for subset in subsets[number]]
            targets, origins = [], []
            for rank in range(max(map(len, lists))):
                self._tick()
                alive = np.array([len(matches) > rank for matches in lists])
                changes = np.array(
                    [
                        (state ^ matches[rank]) << offset if len(matches) > rank else 0
                        for state, matches in enumerate(lists)
                    ],
                    np.uint64,
                )
                (sources,) = np.nonzero(alive[tail_states])
                targets.append(tails.states[sources] ^ changes[tail_states[sources]])
                origins.append(sources)
            done |= bits << offset
            target, origin = np.concatenate(targets), np.concatenate(origins)
            wanted = np.isin(target & np.uint64(done), heads.states & np.uint64(done))
            tails = self._gathered(target[wanted], tails.limbs, origin[wanted], fields)
        total, first = 0, 0
        for part in self._parts(heads.states):
            at = np.searchsorted(tails.states, part)
            at[at == len(tails.states)] = 0
            (one,) = np.nonzero(tails.states[at] == part) if len(tails.states) else (at[:0],)
            total += sum(map(mul, heads.numbers(first + one), tails.numbers(at[one])))
            first += len(part)
        return total

    def _laid_out(self, frontier: _Frontier, fields: dict[int, tuple[int, int]]) -> _Frontier:
        """Returns the frontier with the states of its segments at other bit offsets."""
        states: Words = np.zeros(len(frontier.states), np.uint64)
        for number, (offset, _) in fields.items():
            states |= frontier.field(number).astype(np.uint64) << np.uint64(offset)
        return self._gathered(states, frontier.limbs, np.arange(len(states)), fields)

    def _order(self, targets: Words) -> NDArray[np.intp]:
        """Returns the order that sorts the targets; sorts many of them in parts."""
        if len(targets) <= _SORTED_AT_ONCE:
            return np.argsort(targets)
        probe = np.sort(targets[:: len(targets) // 4096])
        pivots = probe[:: max(1, len(probe) * _SORTED_AT_ONCE // (2 * len(targets)))]
        buckets = np.concatenate(
            [np.searchsorted(pivots, part).astype(np.uint16) for part in self._parts(targets)]
        )
        indices = []
        for bucket in range(len(pivots) + 1):
            self._tick()
            (members,) = np.nonzero(buckets == bucket)
            indices.append(members[np.argsort(targets[members])])
        return np.concatenate(indices)

    def _parts(self, words: Words) -> Iterator[Words]:
        """Yields the words in pieces, with checks of the clock between."""
        for at in range(0, len(words), _SORTED_AT_ONCE):
            self._tick()
            yield words[at : at + _SORTED_AT_ONCE]

    def _gathered(
        self, targets: Words, limbs: Words, origins: NDArray[np.intp], fields: dict[int, tuple[int, int]]
    ) -> _Frontier:
        """Merges equal targets and sums the counts of their origins."""
        self._tick()
        if not len(targets):
            return _Frontier(targets, limbs[:, :0], fields)
        order = self._order(targets)
        self._tick()
        targets = targets[order]
        origins = origins[order]
        (begins,) = np.nonzero(np.concatenate(([True], targets[1:] != targets[:-1])))
        if len(begins) > self._most:
            raise TooManyStates
        self._tick()
        sums = _carried([np.add.reduceat(limb[origins], begins) for limb in limbs])
        return _Frontier(targets[begins], sums, fields)


def _part(states: Words, offset: int, bits: int) -> NDArray[np.int64]:
    part: NDArray[np.int64] = ((states >> np.uint64(offset)) & np.uint64(bits)).astype(np.int64)
    return part


def _tables(
    transition: Transition,
) -> tuple[list[tuple[int, int, int]], list[tuple[Words, NDArray[np.bool_]]]]:
    """Returns the segments of a cell, as (offset, bits, number of states), and two arrays per option.

    By the states of the segments: the change to the state, and whether the option is possible.
    """
    fields = [(offset, bits, len(layer)) for offset, bits, layer in transition.tables]
    size = 1
    for offset, bits, states in fields:
        size *= states
        if offset + bits.bit_length() > _BITS or size > _LARGEST_TABLE:
            raise TooManyStates
    changes = np.zeros((transition.options, size), np.uint64)
    alive = np.zeros((transition.options, size), np.bool_)
    for at, states_here in enumerate(product(*(range(states) for _, _, states in fields))):
        offset_states = sum(
            state << offset for state, (offset, _, _) in zip(states_here, fields, strict=True)
        )
        for option, change in transition.meet(offset_states):
            changes[option, at] = change
            alive[option, at] = True
    return fields, list(zip(changes, alive, strict=True))


def _carried(limbs: list[Words]) -> Words:
    """Carries, so that every limb is below 2 ** 32; adds a limb if needed."""
    for power in range(len(limbs)):
        over = limbs[power] >> _LIMB
        limbs[power] &= _LOW
        if power + 1 < len(limbs):
            limbs[power + 1] += over
        elif over.any():
            limbs.append(over)
    return np.array(limbs)
