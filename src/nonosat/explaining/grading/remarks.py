"""Remarks on a new puzzle, in one line each: blank, full, trivial, drawn twice, ink lost.

None is an error: a blank picture has one solution, which lines find. Each remark completes "NAME: ...".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from nonosat.model.clues import Block, Clue
from nonosat.model.puzzle import Puzzle
from nonosat.support.sentences import number_text

NO_INK = "no cell has ink"
_LEAST_LINES = 3  # puzzles with fewer lines that need thought are trivial
_MOST_REMEMBERED = 10_000
_MOST_LOST = 0.1  # share of the ink that a repair can change without a remark


def is_blank(puzzle: Puzzle) -> bool:
    """Returns whether every clue of a puzzle is known and empty; False for a puzzle without lines."""
    clues = [clue for family in puzzle.clue_families for clue in family]
    return bool(clues) and not any(clue is None or clue for clue in clues)


def remarks(puzzle: Puzzle) -> Iterator[str]:
    """Yields the remarks on a single puzzle; none if a clue or number is unknown.

    >>> list(remarks(Puzzle(rows=[[], []], columns=[[], []])))
    ['no cell has ink']
    """
    lines = [(len(line.cells), line.clue) for line in puzzle.lines]
    if not lines or any(clue is None or any(block.length is None for block in clue) for _, clue in lines):
        return
    needed = sum(_needs_thought(length, clue) for length, clue in lines if clue)
    if is_blank(puzzle):
        yield NO_INK
    elif all(clue == (Block(length, clue[0].colour),) for length, clue in lines if clue) and all(
        clue for _, clue in lines
    ):
        yield "one ink fills every cell"
    elif needed < _LEAST_LINES:
        yield f"trivial: {len(lines) - needed} of {number_text(len(lines), 'line')} can be filled in at once"


def remark_on_repair(before: Puzzle, changed: int) -> Iterator[str]:
    """Yields a remark on a repair that changes much of the ink of the goal."""
    assert before.goal
    ink = sum(len(row) - row.count(0) for row in before.goal.rows)
    if ink and changed > _MOST_LOST * ink:
        yield f"the repair changed {100 * changed / ink:.0f} % of the ink's cells: look at the picture"


class Repeats:
    """Remembers the clues of the first `_MOST_REMEMBERED` puzzles under their names; mutable."""

    def __init__(self) -> None:
        self._names: dict[object, str] = {}

    def remarks(self, puzzle: Puzzle, name: str) -> Iterator[str]:
        """Yields all remarks on a puzzle, and remembers it."""
        yield from remarks(puzzle)
        yield from self.of(puzzle, name)

    def of(self, puzzle: Puzzle, name: str) -> Iterator[str]:
        """Yields a remark if an earlier puzzle has the same clues, givens and colours; remembers this one."""
        yield from self.of_statement(puzzle.statement, name)

    def of_statement(self, statement: object, name: str) -> Iterator[str]:
        """`of` for any key that is equal for equal statements, such as a hash."""
        if statement in self._names:
            yield f"the same puzzle as {self._names[statement]}"
        elif len(self._names) < _MOST_REMEMBERED:
            self._names[statement] = name


def _needs_thought(length: int, clue: Clue) -> bool:
    """Returns True if a line, read alone and without known cells, stays open."""
    gaps = sum(one.colour == other.colour for one, other in pairwise(clue))
    return sum(block.length or 0 for block in clue) + gaps < length
