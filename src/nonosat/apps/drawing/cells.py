"""Cells that show an answer: changes between two pictures, or regions in which solutions differ.

A region has a letter and a colour. There are 52 letters; further regions share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from string import ascii_lowercase, ascii_uppercase

from nonosat.apps.drawing.drawing import Cell, State
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid
from nonosat.support.limits import check_limits

LETTERS = ascii_uppercase + ascii_lowercase
OVERFLOW = "*"


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


def letter(region: int) -> str:
    """Returns the letter of a region."""
    return LETTERS[region] if region < len(LETTERS) else OVERFLOW


def sample_of(region: int) -> Cell:
    """Returns a sample cell of a region."""
    return Cell(None, State.PLAIN, letter(region), region)


def mapped(
    colours: Sequence[Sequence[int | None]], regions: Sequence[Sequence[int | None]]
) -> list[list[Cell]]:
    """Returns cells with the `colours` of forced cells and the `regions` of open cells; cells without either are undecided."""

    @cache
    def cell_of(colour: int | None, region: int | None) -> Cell:
        if colour is not None:
            return Cell(colour)
        return Cell(None, State.UNDECIDED) if region is None else sample_of(region)

    rows = []
    for row, of_row in zip(colours, regions, strict=True):
        check_limits()
        rows.append([*map(cell_of, row, of_row)])
    return rows
