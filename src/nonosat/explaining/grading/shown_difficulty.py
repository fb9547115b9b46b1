"""The difficulty of a puzzle as pages show it: the minutes, and the hardest step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from nonosat.explaining.grading.people import Estimate, estimate
from nonosat.explaining.steps.step import Step
from nonosat.explaining.steps.techniques import hardest_of
from nonosat.model.puzzle import Grid, Puzzle


class ShownDifficulty(NamedTuple):
    """The figures of a puzzle that pages show."""

    people: Estimate | None
    hardest: str | None
    """Reason of the hardest step."""


def shown_difficulty(
    puzzle: Puzzle, steps: Iterable[Step], *, all_known: bool, tick: Callable[[], None] | None = None
) -> ShownDifficulty:
    """Returns the figures that the steps prove; `all_known`: the steps lead to the only solution.

    Otherwise there is no hardest step, and minutes are given only if lines suffice.
    """
    if not all_known:
        return ShownDifficulty(estimate(puzzle, tick=tick), None)
    cells = bytearray(puzzle.geometry.cell_count)
    reasons = set[str]()
    for row, column, colour in puzzle.givens:
        cells[puzzle.cell(row, column)] = colour
    for step in steps:
        reasons.add(step.reason)
        for row, column, colour in step.cells:
            cells[puzzle.cell(row, column)] = colour
    return ShownDifficulty(estimate(puzzle, Grid._of(puzzle, bytes(cells)), tick=tick), hardest_of(reasons))
