"""Did that move follow? What each cell of a move was: implied by a line, by the whole puzzle, a guess or wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonosat.evaluation.learn.play import MoveKind, Play
from nonosat.foundation.arguments import question
from nonosat.foundation.errors import UsageError
from nonosat.foundation.limits import Limit, limit_of
from nonosat.foundation.results import Result
from nonosat.model.geometry import Axis
from nonosat.model.puzzle import Given, Puzzle
from nonosat.questions.explanation.partial_grid import PartialGrid
from nonosat.questions.explanation.techniques import AGREE, REASONS, LineView
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board


@dataclass(frozen=True, slots=True, repr=False)
class JudgedCell(Result):
    """A cell that a move set, and whether it followed from what stood before the move."""

    cell: Given
    kind: MoveKind
    """`line`, `whole`, `guess`, `contradiction` or `unknown`; `illegal` for a cell that stood already."""
    axis: Axis | None = None
    """The line that implies it: of several the one with the simplest technique, and then the first."""
    index: int | None = None
    technique: str | None = None
    """The simplest technique by which that line says so, a name of `REASONS`; the last is complete."""


@question
def judge_move(
    puzzle: Puzzle,
    state: PartialGrid | Iterable[str | Iterable[int | None]],
    move: Iterable[tuple[int, int, int]],
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> tuple[JudgedCell, ...]:
    """What each cell of a move was, judged by the state before the move; a move sets one cell or several.

    `move` has a row, a column and a colour of each cell, from 0. Labels are exact, as `Play` explains. Raises
    `InputError` for a state of another shape, and `UsageError` for a cell or colour that there is not, and for a
    puzzle without a solution.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> for judged in judge_move(puzzle, ["??", "??"], [(1, 0, 1), (0, 1, 1), (0, 0, 1)]):
    ...     print(judged.kind, judged.axis, judged.index, judged.technique)
    line row 1 full
    contradiction None None None
    line column 0 full
    """
    partial_grid = state if isinstance(state, PartialGrid) else PartialGrid(state)
    partial_grid.require_fit(puzzle)
    board = Board(puzzle)
    play = Play(puzzle, limit=limit_of(limit, seconds, memory))
    try:
        for row, column, colour in partial_grid.givens():
            cell = puzzle.cell(row, column)
            if play.cells[cell] is None:
                play.place(cell, colour)
            board.fix(cell, colour)
        return tuple(_judged(play, board, Given(*each)) for each in move)
    finally:
        play.close()


def _judged(play: Play, board: Board, given: Given) -> JudgedCell:
    row, column, colour = given
    puzzle = play.puzzle
    if not (0 <= row < puzzle.height and 0 <= column < puzzle.row_lengths[row]):
        raise UsageError(f"there is no cell {column} in row {row}")
    cell = puzzle.cell(row, column)
    move = play.place(cell, colour)
    if move.kind is MoveKind.ILLEGAL:
        if not 0 <= colour < len(puzzle.palette):
            raise UsageError(f"colour {colour} is not in the palette")
        return JudgedCell(given, move.kind)
    play.undo()
    if move.kind is not MoveKind.LINE:
        return JudgedCell(given, move.kind)
    rank, line = min((_rank(board, line, place, colour), line) for line, place in board.lines_of(cell))
    axis, index = puzzle.geometry.lines[line]
    return JudgedCell(given, move.kind, axis, index, REASONS[rank].name)


def _rank(board: Board, line: int, place: int, colour: int) -> int:
    """The rank of the simplest technique by which a line says that a cell has a colour; beyond `AGREE` for none."""
    clue = board.clues[line]
    if clue is None:
        return AGREE + 1
    view = LineView(clue, len(board.lines[line]), tuple(board.candidates[line]))
    for rank, reason in enumerate(REASONS[: AGREE + 1]):
        assert reason.find is not None
        if rank < AGREE and any(block.length is None for block in clue):
            continue
        left = {each for each, mask in enumerate(view.candidates) if mask >> place & 1}
        for said in reason.find(view):
            if place in positions(said.cells):
                left = left & {said.colour} if said.holds else left - {said.colour}
        if left == {colour}:
            return rank
    return AGREE + 1
