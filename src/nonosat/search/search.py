"""One search for the solutions of a puzzle, in this process:

    lines -> probing -> the learner in rounds -> a solver of clauses, in turns with the learner

- *Lines* and *probing* (`nonosat.search.opening`) end most puzzles that are made for people.
- *The learner* (`nonosat.search.rounds`) learns clauses from conflicts of lines, guided by beliefs. Its first round comes
  after brief probing: where much is open, a solution is often a few conflicts away. Large boards have it before probing
  (`nonosat.search.large`).
- *The solver* (`nonosat.search.board_solver`) joins in once the learner has had its share, and takes turns with it, work for
  work, until one of them has a solution. The solver then looks for another, or proves that there is none;
  the learner keeps an eighth.

Each stage yields solutions that it finds, on the same board, until the puzzle is settled. Every solution is checked against the
clues, by code that shares nothing with the search, before it is returned.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterable
from sys import maxsize
from time import process_time

from nonosat.lines.board import Board
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import Configuration
from nonosat.search.board_solver import ClauseSolver
from nonosat.search.large import LargeBoard
from nonosat.search.opening import by_probing, is_brief, opening, require_solution
from nonosat.search.outcome import Observer, Outcome, Searching
from nonosat.search.rounds import ROUND, Rounds
from nonosat.support.lazy_dataclasses import dataclass, field, replace
from nonosat.support.limits import Clock, Limit, OutOfReach, Stopped

_ALONE = 2_500_000
"""Work of the learner before a solver joins in, some 0.3 seconds."""

_SECOND = 150_000
"""Work of the learner for a second solution, some 500 conflicts: half of it takes 1.37 times as long on hard puzzles of
webpbn.com, more costs 13 % on dominoes."""

_SHARE_AFTER = 8
"""Work of the solver for each of the learner once there is a solution. Alone it takes 13 s on Knotty (seed 1), not .2."""

Pictures = Generator[bytes, None, None]


News = Callable[[], Iterable[bytes]]
"""Returns the solutions, cell by cell, that other searches have found since the last call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A puzzle, how to search it, and when to stop."""

    puzzle: Puzzle
    configuration: Configuration
    limit: Limit = field(default_factory=Limit)
    clock: Clock = field(default_factory=Clock)
    """Keeps the time and memory limits; the others are kept by counting."""
    answer_budget: int | None = None
    """Conflict budget of each answer, of learner and solver together."""
    known: tuple[bytes, ...] = ()
    """Solutions, cell by cell, that are not asked for again."""
    observed: bool = False
    """True if each deduction is sent to a parent process."""


def search(
    task: Task,
    outcome: Outcome,
    *,
    observer: Observer | None = None,
    news: News | None = None,
    board: Board | None = None,
) -> Generator[Grid, None, None]:
    """The solutions of the task's puzzle, each found when it is asked for.

    Fills in `outcome` as it goes; its `found` includes the known grids and the `news`. `board` is what the
    opening has left, if that was made already.
    """
    return _Search(task, outcome, observer, news).solutions(board)


class _Search:
    """The state of one search."""

    def __init__(self, task: Task, outcome: Outcome, observer: Observer | None, news: News | None) -> None:
        self._task = task
        self._outcome = outcome
        self._observer = observer
        self._news = news
        self._known = set(task.known)
        """Solutions that no stage should find again; those that the solver excludes itself are not kept."""
        self._rounds: Rounds | None = None
        self._large: LargeBoard | None = None
        self._solver: ClauseSolver | None = None
        self._answered_at = 0
        """Conflicts when the last solution was found."""
        self._too_large = False
        """True if no solver of clauses can take the board: the learner need not keep conflicts for it."""
        outcome.found = len(self._known)

    def solutions(self, board: Board | None) -> Generator[Grid, None, None]:
        """Yields what the stages find, one after the other on the same board, until the puzzle is settled."""
        outcome, most, task = self._outcome, self._task.limit.solutions, self._task
        if board is None:
            known = [*self._known]
            board = yield from opening(task.puzzle, outcome, task.limit, task.clock, self._observer, known)
            self._known.update(known)
        if board is None:
            return
        for stage in (self._before_probing, self._rest_of_probing, self._by_learning, self._by_clauses):
            for picture in self._in_reach(stage(board)):
                if not self._is_new(picture):
                    continue
                yield Grid.of(task.puzzle, picture)
                if most and outcome.found >= most and not outcome.complete:
                    outcome.stopped = Stopped.SOLUTIONS
                    return
            if outcome.complete or outcome.stopped or outcome.out_of_budget:
                return

    def _in_reach(self, pictures: Pictures) -> Pictures:
        """The pictures up to the limit of time or memory."""
        began = self._elsewhere() - process_time()
        try:
            for picture in pictures:
                self._spend(began)
                yield picture
                began = self._elsewhere() - process_time()
        except OutOfReach as reason:
            self._outcome.stop(reason)
        self._spend(began)

    # ---- the stages ----------------------------------------------------------------------------------

    def _before_probing(self, board: Board) -> Pictures:
        """The learner on a large board, or one round of it where probing was brief."""
        if not self._task.configuration.learner:
            return
        self._large = LargeBoard(self._task.puzzle, board, tuple(self._known))
        if self._large:
            yield from self._large_turns(self._large, board, later=False)
        elif is_brief(self._task.puzzle, self._outcome.stats.open_cells):
            yield from self._learn(self._begin(board), 1)

    def _rest_of_probing(self, board: Board) -> Pictures:
        """Probing as far as the opening has left it out."""
        if not is_brief(self._task.puzzle, self._outcome.stats.open_cells):
            return
        yield from by_probing(board, self._outcome, self._task.limit, self._task.clock, brief=False)
        if not self._outcome.complete and self._rounds:
            self._rounds.narrow()

    def _by_learning(self, board: Board) -> Pictures:
        """The learner alone."""
        if not self._task.configuration.learner:
            return
        if self._large:
            yield from self._large_turns(self._large, board, later=True)
        else:
            yield from self._learn(self._rounds or self._begin(board), _ALONE)

    def _by_clauses(self, board: Board) -> Pictures:
        """A solver of clauses, in turns with the learner until there is a solution."""
        if (self._task.limit.conflicts == 0 or self._too_large) and self._stops():
            return
        self._open(board)
        assert self._solver
        with self._solver:
            yield from self._turns(self._solver)

    # ---- the learner ---------------------------------------------------------------------------------

    def _begin(self, board: Board) -> Rounds:
        self._rounds = Rounds(board, [*self._known], self._task.configuration.seed, self._task.clock.tick)
        return self._rounds

    def _learn(self, rounds: Rounds, work: int) -> Pictures:
        """Rounds with this much work for a first solution, then the search for a second one, if that is wanted."""
        outcome, until = self._outcome, rounds.work + work
        while rounds and not outcome.found and rounds.work < until and self._goes_on():
            yield from self._taken(rounds, rounds.round(self._left()))
        until = rounds.work + _SECOND
        while rounds and outcome.found == 1 and rounds.work < until and self._goes_on():
            yield from self._taken(rounds, rounds.go_on(self._left(), until - rounds.work))

    def _goes_on(self) -> bool:
        return not self._outcome.complete and self._left() > 0

    def _taken(self, rounds: Rounds, pictures: list[bytes]) -> Pictures:
        """What a learner has found; whether this is all goes to the outcome."""
        self._report()
        self._outcome.complete = self._outcome.complete or rounds.complete
        yield from pictures

    def _large_turns(self, large: LargeBoard, board: Board, *, later: bool) -> Pictures:
        tick = self._task.clock.tick
        from nonosat.sat.encodings import has_room  # most puzzles need no clauses

        self._too_large = not has_room(board)
        for picture in (large.later if later else large.first)(self._left, tick):
            self._report()
            self._outcome.complete = large.complete
            if picture is not None:
                yield picture
        self._outcome.complete = large.complete

    # ---- the solver ----------------------------------------------------------------------------------

    def _open(self, board: Board) -> None:
        """A solver with the clauses of the board, at its fixpoint."""
        # Without the collector of cycles, of which there are none, writing clauses takes a third less time. Kept short:
        # out of memory, CPython 3.11 loops for ever if an exception leaves a `try` beyond the 256th instruction
        was_on = gc.isenabled()
        gc.disable()
        try:
            self._load(board)
        finally:
            if was_on:
                gc.enable()

    def _load(self, board: Board) -> None:
        outcome, configuration, began = self._outcome, self._task.configuration, process_time()
        solver = ClauseSolver(board, configuration, self._task.clock.tick)
        encoded = process_time()
        sizes = replace(outcome.stats, variables=solver.variables, clauses=solver.clauses)
        outcome.stats = replace(sizes, encode=encoded - began)
        solver.load()
        outcome.stats = replace(outcome.stats, load=process_time() - encoded, backend=configuration.backend)
        for picture in self._known:
            solver.exclude(picture)
        self._solver = solver

    def _turns(self, solver: ClauseSolver) -> Pictures:
        """Turns of learner and solver until there are two solutions; then the solver alone.

        They are equal in work until there is one. Another one may be far from it, so the learner goes on with a small share.
        A turn of the solver has 100 conflicts, or a quarter of those so far: each begins with a restart.
        """
        outcome, rounds = self._outcome, self._rounds
        begun = rounds.work if rounds else 0
        while not self._stops():
            learning = rounds if rounds and outcome.found < 2 else None
            share = _SHARE_AFTER if outcome.found else 1
            if learning and (learning.work - begun) * share < solver.propagations():
                one = (
                    self._taken(learning, learning.round(self._left()))
                    if outcome.found
                    else self._learn(learning, 1)
                )
                for picture in one:
                    solver.exclude(picture)
                    yield picture
            else:
                if learning:
                    self._inform(solver, learning)
                turn = max(ROUND, solver.conflicts() // 4) if learning else maxsize
                if self._solve(solver, turn):
                    picture = solver.picture()
                    solver.exclude(picture)
                    if learning:
                        learning.exclude(picture)
                    yield picture
            if outcome.complete or outcome.stopped:
                return

    def _inform(self, solver: ClauseSolver, rounds: Rounds) -> None:
        """Gives the solver what the learner knows of cells, and until there is a solution its beliefs as phases.

        Afterwards they only disturb its proof: dom 13 takes 1.25 times as long with them.
        """
        solver.add(rounds.facts())
        if not self._outcome.found and solver.conflicts() and (likeliest := rounds.likeliest()):
            solver.prefer(likeliest)

    def _solve(self, solver: ClauseSolver, turn: int) -> bool | None:
        """Returns whether there is another solution; None if the turn or a limit came first."""
        task, outcome = self._task, self._outcome
        budget = min(turn, self._left())

        def watch(_: int) -> None:
            self._report()
            task.clock.tick()
            if self._news:
                self._take_in(self._news(), solver)

        task.clock.tick()
        conflicts = None if budget == maxsize else budget
        answer = solver.solve(conflicts=conflicts, seconds=task.clock.left, watch=watch)
        self._count()
        if answer is None:
            task.clock.tick()  # a solver may have stopped by itself when the time was up
            if conflicts is None:  # or an instant before
                raise OutOfReach(Stopped.SECONDS)
        outcome.complete = answer is False
        return answer

    def _take_in(self, pictures: Iterable[bytes], solver: ClauseSolver) -> None:
        """Excludes solutions that others have found."""
        for picture in pictures:
            if picture not in self._known:
                self._known.add(picture)
                self._outcome.found += 1
                solver.exclude(picture)
                if self._rounds:
                    self._rounds.exclude(picture)

    # ---- limits and figures --------------------------------------------------------------------------

    def _left(self) -> int:
        """Conflicts left: of the limit, and of the budget of this answer.

        Before there is a solver, half of them are kept for it. An answer's budget is what one process spends before others
        join; if the board is too large for their clauses, it has none.
        """
        spent, limit, budget = (
            self._outcome.stats.conflicts,
            self._task.limit.conflicts,
            self._task.answer_budget,
        )
        share = 1 if self._solver or self._too_large else 2
        left = maxsize if limit is None else -(-limit // share) - spent
        if budget is None or self._too_large:
            return left
        return min(left, self._answered_at + -(-budget // share) - spent)

    def _stops(self) -> bool:
        """Returns whether no conflicts are left; the outcome says why."""
        if self._left() > 0:
            return False
        limit = self._task.limit.conflicts
        if limit is not None and self._outcome.stats.conflicts >= limit:
            self._outcome.stopped = Stopped.CONFLICTS
        else:
            self._outcome.out_of_budget = True
        return True

    def _count(self) -> None:
        """Brings the conflicts of learner and solver up to date."""
        outcome = self._outcome
        parts = (each.conflicts for each in (self._rounds, self._large) if each)
        conflicts = sum(parts) + (self._solver.conflicts() if self._solver else 0)
        beliefs = self._rounds.belief_seconds if self._rounds else 0.0
        outcome.stats = replace(outcome.stats, conflicts=conflicts, beliefs=beliefs)

    def _report(self) -> None:
        """Updates the statistics and passes them to the observer."""
        self._count()
        if self._observer:
            self._observer(Searching(self._outcome.stats.conflicts, self._outcome.found))

    def _elsewhere(self) -> float:
        """CPU time of stages that have figures of their own."""
        stats = self._outcome.stats
        return stats.probe + stats.beliefs + stats.encode + stats.load

    def _spend(self, began: float) -> None:
        """Adds the CPU time since then to that of the first solution, or of the rest."""
        stats, seconds = self._outcome.stats, process_time() - self._elsewhere() + began
        if self._outcome.found:
            self._outcome.stats = replace(stats, rest=stats.rest + seconds)
        else:
            self._outcome.stats = replace(stats, first=stats.first + seconds)

    def _is_new(self, picture: bytes) -> bool:
        """Returns whether a solution is new; raises `SolverDisagreement` if it is none."""
        require_solution(picture, self._task.puzzle)
        if picture in self._known:
            return False
        if self._news or not self._solver:
            self._known.add(picture)
        self._outcome.found += 1
        self._answered_at = self._outcome.stats.conflicts
        return True
