"""Orbits of symmetries, and the symmetries of a picture."""

from __future__ import annotations

from collections.abc import Callable

from nonosat.apps.generation.wish import Symmetry
from nonosat.model.puzzle import Grid


def orbits(
    height: int, width: int, symmetry: Symmetry, *, tick: Callable[[], None] = lambda: None
) -> list[tuple[int, ...]]:
    """Returns the orbits of a symmetry; `tick` is called per row and can raise.

    >>> orbits(2, 3, Symmetry.LEFT_RIGHT)
    [(0, 2), (1,), (3, 5), (4,)]
    """
    if symmetry is Symmetry.NONE:
        return [(cell,) for cell in range(height * width)]
    orbits_so_far = []
    for row in range(height):
        tick()
        for column in range(width):
            cell = row * width + column
            orbit = orbit_of(cell, height, width, symmetry)
            if orbit[0] == cell:
                orbits_so_far.append(orbit)
    return orbits_so_far


def orbit_of(cell: int, height: int, width: int, symmetry: Symmetry) -> tuple[int, ...]:
    """Returns the orbit of a cell, ascending.

    >>> orbit_of(2, 2, 3, Symmetry.BOTH)
    (0, 2, 3, 5)
    """
    row, column = divmod(cell, width)
    images = _images(symmetry, row, column, height - 1 - row, width - 1 - column)
    return tuple(sorted({cell, *(y * width + x for y, x in images)}))


def _images(symmetry: Symmetry, row: int, column: int, below: int, beside: int) -> list[tuple[int, int]]:
    """Returns the images of a cell, given its distances from both ends."""
    match symmetry:
        case Symmetry.LEFT_RIGHT:
            return [(row, beside)]
        case Symmetry.TOP_BOTTOM:
            return [(below, column)]
        case Symmetry.BOTH:
            return [(row, beside), (below, column), (below, beside)]
        case Symmetry.ROTATION:
            return [(below, beside)]
        case Symmetry.DIAGONAL:
            return [(column, row)]
        case Symmetry.NONE:
            return [(row, column)]


def symmetries_of(grid: Grid) -> tuple[Symmetry, ...]:
    """Returns the symmetries of a picture, without `none`.

    >>> [str(symmetry) for symmetry in symmetries_of(Grid(["##.", "##.", "..."]))]
    ['diagonal']
    """
    rows = tuple(grid)
    turned = rows[::-1]
    beside, below = _mirrored(rows) == rows, turned == rows
    has = {
        Symmetry.LEFT_RIGHT: beside,
        Symmetry.TOP_BOTTOM: below,
        Symmetry.BOTH: beside and below,
        Symmetry.ROTATION: _mirrored(turned) == rows,
        Symmetry.DIAGONAL: grid.width == grid.height and _transposed(rows) == rows,
    }
    return tuple(symmetry for symmetry, holds in has.items() if holds)


def _mirrored(rows: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return tuple(row[::-1] for row in rows)


def _transposed(rows: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return tuple(map(bytes, zip(*rows, strict=True)))
