"""Finds cells of a lattice by their edges.

Where noise breaks a line, the areas beside it run together. Once the position of the line is known, the mean along the
side of a cell shows whether it is there. This restores outer lines of lattices, and cells within them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.lattice import Lattice
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import Image, Warp
from nonosat.apps.scanning.straight import straightened

Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

_CELL = 24  # pixels per cell side in the small image that is searched for edges
_AROUND = 3  # lines beyond the border that are searched for cells

_OFF = 4  # maximum offset of an edge in pixels; its ground lies beyond, on both sides

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
    padded = np.pad(occupied, _AROUND)
    upright = _sides(view, padded)
    level = _sides(np.ascontiguousarray(view.T), np.ascontiguousarray(padded.T))
    if upright is None or level is None:
        return None
    (across, off_across), (down, off_down) = upright, level
    off = np.stack([off_across, off_down.T], -1)
    return Edges((-_AROUND, -_AROUND), across & down.T, off)


def _sides(view: npt.NDArray[np.float32], padded: Flags) -> tuple[Flags, Floats] | None:
    """Marks positions with a left and a right side; returns also the offsets of their centres, in cells.

    Sides are compared with the inside of cells: beyond the outermost cells the page can look like a line.
    """
    height, width = padded.shape
    inner = view[_CELL:-_CELL].reshape(height, _CELL, -1)[:, _CELL // 6 : -_CELL // 6].mean(1)
    left = _CELL * np.arange(1, width + 1)
    inside = _sign_of_lines(inner, left, padded)
    if inside is None:
        return None
    sign, usual = inside
    (ours, off), (others, far) = (
        _strength(sign * inner, at, way) for at, way in ((left, 1), (left + _CELL, -1))
    )
    noise = np.sort(
        np.concatenate([_strength(sign * inner, left + _CELL // 2, way)[0][padded] for way in (1, -1)])
    )
    loud = float(noise[int(0.9 * len(noise))])
    least = max(0.35 * usual, loud + 0.25 * (usual - loud))
    if usual < 1.5 * loud:
        return None
    return (ours > least) & (others > least), (off + far) / (2 * _CELL)


def _sign_of_lines(
    inner: npt.NDArray[np.float32], left: npt.NDArray[np.int64], padded: Flags
) -> tuple[int, float] | None:
    """Returns 1 if lines are darker than cells, -1 if they are lighter, and the contrast."""
    between = padded[:, 1:] & padded[:, :-1]
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
    extended = True
    while extended:
        extended = False
        if left and closed[top:bottom, left - 1].mean() >= _FULL:
            left, extended = left - 1, True
        if right < closed.shape[1] and closed[top:bottom, right].mean() >= _FULL:
            right, extended = right + 1, True
        if top and closed[top - 1, left:right].mean() >= _FULL:
            top, extended = top - 1, True
        if bottom < closed.shape[0] and closed[bottom, left:right].mean() >= _FULL:
            bottom, extended = bottom + 1, True
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
