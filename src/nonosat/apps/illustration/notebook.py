"""Puzzles, pictures and results in a notebook: as SVG or as words.

A value is drawn if it holds its puzzle; a `Step` does not, so it is shown in words. Pictures show only known values;
only for `Solutions` the first ones are computed.
"""

from __future__ import annotations

from functools import singledispatch
from html import escape
from itertools import islice
from typing import Any

from nonosat.apps.drawing.drawing import Cell, Drawing, Panel, State, drawing_of, panel_of
from nonosat.apps.illustration.answers import ambiguity_drawing, conflict_drawing, repair_drawing
from nonosat.apps.illustration.solutions import solved, two_solutions
from nonosat.conflicts.mus import Conflict
from nonosat.counting.ambiguity import Ambiguity
from nonosat.counting.backbone import Backbone
from nonosat.counting.count import Count
from nonosat.counting.distance import Nearest
from nonosat.counting.solution_set import Sample, SolutionSet
from nonosat.explaining.hints.mistakes import Hint, Mistake
from nonosat.explaining.steps.explain import Explanation
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.step import Step
from nonosat.model.geometry import Rectangle
from nonosat.model.palette import BLACK_AND_WHITE, Colour, Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.repairs.result import Repair
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, Solutions
from nonosat.support.displays import NotebookDisplay
from nonosat.support.results import Result, brief
from nonosat.support.sentences import count_text, forced_text, number_text

MAX_CELLS = 100_000  # maximum cells of a picture, since a notebook stores a copy of each picture
# inks of a grid with more colours than its palette
_INKS = ("1f2328", "d1332a", "1f6feb", "2da44e", "bf8700", "8250df", "e85aad", "0e8a9e")
_NOTHING: tuple[object, ...] = (None, "", [], {})  # values omitted from a table of fields
_FIRST = 3  # number of solutions of a set that are shown


def svg_of(value: NotebookDisplay) -> str | None:
    """Returns the picture of a value, if it has one."""
    drawing = drawing_for(value)
    if drawing is None or sum(len(row) for panel in drawing.panels for row in panel.cells) > MAX_CELLS:
        return None
    return drawing.svg()


def html_of(value: NotebookDisplay) -> str | None:
    """Returns a value without a picture in words, or as a table of its fields."""
    if isinstance(value, Step | Hint | Mistake):
        return f"<p>{escape(value.text)}</p>"
    if not isinstance(value, Result) or drawing_for(value) is not None:
        return None
    rows = (
        f"<tr><th>{escape(name)}</th><td>{escape(brief(field))}</td></tr>"
        for name, field in value.to_json().items()
        if name != "puzzle" and field not in _NOTHING
    )
    return f"<table>{''.join(rows)}</table>"


@singledispatch
def drawing_for(value: NotebookDisplay) -> Drawing | None:  # noqa: ARG001
    """Draws a value; returns None if it has no drawing."""
    return None


@drawing_for.register
def _(value: Puzzle) -> Drawing | None:
    return drawing_of(value) if value.readable else None


@drawing_for.register
def _(value: Report) -> Drawing:
    if len(value.solutions) == 2:
        return two_solutions(value.puzzle, *value.solutions)
    if value.solutions:
        unique = value.verdict is Verdict.UNIQUE
        lines = f"{'' if value.line_solvable else 'not '}solvable line by line"
        caption = f"{value.verdict}, {lines}" if unique else "a solution; maybe there are others"
        return solved(value.puzzle, value.solutions[0], caption)
    return drawing_of(value.puzzle, caption=value.verdict)


@drawing_for.register
def _(value: Solutions) -> Drawing:
    first = value.first()
    if first is None:
        return drawing_of(value.puzzle, caption=value.verdict)
    return solved(value.puzzle, first, "the first solution")


drawing_for.register(Ambiguity, ambiguity_drawing)


@drawing_for.register
def _(value: Count) -> Drawing:
    return drawing_of(value.puzzle, caption=count_text(value.count, value.exact))


@drawing_for.register
def _(value: Explanation) -> Drawing:
    return drawing_of(
        value.puzzle, value.partial_grid.rows, caption=f"{number_text(value.found, 'step')} found"
    )


@drawing_for.register
def _(value: Sample) -> Drawing:
    drawing = drawing_for(value.solution_set)
    return Drawing(()) if drawing is None else drawing


@drawing_for.register
def _(value: Backbone) -> Drawing:
    cells = dict.fromkeys(value.open, Cell(None, State.HIGHLIGHTED))
    cells |= dict.fromkeys(value.undecided, Cell(None, State.UNDECIDED))
    cells |= {cell: Cell(colour) for cell, colour in value.cells.items()}
    rows = [[cells.get(cell) for cell in row.cells] for row in value.puzzle.families[0]]
    return drawing_of(
        value.puzzle, rows, caption=forced_text(len(value.cells), len(value.open), len(value.undecided))
    )


@drawing_for.register
def _(value: Conflict) -> Drawing | None:
    if value.size:
        return conflict_drawing(value)
    return solved(value.puzzle, value.solution, "no conflict") if value.solution else None


@drawing_for.register(Repair)
def _(value: Repair[Any]) -> Drawing | None:
    return repair_drawing(value) if value.repaired and value.repaired.readable else None


@drawing_for.register
def _(value: Nearest) -> Drawing | None:
    if value.grid is None:
        return None
    sure = "" if value.optimal else f", at least {value.bound:,} from any"
    return solved(value.puzzle, value.grid, f"{number_text(value.distance or 0, 'cell')} away{sure}")


@drawing_for.register
def _(value: SolutionSet) -> Drawing:
    panels = tuple(panel_of(value.puzzle, grid) for grid in islice(value, _FIRST))
    caption = number_text(value.count, "solution")
    if value.count > _FIRST:
        caption += f", {_FIRST} of them here"
    return Drawing(panels or (panel_of(value.puzzle),), value.puzzle.palette, caption=caption)


@drawing_for.register
def _(grid: Grid | PartialGrid) -> Drawing | None:
    """Draws a grid in its palette; returns None if its shape is unknown."""
    rows = grid.rows
    geometry = grid.geometry
    if geometry is None and len(set(map(len, rows))) == 1:
        geometry = Rectangle(len(rows), len(rows[0]))
    if geometry is None or not any(rows):
        return None
    cells = tuple(tuple(Cell(colour) for colour in row) for row in rows)
    highest = max((colour or 0 for row in rows for colour in set(row)), default=0)
    palette = grid.palette if highest < len(grid.palette) else _palette(highest)
    return Drawing((Panel(geometry, cells, ()),), palette)


def _palette(inks: int) -> Palette:
    """Returns a palette of `inks` inks; after the eighth they repeat."""
    made = (Colour(f"ink {ink + 1}", _INKS[ink % len(_INKS)], "#") for ink in range(inks))
    return (BLACK_AND_WHITE[0], *made)
