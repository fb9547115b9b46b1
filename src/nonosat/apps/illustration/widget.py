"""A puzzle to draw or to play in a notebook: in Jupyter, VS Code, marimo and wherever else anywidget works.

`anywidgets` has the classes, which need the extra `widget`; their script is in `player/widget`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.model.palette import BLACK_AND_WHITE, Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.arguments import question
from nonosat.support.errors import MissingExtraError, UsageError
from nonosat.support.lazy_dataclasses import replace
from nonosat.support.limits import Limit, limit_of

if TYPE_CHECKING:
    from nonosat.apps.illustration.anywidgets import Drawn, Played

VERDICT_SECONDS = 1.0  # seconds for a verdict without a limit; the notebook blocks meanwhile
MOST_CELLS = 2_500  # largest board to draw on, where each cell is a button


@question
def widget(
    shown: Puzzle | Grid,
    *,
    palette: Palette = BLACK_AND_WHITE,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Drawn | Played:
    """A puzzle to play, or a grid to draw on with its verdict below, live, as a widget of a notebook.

    Its traits can be read, observed and set. A drawn grid with the colours of `palette` has `grid`, `puzzle` and
    `report`, the answer of `check` after each stroke, within a second unless a limit is given. A played puzzle has
    `grid`, a list of rows with -1 for unknown cells, and `solved`.

    Raises `MissingExtraError` without the extra `widget`, `UsageError` for a grid of more than 2,500 cells, and the
    errors of `playable` for a puzzle.
    """
    try:
        from nonosat.apps.illustration.anywidgets import Drawn, Played
    except ImportError as missing:
        raise MissingExtraError(f"a widget needs {missing.name}: pip install 'nonosat[widget]'") from None
    limit = limit_of(limit, seconds, memory)
    if isinstance(shown, Puzzle):
        return Played(shown, limit)
    if not 0 < len(shown.cells) <= MOST_CELLS:
        raise UsageError(f"a grid to draw on has 1 to {MOST_CELLS:,} cells, got {len(shown.cells):,}")
    if shown.highest() >= len(palette):
        raise UsageError(f"colour {shown.highest()} of the grid is not in the palette")
    return Drawn(
        shown, palette, limit if limit.seconds is not None else replace(limit, seconds=VERDICT_SECONDS)
    )
