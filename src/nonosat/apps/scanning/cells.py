"""Detects candidate cells: closed, roughly square areas of a page.

Searches for areas, not for lines: dust breaks lines, lenses lose thin ones, and grids of rounded buttons have none. The
page is divided by its blurred background to remove shadows, then binarised by an adaptive threshold. Connected
components with a roughly square bounding box are cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Image, Places

LONGEST = 2400  # larger pages are scaled down so that the longer side has this many pixels
SHORTEST = 1000  # smaller pictures, such as those of small screens, are enlarged to this longer side
MOST_ENLARGED = 4.0  # maximum enlargement of a small picture
_SMALLEST = 6  # minimum side of a cell in pixels
_FAINTEST = 7  # minimum contrast of a line to its surroundings, in grey levels of 255
_DARK = 90  # grey level below which everything is ink, however thick; paper is 200
_CLEARER = 2  # factor on means along lines, to lose less by integer rounding
_SPREAD = 1.5  # maximum ratio of cell sizes within a grid: the far end of a page is smaller


class Attempt(NamedTuple):
    """Parameters of one attempt to separate lines from cells."""

    kernel: int  # maximum thickness of a line in pixels
    noises: float  # minimum contrast of a line, in deviations of the noise
    inverted: bool = False  # true if cells are darker than the lines between them
    along: int = 0
    """Length in pixels (a power of two) of the mean along lines that makes them stand out of noise."""
    blur: float = 0.0  # blur in pixels before that
    edges: bool = False
    """True if cells are areas of even tone (filled ones too), bounded by gradients of any sign."""


# Attempts in order.
ATTEMPTS = (
    Attempt(3, 6, edges=True),
    Attempt(15, 6),
    Attempt(15, 3.5),
    Attempt(15, 6, inverted=True),
    Attempt(31, 6),
    Attempt(31, 6, inverted=True),
    Attempt(15, 3.5, inverted=True),
    Attempt(15, 1, along=16),
    Attempt(15, 1.5, inverted=True, along=16),
    Attempt(15, 1.5, along=32, blur=1),
    Attempt(15, 1, inverted=True, along=32, blur=1),
    Attempt(15, 3, along=16),
    Attempt(31, 1.5, along=16),
)


@dataclass(frozen=True, slots=True)
class Cells:
    """Candidate cells, in pixels of the searched image."""

    centres: Places
    sizes: npt.NDArray[np.float64]  # square root of each bounding box's area
    filled: bool = False  # true if filled cells are included


def flattened(grey: Image) -> Image:
    """Divides an image by its background, so that paper is about 200 everywhere.

    The background is a blur; beside a dark table, where that would make paper too light, a median.
    """
    cv = opencv()
    height, width = grey.shape
    small = cv.resize(grey, (max(1, width // 8), max(1, height // 8)), interpolation=cv.INTER_AREA)
    side = max(3, min(small.shape) // 12 | 1)
    background = cv.max(cv.GaussianBlur(small, (0, 0), side), cv.medianBlur(small, side))
    background = cv.resize(background, (width, height), interpolation=cv.INTER_LINEAR)
    flat: Image = cv.divide(grey, cv.max(background, 12), scale=200)
    return flat


def cells_of(flat: Image, attempt: Attempt) -> Cells:
    """Returns candidate cells of all sizes in a flattened image."""
    cv = opencv()
    if attempt.edges:
        slope = cv.morphologyEx(flat, cv.MORPH_GRADIENT, np.ones((attempt.kernel, attempt.kernel), np.uint8))
        usual, spread = _usual(slope)
        steep = slope > max(usual + attempt.noises * spread, _FAINTEST)
        return replace(_squares(steep.astype(np.uint8)), filled=True)
    image = 255 - flat if attempt.inverted else flat
    if attempt.blur:
        image = cv.GaussianBlur(image, (0, 0), attempt.blur)
    kernel = np.ones((attempt.kernel, attempt.kernel), np.uint8)
    # closing fills what is darker than everything around it: a line, even near a thicker one
    thin = cv.morphologyEx(image, cv.MORPH_BLACKHAT, kernel)
    if attempt.along:
        # the mean spreads thick lines into shadows wider than any line
        thin = cv.morphologyEx(_along(thin, attempt.along), cv.MORPH_TOPHAT, np.ones((13, 13), np.uint8))
    usual, spread = _usual(thin)
    faintest = 0 if attempt.along else _FAINTEST
    between = (thin > max(usual + attempt.noises * spread, faintest)).astype(np.uint8)
    if not attempt.inverted:
        between |= (image < _DARK).astype(np.uint8)
    return _squares(cv.dilate(between, np.ones((3, 3), np.uint8)))


def _squares(between: Image) -> Cells:
    """Returns the roughly square areas without a pixel of `between`, which was dilated by a pixel."""
    cv = opencv()
    _, _, boxes, _ = cv.connectedComponentsWithStats(1 - between, connectivity=4)
    left, top, width, height, area = (boxes[1:, at].astype(float) for at in range(5))
    largest = max(between.shape) / 4
    fits = (np.minimum(width, height) >= _SMALLEST) & (np.maximum(width, height) <= largest)
    fits &= (width < 1.8 * height) & (height < 1.8 * width) & (area > 0.3 * width * height)
    width, height = width + 2, height + 2  # undo the dilation of the lines
    left, top = left - 1, top - 1
    centres = np.stack([left + width / 2, top + height / 2], 1)[fits]
    return Cells(centres, np.sqrt(width * height)[fits])


def _usual(image: Image) -> tuple[float, float]:
    """Returns the median of an image and 1.5 times its median absolute deviation."""
    counts = np.bincount(image.reshape(-1), minlength=256)
    median = int(np.searchsorted(np.cumsum(counts), image.size / 2))
    off = np.abs(np.arange(256) - median)
    order = np.argsort(off, kind="stable")
    deviation = off[order[int(np.searchsorted(np.cumsum(counts[order]), image.size / 2))]]
    return float(median), 1.5 * float(deviation) + 0.5


def _along(thin: Image, length: int) -> Image:
    """Returns, for each pixel, the greatest mean along a line of that length through it, over all directions.

    Sums are computed by doubling (a sum along a line is twice that along its half, shifted), with rounded offsets.
    """
    cv = opencv()
    height, width = thin.shape
    edge = length // 2 + 1
    wide = cv.copyMakeBorder(thin, edge, edge, edge, edge, cv.BORDER_REFLECT).astype(np.uint16)
    best = np.zeros_like(thin, np.uint16)
    directions = length * 3 // 4
    for step in range(directions):
        down, across = np.sin(np.pi * step / directions), np.cos(np.pi * step / directions)
        sums, done = wide, 1
        while done < length:
            shift = round(done * down), round(done * across)
            sums, done = cv.add(sums, _moved(sums, *shift)), 2 * done
        top, left = (edge - round((length - 1) / 2 * way) for way in (down, across))
        best = cv.max(best, sums[top : top + height, left : left + width])
    clearer: Image = cv.convertScaleAbs(best, alpha=_CLEARER / length)
    return clearer


def _moved(image: npt.NDArray[np.uint16], down: int, across: int) -> npt.NDArray[np.uint16]:
    """Shifts an image up and left; pixels beyond the border keep their values."""
    closed = image.copy()
    height, width = image.shape
    left, right = max(0, -across), width - max(0, across)
    closed[: height - down, left:right] = image[down:, left + across : right + across]
    return closed


def densest(cells: Cells, most: int = 3) -> list[Cells]:
    """Returns groups of cells of about one size, the commonest size first."""
    order = np.argsort(cells.sizes)
    sizes = cells.sizes[order]
    left = np.ones(len(sizes), bool)
    groups: list[Cells] = []
    while len(groups) < most and left.sum() >= 9:
        held = np.concatenate([[0], np.cumsum(left)])
        ends = np.searchsorted(sizes, sizes * _SPREAD, side="right")
        begin = int(np.argmax(held[ends] - held[:-1]))
        taken = order[begin : ends[begin]]
        groups.append(Cells(cells.centres[taken], cells.sizes[taken], cells.filled))
        left[begin : ends[begin]] = False
    return groups
