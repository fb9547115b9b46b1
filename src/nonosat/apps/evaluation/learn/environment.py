"""Nonograms as a gymnasium environment: observations, actions, rewards, move labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from nonosat.apps.drawing.drawing import Drawing, State, drawing_of
from nonosat.apps.drawing.png import image
from nonosat.apps.drawing.text import draw
from nonosat.apps.evaluation.learn.play import Move, MoveKind, Play
from nonosat.apps.evaluation.learn.rewards import Reward, RewardName, reward_of
from nonosat.apps.evaluation.learn.sources import Puzzles, require_rectangle, source_of
from nonosat.apps.generation.wish import Wish
from nonosat.model.clues import Clue
from nonosat.model.puzzle import Puzzle
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit

Numbers = NDArray[np.integer[Any]]
Observation = dict[str, Any]

OPEN = -1  # observation: an open cell
OUTSIDE = -2  # observation: a cell outside of the puzzle
BLOTTED = -1  # observation: a block of unknown length
NO_CLUE = -2  # observation: first entry of a line without a clue
_STEPS = 4  # default number of actions per cell before an episode is truncated

_DEFAULT = Wish(width=5, height=5, line_solvable=True)


class NonogramEnv(gymnasium.Env[Observation, Any]):
    """An environment in which an agent fills in one puzzle per episode, cell by cell.

    `puzzles`: one or more `Wish` (puzzles are drawn from `nonosat.stream`), puzzles, or the path of a file or folder,
    such as a data set. Smaller puzzles lie in the upper left corner of the arrays. `reset(seed=...)` starts the order of
    that seed and `reset()` continues it; `reset(options={"puzzle": puzzle})` chooses a puzzle.

    An observation is a dict of integer arrays:

    - `cells`, height x width: colour from 0 (background) to the number of inks; -1 open, -2 outside of the puzzle;
    - `rows` and `columns`, lines x blocks: block lengths; 0 padding, -1 blotted; a line without a clue starts with -2;
    - `row_inks` and `column_inks`, same shapes: block colours, 0 padding.

    An action is an integer: `action(row, column, colour)` colours an open cell, background included; the last action,
    `undo`, takes back the last move. `action_masks()` has the valid actions; any other changes nothing.

    `reward` is "sparse", "lines" or "implied" (see `nonosat.apps.evaluation.learn.rewards`), or a function of the `Move`. With
    `contradiction_ends` the first contradiction ends the episode and costs 1. Solving the puzzle ends it, too; it is
    truncated after `max_steps` actions (default: 4 per cell). `limit` bounds the generation and check of a puzzle.

    `info` has `move` (a `MoveKind` of the last action), `wrong` (no solution agrees with the grid), `solved`, `left` (open
    cells) and `action_mask` (for `action_space.sample`).

    Raises `UsageError` for triddlers, unsolvable puzzles and invalid arguments.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}  # noqa: RUF012 (as in the base class)

    def __init__(
        self,
        puzzles: Puzzles = _DEFAULT,
        *,
        reward: RewardName | Reward = "lines",
        contradiction_ends: bool = False,
        max_steps: int | None = None,
        limit: Limit | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UsageError(f"no render mode is called {render_mode!r}; there are ansi, rgb_array")
        if max_steps is not None and max_steps < 1:
            raise UsageError(f"an episode must have at least 1 step, not {max_steps}")
        self.render_mode = render_mode
        self._source = source_of(puzzles, limit)
        self._reward = reward_of(reward)
        self._contradiction_ends = contradiction_ends
        self._limit = limit
        self._height, self._width, inks = self._source.most
        self._colours = inks + 1
        self.undo = self._height * self._width * self._colours
        """Number of the action that takes back the last move."""
        self._max_steps = max_steps or _STEPS * self._height * self._width
        self.action_space = spaces.Discrete(self.undo + 1)
        # blocks of one ink have a cell between them
        across, down = ((side + 1) // 2 if inks == 1 else side for side in (self._width, self._height))
        self._shapes = {"row": (self._height, across), "column": (self._width, down)}
        self.observation_space = spaces.Dict(
            {
                "cells": spaces.Box(OUTSIDE, inks, (self._height, self._width), np.int8),
                "rows": spaces.Box(NO_CLUE, self._width, self._shapes["row"], np.int16),
                "columns": spaces.Box(NO_CLUE, self._height, self._shapes["column"], np.int16),
                "row_inks": spaces.Box(0, inks, self._shapes["row"], np.int8),
                "column_inks": spaces.Box(0, inks, self._shapes["column"], np.int8),
            }
        )
        self._play: Play | None = None
        self._seed: int | None = None
        self._number = 0
        self._steps = 0
        self._last: Move | None = None

    # gymnasium's interface ----------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts the next puzzle; raises what generating or reading it raises."""
        super().reset(seed=seed)
        if seed is not None or self._seed is None:
            self._seed = int(self.np_random.integers(1 << 62)) if seed is None else seed
            self._number = 0
        puzzle = self._asked_for(dict(options or {}))
        if puzzle is None:
            puzzle = self._source.puzzle(self._seed, self._number)
            self._number += 1
        self.close()
        self._play = Play(puzzle, limit=self._limit)
        self._steps, self._last = 0, None
        self._prepare(puzzle)
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carries out an action."""
        play, number = self._played, int(action)
        if not 0 <= number <= self.undo:
            raise UsageError(f"an action must be a number from 0 to {self.undo}, not {action}")
        if number == self.undo:
            move = play.undo()
        else:
            place, colour = divmod(number, self._colours)
            row, column = divmod(place, self._width)
            inside = row < play.puzzle.height and column < play.puzzle.width
            move = play.place(play.puzzle.cell(row, column) if inside else -1, colour)
        self._note(move)
        self._steps += 1
        ended = self._contradiction_ends and move.kind is MoveKind.CONTRADICTION
        reward = float(self._reward(move)) - ended
        cut = self._steps >= self._max_steps
        return self._observed(), reward, play.solved or ended, cut, self._info()

    def render(self) -> Any:
        """Draws the current state: text, or a height x width x 3 array for "rgb_array"."""
        if self.render_mode is None:
            gymnasium.logger.warn("render needs a render_mode: ansi or rgb_array")
            return None
        drawing = self._drawing()
        return draw(drawing) if self.render_mode == "ansi" else np.array(image(drawing), np.uint8)

    def close(self) -> None:
        """Closes the solver."""
        if self._play:
            self._play.close()

    # For agents ---------------------------------------------------------------------------------------

    @property
    def puzzle(self) -> Puzzle:
        """The current puzzle."""
        return self._played.puzzle

    def action(self, row: int, column: int, colour: int = 1) -> int:
        """Returns the number of the action that colours a cell; rows and columns count from 0."""
        if not (0 <= row < self._height and 0 <= column < self._width and 0 <= colour < self._colours):
            raise UsageError(f"there is no row {row}, column {column}, colour {colour}")
        return (row * self._width + column) * self._colours + colour

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns a mask of the valid actions, right or wrong; the interface of `sb3-contrib`."""
        return self._mask.astype(np.bool_)

    def implied_actions(self) -> list[int]:
        """Returns the actions implied by single lines, in cell order."""
        play = self._played
        return [self.action(*play.puzzle.coordinates[cell], colour) for cell, colour in play.implied()]

    # ----------------------------------------------------------------------------------------------------

    @property
    def _played(self) -> Play:
        if self._play is None:
            raise UsageError("`reset` comes before the first step")
        return self._play

    def _asked_for(self, options: dict[str, Any]) -> Puzzle | None:
        """Returns the puzzle in the options of `reset`."""
        puzzle = options.pop("puzzle", None)
        if options:
            raise UsageError(f"reset has no option {next(iter(options))!r}; there is puzzle")
        if puzzle is None:
            return None
        if not isinstance(puzzle, Puzzle):
            raise UsageError(f"the option puzzle must be a Puzzle, not {type(puzzle).__name__}")
        require_rectangle(puzzle)
        inks = len(puzzle.palette) - 1
        if puzzle.height > self._height or puzzle.width > self._width or inks >= self._colours:
            size = f"{self._width}x{self._height} cells and inks up to {self._colours - 1}"
            raise UsageError(f"{puzzle.name}: the environment has room for {size}")
        return puzzle

    def _prepare(self, puzzle: Puzzle) -> None:
        """Builds the arrays of a new puzzle."""
        play = self._played
        self._cells = np.full((self._height, self._width), OUTSIDE, np.int8)
        self._mask = np.zeros(self.undo + 1, np.int8)
        free = np.zeros((self._height, self._width, self._colours), np.int8)
        for (row, column), colour in zip(puzzle.coordinates, play.cells, strict=True):
            self._cells[row, column] = OPEN if colour is None else colour
            free[row, column, : len(puzzle.palette)] = colour is None
        self._mask[: self.undo] = free.reshape(-1)
        self._clues: Observation = {}
        for axis, clues in zip(puzzle.geometry.axes, puzzle.clue_families, strict=True):
            lengths, inks = _clue_arrays(clues, self._shapes[axis])
            self._clues |= {f"{axis}s": lengths, f"{axis}_inks": inks}

    def _note(self, move: Move) -> None:
        """Applies a move to the arrays."""
        self._last = move
        if move.kind is MoveKind.ILLEGAL:
            return
        assert move.row is not None
        assert move.column is not None
        assert move.colour is not None
        undone = move.kind is MoveKind.UNDO
        self._cells[move.row, move.column] = OPEN if undone else move.colour
        first = self.action(move.row, move.column, 0)
        self._mask[first : first + len(self.puzzle.palette)] = undone
        self._mask[self.undo] = self._played.can_undo

    def _observed(self) -> Observation:
        return {"cells": self._cells.copy(), **{name: each.copy() for name, each in self._clues.items()}}

    def _info(self) -> dict[str, Any]:
        play = self._played
        return {
            "move": str(self._last.kind) if self._last else "",
            "wrong": play.wrong,
            "solved": play.solved,
            "left": play.left,
            "action_mask": self._mask.copy(),
        }

    def _drawing(self) -> Drawing:
        puzzle, last = self.puzzle, self._last
        rows = [[self._played.cells[cell] for cell in row.cells] for row in puzzle.families[0]]
        states = {}
        if last and last.row is not None and last.column is not None and last.kind is not MoveKind.ILLEGAL:
            wrong = last.kind is MoveKind.CONTRADICTION
            states[last.row, last.column] = State.MARKED if wrong else State.NEW
        return drawing_of(puzzle, rows, title="", description="", states=states, crossed_out=True)


def _clue_arrays(clues: Sequence[Clue | None], shape: tuple[int, int]) -> tuple[Numbers, Numbers]:
    """Returns the lengths and inks of the blocks of some lines."""
    lengths, inks = np.zeros(shape, np.int16), np.zeros(shape, np.int8)
    for line, clue in enumerate(clues):
        if clue is None:
            lengths[line, 0] = NO_CLUE
        for place, block in enumerate(clue or ()):
            lengths[line, place] = BLOTTED if block.length is None else block.length
            inks[line, place] = block.colour
    return lengths, inks
