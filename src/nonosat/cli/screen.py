"""How pictures of puzzles look on standard output: the one place that asks what that can show.

On a terminal they are in colours, as narrow as they have to be, and never wrapped: what is wider still is
cut, and a line says so. In a file or a pipe they are whole, and inks are letters.
"""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.rendering.text import ASCII, UNICODE, Cells, draw, draw_coloured

if TYPE_CHECKING:
    from rich.text import Text


def drawing(puzzle: Puzzle, cells: Grid | Cells | None = None, *, plain: bool = False) -> str:
    """The puzzle with its clues around the cells (or the givens), as standard output can show it.

    With ASCII characters where that is wanted (`plain`) or where the encoding has no others.
    """
    charset = ASCII if plain or not (sys.stdout.encoding or "").lower().startswith("utf") else UNICODE
    if not sys.stdout.isatty():
        return draw(puzzle, cells, charset=charset)
    from rich.text import Text

    columns = get_terminal_size().columns
    if not _has_colours():
        return _shown(Text(draw(puzzle, cells, charset=charset, columns=columns)), columns)
    return _shown(draw_coloured(puzzle, cells, charset=charset, columns=columns), columns)


def picture_text(grid: Grid, puzzle: Puzzle) -> str:
    """A picture in the letters of its palette, as standard output can show it."""
    text = "\n".join(picture_rows(grid, puzzle))
    if not sys.stdout.isatty():
        return text
    from rich.text import Text

    return _shown(Text(text), get_terminal_size().columns)


def picture_rows(grid: Grid, puzzle: Puzzle) -> list[str]:
    """A picture as it is written to a record."""
    return grid.text(puzzle.palette).split("\n")


def _has_colours() -> bool:
    """Whether the terminal shows colours, and is allowed to: `NO_COLOR` forbids them."""
    from rich.console import Console

    console = Console()
    return console.color_system is not None and not console.no_color


def _shown(text: Text, columns: int) -> str:
    """A drawing as it goes to the terminal, no line longer than that."""
    from rich.console import Console

    lines = text.split("\n")
    widest = max(line.cell_len for line in lines)
    if widest > columns:
        for line in lines:
            line.truncate(columns, overflow="crop")
        lines.append(type(text)(f"[cut: {columns} of {widest} characters]"[:columns]))
    console = Console()
    with console.capture() as captured:
        console.print(*lines, sep="\n", soft_wrap=True)
    return captured.get().removesuffix("\n")
