"""`check`, `solve` and the iterator over all solutions.

The search runs in this process, with a time limit or without. If the puzzle is hard for the first solver, others join in,
each in a process of its own. Child processes also run solvers that do not keep their time, and every search under a memory
limit, since they can be ended. See `search` for one search and `portfolio` for several.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
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
    PORTFOLIO,
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
from nonosat.support.results import Answer, NoTruthValue

if TYPE_CHECKING:
    from nonosat.records.shared_types import Figures, LineSolvable
    from nonosat.search.portfolio import Portfolio

_SOLO_CONFLICTS = 50_000
"""Conflicts for one answer, here or in a child process, after which other solvers join in.

With 100,000 dom 16 and 17 take .7 and .6 of the CPU time, as others never join, but rule 30 with 80x80 cells 1.4 times.
"""


@dataclass(frozen=True, slots=True, repr=False)
class Report(Answer):
    """Answer to `check`: no solution, one, or several."""

    puzzle: Puzzle
    verdict: ProvedVerdict
    solutions: Annotated[tuple[Grid, ...], "Up to two solutions; two prove `multiple`."]
    line_solvable: LineSolvable
    stats: Annotated[Stats, Figures, "Search statistics: sizes, solver conflicts, CPU seconds of each part."]

    MEMBERS = (
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

    def __init__(
        self, puzzle: Puzzle, outcome: Outcome, search: Generator[Grid, None, object] | _Answers
    ) -> None:
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
    answers = _Answers(puzzle, limit_of(limit), options, observer)
    return Solutions(puzzle, answers.outcome, answers)


def _join(
    runs: tuple[Configuration, ...], outcome: Outcome, observer: Observer | None, rest: Task
) -> Portfolio:
    """Starts further configurations beside a search here."""
    # 3 ms of the start, while most puzzles need no second process
    from nonosat.search.portfolio import Portfolio

    others = Portfolio(rest, runs, outcome, None, observer)
    others.start_beside()
    return others


class _Answers(Iterator[Grid]):
    """All solutions of a puzzle, by a search here and then, if that is not enough, in other processes. Fills in the outcome."""

    _has_begun = False
    _here: Search | None = None
    """The search in this process."""
    _elsewhere: Generator[Grid, None, None] | None = None
    """What other processes find once the search here is over."""

    def __init__(
        self,
        puzzle: Puzzle,
        limit: Limit,
        options: SearchOptions,
        observer: Observer | None,
        hint: Grid | None = None,
    ) -> None:
        """The hint is the first solution if it is one."""
        self._puzzle, self._limit, self._hint = puzzle, limit, hint
        self._observer = observer
        self._runs = runs = configurations(options, limit.solutions)
        self._solo_conflicts = _SOLO_CONFLICTS if len(runs) > 1 and options.backend != PORTFOLIO else None
        self.outcome = Outcome()

    def _begin(self) -> None:
        """Begins the search and its clock."""
        self._has_begun = True
        limit, runs, outcome, observer = self._limit, self._runs, self.outcome, self._observer
        several = len(runs) > 1
        here = processes.keeps_memory(limit) and (self._solo_conflicts or not several)
        if not here and not self._puzzle.contradictions():  # which take no process
            self._search_elsewhere(Task(self._puzzle, runs[0], limit, hint=self._hint))
            return
        clock = processes.clock_of(NO_LIMIT if limit.seconds is None else limit, extra_limits=LIMITS)
        hands_over = (
            limit.seconds is not None
            and not backend_named(runs[0].backend).keeps_time
            and processes.available()
        )
        task = Task(
            self._puzzle,
            runs[0],
            limit,
            clock,
            self._solo_conflicts,
            hint=self._hint,
            hands_over=hands_over,
        )
        join = partial(_join, runs[1:], outcome, observer) if several else None
        self._here = Search(task, outcome, observer, join=join)

    def __next__(self) -> Grid:
        grid = self.next()
        if grid is None:
            raise StopIteration
        return grid

    def next(self) -> Grid | None:
        """Returns the next solution; None after the last one, or if a limit came first."""
        if not self._has_begun:
            self._begin()
        here = self._here
        if here and not self._elsewhere:
            grid = here.next()
            if grid is not None or not here.rest:
                return grid
            if here.others:
                self._elsewhere = here.others.go_on_without(self._runs[0])
            else:
                self._search_elsewhere(here.rest)
        return next(self._elsewhere, None) if self._elsewhere else None

    def close(self) -> None:
        """Ends all searches."""
        self._has_begun = True
        if self._elsewhere:
            self._elsewhere.close()
        if self._here:
            self._here.close()

    def __del__(self) -> None:
        """Ends the processes beside a search that is given up."""
        if self._here and self._here.others:
            self.close()

    def _search_elsewhere(self, task: Task) -> None:
        """Searches in processes only."""
        from nonosat.search.portfolio import search_in_parallel

        self._elsewhere = search_in_parallel(
            task, self._runs, self.outcome, solo_conflicts=self._solo_conflicts, observer=self._observer
        )


def _answers(
    puzzle: Puzzle, limit: Limit, options: SearchOptions, observer: Observer | None, known: Grid | None
) -> _Answers:
    """The solutions of a puzzle that can be read; raises `UsageError` for a picture of another size."""
    puzzle.require_readable(stars=True)
    if known is not None:
        for problem in goal_problems(puzzle.geometry, known, puzzle.palette):
            raise UsageError(f"known: {str(problem).replace('the goal', 'the picture', 1)}")
    return _Answers(puzzle, limit, options, observer, known)


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
    limit = limit_of(limit, seconds, memory).at_most(1)
    with closing(_answers(puzzle, limit, options, observer, known)) as answers:
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

    `limit` is when to stop, or `seconds` and `memory` (bytes) for short; `options` how to search; `observer`
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
    began, limit = monotonic(), limit_of(limit, seconds, memory).at_most(2)
    answers = _answers(puzzle, limit, options, observer, known)
    outcome = answers.outcome
    grids: tuple[Grid, ...] = ()
    try:
        while len(grids) < 2 and (grid := answers.next()) is not None:
            grids += (grid,)
            if watch:
                so_far = _report(puzzle, grids, outcome, End(Stopped.SECONDS), began)
                watchdog.note(check, puzzle, so_far)
    finally:
        answers.close()
    return _report(puzzle, grids, outcome, outcome.end, began)


def _report(puzzle: Puzzle, grids: tuple[Grid, ...], outcome: Outcome, end: End, began: float) -> Report:
    """The answer to `check` with what is known."""
    seconds = monotonic() - began
    return Report(
        puzzle, outcome.verdict, grids, outcome.line_solvable, outcome.stats, end=end, seconds=seconds
    )


def at_most(
    number: int | None,
    puzzle: Puzzle,
    *,
    limit: Limit | None = None,
    options: SearchOptions = DEFAULTS,
    observer: Observer | None = None,
) -> Solutions:
    """At most this many solutions, or fewer if the limit says so; None for all."""
    return searched(puzzle, limit=(limit or NO_LIMIT).at_most(number), options=options, observer=observer)
