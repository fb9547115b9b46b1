"""The pictures that the search for a puzzle begins with, one function for each kind."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from nonosat.generation.symmetry import orbits
from nonosat.generation.wish import Kind, Wish

DENSITY = 0.55
"""The share of inked cells where the wish leaves it open."""


class Start(NamedTuple):
    """A picture, and which of its cells may be repainted."""

    cells: bytes
    """The colour of each cell, row by row."""
    free: bytes
    """1 for each cell that may be repainted, else 0; the same for all cells of an orbit."""


def started(wish: Wish, density: float, random: Random, tick: Callable[[], None] = lambda: None) -> Start:
    """A picture as the wish has it, with about that share of inked cells and its symmetry.

    Nothing but `random.random()` decides. `tick` is called in every loop, and may raise.
    """
    cells = _KINDS[wish.kind](wish, density, random, tick)
    free = bytes(1 for _ in cells)
    if wish.mask is not None:
        free = bytes(1 if cell else 0 for cell in wish.mask.cells)
        cells = bytes(cell if may else 0 for cell, may in zip(cells, free, strict=True))
    return Start(cells, free)


def _noise(wish: Wish, density: float, random: Random, tick: Callable[[], None]) -> bytes:
    cells = bytearray(wish.width * wish.height)
    for orbit in orbits(wish.height, wish.width, wish.symmetry, tick=tick):
        tick()
        ink = 1 + int(random.random() * wish.inks) if random.random() < density else 0
        for cell in orbit:
            cells[cell] = ink
    return bytes(cells)


_KINDS: dict[Kind, Callable[[Wish, float, Random, Callable[[], None]], bytes]] = {Kind.NOISE: _noise}
