"""The automaton (DFA) of a clue, which reads a line cell by cell.

It has a state for each cell of each block, for each gap, and one for a blotted block, which can repeat. A state is entered by one
colour, and no two states of one colour follow the same state, so it is deterministic. Sets of states are masks: all
transitions by one colour are a few operations on integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import zip_longest
from operator import or_
from typing import NamedTuple

from nonosat.lines.bits import positions
from nonosat.model.clues import ANY, Clue, gap_after
from nonosat.model.palette import BACKGROUND


class Automaton(NamedTuple):
    """The states of a clue in the order of the line, from the gap before the first block on.

    A state is followed by itself, the next, or the one after that.
    """

    colour: list[int]
    """Per state the colour that enters it."""
    loops: int
    """States that can repeat: gaps and blotted blocks."""
    skips: int
    """States after which the next, a gap, can be skipped."""
    inner: int
    """States of a block of known length that are not its first."""
    ends: int
    """Accepting states."""

    def after(self, states: int) -> int:
        """Returns the successors of a set of states."""
        following = states & self.loops | states << 1 | (states & self.skips) << 2
        return following & (1 << len(self.colour)) - 1

    def before(self, states: int) -> int:
        """Returns the predecessors of a set of states."""
        return states & self.loops | states >> 1 | states >> 2 & self.skips


@lru_cache(maxsize=4096)
def automaton_of(clue: Clue, colours: int = 2) -> Automaton | Starred:
    """Returns the automaton of a clue, for lines of any length; `colours` includes background."""
    if ANY in clue:
        return Starred(clue, colours)
    colour = [BACKGROUND]
    loops, skips, inner = 1, 0, 0
    for block, following in zip_longest(clue, clue[1:]):
        first = len(colour)
        colour += [block.colour] * block.least + [BACKGROUND]
        gap = len(colour) - 1
        inner |= (1 << gap) - (1 << first + 1)
        loops |= 1 << gap
        if block.length is None:
            loops |= 1 << gap - 1
        if following is None or not gap_after(block, following):
            skips |= 1 << gap - 1
    last = 1 << len(colour) - 1
    return Automaton(colour, loops, skips, inner, last | last >> 1 & skips)


@lru_cache(maxsize=4096)
def transitions(clue: Clue, colours: int = 2) -> Sequence[Mapping[int, int]]:
    """Returns the transitions of a clue's automaton: per state the next one by colour.

    >>> from nonosat.model.clues import as_clue
    >>> transitions(as_clue([2]))
    [{0: 0, 1: 1}, {1: 2}, {0: 3}, {0: 3}]
    """
    automaton = automaton_of(clue, colours)
    states = range(len(automaton.colour))
    return [{automaton.colour[to]: to for to in positions(automaton.after(1 << state))} for state in states]


def layers(automaton: Automaton | Starred, candidates: Sequence[int], length: int) -> list[int]:
    """Returns the states after each cell that lie on a path from the line's start to its end."""
    of_colour = [0] * len(candidates)
    for state, colour in enumerate(automaton.colour):
        of_colour[colour] |= 1 << state
    states_after, states = [], 1
    for at in range(length):
        allowed = sum(mask for mask, cells in zip(of_colour, candidates, strict=True) if cells >> at & 1)
        states = automaton.after(states) & allowed
        states_after.append(states)
    states = automaton.ends
    for at in reversed(range(length)):
        states_after[at] = states = states_after[at] & states
        states = automaton.before(states)
    return states_after


# ---- clues with `ANY` ----------------------------------------------------------------------------------


class Starred:
    """The automaton of a clue with `ANY`, made deterministic by the subset construction; otherwise like `Automaton`.

    A place is (block, cells read of it): 1 for any cell of a blotted block, 0 for the gap before the block, and -1 - c within
    `ANY` after a cell of colour c. All continuations of a place before `ANY` are also those of the place in `ANY` with the
    same colour, so the former are dropped.
    """

    inner = 0

    def __init__(self, clue: Clue, colours: int) -> None:
        begin = frozenset([(0, 0)])
        numbers, self.colour = {begin: 0}, [BACKGROUND]
        self._after: list[int] = []
        self.ends = 0
        waiting = [begin]
        for places in waiting:  # grows
            after = 0
            for colour in range(colours):
                following = _dominant({reached for place in places for reached in _read(clue, place, colour)})
                if following and following not in numbers:
                    numbers[following] = len(waiting)
                    waiting.append(following)
                    self.colour.append(colour)
                if following:
                    after |= 1 << numbers[following]
            self._after.append(after)
            if any(_may_end(clue, place) for place in places):
                self.ends |= 1 << numbers[places]
        self._before = [
            sum(1 << at for at, after in enumerate(self._after) if after >> state & 1)
            for state in range(len(waiting))
        ]

    def after(self, states: int) -> int:
        """Returns the successors of a set of states."""
        return reduce(or_, map(self._after.__getitem__, positions(states)), 0)

    def before(self, states: int) -> int:
        """Returns the predecessors of a set of states."""
        return reduce(or_, map(self._before.__getitem__, positions(states)), 0)


_Place = tuple[int, int]


def _read(clue: Clue, place: _Place, colour: int) -> Iterator[_Place]:
    """Yields the places after one more cell."""
    at, cells = place
    if not cells:
        yield from _begin(clue, at, BACKGROUND, colour)
    elif cells < 0:
        yield at, -1 - colour
        yield from _begin(clue, at + 1, -1 - cells, colour)
    else:
        length, ink = clue[at]
        if colour == ink and (length is None or cells < length):
            yield at, 1 if length is None else cells + 1
        if length in (None, cells):
            yield from _begin(clue, at + 1, ink, colour)


def _begin(clue: Clue, at: int, before: int, colour: int) -> Iterator[_Place]:
    """Yields the places after a cell that follows all blocks before `at`; `before` is the previous cell's colour."""
    if clue[at : at + 1] == (ANY,):
        if colour == BACKGROUND or colour != before:
            yield at, -1 - colour
        if colour == BACKGROUND:
            return  # a gap after `ANY` is part of it
        at += 1
    if colour == BACKGROUND:
        yield at, 0
    elif at < len(clue) and colour == clue[at].colour != before:
        yield at, 1


def _may_end(clue: Clue, place: _Place) -> bool:
    """Returns whether a line can end at a place."""
    at, cells = place
    if cells < 0 or (cells and clue[at].length in (None, cells)):
        at, cells = at + 1, 0
    return not cells and clue[at:] in ((), (ANY,))


def _dominant(places: set[_Place]) -> frozenset[_Place]:
    """Drops the places before the last `ANY` reached."""
    star = max((at for at, cells in places if cells < 0), default=-1)
    return frozenset(place for place in places if place[0] > star or (place[0] == star and place[1] < 0))
