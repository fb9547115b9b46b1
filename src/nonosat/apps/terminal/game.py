"""A game: the player's cells, strokes to undo, the time, and the file that keeps them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
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

Stroke = dict[Place, tuple[int | None, int | None]]  # colours before and after, None for unknown

_MOST_STROKES = 10_000


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
        self.cells: list[list[int | None]] = []
        self._strokes: list[Stroke] = []
        self._at = 0
        self.seconds = 0.0
        self.restart()

    def restart(self) -> None:
        """Starts over."""
        self.cells = list(map(list, PartialGrid.blank(self.puzzle).rows))
        self._strokes, self._at, self.seconds = [], 0, 0.0

    # --- drawing

    def draw(self, cells: Mapping[Place, int | None], *, more: bool = False) -> None:
        """Gives cells a colour, or None; `more` extends the stroke before, to be undone as one."""
        stroke: Stroke = {}
        for (row, column), colour in cells.items():
            if (row, column) not in self._given and self.cells[row][column] != colour:
                stroke[row, column] = self.cells[row][column], colour
        if not stroke:
            return
        del self._strokes[self._at :]
        if more and self._strokes:
            last = self._strokes[-1]
            for place, (before, after) in stroke.items():
                last[place] = last.get(place, (before, None))[0], after
        else:
            self._strokes = [*self._strokes[-_MOST_STROKES + 1 :], stroke]
        self._at = len(self._strokes)
        self._put({place: after for place, (_, after) in stroke.items()}.items())

    def undo(self) -> bool:
        """Undoes a stroke, if there is one."""
        if not self._at:
            return False
        self._at -= 1
        self._put((place, before) for place, (before, _) in self._strokes[self._at].items())
        return True

    def redo(self) -> bool:
        """Redoes a stroke, if there is one."""
        if self._at == len(self._strokes):
            return False
        self._put((place, after) for place, (_, after) in self._strokes[self._at].items())
        self._at += 1
        return True

    def _put(self, cells: Iterable[tuple[Place, int | None]]) -> None:
        for (row, column), colour in cells:
            self.cells[row][column] = colour

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
        """Returns everything but the puzzle."""
        strokes = [
            [[row, column, before, after] for (row, column), (before, after) in stroke.items()]
            for stroke in self._strokes
        ]
        return {"cells": self.cells, "strokes": strokes, "at": self._at, "seconds": round(self.seconds, 1)}

    def resume(self, data: Any) -> bool:
        """Resumes a game from `to_json`; returns False if it is not of this puzzle."""
        try:
            state = PartialGrid(data["cells"])
            state.require_fit(self.puzzle)
            strokes: list[Stroke] = []
            for stroke in data["strokes"]:
                strokes.append({})
                for row, column, before, after in stroke:
                    if not (self._has(row, column) and self._may_be(before) and self._may_be(after)):
                        return False
                    strokes[-1][row, column] = before, after
            at, seconds = data["at"], float(data["seconds"])
            if not (type(at) is int and 0 <= at <= len(strokes) and seconds >= 0):
                return False
        except (InputError, KeyError, TypeError, ValueError, IndexError):
            return False
        self.cells = [list(row) for row in state.rows]
        self._put(((row, column), colour) for row, column, colour in self.puzzle.givens)
        self._strokes, self._at, self.seconds = strokes, at, seconds
        return True

    def _has(self, row: Any, column: Any) -> bool:
        sizes = zip((row, column), (self.puzzle.height, self.puzzle.width), strict=True)
        return all(type(each) is int and 0 <= each < size for each, size in sizes)

    def _may_be(self, colour: Any) -> bool:
        return colour is None or (type(colour) is int and 0 <= colour < len(self.puzzle.palette))


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
