"""Pictures by formula: small ones for tests, large ones for measurements.

Arithmetic is on integers and by single float additions and multiplications, so the pictures are the same on every machine.
The time is proportional to the cells, for `julia` also to the steps: 1000 cells a side take at most a second.
"""

from __future__ import annotations

from math import isqrt

from nonosat.model.puzzle import Grid

# values of `c` for `julia`, whose pictures differ in difficulty
JULIA_SETS = (
    (-0.8, 0.156),
    (-0.4, 0.6),
    (0.285, 0.01),
    (-0.70176, -0.3842),
    (-0.835, -0.2321),
    (-0.7269, 0.1889),
)


def checkerboard(height: int, width: int, step: int = 2) -> Grid:
    """Returns a picture with ink in every `step`-th cell of each row and column, starting with the first.

    With step 2 a row decides the next; there are two solutions if both sides are even, else one. With step 3 the number
    of solutions grows fast: 722 at 6 cells a side, 6,043,832 at 9.

    >>> print(checkerboard(2, 4))
    #.#.
    .#.#
    >>> print(checkerboard(3, 7, step=3))
    #..#..#
    ..#..#.
    .#..#..
    """
    cells = (b"\1" + bytes(step - 1)) * (width // step + 2)
    return Grid(cells[row % step : row % step + width] for row in range(height))


def stripes(side: int) -> Grid:
    """Returns slanting stripes, three cells wide and four apart, that move two cells to the right in each row.

    The solution is unique, but no line settles a cell, and clues are nearly all alike.

    >>> print(stripes(5))
    #....
    ###..
    ..###
    ....#
    ##...
    """
    return Grid(bytes((column - 2 * row + 2) % 7 < 3 for column in range(side)) for row in range(side))


def rings(side: int, thickness: int | None = None) -> Grid:
    """Returns concentric rings around a disc, `thickness` cells wide, by default a twelfth of the side.

    Lines settle wide rings; narrow ones need search.

    >>> print(rings(9, 1))
    ..#####..
    .#.....#.
    #.#####.#
    #.#...#.#
    #.#.#.#.#
    #.#...#.#
    #.#####.#
    .#.....#.
    ..#####..
    """
    width = 2 * (thickness or max(1, side // 12))
    squares = [(2 * at - side + 1) ** 2 for at in range(side)]  # squared distances in half cells
    return Grid(bytes(isqrt(y + x) // width % 2 == 0 for x in squares) for y in squares)


def julia(side: int, c: tuple[float, float] = (-0.8, 0.156), steps: int = 40) -> Grid:
    """Returns the filled Julia set of z -> z^2 + c: the points that stay near 0 for `steps` steps.

    `c` is (real part, imaginary part); the picture spans 3.2 in both directions around 0.

    >>> for row in julia(13, c=(-1.0, 0.0)).text().split()[6:10]:
    ...     print(row)
    #############
    .....###.....
    ......#......
    ......#......
    """
    unit = 3.2 / side
    re, im = c

    def stays(x: float, y: float) -> bool:
        for _ in range(steps):
            xx, yy = x * x, y * y
            if xx + yy > 4.0:
                return False
            x, y = xx - yy + re, 2.0 * x * y + im
        return True

    at = [(i - (side - 1) / 2) * unit for i in range(side)]
    upper = [bytes(stays(x, y) for x in at) for y in at[: (side + 1) // 2]]
    lower = [row[::-1] for row in reversed(upper[: side // 2])]  # z stays exactly if -z does
    return Grid(upper + lower)
