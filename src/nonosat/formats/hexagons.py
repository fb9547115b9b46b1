"""The rows of a triddler, known from the four numbers of its hexagon without making its triangles.

What a file declares is checked with this first: a few kilobytes of clues can ask for millions of
triangles, and unlike a rectangle a hexagon is stored cell by cell. The geometry is that of
`nonosat.model.geometry`: row a begins with the triangle (a, 0, -a - 1), which points up, or where that lies
left of the first diagonal, with (a, corner + a, corner), which points down.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import InputError, UsageError
from nonosat.formats.sides import Shape, shape_of, sides_of
from nonosat.model.puzzle import Puzzle

MAX_TRIANGLES = 1_000_000
"""The largest triddler accepted from a file, in cells."""


def shape_of_puzzle(puzzle: Puzzle) -> Shape:
    """The hexagon of a triddler."""
    return Shape(puzzle.height, puzzle.width, len(puzzle.diagonals), puzzle.corner)


def row_lengths(shape: Shape) -> list[int]:
    """How many triangles each row has.

    >>> row_lengths(Shape(4, 4, 4, -2))
    [5, 7, 7, 5]
    """
    lengths = []
    for row in range(shape.rows):
        low, high = shape.corner + row, shape.corner + row + shape.diagonals - 1
        down = min(high, shape.columns - 1) - max(low, 0) + 1
        up = min(high + 1, shape.columns - 1) - max(low + 1, 0) + 1
        lengths.append(max(down, 0) + max(up, 0))
    return lengths


def starts_upward(shape: Shape, row: int) -> bool:
    """Whether the first triangle of a row points up."""
    return shape.corner + row < 0


def shape_of_rows(lengths: Sequence[int], upward: Sequence[bool], path: str = "", line: int = 0) -> Shape:
    """The hexagon with rows of these lengths that begin with a triangle that points up or not.

    Raises `InputError` if there is none.

    >>> shape_of_rows([5, 7, 7, 5], [True, True, False, False])
    Shape(rows=4, columns=4, diagonals=4, corner=-2)
    """
    corner = -sum(upward)
    last_columns, last_diagonals = [], []
    for row, (length, up) in enumerate(zip(lengths, upward, strict=True)):
        column = max(0, corner + row) + (length - up) // 2
        ends_upward = up == (length % 2 == 1)
        last_columns.append(column)
        last_diagonals.append(column - row - ends_upward)
    shape = Shape(len(lengths), max(last_columns) + 1, max(last_diagonals) + 1 - corner, corner)
    starts = [starts_upward(shape, row) for row in range(len(lengths))]
    fits = row_lengths(shape) == list(lengths) and starts == list(upward) and min(lengths) > 0
    try:
        if fits and shape_of(sides_of(shape)) == shape:
            return shape
    except UsageError:
        pass
    raise InputError("the rows do not make a hexagon", path=path or None, line=line or None)


def require_small(shape: Shape, path: str = "", line: int | None = None) -> None:
    """Raises `InputError` if the hexagon has more than `MAX_TRIANGLES`."""
    if (cells := sum(row_lengths(shape))) > MAX_TRIANGLES:
        reason = f"a triddler of {cells} cells is larger than the {MAX_TRIANGLES} that are accepted"
        raise InputError(reason, path=path or None, line=line)
