"""`check`, `solve` and the iterator over all solutions.

The search runs in this process, with a time limit or without. If the puzzle is hard for the first solver, others join in,
each in a process of its own. Child processes also run solvers that do not keep their time, and every search under a memory
limit, since they can be ended. See `search` for one search and `portfolio` for several.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Annotated, NoReturn

from nonosat.lines.board import Board
from nonosat.lines.propagate import Contradiction, propagate
from nonosat.model.problems import Problem, goal_problems
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import DEFAULT, Configuration, backend_named
from nonosat.search.options import (
    DEFAULTS,
    SearchOptions,
    configurations,
)
from nonosat.search.outcome import Observer, Outcome, ProvedVerdict, Stats, Verdict
from nonosat.search.search import Search, search
from nonosat.search.task import Task
from nonosat.support.arguments import question
from nonosat.support.children import processes, watchdog
from nonosat.support.children.watchdog import watching
from nonosat.support.displays import NotebookDisplay
from nonosat.support.end import LIMITS, End, Ended, Stopped
from nonosat.support.errors import UsageError
from nonosat.support.limits import NO_LIMIT, Clock, Limit, limit_of
from nonosat.support.results import Answer, NoTruthValue, made

if TYPE_CHECKING:
    from nonosat.records.shared_types import Figures, LineSolvable
    from nonosat.search.portfolio import Portfolio

_SOLO_CONFLICTS = 50_000
"""Conflicts for one answer, here or in a child process, after which other solvers join in.

With 100,000 dom 16 and 17 take .7 and .6 of the CPU time, as others never join, but rule 30 with 80x80 cells 1.4 times.
"""


@dataclass(frozen=True, repr=False, eq=False)
class Report(Answer):
    """Answer to `check`: no solution, one, or several."""

    # Without slots, for `made`

    puzzle: Puzzle
    verdict: ProvedVerdict
    solutions: Annotated[tuple[Grid, ...], "Up to two solutions; two prove `multiple`."]
    line_solvable: LineSolvable
    stats: Annotated[
        Stats, Figures, "Search statistics: sizes, solver conflicts, CPU seconds of each part."
    ] = field(compare=False)

    _MEMBERS = (
        *("verdict", "line_solvable", "solutions", "seconds", "contradictions", "stats"),
        *("stopped", "detail"),
    )

    @property
    def unique(self) -> bool | None:
        """True if exactly one solution is proved, False if there is none or several, None if a limit came first."""
        return None if self.verdict is Verdict.UNKNOWN else self.verdict is Verdict.UNIQUE

    @property
    def contradictions(
        self,
    ) -> Annotated[tuple[Problem, ...], "Contradictions in the statement, such as different sums."]:
        """Why the puzzle is unsolvable, if its statement shows that: see `Puzzle.contradictions`."""
        return self.puzzle.contradictions()


class Solutions(Ended, NoTruthValue, NotebookDisplay, Iterator[Grid]):
    """An iterator over all solutions, none twice; it searches for the next one when asked for it.

    When it ends, `complete` says whether these were all: a limit ends it too. `outcome` and what is derived
    from it say at any time what is known so far. The same call with one worker gives the same solutions in
    the same order, and the same figures except for the times. A notebook shows the `first` one.
    """

    def __init__(self, puzzle: Puzzle, outcome: Outcome, search: Generator[Grid, None, object]) -> None:
        """Made by `nonosat.solutions`."""
        self.puzzle = puzzle
        self.outcome = outcome
        self._search = search
        self._first: Grid | None = None
        self._first_is_next = False

    @property
    def verdict(self) -> Verdict:
        return self.outcome.verdict

    @property
    def found(self) -> int:
        return self.outcome.found

    @property
    def complete(self) -> bool:
        return self.outcome.complete

    @property
    def end(self) -> End:
        return self.outcome.end

    @property
    def line_solvable(self) -> bool | None:
        return self.outcome.line_solvable

    @property
    def contradiction(self) -> Contradiction | None:
        return self.outcome.contradiction

    @property
    def stats(self) -> Stats:
        return self.outcome.stats

    def __next__(self) -> Grid:
        grid = next(self._search) if self._first is None or not self._first_is_next else self._first
        self._first_is_next = False
        self._first = grid if self._first is None else self._first
        return grid

    def first(self) -> Grid | None:
        """Returns the first solution, which is searched for if need be; iterating yields it nevertheless.

        None if there is none, or a limit came first.

        >>> found = searched(Puzzle(rows=[[1], [1]], columns=[[1], [1]]))
        >>> found.first() == found.first() == next(found) != next(found)
        True
        """
        if self._first is None:
            self._first = next(self._search, None)
            self._first_is_next = self._first is not None
        return self._first

    def __reduce__(self) -> NoReturn:
        raise UsageError("a search under way cannot be pickled; `list(solutions)` can")

    def __repr__(self) -> str:
        return f"Solutions({self.puzzle.geometry.size}, {self.found} found, {self.verdict})"

    def close(self) -> None:
        """Ends the search and frees the solver now, not when the iterator is garbage-collected."""
        self._search.close()
        self._first_is_next = False


def searched(
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    options: SearchOptions = DEFAULTS,
    observer: Observer | None = None,
) -> Solutions:
    """All solutions, each searched for by solvers; raises `PuzzleError` for a puzzle that is misstated."""
    puzzle.require_readable(stars=True)
    outcome = Outcome()
    return Solutions(puzzle, outcome, _each(puzzle, limit_of(limit), options, observer, outcome))


def _each(
    puzzle: Puzzle, limit: Limit, options: SearchOptions, observer: Observer | None, outcome: Outcome
) -> Generator[Grid, None, None]:
    """The solutions, by a search whose clock starts when the first one is asked for."""
    yield from _Answers(puzzle, limit, options, observer, outcome).solutions()


def _join(
    runs: tuple[Configuration, ...], outcome: Outcome, observer: Observer | None, rest: Task
) -> Portfolio:
    """Starts further configurations beside a search here."""
    # 3 ms of the start, while most puzzles need no second process
    from nonosat.search.portfolio import Portfolio

    others = Portfolio(rest, runs, outcome, None, observer)
    others.start_beside()
    return others


class _Answers(Search):
    """The solutions of a puzzle, by a search here and then, if that is not enough, in other processes."""

    def __init__(
        self,
        puzzle: Puzzle,
        limit: Limit,
        options: SearchOptions,
        observer: Observer | None,
        outcome: Outcome,
        hint: Grid | None = None,
    ) -> None:
        """Starts the clock. The hint is the first solution if it is one."""
        self._elsewhere: Generator[Grid, None, None] | None = None
        """Solutions from other processes, once the search here is over."""
        self._runs = runs = configurations(options, limit.solutions)
        several, is_timed = len(runs) > 1, limit.seconds is not None
        self._solo_conflicts = solo = _SOLO_CONFLICTS if several and options.portfolio is None else None
        here = (limit.memory is None or processes.keeps_memory(limit)) and (solo or not several)
        if not here and not puzzle.contradictions():  # which take no process
            super().__init__(Task(puzzle, runs[0], limit, hint=hint), outcome, observer)
            self._is_over = True
            self._search_elsewhere(self._task)
            return
        clock = processes.clock_of(limit if is_timed else NO_LIMIT, extra_limits=LIMITS)
        hands_over = is_timed and not backend_named(runs[0].backend).keeps_time and processes.available()
        join = partial(_join, runs[1:], outcome, observer) if several else None
        task = Task(puzzle, runs[0], limit, clock, solo, hint, hands_over)
        super().__init__(task, outcome, observer, None, join)

    def _next_elsewhere(self) -> Grid | None:
        """Returns the next solution from other processes, if they go on with the rest."""
        if not self._elsewhere and self.rest:
            if self.others:
                self._elsewhere = self.others.go_on_without(self._runs[0])
            else:
                self._search_elsewhere(self.rest)
        grid = next(self._elsewhere, None) if self._elsewhere else None
        return grid or self._picture_at_hand()

    def close(self) -> None:
        """Ends all searches."""
        if self._elsewhere:
            self._elsewhere.close()
        super().close()

    def _search_elsewhere(self, task: Task) -> None:
        """Searches in processes only."""
        from nonosat.search.portfolio import search_in_parallel

        self._elsewhere = search_in_parallel(
            task, self._runs, self._outcome, solo_conflicts=self._solo_conflicts, observer=self._observer
        )


def _require_size(known: Grid, puzzle: Puzzle) -> None:
    """Raises `UsageError` for a picture of another size."""
    for problem in goal_problems(puzzle.geometry, known, puzzle.palette):
        raise UsageError(f"known: {str(problem).replace('the goal', 'the picture', 1)}")


def search_here(
    puzzle: Puzzle,
    clock: Clock,
    *,
    configuration: Configuration | None = None,
    conflicts: int | None = None,
    solutions: int | None = None,
    excluded: tuple[bytes, ...] = (),
) -> Solutions:
    """Solutions found by one solver, the default one or that of the configuration, for a question that this is a part of.

    They end when the clock does, or after that many `conflicts` or `solutions`. Solutions that are `excluded` (cell by
    cell) are counted and not found again.
    """
    limit = Limit(conflicts=conflicts, solutions=solutions)
    configuration = configuration or Configuration(DEFAULT)
    task = Task(puzzle=puzzle, configuration=configuration, limit=limit, clock=clock, excluded=excluded)
    outcome = Outcome()
    return Solutions(puzzle, outcome, search(task, outcome))


def unique_report(puzzle: Puzzle, solution: Grid) -> Report:
    """Returns the answer to `check` for a puzzle already proved to have only this solution."""
    began, board = monotonic(), Board(puzzle)
    propagate(board)
    left = board.open_cells()
    stats = Stats(cells=board.cells, open_cells=left)
    return Report(puzzle, Verdict.UNIQUE, (solution,), not left, stats, seconds=monotonic() - began)


@question
def solve(
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    options: SearchOptions = DEFAULTS,
    observer: Observer | None = None,
    known: Grid | None = None,
) -> Grid | None:
    """Returns a solution; None if there is none or a limit came first, which `check` distinguishes.

    The arguments are those of `check`.

    >>> print(solve(Puzzle(rows=[[1], [2]], columns=[[2], [1]])))
    #.
    ##
    """
    limit = limit_of(limit, seconds, memory)._at_most(1)
    puzzle.require_readable(stars=True)
    if known is not None:
        _require_size(known, puzzle)
    with closing(_Answers(puzzle, limit, options, observer, Outcome(), known)) as answers:
        return answers.next()


@question
def check(
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    options: SearchOptions = DEFAULTS,
    observer: Observer | None = None,
    known: Grid | None = None,
) -> Report:
    """Returns whether the puzzle has no solution, one or several, with up to two of them as proof.

    `limit` bounds time and memory, or `seconds` and `memory` (bytes) for short; `options` say how to search; `observer`
    is called as the work goes on, see `nonosat.search.outcome.Event`. `known` is a picture at hand, by default the goal
    of the puzzle: if it is a solution it is the first one, and a second one is looked for near it. Raises
    `PuzzleError` for a puzzle that is misstated, `UsageError` for a picture of another size.

    >>> report = check(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    >>> report.verdict, report.line_solvable
    (<Verdict.UNIQUE: 'unique'>, True)
    >>> check(Puzzle(rows=[[1], [1]], columns=[[1], [1]]), seconds=5).verdict
    <Verdict.MULTIPLE: 'multiple'>
    """
    watch = watching.get()
    if watch and (late := watchdog.noted(check, puzzle)) is not None:
        return late
    began, limit = monotonic(), limit_of(limit, seconds, memory)._at_most(2)
    puzzle.require_readable(stars=True)
    if known is not None:
        _require_size(known, puzzle)
    outcome = Outcome()
    grids: tuple[Grid, ...] = ()
    answers = _Answers(puzzle, limit, options, observer, outcome, known)
    try:
        while len(grids) < 2 and not outcome.complete and (grid := answers.next()) is not None:
            grids += (grid,)
            if watch:
                so_far = _report(puzzle, grids, outcome, End(Stopped.SECONDS), began)
                watchdog.note(check, puzzle, so_far)
    finally:
        answers.close()
    return _report(puzzle, grids, outcome, outcome.end, began)


def _report(puzzle: Puzzle, grids: tuple[Grid, ...], outcome: Outcome, end: End, began: float) -> Report:
    """The answer to `check` with what is known."""
    fields = {
        "puzzle": puzzle,
        "verdict": outcome.verdict,
        "solutions": grids,
        "line_solvable": outcome.line_solvable,
        "stats": outcome.stats,
        "end": end,
        "seconds": monotonic() - began,
    }
    return made(Report, fields)


def at_most(
    number: int | None,
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    options: SearchOptions = DEFAULTS,
    observer: Observer | None = None,
) -> Solutions:
    """At most this many solutions, or fewer if the limit says so; None for all."""
    return searched(puzzle, limit=(limit or NO_LIMIT)._at_most(number), options=options, observer=observer)
