"""Parts of records as plain data: cells with a colour, lines, rows of a partial grid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from nonosat.model.palette import UNKNOWN

Key = TypeVar("Key")

DIGITS = 10
"""Rows are strings of digits if all colours in the grid are below this, else lists of numbers."""


def colours(cells: Sequence[int]) -> str | list[int]:
    """Returns the colours of cells, in order.

    >>> colours([0, 1, 2]), colours([1, 10])
    ('012', [1, 10])
    """
    return "".join(map(str, cells)) if max(cells, default=0) < DIGITS else list(cells)


def partial_signs(colours: Mapping[Key, int | None]) -> dict[Key, str] | None:
    """Returns the digit of each colour in the rows of a partial grid, `?` for None; None if a colour has no digit."""
    if any(colour is not None and colour >= DIGITS for colour in colours.values()):
        return None
    return {key: UNKNOWN if colour is None else str(colour) for key, colour in colours.items()}


def partial_rows(rows: Iterable[Sequence[int | None]]) -> list[str | list[int | None]]:
    """Returns the rows of a partial grid.

    >>> partial_rows([[0, 1, None], [2, 0, 1]]), partial_rows([[10, None]])
    (['01?', '201'], [[10, None]])
    """
    kept = [list(row) for row in rows]
    signs = partial_signs({colour: colour for colour in set().union(*kept)})
    if signs is None:
        return list(kept)
    return ["".join(map(signs.__getitem__, row)) for row in kept]
