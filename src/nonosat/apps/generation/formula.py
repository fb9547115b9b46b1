"""Pictures by formula: small ones for tests, large ones for measurements.

Arithmetic is on integers and by single float additions and multiplications, so the pictures are the same on every machine.
The time is proportional to the cells, for `julia` also to the steps: 1000 cells a side take at most a second. Every
function raises `OutOfReach` at a limit of seconds or memory.
"""

from __future__ import annotations

from math import isqrt

from nonosat.model.puzzle import Grid
from nonosat.support.children.processes import answered
from nonosat.support.limits import Clock, Limit, limit_of

RABBIT = (-0.122561, 0.744862)  # `c` of Douady's rabbit, for `julia`

# values of `c` for `julia`, whose pictures differ in difficulty
JULIA_SETS = (
    (-0.8, 0.156),
    (-0.4, 0.6),
    (0.285, 0.01),
    (-0.70176, -0.3842),
    (-0.835, -0.2321),
    (-0.7269, 0.1889),
)


def checkerboard(height: int, width: int, step: int = 2, *, limit: Limit | None = None) -> Grid:
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
    return answered(_checkerboard, height, width, step, limit=limit_of(limit))


def _checkerboard(height: int, width: int, step: int, *, clock: Clock) -> Grid:
    cells = (b"\1" + bytes(step - 1)) * (width // step + 2)
    return Grid(cells[row % step : row % step + width] for row in clock.each(range(height)))


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


def negative(grid: Grid) -> Grid:
    """Returns the picture with black and white exchanged.

    White motifs on black have long blocks at the edge, which settle many cells at once. The large pictures of this module
    are mostly line-solvable one way round, and leave thousands of open cells the other.

    >>> print(negative(Grid(["#..", ".#."])))
    .##
    #.#
    """
    return Grid((bytes(1 - cell for cell in row) for row in grid), geometry=grid.geometry)


def rings(side: int, thickness: int | None = None, *, limit: Limit | None = None) -> Grid:
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
    return answered(_rings, side, thickness or max(1, side // 12), limit=limit_of(limit))


def _rings(side: int, thick: int, *, clock: Clock) -> Grid:
    squares = [(2 * at - side + 1) ** 2 for at in range(side)]  # squared distances in half cells

    def drawn(y: int) -> bytes:
        clock.tick()
        return bytes(isqrt(y + x) // (2 * thick) % 2 == 0 for x in squares)

    return Grid(map(drawn, squares))


def julia(
    side: int, c: tuple[float, float] = (-0.8, 0.156), steps: int = 40, *, limit: Limit | None = None
) -> Grid:
    """Returns the filled Julia set of z -> z^2 + c: the points that stay near 0 for `steps` steps.

    `c` is (real part, imaginary part); the picture spans 3.2 in both directions around 0.

    >>> for row in julia(13, c=(-1.0, 0.0)).text().split()[6:10]:
    ...     print(row)
    #############
    .....###.....
    ......#......
    ......#......
    """
    return answered(_julia, side, c, steps, limit=limit_of(limit))


def _julia(side: int, c: tuple[float, float], steps: int, *, clock: Clock) -> Grid:
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

    def drawn(y: float) -> bytes:
        clock.tick()
        return bytes(stays(x, y) for x in at)

    upper = list(map(drawn, at[: (side + 1) // 2]))
    lower = [row[::-1] for row in reversed(upper[: side // 2])]  # z stays exactly if -z does
    return Grid(upper + lower)
