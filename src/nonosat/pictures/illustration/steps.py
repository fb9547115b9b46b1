"""One step of an explanation: its line, what it rests on, and what becomes known."""

from __future__ import annotations

from nonosat.foundation.errors import UsageError
from nonosat.model.geometry import LineId
from nonosat.model.puzzle import Puzzle
from nonosat.pictures.drawing.drawing import Drawing, State, drawing_of
from nonosat.pictures.illustration.base import Illustration, Request
from nonosat.questions.explanation.explain import Explanation, explain
from nonosat.questions.explanation.partial_grid import PartialGrid
from nonosat.questions.explanation.step import Step
from nonosat.solving.engine.outcome import Verdict


def step_drawing(puzzle: Puzzle, known: PartialGrid, step: Step | None = None, caption: str = "") -> Drawing:
    """What is known before a step, with what the step adds; `caption` is its words unless given.

    Without a step, what is known.
    """
    if step is None:
        return drawing_of(puzzle, known.rows, caption=caption, crossed_out=True)
    states = {(row, place): State.HIGHLIGHTED for row, place, _ in step.excluded}
    states |= {(row, place): State.NEW for row, place, _ in step.cells}
    states |= {puzzle.coordinates[probe.cell]: State.HIGHLIGHTED for probe in step.probes}
    line = None if step.axis is None or step.index is None else LineId(step.axis, step.index)
    bad = step.contradicts
    blocks = {block for inference in step.inferences for block in inference.blocks}
    return drawing_of(
        puzzle,
        known.filled_in(step.cells).rows,
        states=states,
        lines={line: State.MARKED if bad else State.HIGHLIGHTED} if line else {},
        numbers={line: dict.fromkeys(blocks, State.HIGHLIGHTED)} if line else {},
        caption=caption or step.words,
        crossed_out=True,
    )


def draw_step(puzzle: Puzzle, request: Request) -> Illustration:
    """The step of that number, or where it ends if there are fewer."""
    if request.step < 1:
        raise UsageError(f"steps count from 1, not {request.step}")
    explanation = explain(puzzle, state=request.state, limit=request.limit)
    known = PartialGrid([None] * length for length in puzzle.row_lengths).filled_in(explanation.puzzle.givens)
    number = 0
    for number, step in enumerate(explanation, 1):
        if number == request.step:
            return Illustration(step_drawing(puzzle, known, step))
        known = known.filled_in(step.cells)
    return Illustration(step_drawing(puzzle, known, caption=_end(explanation, number)), _missing(explanation))


def _end(explanation: Explanation, number: int) -> str:
    steps = f"{number} step{'' if number == 1 else 's'}"
    if explanation.stopped:
        return f"stopped after {steps}: {explanation.stopped.describe(explanation.detail)}"
    return f"after {steps}: {explanation.conclusion()}"


def _missing(explanation: Explanation) -> Verdict:
    """Why there is no such step: a limit, or all is explained."""
    return Verdict.UNKNOWN if explanation.stopped else explanation.verdict
