"""Closed, roughly square areas of a page: what may be the cells of a grid.

No line is looked for. Lines are broken by dust, thin ones are lost by a lens, and a grid of rounded buttons has
none; the area between them is there in all of these. The page is divided by its own blurred background, so that a
shadow changes nothing, and parted into light and dark by an adaptive threshold (D. Bradley and G. Roth, "Adaptive
thresholding using the integral image", Journal of Graphics Tools 12, 2007). What is connected, and has the box of a
square, is a cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nonosat.scanning.opencv import opencv
from nonosat.scanning.rectified import Image, Places

LONGEST = 2400
"""Pixels of the longer side in which grids are looked for, at most."""

SHORTEST = 1000
"""The same at least: smaller pictures, such as those of small screens, are enlarged."""

_SMALLEST = 6
"""Pixels of the side of a cell, at least."""

_SPREAD = 1.5
"""How much larger the largest cell of a grid may be than its smallest: the far end of a page is smaller."""


class Attempt(NamedTuple):
    """One way to part light from dark."""

    block: int
    """Pixels of the side of the area whose mean is the threshold."""
    inverted: bool
    """Whether the cells are darker than what is between them."""
    offset: int = 10
    """How much darker than its surroundings a line is, in 255ths."""


ATTEMPTS = (
    Attempt(31, False),
    Attempt(15, False),
    Attempt(61, False, 16),
    Attempt(31, True),
    Attempt(61, True, 16),
    Attempt(15, False, 5),
    Attempt(15, True, 5),
)
"""The ways in the order in which they are tried."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The areas that may be cells, in pixels of the image in which they were found."""

    centres: Places
    sizes: npt.NDArray[np.float64]
    """The square root of the area of the box around each."""


def flattened(grey: Image) -> Image:
    """The image divided by its blurred background: paper is about 200 everywhere."""
    cv = opencv()
    height, width = grey.shape
    small = cv.resize(grey, (max(1, width // 8), max(1, height // 8)), interpolation=cv.INTER_AREA)
    side = max(3, min(small.shape) // 12 | 1)
    background = cv.GaussianBlur(small, (0, 0), side)
    background = cv.resize(background, (width, height), interpolation=cv.INTER_LINEAR)
    flat: Image = cv.divide(grey, cv.max(background, 12), scale=200)
    return flat


def cells_of(flat: Image, attempt: Attempt) -> Cells:
    """The areas of an even image that may be cells, of all sizes."""
    cv = opencv()
    image = 255 - flat if attempt.inverted else flat
    light = cv.adaptiveThreshold(
        image, 255, cv.ADAPTIVE_THRESH_MEAN_C, cv.THRESH_BINARY, attempt.block, attempt.offset
    )
    _, _, found, _ = cv.connectedComponentsWithStats(light, connectivity=4)
    left, top, width, height, area = (found[1:, at].astype(float) for at in range(5))
    largest = max(flat.shape) / 4
    fits = (np.minimum(width, height) >= _SMALLEST) & (np.maximum(width, height) <= largest)
    fits &= (width < 1.8 * height) & (height < 1.8 * width) & (area > 0.3 * width * height)
    centres = np.stack([left + width / 2, top + height / 2], 1)[fits]
    return Cells(centres, np.sqrt(width * height)[fits])


def densest(cells: Cells, most: int = 3) -> list[Cells]:
    """The cells of about the size that most have, then those of the next size that many have, and so on."""
    order = np.argsort(cells.sizes)
    sizes = cells.sizes[order]
    left = np.ones(len(sizes), bool)
    found = []
    while len(found) < most and left.sum() >= 9:
        held = np.concatenate([[0], np.cumsum(left)])
        ends = np.searchsorted(sizes, sizes * _SPREAD, side="right")
        begin = int(np.argmax(held[ends] - held[:-1]))
        taken = order[begin : ends[begin]]
        found.append(Cells(cells.centres[taken], cells.sizes[taken]))
        left[begin : ends[begin]] = False
    return found
