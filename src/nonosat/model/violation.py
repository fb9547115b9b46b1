"""A line of a grid that differs from its clue."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.model.clues import Clue
from nonosat.model.geometry import Axis, LineId
from nonosat.support.results import Result


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Violation(Result):
    """A line of a grid that differs from its clue."""

    axis: Axis
    index: int
    found: Clue
    expected: Clue

    @property
    def line(self) -> LineId:
        """The axis and the index together."""
        return LineId(self.axis, self.index)
