"""`check`, `solve` and the iterator over all solutions.

The search runs in this process, with a time limit or without. If the puzzle is hard for the first solver, others join in,
each in a process of its own. Child processes also run solvers that do not keep their time, and every search under a memory
limit, since they can be ended. See `search` for one search and `portfolio` for several.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import islice
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
from nonosat.search.search import Task, search
from nonosat.support.arguments import question
from nonosat.support.children import processes, watchdog
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
    return Solutions(puzzle, outcome, _search(puzzle, outcome, limit_of(limit), options, observer))


def _search(
    puzzle: Puzzle,
    outcome: Outcome,
    limit: Limit,
    options: SearchOptions,
    observer: Observer | None,
    hint: Grid | None = None,
) -> Generator[Grid, None, None]:
    """All solutions; the outcome is filled in on the way. The hint is the first one if it is a solution."""
    runs = configurations(options, limit.solutions)
    several = len(runs) > 1
    solo_conflicts = _SOLO_CONFLICTS if several and options.backend != PORTFOLIO else None
    here = processes.keeps_memory(limit) and (solo_conflicts or not several)
    if not here and not puzzle.contradictions():  # which take no process
        task = Task(puzzle=puzzle, configuration=runs[0], limit=limit, hint=hint)
        yield from _search_in_parallel(task, runs, outcome, observer, solo_conflicts)
        return
    task = Task(
        puzzle=puzzle,
        configuration=runs[0],
        limit=limit,
        hint=hint,
        clock=processes.clock_of(NO_LIMIT if limit.seconds is None else limit, extra_limits=LIMITS),
        answer_budget=solo_conflicts,
        hands_over=limit.seconds is not None
        and not backend_named(runs[0].backend).keeps_time
        and processes.available(),
    )
    others: Portfolio | None = None

    def join(rest: Task) -> Portfolio:
        nonlocal others
        others = _portfolio(rest, runs[1:], outcome, observer)
        others.start_beside()
        return others

    try:
        rest = yield from search(task, outcome, observer=observer, join=join if several else None)
        if others and rest:
            yield from others.go_on_without(runs[0])
        elif rest:
            yield from _search_in_parallel(rest, runs, outcome, observer, solo_conflicts)
    finally:
        if others:
            others.end()


def _search_in_parallel(
    task: Task,
    runs: tuple[Configuration, ...],
    outcome: Outcome,
    observer: Observer | None,
    solo_conflicts: int | None = None,
) -> Generator[Grid, None, None]:
    """`nonosat.search.portfolio`, which takes 3 ms of the start, while most puzzles need no second process."""
    from nonosat.search.portfolio import search_in_parallel

    return search_in_parallel(task, runs, outcome, solo_conflicts=solo_conflicts, observer=observer)


def _portfolio(
    task: Task, runs: tuple[Configuration, ...], outcome: Outcome, observer: Observer | None
) -> Portfolio:
    from nonosat.search.portfolio import Portfolio

    return Portfolio(task, runs, outcome, None, observer)


def _up_to(
    number: int,
    puzzle: Puzzle,
    limit: Limit,
    options: SearchOptions,
    observer: Observer | None,
    known: Grid | None,
    note: Callable[[tuple[Grid, ...], Outcome, End], None] | None = None,
) -> tuple[tuple[Grid, ...], Outcome]:
    """Searches for a number of solutions; passes those found so far to `note`."""
    puzzle.require_readable(stars=True)
    if known is not None:
        for problem in goal_problems(puzzle.geometry, known, puzzle.palette):
            raise UsageError(f"known: {str(problem).replace('the goal', 'the picture', 1)}")
    outcome = Outcome()
    search = _search(puzzle, outcome, limit.at_most(number), options, observer, known)
    grids: tuple[Grid, ...] = ()
    for grid in islice(search, number):
        grids += (grid,)
        if note:
            note(grids, outcome, End(Stopped.SECONDS))
    search.close()
    return grids, outcome


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
    grids, _ = _up_to(1, puzzle, limit_of(limit, seconds, memory), options, observer, known)
    return grids[0] if grids else None


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
    if (late := watchdog.noted(check, puzzle)) is not None:
        return late
    began, limit = monotonic(), limit_of(limit, seconds, memory)

    def report(grids: tuple[Grid, ...], outcome: Outcome, end: End) -> Report:
        return Report(
            puzzle,
            outcome.verdict,
            grids,
            outcome.line_solvable,
            outcome.stats,
            end=end,
            seconds=monotonic() - began,
        )

    def note(grids: tuple[Grid, ...], outcome: Outcome, end: End) -> None:
        watchdog.note(check, puzzle, report(grids, outcome, end))

    watched = watchdog.is_watched()
    grids, outcome = _up_to(2, puzzle, limit, options, observer, known, note if watched else None)
    return report(grids, outcome, outcome.end)


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
