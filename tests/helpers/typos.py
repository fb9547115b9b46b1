"""Puzzles with a typing error."""

from random import Random

import nonosat as ns
from nonosat.model.clues import min_length

CHANGES = (-2, -1, 1, 1, 2, 10)
"""Added to the length of a block: neighbouring keys, and a digit too many."""


def with_wrong_number(puzzle: ns.Puzzle, random: Random) -> ns.Puzzle:
    """Returns the puzzle with the length of one block changed; the clue still fits into its line.

    Requires a block that can be changed.
    """
    while True:
        axis = random.choice(("rows", "columns"))
        clues = list(getattr(puzzle, axis))
        at = random.randrange(len(clues))
        if not clues[at]:
            continue
        blocks = list(clues[at])
        number = random.randrange(len(blocks))
        length = (blocks[number].length or 0) + random.choice(CHANGES)
        if length < 1:
            continue
        blocks[number] = blocks[number]._replace(length=length)
        clues[at] = tuple(blocks)
        if min_length(clues[at]) <= len(puzzle.families[axis == "columns"][at].cells):
            return puzzle.replace(**{axis: tuple(clues)})
