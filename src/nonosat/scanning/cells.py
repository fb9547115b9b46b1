"""Closed, roughly square areas of a page: what may be the cells of a grid.

No line is looked for. Lines are broken by dust, thin ones are lost by a lens, and a grid of rounded buttons has
none; the area between them is there in all of these. The page is divided by its own blurred background, so that a
shadow changes nothing, and parted into light and dark by an adaptive threshold. What is connected, and has the box of
a square, is a cell.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nonosat.foundation.lazy_dataclasses import dataclass, replace
from nonosat.scanning.opencv import opencv
from nonosat.scanning.rectified import Image, Places

LONGEST = 2400
"""Pixels of the longer side in which grids are looked for, at most."""

SHORTEST = 1000
"""The same at least: smaller pictures, such as those of small screens, are enlarged."""

MOST_ENLARGED = 4.0
"""How many times larger a small picture is made."""

_SMALLEST = 6
"""Pixels of the side of a cell, at least."""

_FAINTEST = 7
"""How much darker than its surroundings a line is, in 255ths, at least."""

_DARK = 90
"""What is darker than this is ink, however thick; paper is 200."""

_CLEARER = 2
"""How many times stronger means along lines are made, so that less is lost by whole numbers."""

_SPREAD = 1.5
"""How much larger the largest cell of a grid may be than its smallest: the far end of a page is smaller."""


class Attempt(NamedTuple):
    """One way to part lines from cells."""

    kernel: int
    """Pixels of the thickest line."""
    noises: float
    """How much darker than its surroundings a line is, in deviations of what has no lines."""
    inverted: bool = False
    """Whether the cells are darker than what is between them."""
    along: int = 0
    """Pixels over which lines are made clearer by the mean along them, a power of two; finds them in much noise."""
    blur: float = 0.0
    """By how many pixels the page is blurred before that."""
    edges: bool = False
    """Whether cells are areas of an even tone, filled ones too, and what has a slope of any kind is between them."""


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
"""The ways in the order in which they are tried."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The areas that may be cells, in pixels of the image in which they were found."""

    centres: Places
    sizes: npt.NDArray[np.float64]
    """The square root of the area of the box around each."""
    filled: bool = False
    """Whether filled cells are among them."""
    faint: bool = False
    """Whether they were found by bright lines that noise hides."""


def flattened(grey: Image) -> Image:
    """The image divided by its background: paper is about 200 everywhere.

    The background is blurred; beside a dark table, where that would make paper too light, it is the median.
    """
    cv = opencv()
    height, width = grey.shape
    small = cv.resize(grey, (max(1, width // 8), max(1, height // 8)), interpolation=cv.INTER_AREA)
    side = max(3, min(small.shape) // 12 | 1)
    background = cv.max(cv.GaussianBlur(small, (0, 0), side), cv.medianBlur(small, side))
    background = cv.resize(background, (width, height), interpolation=cv.INTER_LINEAR)
    flat: Image = cv.divide(grey, cv.max(background, 12), scale=200)
    return flat


def cells_of(flat: Image, attempt: Attempt, tones: tuple[float, float] | None = None) -> Cells:
    """The areas of an even image that may be cells, of all sizes.

    With `tones`, the grey of the cells and that between them, whatever is nearer to the latter is between them,
    however wide: cells without a border lie on it.
    """
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
    # what the closing fills is darker than all that is around it: a line, be it near a thicker one
    thin = cv.morphologyEx(image, cv.MORPH_BLACKHAT, kernel)
    if attempt.along:
        # the mean spreads thick lines into shadows, which are wider than any line
        thin = cv.morphologyEx(_along(thin, attempt.along), cv.MORPH_TOPHAT, np.ones((13, 13), np.uint8))
    usual, spread = _usual(thin)
    faintest = 0 if attempt.along else _FAINTEST
    between = (thin > max(usual + attempt.noises * spread, faintest)).astype(np.uint8)
    if tones is not None:
        cell, gap = tones
        between |= ((flat > (cell + gap) / 2) == (gap > cell)).astype(np.uint8)
    elif not attempt.inverted:
        between |= (image < _DARK).astype(np.uint8)
    return replace(
        _squares(cv.dilate(between, np.ones((3, 3), np.uint8))), faint=attempt.along > 0 and attempt.inverted
    )


def _squares(between: Image) -> Cells:
    """The roughly square areas with no pixel that is between cells; that was made a pixel wider."""
    cv = opencv()
    _, _, found, _ = cv.connectedComponentsWithStats(1 - between, connectivity=4)
    left, top, width, height, area = (found[1:, at].astype(float) for at in range(5))
    largest = max(between.shape) / 4
    fits = (np.minimum(width, height) >= _SMALLEST) & (np.maximum(width, height) <= largest)
    fits &= (width < 1.8 * height) & (height < 1.8 * width) & (area > 0.3 * width * height)
    width, height = width + 2, height + 2  # what is between them was made thicker
    left, top = left - 1, top - 1
    centres = np.stack([left + width / 2, top + height / 2], 1)[fits]
    return Cells(centres, np.sqrt(width * height)[fits])


def _usual(image: Image) -> tuple[float, float]:
    """The median of an image, and how far most of it is from that: one and a half median deviations."""
    counts = np.bincount(image.reshape(-1), minlength=256)
    median = int(np.searchsorted(np.cumsum(counts), image.size / 2))
    off = np.abs(np.arange(256) - median)
    order = np.argsort(off, kind="stable")
    deviation = off[order[int(np.searchsorted(np.cumsum(counts[order]), image.size / 2))]]
    return float(median), 1.5 * float(deviation) + 0.5


def _along(thin: Image, length: int) -> Image:
    """At each pixel the greatest mean along a line of that length through it, of lines in all directions.

    The sum along a line is that along its half, twice: so it takes few steps, whose places are rounded.
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
    found: Image = cv.convertScaleAbs(best, alpha=_CLEARER / length)
    return found


def _moved(image: npt.NDArray[np.uint16], down: int, across: int) -> npt.NDArray[np.uint16]:
    """The image with each pixel taken from so far below and to the right of it; what lies beyond is the same as before."""
    found = image.copy()
    height, width = image.shape
    left, right = max(0, -across), width - max(0, across)
    found[: height - down, left:right] = image[down:, left + across : right + across]
    return found


def densest(cells: Cells, most: int = 3) -> list[Cells]:
    """The cells of about the size that most have, then those of the next size that many have, and so on."""
    order = np.argsort(cells.sizes)
    sizes = cells.sizes[order]
    left = np.ones(len(sizes), bool)
    found: list[Cells] = []
    while len(found) < most and left.sum() >= 9:
        held = np.concatenate([[0], np.cumsum(left)])
        ends = np.searchsorted(sizes, sizes * _SPREAD, side="right")
        begin = int(np.argmax(held[ends] - held[:-1]))
        taken = order[begin : ends[begin]]
        found.append(Cells(cells.centres[taken], cells.sizes[taken], cells.filled, cells.faint))
        left[begin : ends[begin]] = False
    return found
