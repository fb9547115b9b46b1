"""Dives in plain Python: the reference of the kernel's. `nonosat.solving.lines.diving` says what they are.

The kernel assumes one candidate after another. Here several are assumed at once, twice as many as before if that went well,
and settled together: what lines say does not depend on the order, and where no contradiction comes none had come one by one
either. If one comes, fewer are assumed. Only what is taken back has to be looked at more closely: the last candidate that the
ones before it had not decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from nonosat.model.geometry import Geometry, crossings
from nonosat.solving.lines.line import Masks

_MOST = 64
"""Candidates that are assumed at once."""


class Settling(Protocol):
    """What dives and searches of trees take from `nonosat.solving.lines.reference.Reference`."""

    geometry: Geometry

    def colours_of(self, cell: int, board: list[Masks], /) -> list[int]:
        """The colours that a cell can still have."""

    def settle_all(
        self,
        candidates: list[Masks],
        lines: Iterable[int] | None,
        observer: None,
        tick: Callable[[], object] | None,
        /,
    ) -> int:
        """Settles lines of a board of its own, and what follows, in place: the line without a filling, or -1."""

    def without(
        self,
        colours: Iterable[int],
        cell: int,
        board: list[Masks],
        tick: Callable[[], object] | None,
        /,
    ) -> int:
        """Takes colours from a cell and propagates: a line without a filling, or -1."""


class Dive:
    """A dive into a board, as `nonosat.solving.lines.diving.dive` says."""

    def __init__(
        self,
        solver: Settling,
        candidates: list[Masks],
        order: Sequence[int],
        contradictions: int,
        known: bytes | None,
        tick: Callable[[], object] | None,
    ) -> None:
        self.candidates = [masks[:] for masks in candidates]
        self._solver = solver
        self._of_cells = crossings(solver.geometry).of_cells
        self._cells = len(self._of_cells[0][0])
        self._order = order
        self._left = contradictions
        self._known = known
        self._tick = tick
        self._assumed: list[tuple[list[int], list[Masks]]] = []
        """What was assumed at once, as places in the order, with the candidates before."""
        self._several = 1
        """How many are assumed next."""

    def dive(self) -> bool | None:
        """True if all candidates are decided, False if there is no solution, None if it is given up."""
        at = 0
        while at < len(self._order) or self._is_known():
            if at < len(self._order):
                after = self._assume(at)
                if after is not None:
                    at = after
                    continue
            while True:
                if not self._assumed:
                    return False
                self._left -= 1
                if not self._left:
                    return None
                at = self._take_back()
                colour, cell = divmod(self._order[at], self._cells)
                if self._solver.without([colour], cell, self.candidates, self._tick) < 0:
                    break
            at += 1
        return True

    def _assume(self, at: int) -> int | None:
        """Assumes undecided candidates from a place on: the place after them, or None if the first is a contradiction."""
        while True:
            before = [masks[:] for masks in self.candidates]
            places: list[int] = []
            touched: set[int] = set()
            after = at
            while after < len(self._order) and len(places) < self._several:
                colour, cell = divmod(self._order[after], self._cells)
                colours = self._solver.colours_of(cell, self.candidates)
                if colour in colours and len(colours) > 1:
                    places.append(after)
                    touched.update(self._fix(cell, colour))
                after += 1
            if not places:
                return after
            held = self._solver.settle_all(self.candidates, touched, None, self._tick) < 0
            if held or len(places) == 1:
                self._assumed.append((places, before))
                self._several = min(2 * self._several, _MOST) if held else 1
                return after if held else None
            self.candidates = before
            self._several = max(len(places) // 4, 1)

    def _take_back(self) -> int:
        """Takes back the last candidate that was assumed and is not a consequence of those before it: its place."""
        places, before = self._assumed.pop()
        while True:
            last = places.pop()
            self.candidates = [masks[:] for masks in before]
            touched: set[int] = set()
            for place in places:
                colour, cell = divmod(self._order[place], self._cells)
                touched.update(self._fix(cell, colour))
            self._solver.settle_all(self.candidates, touched, None, self._tick)
            _, cell = divmod(self._order[last], self._cells)
            if len(self._solver.colours_of(cell, self.candidates)) > 1:
                if places:
                    self._assumed.append((places, before))
                return last

    def _fix(self, cell: int, colour: int) -> list[int]:
        """Takes every other colour from a cell; the lines that it lies on are returned."""
        touched = []
        for line_of, position_of in self._of_cells:
            line, others = line_of[cell], ~(1 << position_of[cell])
            masks = self.candidates[line]
            self.candidates[line] = [
                mask if each == colour else mask & others for each, mask in enumerate(masks)
            ]
            touched.append(line)
        return touched

    def _is_known(self) -> bool:
        """Whether all cells are decided, and are those of the known picture."""
        return self._known is not None and all(
            self._solver.colours_of(cell, self.candidates) == [colour]
            for cell, colour in enumerate(self._known)
        )
