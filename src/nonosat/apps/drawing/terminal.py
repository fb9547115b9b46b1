"""Draws puzzles on standard output; the only module that queries the terminal.

On a terminal drawings are coloured, narrowed to fit, and never wrapped: wider ones are cut, with a note. In a file or
pipe they are complete, with letters for inks.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.end import OutOfReach
from nonosat.support.limits import check_limits, enclosing

if TYPE_CHECKING:
    from rich.text import Text

    from nonosat.apps.drawing.drawing import AnyCells


_LARGE = 100_000  # cells; drawings of this size take a quarter of a second


def drawing(puzzle: Puzzle, cells: AnyCells = None, *, plain: bool = False) -> str:
    """Returns the puzzle with clues around its cells (default: the givens), for standard output.

    Uses ASCII characters if `plain` or if the encoding has no others.
    """
    from nonosat.apps.drawing.drawing import drawing_of  # imported late, here and below: few commands draw
    from nonosat.apps.drawing.text import ASCII, UNICODE, draw, draw_coloured

    charset = ASCII if plain or not (sys.stdout.encoding or "").lower().startswith("utf") else UNICODE
    shown = drawing_of(puzzle, cells, description="")
    if not sys.stdout.isatty():
        return draw(shown, charset=charset)
    from shutil import get_terminal_size

    from rich.text import Text

    columns = get_terminal_size().columns
    drawn = (draw_coloured if has_colours() else draw)(shown, charset=charset, columns=columns)
    return _shown(Text(drawn) if isinstance(drawn, str) else drawn, columns)


def in_time(draw: Callable[[], str], puzzle: Puzzle) -> str:
    """Returns the drawing of an answer; if a limit stops the drawing, a line that says so, so that the answer is still printed.

    A large drawing, which takes long, is not begun after the limit.
    """
    over = enclosing.get().over
    try:
        if over and puzzle.width * puzzle.height > _LARGE:
            raise over
        check_limits()
        return draw()
    except OutOfReach as reason:
        return f"[not drawn: {reason}]"


def picture_text(grid: Grid, puzzle: Puzzle) -> str:
    """Returns a picture: with clues and colours on a terminal, else in the letters of its palette."""
    return drawing(puzzle, grid) if sys.stdout.isatty() else grid.text(puzzle.palette)


def has_colours() -> bool:
    """Returns whether standard output is a terminal with colours, and `NO_COLOR` is not set."""
    able = sys.stdout.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
    return able and not os.environ.get("NO_COLOR")


def _shown(text: Text, columns: int) -> str:
    """Renders a drawing for the terminal, cut to its width, with a note below."""
    from rich.console import Console

    lines = text.split("\n")
    widest = max(line.cell_len for line in lines)
    if widest > columns:
        for line in lines:
            line.truncate(columns, overflow="crop")
        cut = f"cut: {columns} of {widest} characters"
        advised = f"[{cut}; `render` draws all of it]"
        lines.append(type(text)(advised if len(advised) <= columns else f"[{cut}]"[:columns]))
    console = Console()
    with console.capture() as captured:
        console.print(*lines, sep="\n", soft_wrap=True)
    return captured.get().removesuffix("\n")
