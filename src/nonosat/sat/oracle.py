"""An incremental solver for many questions about one puzzle.

Clauses that change between questions have a *selector*: a literal that enables them if it is assumed. So one solver
answers questions about any set of clues and givens, and about solutions that agree with any picture. If the answer is
no, the *core* is a set of assumptions that cannot hold together (N. Eén and N. Sörensson, "Temporal induction by
incremental SAT solving", ENTCS 89, 2003).

Single hard questions go to `nonosat.search` instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from nonosat.lines.board import Board
from nonosat.model.clues import Clue
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import DEFAULT, Configuration, Watch, open_session
from nonosat.sat.encodings import Cnf, encode, open_cells
from nonosat.sat.encodings.clue import clue_clauses
from nonosat.support.errors import MissingExtraError
from nonosat.support.limits import Clock

NOTHING = Cnf([], 0, 0, [], b"", Puzzle([], []))
"""A formula without clauses and cells, for questions that are not about a picture."""


class Oracle:
    """An incremental solver; closed after use.

    `picture`, `holds` and `core` refer to the last question, and must be called before a clause is added.
    """

    def __init__(
        self,
        cnf: Cnf = NOTHING,
        clock: Clock | None = None,
        *,
        configuration: Configuration | None = None,
        watch: Watch | None = None,
    ) -> None:
        """Questions call the clock's `tick`, which can raise. `watch` regularly gets the conflicts so far."""
        self.cnf = cnf
        self.variables = cnf.variables
        """Variables used so far; the caller raises it for variables of its own."""
        self._clock = clock or Clock()
        self._watch = watch
        self._model: Sequence[int] | None = None
        """Model of the last question, fetched on demand."""
        self._spent = 0
        """Selector of a clause no longer needed; 0 for none."""
        self._session = open_session(cnf, configuration or Configuration(DEFAULT), watch=self._look)

    @classmethod
    def of_board(cls, board: Board, clock: Clock) -> Self:
        """Returns an oracle for the solutions of a board at its fixpoint with open cells."""
        return cls(encode(board, tick=clock.tick), clock)

    @classmethod
    def without_clues(cls, puzzle: Puzzle, clock: Clock) -> Self:
        """Returns an oracle for all pictures of a puzzle's shape and palette; clues and givens are selected later."""
        board = Board(puzzle.replace(givens=()))
        cells, clauses, used = open_cells(board, clock.tick)
        return cls(Cnf(clauses, used, used, cells, bytes(board.cells), puzzle), clock)

    # Assumptions --------------------------------------------------------------------------------------

    def literal(self, cell: int, colour: int) -> int:
        """Returns the literal "this open cell has this colour"."""
        return self.literals[cell][colour]

    def agreeing(self, cells: Mapping[int, int] | Sequence[int]) -> dict[int, int]:
        """Returns for each open cell the literal of its colour in `cells`."""
        return {cell: literals[cells[cell]] for cell, literals in self.literals.items()}

    def variable(self) -> int:
        """Returns a new variable."""
        self.variables += 1
        return self.variables

    def selector(self, clauses: Iterable[Iterable[int]]) -> int:
        """Returns a new literal that enables these clauses if it is assumed."""
        selector = self.variable()
        for clause in clauses:
            self._session.add([-selector, *clause])
        return selector

    def clue(self, line: int, clue: Clue) -> int:
        """Returns a selector for a clue of a line, in the numbering of a board."""
        self._clock.tick()
        literals = [self.literals[cell] for cell in self._lines[line]]
        clauses, self.variables = clue_clauses(clue, self.cnf.puzzle.palette, literals, self.variables)
        return self.selector(clauses)

    # Permanent clauses --------------------------------------------------------------------------------

    def add(self, clause: Iterable[int]) -> None:
        """Adds a clause."""
        self._session.add(list(clause))

    def prefer(self, cells: Sequence[int]) -> None:
        """Sets the phases to a picture's colours; later ones come from the last solution."""
        self._session.prefer(self.cnf.cell_literals(cells))

    def strike_out(self, cell: int, colour: int) -> None:
        """Removes a colour from a cell."""
        self.add([-self.literal(cell, colour)])

    # Questions ----------------------------------------------------------------------------------------

    def solve(
        self, assuming: Iterable[int] = (), *, once: Iterable[int] = (), conflicts: int | None = None
    ) -> bool | None:
        """Returns True if clauses and assumptions can hold together; None if the budget of about `conflicts` did not suffice.

        `once` is a clause for this question only.
        """
        self._clock.tick()
        self._model = None
        if self._spent:
            self.add([-self._spent])
        self._spent = self.selector([clause]) if (clause := list(once)) else 0
        assumed = [self._spent, *assuming] if self._spent else list(assuming)
        while True:
            answer = self._session.solve(
                assumed, conflicts=conflicts, seconds=self._clock.left, watch=self._look
            )
            if answer is None:
                self._clock.tick()
            # The session measures wall-clock time; a clock that counts CPU time can have some left.
            if answer is not None or conflicts is not None or not self._clock.left:
                return answer

    def picture(self) -> Grid:
        """Returns the picture of the last model; the caller checks that it is a solution."""
        return self.cnf.picture(self._session.model())

    def holds(self, literal: int) -> bool:
        """Returns True if a literal is true in the last model; variables in no clause are false."""
        if self._model is None:
            self._model = self._session.model()
        at = abs(literal) - 1
        return self._model[at] == literal if at < len(self._model) else literal < 0

    def core(self) -> list[int]:
        """Returns assumptions of the last question that cannot hold together."""
        return [literal for literal in self._session.core() if literal != self._spent]

    @property
    def conflicts(self) -> int:
        """Conflicts of all questions together."""
        return self._session.conflicts()

    def _look(self, conflicts: int) -> None:
        self._clock.tick()
        if self._watch:
            self._watch(conflicts)

    @cached_property
    def literals(self) -> dict[int, dict[int, int]]:
        """The literals of each open cell, by colour."""
        return {open_cell.cell: open_cell.literals for open_cell in self.cnf.open_cells}

    @cached_property
    def _lines(self) -> list[Sequence[int]]:
        return [line.cells for line in self.cnf.puzzle.lines]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> None:
        self._session.__exit__(*raised)


def missing(backend: str) -> str | None:
    """Returns the reason why a backend cannot run, and what installs it; None if it can. Loads its solver."""
    try:
        with Oracle(configuration=Configuration(backend)) as oracle:
            oracle.add([oracle.variable()])
            oracle.solve()
    except MissingExtraError as error:
        return str(error)
    return None
