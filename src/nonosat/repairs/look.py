"""Costs of repainting cells, so that a repair keeps the look of a picture, and its symmetry.

A repair with the fewest cells opens circles and leaves stray dots. Judged by eye on ten drawings, repairs look better
if ink is added beside ink and hardly removed, and best if the picture's symmetry is kept too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import UsageError

_THICKER, _DOT = 2, 7  # costs of new ink beside ink, and elsewhere or beside a small part
_REMOVAL, _CUT = 5, 9  # costs of removing ink, and ink of a thin stroke
_SMALL_PART = 3  # extra cost of a cell of a small part, ink or background: an eye, a dot
_CONTRAST = 3  # extra cost of a cell whose colour in the original is beyond doubt
_MOST_CELLS = 5  # cells of a small part, at most
_BROKEN = 0.02  # maximum share of cells that break a symmetry

_RING = ((0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1))
_CORNERS, _EDGES = _RING, _RING[::2]

# (exchanges left and right, exchanges top and bottom, exchanges rows and columns); the likeliest first
_MIRRORS = (True, False, False), (False, True, False), (True, True, False), (False, False, True)


def look_weights(goal: Grid, puzzle: Puzzle, contrast: Sequence[float] | None = None) -> list[int]:
    """Returns the cost of repainting each cell, 2 to 15; raises `UsageError` for other shapes than rectangles.

    `contrast` is the certainty of each cell's colour, from 0 to 1.

    >>> picture = Grid(["....", ".##.", "...."])
    >>> look_weights(picture, picture.puzzle())
    [7, 7, 7, 7, 7, 12, 12, 7, 7, 7, 7, 7]
    """
    if not isinstance(puzzle.geometry, Rectangle):
        raise UsageError("keep_look is for rectangles only")
    picture = _Picture(goal)
    small = set(picture.small_parts())
    weights = [
        _cost(picture, (row, column), small) for row in range(puzzle.height) for column in range(puzzle.width)
    ]
    return (
        weights
        if contrast is None
        else [w + round(_CONTRAST * c) for w, c in zip(weights, contrast, strict=True)]
    )


def _cost(picture: _Picture, cell: tuple[int, int], small: set[tuple[int, int]]) -> int:
    """Returns the cost of repainting a cell."""
    beside = picture.ink_beside(cell, _EDGES)
    extra = _SMALL_PART if cell in small else 0
    if picture.colour(*cell):
        return extra + (_CUT if len(beside) < 3 else _REMOVAL)
    near_eye = any(other in small for other in picture.ink_beside(cell, _CORNERS))
    return extra + (_THICKER if beside and not near_eye else _DOT)


def mirror_images(goal: Grid) -> list[int]:
    """Returns each cell's image under the symmetry of a picture, or -1; empty if the picture has no symmetry.

    At most 2 % of the cells break a symmetry (left-right, top-bottom, 180-degree, diagonal). These cells have no image,
    and neither have cells that would be their own image.

    >>> mirror_images(Grid(["#.#", "##."]))
    []
    >>> mirror_images(Grid(["#.#", "###"]))
    [2, -1, 0, 5, -1, 3]
    """
    cells, height, width = goal.cells, len(goal.rows), len(goal.rows[0])
    best: tuple[int, list[int]] | None = None
    for sideways, upside_down, diagonal in _MIRRORS:
        if diagonal and height != width:
            continue
        images = []
        for row in range(height):
            for column in range(width):
                y = height - 1 - row if upside_down else column if diagonal else row
                x = width - 1 - column if sideways else row if diagonal else column
                images.append(y * width + x)
        broken = sum(cells[cell] != cells[image] for cell, image in enumerate(images))
        if broken <= _BROKEN * len(cells) and (best is None or broken < best[0]):
            best = broken, images
    if best is None:
        return []
    return [
        image if image != cell and cells[cell] == cells[image] else -1 for cell, image in enumerate(best[1])
    ]


class _Picture:
    """The colours of a rectangle, within a margin of background."""

    def __init__(self, goal: Grid) -> None:
        self._width, self._height = len(goal.rows[0]) if goal.rows else 0, len(goal.rows)
        blank = bytes(self._width + 2)
        self._rows = [blank, *(b"\0" + bytes(row) + b"\0" for row in goal.rows), blank]

    def colour(self, row: int, column: int) -> int:
        """Returns the colour of a cell; background outside."""
        return self._rows[row + 1][column + 1]

    def ink_beside(self, cell: tuple[int, int], steps: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Returns the cells with ink that these steps lead to."""
        row, column = cell
        return [
            (row + down, column + right) for down, right in steps if self.colour(row + down, column + right)
        ]

    def small_parts(self) -> Iterator[tuple[int, int]]:
        """Yields the cells of connected parts of one colour that have few cells."""
        left = {(row, column) for row in range(self._height) for column in range(self._width)}
        while left:
            part = [left.pop()]
            colour = self.colour(*part[0])
            for row, column in part:
                for down, right in _CORNERS if colour else _EDGES:
                    cell = row + down, column + right
                    if cell in left and self.colour(*cell) == colour:
                        left.remove(cell)
                        part.append(cell)
            if len(part) <= _MOST_CELLS:
                yield from part
