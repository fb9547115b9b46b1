"""Chips: solid coloured blobs in a gutter, each with a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.paper import Floats, Mask, difference_of
from nonosat.apps.scanning.rectified import Box, Image

_CHIP_LEAST, _CHIP_MOST = 0.5, 1.12  # least and greatest side of a chip, in cells
_BLANK = 0.93  # share of a cell's box with one colour if it contains no number
# (blur in pixels, minimum colour gradient of an edge in 256ths per pixel) of each attempt.
_LOOKS = (1.0, 10.0), (1.0, 16.0), (2.0, 8.0)
_SOME_CHIPS = 3  # number of chips to find before searching for hidden ones


@dataclass(frozen=True, slots=True)
class Chip:
    """A solid coloured blob with a number."""

    box: Box
    colour: tuple[int, int, int]


def chips_of(image: Image, cell: int, around: tuple[float, ...]) -> tuple[list[Chip], Mask]:
    """Finds cell-sized blobs that clearly differ from the paper; returns them and a mask of their pixels.

    If there are some, also searches for chips hidden by noise or touching a line.
    """
    chips: list[Chip] = []
    covered = np.zeros(image.shape[:2], bool)
    for blur, steep in _LOOKS:
        for chip in _chips_seen(image, cell, around, blur, steep):
            across, down = map(int, chip.box.middle)
            if not covered[down, across]:
                chips.append(chip)
                box = chip.box
                covered[max(0, box.top - 2) : box.low + 2, max(0, box.left - 2) : box.right + 2] = True
        if len(chips) < _SOME_CHIPS:
            break
    return chips, covered


def _chips_seen(image: Image, cell: int, around: tuple[float, ...], blur: float, steep: float) -> list[Chip]:
    """Finds chips bounded by steep gradients in a blurred image."""
    cv = opencv()
    smooth = cv.GaussianBlur(image, (0, 0), blur).astype(np.float32)
    steps = [np.abs(smooth - np.roll(smooth, 1, axis)).max(2) for axis in (0, 1)]
    flat = (np.maximum(*steps) < steep).astype(np.uint8)
    for at in range(0, len(flat), cell):  # grid lines connect dark chips
        flat[max(0, at - 1) : at + 1] = 0
    number, labels, about, _ = cv.connectedComponentsWithStats(flat, connectivity=4)
    sizes = about[:, cv.CC_STAT_AREA].copy()
    sizes[0] = 0
    if number < 2:
        return []
    wide = about[:, cv.CC_STAT_WIDTH] > 2 * cell
    large = np.flatnonzero(wide & (sizes > 0)) if wide[1:].any() else np.array([int(sizes.argmax())])
    sheet = image[np.isin(labels, large)]
    papers = [
        np.median(sheet[:: max(1, len(sheet) // 5000)], axis=0),
        *([np.array(around)] if around else []),
    ]
    blobs: list[tuple[Box, Any, float]] = []
    for label in np.flatnonzero(sizes > 0.2 * cell * cell):
        left, top, width, height, pixels = map(int, about[label])
        if not (
            _CHIP_LEAST * cell <= height <= _CHIP_MOST * cell and _CHIP_LEAST * cell <= width <= 1.6 * cell
        ):
            continue
        inside = labels[top : top + height, left : left + width] == label
        colour = np.median(image[top : top + height, left : left + width][inside], axis=0)
        outline = inside[0].mean() + inside[-1].mean() + inside[:, 0].mean() + inside[:, -1].mean()
        if pixels >= 0.4 * width * height and outline >= 0.8:
            filled = pixels / (width * height)
            blobs.append((Box(left, top, left + width, top + height), colour, filled))
    papers += [colour for _, colour, filled in blobs if filled > _BLANK]  # a cell without a number
    chips = []
    for box, colour, filled in blobs:
        if filled > _BLANK or min(float(np.abs(colour - paper).max()) for paper in papers) < 40:
            continue
        red, green, blue = map(int, colour)
        chips.append(Chip(box, (red, green, blue)))
    return chips


def inside_chip(smooth: Floats, paper: Floats, difference: Floats, chip: Chip, cell: int) -> None:
    """Uses the chip's colour as paper inside of it; its edge counts as paper, too."""
    left, top, right, low = chip.box
    around = 6
    area = (
        slice(max(0, top - around), low + around),
        slice(max(0, left - around), right + around),
    )
    # its edge is blurred, and some chips are seen without it
    across, down = (int(min(max(side / 2 - 0.31 * cell, 2), 4)) for side in (right - left, low - top))
    border = difference.shape[1] - cell // 8  # the body's border connects dark chips
    inner = (slice(top + down, low - down), slice(left + across, min(right - across, border)))
    paper[inner] = chip.colour
    difference[area] = 0
    difference[inner] = difference_of(smooth[inner] - np.array(chip.colour, np.float32), cell)
