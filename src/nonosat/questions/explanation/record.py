"""The record of an explanation, with all or some of its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonosat.questions.explanation.explain import Explanation
from nonosat.questions.explanation.step import Step
from nonosat.records.parts import partial_rows
from nonosat.solving.engine.outcome import Verdict

if TYPE_CHECKING:
    from nonosat.records import answers as records


def record_of(found: Explanation, steps: Sequence[Step]) -> records.Explanation:
    """Returns the record of an explanation with its first steps; see docs/json.md."""
    solved = found.complete and not found.open_cells and found.verdict is Verdict.UNIQUE
    return {
        "verdict": found.verdict.value,
        "line_solvable": _line_solvable(found, steps),
        "solutions": [found.partial_grid.grid().to_json()] if solved else [],
        "steps": [step.to_json() for step in steps],
        "complete": found.complete,
        "open_cells": found.open_cells,
        "state": partial_rows(found.partial_grid.rows),
        "conclusion": found.conclusion(),
        "concluded": found.concluded().to_json(),
        "stopped": found.stopped,
        "detail": found.detail,
    }


def _line_solvable(found: Explanation, steps: Sequence[Step]) -> bool | None:
    """Returns whether lines alone settle the puzzle; None if the steps do not show it."""
    if any(step.axis is None for step in steps):
        return False
    return found.verdict is Verdict.UNIQUE if found.complete else None
