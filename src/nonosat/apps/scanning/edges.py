"""Finds cells of a lattice by their edges.

Where noise breaks a line, the areas beside it run together. Once the position of the line is known, the mean along the
side of a cell shows whether it is there. This restores outer lines of lattices, and cells within them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.lattice import Lattice
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Image, Warp
from nonosat.apps.scanning.straight import straightened
from nonosat.support.lazy_dataclasses import dataclass

Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

_CELL = 24  # pixels per cell side in the small image that is searched for edges
_AROUND = 3  # lines beyond the border that are searched for cells

_OFF = 4  # maximum offset of an edge in pixels; its ground lies beyond, on both sides

_BEYOND, _LEAST_STRETCHED = (
    6,
    5,
)  # cells beyond the border, and minimum side of a lattice, to follow whole lines
_HALF, _MORE = 0.5, 0.3  # minimum strength of such a line, and of its surplus over the middle of cells
_FULL = 0.75  # minimum share of cells with four edges in a line that is added to a lattice


@dataclass(frozen=True, slots=True)
class Edges:
    """Cells with four edges, in and around a lattice."""

    corner: tuple[int, int]  # first position: across, down
    closed: Flags  # positions with four edges; by down and across
    off: Floats  # offset of each position's centre from the warp, in cells: across and down


def edges_of(flat: Image, warp: Warp, occupied: Flags) -> Edges | None:
    """Returns the edges in an even image; None if those of the lattice do not stand out.

    `occupied` marks certain cells, from (0, 0) on; `warp` maps positions to pixels of `flat`.
    """
    height, width = occupied.shape
    box = (-_AROUND - 1, -_AROUND - 1, width + _AROUND + 1, height + _AROUND + 1)
    view = straightened(flat, warp, box, _CELL).astype(np.float32)
    view = opencv().GaussianBlur(view, (0, 0), 0.8)
    known = np.pad(occupied, _AROUND)
    upright = _sides(view, known)
    level = _sides(np.ascontiguousarray(view.T), np.ascontiguousarray(known.T))
    if upright is None or level is None:
        return None
    (across, off_across), (down, off_down) = upright, level
    off = np.stack([off_across, off_down.T], -1)
    return Edges((-_AROUND, -_AROUND), across & down.T, off)


def _sides(view: npt.NDArray[np.float32], known: Flags) -> tuple[Flags, Floats] | None:
    """Marks positions with a left and a right side; returns also the offsets of their centres, in cells.

    Sides are compared with the inside of cells: beyond the outermost cells the page can look like a line.
    """
    height, width = known.shape
    inner = view[_CELL:-_CELL].reshape(height, _CELL, -1)[:, _CELL // 6 : -_CELL // 6].mean(1)
    left = _CELL * np.arange(1, width + 1)
    inside = _sign_of_lines(inner, left, known)
    if inside is None:
        return None
    sign, usual = inside
    (ours, off), (others, far) = (
        _strength(sign * inner, at, way) for at, way in ((left, 1), (left + _CELL, -1))
    )
    noise = np.sort(
        np.concatenate([_strength(sign * inner, left + _CELL // 2, way)[0][known] for way in (1, -1)])
    )
    loud = float(noise[int(0.9 * len(noise))])
    least = max(0.35 * usual, loud + 0.25 * (usual - loud))
    if usual < 1.5 * loud:
        return None
    return (ours > least) & (others > least), (off + far) / (2 * _CELL)


def _sign_of_lines(
    inner: npt.NDArray[np.float32], left: npt.NDArray[np.int64], known: Flags
) -> tuple[int, float] | None:
    """Returns 1 if lines are darker than cells, -1 if they are lighter, and the contrast."""
    between = known[:, 1:] & known[:, :-1]
    if between.sum() < 3:
        return None
    steps = []
    for sign in (1, -1):
        sides = [_strength(sign * inner, left, way)[0][:, 1:][between] for way in (1, -1)]
        steps.append((float(np.median(np.minimum(*sides))), sign))
    usual, sign = max(steps)
    return sign, usual


def _strength(inner: npt.NDArray[np.float32], at: npt.NDArray[np.int64], way: int) -> tuple[Floats, Floats]:
    """Returns how much darker the page is near some positions than to their right (-1: left), and the offset."""
    near = inner[:, at[:, None] + np.arange(-_OFF, _OFF + 1)]
    beside = np.median(inner[:, at[:, None] + way * np.arange(_OFF + 1, 2 * _OFF + 2)], 2)
    best = near.argmin(2)
    contrast = beside - np.take_along_axis(near, best[..., None], 2)[..., 0]
    return contrast.astype(float), (best - _OFF).astype(float)


def widened(lattice: Lattice, warp: Warp, flat: Image, occupied: Flags) -> tuple[Lattice, Flags] | None:
    """Adds the lines beyond the border whose cells have edges; None if there are none.

    Returns the lattice, from (0, 0) again, and its positions that are cells.
    """
    edges = edges_of(flat, warp, occupied)
    if edges is None:
        return None
    height, width = occupied.shape
    solid = np.pad(occupied, _AROUND)
    left, top, right, bottom = _AROUND, _AROUND, _AROUND + width, _AROUND + height
    closed = edges.closed
    grown = True
    while grown:
        grown = False
        if left and closed[top:bottom, left - 1].mean() >= _FULL:
            left, grown = left - 1, True
        if right < closed.shape[1] and closed[top:bottom, right].mean() >= _FULL:
            right, grown = right + 1, True
        if top and closed[top - 1, left:right].mean() >= _FULL:
            top, grown = top - 1, True
        if bottom < closed.shape[0] and closed[bottom, left:right].mean() >= _FULL:
            bottom, grown = bottom + 1, True
    box = (slice(top, bottom), slice(left, right))
    new = closed[box] & ~solid[box]
    if not new.any():
        return None
    down, across = np.nonzero(new)
    places = np.stack([across + left, down + top], 1) + np.array(edges.corner, float)
    centres = warp(places + 0.5 + edges.off[down + top, across + left])
    size = np.full(len(places), float(np.median(lattice.sizes)))
    shift = np.array([left - _AROUND, top - _AROUND], float)
    wider = Lattice(
        np.concatenate([lattice.at, places]) - shift,
        np.concatenate([lattice.centres, centres]),
        np.concatenate([lattice.sizes, size]),
    )
    return wider, solid[box] | new


@dataclass(frozen=True, slots=True)
class _Lines:
    """Contrast along the vertical lines of a lattice, cell by cell; positive if darker than beside them."""

    on: Floats  # axes: cells, lines, offsets of a few pixels; starts `_BEYOND` cells before the lattice
    within: Floats  # the same in the middle of cells, for comparison
    usual: float  # median of the lines within the lattice; negative if they are lighter
    noise: float  # 90th percentile in the middle of cells

    def is_there(self, line: int, first: int, end: int) -> bool:
        """Returns whether a line is visible along some cells."""
        cells = self.on[first + _BEYOND : end + _BEYOND, line + _BEYOND - 1]
        return self._strength(cells) > max(_HALF * abs(self.usual), self.noise)

    def go_on(self, cell: int, first: int, end: int) -> bool:
        """Returns whether most lines continue in one cell."""
        lines = slice(first + _BEYOND - 1, end + _BEYOND - 1)
        on, within = (self._strength(offsets[cell + _BEYOND, lines]) for offsets in (self.on, self.within))
        return on > max(_HALF * abs(self.usual), within + _MORE * abs(self.usual))

    def _strength(self, values: Floats) -> float:
        """Returns the largest median over the offsets."""
        return float((np.sign(self.usual) * np.median(values, 0)).max())


def _lines_of(view: npt.NDArray[np.float32], height: int, width: int) -> _Lines | None:
    """Returns the vertical lines of a straightened lattice and `_BEYOND` cells around it."""
    cv = opencv()
    inner = view.reshape(-1, _CELL, view.shape[1])[:, _CELL // 6 : -_CELL // 6].mean(1)
    near, ground = cv.blur(inner, (3, 1)), cv.blur(inner, (5, 1))
    offsets = np.arange(-3, 4)

    def darker(at: npt.NDArray[np.int64]) -> Floats:
        beside = (ground[:, at - 8] + ground[:, at + 8]) / 2
        contrast: Floats = (beside[..., None] - near[:, at[:, None] + offsets]).astype(float)
        return contrast

    places = _CELL * np.arange(1, width + 2 * _BEYOND)
    on, within = darker(places), darker(places - _CELL // 2)
    own = slice(_BEYOND, _BEYOND + height)
    inside = slice(_BEYOND, _BEYOND + width - 1)
    usual = float(np.median(np.median(on[own, inside], 0)[:, len(offsets) // 2]))
    if not usual:
        return None
    middles = (np.sign(usual) * np.median(within[own, inside], 0)).max(1)
    return _Lines(on, within, usual, float(np.percentile(middles, 90)))


def stretched(lattice: Lattice, warp: Warp, flat: Image, occupied: Flags) -> tuple[Lattice, Flags]:
    """Adds lines of cells beyond the border if their lines stand out from noise as a whole.

    The lattice starts at (0, 0), before and after.
    """
    height, width = occupied.shape
    box = (-_BEYOND, -_BEYOND, width + _BEYOND, height + _BEYOND)
    view = straightened(flat, warp, box, _CELL).astype(np.float32)
    upright, level = _lines_of(view, height, width), _lines_of(np.ascontiguousarray(view.T), width, height)
    if min(height, width) < _LEAST_STRETCHED or upright is None or level is None:
        return lattice, occupied
    left, top, right, bottom = 0, 0, width, height
    for _ in range(4 * _BEYOND):
        if left > 1 - _BEYOND and _is_next(upright, level, left - 1, left - 1, (top, bottom)):
            left -= 1
        elif right < width + _BEYOND - 1 and _is_next(upright, level, right + 1, right, (top, bottom)):
            right += 1
        elif top > 1 - _BEYOND and _is_next(level, upright, top - 1, top - 1, (left, right)):
            top -= 1
        elif bottom < height + _BEYOND - 1 and _is_next(level, upright, bottom + 1, bottom, (left, right)):
            bottom += 1
        else:
            break
    around = (-top, bottom - height), (-left, right - width)
    wider = np.pad(occupied, around, constant_values=True)
    return Lattice(lattice.at - (left, top), lattice.centres, lattice.sizes), wider


def _is_next(lines: _Lines, others: _Lines, line: int, cell: int, span: tuple[int, int]) -> bool:
    """Returns whether a line is visible, and the lines across it continue up to it."""
    first, end = span
    return lines.is_there(line, first, end) and others.go_on(cell, first + 1, end)
