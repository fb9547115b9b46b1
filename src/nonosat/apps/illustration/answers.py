"""Drawings of results, such as those of `ambiguity` and `conflict`.

`nonosat.apps.illustration.diagnoses` asks the questions and draws their answers; notebooks draw results.
"""

from __future__ import annotations

from typing import Any

from nonosat.apps.drawing.cells import compared, mapped, sample_of
from nonosat.apps.drawing.drawing import Drawing, Entry, State, described, drawing_of, panel_of
from nonosat.apps.illustration.solutions import change_legend
from nonosat.conflicts.mus import Conflict
from nonosat.counting.ambiguity import Ambiguity
from nonosat.model.puzzle import Puzzle
from nonosat.repairs.means import By
from nonosat.repairs.result import CellChange, ClueChange, Repair
from nonosat.support.sentences import count_text, fewest_text, forced_text, needed_text, number_text

_MOST_LISTED = 12  # maximum regions in a legend


def ambiguity_drawing(answer: Ambiguity) -> Drawing:
    """Draws the forced cells and the independent regions of the others."""
    cells = mapped(answer.rows(), answer.region_rows())
    listed = answer.regions[:_MOST_LISTED]
    legend = [Entry(sample_of(at), answer.describe(region)) for at, region in enumerate(listed)]
    count, backbone = answer.count, answer.backbone
    counted = count.exact or count.count
    solutions = count_text(count.count, count.exact) if counted else "solutions are not counted"
    forced = forced_text(*backbone.sizes)
    caption = f"{solutions}; {forced}"
    return drawing_of(answer.puzzle, cells, caption=caption, legend=legend)


def conflict_drawing(answer: Conflict) -> Drawing:
    """Draws clues and givens that contradict each other, the others dimmed."""
    members = set(answer.lines)
    lines = {line.id: State.MARKED if line.id in members else State.DIMMED for line in answer.puzzle.lines}
    states = {(given.row, given.column): State.MARKED for given in answer.givens}
    parts = [(len(answer.lines), "clue"), (len(answer.givens), "given")]
    what = " and ".join(number_text(number, word) for number, word in parts if number)
    clash = "contradicts itself" if answer.size == 1 else "contradict each other"
    return drawing_of(
        answer.puzzle, states=states, lines=lines, caption=f"{what} {clash}; {needed_text(answer.minimal)}"
    )


def repair_drawing(repair: Repair[Any], before: Puzzle | None = None) -> Drawing:
    """Draws a repaired puzzle with its changes marked, beside the puzzle `before`, if given."""
    after = repair.repaired
    assert after is not None
    lines = {change.line for change in repair.changes if isinstance(change, ClueChange)}
    places = {(change.row, change.column) for change in repair.changes if isinstance(change, CellChange)}
    redrawn = repair.by is By.PIXELS and repair.grid is not None
    cells = repair.grid if redrawn or lines else None
    legend: list[Entry] = []
    panels = []
    if before is not None and redrawn and before.goal and repair.grid:
        marked = dict.fromkeys(places, State.HIGHLIGHTED)
        changed = compared(before.goal, repair.grid)
        panels = [
            panel_of(before, before.goal, states=marked, caption="before"),
            panel_of(after, changed, caption="after"),
        ]
        legend = change_legend(changed)
    else:
        if before is not None:
            panels = [panel_of(before, lines=dict.fromkeys(lines, State.MARKED), caption="before")]
        panels.append(
            panel_of(
                after,
                cells,
                lines=dict.fromkeys(lines, State.ADDED),
                states=dict.fromkeys(places, State.NEW),
                caption="after" if before is not None else "",
            )
        )
    sure = fewest_text(repair.optimal, repair.bound)
    verb = "revealed" if repair.by is By.GIVENS else "changed"
    caption = (
        f"{number_text(len(repair.changes), 'clue' if lines else 'cell')} {verb} ({sure}): {repair.verdict}"
    )
    words = (
        described(after) if before is None else f"{described(before)} After the repair: {described(after)}"
    )
    title = after.metadata.title
    return Drawing(tuple(panels), after.palette, title, words, caption, tuple(legend))
