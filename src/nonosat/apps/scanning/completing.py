"""Completes a lattice by detached cells: in its holes and behind filled cells."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.cells import Cells
from nonosat.apps.scanning.lattice import Lattice, Near
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Image
from nonosat.apps.scanning.warp import Curved, fitted

_SPARSE = 0.3  # minimum share of detected cells in an outer line of a lattice
_MARGIN = 3  # lines beyond the border that are searched for cells
_NEAR = 0.2  # maximum distance of a cell from its position by the warp, in cells
_FILLED = 0.3  # minimum relative grey difference of a filled cell from most cells
_SMALLER = 0.85  # maximum size ratio of an outer line's cells to the next line's: smaller ones are letters

_ROUNDS = 20

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """The content of the positions around a lattice."""

    corner: tuple[int, int]  # first position: across, down
    index: npt.NDArray[np.int64]  # index of the cell at each position, or -1; by down and across
    filled: Flags


def completed(lattice: Lattice, cells: Cells, flat: Image) -> tuple[Lattice, Flags] | None:
    """Returns the complete lattice without nearly empty outer lines; None if nothing is left.

    The lattice starts at (0, 0); its cells and filled positions are marked. `cells` are all cells of its size, `flat` is
    the image that they were found in.
    """
    cv = opencv()
    side = max(3, int(np.median(lattice.sizes) / 2))
    mean = cv.blur(flat, (side, side))
    for _ in range(_ROUNDS):
        fit = fitted(lattice)
        if fit is None:
            return None
        contents = _contents_of(lattice, fit[0], cells, mean)
        fuller = _fuller(lattice, contents, cells)
        if len(fuller) == len(lattice):
            return _trimmed(lattice, contents)
        lattice = fuller
    return _trimmed(lattice, contents)


def _contents_of(lattice: Lattice, warp: Curved, cells: Cells, mean: Image) -> _Surroundings:
    """Finds the content of each position of a lattice and `_MARGIN` lines around it."""
    low, high = lattice.at.min(0).astype(int) - _MARGIN, lattice.at.max(0).astype(int) + _MARGIN
    across, down = np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)
    places = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
    points = warp(places + 0.5)
    size = float(np.median(lattice.sizes))
    near = Near(cells.centres, cells.sizes, float(np.median(cells.sizes)))
    reach = _NEAR * size
    index = np.array([-1 if (at := near.nearest(x, y, reach)) is None else at for x, y in points.tolist()])
    alike = (cells.sizes[index] > 0.8 * size) & (cells.sizes[index] < 1.35 * size)
    index[~alike] = -1
    height, width = mean.shape
    x, y = points.T.astype(int)
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    grey = mean[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].astype(float)
    seen = index >= 0
    usual = float(np.median(grey[seen])) if seen.any() else 200.0
    filled = inside & ~seen & (np.abs(grey - usual) > _FILLED * max(usual, 60.0))
    if cells.filled:
        filled[:] = False
    shape = len(down), len(across)
    return _Surroundings((int(low[0]), int(low[1])), index.reshape(shape), filled.reshape(shape))


def _fuller(lattice: Lattice, contents: _Surroundings, cells: Cells) -> Lattice:
    """Adds all cells within the border, or those beyond it that filled cells lead to."""
    height, width = contents.index.shape
    wanted = np.zeros((height, width), bool)
    wanted[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN] = True
    at = lattice.at.astype(int) - contents.corner
    present = np.zeros((height, width), bool)
    present[at[:, 1], at[:, 0]] = True
    new = wanted & ~present & (contents.index >= 0)
    if not new.any():
        there, filled = contents.index >= 0, contents.filled
        for turn in range(4):  # the lines beyond the upper border, for each rotation
            seen, full, beyond = (np.rot90(flags, turn) for flags in (there, filled, new))
            for line in range(_MARGIN - 1, -1, -1):
                inner = seen[line, _MARGIN:-_MARGIN]
                if inner.mean() >= _SPARSE:
                    beyond[line, _MARGIN:-_MARGIN] = inner
                elif (inner | full[line, _MARGIN:-_MARGIN]).mean() < 0.8:
                    break
    down, across = np.nonzero(new)
    numbers = contents.index[down, across]
    return Lattice(
        np.concatenate([lattice.at, np.stack([across, down], 1) + np.array(contents.corner, float)]),
        np.concatenate([lattice.centres, cells.centres[numbers]]),
        np.concatenate([lattice.sizes, cells.sizes[numbers]]),
    )


def _trimmed(lattice: Lattice, contents: _Surroundings) -> tuple[Lattice, Flags] | None:
    """Drops the nearly empty outer lines; returns the result of `completed`."""
    at = lattice.at.astype(int) - contents.corner
    seen = np.zeros(contents.index.shape, bool)
    seen[at[:, 1], at[:, 0]] = True
    sizes = np.zeros(seen.shape)
    sizes[at[:, 1], at[:, 0]] = lattice.sizes
    solid = seen | contents.filled
    left, top = at.min(0)
    right, bottom = at.max(0) + 1
    while right - left >= 2 and bottom - top >= 2:
        box = seen[top:bottom, left:right]
        sides = [(box[0], 0), (box[:, -1], 1), (box[-1], 2), (box[:, 0], 3)]
        typical = [float(np.percentile(box.sum(1), 75)), float(np.percentile(box.sum(0), 75))]
        shares = [float(line.sum()) / max(1.0, typical[end % 2]) for line, end in sides]
        kept_sizes = sizes[top:bottom, left:right]
        for end in range(4):
            outer, inner = (line[line > 0] for line in np.rot90(kept_sizes, end)[:2])
            if len(outer) and len(inner) and outer.mean() < _SMALLER * inner.mean():
                shares[end] = 0.0
        worst = int(np.argmin(shares))
        if shares[worst] >= _SPARSE:
            kept = (at[:, 0] >= left) & (at[:, 0] < right) & (at[:, 1] >= top) & (at[:, 1] < bottom)
            trimmed = Lattice(
                (at[kept] - (left, top)).astype(float), lattice.centres[kept], lattice.sizes[kept]
            )
            return trimmed, solid[top:bottom, left:right]
        top, right, bottom, left = (
            edge + (0 if end != worst else 1 if end in (0, 3) else -1)
            for end, edge in enumerate((top, right, bottom, left))
        )
    return None
