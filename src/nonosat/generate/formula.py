"""Pictures by formula, for any side: small ones to test with, large ones to measure with.

Only whole numbers and single additions and multiplications of floats go in, never `sin` or the C
library's complex product, so that the pictures are the same on every machine. Each takes time
proportional to its cells; 1000 cells a side are seconds at most.
"""

from __future__ import annotations

from math import isqrt

from nonosat.grid import Grid


def checkerboard(height: int, width: int) -> Grid:
    """Every other cell, beginning with the first one.

    With even sides each line has half as many blocks as cells and may shift its later part by one
    cell: the puzzle has very many solutions.

    >>> print(checkerboard(2, 4))
    #.#.
    .#.#
    """
    return Grid(bytes((row + column + 1) % 2 for column in range(width)) for row in range(height))


def rings(side: int, width: int = 0) -> Grid:
    """Concentric rings, each `width` cells wide (by default a twelfth of the side, at least 1).

    >>> print(rings(11, 2))
    ...#####...
    """
    width = width or max(1, side // 12)
    return Grid(
        bytes(
            isqrt((2 * row - side + 1) ** 2 + (2 * column - side + 1) ** 2) // (2 * width) % 2 == 0
            for column in range(side)
        )
        for row in range(side)
    )


def julia(side: int, re: float = -0.74543, im: float = 0.11301, steps: int = 40) -> Grid:
    """The filled Julia set of z -> z^2 + c for c = `re` + i `im`: what stays near 0 for `steps` steps."""
    radius = 1.6
    unit = 2 * radius / side

    def stays(x: float, y: float) -> bool:
        for _ in range(steps):
            xx, yy = x * x, y * y
            if xx + yy > 4.0:
                return False
            x, y = xx - yy + re, 2.0 * x * y + im
        return True

    at = [(i - (side - 1) / 2) * unit for i in range(side)]
    upper = [bytes(stays(x, y) for x in at) for y in at[: (side + 1) // 2]]
    lower = [row[::-1] for row in reversed(upper[: side // 2])]
    return Grid(upper + lower)
