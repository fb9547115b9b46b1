"""Random pictures in hexagons."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from nonosat.model.puzzle import Grid
from nonosat.model.shapes import hexagonal

_DENSITY = 0.55  # share of ink before smoothing


def hexagon(side: int, seed: int = 0) -> Grid:
    """Returns a picture of some patches in the regular hexagon of hexagonal cells with this many cells a side.

    >>> print(hexagon(3, 1))
    ###
    ####
    ...##
    ...#
    ...
    """
    shape, random = hexagonal(side), Random(f"hexagon {side} {seed}")
    beside: list[set[int]] = [set() for _ in range(sum(shape.row_lengths))]
    for family in shape.families:
        for line in family:
            for one, other in pairwise(line):
                beside[one].add(other)
                beside[other].add(one)
    cells = [int(random.random() < _DENSITY) for _ in beside]
    # each cell becomes what most of its neighbours and it are
    smooth = [
        2 * (cells[at] + sum(cells[each] for each in near)) > 1 + len(near) for at, near in enumerate(beside)
    ]
    return Grid(([int(smooth[cell]) for cell in row] for row in shape.families[0]), geometry=shape)
