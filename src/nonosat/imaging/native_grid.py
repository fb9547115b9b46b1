"""Size of pixel art that was enlarged.

Sharp enlargements: the number of equal cells whose borders hold all changes of colour. Smoothed ones: the number of cells whose
middles, interpolated, give the picture again, much better than one or two cells more or fewer do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nonosat.imaging.likeness import scaled

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST_CHANGE = 24  # of a channel: less is noise of a JPEG
_SHARE = 0.98  # of all changes that must lie on borders of cells
_LEAST, _MOST = 6, 60  # cells of a side
_LEAST_PIXELS = 3  # per side of a cell
_SMALL = 160  # pixels of the longer side in which smoothed cells are looked for
_LEAST_SMOOTHED_PIXELS = 4  # per side of such a cell
_DIP = 0.72  # error of the right number of cells, relative to its neighbours: below .72 for 15 of 24, above .8 for other pictures
_LEAST_ERROR = 0.5  # grey levels: less is no picture


def native_grid(rgb: NDArray[Any]) -> tuple[int, int] | None:
    """Returns (width, height) in cells of an enlarged pixel drawing that fills the picture; None for other pictures.

    Factors need not be whole numbers. For smoothed enlargements see `smoothed_grid`.
    """
    height, width = rgb.shape[:2]
    found = [_cells(rgb, axis) for axis in (1, 0)]
    if found[0] is None or found[1] is None:
        return None
    pixels = min(width / found[0], height / found[1])  # square cells: the finer of the two
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


def smoothed_grid(rgb: NDArray[Any]) -> tuple[int, int] | None:
    """Returns (width, height) in cells of an enlargement by interpolation, margins included; None for other pictures."""
    grey = rgb.mean(2)
    scale = min(1.0, _SMALL / max(grey.shape))
    grey = scaled(grey, max(1, round(grey.shape[0] * scale)), max(1, round(grey.shape[1] * scale)))
    height, width = grey.shape
    most = min(_MOST, width // _LEAST_SMOOTHED_PIXELS, height // _LEAST_SMOOTHED_PIXELS)
    sizes = {cells: (cells, max(2, round(cells * height / width))) for cells in range(_LEAST, most + 1)}
    errors = {cells: _error(grey, *size) for cells, size in sizes.items()}
    dips = dict[int, float]()
    for cells in range(_LEAST + 2, most - 1):
        around = min(errors[cells + more] for more in (-2, -1, 1, 2))
        if around > _LEAST_ERROR:
            dips[cells] = errors[cells] / around
    best = min(dips, key=dips.__getitem__, default=None)
    return sizes[best] if best is not None and dips[best] < _DIP else None


def _error(grey: NDArray[Any], across: int, down: int) -> float:
    """Returns the mean error of a picture interpolated from the middles of some cells."""
    height, width = grey.shape
    rows = ((np.arange(down) + 0.5) * height / down).astype(int)
    columns = ((np.arange(across) + 0.5) * width / across).astype(int)
    cells = grey[rows][:, columns]
    return float(np.abs(_interpolated(_interpolated(cells, height).T, width).T - grey).mean())


def _interpolated(plane: NDArray[Any], wanted: int) -> NDArray[Any]:
    """Returns a plane with another number of rows, linear between the middles of its own."""
    given = len(plane)
    at = np.clip((np.arange(wanted) + 0.5) * given / wanted - 0.5, 0, given - 1)
    low = np.minimum(at.astype(int), given - 2)
    above = plane[low]
    return np.asarray(above + (plane[low + 1] - above) * (at - low)[:, None])
