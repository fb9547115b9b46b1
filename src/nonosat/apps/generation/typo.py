"""Unsolvable puzzles: one clue has a typing error, such as people make when they copy by hand.

The sums of rows and columns would reveal a single wrong number. So two neighbouring numbers change: they are exchanged,
or a cell moves from one to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from nonosat.model.clues import Block, Clue, min_length
from nonosat.model.puzzle import Puzzle


def with_typo(puzzle: Puzzle, random: Random, unsolvable: Callable[[Puzzle], bool]) -> Puzzle | None:
    """Adds a typing error that makes the puzzle `unsolvable`, and drops its goal; None if there is none.

    >>> from nonosat.model.puzzle import Grid
    >>> found = with_typo(Grid(["#.##", "....", "#.##"]).puzzle(), Random("1"), lambda _: True)
    >>> [[block.length for block in clue] for clue in found.rows]
    [[2, 1], [], [1, 2]]
    """
    clues = [line.clue or () for line in puzzle.lines]
    typos = [
        (at, clue)
        for at, line in enumerate(puzzle.lines)
        for clue in dict.fromkeys(_typos(clues[at]))
        if clue != clues[at] and min_length(clue) <= len(line.cells)
    ]
    while typos:
        at, clue = typos.pop(int(random.random() * len(typos)))
        wrong = puzzle.with_clues([*clues[:at], clue, *clues[at + 1 :]], goal=None)
        if not wrong.problems() and unsolvable(wrong):
            return wrong
    return None


def _typos(clue: Clue) -> Iterator[Clue]:
    """Yields the clue with two numbers exchanged, or with one cell moved between neighbours."""
    for at in range(len(clue) - 1):
        (one, ink), (two, other) = clue[at : at + 2]
        assert one is not None
        assert two is not None
        yield (*clue[:at], clue[at + 1], clue[at], *clue[at + 2 :])
        if ink == other:
            for more in (1, -1):
                if one + more > 0 and two - more > 0:
                    yield (*clue[:at], Block(one + more, ink), Block(two - more, ink), *clue[at + 2 :])
