"""Costs of repainting cells, so that a repair keeps the look of a picture.

What a reader recognises is lost first where a cell holds a stroke together, closes an outline or is an eye. A cell is
*simple* if repainting it changes neither the number of parts nor of holes (A. Rosenfeld, "Connectivity in digital
pictures", Journal of the ACM 17, 1970); S. Yokoi's crossing number decides that from the eight neighbours. Ink counts as
connected over corners, background over edges only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import UsageError

_TOPOLOGY = 4  # extra cost of a cell that is not simple
_SMALL_PART = 3  # extra cost of a cell of a small part, ink or background: an eye, a dot
_THIN = 1  # extra cost of an ink cell in no 2x2 square of ink: a stroke, the tip of an ear
_CONTRAST = 3  # extra cost of a cell whose colour in the original is beyond doubt
_MOST_CELLS = 5  # of a small part

_RING = ((0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1))
_CORNERS, _EDGES = _RING, _RING[::2]


def look_weights(goal: Grid, puzzle: Puzzle, contrast: Sequence[float] | None = None) -> list[int]:
    """Returns the cost of repainting each cell, 1 to 12; raises `UsageError` for other shapes than rectangles.

    `contrast` says for each cell how sure its colour is, from 0 to 1.

    >>> picture = Grid(["...", ".#.", "..."])
    >>> look_weights(picture, picture.puzzle())
    [1, 1, 1, 1, 9, 1, 1, 1, 1]
    """
    if not isinstance(puzzle.geometry, Rectangle):
        raise UsageError("keep_look is for rectangles only")
    picture = _Picture(goal)
    weights = [
        1 + _TOPOLOGY * (not picture.is_simple(row, column)) + _THIN * picture.is_thin(row, column)
        for row in range(puzzle.height)
        for column in range(puzzle.width)
    ]
    for row, column in picture.small_parts():
        weights[row * puzzle.width + column] += _SMALL_PART
    return (
        weights
        if contrast is None
        else [w + round(_CONTRAST * c) for w, c in zip(weights, contrast, strict=True)]
    )


class _Picture:
    """The colours of a rectangle, within a margin of background."""

    def __init__(self, goal: Grid) -> None:
        self._width, self._height = len(goal.rows[0]) if goal.rows else 0, len(goal.rows)
        blank = bytes(self._width + 2)
        self._rows = [blank, *(b"\0" + bytes(row) + b"\0" for row in goal.rows), blank]

    def _at(self, row: int, column: int) -> int:
        return self._rows[row + 1][column + 1]

    def is_simple(self, row: int, column: int) -> bool:
        """Returns whether exchanging ink and background here keeps the numbers of parts and holes."""
        blank = [not self._at(row + down, column + right) for down, right in _RING]
        crossings = sum(
            blank[at] and not (blank[at + 1] and blank[(at + 2) % 8]) for at in range(0, len(_RING), 2)
        )
        return crossings == 1

    def is_thin(self, row: int, column: int) -> bool:
        """Returns whether a cell is ink, but in no 2x2 square of ink."""
        return bool(self._at(row, column)) and not any(
            self._at(row, column + right)
            and self._at(row + down, column)
            and self._at(row + down, column + right)
            for down in (-1, 1)
            for right in (-1, 1)
        )

    def small_parts(self) -> Iterator[tuple[int, int]]:
        """Yields the cells of connected parts of one colour that have few cells."""
        left = {(row, column) for row in range(self._height) for column in range(self._width)}
        while left:
            part = [left.pop()]
            colour = self._at(*part[0])
            for row, column in part:
                for down, right in _CORNERS if colour else _EDGES:
                    cell = row + down, column + right
                    if cell in left and self._at(*cell) == colour:
                        left.remove(cell)
                        part.append(cell)
            if len(part) <= _MOST_CELLS:
                yield from part
