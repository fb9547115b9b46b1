"""Segments the ink of a gutter into connected pieces, without lines.

Written for the row gutter, whose strips run left to right; the column gutter is rotated first. The paper's colour is
estimated per strip and half cell, since strips can be shaded and light is uneven. Solid blobs of another colour that
fill most of a cell are chips; inside of them the chip counts as paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from nonosat.apps.scanning.chips import Chip, chips_of, inside_chip
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.paper import Floats, Mask, difference_of, paper_of, starts_of
from nonosat.apps.scanning.rectified import Box, Image

FAINT = 0.25  # threshold of possible number pixels, relative to the usual ink
FIRM = 0.42  # cut-off of a piece, relative to its darkest ink
SOFT = 0.7  # blur of a gutter in pixels before its ink is segmented
LEAST_PIXELS = 12  # minimum pixels of a piece (at 48 pixels per cell); smaller ones are specks
_LEAST_CONTRAST = 14.0  # minimum difference of ink from the paper, of 256


class Piece(NamedTuple):
    """A connected piece of ink."""

    label: int
    box: Box
    pixels: int
    contrast: float  # difference of its darkest part from the paper, of 256


@dataclass(frozen=True, slots=True)
class Inked:
    """A gutter's ink."""

    difference: Floats  # difference of each pixel from the paper, of 256; 0 on lines
    paper: Floats  # colour of the paper at each pixel
    labels: Any  # number of each pixel's piece, 0 for none
    pieces: tuple[Piece, ...]
    chips: tuple[Chip, ...]

    def mask(self, pieces: Sequence[Piece], box: Box) -> Mask:
        """Returns a mask of the pixels of some pieces within a box."""
        part = self.labels[box.top : box.low, box.left : box.right]
        mask: Mask = np.isin(part, [piece.label for piece in pieces])
        return mask

    def crop(self, pieces: Sequence[Piece]) -> Floats:
        """Returns the image of some pieces, from 0 (paper) to 1 (ink)."""
        box = around(pieces)
        part = self.difference[box.top : box.low, box.left : box.right]
        return levelled(part, self.mask(pieces, box))


def around(pieces: Sequence[Piece]) -> Box:
    """Returns the bounding box of some pieces."""
    box = pieces[0].box
    for piece in pieces[1:]:
        box = box.joined(piece.box)
    return box


def levelled(part: Floats, mask: Mask) -> Floats:
    """Scales differences to the darkest ink; 0 outside of the mask."""
    peak = max(float(np.percentile(part[mask], 90)), 1e-3)
    near = opencv().dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.ascontiguousarray(np.minimum(part / peak, 1) * near, np.float32)


def inked(image: Image, cell: int, sheet: tuple[float, ...] = ()) -> Inked:
    """Segments the ink of a gutter with strips of `cell` pixels; `sheet` is the colour of empty cells, if known."""
    cv = opencv()
    height, width = image.shape[:2]
    if not width:
        nothing = np.zeros((height, 0), np.float32)
        return Inked(nothing, np.zeros((height, 0, 3), np.float32), np.zeros((height, 0), np.int32), (), ())
    chips, covered = chips_of(image, cell, sheet)
    edges = starts_of(image, cell, _up_to_body(covered, chips, cell))
    for at, edge in enumerate(edges):
        covered[at * cell : (at + 1) * cell, :edge] = True
    paper = paper_of(image, cell, covered)
    smooth = cv.GaussianBlur(image, (0, 0), SOFT).astype(np.float32)
    difference = difference_of(smooth - paper, cell)
    for chip in chips:
        inside_chip(smooth, paper, difference, chip, cell)
    for at, edge in enumerate(edges):
        difference[at * cell : (at + 1) * cell, : edge + (cell // 10 if edge else 0)] = 0
    noise = _noise(difference)
    level = max(FAINT * _usual(difference, noise), 3.2 * noise, _LEAST_CONTRAST)
    faint = difference > level
    lines = _lines(faint, difference > max(0.45 * level, 1.6 * noise), cell)
    difference[lines] = 0
    faint &= ~lines
    labels, pieces = _pieces(difference, faint)
    return Inked(difference, paper, labels, tuple(pieces), tuple(chips))


def _noise(difference: Floats) -> float:
    """Returns the noise of the paper."""
    paper = difference[difference < 3 * _LEAST_CONTRAST]
    return 1.48 * float(np.median(paper)) if paper.size else _LEAST_CONTRAST / 4


def _usual(difference: Floats, noise: float) -> float:
    """Returns the usual contrast of ink: that of pixels that clearly differ."""
    clear = difference[difference > max(2 * _LEAST_CONTRAST, 5 * noise)]
    return float(np.percentile(clear, 75)) if clear.size > 50 else 2 * _LEAST_CONTRAST


def _up_to_body(covered: Mask, chips: Sequence[Chip], cell: int) -> Mask:
    """Returns the area of each strip's chips and everything between them and the body."""
    mask = covered.copy()
    for chip in chips:
        top = int(chip.box.middle[1] // cell) * cell
        mask[top : top + cell, max(0, chip.box.left - 2) :] = True
    return mask


def _lines(faint: Mask, fainter: Mask, cell: int) -> Mask:
    """Marks grid lines that continue in the gutter, and frames: long straight runs of ink.

    At the positions of grid lines `fainter` ink counts, too.
    """
    cv = opencv()
    ink = faint.astype(np.uint8)
    gap = np.ones((1, 7), np.uint8)
    width = ink.shape[1]
    mask = np.zeros(ink.shape, bool)
    for upright in (False, True):
        turned = np.ascontiguousarray(ink.T) if upright else ink
        thick = cv.dilate(turned, np.ones((3, 1), np.uint8))
        weak = cv.dilate((fainter.T if upright else fainter).astype(np.uint8), np.ones((3, 1), np.uint8))
        weak = cv.morphologyEx(weak, cv.MORPH_CLOSE, gap)
        size = turned.shape
        at = np.arange(size[0])
        near = np.abs((at + cell / 2) % cell - cell / 2) <= cell * 0.17
        lines = np.zeros(size, bool)
        anywhere = np.ones(len(at), bool)
        # digits stand in strips: a run across strips must be longer to be a line
        beside = (thick, int(cell * 1.7), near) if upright else (weak, int(cell * 0.8), near)
        for ones, reach, rows in (beside, (thick, int(cell * 1.7), anywhere)):
            if size[1] >= reach:
                runs = cv.morphologyEx(ones, cv.MORPH_OPEN, np.ones((1, reach), np.uint8), borderValue=0)
                lines |= (runs > 0) & rows[:, None]
        # a line is thin: what is thicker is a number that touches it, or a blob
        solid = (
            cv.morphologyEx(turned, cv.MORPH_OPEN, np.ones((int(cell * 0.24), 1), np.uint8), borderValue=0)
            > 0
        )
        lines &= ~solid
        lines = cv.dilate(lines.astype(np.uint8), np.ones((3, 1), np.uint8)).astype(bool)
        mask |= lines.T if upright else lines
    mask[:, width - max(2, cell // 16) :] = True  # the border of the body
    return mask


def _pieces(difference: Floats, faint: Mask) -> tuple[Any, list[Piece]]:
    """Returns connected ink, each piece cut off at a share of its darkest ink."""
    cv = opencv()
    number, labels = cv.connectedComponents(faint.astype(np.uint8), connectivity=8)
    if number < 2:
        return labels, []
    peaks = np.zeros(number, np.float32)
    order = np.argsort(labels, axis=None, kind="stable")
    sorted_labels = labels.reshape(-1)[order]
    values = difference.reshape(-1)[order]
    starts = np.searchsorted(sorted_labels, np.arange(1, number + 1))
    for label in range(1, number):
        part = values[starts[label - 1] : starts[label]]
        peaks[label] = np.percentile(part, 90) if len(part) < 4000 else part.max()
    firm = faint & (difference > FIRM * peaks[labels])
    number, labels, about, _ = cv.connectedComponentsWithStats(firm.astype(np.uint8), connectivity=8)
    pieces = []
    for label in range(1, number):
        left, top, width, height, pixels = map(int, about[label])
        if pixels >= LEAST_PIXELS:
            box = Box(left, top, left + width, top + height)
            inside = labels[top : top + height, left : left + width] == label
            contrast = float(np.percentile(difference[top : top + height, left : left + width][inside], 90))
            pieces.append(Piece(label, box, pixels, contrast))
    return labels, pieces
