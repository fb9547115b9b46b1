"""The questions about one puzzle, answered: is it solvable, is the solution unique, what are they all.

The way to an answer is always the same. Propagation over lines settles what single lines can. What is
left open becomes clauses; the solver finds a model, the picture is ruled out by one clause over the
open cells, and the solver goes on until it finds no more. Zero, one or two pictures make the verdict.

Answers are two-sided: a verdict is given only with both sides known, and a limit that is hit gives
UNKNOWN with what is known by then. Every picture is checked against the clues by `Grid.satisfies`,
which shares nothing with the solver, before anyone gets to see it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from time import monotonic, process_time

from nonosat.backends import Session, open_session, solver_named
from nonosat.board import Board
from nonosat.encodings.order import encode
from nonosat.errors import SolverDisagreement, UsageError
from nonosat.grid import Grid
from nonosat.propagate import Contradiction, Deduction, propagate
from nonosat.puzzle import Puzzle

_FIRST_SLICE, _LONGEST_SLICE = 1000, 64_000
"""Conflicts between two looks at the limits: each slice is twice the one before, up to the longest.

Where time does not limit them they go by conflicts alone, so that a run can be repeated exactly.
"""

_SLICE_SECONDS = 0.1
"""About how long a slice may take where time is limited."""


class Verdict(StrEnum):
    """How many solutions a puzzle has, as far as it is proved."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """When to stop: wall-clock seconds, solutions handed out, conflicts of the solver (about)."""

    seconds: float | None = None
    solutions: int | None = None
    conflicts: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "solutions", "conflicts"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise UsageError(f"a limit of {value} {name} makes no sense")


@dataclass(frozen=True, slots=True)
class Searching:
    """The solver is still at it: its conflicts so far, and the solutions found so far."""

    conflicts: int
    found: int


Observer = Callable[[Deduction | Contradiction | Searching], None]
"""Called with each deduction of propagation, and now and then while the solver searches."""


@dataclass(slots=True)
class Stats:
    """What an answer took: sizes, conflicts, and CPU seconds by phase."""

    cells: int = 0
    open_cells: int = 0
    """Cells that propagation left open."""
    variables: int = 0
    clauses: int = 0
    conflicts: int = 0
    propagate: float = 0.0
    encode: float = 0.0
    load: float = 0.0
    first: float = 0.0
    """Finding the first solution."""
    rest: float = 0.0
    """Everything after: the proof that there is no other, or the other solutions."""


@dataclass(frozen=True, slots=True)
class Report:
    """The answer to `check`, with what it rests on."""

    puzzle: Puzzle
    verdict: Verdict
    solutions: tuple[Grid, ...]
    """None, one or two: two prove that there are several."""
    line_solvable: bool | None
    """Whether lines alone settle every cell; None if a limit came first."""
    stopped: str | None
    """The limit that ended the search, or None: `seconds`, `solutions` or `conflicts`."""
    seconds: float
    """Wall-clock time."""
    stats: Stats


class Solutions(Iterator[Grid]):
    """An iterator over all solutions, none twice; finds each one when it is asked for.

    Once it ends, `complete` says whether these were all: a limit that is hit ends it too. `verdict`,
    `line_solvable`, `stopped` and `stats` tell at any time what is known by then.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        limit: Limit | None = None,
        solver: str | None = None,
        observer: Observer | None = None,
    ) -> None:
        puzzle.require_sound()
        self.puzzle = puzzle
        self.found = 0
        self.complete = False
        self.stopped: str | None = None
        self.line_solvable: bool | None = None
        self.contradiction: Contradiction | None = None
        """The line that propagation found to have no filling left, if it did."""
        self.stats = Stats(cells=sum(puzzle.row_lengths))
        self._limit = limit or Limit()
        self._deadline = None if self._limit.seconds is None else monotonic() + self._limit.seconds
        self._solver = solver_named(solver)
        self._observer = observer
        self._search = self._solutions()

    @property
    def verdict(self) -> Verdict:
        if self.found > 1:
            return Verdict.MULTIPLE
        if self.complete:
            return Verdict.UNIQUE if self.found else Verdict.UNSOLVABLE
        return Verdict.UNKNOWN

    def __next__(self) -> Grid:
        return next(self._search)

    def close(self) -> None:
        """Ends the search and frees the solver at once, not when the iterator is collected some day."""
        self._search.close()

    def _solutions(self) -> Generator[Grid, None, None]:
        if self._limit.solutions == 0:
            self.stopped = "solutions"
            return
        board = self._propagated()
        if board is None:
            return
        if self.line_solvable:
            self.complete = True
            yield self._checked(Grid.of(self.puzzle, bytes(board.known())))
            return
        try:
            began = process_time()
            with _collector_paused():
                cnf = encode(board, tick=self._tick)
                self.stats.variables, self.stats.clauses = cnf.variables, len(cnf.clauses)
                self.stats.encode, began = process_time() - began, process_time()
                session = open_session(cnf, self._solver, tick=self._tick)
                cnf = replace(cnf, clauses=[])  # the solver has them now
            self.stats.load = process_time() - began
        except _OutOfTime:
            self.stopped = "seconds"
            return
        with session:
            while answer := self._solve(session):
                model = session.model()
                grid = self._checked(cnf.picture(model))
                session.add(cnf.blocking(model))
                yield grid
                if self.found == self._limit.solutions:
                    self.stopped = "solutions"
                    return
            self.complete = answer is not None

    def _propagated(self) -> Board | None:
        """The board at its fixpoint, or None if that was not reached: no solution, or no time."""
        began = process_time()
        try:
            observer = self._observer if self._deadline is None else self._observe
            with _collector_paused():
                board = Board(self.puzzle)
                self.contradiction = propagate(board, observer=observer)
        except _OutOfTime:
            self.stopped = "seconds"
            return None
        finally:
            self.stats.propagate = process_time() - began
        if self.contradiction:
            self.complete, self.line_solvable = True, False
            return None
        self.stats.open_cells = board.open_cells()
        self.line_solvable = not self.stats.open_cells
        return board

    def _observe(self, event: Deduction | Contradiction) -> None:
        self._tick()
        if self._observer:
            self._observer(event)

    def _tick(self) -> None:
        """A look at the clock; work that takes long calls it now and then."""
        if self._deadline is not None and monotonic() > self._deadline:
            raise _OutOfTime

    def _solve(self, session: Session) -> bool | None:
        """Whether there is another model, asked in slices with a look at the limits after each."""
        began = process_time()
        conflicts = _FIRST_SLICE
        try:
            while True:
                if self._deadline is not None and monotonic() > self._deadline:
                    self.stopped = "seconds"
                    return None
                if self._limit.conflicts is not None:
                    conflicts = min(conflicts, self._limit.conflicts - self.stats.conflicts)
                    if conflicts <= 0:
                        self.stopped = "conflicts"
                        return None
                slice_began = monotonic()
                answer = session.solve(conflicts)
                self.stats.conflicts = session.conflicts()
                if answer is not None:
                    return answer
                if self._observer:
                    self._observer(Searching(self.stats.conflicts, self.found))
                growth = 2.0
                if self._deadline is not None:
                    growth = min(growth, _SLICE_SECONDS / max(monotonic() - slice_began, 1e-6))
                conflicts = max(1, min(int(conflicts * growth), _LONGEST_SLICE))
        finally:
            spent = process_time() - began
            if self.found:
                self.stats.rest += spent
            else:
                self.stats.first += spent

    def _checked(self, grid: Grid) -> Grid:
        if not grid.satisfies(self.puzzle):
            raise SolverDisagreement(f"the solver's picture is no solution: {grid!r} of {self.puzzle!r}")
        self.found += 1
        return grid


@contextmanager
def _collector_paused() -> Iterator[None]:
    """No cyclic garbage collection during work that makes many objects and no cycles.

    Propagation, writing clauses and loading them make lists by the hundred thousand, and the collector
    walks over them again and again: measured on easy puzzles, a fifth of the whole time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _OutOfTime(Exception):
    """Raised by a look at the clock, from inside work that has no result before its end."""


def solutions(
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    solver: str | None = None,
    observer: Observer | None = None,
) -> Solutions:
    """All solutions, lazily, in no particular order; none is missing and none comes twice.

    `solver` is one of `nonosat.backends.SOLVERS`; `observer` is called as the work goes on. Raises
    `PuzzleError` for a puzzle that has `problems`. See `Solutions` for what a limit does.

    >>> for grid in solutions(Puzzle(rows=[[1], [1]], columns=[[1], [1]])):
    ...     print(grid.rows[0] in (bytes([1, 0]), bytes([0, 1])))
    True
    True
    """
    return Solutions(puzzle, limit=limit, solver=solver, observer=observer)


def solve(puzzle: Puzzle, *, limit: Limit | None = None, solver: str | None = None) -> Grid | None:
    """A solution, or None if there is none or a limit came first; `check` tells these apart.

    >>> print(solve(Puzzle(rows=[[1], [2]], columns=[[2], [1]])))
    #.
    ##
    """
    found = solutions(puzzle, limit=limit, solver=solver)
    grid = next(found, None)
    found.close()
    return grid


def check(
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    solver: str | None = None,
    observer: Observer | None = None,
) -> Report:
    """Whether the puzzle has no, one or several solutions, with up to two of them as the proof.

    >>> report = check(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    >>> report.verdict, report.line_solvable
    (<Verdict.UNIQUE: 'unique'>, True)
    >>> check(Puzzle(rows=[[1], [1]], columns=[[1], [1]])).verdict
    <Verdict.MULTIPLE: 'multiple'>
    """
    began = monotonic()
    found = solutions(puzzle, limit=limit, solver=solver, observer=observer)
    pair = tuple(islice(found, 2))
    found.close()
    return Report(
        puzzle,
        found.verdict,
        pair,
        found.line_solvable,
        found.stopped,
        monotonic() - began,
        replace(found.stats),
    )
