"""Which cells of a lattice are the body, which are the gutters, and how the page was held.

Where the gutters have cells of their own, a corner of the lattice is missing, and its place says all. Where the
clues stand beside the grid, ink does: on two neighbouring sides nearly every line has some. If that leaves a doubt,
the likely ways follow one another, and whoever reads the numbers decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nonosat.scanning.opencv import opencv
from nonosat.scanning.rectified import Image, Warp
from nonosat.scanning.straight import reduced, straightened
from nonosat.scanning.warp import Placed

PREVIEW = 24
"""Pixels of the side of a cell in the small image in which ink is looked for."""

_CONTRAST = 0.16
"""How much darker or lighter than its surroundings ink is, as a share, at least."""

_SPECK = 5
"""Pixels of the smallest piece of ink in a small image."""

Flags = npt.NDArray[np.bool_]

_TURNS = tuple(
    np.array(matrix, float)
    for matrix in ([[1, 0], [0, 1]], [[0, 1], [-1, 0]], [[-1, 0], [0, -1]], [[0, -1], [1, 0]])
)
"""For a page turned by 0, 90, 180 and 270 degrees clockwise, what takes places of the upright puzzle to the lattice."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to take a lattice: a body with its gutters above and to the left once it is upright."""

    warp: Warp
    """From the upright puzzle's cells to the pixels of the page."""
    rows: int
    columns: int
    left: int
    """Cells of the width of the gutter of the rows."""
    top: int
    """Cells of the height of the gutter of the columns."""
    turn: int
    """How far the page was turned, in quarters clockwise."""
    filled: Flags
    """The cells of the upright body that were seen as cells."""
    score: float
    """The greater, the likelier; above 1 the place of the gutters is as good as certain."""


def corners(occupied: Flags, most: int = 6) -> list[tuple[int, int, float]]:
    """The rows and columns that the empty corner at the top left of a lattice may have, the best guesses.

    With them comes the share of the empty places that each explains.

    >>> corners(np.array([[0, 0, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]], bool))[0]
    (1, 2, 1.0)
    """
    height, width = occupied.shape
    filled = np.zeros((height + 1, width + 1))
    filled[1:, 1:] = occupied.cumsum(0).cumsum(1)
    missing = np.outer(np.arange(height + 1), np.arange(width + 1)) - filled
    gain = missing - 3 * filled
    gain[0] = gain[:, 0] = gain[height - 1 :] = gain[:, width - 1 :] = 0
    order = np.argsort(-gain, axis=None)[:most]
    found = [(int(at // (width + 1)), int(at % (width + 1)), float(gain.flat[at])) for at in order]
    best = found[0][2]
    return [(m, k, gained / missing[-1, -1]) for m, k, gained in found if gained > 0.6 * best > 0]


def layouts(page: Image, warp: Warp, occupied: Flags) -> list[Layout]:
    """The ways to take a lattice whose cell (0, 0) is at the top left of `occupied`, the likeliest first."""
    small, there = reduced(page, warp, (0, 0, *occupied.shape[::-1]), PREVIEW)
    found = _cornered(small, there, occupied) or _by_ink(small, there, occupied)
    scale = page.shape[1] / small.shape[1], page.shape[0] / small.shape[0]
    found.sort(key=lambda each: -each.score)
    return [replace(each, warp=Placed(each.warp, scale=scale)) for each in found]


def _cornered(page: Image, warp: Warp, occupied: Flags) -> list[Layout]:
    """The layout that a missing corner shows, if there is one, and if the gutters beside it have numbers."""
    found = []
    for turn in range(4):
        upright, turned = _upright(warp, occupied, turn), np.rot90(occupied, turn)
        for m, k, explained in corners(turned):
            rows, columns = turned.shape[0] - m, turned.shape[1] - k
            gutters = turned[:m, k:].mean(), turned[m:, :k].mean()
            if explained < 0.5 or min(gutters) < 0.55 or rows < 2 or columns < 2:
                continue
            placed = Placed(upright, _TURNS[0], (k, m))
            inner = min(map(cells_with_ink, _gutter_ink(page, placed, rows, columns, k, m)))
            outer = min(map(lines_with_ink, _gutter_ink(page, upright, *turned.shape, 2, 2)))
            if inner > max(0.5, outer):
                score = 1 + inner + explained / 4
                found.append(Layout(placed, rows, columns, k, m, turn, turned[m:, k:], score))
    return sorted(found, key=lambda each: -each.score)[:1]


def _gutter_ink(page: Image, warp: Warp, rows: int, columns: int, k: int, m: int) -> tuple[Flags, Flags]:
    """The ink in gutters of k and m cells, each away from the body from left to right."""
    left = _ink_in(page, warp, (-k, 0, 0, rows))
    top = _ink_in(page, warp, (0, -m, columns, 0))
    return left[:, ::-1], top[::-1].T


def _ink_in(page: Image, warp: Warp, box: tuple[int, int, int, int]) -> Flags:
    """The ink in a box of the lattice, seen with what is around it."""
    left, top, right, bottom = box
    wide = straightened(page, warp, (left - 1, top - 1, right + 1, bottom + 1), PREVIEW)
    return ink_of(wide)[PREVIEW:-PREVIEW, PREVIEW:-PREVIEW]


def _upright(warp: Warp, occupied: Flags, turn: int) -> Warp:
    """The warp of the lattice turned back by quarters, as `np.rot90` turns the cells."""
    height, width = occupied.shape
    shift = ((0, 0), (width, 0), (width, height), (0, height))[turn]
    return Placed(warp, _TURNS[turn], shift) if turn else warp


def _by_ink(page: Image, warp: Warp, occupied: Flags) -> list[Layout]:
    """The layouts that the ink around the lattice, or in its outer cells, allows."""
    found = []
    for turn in range(4):
        upright, turned = _upright(warp, occupied, turn), np.rot90(occupied, turn)
        rows, columns = turned.shape
        left, top = _gutter_ink(page, upright, rows, columns, columns // 2 + 3, rows // 2 + 3)
        beside, above = lines_with_ink(left), lines_with_ink(top)
        k, m = extent(left, 1.4), extent(top, 1.1)
        if k and m:
            score = min(beside, above) + (beside + above) / 10
            found.append(Layout(upright, rows, columns, k, m, turn, turned, score))
    return found


def ink_of(image: Image) -> Flags:
    """The pixels of a straightened image that differ from what is around them, specks and long lines left out."""
    cv = opencv()
    if not image.size:
        return np.zeros(image.shape[:2], bool)
    grey = cv.cvtColor(image, cv.COLOR_RGB2GRAY)
    around = cv.medianBlur(grey, 2 * (PREVIEW // 2) + 7).astype(np.float32)
    off = np.abs(grey - around) / (np.maximum(grey, around) + 12)
    level = max(_CONTRAST, 5 * float(np.median(off)))
    ink = (off > level).astype(np.uint8)
    length = int(1.6 * PREVIEW)
    lines = [
        cv.morphologyEx(ink, cv.MORPH_OPEN, np.ones(shape, np.uint8)) for shape in ((length, 1), (1, length))
    ]
    ink &= 1 - cv.dilate(lines[0] | lines[1], np.ones((3, 3), np.uint8))
    _, labels, found, _ = cv.connectedComponentsWithStats(ink, connectivity=8)
    large = found[:, cv.CC_STAT_AREA] >= _SPECK
    large[0] = False
    flags: Flags = large[labels]
    return flags


def lines_with_ink(ink: Flags) -> float:
    """The share of the lines that have ink within the first cell and a half beside the body.

    `ink` begins at the body and goes away from it; its lines are `PREVIEW` pixels high.
    """
    near = ink[:, PREVIEW // 12 : PREVIEW * 3 // 2]
    lines = near.reshape(-1, PREVIEW, near.shape[1])[:, PREVIEW // 6 : -(PREVIEW // 6)]
    return float((lines.sum((1, 2)) > PREVIEW * PREVIEW // 40).mean()) if near.size else 0.0


def cells_with_ink(ink: Flags) -> float:
    """The share of the lines that have ink in the middle of the first cell beside the body."""
    middle = slice(PREVIEW // 5, -(PREVIEW // 5))
    cells = ink[:, :PREVIEW].reshape(-1, PREVIEW, PREVIEW)[:, middle, middle]
    return float((cells.sum((1, 2)) > PREVIEW * PREVIEW // 50).mean()) if ink.size else 0.0


def extent(ink: Flags, gap: float) -> int:
    """How many cells from the body the ink goes on without a blank strip of `gap` cells across all lines."""
    columns = np.flatnonzero(ink.sum(0) > 1)
    if not len(columns) or columns[0] > 2 * PREVIEW:
        return 0
    jumps = np.flatnonzero(np.diff(columns) > gap * PREVIEW)
    last = columns[jumps[0]] if len(jumps) else columns[-1]
    return int(np.ceil((last + 2) / PREVIEW + 0.05))
