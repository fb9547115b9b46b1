"""A game: the player's cells, strokes to undo, the time, and the file that keeps cells and time."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from nonosat.apps.drawing.drawing import done
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.model.geometry import Rectangle, pick
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError, OutputError
from nonosat.support.files import write

Place = tuple[int, int]  # a row and a column, from 0

Rows = list[list[int | None]]  # colours, None for unknown

_MOST_STROKES = 10_000  # to undo


class Game:
    """A rectangular puzzle with the player's cells; mutable. Givens cannot be changed.

    Raises `InputError` for a triddler or another shape.

    >>> game = Game(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    >>> game.draw({(1, 0): 1, (1, 1): 1})
    >>> game.finished("row", 1), game.is_solved
    (frozenset({0}), False)
    >>> game.draw({(0, 0): 1})
    >>> game.is_solved, game.undo(), game.is_solved
    (True, True, False)
    """

    def __init__(self, puzzle: Puzzle) -> None:
        if not isinstance(puzzle.geometry, Rectangle):
            path = puzzle.origin.path if puzzle.origin else None
            raise InputError(
                f"{puzzle.geometry.name}s are not played in a terminal; `nonosat render PUZZLE -o PAGE.html` makes a page",
                path=path,
            )
        self.puzzle = puzzle
        self._given = {(row, column) for row, column, _ in puzzle.givens}
        self.cells: Rows = []
        self._past: deque[Rows] = deque(maxlen=_MOST_STROKES)  # cells before each stroke
        self._future: list[Rows] = []  # cells after each stroke that was undone
        self.seconds = 0.0
        self.restart()

    def restart(self) -> None:
        """Starts over."""
        self.cells, self.seconds = list(map(list, PartialGrid.blank(self.puzzle).rows)), 0.0
        self._past.clear()
        self._future.clear()

    # --- drawing

    def draw(self, cells: Mapping[Place, int | None], *, more: bool = False) -> None:
        """Gives cells a colour, or None; `more` extends the stroke before, to be undone as one."""
        after = [row[:] for row in self.cells]
        for (row, column), colour in cells.items():
            if (row, column) not in self._given:
                after[row][column] = colour
        if after == self.cells:
            return
        if not (more and self._past):
            self._past.append(self.cells)
        self._future.clear()
        self.cells = after

    def undo(self) -> bool:
        """Undoes a stroke, if there is one."""
        if not self._past:
            return False
        self._future.append(self.cells)
        self.cells = self._past.pop()
        return True

    def redo(self) -> bool:
        """Redoes a stroke, if there is one."""
        if not self._future:
            return False
        self._past.append(self.cells)
        self.cells = self._future.pop()
        return True

    # --- state

    @property
    def state(self) -> PartialGrid:
        """The picture so far."""
        return PartialGrid(self.cells, self.puzzle.palette, self.puzzle.geometry)

    @property
    def is_solved(self) -> bool:
        """True if the picture meets all clues; unknown cells count as background."""
        shown = ([BACKGROUND if colour is None else colour for colour in row] for row in self.cells)
        return Grid(shown, geometry=self.puzzle.geometry).satisfies(self.puzzle)

    def finished(self, axis: str, index: int) -> frozenset[int]:
        """Returns the indices of a line's blocks that are found from either end."""
        line = self.puzzle.families[self.puzzle.geometry.axes.index(axis)][index]
        flat = [colour for row in self.cells for colour in row]
        return done(line.clue, pick(flat, line.cells))

    # --- the file

    def to_json(self) -> dict[str, Any]:
        """Returns everything but the puzzle and the strokes."""
        return {"cells": self.cells, "seconds": round(self.seconds, 1)}

    def resume(self, data: Any) -> bool:
        """Resumes a game from `to_json`; returns False if it is not of this puzzle."""
        try:
            state, seconds = PartialGrid(data["cells"]), float(data["seconds"])
            state.require_fit(self.puzzle)
        except (InputError, KeyError, TypeError, ValueError, IndexError):
            return False
        if not seconds >= 0:
            return False
        self.cells, self.seconds = [list(row) for row in state.rows], seconds
        for row, column, colour in self.puzzle.givens:
            self.cells[row][column] = colour
        return True


def saved_at(puzzle: Puzzle) -> Path:
    """Returns the file of a puzzle's game; its name depends on the clues only."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    else:
        home = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    statement = json.dumps(puzzle.statement.to_json(), sort_keys=True)
    return Path(home, "nonosat", "games", f"{sha256(statement.encode()).hexdigest()[:24]}.json")


def load(puzzle: Puzzle) -> Game:
    """Returns the game of a puzzle as it was left, or a new one."""
    game = Game(puzzle)
    try:
        text = saved_at(puzzle).read_text(encoding="utf-8")
        game.resume(json.loads(text))
    except (OSError, ValueError, RecursionError):
        pass  # no file, or an unreadable one
    return game


def save(game: Game) -> None:
    """Saves a game. Raises `OutputError` if it cannot be written."""
    path = saved_at(game.puzzle)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{path.parent}: {error.strerror}") from None
    write(str(path), json.dumps(game.to_json()))
