"""Line solving with the clues of a picture, for pictures drawn and changed by the thousand.

A picture is a filling of each of its lines, so settling never fails. The fixpoint does not depend on the order of lines,
nor on that of techniques, which are monotone: they imply at least as much if more is known about a line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from nonosat.explaining.steps.techniques import LINE_TECHNIQUES, Grade, LineView
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.line import Masks
from nonosat.lines.probing import probe
from nonosat.lines.propagate import propagate
from nonosat.lines.solver import LineSolver, knows_techniques, line_solver
from nonosat.model.clues import Clue
from nonosat.model.geometry import Geometry
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Grid, Puzzle

COMPLETE = 0  # instead of a number of techniques: lines are settled completely


def techniques_up_to(grade: Grade) -> int:
    """Returns the number of techniques for one line up to this grade; `COMPLETE` for all.

    >>> techniques_up_to(Grade.TRIVIAL), techniques_up_to(Grade.HARD)
    (4, 0)
    """
    up_to_it = [technique for technique in LINE_TECHNIQUES if technique.grade <= grade]
    return len(up_to_it) if grade < Grade.HARD else COMPLETE


@dataclass(frozen=True)
class Canvas:
    """Pictures of one shape and palette."""

    geometry: Geometry
    palette: Palette

    def puzzle(self, cells: bytes) -> Puzzle:
        """Returns the puzzle of a picture, with the picture as its goal."""
        goal = Grid._shaped(self.geometry, cells)
        return goal.puzzle(self.palette, goal=goal)

    def open_after(self, cells: bytes, techniques: int, tick: Callable[[], None]) -> bytes:
        """Returns 1 for each cell that the first `techniques` of `LINE_TECHNIQUES` leave open, else 0. `tick` can raise."""
        tick()
        solver = self._solver
        if knows_techniques(solver):
            return solver.stalled(cells, techniques, tick)
        return _open_after(self.puzzle(cells), techniques, tick)

    def probed(self, cells: bytes, tick: Callable[[], None]) -> tuple[bytes, int]:
        """Returns 1 for each cell that lines and probes of single cells leave open, else 0; also returns the number of probes."""
        tick()
        board = Board(self.puzzle(cells))
        propagate(board, tick=tick)
        probes = probe(board, patience=board.cells * board.colours, tick=tick).probes
        return _open(board), probes

    @cached_property
    def _solver(self) -> LineSolver:
        clues: list[Clue | None] = [None] * len(self.geometry.lines)
        return line_solver(self.geometry, clues, len(self.palette))


def _open_after(puzzle: Puzzle, techniques: int, tick: Callable[[], None]) -> bytes:
    """`open_after` without the kernel."""
    board = Board(puzzle)
    if techniques == COMPLETE:
        propagate(board, tick=tick)
    waiting = dict.fromkeys(range(len(board.lines))) if techniques else {}
    while waiting:
        tick()
        line = next(iter(waiting))
        if masks := _narrowed(board, line, techniques):
            waiting.update(dict.fromkeys(board.narrow(line, masks)))
        else:
            del waiting[line]
    return _open(board)


def _open(board: Board) -> bytes:
    """Returns 1 for each open cell, else 0."""
    marks = bytearray(board.cells)
    for line in range(len(board.puzzle.families[0])):
        for place in positions(board.open_in(line)):
            marks[board.lines[line][place]] = 1
    return bytes(marks)


def _narrowed(board: Board, line: int, techniques: int) -> Masks | None:
    """Returns the masks of a line after the simplest technique that narrows it, or None."""
    clue, candidates = board.clues[line], board.unpack()[line]
    assert clue is not None
    view = LineView(clue, len(board.lines[line]), tuple(candidates))
    for technique in LINE_TECHNIQUES[:techniques]:
        if (masks := view.narrowed(technique.infer(view))) != candidates:
            return masks
    return None
