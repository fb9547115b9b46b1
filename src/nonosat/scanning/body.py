"""Which cells of a lattice are the body, which are the gutters, and how the page was held.

Where the gutters have cells of their own, a corner of the lattice is missing, and its place says all. Where the
clues stand beside the grid, ink does: on two neighbouring sides nearly every line has some. If that leaves a doubt,
the likely ways follow one another, and whoever reads the numbers decides.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.scanning.opencv import opencv
from nonosat.scanning.rectified import Image, Warp
from nonosat.scanning.straight import straightened
from nonosat.scanning.warp import Placed

PREVIEW = 24
"""Pixels of the side of a cell in the small image in which ink is looked for."""

_CONTRAST = 0.16
"""How much darker or lighter than its surroundings ink is, as a share, at least."""

_SPECK = 5
"""Pixels of the smallest piece of ink in a small image."""

_REACH = 24
"""Cells around a lattice in which its clues may stand."""

_LEAST_SCORE = 0.2
"""What is less likely is no layout at all."""

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


def corners(occupied: Flags, most: int = 8) -> list[tuple[int, int, float]]:
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
    return [(m, k, gained / float(missing[-1, -1])) for m, k, gained in found if gained > 0.6 * best > 0]


def layouts(page: Image, warp: Warp, occupied: Flags) -> list[Layout]:
    """The ways to take a lattice whose cell (0, 0) is at the top left of `occupied`, the likeliest first."""
    height, width = occupied.shape
    wide, high = min(_REACH, width // 2 + 3), min(_REACH, height // 2 + 3)
    view = straightened(page, warp, (-wide, -high, width + wide, height + high), PREVIEW)
    ink = ink_of(view)
    body = view[high * PREVIEW : (high + height) * PREVIEW, wide * PREVIEW : (wide + width) * PREVIEW]
    full = cells_with_ink(opencv().cvtColor(body, opencv().COLOR_RGB2GRAY))
    found = []
    for turn in range(4):
        margins = (high, wide) if turn % 2 == 0 else (wide, high)
        lattice = _upright(warp, occupied, turn)
        cells, inked, around = (np.rot90(each, turn) for each in (occupied, full, ink))
        found += _layouts(lattice, cells, inked, around, margins, turn)
    return sorted(found, key=lambda each: -each.score)


def _layouts(
    warp: Warp, occupied: Flags, full: Flags, ink: Flags, margins: tuple[int, int], turn: int
) -> list[Layout]:
    """The likeliest layout of a lattice that is upright.

    `full` says which cells have ink in them; `ink` is all ink, with margins above and beside the lattice, in cells.
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
            # crosses in the cells of a page that is partly solved say little beside clues all along it
            score = min(next_to) + sum(next_to) / 10 - (first if m or k else first / 2) - blank
            if m and k:
                score += 0.4 * explained.get((m, k), 0.0) - (occupied[:m, :k].mean() if explained else 0.0)
            elif explained:
                score -= 0.2
            if (m or k) and not explained:  # a whole rectangle: numbers all over it are no clues
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
    """The warp of the lattice turned back by quarters, as `np.rot90` turns the cells."""
    height, width = occupied.shape
    shift = ((0, 0), (width, 0), (width, height), (0, height))[turn]
    return Placed(warp, _TURNS[turn], shift) if turn else warp


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


def lines_with_ink(ink: Flags) -> Flags:
    """Which lines have ink within the first cell and a half beside the body.

    `ink` begins at the body and goes away from it; its lines are `PREVIEW` pixels high.
    """
    near = ink[:, PREVIEW // 12 : PREVIEW * 3 // 2]
    lines = near.reshape(-1, PREVIEW, near.shape[1])[:, PREVIEW // 6 : -(PREVIEW // 6)]
    found: Flags = lines.sum((1, 2)) > PREVIEW * PREVIEW // 40
    return found


def cells_with_ink(grey: Image) -> Flags:
    """Which cells of a lattice have ink in their middle: pixels that differ from most in the cell."""
    height, width = grey.shape[0] // PREVIEW, grey.shape[1] // PREVIEW
    middle = slice(PREVIEW // 5, -(PREVIEW // 5))
    cells = grey.reshape(height, PREVIEW, width, PREVIEW)[:, middle, :, middle].astype(np.float32)
    cells = cells.transpose(0, 2, 1, 3).reshape(height, width, -1)
    ground = np.median(cells, 2, keepdims=True)
    off = np.abs(cells - ground) / (np.maximum(cells, ground) + 12)
    noise = float(np.median(off))
    found: Flags = (off > max(_CONTRAST, 5 * noise)).sum(2) > PREVIEW * PREVIEW // 50
    return found


def extent(ink: Flags, gap: float, first: float) -> int:
    """How many cells from the body the ink goes on without a blank strip of `gap` cells across all lines.

    It begins `first` cells from the body at most.
    """
    columns = np.flatnonzero(ink.sum(0) > 1)
    if not len(columns) or columns[0] > first * PREVIEW:
        return 0
    jumps = np.flatnonzero(np.diff(columns) > gap * PREVIEW)
    last = columns[jumps[0]] if len(jumps) else columns[-1]
    return int(np.ceil((last + 2) / PREVIEW + 0.05))
