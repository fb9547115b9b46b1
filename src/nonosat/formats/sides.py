"""The sides of a triddler's hexagon: names of its lines in files, and in `nonosat.model.geometry`.

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

from nonosat.model.geometry import Hexagon
from nonosat.support.errors import InputError, UsageError


class Sides(NamedTuple):
    """Number of lines with clues at each side, in the order of the model's families."""

    topleft: int
    bottomleft: int
    top: int
    topright: int
    bottom: int
    bottomright: int


MAX_TRIANGLES = 1_000_000  # maximum size of a triddler in a file, in cells


def shape_of(sides: Sides, line: int | None = None) -> Hexagon:
    """Returns the hexagon with these sides; raises `InputError` if they do not meet.

    >>> shape_of(Sides(2, 2, 2, 2, 2, 2))
    Hexagon(rows=4, columns=4, diagonals=4, corner=-2)
    """
    topleft, bottomleft, top, topright, bottom, bottomright = sides
    if topleft + top != bottom + bottomright or top + topright != bottomleft + bottom:
        counts = ", ".join(f"{name} {count}" for name, count in sides._asdict().items())
        reason = f"the sides of the triddler do not meet; they have these numbers of clues: {counts}"
        raise InputError(reason, line=line)
    return Hexagon(topleft + bottomleft, top + topright, bottom + bottomright, -topleft)


def sides_of(shape: Hexagon) -> Sides:
    """Returns the sides of a hexagon, the inverse of `shape_of`; raises `UsageError` if a line has no cells.

    >>> sides_of(Hexagon(4, 4, 4, -2))
    Sides(topleft=2, bottomleft=2, top=2, topright=2, bottom=2, bottomright=2)
    """
    (rows, columns, diagonals), corner = shape.counts, shape.corner
    top, bottom = diagonals + corner, columns - rows - corner
    sides = Sides(-corner, rows + corner, top, columns - top, bottom, diagonals - bottom)
    if min(sides) < 0:
        raise UsageError("the lines of the triddler do not make a hexagon")
    return sides


def shape_of_rows(lengths: Sequence[int], upward: Sequence[bool], line: int = 0) -> Hexagon:
    """Returns the hexagon with rows of these lengths; `upward` says which begin with a triangle that points up.

    Raises `InputError` if there is none.

    >>> shape_of_rows([5, 7, 7, 5], [True, True, False, False])
    Hexagon(rows=4, columns=4, diagonals=4, corner=-2)
    """
    corner = -sum(upward)
    last_columns, last_diagonals = [], []
    for row, (length, up) in enumerate(zip(lengths, upward, strict=True)):
        column = max(0, corner + row) + (length - up) // 2
        ends_upward = up == (length % 2 == 1)
        last_columns.append(column)
        last_diagonals.append(column - row - ends_upward)
    shape = Hexagon(len(lengths), max(last_columns) + 1, max(last_diagonals) + 1 - corner, corner)
    starts = [shape.starts_upward(row) for row in range(len(lengths))]
    fits = shape.row_lengths == tuple(lengths) and starts == list(upward) and min(lengths) > 0
    try:
        if fits and shape_of(sides_of(shape)) == shape:
            return shape
    except UsageError:
        pass
    raise InputError("the rows do not make a hexagon", line=line or None)


def require_small(shape: Hexagon, line: int | None = None) -> None:
    """Raises `InputError` if the hexagon has more than `MAX_TRIANGLES`.

    A few kilobytes of clues can ask for millions, and unlike a rectangle a hexagon is stored cell by cell.
    """
    if (cells := sum(shape.row_lengths)) > MAX_TRIANGLES:
        reason = f"a triddler of {cells} cells is larger than the {MAX_TRIANGLES} that are accepted"
        raise InputError(reason, line=line)
