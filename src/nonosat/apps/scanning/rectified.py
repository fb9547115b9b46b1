"""A rectified grid: images of its cells and of the two gutters with the clues, with square cells.

Lattice coordinates are in cells: `across` from 0 at the left border of the body to the number of columns, `down` from 0
to the number of rows. The row gutter has negative `across`, the column gutter negative `down`. A `Warp` maps them to the
page.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

CELL = 48  # pixels per cell side in a rectified image

Image = npt.NDArray[np.uint8]  # shape (height, width, 3) in RGB, or (height, width) in grey

Places = npt.NDArray[np.float64]  # shape (n, 2): across, down


class Box(NamedTuple):
    """A rectangle of pixels: left and top inclusive, right and bottom exclusive."""

    left: int
    top: int
    right: int
    low: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.low - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """Centre as (x, y)."""
        return (self.left + self.right) / 2, (self.top + self.low) / 2

    def joined(self, other: Box) -> Box:
        """Returns the bounding box of both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.low, other.low),
        )


class Warp(Protocol):
    """Maps lattice coordinates to the page."""

    def __call__(self, places: Places, /) -> Places:
        """Maps (n, 2) cell coordinates to pixels of the page."""
        ...


class Part(StrEnum):
    """Names of the three images of a rectified grid."""

    LEFT = "left"
    TOP = "top"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Facts:
    """Evidence that a lattice is exactly the whole grid."""

    coverage: float  # share of body cells detected as cells, 0 to 1
    closed: bool  # true if a line or an edge of the coloured area bounds the body on all four sides
    pixels: float  # side of a cell in the page, in pixels
    continues: bool = False  # true if its lines seem to continue beyond the right or lower border
    ruled: bool = False  # true if each line between cells stands out over its whole length


@dataclass(frozen=True, slots=True)
class Rectified:
    """A rectified grid.

    Example: the pixel (x, y) of `left` shows the place `across = x / cell - k`, `down = y / cell`, with k the width
    of `left` in cells; `page_places` computes the pixel of the page from it.
    """

    rows: int
    columns: int
    left: Image  # the gutter of the rows: `rows * cell` pixels high, its right edge at the border of the body
    top: Image
    """The gutter of the columns: `columns * cell` pixels wide, its lower edge at the border of the body."""
    body: Image  # the cells: `rows * cell` by `columns * cell` pixels
    warp: Warp  # maps lattice coordinates to pixels of the page as given, upright
    facts: Facts
    cell: int = CELL

    def image(self, part: Part) -> Image:
        """Returns one of the three images."""
        return {Part.LEFT: self.left, Part.TOP: self.top, Part.BODY: self.body}[part]

    def page_places(self, part: Part, pixels: Places) -> Places:
        """Maps pixels of an image (n rows of x and y) to pixels of the page."""
        height, width = self.image(part).shape[:2]
        corner = {Part.LEFT: (-width, 0), Part.TOP: (0, -height), Part.BODY: (0, 0)}[part]
        return self.warp((np.asarray(pixels, float) + corner) / self.cell)

    def page_box(self, part: Part, box: Box) -> Box:
        """Returns the bounding box in the page of a box in an image."""
        left, top, right, low = box
        corners = self.page_places(
            part, np.array([(left, top), (right, top), (left, low), (right, low)], float)
        )
        return Box(*map(int, (*np.floor(corners.min(0)), *np.ceil(corners.max(0)))))
