"""All fillings of one line at once, as reachable states of an automaton."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .statement import Clue


class Pattern:
    """A clue as a nondeterministic automaton that reads a line; an integer is a set of states, one bit each.

    A state says what the last cell was: a gap, which can go on; then for each block its cells one by one, and a gap
    again. Each leads to the next. Between blocks of different colours the gap can be left out. A block of unknown
    length is a cell that can go on or be left out, and a last cell. States are reached in this order, so "block i
    starts at or before p" means that after cell p the state is the first one of block i or a later one.
    """

    def __init__(self, clue: Clue) -> None:
        self._colours = [0]
        self._going_on = 1
        self._over_one = self._over_two = 0  # the states that can leave out the next one, or the next two
        self._coloured: dict[int, int] = {}
        self.first: list[int] = []  # the first state of each block
        self.last: list[int] = []  # the last state of each block
        for block, (length, colour) in enumerate(clue):
            gap = len(self._colours) - 1
            if length is None:
                self._going_on |= 2 << gap
                self._over_one |= 1 << gap
            if block and clue[block - 1][1] != colour:
                self._over_one |= 1 << self.last[-1]
                self._over_two |= (length is None) << self.last[-1]
            self._colours += [colour] * (length or 2)
            self.first.append(gap + 1)
            self.last.append(len(self._colours) - 1)
            self._going_on |= 1 << len(self._colours)
            self._colours.append(0)
        self._of = dict[int, int]()  # the states of each colour
        for state, colour in enumerate(self._colours):
            self._of[colour] = self._of.get(colour, 0) | 1 << state
        self.final = 1 << len(self._colours) - 1  # the states that the line can end in
        if clue:
            self.final |= 1 << self.last[-1]

    def coloured(self, colours: int) -> int:
        """Returns the states in which the last cell has one of some colours."""
        if colours not in self._coloured:
            allowed = 0
            for colour, states in self._of.items():
                if colours >> colour & 1:
                    allowed |= states
            self._coloured[colours] = allowed
        return self._coloured[colours]

    def after(self, states: int, colours: int) -> int:
        """Returns the states after one more cell of one of some colours."""
        onwards = states << 1 | states & self._going_on
        onwards |= (states & self._over_one) << 2 | (states & self._over_two) << 3
        return onwards & self.coloured(colours)

    def before(self, states: int, colours: int) -> int:
        """Returns the states from which one more cell of one of some colours leads to one of `states`."""
        states &= self.coloured(colours)
        backwards = states >> 1 | states & self._going_on
        return backwards | states >> 2 & self._over_one | states >> 3 & self._over_two


class Reach:
    """All fillings of a line, given each cell's possible colours.

    `ahead[p]` are the states that the cells before p can lead to, `behind[p]` those from which the cells
    from p on can be filled.
    """

    def __init__(self, pattern: Pattern, colours: Sequence[int]) -> None:
        self._pattern, self._colours = pattern, colours
        self.ahead, self.behind = [1], [pattern.final]
        for colour in colours:
            self.ahead.append(pattern.after(self.ahead[-1], colour))
        for colour in reversed(colours):
            self.behind.append(pattern.before(self.behind[-1], colour))
        self.behind.reverse()

    def any(self) -> bool:
        """Returns whether there is a filling."""
        return bool(self.ahead[-1] & self.behind[-1])

    def colours_at(self, position: int) -> int:
        """Returns the colours that a cell has in any filling, as a mask."""
        states = (
            self._pattern.after(self.ahead[position], self._colours[position]) & self.behind[position + 1]
        )
        return sum(
            1 << colour
            for colour in range(self._colours[position].bit_length())
            if states & self._pattern.coloured(1 << colour)
        )

    def any_with(self, colours: Mapping[int, int], states: Mapping[int, int]) -> bool:
        """Returns True if a filling has only these colours at some positions, and only these states after certain
        numbers of cells."""
        low = min([*colours, *states])
        high = max([*(position + 1 for position in colours), *states])
        reached = self.ahead[low] & states.get(low, -1)
        for at in range(low, high):
            reached = self._pattern.after(reached, colours.get(at, self._colours[at]))
            reached &= states.get(at + 1, -1)
        return bool(reached & self.behind[high])
