"""Maps positions of a lattice to the page: a homography plus a polynomial.

A picture of a flat page is a homography of it (R. Hartley and A. Zisserman, "Multiple View Geometry in Computer Vision",
2004, chapter 4), fitted by RANSAC. Curled paper and lenses leave a residue of some pixels, which a polynomial of the
fourth degree fits; beyond the fitted cells it is extrapolated linearly.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.lattice import Lattice
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Places, Warp

_OUTLIER = 0.5  # RANSAC threshold of the homography, in cells
_FLAT = 0.02  # error in cells below which the page counts as flat, since a residue would be noise
_BETTER = 0.7  # maximum remaining share of the error for a residue to be used

_SLOPE = 0.4  # share of the half lattice, at its border, from which the slope for extrapolation is taken
_DEGREES = ((60, 5, 4), (25, 4, 2))  # (minimum cells, minimum shorter side, degree) of the polynomial


@dataclass(frozen=True, slots=True)
class Curved:
    """A homography with a polynomial residue; maps cells to pixels."""

    matrix: npt.NDArray[np.float64]  # the homography, 3 by 3
    box: tuple[float, float, float, float]  # bounding box of the cells that the residue was fitted to
    degree: int = 0  # degree of the residue; 0 if there is none
    coefficients: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((1, 2)))
    """Coefficients of the residue: one row (x, y) per term."""
    scale: float = 1.0  # final factor on pixels

    def __call__(self, places: Places, /) -> Places:
        places = np.asarray(places, float)
        points = _projected(self.matrix, places)
        if self.degree:
            points = points + self._residue(places)
        return points * self.scale

    def _residue(self, places: Places) -> Places:
        left, top, right, bottom = self.box
        middle, half = np.array([left + right, top + bottom]) / 2, np.array([right - left, bottom - top]) / 2
        t = (places - middle) / half
        inside = np.clip(t, -1, 1)
        residue: Places = _terms(inside, self.degree) @ self.coefficients
        beyond = t - inside
        for axis in (0, 1):
            out = beyond[:, axis] != 0
            if out.any():
                back = inside[out].copy()
                back[:, axis] *= 1 - _SLOPE
                slope = (residue[out] - _terms(back, self.degree) @ self.coefficients) / _SLOPE
                residue[out] += slope * np.abs(beyond[out, axis : axis + 1])
        return residue


@dataclass(frozen=True, slots=True)
class Placed:
    """A warp with a quarter turn and shift of the lattice before it, and scaling of pixels after it."""

    warp: Warp
    turn: npt.NDArray[np.float64] | None = None
    shift: tuple[float, float] = (0, 0)  # cells added to a position
    scale: tuple[float, float] = (1, 1)

    def __call__(self, places: Places, /) -> Places:
        places = np.asarray(places, float)
        turned = places if self.turn is None else places @ self.turn
        return self.warp(turned + self.shift) * self.scale


def _projected(matrix: npt.NDArray[np.float64], places: Places) -> Places:
    full = np.column_stack([places, np.ones(len(places))]) @ matrix.T
    last = full[:, 2:]
    mapped: Places = full[:, :2] / np.where(np.abs(last) < 1e-9, 1e-9, last)
    return mapped


def _terms(t: Places, degree: int) -> npt.NDArray[np.float64]:
    x, y = t.T
    return np.stack([x**i * y**j for i in range(degree + 1) for j in range(degree + 1 - i)], 1)


def fitted(lattice: Lattice, scale: float = 1.0) -> tuple[Curved, float] | None:
    """Fits a warp to a lattice; returns it with the median distance of the cells from it, in cells, or None."""
    cv = opencv()
    places, points = lattice.at + 0.5, lattice.centres
    spans = np.ptp(lattice.at, axis=0) + 1
    if min(spans) < 2:
        return None
    size = _step(lattice)
    matrix, _ = cv.findHomography(places, points, cv.RANSAC, _OUTLIER * size, maxIters=500)
    if matrix is None:
        return None
    (left, top), (right, bottom) = lattice.at.min(0).tolist(), (lattice.at.max(0) + 1).tolist()
    box = left, top, right, bottom
    degree = next((d for n, side, d in _DEGREES if len(lattice) >= n and min(spans) >= side), 0)
    warp = Curved(matrix, box)
    error = _error(warp, lattice, size)
    if degree and error > _FLAT:
        curved = _with_residue(warp, degree, places, points, size)
        if (less := _error(curved, lattice, size)) < _BETTER * error:
            warp, error = curved, less
    return replace(warp, scale=scale), error


def _error(warp: Curved, lattice: Lattice, size: float) -> float:
    """Returns the median distance of a lattice's cells from the warp, in cells."""
    return float(np.median(np.hypot(*(warp(lattice.at + 0.5) - lattice.centres).T) / size))


def _with_residue(warp: Curved, degree: int, places: Places, points: Places, size: float) -> Curved:
    """Robust polynomial fit of the residuals; outliers get little weight."""
    left, top, right, bottom = warp.box
    middle, half = np.array([left + right, top + bottom]) / 2, np.array([right - left, bottom - top]) / 2
    terms = _terms((places - middle) / half, degree)
    residue = points - _projected(warp.matrix, places)
    weights = np.ones(len(places))
    ridge = np.eye(terms.shape[1]) * 1e-3
    coefficients: npt.NDArray[np.float64] = np.zeros((terms.shape[1], 2))
    for _ in range(5):
        weighted = terms * weights[:, None]
        coefficients[:] = np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ residue)
        off = np.hypot(*(residue - terms @ coefficients).T)
        spread = max(1.5 * float(np.median(off)), 0.02 * size)
        weights = 1 / (1 + (off / spread) ** 2) ** 2
    return Curved(warp.matrix, warp.box, degree, coefficients)


def _step(lattice: Lattice) -> float:
    """Estimates the side of a cell in pixels."""
    spans = np.maximum(np.ptp(lattice.at, axis=0), 1)
    sides = np.ptp(lattice.centres, axis=0)
    return float(np.sqrt(sides[0] * sides[1] / (spans[0] * spans[1]))) or 1.0
