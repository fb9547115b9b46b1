"""Draws forced cells, and the regions in which solutions differ.

A region is a letter, and a colour as well. There are 52 letters; further regions share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from nonosat.pictures.drawing.drawing import Cell, State

LETTERS = ascii_uppercase + ascii_lowercase
OVERFLOW = "*"


def letter(region: int) -> str:
    """Returns the letter of a region."""
    return LETTERS[region] if region < len(LETTERS) else OVERFLOW


def sample_of(region: int) -> Cell:
    """Returns a sample cell of a region."""
    return Cell(None, State.PLAIN, letter(region), region)


def mapped(
    colours: Sequence[Sequence[int | None]], regions: Sequence[Sequence[int | None]]
) -> list[list[Cell]]:
    """Returns the cells to draw from the `colours` of forced cells and the `regions` of open ones.

    A cell that has neither is undecided.
    """
    undecided = Cell(None, State.UNDECIDED)
    return [
        [
            Cell(colour) if colour is not None else undecided if region is None else sample_of(region)
            for colour, region in zip(row, of_row, strict=True)
        ]
        for row, of_row in zip(colours, regions, strict=True)
    ]
