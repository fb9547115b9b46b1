"""Evidence for the size of a grid: a border, visible lines, detected cells."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.body import PREVIEW, Layout
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Facts, Image
from nonosat.apps.scanning.straight import pixels_of_a_cell

_REACH = PREVIEW // 4  # pixels on both sides of a line's place in which its ink is counted

_CONTINUED = 0.65  # minimum strength of lines beyond the border, relative to within, if the grid continues

# Minimum strength of a ruled grid's lines, relative to the usual strength; percentile of the cells' content that they
# exceed.
_LEAST_LINE, _LOUD = 0.5, 90

_ABOVE_NOISE = 0.45  # the same, after subtracting the strength of noise

_ALIKE = 0.25  # maximum relative grey difference of two cells that are both filled or both blank


def facts_of(image: Image, layout: Layout) -> Facts:
    """Returns the facts of a layout; `image` shows its body and a cell around it, `PREVIEW` pixels per cell."""
    cv = opencv()
    rows, columns = layout.rows, layout.columns
    grey = cv.cvtColor(image, cv.COLOR_RGB2GRAY).astype(np.float32)
    vertical, horizontal = _strengths(grey, columns), _strengths(grey.T, rows)
    typical = float(np.median(np.concatenate([vertical[1:-1], horizontal[1:-1]])))
    ends = min(vertical[0], vertical[-1], horizontal[0], horizontal[-1])
    return Facts(
        coverage=float(layout.filled.mean()),
        closed=bool(ends > 0.5 * typical),
        pixels=pixels_of_a_cell(layout.warp, (0, 0, columns, rows)),
        continues=_lines_continue(grey, vertical) or _lines_continue(grey.T, horizontal),
        ruled=_ruled(grey) and _ruled(grey.T),
    )


def _ruled(grey: npt.NDArray[np.float32]) -> bool:
    """Returns whether each vertical line between cells stands out from everything within cells.

    In that case the grid is complete, even if noise hides many cells or ink fills them.
    """
    body = grey[PREVIEW:-PREVIEW, PREVIEW:-PREVIEW]
    count = body.shape[1] // PREVIEW
    lines = np.array([_darker(body, PREVIEW * line) for line in range(1, count)])
    usual = float(np.median(lines)) if lines.size else 0.0
    within = [
        abs(_darker(body, PREVIEW * line + PREVIEW * part // 6))
        for line in range(1, count)
        for part in (2, 3, 4)
    ]
    if not usual or np.isnan(usual):
        return False
    least = max(_LEAST_LINE * abs(usual), float(np.percentile(within, _LOUD)))
    return bool((np.sign(usual) * lines > least).all())


def _darker(body: npt.NDArray[np.float32], at: int) -> float:
    """Returns how much darker a vertical line is than its surroundings (median over pairs of similar cells)."""
    beside = [body[:, max(0, at + start) : at + start + 5] for start in (-8, 4)]
    one, other = (np.median(strip.reshape(-1, PREVIEW * strip.shape[1]), 1) for strip in beside)
    line = np.median(body[:, at - 1 : at + 2].reshape(-1, PREVIEW * 3), 1)
    alike = np.abs(one - other) < _ALIKE * np.maximum(np.maximum(one, other), 60)
    return float(np.median(((one + other) / 2 - line)[alike])) if alike.any() else float("nan")


def _lines_continue(grey: npt.NDArray[np.float32], strengths: npt.NDArray[np.float64]) -> bool:
    """Returns whether vertical lines continue below the lower border, so that a line of cells is possibly missing."""
    below = _strengths(grey[-3 * PREVIEW :], len(strengths) - 1, slice(2 * PREVIEW, None))
    if np.median(below[1:-1] / np.maximum(strengths[1:-1], 1.0)) <= _CONTINUED:
        return False
    count = len(strengths) - 1
    within = _strengths(np.roll(grey, -PREVIEW // 2, 1), count - 1)[1:-1] if count > 2 else np.zeros(1)
    noise = float(np.median(within))
    above = (below[1:-1] - noise) / np.maximum(strengths[1:-1] - noise, max(noise / 4, 1.0))
    return bool(np.median(above) > _ABOVE_NOISE)


def _strengths(
    grey: npt.NDArray[np.float32], count: int, inside: slice = slice(PREVIEW, -PREVIEW)
) -> npt.NDArray[np.float64]:
    """Returns the strength of each vertical line: its width in pixels times its contrast in grey levels."""
    strengths = []
    inner = grey[inside]
    for line in range(count + 1):
        at = PREVIEW * (line + 1)
        strip = inner[:, at - _REACH : at + _REACH]
        beside = (
            inner[:, at - 2 * _REACH : at - _REACH],
            inner[:, at + _REACH : at + 2 * _REACH],
        )
        ground = np.median(np.concatenate(beside, 1), 1)
        off = np.abs(strip - ground[:, None]).sum(1)
        # a line is invisible between a filled and a blank cell; outer lines have a cell on one side only
        one, other = (np.median(part, 1) for part in beside)
        alike = np.abs(one - other) < _ALIKE * np.maximum(np.maximum(one, other), 60)
        # most positions beside filled cells show more than the line
        some = off[alike] if 0 < line < count and alike.sum() >= PREVIEW else off
        strengths.append(float(np.percentile(some, 30)))
    return np.array(strengths)
