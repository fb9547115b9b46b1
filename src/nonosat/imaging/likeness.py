"""How much a picture of cells looks like the original: one number, to rank candidates with.

Both are scaled to the same square. Tone, edges, and edges made equally strong everywhere are compared by correlation (light
and dark may be exchanged), with weights chosen by eye on 15 pictures. The number ranks candidates of one picture; that it is
high proves nothing, which is why `benchmarks/pictures.py` asks another artist's drawing.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SIDE = 64  # pixels of the square
_MARGIN = 4  # blank pixels around the picture in it
_TONE, _EDGES, _EVEN_EDGES = 0.35, 0.3, 0.35


@cache
def area_matrix(wanted: int, given: int) -> NDArray[np.float64]:
    """Returns the matrix that scales `given` pixels to `wanted` by the mean over areas."""
    edges = np.arange(wanted + 1) * given / wanted
    at = np.arange(given)
    overlap = np.minimum(edges[1:, None], at + 1) - np.maximum(edges[:-1, None], at)
    found = np.clip(overlap, 0, None)
    return np.asarray(found / found.sum(1, keepdims=True))


def scaled(plane: NDArray[Any], height: int, width: int) -> NDArray[np.float64]:
    """Returns a plane of pixels, or several on the first axis, at another size."""
    rows, columns = area_matrix(height, plane.shape[-2]), area_matrix(width, plane.shape[-1])
    return np.asarray(rows @ plane.astype(np.float64) @ columns.T)


@cache
def _blur_matrix(side: int, sigma: float) -> NDArray[np.float64]:
    """Returns the matrix of a Gaussian along one axis; the edge pixels continue outwards."""
    reach = round(4 * sigma)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    found = np.zeros((side, side))
    for at in range(side):
        np.add.at(
            found[at], np.clip(np.arange(at - reach, at + reach + 1), 0, side - 1), weights / weights.sum()
        )
    return found


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
    found = np.full((_SIDE, _SIDE), blank)
    top, left = (_SIDE - inner.shape[0]) // 2, (_SIDE - inner.shape[1]) // 2
    found[top : top + inner.shape[0], left : left + inner.shape[1]] = inner
    return found


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
        """`lab` has rows, columns and L*a*b* values; `background` is the colour around the subject, if there is one."""
        blank = lab.reshape(-1, 3).mean(0) if background is None else background
        planes = [blurred(framed(lab[..., at], float(blank[at])), 1.2) for at in range(3)]
        self._is_full = background is None
        self._grey = planes[0]
        self._away = np.sqrt(sum((plane - blank[at]) ** 2 for at, plane in enumerate(planes)))
        self._edges = blurred(np.max([_slopes(plane) for plane in planes], axis=0), 1.0)
        self._even_edges = _even(self._edges)

    def of(self, cells: NDArray[Any]) -> float:
        """Returns the likeness of a picture with one ink, 0 to 1."""
        if cells.min() == cells.max():
            return 0.0
        tone = blurred(framed(100.0 * cells, 100.0 * cells.mean() if self._is_full else 0.0), 1.2)
        edges = blurred(_slopes(tone), 1.0)
        tones = max(abs(correlation(tone, self._grey)), abs(correlation(tone, self._away)))
        even = correlation(_even(edges), self._even_edges)
        return max(0.0, _TONE * tones + _EDGES * correlation(edges, self._edges) + _EVEN_EDGES * even)
