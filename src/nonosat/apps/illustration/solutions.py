"""Drawings of solutions, and of the changes between two pictures."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.apps.drawing.cells import compared
from nonosat.apps.drawing.drawing import Cell, Drawing, Entry, State, described, drawing_of
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.sentences import number_text


def solved(puzzle: Puzzle, grid: Grid, caption: str = "") -> Drawing:
    """Draws a solution."""
    return drawing_of(puzzle, grid, description=f"{described(puzzle)} Solved.", caption=caption)


def two_solutions(puzzle: Puzzle, first: Grid, second: Grid) -> Drawing:
    """Draws two solutions, the second as changes of the first."""
    cells = compared(first, second)
    count = sum(1 for row in cells for cell in row if cell.state is not State.PLAIN)
    caption = f"two solutions, which differ in {number_text(count, 'cell')}"
    return drawing_of(puzzle, cells, caption=caption, legend=change_legend(cells))


def change_legend(cells: Sequence[Sequence[Cell]]) -> list[Entry]:
    """Returns the legend of the occurring marks of changed cells."""
    there = {cell.state: cell for row in cells for cell in row}
    words = {State.ADDED: "ink added", State.REMOVED: "ink removed", State.CHANGED: "another ink"}
    return [Entry(there[state], text) for state, text in words.items() if state in there]
