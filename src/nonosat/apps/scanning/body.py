"""Splits a lattice into body and gutters, and finds the orientation of the page.

If the gutters have cells of their own, the missing corner of the lattice shows the orientation. If the clues stand
beside the grid, ink does: nearly every line has some on two neighbouring sides. In doubt, all likely layouts are
returned, and the legibility of the numbers decides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Image, Warp
from nonosat.apps.scanning.straight import straightened
from nonosat.apps.scanning.warp import Placed

PREVIEW = 24  # pixels per cell side in the small image that is searched for ink
_CONTRAST = 0.16  # minimum relative contrast of ink to its surroundings
_SPECK = 5  # minimum pixels of a piece of ink in a small image
_REACH = 24  # width, in cells, of the border around a lattice that can contain its clues
_LEAST_SCORE = 0.2  # minimum score of a layout

Flags = npt.NDArray[np.bool_]

_TURNS = tuple(
    np.array(matrix, float)
    for matrix in ([[1, 0], [0, 1]], [[0, 1], [-1, 0]], [[-1, 0], [0, -1]], [[0, -1], [1, 0]])
)
"""Maps positions of the upright puzzle to the lattice, for a page turned by 0, 90, 180 and 270 degrees clockwise."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One interpretation of a lattice: a body with gutters above and to the left once it is upright."""

    warp: Warp  # maps cells of the upright puzzle to pixels of the page
    rows: int
    columns: int
    left: int  # width of the row gutter in cells
    top: int  # height of the column gutter in cells
    turn: int  # clockwise quarter turns of the page
    filled: Flags  # body cells that were detected as cells
    score: float  # likelihood score; above 1 the gutters are practically certain


def corners(occupied: Flags, most: int = 8) -> list[tuple[int, int, float]]:
    """Returns the best guesses for the empty top left corner of a lattice: (rows, columns, share of empty places explained).

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
    splits = [(int(at // (width + 1)), int(at % (width + 1)), float(gain.flat[at])) for at in order]
    best = splits[0][2]
    return [(m, k, gained / float(missing[-1, -1])) for m, k, gained in splits if gained > 0.6 * best > 0]


def layouts(page: Image, warp: Warp, occupied: Flags) -> list[Layout]:
    """Returns the interpretations of a lattice whose cell (0, 0) is the top left of `occupied`, likeliest first."""
    height, width = occupied.shape
    wide, high = min(_REACH, width // 2 + 3), min(_REACH, height // 2 + 3)
    view = straightened(page, warp, (-wide, -high, width + wide, height + high), PREVIEW)
    ink = ink_of(view)
    body = view[high * PREVIEW : (high + height) * PREVIEW, wide * PREVIEW : (wide + width) * PREVIEW]
    full = cells_with_ink(opencv().cvtColor(body, opencv().COLOR_RGB2GRAY))
    bodies = []
    for turn in range(4):
        margins = (high, wide) if turn % 2 == 0 else (wide, high)
        lattice = _upright(warp, occupied, turn)
        cells, inked, around = (np.rot90(flags, turn) for flags in (occupied, full, ink))
        bodies += _layouts(lattice, cells, inked, around, margins, turn)
    return sorted(bodies, key=lambda layout: -layout.score)


def _layouts(
    warp: Warp, occupied: Flags, full: Flags, ink: Flags, margins: tuple[int, int], turn: int
) -> list[Layout]:
    """Returns the likeliest layouts of an upright lattice.

    `full` marks cells with ink; `ink` is all ink, with `margins` (in cells) above and beside the lattice.
    """
    above, beside = (margin * PREVIEW for margin in margins)
    height, width = occupied.shape
    left = ink[above : above + height * PREVIEW, :beside][:, ::-1]
    top = ink[:above, beside : beside + width * PREVIEW][::-1].T
    rows, columns = lines_with_ink(left), lines_with_ink(top)
    explained = {(m, k): share for m, k, share in corners(occupied)}
    best: tuple[float, int, int] | None = None
    for m in range(height // 2 + 2):
        for k in range(width // 2 + 2):
            if min(height - m, width - k) < 2:
                continue
            next_to = (
                (full[m:, k - 1] if k else rows[m:]).mean(),
                (full[m - 1, k:] if m else columns[k:]).mean(),
            )
            first = max(full[m:, k].mean(), full[m, k:].mean())
            blank = full[:m, :k].mean() if m and k else 0.0
            # on a partly solved page, crosses in cells weigh little against clues along the whole side
            score = min(next_to) + sum(next_to) / 10 - (first if m or k else first / 2) - blank
            if m and k:
                score += 0.4 * explained.get((m, k), 0.0) - (occupied[:m, :k].mean() if explained else 0.0)
            elif explained:
                score -= 0.2
            if (m or k) and not explained:  # a full rectangle: numbers all over it are not clues
                score -= 0.4 + 2 * full[m:, k:].mean()
            if best is None or score > best[0]:
                best = score, m, k
    if best is None or best[0] < _LEAST_SCORE:
        return []
    score, m, k = best
    wide = k + extent(left[m * PREVIEW :], 0.7 if k else 1.4, 0.9 if k else 2)
    high = m + extent(top[k * PREVIEW :], 0.7 if m else 1.1, 0.9 if m else 2)
    placed = Placed(warp, _TURNS[0], (k, m))
    body = occupied[m:, k:]
    return (
        [Layout(placed, height - m, width - k, wide, high, turn, body, float(score))] if wide and high else []
    )


def _upright(warp: Warp, occupied: Flags, turn: int) -> Warp:
    """Returns the warp of the lattice turned back by quarters, matching `np.rot90` of its cells."""
    height, width = occupied.shape
    shift = ((0, 0), (width, 0), (width, height), (0, height))[turn]
    return Placed(warp, _TURNS[turn], shift) if turn else warp


def ink_of(image: Image) -> Flags:
    """Marks pixels of a straightened image that differ from their surroundings, except specks and long lines."""
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
    _, labels, boxes, _ = cv.connectedComponentsWithStats(ink, connectivity=8)
    large = boxes[:, cv.CC_STAT_AREA] >= _SPECK
    large[0] = False
    flags: Flags = large[labels]
    return flags


def lines_with_ink(ink: Flags) -> Flags:
    """Marks lines with ink within one and a half cells of the body.

    `ink` starts at the body and runs away from it; its lines are `PREVIEW` pixels high.
    """
    near = ink[:, PREVIEW // 12 : PREVIEW * 3 // 2]
    lines = near.reshape(-1, PREVIEW, near.shape[1])[:, PREVIEW // 6 : -(PREVIEW // 6)]
    flags: Flags = lines.sum((1, 2)) > PREVIEW * PREVIEW // 40
    return flags


def cells_with_ink(grey: Image) -> Flags:
    """Marks cells with ink in their middle: pixels that differ from the cell's median."""
    height, width = grey.shape[0] // PREVIEW, grey.shape[1] // PREVIEW
    middle = slice(PREVIEW // 5, -(PREVIEW // 5))
    cells = grey.reshape(height, PREVIEW, width, PREVIEW)[:, middle, :, middle].astype(np.float32)
    cells = cells.transpose(0, 2, 1, 3).reshape(height, width, -1)
    ground = np.median(cells, 2, keepdims=True)
    off = np.abs(cells - ground) / (np.maximum(cells, ground) + 12)
    noise = float(np.median(off))
    flags: Flags = (off > max(_CONTRAST, 5 * noise)).sum(2) > PREVIEW * PREVIEW // 50
    return flags


def extent(ink: Flags, gap: float, first: float) -> int:
    """Returns how many cells from the body the ink reaches without a blank strip of `gap` cells across all lines.

    It must start at most `first` cells from the body.
    """
    columns = np.flatnonzero(ink.sum(0) > 1)
    if not len(columns) or columns[0] > first * PREVIEW:
        return 0
    jumps = np.flatnonzero(np.diff(columns) > gap * PREVIEW)
    last = columns[jumps[0]] if len(jumps) else columns[-1]
    return int(np.ceil((last + 2) / PREVIEW + 0.05))
