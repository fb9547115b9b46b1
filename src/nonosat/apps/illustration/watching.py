"""`solve --watch`: draws the search on a terminal.

The search does not wait for the drawing. Its moments are drawn at a readable pace, faster if many are waiting, so that
even a quick search is shown for some seconds.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from time import sleep
from typing import TYPE_CHECKING

from nonosat.apps.drawing.drawing import drawing_of
from nonosat.apps.drawing.terminal import fitted
from nonosat.apps.drawing.text import ASCII, UNICODE
from nonosat.apps.illustration.solving import Moment, Recorder
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.outcome import Observer
from nonosat.search.questions import Solutions

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_PER_SECOND = 20  # drawings in a second
_SHARE = 30  # each frame draws 1/30 of the waiting cells


def watched(puzzle: Puzzle, search: Callable[[Observer | None], Solutions]) -> tuple[Solutions, list[Grid]]:
    """Runs a search, drawn live on standard error; returns it and its solutions.

    Prints a note and draws nothing if standard error is no terminal or a dumb one.
    """
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    if not sys.stderr.isatty() or console.is_dumb_terminal:
        print("nonosat: --watch draws on a terminal, and standard error is none", file=sys.stderr)
        found = search(None)
        return found, list(found)
    stage = _Stage(puzzle, console)
    recorder = Recorder(puzzle, stage.waiting.append)
    with Live(
        console=console,
        get_renderable=stage.drawn,
        refresh_per_second=_PER_SECOND,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        vertical_overflow="crop",
    ):
        found = search(recorder)
        grids = list(found)
        recorder.end(found, next(iter(grids), None))
        while stage.waiting:
            sleep(1 / _PER_SECOND)
        sleep(10 / _PER_SECOND)
    return found, grids


class _Stage:
    """State shared by the drawing thread and the searching thread."""

    def __init__(self, puzzle: Puzzle, console: Console) -> None:
        self.waiting: deque[Moment] = deque()
        self._puzzle, self._console = puzzle, console
        utf = (console.encoding or "").startswith("utf")
        self._charset = UNICODE if utf else ASCII
        self._caption = ""
        self._rows = list(map(list, PartialGrid.blank(puzzle).rows))

    def drawn(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        for _ in range(-(-len(self.waiting) // _SHARE)):
            moment = self.waiting.popleft()
            self._caption = moment.caption
            for row, place, colour in moment.cells:
                self._rows[row][place] = colour
        text, _ = fitted(
            drawing_of(self._puzzle, self._rows),
            charset=self._charset,
            columns=self._console.width,
            lines=self._console.height - 2,
            colours=self._console.color_system is not None and not self._console.no_color,
        )
        text.no_wrap, text.overflow = True, "crop"
        return Group(Text(self._caption, no_wrap=True, overflow="crop"), text)
