"""Size in cells of enlarged pixel art: the number of equal cells whose borders hold all changes of colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST_CHANGE = 24  # minimum change of a channel: smaller ones are JPEG noise
_SHARE = 0.98  # minimum share of changes on borders of cells
_LEAST, _MOST = 6, 60  # cells per side
_LEAST_PIXELS = 3  # minimum pixels per side of a cell


def native_grid(rgb: NDArray[Any]) -> tuple[int, int] | None:
    """Returns (width, height) in cells of an enlarged pixel drawing that fills the picture; None for other pictures.

    Factors need not be whole numbers.
    """
    height, width = rgb.shape[:2]
    across, down = _cells(rgb, 1), _cells(rgb, 0)
    if across is None or down is None:
        return None
    pixels = min(width / across, height / down)  # square cells: the finer of the two
    cells = round(width / pixels), round(height / pixels)
    on_grid = all(abs(side / pixels - round(side / pixels)) < 0.1 for side in (width, height))
    return cells if on_grid and max(cells) <= _MOST and max(cells) >= _LEAST else None


def _cells(rgb: NDArray[Any], axis: int) -> int | None:
    """Returns the fewest equal cells along an axis whose borders hold nearly all changes of colour."""
    channels = [np.abs(np.diff(rgb[..., at].astype(np.int16), axis=axis)) for at in range(3)]
    changes = np.maximum(np.maximum(channels[0], channels[1]), channels[2])
    changes[changes < _LEAST_CHANGE] = 0
    profile = changes.sum(axis=1 - axis).astype(np.float64)
    total, side = profile.sum(), rgb.shape[axis]
    if not total:
        return None
    middles = np.arange(side) + 0.5
    for cells in range(2, min(_MOST, side // _LEAST_PIXELS) + 1):
        borders = np.flatnonzero(np.diff(np.floor(middles * cells / side)))
        if profile[borders].sum() > _SHARE * total:
            return cells
    return None
