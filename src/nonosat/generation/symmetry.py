"""The cells that a symmetry makes equal."""

from __future__ import annotations

from collections.abc import Callable

from nonosat.generation.wish import Symmetry


def orbits(
    height: int, width: int, symmetry: Symmetry, *, tick: Callable[[], None] = lambda: None
) -> list[tuple[int, ...]]:
    """The cells parted into groups that a symmetry makes equal; `tick` is called for each row, and may raise.

    >>> orbits(2, 3, Symmetry.LEFT_RIGHT)
    [(0, 2), (1,), (3, 5), (4,)]
    """
    found = []
    halved = symmetry in (Symmetry.TOP_BOTTOM, Symmetry.BOTH, Symmetry.ROTATION)
    for row in range((height + 1) // 2 if halved else height):
        tick()
        below = height - 1 - row
        for column in range(width):
            beside = width - 1 - column
            places = {
                Symmetry.NONE: [(row, column)],
                Symmetry.LEFT_RIGHT: [(row, column), (row, beside)],
                Symmetry.TOP_BOTTOM: [(row, column), (below, column)],
                Symmetry.BOTH: [(row, column), (row, beside), (below, column), (below, beside)],
                Symmetry.ROTATION: [(row, column), (below, beside)],
                Symmetry.DIAGONAL: [(row, column), (column, row)],
            }[symmetry]
            group = tuple(sorted({y * width + x for y, x in places}))
            if group[0] == row * width + column:
                found.append(group)
    return found
