"""Finds lattices (cells in rows and columns) among areas of about one size.

Breadth-first search: from each cell one step right, left, down and up. Steps adapt to the cells around, so that the
lattice follows perspective and curled paper.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nonosat.apps.scanning.cells import Cells
from nonosat.apps.scanning.rectified import Places

_NEAR = 0.33  # maximum distance of a cell from its expected position, in steps
_LIKE = 1.2  # maximum size ratio of neighbouring cells
_SEEDS = 24  # failed seeds until the search ends
LEAST = 9  # minimum number of cells of a lattice

Step = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells in rows and columns: `centres[n]` is the centre of the cell at position `at[n]` (across, down)."""

    at: Places
    centres: Places
    sizes: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.at)


class Near:
    """Spatial index of cells, by squares of the cells' size."""

    def __init__(self, centres: Places, sizes: npt.NDArray[np.float64], size: float) -> None:
        self.sizes = sizes.tolist()
        self.points = [(float(x), float(y)) for x, y in centres]
        self.size = size
        self.squares: dict[tuple[int, int], list[int]] = {}
        for at, (x, y) in enumerate(self.points):
            self.squares.setdefault((int(x // size), int(y // size)), []).append(at)

    def nearest(self, x: float, y: float, within: float) -> int | None:
        """Returns the cell nearest to a point within that many pixels (at most a square's side)."""
        best, nearest_cell = within * within, None
        column, row = int(x // self.size), int(y // self.size)
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                for at in self.squares.get((i, j), ()):
                    px, py = self.points[at]
                    distance = (px - x) ** 2 + (py - y) ** 2
                    if distance < best:
                        best, nearest_cell = distance, at
        return nearest_cell

    def around(self, at: int) -> list[tuple[float, float]]:
        """Returns the offsets to the cells in the squares around one."""
        x, y = self.points[at]
        column, row = int(x // self.size), int(y // self.size)
        near = (
            other
            for i in range(column - 2, column + 3)
            for j in range(row - 2, row + 3)
            for other in self.squares.get((i, j), ())
            if other != at
        )
        return [(self.points[at][0] - x, self.points[at][1] - y) for at in near]


def lattices_of(cells: Cells) -> list[Lattice]:
    """Returns the lattices of at least `LEAST` cells, largest first."""
    if len(cells.centres) < LEAST:
        return []
    size = float(np.median(cells.sizes))
    grid = Near(cells.centres, cells.sizes, size)
    steps = _steps(grid, size)
    if steps is None:
        return []
    free = set(range(len(grid.points)))
    lattices, failures = [], 0
    middle = cells.centres.mean(0)
    for seed in np.argsort(((cells.centres - middle) ** 2).sum(1)):
        if failures > _SEEDS or len(free) < LEAST:
            break
        if int(seed) not in free:
            continue
        places = _grown(grid, int(seed), steps, free)
        free -= set(places.values())
        if len(places) < LEAST:
            failures += 1
            continue
        numbers = list(places.values())
        lattices.append(Lattice(np.array(list(places), float), cells.centres[numbers], cells.sizes[numbers]))
    return sorted(lattices, key=len, reverse=True)


def _steps(grid: Near, size: float) -> tuple[Step, Step] | None:
    """Returns the most common steps from a cell to its right and lower neighbours."""
    every = max(1, len(grid.points) // 400)
    ways = [way for at in range(0, len(grid.points), every) for way in grid.around(at)]
    if not ways:
        return None
    offsets = np.array(ways)
    lengths = np.hypot(*offsets.T)
    offsets = offsets[(lengths > 0.75 * size) & (lengths < 1.8 * size)]
    if not len(offsets):
        return None
    lengths = np.hypot(*offsets.T)
    # side neighbours are at least as many as diagonal ones, which are 1.4 times as far
    weights = (size / lengths) ** 4
    angles = np.degrees(np.arctan2(offsets[:, 1], offsets[:, 0])) % 90
    histogram = np.bincount(angles.astype(int) % 90, weights, 90)
    smooth = sum(np.roll(histogram, by) for by in range(-4, 5))
    main = float(np.argmax(smooth))
    turned = (angles - main + 45) % 90 - 45
    near = np.abs(turned) < 8
    main += float(np.median(turned[near]))
    if main >= 45:
        main -= 90
    direction = np.radians(main)
    right, down = (
        np.array([np.cos(direction), np.sin(direction)]),
        np.array([-np.sin(direction), np.cos(direction)]),
    )
    steps = []
    for axis, other in ((right, down), (down, right)):
        along, across = offsets @ axis, np.abs(offsets @ other)
        ahead = offsets[(along > 0) & (across < 0.3 * along)]
        if not len(ahead):
            return None
        steps.append(ahead[np.argsort(np.hypot(*ahead.T))[: max(1, int(len(ahead) * 0.8))]].mean(0))
    (ax, ay), (bx, by) = steps
    return (float(ax), float(ay)), (float(bx), float(by))


def _grown(grid: Near, seed: int, steps: tuple[Step, Step], free: set[int]) -> dict[tuple[int, int], int]:
    """Grows the lattice around a seed; returns the cell at each position."""
    places = {(0, 0): seed}
    taken = {seed}
    waiting = deque([((0, 0), *steps)])
    while waiting:
        (i, j), right, down = waiting.popleft()
        x, y = grid.points[places[i, j]]
        size = grid.sizes[places[i, j]]
        near: list[tuple[tuple[int, int], int]] = []
        for di, dj in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            place = (i + di, j + dj)
            step = right if di else down
            sign = di + dj
            reach = _NEAR * (step[0] ** 2 + step[1] ** 2) ** 0.5
            neighbour = places.get(place)
            if neighbour is None:
                neighbour = grid.nearest(x + sign * step[0], y + sign * step[1], min(reach, grid.size))
                if neighbour is None or neighbour not in free or neighbour in taken:
                    continue
                if not 1 / _LIKE < grid.sizes[neighbour] / size < _LIKE:
                    continue
                near.append((place, neighbour))
            px, py = grid.points[neighbour]
            seen = (sign * (px - x), sign * (py - y))
            mean = ((step[0] + seen[0]) / 2, (step[1] + seen[1]) / 2)
            if di:
                right = mean
            else:
                down = mean
        for place, neighbour in near:
            places[place] = neighbour
            taken.add(neighbour)
            waiting.append((place, right, down))
    return places
