"""The automaton of a clue, which reads a line cell by cell.

It has one state for each cell of each block, one for each gap, and one for a blotted block, which may be
repeated. A state is entered by one colour only, and no two states of one colour follow the same state, so the
automaton is deterministic: which blocks have begun, and how much of the last one is there, can be read off
the cells. Sets of states are masks, so that all steps by one colour are a few operations on integers.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from nonosat.model.clues import Clue, gap_after
from nonosat.model.palette import BACKGROUND
from nonosat.solving.lines.bits import positions


class Automaton(NamedTuple):
    """The states of a clue in the order of the line; the first is the gap before the first block.

    A state is followed by itself, the next, or the one after.
    """

    colour: list[int]
    """Per state the colour that enters it."""
    loops: int
    """States that may be repeated: gaps and blotted blocks."""
    skips: int
    """States after which the next, a gap, may be left out."""
    inner: int
    """States of a block of known length that are not its first."""
    ends: int
    """States in which the line may end."""

    def after(self, states: int) -> int:
        """The states that may follow one of these."""
        following = states & self.loops | states << 1 | (states & self.skips) << 2
        return following & (1 << len(self.colour)) - 1

    def before(self, states: int) -> int:
        """The states that one of these may follow."""
        return states & self.loops | states >> 1 | states >> 2 & self.skips


@lru_cache(maxsize=4096)
def automaton_of(clue: Clue) -> Automaton:
    """The automaton that accepts the lines of every length that satisfy the clue."""
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
def transitions(clue: Clue) -> list[dict[int, int]]:
    """Per state of a clue's automaton the next one by colour.

    >>> from nonosat.model.clues import as_clue
    >>> transitions(as_clue([2]))
    [{0: 0, 1: 1}, {1: 2}, {0: 3}, {0: 3}]
    """
    automaton = automaton_of(clue)
    states = range(len(automaton.colour))
    return [{automaton.colour[to]: to for to in positions(automaton.after(1 << state))} for state in states]
