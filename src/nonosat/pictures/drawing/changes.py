"""Compares two pictures: the new one, with the state of each changed cell."""

from __future__ import annotations

from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid
from nonosat.pictures.drawing.drawing import Cell, State


def compared(before: Grid, after: Grid) -> list[list[Cell]]:
    """Returns the cells of `after`, with a state for each changed colour.

    >>> [cell.state.value for cell in compared(Grid(["#.#"]), Grid(["##."]))[0]]
    ['plain', 'added', 'removed']
    """
    return [
        [Cell(new, _change(old, new)) for old, new in zip(old_row, new_row, strict=True)]
        for old_row, new_row in zip(before, after, strict=True)
    ]


def _change(old: int, new: int) -> State:
    if old == new:
        return State.PLAIN
    if old == BACKGROUND:
        return State.ADDED
    return State.REMOVED if new == BACKGROUND else State.CHANGED
