"""Grids with given corners: counts the lines and fits a warp.

Four corners fix the perspective, up to the number of cells, which the power spectrum of changes of grey gives. Corners
set by hand are some pixels off, and paper curls: each line is searched near its expected position, and a warp is fitted
to the lines found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.body import PREVIEW, Layout, ink_of
from nonosat.apps.scanning.body import extent as extent_of
from nonosat.apps.scanning.geometry import straight
from nonosat.apps.scanning.lattice import Lattice
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Image, Places, Rectified, Warp
from nonosat.apps.scanning.straight import pixels_of_a_cell, straightened
from nonosat.apps.scanning.warp import Curved, fitted
from nonosat.support.errors import InputError, UsageError

MOST_LINES = 120  # maximum number of rows, and of columns
_PARTS = 50  # number of parts per side of the grid for counting its lines
_BANDS = 8  # parts of a line examined separately, since it can be bent

# Frequencies tried per number of lines, and share of the greatest power that counts as strong.
_FINE, _STRONG = 4, 0.5
_FAINT = 2.0  # minimum contrast of a line in grey levels
_AROUND = 24  # border around a grid, in cells, that can contain clues
_ROUNDS = 4  # iterations of finding lines and fitting a warp
_MARGIN = 3  # border around a grid, in cells, that is searched for bent lines
_REACH = PREVIEW // 3  # search radius of a line in pixels

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Corners:
    """The corners of a grid without its clues, clockwise from its upper left one, in pixels of the picture."""

    places: tuple[tuple[float, float], ...]
    size: tuple[int, int] | None = None  # columns and rows, if known

    @classmethod
    def of(cls, corners: Sequence[Sequence[float]], size: Sequence[int] | None = None) -> Corners:
        """Checks pairs of numbers; raises `UsageError` unless they are the corners of a convex grid.

        >>> Corners.of([(0, 0), (9, 0), (9, 9), (0, 9)], (3, 3)).size
        (3, 3)
        """
        try:
            places = tuple((float(x), float(y)) for x, y in corners)
            count = None if size is None else tuple(map(int, size))
        except (TypeError, ValueError):
            raise UsageError("corners must be four pairs of numbers, the size two whole numbers") from None
        if len(places) != 4 or not np.isfinite(places).all():
            raise UsageError("a grid has four corners, each two numbers")
        if count is not None and (len(count) != 2 or not all(2 <= number <= MOST_LINES for number in count)):
            raise UsageError(f"a grid between corners has 2 to {MOST_LINES} columns and rows")
        sides = np.roll(places, -1, 0) - np.array(places)
        ahead = np.roll(sides, -1, 0)
        if not (sides[:, 0] * ahead[:, 1] - sides[:, 1] * ahead[:, 0] > 1).all():
            raise UsageError("corners must go clockwise from the upper left one, around the grid")
        return cls(places, count and (count[0], count[1]))


def grid_within(
    page: Image, corners: Corners, scale: float = 1.0, tick: Callable[[], None] = lambda: None
) -> Rectified:
    """Rectifies the grid between corners; `scale` is the number of picture pixels per page pixel.

    Raises `InputError` if there are no even lines, or no clues beside them.
    """
    places = np.array(corners.places) / scale
    height, width = page.shape[:2]
    if (places < -0.2 * max(width, height)).any() or (places > 1.2 * np.array([width, height])).any():
        raise InputError(f"the corners lie outside of the picture, which has {width}x{height} pixels")
    columns, rows = corners.size or _size(page, places)
    tick()
    warp: Curved = _warp(places, columns, rows)
    for _ in range(_ROUNDS):
        lattice = _lattice(page, warp, columns, rows)
        fit = None if lattice is None else fitted(lattice)
        if fit is None:
            break
        warp, _ = fit
        tick()
    wide, high = _gutters(page, warp, columns, rows)
    if not wide or not high:
        raise InputError(f"no clue numbers are found beside the grid of {columns}x{rows} squares")
    seen = np.ones((rows, columns), bool)
    return straight(page, Layout(warp, rows, columns, wide, high, 0, seen, 1.0))


def _warp(places: Places, columns: int, rows: int) -> Curved:
    """Returns the homography from a grid's corners to these points."""
    cv = opencv()
    flat = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
    matrix = cv.getPerspectiveTransform(flat, places.astype(np.float32))
    return Curved(matrix, (0, 0, columns, rows))


def _size(page: Image, places: Places) -> tuple[int, int]:
    """Counts columns and rows between the corners."""
    cv = opencv()
    view = straightened(page, _warp(places, _PARTS, _PARTS), (0, 0, _PARTS, _PARTS), PREVIEW)
    grey = cv.cvtColor(view, cv.COLOR_RGB2GRAY).astype(float)
    columns, rows = _count(grey), _count(grey.T)
    if columns is None or rows is None:
        raise InputError("no even lines are found between the corners: name the size of the grid")
    return columns, rows


def _count(grey: Floats) -> int | None:
    """Counts the columns into which lines divide an image; None if there are no lines.

    Grey levels change at the borders of cells, whatever is in the cells. The power spectrum of that change gives the
    count, even if lines are bent.
    """
    change = np.abs(np.diff(grey, axis=1))
    bands = np.stack([band.mean(0) for band in np.array_split(change, _BANDS)])
    width = bands.shape[1]
    window = np.sin(np.pi * (np.arange(width) + 0.5) / width)
    near = opencv().blur(bands, (width // 3, 1), borderType=opencv().BORDER_REFLECT)
    flat = (bands / np.maximum(near, 0.1) - 1) * window
    power = (np.abs(np.fft.rfft(flat, _FINE * width)) ** 2).mean(0)
    power = power[: _FINE * (MOST_LINES + 2)]
    power[: 3 * _FINE // 2] = 0
    strong = np.flatnonzero(power >= _STRONG * power.max())
    if bands.max() < _FAINT / 2 or power.max() < 30 * np.median(power):
        return None
    first = strong[0]
    around = slice(first, first + 2 * _FINE)
    peak = first + int(np.argmax(power[around]))
    lobe = np.arange(max(0, peak - 3 * _FINE // 2), peak + 3 * _FINE // 2 + 1)
    return max(2, round(float((power[lobe] * lobe).sum() / power[lobe].sum()) / _FINE))


def _lattice(page: Image, warp: Warp, columns: int, rows: int) -> Lattice | None:
    """Returns the lattice of detected lines near their expected positions; None if most are missing."""
    cv = opencv()
    box = (-_MARGIN, -_MARGIN, columns + _MARGIN, rows + _MARGIN)
    view = straightened(page, warp, box, PREVIEW)
    grey = cv.cvtColor(view, cv.COLOR_RGB2GRAY).astype(float)
    across, down = _shifts(grey, columns, rows), _shifts(grey.T, rows, columns).T
    x = (across[:, :-1] + across[:, 1:]) / 2
    y = (down[:-1] + down[1:]) / 2
    at = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).astype(float)
    middles = at + 0.5 + np.stack([x, y], -1) / PREVIEW
    finite = np.isfinite(middles).all(-1)
    if finite.mean() < 0.5:
        return None
    size = pixels_of_a_cell(warp, (0, 0, columns, rows))
    return Lattice(at[finite], warp(middles[finite]), np.full(int(finite.sum()), size))


def _shifts(grey: Floats, columns: int, rows: int) -> Floats:
    """Returns the offset to the right of each vertical line beside each row, in pixels; NaN if unclear.

    Follows each line from its ends, which the corners fix, to its middle.
    """
    lines = np.full((rows, columns + 1), np.nan)
    inner = PREVIEW // 6
    halves = (range((rows + 1) // 2), range(rows - 1, (rows - 1) // 2, -1))
    most = (_MARGIN - 1) * PREVIEW
    for line in range(columns + 1):
        for half in halves:
            at = 0.0
            for row in half:
                middle = PREVIEW * (line + _MARGIN) + round(at)
                high = slice(PREVIEW * (row + _MARGIN) + inner, PREVIEW * (row + _MARGIN + 1) - inner)
                shift = _shift(grey[high, middle - 2 * _REACH : middle + 2 * _REACH].mean(0))
                if shift is not None:
                    at = max(-most, min(most, round(at) + shift))
                    lines[row, line] = at
    return lines


def _shift(part: Floats) -> float | None:
    """Returns the offset of a line from the middle, in pixels; None if there is no clear one."""
    off = np.median(part) - part
    near = off[_REACH:-_REACH]
    largest = float(np.abs(near).max())
    if largest <= _FAINT + 2 * float(np.median(np.abs(off))):
        return None
    sign = 1 if near.max() >= -near.min() else -1
    clear = np.clip(sign * near - 0.5 * largest, 0, None)
    return float((clear * (np.arange(len(near)) - _REACH + 0.5)).sum() / clear.sum())


def _gutters(page: Image, warp: Warp, columns: int, rows: int) -> tuple[int, int]:
    """Returns the width of the row gutter and the height of the column gutter, in cells."""
    wide, high = min(_AROUND, columns // 2 + 3), min(_AROUND, rows // 2 + 3)
    ink = ink_of(straightened(page, warp, (-wide, -high, columns, rows), PREVIEW))
    left, top = ink[high * PREVIEW :, : wide * PREVIEW], ink[: high * PREVIEW, wide * PREVIEW :]
    return extent_of(left[:, ::-1], 1.4, 2), extent_of(top[::-1].T, 1.1, 2)
