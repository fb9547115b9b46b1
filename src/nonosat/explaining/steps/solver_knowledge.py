"""The colours that all solutions share, found by a solver."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from nonosat.model.puzzle import Puzzle
from nonosat.support.limits import Clock

if TYPE_CHECKING:
    from nonosat.counting.backbone import Backbone


def solve_backbone(
    puzzle: Puzzle, clock: Clock, *, states: int | None = None, conflicts: float = inf
) -> Backbone:
    """Returns the backbone; `states` and `conflicts` bound the work, see `explore`."""
    # imported late: takes 7 ms, a tenth of `nonosat rate FILE`, and most puzzles for people do not need it
    from nonosat.counting.backbone import backbone_of
    from nonosat.counting.explore import STATES, explore

    return backbone_of(
        explore(puzzle, clock, states=STATES if states is None else states, conflicts=conflicts), 0
    )
