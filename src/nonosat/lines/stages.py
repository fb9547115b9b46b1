"""The search of one board up to the solver of clauses, stage by stage:

    lines -> a picture at hand -> brief probing -> an exchange near the first solution -> a first round of the learner -> probing
          -> the learner and probing in depth

The kernel performs it (`kernel/search`); without the kernel it is lines and brief probing (`nonosat.lines.reference`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from nonosat.lines.line import Tick

Candidates = Any
"""Masks of all lines: lists, or a board of the kernel, which one call at a time can use."""

FOUND, COMPLETE, EXHAUSTED, LARGE = range(2, 6)
"""Results of a step of `StagedSearch`: a solution; there are no others; the stages are over; lines have left a large board."""


class Schedule(NamedTuple):
    """When one stage of a search ends and the next one begins; the kernel has the defaults (`kernel/search/search.c`)."""

    briefly: int
    """Consecutive fruitless probes that end brief probing."""
    patience: int
    """Consecutive fruitless probes that end probing."""
    alone: int
    """Work of the learner."""
    second: int
    """Work of the learner for a second solution."""
    round_conflicts: int
    """Conflicts of a round of the learner."""
    large: int
    """Open cells of a large board."""
    deep: int = 500_000
    """Work of the learner before probing in depth has a share."""


class StagedSearch(Protocol):
    """One search; mutable."""

    broken: int
    """The line that propagation found to have no filling, or -1."""
    open: int
    """Cells that lines left open; -1 before."""
    found: int
    """Solutions so far, excluded ones included."""
    complete: int
    """True if there are no others."""
    conflicts: int
    work: int
    learns: bool
    """True if there is a learner that can have turns."""

    def exclude(self, picture: bytes, /) -> None:
        """Excludes a solution."""

    def hint(self, picture: bytes, /) -> None:
        """Takes a picture at hand, before the first step: a solution that comes first, or any other, which changes nothing."""

    def step(
        self, conflicts: int, tick: Tick, observer: Callable[[int, tuple[int, ...]], object] | None, /
    ) -> tuple[int, bytes | None]:
        """Searches on until FOUND, with the solution, COMPLETE, EXHAUSTED or LARGE.

        The learner's stages end when it has met that many conflicts since the beginning.
        """

    def figures(self) -> dict[str, Any]:
        """Returns a new dictionary of figures by their names in `Stats`; `first` has all seconds that are of no other part."""

    def turn(self) -> None:
        """Gives the learner another turn after EXHAUSTED, which `step` performs.

        That is a round from new beliefs; if it finds a first solution, it goes on for a second one.
        """

    def board(self) -> Candidates:
        """Returns a copy of the board."""

    def units(self) -> list[int]:
        """Returns what the learner knows of cells: 1 + colour * cells + cell, negative if the cell lacks the colour."""

    def best_colours(self) -> bytes | None:
        """Returns the likeliest colour of each cell by the latest beliefs; None before them."""
