"""Grids in a page: found without their lines, and made straight.

See `cells`, `lattice`, `warp` and `body` for the steps. Places are pixels of the page, upright as it was given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nonosat.scanning.body import Flags, Layout, corners, layouts
from nonosat.scanning.cells import ATTEMPTS, LONGEST, SHORTEST, Cells, cells_of, densest, flattened
from nonosat.scanning.completing import completed
from nonosat.scanning.facts import facts_of
from nonosat.scanning.lattice import Lattice, lattices_of
from nonosat.scanning.opencv import opencv
from nonosat.scanning.rectified import CELL, Image, Rectified
from nonosat.scanning.straight import straightened
from nonosat.scanning.warp import Curved, fitted

FULL = 0.9
"""The share of the cells of a lattice that must be found before no other threshold is tried."""

_MOST_GRIDS = 24
"""Grids of a page, at most."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A lattice in the page: its cells, its warp, and how well it fits."""

    occupied: Flags
    """Which places of the lattice were seen as cells."""
    warp: Curved
    error: float
    """The median distance of cells from where the warp has them, in cells."""

    @property
    def coverage(self) -> float:
        """The share of the places that were seen as cells, an empty corner left aside."""
        found = [each for turn in range(4) for each in corners(np.rot90(self.occupied, turn), 1)]
        best = max((m * k for m, k, _ in found), default=0)
        return float(self.occupied.sum() / max(1, self.occupied.size - best))


def grids_of(page: Image, tick: Callable[[], None] = lambda: None) -> list[Grid]:
    """The grids of a page, the one with the most cells first; `tick` may raise to stop the search."""
    cv = opencv()
    grey = cv.cvtColor(page, cv.COLOR_RGB2GRAY)
    longest = max(grey.shape)
    scale = min(LONGEST / longest, max(1.0, SHORTEST / longest))
    if scale != 1:
        size = max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale))
        grey = cv.resize(grey, size, interpolation=cv.INTER_AREA if scale < 1 else cv.INTER_CUBIC)
    flat = flattened(grey)
    best: list[Grid] = []
    for attempt in ATTEMPTS:
        tick()
        found = _found(cells_of(flat, attempt), flat, 1 / scale)
        if _quality(found) > _quality(best):
            best = found
        if best and best[0].coverage >= FULL:
            break
    return best


def _quality(grids: list[Grid]) -> float:
    return float(sum(grid.occupied.sum() * grid.coverage**2 for grid in grids))


def _found(cells: Cells, flat: Image, scale: float) -> list[Grid]:
    """The grids among the cells of each size, without those that lie in a larger one."""
    found: list[tuple[Grid, Lattice]] = []
    for group in densest(cells):
        for lattice in lattices_of(group)[:_MOST_GRIDS]:
            if (grid := _grid(lattice, group, flat, scale)) is not None:
                found.append(grid)
    found.sort(key=lambda each: -int(each[0].occupied.sum()))
    kept: list[tuple[Grid, Lattice]] = []
    for each in found:
        if not any(_inside(each[1], other[1]) for other in kept):
            kept.append(each)
    return [grid for grid, _ in kept]


def _inside(lattice: Lattice, other: Lattice) -> bool:
    """Whether most of a lattice lies within the box around another."""
    low, high = other.centres.min(0), other.centres.max(0)
    return float(((lattice.centres > low) & (lattice.centres < high)).all(1).mean()) > 0.5


def _grid(lattice: Lattice, cells: Cells, flat: Image, scale: float) -> tuple[Grid, Lattice] | None:
    """The grid of a lattice, with the cells that the search missed; None if it has too few."""
    whole = completed(lattice, cells, flat)
    if whole is None or (fit := fitted(whole.lattice, scale)) is None:
        return None
    return Grid(whole.occupied, *fit), whole.lattice


def rectified(page: Image, grid: Grid) -> list[Rectified]:
    """The ways to take a grid as a puzzle, made straight, the likeliest first."""
    found = layouts(page, grid.warp, grid.occupied)
    if not found:
        return []
    likely = [each for each in found if each.score >= found[0].score - 0.25]
    return [straight(page, each, grid.error) for each in likely]


def straight(page: Image, layout: Layout, error: float = 0.0) -> Rectified:
    """The images of a layout."""
    rows, columns = layout.rows, layout.columns
    left = straightened(page, layout.warp, (-layout.left, 0, 0, rows), CELL)
    top = straightened(page, layout.warp, (0, -layout.top, columns, 0), CELL)
    body = straightened(page, layout.warp, (0, 0, columns, rows), CELL)
    facts = facts_of(page, layout, error)
    return Rectified(rows, columns, left, top, body, layout.warp, facts)
