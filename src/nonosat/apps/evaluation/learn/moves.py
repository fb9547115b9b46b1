"""Judges moves: labels each cell as implied by a line, implied by the whole puzzle, a guess, or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from nonosat.apps.evaluation.learn.play import MoveKind, Play
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.step import OfLine
from nonosat.explaining.steps.techniques import RANK, TECHNIQUES, LineView, techniques_for
from nonosat.lines.board import Board
from nonosat.model.geometry import Axis
from nonosat.model.puzzle import Given, Puzzle
from nonosat.records.shared_types import KNOWN_ROWS
from nonosat.search.outcome import Verdict
from nonosat.search.questions import check
from nonosat.support.arguments import is_whole, question
from nonosat.support.children.processes import run_limited
from nonosat.support.end import OutOfReach
from nonosat.support.errors import ArgumentError, UsageError
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import ABSENT, OPTIONAL, Limited, Result, member

Cells = tuple[Given, ...]  # a move: the cells it sets

# words for a cell of each kind, except for cells implied by a line
KINDS: dict[str, str] = {
    "whole": "follows from the whole puzzle only",
    "guess": "a guess: solutions differ there",
    "contradiction": "wrong: no solution has it",
    "illegal": "stood already",
    "unknown": "not known",
}


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class JudgedCell(OfLine):
    """A cell of a move, judged by the state before the move."""

    cell: Given
    kind: Annotated[
        MoveKind,
        str,
        "`line` (one line implies it), `whole` (only all lines together do), `guess` (solutions differ "
        "there), `contradiction` (no solution has it), `illegal` (it was set already) or `unknown` (a "
        "limit came first).",
    ]
    axis: Axis | None = None
    """The line that implies the cell: the one with the simplest technique, the first of equals."""
    index: int | None = None
    technique: str | None = None
    """Name of the simplest technique (a row of `TECHNIQUES`) with which that line implies the cell."""
    kept: Annotated[bool, "True if later moves are judged with this cell set."] = False
    """False if it is a contradiction or was already set."""

    _MEMBERS = (*(f"cell.{name}" for name in Given._fields), "kind", "kept", "axis", "index", "technique")

    @member
    def _technique(
        self,
    ) -> Annotated[str, OPTIONAL, "Simplest technique with which that line implies it."]:
        return ABSENT if self.technique is None else self.technique


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class JudgedMove(Result):
    """A move, judged by the state before it."""

    cells: Annotated[tuple[JudgedCell, ...], "Cells of the move."]

    _MEMBERS = ("cells", "line")

    @member
    def _line(self) -> Annotated[Any, int, OPTIONAL, "Moves in a text: line of the text, from 1."]:
        return ABSENT  # the reader of the text adds it


@dataclass(frozen=True, repr=False, eq=False)
class JudgedMoves(Limited):
    """Answer to `judge_moves`: the moves, each with its justification."""

    verdict: Annotated[Verdict, "Verdict on the puzzle, independent of the moves."]
    moves: tuple[tuple[JudgedCell, ...], ...]

    _MEMBERS = ("verdict", "followed", "kinds", "moves", "stopped", "detail")

    @member
    def _kinds(self) -> Annotated[dict[str, int], "Number of cells of each kind."]:
        kinds = [cell.kind for cell in self.cells]
        return {kind.value: kinds.count(kind) for kind in MoveKind if kind in kinds}

    @member
    def _moves(self) -> Annotated[list[JudgedMove], "Moves in order."]:
        return list(map(JudgedMove, self.moves))

    @property
    def cells(self) -> tuple[JudgedCell, ...]:
        """The cells of all moves."""
        return tuple(cell for move in self.moves for cell in move)

    @property
    def followed(
        self,
    ) -> Annotated[
        bool | None,
        "True if every cell follows from one line or from the whole puzzle; null if unknown.",
    ]:
        """True if every cell that was set is implied by a line or by the whole puzzle; None if unknown."""
        kinds = {cell.kind for cell in self.cells}
        if kinds & {MoveKind.GUESS, MoveKind.CONTRADICTION}:
            return False
        return None if MoveKind.UNKNOWN in kinds else True


@question
def judge_moves(
    puzzle: Puzzle,
    moves: Iterable[Iterable[tuple[int, int, int]]],
    state: Annotated[
        PartialGrid | Iterable[str | Iterable[int | None]] | None,
        KNOWN_ROWS,
        "What stands before the first: a digit a cell, `?` if unknown.",
    ] = None,
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> JudgedMoves:
    """Judges each cell of each move by the state before that move.

    A move is an iterable of (row, column, colour), from 0. `state` is the initial grid, by default the puzzle's givens. A
    contradicting cell is not kept, so later moves are judged by a consistent state. Labels are exact, see `Play`.
    Raises `InputError` for a state of another shape, `UsageError` for an unknown cell or colour.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> judged = judge_moves(puzzle, [[(0, 1, 1)], [(1, 0, 1), (1, 1, 1)]])
    >>> [str(cell.kind) for cell in judged.cells], judged.followed
    (['contradiction', 'line', 'line'], False)
    """
    puzzle.require_readable()
    partial_grid = PartialGrid._state_of(puzzle, state)
    asked = [tuple(_checked(puzzle, given) for given in _givens(move)) for move in moves]
    return run_limited(_judged_moves, puzzle, partial_grid, asked, limit=limit_of(limit, seconds, memory))


def _givens(move: Iterable[tuple[int, int, int]]) -> list[Given]:
    """Returns the cells of a move; raises `ArgumentError` unless each is three whole numbers."""
    try:
        givens = [Given(row, column, colour) for row, column, colour in move]
    except (TypeError, ValueError):
        givens = None
    if givens is None or not all(is_whole(number) for given in givens for number in given):
        raise ArgumentError(
            f"judge_moves: a move must hold (row, column, colour) of each cell, in whole numbers, not {move!r}"
        )
    return givens


def _checked(puzzle: Puzzle, given: Given) -> Given:
    row, column, colour = given
    if not (0 <= row < puzzle.height and 0 <= column < puzzle.row_lengths[row]):
        raise UsageError(f"there is no cell {column} in row {row}")
    if not 0 <= colour < len(puzzle.palette):
        raise UsageError(f"colour {colour} is not in the palette")
    return given


def _judged_moves(puzzle: Puzzle, state: PartialGrid, moves: Sequence[Cells], *, clock: Clock) -> JudgedMoves:
    judged_moves: list[tuple[JudgedCell, ...]] = []
    play: Play | None = None
    verdict = Verdict.UNKNOWN
    try:
        report = check(puzzle, limit=clock.rest)
        verdict = report.verdict
        if verdict is Verdict.UNSOLVABLE:
            return JudgedMoves(verdict, _all(moves, MoveKind.CONTRADICTION))
        play = Play(puzzle, report=report, clock=clock)
        for row, column, colour in state.givens():
            clock.tick()
            play.place(puzzle.cell(row, column), colour)
        for move in moves:
            judged = []
            for given in move:
                clock.tick()
                judged.append(_judged(play, given))
            judged_moves.append(tuple(_kept(play, cell) for cell in judged))
    except OutOfReach as reason:
        judged_moves += _all(moves[len(judged_moves) :], MoveKind.UNKNOWN)
        return JudgedMoves(verdict, tuple(judged_moves), end=reason.end)
    finally:
        if play:
            play.close()
    return JudgedMoves(verdict, tuple(judged_moves))


def _all(moves: Sequence[Cells], kind: MoveKind) -> tuple[tuple[JudgedCell, ...], ...]:
    """Labels all cells of some moves with one kind."""
    return tuple(tuple(JudgedCell(given, kind) for given in move) for move in moves)


def _kept(play: Play, judged: JudgedCell) -> JudgedCell:
    """Sets the cell unless it is a contradiction; returns it with `kept`."""
    if judged.kind in (MoveKind.ILLEGAL, MoveKind.CONTRADICTION):
        return judged
    before = play.wrong
    kind = play.place(play.puzzle.cell(judged.cell.row, judged.cell.column), judged.cell.colour)
    if kind is MoveKind.ILLEGAL:  # twice in one move
        return judged
    if play.wrong and not before:  # the cells of the move are right one by one, but not together
        play.undo()
        return judged
    return replace(judged, kept=True)


def _judged(play: Play, given: Given) -> JudgedCell:
    """Judges a cell without setting it."""
    puzzle, board = play.puzzle, play.board
    cell = puzzle.cell(given.row, given.column)
    kind = play.place(cell, given.colour)
    if kind is MoveKind.ILLEGAL:
        return JudgedCell(given, kind)
    play.undo()
    if kind is not MoveKind.LINE:
        return JudgedCell(given, kind)
    rank, line = min((_rank(board, line, place, given.colour), line) for line, place in board.lines_of(cell))
    axis, index = puzzle.geometry.lines[line]
    return JudgedCell(given, kind, axis, index, TECHNIQUES[rank].name)


def _rank(board: Board, line: int, place: int, colour: int) -> int:
    """Returns the rank of the simplest technique with which a line implies a colour; the number of ranks if none."""
    clue = board.clues[line]
    if clue is None:
        return len(TECHNIQUES)
    view = LineView(clue, len(board.lines[line]), tuple(board.unpack()[line]))
    for technique in techniques_for(clue):
        masks = view.narrowed(technique.infer(view))
        if [candidate for candidate, mask in enumerate(masks) if mask >> place & 1] == [colour]:
            return RANK[technique.name]
    return len(TECHNIQUES)
