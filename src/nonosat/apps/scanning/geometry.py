"""Finds the grids of a page without relying on lines, and rectifies them.

Steps: `cells`, `lattice`, `warp`, `body`. Coordinates are pixels of the page as given, upright.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from nonosat.apps.scanning.body import PREVIEW, Flags, Layout, corners, layouts
from nonosat.apps.scanning.cells import (
    ATTEMPTS,
    LONGEST,
    MOST_ENLARGED,
    SHORTEST,
    Cells,
    cells_of,
    densest,
    flattened,
)
from nonosat.apps.scanning.completing import completed
from nonosat.apps.scanning.edges import widened
from nonosat.apps.scanning.facts import facts_of
from nonosat.apps.scanning.lattice import Lattice, lattices_of
from nonosat.apps.scanning.light import is_drawn, without_shadows
from nonosat.apps.scanning.opencv import opencv
from nonosat.apps.scanning.rectified import CELL, Image, Rectified
from nonosat.apps.scanning.straight import straightened
from nonosat.apps.scanning.warp import Curved, fitted

_FULL = 0.9  # coverage of a lattice from which no further threshold is tried
# Error of a lattice in cells from which other thresholds are tried: warped blocks of cells have more.
_CLOSE = 0.03
_WHOLE, _EXACT = 0.99, 0.015  # coverage and error of a lattice that end all attempts: those of a screenshot
_FEW = 25  # number of cells at which the search for a grid ends

# Minimum number of attempts, by the number of cells found: few cells can be blocks or artefacts.
_AT_LEAST = {100: 4, _FEW: 11, 0: len(ATTEMPTS)}
_WIDENED = 40  # maximum number of lines added to a lattice by their edges
_MOST_GRIDS = 24  # maximum number of grids per page


@dataclass(frozen=True, slots=True)
class PageGrid:
    """A lattice in the page: its cells, warp and fit."""

    occupied: Flags  # positions of the lattice detected as cells
    warp: Curved
    error: float  # median distance of cells from their position by the warp, in cells

    @property
    def coverage(self) -> float:
        """Share of positions detected as cells, except an empty corner."""
        blank_corners = [corner for turn in range(4) for corner in corners(np.rot90(self.occupied, turn), 1)]
        best = max((m * k for m, k, _ in blank_corners), default=0)
        return float(self.occupied.sum() / max(1, self.occupied.size - best))


def grids_of(page: Image, tick: Callable[[], None] = lambda: None) -> list[PageGrid]:
    """Finds the grids of a page, the one with the most cells first; `tick` can raise to stop."""
    cv = opencv()
    grey = cv.cvtColor(page, cv.COLOR_RGB2GRAY)
    longest, is_screen = max(grey.shape), is_drawn(grey[..., None])
    scale = min(LONGEST / longest, max(1.0, SHORTEST / longest), MOST_ENLARGED)
    if scale != 1:
        size = max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale))
        grey = cv.resize(grey, size, interpolation=cv.INTER_AREA if scale < 1 else cv.INTER_CUBIC)
    even = flattened(grey)
    best: list[PageGrid] = []
    for number, attempt in enumerate(ATTEMPTS, 1):
        tick()
        flat = grey if attempt.edges else even
        grids = _grids_of(cells_of(flat, attempt), flat, 1 / scale)
        if _quality(grids) > _quality(best):
            best = grids
        if best and best[0].coverage >= _FULL and best[0].error < _CLOSE:
            cells, whole = best[0].occupied.sum(), best[0].coverage >= _WHOLE and best[0].error < _EXACT
            if whole and is_screen and cells >= _FEW:
                break
            if number >= next(enough for least, enough in _AT_LEAST.items() if cells >= least):
                break
    return best


def _quality(grids: list[PageGrid]) -> float:
    return float(sum(grid.occupied.sum() * grid.coverage**2 for grid in grids))


def _grids_of(cells: Cells, flat: Image, scale: float) -> list[PageGrid]:
    """Returns the grids among the cells of each size, except those inside a larger one."""
    pairs: list[tuple[PageGrid, Lattice]] = []
    for group in densest(cells):
        own: list[tuple[PageGrid, Lattice]] = []
        for lattice in lattices_of(group)[:_MOST_GRIDS]:
            if any(_inside(lattice, other[1]) for other in own):
                continue
            if (grid := _grid(lattice, group, flat, scale)) is not None:
                own.append(grid)
        pairs += own
    pairs.sort(key=lambda pair: -int(pair[0].occupied.sum()))
    kept: list[tuple[PageGrid, Lattice]] = []
    for pair in pairs:
        if not any(_inside(pair[1], other[1]) for other in kept):
            kept.append(pair)
    return [grid for grid, _ in kept]


def _inside(lattice: Lattice, other: Lattice) -> bool:
    """Returns whether most of a lattice lies within another's bounding box."""
    low, high = other.centres.min(0), other.centres.max(0)
    return float(((lattice.centres > low) & (lattice.centres < high)).all(1).mean()) > 0.5


def _grid(lattice: Lattice, cells: Cells, flat: Image, scale: float) -> tuple[PageGrid, Lattice] | None:
    """Completes a lattice by missed cells and returns its grid; None if it has too few."""
    whole = completed(lattice, cells, flat)
    if whole is None or (fit := fitted(whole[0])) is None:
        return None
    lattice, occupied = whole
    for _ in range(0 if cells.filled else _WIDENED):  # filled cells were detected as cells
        wider = widened(lattice, fit[0], flat, occupied)
        if wider is None or (wider_fit := fitted(wider[0])) is None:
            break
        (lattice, occupied), fit = wider, wider_fit
    return PageGrid(occupied, replace(fit[0], scale=scale), fit[1]), lattice


def rectified(page: Image, grid: PageGrid) -> list[Rectified]:
    """Returns the rectified interpretations of a grid as a puzzle, likeliest first."""
    interpretations = layouts(page, grid.warp, grid.occupied)
    if not interpretations:
        return []
    likely = [layout for layout in interpretations if layout.score >= interpretations[0].score - 0.25]
    return [straight(page, layout) for layout in likely]


def straight(page: Image, layout: Layout) -> Rectified:
    """Returns the rectified images of a layout."""
    rows, columns, wide, high = layout.rows, layout.columns, layout.left, layout.top
    around = (-1, -1, columns + 1, rows + 1)
    seen = straightened(page, layout.warp, (-wide, -high, *around[2:]), CELL)
    beside, above = slice(wide * CELL), slice(high * CELL)
    across, down = slice(wide * CELL, -CELL), slice(high * CELL, -CELL)
    view = without_shadows(seen, (down, across))
    if view is seen or not min(wide, high):
        small = straightened(page, layout.warp, around, PREVIEW)
    else:
        inner = view[(high - 1) * CELL :, (wide - 1) * CELL :]
        size = (columns + 2) * PREVIEW, (rows + 2) * PREVIEW
        small = opencv().resize(inner, size, interpolation=opencv().INTER_AREA)
    parts = view[down, beside], view[above, across], view[down, across]
    return Rectified(rows, columns, *parts, layout.warp, facts_of(small, layout))
