"""The picture of the local search and its moves.

A move repaints one orbit of the symmetry, at an open cell or on one of its lines, whose clue changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from nonosat.apps.generation.start_pictures import Start
from nonosat.apps.generation.symmetry import orbit_of
from nonosat.apps.generation.wish import Kind, Symmetry, Wish
from nonosat.model.geometry import crossings

_DENSITY_SLACK = 0.02  # maximum deviation from the requested density
_TRIES = 20  # changes drawn before giving up


@dataclass(frozen=True, slots=True)
class Change:
    """An orbit with its colours before and after."""

    orbit: tuple[int, ...]
    before: int
    after: int


class Sketch:
    """A picture with the symmetry of a wish; mutable."""

    def __init__(self, wish: Wish, start: Start, random: Random) -> None:
        self.cells = bytearray(start.cells)
        self._wish = wish
        self.random = random
        self._free = start.free
        geometry = wish.geometry
        self._lines = [line for family in geometry.families for line in family]
        self._crossings = crossings(geometry).of_cells
        self._plain = wish.drawn_kind is Kind.NOISE and wish.picture is None

    @property
    def picture(self) -> bytes:
        """A copy of the cells."""
        return bytes(self.cells)

    def drawn(self, number: int) -> int:
        """Draws a number in range(number)."""
        return int(self.random.random() * number)

    def change(self, near: list[int]) -> Change | None:
        """Draws an allowed change at one of these cells or on one of their lines; None after `_TRIES`."""
        families = len(self._crossings)
        for _ in range(_TRIES):
            cell = near[self.drawn(len(near))]
            # half of the changes are at the cell itself
            family = int(self.random.random() * 2 * families)
            if family < families:
                line = self._lines[self._crossings[family][0][cell]]
                cell = line[self.drawn(len(line))]
            change = self._repainting(cell)
            if change and self._keeps_density(change):
                return change
        return None

    def make(self, change: Change) -> None:
        """Makes a change."""
        for cell in change.orbit:
            self.cells[cell] = change.after

    def undo(self, change: Change) -> None:
        """Reverts a change."""
        for cell in change.orbit:
            self.cells[cell] = change.before

    def shake(self, number: int) -> None:
        """Makes up to `changes` random changes."""
        anywhere = list(range(len(self.cells)))
        for _ in range(number):
            if change := self.change(anywhere):
                self.make(change)

    def _repainting(self, cell: int) -> Change | None:
        if not self._free[cell]:
            return None
        before, inks = self.cells[cell], self._wish.inks
        if self._plain:
            after = (before + 1 + self.drawn(inks)) % (inks + 1)
        else:
            colours = [colour for colour in self._around(cell) if colour != before]
            if not colours:
                return None
            after = colours[self.drawn(len(colours))]
        orbit: tuple[int, ...] = (cell,)
        if self._wish.symmetry is not Symmetry.NONE:
            orbit = orbit_of(cell, self._wish.height, self._wish.width, self._wish.symmetry)
        return Change(orbit, before, after)

    def _around(self, cell: int) -> list[int]:
        """Returns the colours of the neighbours on lines: figures survive changes at their edges."""
        colours = []
        for line_of, place_of in self._crossings:
            line, place = self._lines[line_of[cell]], place_of[cell]
            colours += [self.cells[line[at]] for at in (place - 1, place + 1) if 0 <= at < len(line)]
        return colours

    def _keeps_density(self, change: Change) -> bool:
        requested = self._wish.density
        if requested is None or bool(change.before) == bool(change.after):
            return True
        inked = len(self.cells) - self.cells.count(0)
        after = inked + (len(change.orbit) if change.after else -len(change.orbit))
        target = requested * self._wish.inkable_cells
        slack = max(_DENSITY_SLACK * self._wish.inkable_cells, len(change.orbit))
        return abs(after - target) <= max(slack, abs(inked - target))
