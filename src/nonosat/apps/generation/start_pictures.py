"""Start pictures of the local search."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from nonosat.apps.generation.kinds import drawn
from nonosat.apps.generation.symmetry import orbits
from nonosat.apps.generation.wish import Symmetry, Wish
from nonosat.imaging.sampling import sampled, size_around
from nonosat.model.puzzle import Grid

# pixels of a start picture per side of a cell: rows of hexagons and triangles are at least 0.87 apart
_PIXELS = 1.2


class Start(NamedTuple):
    """A picture, and the cells that can be repainted."""

    cells: bytes  # the colour of each cell, row by row
    free: bytes  # 1 for each cell that can be repainted, else 0; equal within an orbit


def started(wish: Wish, density: float, random: Random, tick: Callable[[], None] = lambda: None) -> Start:
    """Draws a picture with the symmetry of the wish and about the share `density` of inked cells.

    The cells of an orbit have the colour of its first one, and can be repainted if all of them can. All randomness is
    `random.random()`. `tick` is called in every loop and can raise.
    """
    cells = bytearray(_begun(wish, density, random, tick))
    free = bytearray(b"\1" * len(cells))
    if wish.mask is not None:
        for cell, inside in enumerate(wish.mask.cells):
            if not inside:
                cells[cell] = free[cell] = 0
    symmetric = wish.symmetry is not Symmetry.NONE
    for orbit in orbits(wish.height, wish.width, wish.symmetry, tick=tick) if symmetric else ():
        colour, all_free = cells[orbit[0]], min(free[cell] for cell in orbit)
        for cell in orbit:
            cells[cell], free[cell] = colour, all_free
    return Start(bytes(cells), bytes(free))


def _begun(wish: Wish, density: float, random: Random, tick: Callable[[], None]) -> bytes:
    """Returns the requested picture, or draws one; for symmetries, only the upper left half or quarter."""
    if wish.picture is not None:
        return wish.picture.cells
    if wish.shape is not None:
        height, width = size_around(wish.geometry, _PIXELS)
        part = drawn(
            wish.drawn_kind, height, width, density=density, inks=wish.inks, random=random, tick=tick
        )
        return sampled(Grid.from_cells(bytes(part), width), wish.geometry, smooth=False).cells
    halved = wish.symmetry in (Symmetry.TOP_BOTTOM, Symmetry.ROTATION, Symmetry.BOTH)
    height = (wish.height + 1) // 2 if halved else wish.height
    halved = wish.symmetry in (Symmetry.LEFT_RIGHT, Symmetry.BOTH)
    width = (wish.width + 1) // 2 if halved else wish.width
    part = drawn(wish.drawn_kind, height, width, density=density, inks=wish.inks, random=random, tick=tick)
    rows = [part[at : at + width].ljust(wish.width, b"\0") for at in range(0, len(part), width)]
    return b"".join(rows).ljust(wish.height * wish.width, b"\0")
