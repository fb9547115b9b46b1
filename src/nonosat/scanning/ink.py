"""The ink in a gutter: what differs from the paper around it, without lines, in connected pieces.

All here is as for the gutter of the rows, whose strips lie from left to right; that of the columns is turned first.
The paper's colour is taken for each strip and half a cell on its own, for strips may be shaded and light is uneven.
Solid blobs of another colour that fill most of a cell are chips; inside of them the chip is the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.scanning.opencv import opencv
from nonosat.scanning.rectified import Image

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

FAINT = 0.25
"""The share of the usual ink above which pixels may belong to a number."""
FIRM = 0.42
"""The share of its own darkest ink that a piece is cut off at."""
SOFT = 0.7
"""How far a gutter is blurred, in pixels, before its ink is taken."""
LEAST_PIXELS = 12
"""Pieces of fewer pixels, at 48 a cell, are specks."""
_EDGE = 32.0
"""Paper whose colour differs by more, in steps of 256, is other paper."""
_LEAST_CONTRAST = 14.0
"""What differs less from the paper, in steps of 256, is no ink."""


class Box(NamedTuple):
    """Pixels of an image: left and top inside, right and bottom outside."""

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
        """Across and down."""
        return (self.left + self.right) / 2, (self.top + self.low) / 2

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.low, other.low),
        )


class Piece(NamedTuple):
    """A connected piece of ink."""

    label: int
    box: Box
    pixels: int
    contrast: float
    """How much its darkest part differs from the paper, in steps of 256."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A solid blob of a colour, in which a number stands."""

    box: Box
    colour: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Inked:
    """A gutter's ink."""

    difference: Floats
    """How much each pixel differs from the paper, in steps of 256; 0 on lines."""
    paper: Floats
    """The colour of the paper at each pixel."""
    labels: Any
    """The number of the piece that each pixel belongs to, 0 for none."""
    pieces: tuple[Piece, ...]
    chips: tuple[Chip, ...]

    def mask(self, pieces: Sequence[Piece], box: Box) -> Mask:
        """Which pixels of a box belong to some pieces."""
        part = self.labels[box.top : box.low, box.left : box.right]
        found: Mask = np.isin(part, [piece.label for piece in pieces])
        return found

    def crop(self, pieces: Sequence[Piece]) -> Floats:
        """The picture of some pieces together, 0 for paper to 1 for ink."""
        box = pieces[0].box
        for piece in pieces[1:]:
            box = box.joined(piece.box)
        part = self.difference[box.top : box.low, box.left : box.right]
        return levelled(part, self.mask(pieces, box))


def levelled(part: Floats, mask: Mask) -> Floats:
    """Differences from the paper as shares of the darkest ink, 0 away from the mask."""
    peak = max(float(np.percentile(part[mask], 90)), 1e-3)
    near = opencv().dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.ascontiguousarray(np.minimum(part / peak, 1) * near, np.float32)


def cut_out(difference: Floats) -> Floats | None:
    """The picture of all ink in an image, cut off at its edges; None if there is none but specks.

    >>> cut_out(np.zeros((48, 48), np.float32)) is None
    True
    """
    if not (difference > 0.2).any():
        return None
    peak = float(np.percentile(difference[difference > 0.2], 90))
    cv = opencv()
    firm = (difference > FIRM * peak).astype(np.uint8)
    _, labels, about, _ = cv.connectedComponentsWithStats(firm, connectivity=8)
    large = np.flatnonzero(about[:, cv.CC_STAT_AREA] >= LEAST_PIXELS)
    mask = np.isin(labels, large[large > 0])
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if len(rows) < 2 or len(columns) < 2:
        return None
    inside = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    return levelled(difference[inside], mask[inside])


def inked(image: Image, cell: int, sheet: tuple[float, ...] = ()) -> Inked:
    """The ink of a gutter whose strips are `cell` pixels high; `sheet` is the colour of empty cells, if it is known."""
    cv = opencv()
    height, width = image.shape[:2]
    if not width:
        nothing = np.zeros((height, 0), np.float32)
        return Inked(nothing, np.zeros((height, 0, 3), np.float32), np.zeros((height, 0), np.int32), (), ())
    chips, covered = _chips(image, cell, sheet)
    edges = _edges(image, cell, _up_to_body(covered, chips, cell))
    for at, edge in enumerate(edges):
        covered[at * cell : (at + 1) * cell, :edge] = True
    paper = _paper(image, cell, covered)
    smooth = cv.GaussianBlur(image, (0, 0), SOFT).astype(np.float32)
    difference = _difference(smooth - paper, cell)
    for chip in chips:
        _inside_chip(smooth, paper, difference, chip, cell)
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


_LIGHT = np.array([0.299, 0.587, 0.114], np.float32)
"""How much red, green and blue say of the light: that of JPEG, whose colours are coarser than its light."""
_LOUD = 70, 2.0
"""Per cent of the pixels, those without ink, and how many times their colour noise is left out."""
_STRIDE, _NOISY = 4, 3.5
"""Light that differs so much, in steps of 256, over so many pixels at the median, has noise on both sides of the paper's."""
_ENOUGH = 1.0
"""How many times the light of ink nearby is left out of its colour."""


def _difference(off: Floats, cell: int) -> Floats:
    """How much pixels differ from the paper: in light, in noise on that side of the paper on which ink around them is.

    One of red, green and blue counts beyond that only where there is ink that differs little in light: its noise is
    coarse, and blurs what light shows.
    """
    cv = opencv()
    signed = off @ _LIGHT
    light = np.abs(signed)
    colour = np.maximum(np.abs(off).max(2) - light, 0)
    steps = np.abs(np.diff(signed[:, ::_STRIDE]))
    if steps.size and float(np.median(steps)) > _NOISY:
        size = cell | 1
        darker, lighter = (cv.blur(np.maximum(sign * signed, 0) ** 2, (size, size)) for sign in (-1, 1))
        light = np.maximum(np.where(darker >= lighter, -signed, signed), 0)
    per_cent, times = _LOUD
    noise = times * float(np.percentile(colour[::2, ::2], per_cent)) if colour.size else 0.0
    near = np.ones((cell // 2 | 1, cell // 2 | 1), np.uint8)
    more = np.maximum(colour - noise - _ENOUGH * cv.dilate(light, near), 0)
    found: Floats = (light + more).astype(np.float32)
    return found


def _noise(difference: Floats) -> float:
    """The usual difference of paper from itself."""
    quiet = difference[difference < 3 * _LEAST_CONTRAST]
    return 1.48 * float(np.median(quiet)) if quiet.size else _LEAST_CONTRAST / 4


def _usual(difference: Floats, noise: float) -> float:
    """The contrast of the ink: that of the pixels which clearly differ."""
    clear = difference[difference > max(2 * _LEAST_CONTRAST, 5 * noise)]
    return float(np.percentile(clear, 75)) if clear.size > 50 else 2 * _LEAST_CONTRAST


def _up_to_body(covered: Mask, chips: Sequence[Chip], cell: int) -> Mask:
    """What the chips of each strip cover, with all between them and the body."""
    found = covered.copy()
    for chip in chips:
        top = int(chip.box.middle[1] // cell) * cell
        found[top : top + cell, max(0, chip.box.left - 2) :] = True
    return found


def _edges(image: Image, cell: int, covered: Mask) -> list[int]:
    """Where the paper of each strip begins: its colour changes there, seen from the body outwards, and stays so.

    It may be the edge of the page, or that of a shaded gutter.
    """
    half, edge = cell // 2, cell // 12
    found = []
    for top in range(0, image.shape[0], cell):
        strip = image[top + edge : top + cell - edge]
        profile = np.median(strip, axis=0)
        hidden = covered[top + edge : top + cell - edge].mean(0) > 0.3
        begin, colours = 0, list[Floats]()
        for right in range(image.shape[1], half - 1, -half):
            part = profile[right - half : right][~hidden[right - half : right]]
            if len(part) < half // 3:
                continue
            colour = np.median(part, axis=0)
            if len(colours) > 2 and np.abs(colour - np.median(colours, axis=0)).max() > _EDGE:
                farther = profile[: max(1, right - half)]
                if np.abs(np.median(farther, axis=0) - np.median(colours, axis=0)).max() > _EDGE:
                    steps = np.abs(np.diff(profile[right - half : right + half // 2], axis=0)).max(1)
                    begin = right - half + int(np.argmax(steps)) + 1
                break
            colours.append(colour)
        found.append(begin)
    return found


def _paper(image: Image, cell: int, covered: Mask) -> Floats:
    """The colour of the paper at each pixel: the median of a strip over one and a half cells."""
    height, width = image.shape[:2]
    edge = cell // 6
    half = cell // 2
    strips = image.reshape(height // cell, cell, width, 3)[:, edge : cell - edge : 2, ::2]
    number = max(1, width // half)
    colours = np.zeros((height // cell, number, 3), np.float32)
    hidden = covered.reshape(height // cell, cell, width)[:, edge : cell - edge : 2, ::2]
    some = hidden.any()
    for at in range(number):
        start, end = max(0, (at - 1) * half // 2), min(width // 2, (at + 2) * half // 2)
        part = strips[:, :, start:end].reshape(len(strips), -1, 3)
        if some:
            part = np.where(
                hidden[:, :, start:end].reshape(len(strips), -1, 1), np.nan, part.astype(np.float32)
            )
            free = ~np.isnan(part[..., 0]).all(1)
            colours[free, at] = np.nanmedian(part[free], axis=1)
            colours[~free, at] = np.nan
        else:
            colours[:, at] = np.median(part, axis=1)
    if some:
        colours = _filled(colours)
    across = (np.arange(width) + 0.5) / half - 0.5
    low = np.clip(np.floor(across).astype(int), 0, number - 1)
    high = np.minimum(low + 1, number - 1)
    share = np.clip(across - low, 0, 1)[None, :, None]
    found = colours[:, low] * (1 - share) + colours[:, high] * share
    return np.repeat(found, cell, axis=0).astype(np.float32)


def _filled(colours: Floats) -> Floats:
    """Places without a colour get that of the strip, or of all."""
    found = colours.copy()
    usual = np.nanmedian(colours.reshape(-1, 3), axis=0) if np.isfinite(colours).any() else np.full(3, 255.0)
    for strip in found:
        missing = np.isnan(strip[:, 0])
        strip[missing] = np.median(strip[~missing], axis=0) if (~missing).any() else usual
    return found


def _lines(faint: Mask, fainter: Mask, cell: int) -> Mask:
    """The lines of the grid that go on in the gutter, and frames: long straight runs of ink.

    Where lines of the grid would be, `fainter` ink counts.
    """
    cv = opencv()
    ink = faint.astype(np.uint8)
    gap = np.ones((1, 7), np.uint8)
    width = ink.shape[1]
    found = np.zeros(ink.shape, bool)
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
        found |= lines.T if upright else lines
    found[:, width - max(2, cell // 16) :] = True  # the border of the body
    return found


def _pieces(difference: Floats, faint: Mask) -> tuple[Any, list[Piece]]:
    """Connected ink, cut off at a share of the darkest of each."""
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
    found = []
    for label in range(1, number):
        left, top, width, height, pixels = map(int, about[label])
        if pixels >= LEAST_PIXELS:
            box = Box(left, top, left + width, top + height)
            inside = labels[top : top + height, left : left + width] == label
            contrast = float(np.percentile(difference[top : top + height, left : left + width][inside], 90))
            found.append(Piece(label, box, pixels, contrast))
    return labels, found


# --- chips ----------------------------------------------------------------------------------------

_CHIP_LEAST, _CHIP_MOST = 0.5, 1.12
"""The side of a chip, in cells."""
_BLANK = 0.93
"""The share of a cell's box that has one colour if no number stands in it."""
_LOOKS = (1.0, 10.0), (1.0, 16.0), (2.0, 8.0)
"""How far to blur, in pixels, and the change of colour, in steps of 256 for a pixel, at an edge."""
_RIM = 0.35
"""The share of the strongest ink of a chip above which there is ink."""
_RIM_WIDE, _MOSTLY = 4, 0.7
"""Pixels along the edge of a chip, and the share of the ink there that is the edge's."""
_SOME_CHIPS = 3
"""How many chips must be seen before others are looked for."""


def _chips(image: Image, cell: int, around: tuple[float, ...]) -> tuple[list[Chip], Mask]:
    """Solid blobs the size of a cell whose colour is clearly not that of the paper; and where they lie.

    Where there are some, others are looked for that noise hides, or a line that they touch.
    """
    found: list[Chip] = []
    covered = np.zeros(image.shape[:2], bool)
    for blur, steep in _LOOKS:
        for chip in _chips_seen(image, cell, around, blur, steep):
            across, down = map(int, chip.box.middle)
            if not covered[down, across]:
                found.append(chip)
                box = chip.box
                covered[max(0, box.top - 2) : box.low + 2, max(0, box.left - 2) : box.right + 2] = True
        if len(found) < _SOME_CHIPS:
            break
    return found, covered


def _chips_seen(image: Image, cell: int, around: tuple[float, ...], blur: float, steep: float) -> list[Chip]:
    """Those that are seen in a blurred image, where steep changes of colour bound them."""
    cv = opencv()
    smooth = cv.GaussianBlur(image, (0, 0), blur).astype(np.float32)
    steps = [np.abs(smooth - np.roll(smooth, 1, axis)).max(2) for axis in (0, 1)]
    flat = (np.maximum(*steps) < steep).astype(np.uint8)
    for at in range(0, len(flat), cell):  # lines of the grid join dark chips
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
    found = []
    for box, colour, filled in blobs:
        if filled > _BLANK or min(float(np.abs(colour - paper).max()) for paper in papers) < 40:
            continue
        red, green, blue = map(int, colour)
        found.append(Chip(box, (red, green, blue)))
    return found


def _inside_chip(smooth: Floats, paper: Floats, difference: Floats, chip: Chip, cell: int) -> None:
    """Takes the chip as the paper inside of it; its edge, which is neither, counts as paper too."""
    left, top, right, low = chip.box
    around = 6
    area = (
        slice(max(0, top - around), low + around),
        slice(max(0, left - around), right + around),
    )
    # its edge is blurred, and some chips are seen without it
    across, down = (int(min(max(side / 2 - 0.31 * cell, 2), 4)) for side in (right - left, low - top))
    border = difference.shape[1] - cell // 8  # that of the body joins dark chips
    inner = (slice(top + down, low - down), slice(left + across, min(right - across, border)))
    paper[inner] = chip.colour
    fresh = _difference(smooth[inner] - np.array(chip.colour, np.float32), cell)
    difference[area] = 0
    difference[inner] = _without_rim(fresh, cell)


def _without_rim(fresh: Floats, cell: int) -> Floats:
    """The ink in a chip without that along its edge, if anything as tall as a digit is left."""
    if not fresh.size:
        return fresh
    cv = opencv()
    firm = fresh > _RIM * float(np.percentile(fresh, 98))
    _, labels, about, _ = cv.connectedComponentsWithStats(firm.astype(np.uint8), connectivity=8)
    along = np.ones(fresh.shape, bool)
    along[_RIM_WIDE:-_RIM_WIDE, _RIM_WIDE:-_RIM_WIDE] = False
    near_edge = np.bincount(labels[along], minlength=len(about))
    is_rim = near_edge > _MOSTLY * about[:, cv.CC_STAT_AREA]
    is_rim[0] = False
    rim, inside = np.flatnonzero(is_rim), np.flatnonzero(~is_rim)[1:]
    longest = about[inside][:, [cv.CC_STAT_WIDTH, cv.CC_STAT_HEIGHT]].max(1)
    if not len(rim) or not (longest >= 0.3 * cell).any():
        return fresh
    hidden = np.isin(labels, rim).astype(np.uint8)
    near = cv.dilate(hidden, np.ones((5, 5), np.uint8)).astype(bool) & ~np.isin(labels, inside)
    return np.where(near, np.float32(0), fresh)
