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

from typing import NamedTuple

from nonosat.model.geometry import Geometry
from nonosat.model.shapes import Shape, triddler
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
