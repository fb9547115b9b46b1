"""The picture of one of several puzzles to choose from, with the cells that a repair changed, as SVG and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from nonosat.model.puzzle import Puzzle
from nonosat.repairs.result import CellChange

_ADDED, _REMOVED = "#0072b2", "#e69f00"  # blue and orange, which colour-blind readers can distinguish
LEGEND = "Repairs: blue is added ink, orange is ink that was removed."
FIGURE_STYLE = "margin:0;width:170px"
PICTURE_STYLE = "width:170px;height:170px;object-fit:contain;border:1px solid #ccc"


def figure(puzzle: Puzzle, changes: Sequence[CellChange], text: str, caption: str) -> str:
    """Returns a figure for a page; `text` is the alternative text of its picture."""
    paths = "".join(
        f'<rect x="{column}" y="{row}" width="1" height="1" fill="{colour}"/>'
        for row, column, colour in painted(puzzle, changes)
    )
    box = f"0 0 {puzzle.width} {puzzle.height}"
    ground = f'<rect width="100%" height="100%" fill="#{puzzle.palette[0].rgb}"/>'
    attributes = (
        f'role="img" aria-label="{escape(text)}" shape-rendering="crispEdges" style="{PICTURE_STYLE}"'
    )
    svg = f'<svg viewBox="{box}" {attributes}>{ground}{paths}</svg>'
    return f'<figure style="{FIGURE_STYLE}">{svg}<figcaption>{escape(caption)}</figcaption></figure>'


def painted(puzzle: Puzzle, changes: Sequence[CellChange]) -> Iterator[tuple[int, int, str]]:
    """Yields (row, column, colour) of ink and of changed cells."""
    changed = {(pixel.row, pixel.column): _ADDED if pixel.colour else _REMOVED for pixel in changes}
    goal, palette = puzzle.goal, puzzle.palette
    assert goal
    for row, cells in enumerate(goal.rows):
        for column, cell in enumerate(cells):
            if cell or (row, column) in changed:
                yield row, column, changed.get((row, column), f"#{palette[cell].rgb}")
