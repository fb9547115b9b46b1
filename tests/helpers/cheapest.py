"""The cheapest suppositions by brute force, as docs/techniques.md defines them; for small puzzles.

A partial picture is a tuple with a mask of colours per cell. Lines are settled by listing their fillings; chains are
searched for breadth first, over all lines and orders. Shares no code with the tested code.
"""

from functools import cache

from oracles import fillings

FOLLOWABLE, COMPLETE = 5, 6
"""The most links of a chain that is followed by hand, and of those that are all looked for."""


class Lines:
    """The lines of a puzzle without blots."""

    def __init__(self, puzzle):
        self.colours = len(puzzle.palette)
        self.lines = [line for family in puzzle.families for line in family if line.clue is not None]
        self.order = [cell for line in puzzle.families[0] for cell in line.cells]
        whole = (1 << self.colours) - 1
        state = [whole] * len(self.order)
        for row, column, colour in puzzle.givens:
            state[puzzle.cell(row, column)] = 1 << colour
        self.start = self.fixpoint(tuple(state))

    @cache  # noqa: B019 - as long as the test
    def narrowed(self, number, masks):
        """Returns the masks of a line's cells after settling it; None if it has no filling."""
        line, length = self.lines[number], len(masks)
        candidates = [
            sum((mask >> colour & 1) << at for at, mask in enumerate(masks)) for colour in range(self.colours)
        ]
        found = fillings(line.clue, candidates, length)
        if not found:
            return None
        return tuple(sum(1 << each for each in set(cells)) for cells in zip(*found, strict=True))

    def settled(self, number, state):
        """Returns the picture after settling one line; None if it has no filling."""
        cells = self.lines[number].cells
        masks = self.narrowed(number, tuple(state[cell] for cell in cells))
        if masks is None:
            return None
        after = list(state)
        for cell, mask in zip(cells, masks, strict=True):
            after[cell] = mask
        return tuple(after)

    def fixpoint(self, state):
        """Returns the fixpoint of lines of a picture that has a solution."""
        before = None
        while before != state:
            before = state
            for number in range(len(self.lines)):
                state = self.settled(number, state)
                assert state is not None
        return state

    def suppositions(self, state):
        """Yields the open cells in reading order, each with its colours."""
        for cell in self.order:
            if state[cell] & (state[cell] - 1):
                for colour in range(self.colours):
                    if state[cell] >> colour & 1:
                        yield cell, colour

    def refuted(self, state, most):
        """Returns the suppositions that the fewest lines refute, and that number; none if it exceeds `most`."""
        reached = {each: {supposed(state, *each)} for each in self.suppositions(state)}
        for links in range(1, most + 1):
            found = []
            for supposition, states in reached.items():
                after = {self.settled(number, here) for here in states for number in range(len(self.lines))}
                if None in after:
                    found.append(supposition)
                reached[supposition] = after - {None}
            if found:
                return found, links
        return [], 0

    def refutable(self, state, most):
        """Returns all suppositions that at most `most` lines refute."""
        for supposition in self.suppositions(state):
            reached = {supposed(state, *supposition)}
            for _ in range(most):
                reached = {
                    self.settled(number, here) for here in reached for number in range(len(self.lines))
                }
                if None in reached:
                    yield supposition
                    break

    def cheapest(self, state):
        """Returns the cheapest supposition and its number of links; None if none has at most `COMPLETE` links."""
        found, links = self.refuted(state, COMPLETE)
        if not found:
            return None
        gains = [self.gain(state, each, links > FOLLOWABLE) for each in found]
        return found[gains.index(max(gains))], links

    def gain(self, state, supposition, is_long):
        """Returns the number of cells known after it by lines; for long chains also by all short chains that follow."""
        after = self.fixpoint(without(state, *supposition))
        while is_long and (more := list(self.refutable(after, FOLLOWABLE))):
            for each in more:
                after = without(after, *each)
            after = self.fixpoint(after)
        return sum(mask & (mask - 1) == 0 for mask in after)


def supposed(state, cell, colour):
    return (*state[:cell], 1 << colour, *state[cell + 1 :])


def without(state, cell, colour):
    return (*state[:cell], state[cell] & ~(1 << colour), *state[cell + 1 :])
