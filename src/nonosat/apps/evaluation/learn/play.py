"""A game in progress, with an exact label for each move.

A move is *implied by one line* if a line's clue and set cells leave no other colour. Otherwise it is *implied by the
whole* if all solutions that agree with the set cells have that colour, a *guess* if some do, a *contradiction* if
none does. Labels are exact: lines are settled completely, a unique solution is compared, and otherwise a solver decides
within a conflict budget. Beyond the budget a move is *unknown*.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, NamedTuple

from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.line import Masks, open_positions, settle
from nonosat.lines.propagate import propagate
from nonosat.model.disagreement import checked
from nonosat.model.puzzle import Puzzle
from nonosat.sat.oracle import Oracle
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, check
from nonosat.support.errors import UsageError
from nonosat.support.limits import Clock, Limit

CONFLICTS = 2000  # conflict budget per move


class MoveKind(StrEnum):
    """Label of a move."""

    LINE = "line"
    """Implied by one line."""
    WHOLE = "whole"
    """Implied by all lines together, but by no single one."""
    GUESS = "guess"
    """Right in some solutions, wrong in others."""
    CONTRADICTION = "contradiction"
    """No solution agrees with it, or none did before."""
    UNKNOWN = "unknown"
    """Undecided within the limit."""
    ILLEGAL = "illegal"
    """No effect: no such cell or colour, or the cell is set."""


class _Past(NamedTuple):
    """State before a move, for undo."""

    cell: int
    # for each line of the cell: (line, masks of the set cells, masks implied by them)
    lines: tuple[tuple[int, Masks, Masks | None], ...]
    solution: bytes | None
    wrong: bool


class Play:
    """A puzzle being filled in; mutable, to be closed after use.

    Raises `PuzzleError` for a misstated puzzle, `UsageError` for an unsolvable one.

    >>> play = Play(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))
    >>> play.place(0, 1), play.place(2, 1), play.place(3, 1), play.wrong
    (<MoveKind.LINE: 'line'>, <MoveKind.LINE: 'line'>, <MoveKind.CONTRADICTION: 'contradiction'>, True)
    >>> play.undo()
    >>> play.implied()
    [(1, 1), (3, 0)]
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        limit: Limit | None = None,
        report: Report | None = None,
        clock: Clock | None = None,
    ) -> None:
        """`limit` bounds the initial check (skipped if `report` is given), `clock` all moves."""
        self.puzzle = puzzle
        self._clock = clock or Clock()
        # colour of each set cell, else None
        self.cells: list[int | None] = [None] * sum(puzzle.row_lengths)
        for row, column, colour in puzzle.givens:
            self.cells[puzzle.cell(row, column)] = colour
        self.left = self.cells.count(None)  # number of cells still to fill in
        self.wrong = False  # True if no solution agrees with the set cells
        self._history: list[_Past] = []
        report = check(puzzle, limit=limit) if report is None else report
        if report.verdict is Verdict.UNSOLVABLE:
            raise UsageError(f"{puzzle.name}: a puzzle without a solution cannot be played")
        self.verdict = report.verdict
        # a solution that agrees with the set cells, if one is known
        self._solution = report.solutions[0].cells if report.solutions else None
        self._oracle: Oracle | None = None
        self._literals: Mapping[int, Mapping[int, int]] = {}  # literals of the cells known to the solver
        self._proved: dict[int, int] = {}  # colours of the cells that propagation settles
        if report.verdict is not Verdict.UNIQUE:
            self._prepare()
        self.board = Board(puzzle)  # the set cells, without consequences; read-only
        # [line] masks implied by its clue and set cells; None if there is no filling
        self._settled = [self._follows(line) for line in range(len(self.board.lines))]

    @property
    def solved(self) -> bool:
        """True if the grid is a solution."""
        return not self.left and not self.wrong and None not in self._settled

    def place(self, cell: int, colour: int) -> MoveKind:
        """Sets a cell; returns the label of the move."""
        if not (0 <= cell < len(self.cells) and 0 <= colour < len(self.puzzle.palette)):
            return MoveKind.ILLEGAL
        if self.cells[cell] is not None:
            return MoveKind.ILLEGAL
        solution = self._solution
        kind = self._kind(cell, colour)
        board, settled = self.board, self._settled
        lines = [line for line, _ in board.lines_of(cell)]
        past = tuple((line, list(board.unpack()[line]), settled[line]) for line in lines)
        self._history.append(_Past(cell, past, solution, self.wrong))
        self.wrong = kind is MoveKind.CONTRADICTION
        self.cells[cell] = colour
        self.left -= 1
        board.fix(cell, colour)
        for line in lines:
            settled[line] = self._follows(line)
        return kind

    def undo(self) -> None:
        """Takes back the last move, if any; givens do not count as moves."""
        if not self._history:
            return
        past = self._history.pop()
        for line, stood, followed in past.lines:
            self.board.unpack()[line] = list(stood)  # a copy of this game can have the same past
            self._settled[line] = followed
        self._solution, self.wrong = past.solution, past.wrong
        self.cells[past.cell] = None
        self.left += 1

    def implied(self) -> list[tuple[int, int]]:
        """Returns the (cell, colour) pairs implied by single lines, in cell order.

        They can contradict each other if the state is `wrong`.
        """
        colours = dict[int, int]()
        for line, masks in enumerate(self._settled):
            if masks is None:
                continue
            cells = self.board.lines[line]
            for place in positions(self.board.open_in(line) & ~open_positions(masks)):
                colours[cells[place]] = next(at for at, mask in enumerate(masks) if mask >> place & 1)
        return sorted(colours.items())

    def copy(self) -> Play:
        """Returns a game in the same state that goes on independently, with a solver of its own."""
        twin = object.__new__(Play)
        twin.__dict__.update(self.__dict__)
        twin.cells, twin._history = self.cells.copy(), self._history.copy()
        twin.board, twin._settled = self.board.copy(), self._settled.copy()
        if self._oracle:
            twin._prepare()
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, object]) -> Play:
        return self.copy()

    def close(self) -> None:
        """Closes the solver."""
        if self._oracle:
            self._oracle.__exit__(None, None, None)
            self._oracle = None

    def _follows(self, line: int) -> Masks | None:
        plan, masks = self.board.plans[line], self.board.unpack()[line]
        return list(masks) if plan is None else settle(plan, masks)

    # Labels of moves ----------------------------------------------------------------------------------

    def _kind(self, cell: int, colour: int) -> MoveKind:
        """Labels a move that sets an open cell."""
        by_line = False
        for line, place in self.board.lines_of(cell):
            masks = self._settled[line]
            if self.wrong or masks is None or not masks[colour] >> place & 1:
                return MoveKind.CONTRADICTION
            by_line |= sum(mask >> place & 1 for mask in masks) == 1
        if by_line:
            return MoveKind.LINE
        if cell in self._proved:
            return MoveKind.WHOLE if self._proved[cell] == colour else MoveKind.CONTRADICTION
        if self.verdict is Verdict.UNIQUE:
            assert self._solution is not None
            return MoveKind.WHOLE if self._solution[cell] == colour else MoveKind.CONTRADICTION
        return self._asked(cell, colour)

    def _asked(self, cell: int, colour: int) -> MoveKind:
        """Labels a move with the solver; stores a found solution if it agrees with the move."""
        if self._oracle is None:
            return MoveKind.UNKNOWN
        solution, literal = self._solution, self._literals[cell].get(colour)
        if literal is None:
            return MoveKind.CONTRADICTION
        agreeing = (
            solution if solution is not None and solution[cell] == colour else self._solution_with(literal)
        )
        if agreeing is False:
            return MoveKind.CONTRADICTION
        other = (
            solution if solution is not None and solution[cell] != colour else self._solution_with(-literal)
        )
        self._solution = agreeing
        if agreeing is None or other is None:
            return MoveKind.UNKNOWN
        return MoveKind.GUESS if other else MoveKind.WHOLE

    def _solution_with(self, literal: int) -> bytes | Literal[False] | None:
        """Returns a solution that agrees with the set cells and a literal; False if none exists, None if unknown."""
        assert self._oracle
        stands = (
            literals[colour]
            for cell, literals in self._literals.items()
            if (colour := self.cells[cell]) is not None
        )
        satisfiable = self._oracle.solve([*stands, literal], conflicts=CONFLICTS)
        return (
            checked(self.puzzle, self._oracle.picture().cells, "the oracle").cells
            if satisfiable
            else satisfiable
        )

    def _prepare(self) -> None:
        """Opens a solver, unless the puzzle is known to be unique."""
        board = Board(self.puzzle)
        propagate(board)
        colours = board.known()
        self._proved = {
            cell: colours[cell] for cell in range(board.cells) if len(board.colours_of(cell)) == 1
        }
        if len(self._proved) < board.cells:
            self._oracle = Oracle.of_board(board, self._clock)
            self._literals = {open_cell.cell: open_cell.literals for open_cell in self._oracle.cnf.open_cells}
