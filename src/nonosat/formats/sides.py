"""The sides of a triddler's hexagon: names of its lines in files, and in `nonosat.model.shapes`.

Clues are printed where a line meets the edge of the picture: rows at their left ends, strips that lean
like `/` at their top ends, strips that lean like `\\` at their bottom ends. So a file has six sets of
clues, one per side, where the model has three families::

                  top (/)
                 ________
      topleft   /        \\   topright
       (rows)  /          \\  (/)
               \\          /
    bottomleft  \\________/   bottomright
       (rows)                 (\\)
                 bottom (\\)

Rows are those of topleft, then bottomleft; columns top, then topright; diagonals bottom, then
bottomright, each in increasing order of the model. The six sides close if and only if

    topleft + top = bottom + bottomright   and   top + topright = bottomleft + bottom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.model.geometry import Geometry
from nonosat.model.shapes import MAX_CELLS, Shape, triddler
from nonosat.support.errors import InputError, UsageError


class Sides(NamedTuple):
    """Number of lines with clues at each side, in the order of the model's families."""

    topleft: int
    bottomleft: int
    top: int
    topright: int
    bottom: int
    bottomright: int


def shape_of(sides: Sides, line: int | None = None) -> Shape:
    """Returns the triddler with these sides; raises `InputError` if they do not meet, or it is too large.

    >>> shape_of(Sides(2, 2, 2, 2, 2, 2))
    triddler(4, 4, 4, -2)
    """
    topleft, bottomleft, top, topright, bottom, bottomright = sides
    if topleft + top != bottom + bottomright or top + topright != bottomleft + bottom:
        counts = ", ".join(f"{name} {count}" for name, count in sides._asdict().items())
        reason = f"the sides of the triddler do not meet; they have these numbers of clues: {counts}"
        raise InputError(reason, line=line)
    try:
        return triddler(topleft + bottomleft, top + topright, bottom + bottomright, -topleft)
    except InputError as error:
        raise InputError(error.reason, line=line) from None


def sides_of(shape: Geometry) -> Sides:
    """Returns the sides of a triddler, the inverse of `shape_of`; raises `UsageError` if a line has no cells.

    >>> sides_of(triddler(4, 4, 4, -2))
    Sides(topleft=2, bottomleft=2, top=2, topright=2, bottom=2, bottomright=2)
    """
    (rows, columns, diagonals), corner = shape.counts, shape.parameters["corner"]
    top, bottom = diagonals + corner, columns - rows - corner
    sides = Sides(-corner, rows + corner, top, columns - top, bottom, diagonals - bottom)
    if min(sides) < 0:
        raise UsageError("the lines of the triddler do not make a hexagon")
    return sides


def shape_of_rows(lengths: Sequence[int], upward: Sequence[bool], line: int | None = None) -> Shape:
    """Returns the triddler with rows of these lengths; `upward` says which begin with a triangle that points up.

    Raises `InputError` if there is none.

    >>> shape_of_rows([5, 7, 7, 5], [True, True, False, False])
    triddler(4, 4, 4, -2)
    """
    corner = -sum(upward)
    last_columns, last_diagonals = [], []
    for row, (length, up) in enumerate(zip(lengths, upward, strict=True)):
        column = max(0, corner + row) + (length - up) // 2
        ends_upward = up == (length % 2 == 1)
        last_columns.append(column)
        last_diagonals.append(column - row - ends_upward)
    counts = len(lengths), max(last_columns) + 1, max(last_diagonals) + 1 - corner
    bottom = counts[1] - counts[0] - corner
    sides = Sides(
        -corner,
        counts[0] + corner,
        counts[2] + corner,
        counts[1] - counts[2] - corner,
        bottom,
        counts[2] - bottom,
    )
    if min(sides) >= 0 and min(lengths) > 0 and sum(lengths) <= MAX_CELLS:
        shape = shape_of(sides, line)
        begins_upward = [corner + row < 0 for row in range(len(lengths))]
        if shape.row_lengths == tuple(lengths) and begins_upward == list(upward):
            return shape
    raise InputError("the rows do not make a hexagon", line=line)
