"""Cheapest pictures without a known flaw, for `nonosat.repairs.repair_pixels`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from nonosat.repairs.flaws import Flaw
from nonosat.sat.maxsat import CheapestModel
from nonosat.support.limits import Clock


class UntriedPictures(CheapestModel):
    """Finds the cheapest picture without a known flaw that is not skipped; a context manager.

    Variables: one per free cell of a flaw, with its image, and new colour.
    """

    def __init__(
        self,
        start: bytes,
        colours: int,
        free: Sequence[int],
        weights: Sequence[int],
        clock: Clock,
        images: Sequence[int] = (),
    ) -> None:
        """`images[cell]` is repainted together with `cell`, or is -1; `images` can be empty."""
        super().__init__(clock)
        self._images = images
        self._weights = weights
        self._start, self._colours, self._free = start, range(colours), set(free)
        self._painted: dict[int, dict[int, int]] = {}
        self._hopeless = False

    def refuse(self, cells: bytes, flaw: Flaw) -> None:
        """Excludes all pictures that are equal to this one in the flaw's cells."""
        clause: list[int] = []
        for cell in sorted(flaw.cells & self._free):
            own, colour = self._repainted(cell), cells[cell]
            clause.extend([-own[colour]] if colour in own else own.values())
        self._hopeless |= not clause
        if clause:
            self.add(clause)

    def skip(self, cells: bytes) -> None:
        """Excludes all pictures with the changes of this one."""
        changed = [cell for cell, colour in enumerate(self._start) if cells[cell] != colour]
        self.add([-self._repainted(cell)[cells[cell]] for cell in changed])

    def _repainted(self, cell: int) -> dict[int, int]:
        """Returns a variable per other colour of a cell; at most one of them is true."""
        if cell not in self._painted:
            both = [cell, *(image for image in self._images[cell : cell + 1] if image >= 0)]
            new_colours = [colour for colour in self._colours if colour != self._start[cell]]
            cost = sum(map(self._weights.__getitem__, both))
            own = {colour: self.variable(cost=cost) for colour in new_colours}
            self._painted |= dict.fromkeys(both, own)
            for one, other in combinations(own.values(), 2):
                self.add([-one, -other])
        return self._painted[cell]

    def cheapest(self) -> bytes | None:
        """Returns a cheapest picture, of cost `bound`; None if none is left."""
        if self._hopeless or not self.solve():
            return None
        cells = bytearray(self._start)
        for cell, own in self._painted.items():
            for colour, variable in own.items():
                if self.holds(variable):
                    cells[cell] = colour
        return bytes(cells)
