"""Draws one step of an explanation: its line, its reasons, and its new cells."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.apps.drawing.drawing import (
    AnyCells,
    Drawing,
    Panel,
    State,
    cells_of,
    described,
    drawing_of,
    panel_of,
)
from nonosat.apps.illustration.base import Illustration, RenderRequest
from nonosat.apps.illustration.supposing import (
    LEGEND,
    QUESTION_MARK,
    Link,
    blocks_of,
    conclusion,
    is_supposition,
    line_of,
    links,
)
from nonosat.explaining.steps.explain import Explanation, explain
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.step import Step
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.sentences import number_text


def step_drawing(puzzle: Puzzle, grid: PartialGrid, step: Step | None = None, caption: str = "") -> Drawing:
    """Draws the state before a step with the step's additions; `caption` defaults to its sentence.

    A step from a supposition has a panel with the numbered links of its consequences, and a panel after its withdrawal.
    Without a step, the state alone is drawn.
    """
    if step is None:
        return drawing_of(puzzle, grid.rows, caption=caption, crossed_out=True)
    supposed = is_supposition(step)
    panels = list(_supposed_panels(puzzle, grid, step)) if supposed else []
    after = step_panel(puzzle, grid, step, conclusion(step) if panels else "")
    return Drawing(
        (*panels, after),
        puzzle.palette,
        puzzle.metadata.title,
        described(puzzle),
        caption or (_numbered(puzzle, step) if supposed else step.text),
        LEGEND if supposed else (),
    )


def step_panel(puzzle: Puzzle, grid: PartialGrid, step: Step, caption: str = "") -> Panel:
    """Returns the panel of the state before a step with the step's additions."""
    states = {(row, place): State.HIGHLIGHTED for row, place, _ in step.excluded}
    states |= {(row, place): State.NEW for row, place, _ in step.cells}
    if not is_supposition(step):
        states |= {puzzle.coordinates[probe.cell]: State.HIGHLIGHTED for probe in step.probes}
    line = line_of(step)
    return panel_of(
        puzzle,
        grid.filled_in(step.cells).rows,
        states=states,
        lines={line: State.MARKED if step.contradicts else State.HIGHLIGHTED} if line else {},
        numbers={line: dict.fromkeys(blocks_of(step), State.HIGHLIGHTED)} if line else {},
        crossed_out=True,
        caption=caption,
    )


def link_panel(
    puzzle: Puzzle, grid: AnyCells, link: Link, caption: str = "", *, whole: bool = False
) -> Panel:
    """Returns the panel of the state before a step with the supposition up to one of its links.

    With `whole` it shows all links up to that one and highlights only the line of the last.
    """
    rows = list(map(list, cells_of(puzzle, grid)))
    for (row, at), cell in link.cells.items():
        rows[row][at] = cell
    state = State.MARKED if link.ends else State.SUPPOSED
    line = None if whole and not link.ends else link.line
    return panel_of(
        puzzle,
        rows,
        lines={line: state} if line else {},
        numbers={line: dict.fromkeys(link.blocks, state)} if line else {},
        crossed_out=True,
        caption=caption,
    )


def _supposed_panels(puzzle: Puzzle, grid: PartialGrid, step: Step) -> Iterator[Panel]:
    """Yields a panel for a supposition, after those of nested suppositions."""
    supposed: list[str] = []
    for link in links(puzzle, step):
        if link.label == QUESTION_MARK:
            supposed.append(link.text)
        elif link.ends:
            yield link_panel(puzzle, grid.rows, link, supposed.pop(), whole=True)


def _numbered(puzzle: Puzzle, step: Step) -> str:
    """Returns the words of a step from a supposition, each link numbered."""
    lines = []
    for link in links(puzzle, step):
        first, *rest = link.text.split("\n")
        number = "" if link.label == QUESTION_MARK else f"{link.label}. "
        lines += [number + first, *rest]
    return "\n".join([*lines, conclusion(step)])


def draw_step(puzzle: Puzzle, request: RenderRequest) -> Illustration:
    """Draws the step of that number, or the end if there are fewer steps."""
    explanation = explain(puzzle, state=request.state, limit=request.limit)
    grid = PartialGrid.blank(explanation.puzzle)
    number = 0
    for number, step in enumerate(explanation, 1):
        if number == request.step:
            return Illustration(step_drawing(puzzle, grid, step))
        grid = grid.filled_in(step.cells)
    missing = Verdict.UNKNOWN if explanation.stopped else explanation.verdict
    return Illustration(step_drawing(puzzle, grid, caption=_end(explanation, number)), missing)


def _end(explanation: Explanation, number: int) -> str:
    steps = number_text(number, "step")
    if explanation.stopped:
        return f"stopped after {steps}: {explanation.stopped.describe(explanation.detail)}"
    return f"after {steps}: {explanation.conclusion()}"
