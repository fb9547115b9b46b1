"""How pictures of puzzles look on standard output: the one place that asks what that can show."""

from __future__ import annotations

import sys

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.rendering.text import ASCII, UNICODE, Cells, draw, draw_coloured


def drawing(puzzle: Puzzle, cells: Grid | Cells | None = None, *, plain: bool = False) -> str:
    """The puzzle with its clues around the cells (or the givens), as standard output can show it.

    In colours on a terminal, else with letters; with ASCII characters where that is wanted (`plain`) or
    where the encoding has no others.
    """
    charset = ASCII if plain or not (sys.stdout.encoding or "").lower().startswith("utf") else UNICODE
    if not sys.stdout.isatty():
        return draw(puzzle, cells, charset=charset)
    from rich.console import Console

    console = Console()
    with console.capture() as captured:
        console.print(draw_coloured(puzzle, cells, charset=charset), soft_wrap=True)
    return captured.get().removesuffix("\n")


def picture_rows(grid: Grid, puzzle: Puzzle) -> list[str]:
    """A picture as it is written to a record."""
    return grid.text(puzzle.palette).split("\n")
