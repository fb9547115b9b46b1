"""Draws puzzles on standard output; the only module that queries the terminal.

On a terminal they are in colours, narrowed to fit, and never wrapped: wider ones are cut, with a note. In a file or
pipe they are whole, with letters for inks.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from rich.text import Text

    from nonosat.apps.drawing.drawing import AnyCells, Drawing
    from nonosat.apps.drawing.text import Charset


def drawing(puzzle: Puzzle, cells: AnyCells = None, *, plain: bool = False) -> str:
    """Returns the puzzle with clues around its cells (default: the givens), as standard output can show it.

    Uses ASCII characters if `plain` or if the encoding has no others.
    """
    from nonosat.apps.drawing.drawing import drawing_of  # here and below: few commands draw
    from nonosat.apps.drawing.text import ASCII, UNICODE, draw

    charset = ASCII if plain or not (sys.stdout.encoding or "").lower().startswith("utf") else UNICODE
    shown = drawing_of(puzzle, cells, description="")
    if not sys.stdout.isatty():
        return draw(shown, charset=charset)
    columns = _columns()
    text, note = fitted(shown, charset=charset, columns=columns, colours=has_colours())
    return _shown(text, columns, note)


def fitted(
    shown: Drawing,
    *,
    charset: Charset,
    columns: int,
    lines: int | None = None,
    colours: bool = True,
) -> tuple[Text, str]:
    """Returns the most detailed drawing that fits a terminal of that size, and a note on omissions.

    Smaller drawings have no clues and more cells per character. Even the smallest can be too large.
    """
    from rich.text import Text

    from nonosat.apps.drawing.compact import braille, half_blocks, paints
    from nonosat.apps.drawing.text import ASCII, draw, draw_coloured

    drawn = draw_coloured if colours else draw
    text = drawn(shown, charset=charset, columns=columns)
    text = Text(text) if isinstance(text, str) else text
    there = set().union(*shown.panels[0].cells)
    known = lines is not None or any(cell.sign or cell.colour not in (None, BACKGROUND) for cell in there)
    labelled = any(cell.sign for cell in there)
    square = shown.panels[0].geometry.name == "rectangle"
    if _fits(text, columns, lines) or not known or not square or charset is ASCII:
        return text, ""
    rows = paints(shown)
    for smaller in (half_blocks, braille):
        if labelled and not (colours and smaller is half_blocks):  # labels and inks would look alike
            break
        less = smaller(rows, colours=colours)
        if _fits(less, columns, lines) or smaller is braille:
            return less, "without clues"
    return text, ""


def _fits(text: Text, columns: int, lines: int | None) -> bool:
    parts = text.split("\n")
    return max(line.cell_len for line in parts) <= columns and (lines is None or len(parts) <= lines)


def picture_text(grid: Grid, puzzle: Puzzle) -> str:
    """Returns a picture: with clues and colours on a terminal, else in the letters of its palette."""
    return drawing(puzzle, grid) if sys.stdout.isatty() else grid.text(puzzle.palette)


def _columns() -> int:
    from shutil import get_terminal_size

    return get_terminal_size().columns


def has_colours() -> bool:
    """Returns whether standard output is a terminal with colours, and `NO_COLOR` is not set."""
    able = sys.stdout.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
    return able and not os.environ.get("NO_COLOR")


def _shown(text: Text, columns: int, note: str = "") -> str:
    """Renders a drawing for the terminal, cut to its width, with the note below."""
    from rich.console import Console

    lines = text.split("\n")
    widest = max(line.cell_len for line in lines)
    notes = [note] if note else []
    if widest > columns:
        for line in lines:
            line.truncate(columns, overflow="crop")
        notes.append(f"cut: {columns} of {widest} characters")
    if notes:
        advised = f"[{'; '.join([*notes, 'nonosat render draws all of it'])}]"
        lines.append(type(text)(advised if len(advised) <= columns else f"[{'; '.join(notes)}]"[:columns]))
    console = Console()
    with console.capture() as captured:
        console.print(*lines, sep="\n", soft_wrap=True)
    return captured.get().removesuffix("\n")
