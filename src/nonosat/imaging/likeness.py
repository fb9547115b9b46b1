"""Likeness of a picture of cells to the original: one number, for ranking candidates.

Both are scaled to the same square. Tone, edges, and edges made equally strong everywhere are compared by correlation (light
and dark may be exchanged), with weights chosen by eye on 15 pictures. The number only ranks candidates of one picture,
so `benchmarks/pictures.py` evaluates it with drawings by another artist.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from nonosat.imaging.colours import LINEAR_LIGHT

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SIDE = 64  # pixels of the square
_MARGIN = 4  # blank pixels around the picture in it
_TONE, _EDGES, _EVEN_EDGES = 0.35, 0.3, 0.35


def lab_of(rgb: NDArray[Any]) -> NDArray[np.float64]:
    """Converts sRGB to CIE L*a*b* (D65)."""
    linear = np.interp(rgb, np.arange(256), LINEAR_LIGHT)
    matrix = [[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9502]]
    xyz = linear @ np.array(matrix).T / [0.9505, 1.0, 1.089]
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


class Areas:
    """Means of a plane of pixels, or of several on the first axis, over the areas of any grid.

    Sums of all pixels above and to the left (F. Crow 1984) are interpolated, which is exact; products of matrices would
    occupy all cores of the machine.
    """

    def __init__(self, planes: NDArray[Any]) -> None:
        kind = np.float64 if planes.dtype.kind == "f" else np.int32
        *before, self._height, self._width = planes.shape
        self._sums = np.zeros((*before, self._height + 1, self._width + 1), dtype=kind)
        np.cumsum(planes, axis=-2, out=self._sums[..., 1:, 1:], dtype=kind)
        np.cumsum(self._sums, axis=-1, out=self._sums)

    def scaled(self, height: int, width: int) -> NDArray[np.float64]:
        """Returns the planes at another size."""
        row, part = _places(self._height, height)
        sums = self._sums
        rows = np.diff(
            sums[..., row, :] * (1 - part)[:, None] + sums[..., row + 1, :] * part[:, None], axis=-2
        )
        column, part = _places(self._width, width)
        areas = np.diff(rows[..., column] * (1 - part) + rows[..., column + 1] * part, axis=-1)
        return np.asarray(areas * (height * width / (self._height * self._width)))


@cache
def _places(given: int, wanted: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Returns the pixels in which the edges of `wanted` areas lie, and the parts of these before the edges."""
    edges = np.arange(wanted + 1) * given / wanted
    pixels = np.minimum(edges.astype(np.int64), given - 1)
    return pixels, edges - pixels


def scaled(plane: NDArray[Any], height: int, width: int) -> NDArray[np.float64]:
    """Returns a plane of pixels at another size, by the mean over areas."""
    return Areas(plane).scaled(height, width)


@cache
def _blur_matrix(side: int, sigma: float) -> NDArray[np.float64]:
    """Returns the matrix of a Gaussian along one axis; the edge pixels continue outwards."""
    reach = round(4 * sigma)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    matrix = np.zeros((side, side))
    for at in range(side):
        np.add.at(
            matrix[at], np.clip(np.arange(at - reach, at + reach + 1), 0, side - 1), weights / weights.sum()
        )
    return matrix


def blurred(plane: NDArray[Any], sigma: float) -> NDArray[np.float64]:
    """Returns a plane after a Gaussian filter of `sigma` pixels."""
    return np.asarray(_blur_matrix(plane.shape[-2], sigma) @ plane @ _blur_matrix(plane.shape[-1], sigma).T)


def correlation(one: NDArray[Any], other: NDArray[Any]) -> float:
    """Returns the correlation of two planes; 0 if one of them is constant."""
    one, other = one - one.mean(), other - other.mean()
    scale = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / scale if scale > 1e-6 else 0.0


def framed(plane: NDArray[Any], blank: float) -> NDArray[np.float64]:
    """Returns a plane scaled to the longer side of a square, with blank pixels around."""
    height, width = plane.shape
    scale = (_SIDE - 2 * _MARGIN) / max(height, width)
    inner = scaled(plane, max(1, round(height * scale)), max(1, round(width * scale)))
    square = np.full((_SIDE, _SIDE), blank)
    top, left = (_SIDE - inner.shape[0]) // 2, (_SIDE - inner.shape[1]) // 2
    square[top : top + inner.shape[0], left : left + inner.shape[1]] = inner
    return square


def _slopes(plane: NDArray[Any]) -> NDArray[np.float64]:
    """Returns the strength of the gradient (Sobel)."""
    around = np.pad(plane, 1, mode="edge")
    down = around[:-2] + 2 * around[1:-1] + around[2:]
    across = around[:, :-2] + 2 * around[:, 1:-1] + around[:, 2:]
    return np.asarray(np.hypot(down[:, 2:] - down[:, :-2], across[2:] - across[:-2]))


def _even(edges: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(edges / (blurred(edges, 6) + 0.15 * edges.max() + 1e-6))


class Likeness:
    """Compares pictures of cells with one original."""

    def __init__(self, lab: NDArray[Any], background: NDArray[Any] | None) -> None:
        """`lab` has rows, columns and L*a*b* values; `background` is the colour around the subject, if it is even."""
        self._blank = lab.reshape(-1, 3).mean(0) if background is None else background
        self._is_full = background is None
        self._grey, self._away, self._edges = self._views(lab)
        self._even_edges = _even(self._edges)

    def _views(self, lab: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Returns the tone, the distance from the background, and the edges of a picture."""
        planes = [blurred(framed(lab[..., at], float(self._blank[at])), 1.2) for at in range(3)]
        away = np.sqrt(sum((plane - self._blank[at]) ** 2 for at, plane in enumerate(planes)))
        slopes = [_slopes(plane) for plane in planes]
        return planes[0], away, blurred(np.maximum(np.maximum(slopes[0], slopes[1]), slopes[2]), 1.0)

    def of(self, cells: NDArray[Any]) -> float:
        """Returns the likeness of a picture with one ink, 0 to 1."""
        if cells.min() == cells.max():
            return 0.0
        tone = blurred(framed(100.0 * cells, 100.0 * cells.mean() if self._is_full else 0.0), 1.2)
        tones = max(abs(correlation(tone, self._grey)), abs(correlation(tone, self._away)))
        return self._compared(tones, blurred(_slopes(tone), 1.0))

    def of_colours(self, lab: NDArray[Any]) -> float:
        """Returns the likeness of a picture in several colours; `lab` has their L*a*b* values."""
        grey, away, edges = self._views(lab)
        return self._compared(max(correlation(grey, self._grey), correlation(away, self._away)), edges)

    def _compared(self, tones: float, edges: NDArray[Any]) -> float:
        even = correlation(_even(edges), self._even_edges)
        return max(0.0, _TONE * tones + _EDGES * correlation(edges, self._edges) + _EVEN_EDGES * even)
