"""Which cells of a puzzle differ between its solutions: the forced part drawn, the rest by region.

A region is a letter, and a colour as well. There are 52 letters; further regions share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from nonosat.pictures.drawing.drawing import Cell, State

LETTERS = ascii_uppercase + ascii_lowercase
OVERFLOW = "*"


def letter(region: int) -> str:
    """The letter of a region, by its number."""
    return LETTERS[region] if region < len(LETTERS) else OVERFLOW


def sample_of(region: int) -> Cell:
    """A cell of a region, by its number."""
    return Cell(None, State.PLAIN, letter(region), region)


def mapped(
    colours: Sequence[Sequence[int | None]], regions: Sequence[Sequence[int | None]]
) -> list[list[Cell]]:
    """What to draw: `colours` are those of the forced cells, `regions` the number of each open cell's region.

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
