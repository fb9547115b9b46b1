"""One search for the solutions of a puzzle, in this process:

    lines -> brief probing -> a first round of the learner -> more probing -> the learner -> a solver, in turns with the learner

The stages before the solver are one object (`nonosat.lines.stages`), which yields solutions and leaves a narrowed board.
The solver of clauses (`nonosat.search.board_solver`) joins in once the learner has had its share. They take turns, work for
work, until one of them has a solution. The solver then looks for another, or proves that there is none; the learner keeps an
eighth.

Every solution is checked against the clues, by code that shares nothing with the search, before it is returned.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace
from sys import maxsize
from time import process_time
from typing import TYPE_CHECKING

from nonosat.lines.board import Board, given_cells
from nonosat.lines.propagate import Contradiction, Deduction
from nonosat.lines.solver import LineSolver, line_solver
from nonosat.lines.stages import FOUND, LARGE, StagedSearch
from nonosat.model.disagreement import checked
from nonosat.model.puzzle import Grid
from nonosat.search.outcome import Observer, Outcome, Searching, Stats
from nonosat.search.task import Join, News, Others, Overtaken, Task
from nonosat.support.end import End, OutOfReach, Stopped
from nonosat.support.limits import Budget
from nonosat.support.results import made

if TYPE_CHECKING:
    from nonosat.search.board_solver import ClauseSolver

_TURN = 100
"""Conflicts of a turn of the solver, at least, and between two reports to an observer."""

_SHARE_AFTER = 8
"""Work of the solver for each unit of the learner's once there is a solution. Alone it takes 13 s on Knotty (seed 1), not .2."""

_EVEN_AGAIN = 20_000_000
"""After this much solver work, learner and solver get equal shares again: puzzles still open (stripes 99) need the learner."""

Pictures = Generator[bytes, None, None]


def search(
    task: Task,
    outcome: Outcome,
    *,
    observer: Observer | None = None,
    news: News | None = None,
    join: Join | None = None,
) -> Generator[Grid, None, Task | None]:
    """The solutions of the task's puzzle, each found when it is asked for.

    Fills in `outcome` as it goes; its `found` includes the known grids and the `news`. Others `join` in once the `answer_budget`
    is spent. Returns the rest of the task if child processes should go on alone: they have overtaken this search, its budget
    beside them is spent, or the task `hands_over` its solver.
    """
    run = Search(task, outcome, observer, news, join)
    yield from run.solutions()
    return run.rest


class Search:
    """The state of one search, for one solution at a time. Only `_account` writes the statistics of the outcome."""

    _lines: LineSolver

    def __init__(
        self,
        task: Task,
        outcome: Outcome,
        observer: Observer | None = None,
        news: News | None = None,
        join: Join | None = None,
    ) -> None:
        # All are set here: attributes of the class take ten times as long to read
        self._task = task
        self._outcome = outcome
        self._observer = observer
        self._news = news
        self._join = join
        self._tick = task.clock.tick
        self._excluded = set(task.excluded)
        """Solutions that no stage should find again; those that the solver excludes itself are not kept."""
        self._budget = Budget(task.limit.conflicts, task.answer_budget, 2)
        """Conflicts that are left; the learner has one half, as the other is kept for the solver."""
        outcome.found = len(self._excluded)
        self._stages: StagedSearch | None = None
        self._turns: Pictures | None = None
        """Solutions from the solver, after the stages."""
        self._solver: ClauseSolver | None = None
        self.others: Others | None = None
        """Those that have joined in."""
        self.rest: Task | None = None
        """After the last solution: the rest of the task, if child processes should go on with it."""
        self._others_go_on = False
        """True if child processes should go on with the rest."""
        self._is_over = False
        self._is_too_large = False
        """True if no solver of clauses can take the board."""
        self._unshared: bytes | None = None
        """The latest solution, if the others need it to go on."""
        self._solver_conflicts = self._reported = 0
        """Conflicts of the solver, and of all when the observer was last called."""
        self._solving = 0.0
        """CPU seconds of the solver."""
        self._first: float | None = None
        """CPU seconds of the first solution."""

    def solutions(self) -> Generator[Grid, None, None]:
        """Yields the solutions, each found when it is asked for, and closes the search."""
        try:
            while (grid := self.next()) is not None:
                yield grid
        finally:
            self.close()

    def next(self) -> Grid | None:
        """Returns the next solution on the same board; None after the last one, or if a limit came first: see the outcome."""
        if self._is_over or (self._stages and self._has_enough()):
            return self._next_elsewhere()
        self._is_over = True  # unless `_next_grid` finds a solution
        if self.others and self._unshared is not None:
            self.others.inform(self._unshared)
        # Kept short: see `load_board`
        try:
            if self._stages or self._begin():
                grid = self._next_grid()
                if grid is not None:
                    return grid
        except Overtaken:
            self._others_go_on = True
        except OutOfReach as reason:
            self._outcome.stop(reason)
        except BaseException:
            self.close()
            raise
        return self._end_here()

    def _end_here(self) -> Grid | None:
        """Ends the search in this process."""
        self._account()
        if self._others_go_on:
            self.rest = self._rest()
        return self._next_elsewhere()

    def _next_elsewhere(self) -> Grid | None:
        """Returns the next solution from other processes, once the search here is over; here only the picture at hand."""
        return self._picture_at_hand()

    def close(self) -> None:
        """Ends the search and frees the solver now."""
        self._is_over = True
        if self._turns:
            self._turns.close()
        if self.others:
            self.others.end()

    def _next_grid(self) -> Grid | None:
        """Returns the next solution that is not excluded, from the stages and then from the solver."""
        while True:
            if self._turns is None:
                picture = self._step()
                if picture is None:
                    self._turns = self._with_solver()
                    continue
            elif (picture := next(self._turns, None)) is None:
                return None
            grid = self._take(picture)
            if grid is not None:
                self._unshared = picture if self.others else None
                self._is_over = False
                return grid

    def _picture_at_hand(self) -> Grid | None:
        """Returns the picture at hand if it is a solution and a limit came before any."""
        hint, outcome = self._task.hint or self._task.puzzle.goal, self._outcome
        if not hint or outcome.found or outcome.complete or self._task.limit.solutions == 0:
            return None
        if not hint.satisfies(self._task.puzzle):
            return None
        outcome.found = 1
        return hint

    def _rest(self) -> Task:
        """Returns the task of child processes: what is open on the board, with the limits that are left."""
        limit, spent = self._task.limit, self._conflicts()
        if limit.conflicts is not None:
            limit = replace(limit, conflicts=max(0, limit.conflicts - spent))
        return replace(
            self._task,
            limit=limit,
            excluded=tuple(self._excluded),
            narrowed=self._board().unpack(),
            answer_budget=None,
            hands_over=False,
        )

    def _settle_at_once(self) -> None:
        """Notes why there is nothing to search for."""
        if self._task.limit.solutions == 0:
            self._outcome.end = End(Stopped.SOLUTIONS)
        else:
            self._outcome.refute()

    def _has_enough(self) -> bool:
        """Returns whether the latest solution is the last one, and notes why."""
        outcome = self._outcome
        if outcome.complete:
            return True
        if outcome.found == self._task.limit.solutions:
            outcome.end = End(Stopped.SOLUTIONS)
            return True
        return False

    def _take(self, picture: bytes) -> Grid | None:
        """Checks, counts and remembers a solution, and brings the statistics up to date; returns None for an excluded one."""
        grid = checked(self._task.puzzle, picture, "the search")
        if picture in self._excluded:
            return None
        if self._news or not self._solver or self._task.answer_budget is not None:
            self._excluded.add(picture)
        self._outcome.found += 1
        self._account()
        self._budget.spent = self._outcome.stats.conflicts
        self._budget.begin_part()
        return grid

    # ---- lines, probing, the learner -----------------------------------------------------------------

    def _begin(self) -> bool:
        """Begins the stages before the solver: see `nonosat.lines.stages`. Returns False if there is nothing to search for."""
        task, puzzle = self._task, self._task.puzzle
        if task.limit.solutions == 0 or puzzle.contradictions():
            self._settle_at_once()
            return False
        self._tick()
        configuration, most = task.configuration, min(task.limit.solutions or 0, maxsize)
        self._lines = lines = line_solver(puzzle.geometry, sum(puzzle.clue_families, ()), len(puzzle.palette))
        board = (
            lines.to_kernel(task.narrowed)
            if task.narrowed
            else lines.blank(given_cells(puzzle) if puzzle.givens else ())
        )
        self._stages = stages = lines.search(
            board, configuration.seed, most, configuration.learner, task.schedule
        )
        for picture in task.excluded:
            stages.exclude(picture)
        if (hint := task.hint or puzzle.goal) is not None:
            stages.hint(hint.cells)
        return True

    def _board(self) -> Board:
        """Returns the board as the stages have left it."""
        assert self._stages
        board = Board(self._task.puzzle)
        board.solver, board.candidates = self._lines, self._stages.board()
        return board

    def _step(self) -> bytes | None:
        """Steps until there is a solution; returns None once the stages, or a turn of the learner, are over."""
        stages, outcome = self._stages, self._outcome
        assert stages
        while True:
            watch, observe = (self._watch, self._observe) if self._observer else (self._tick, None)
            # Kept short: see `load_board`
            try:
                result, picture = stages.step(self._end_of_turn() - self._solver_conflicts, watch, observe)
            except BaseException:  # what lines have found out by then counts
                if outcome.line_solvable is None:
                    self._note_lines(stages)
                raise
            if outcome.line_solvable is None:
                self._note_lines(stages)
            if stages.complete:
                outcome.complete = True
            if self._observer and stages.conflicts > self._reported:
                self._report()
            if result == FOUND:
                return picture
            if result != LARGE:
                return None
            from nonosat.sat.encodings import has_room  # only large boards need it

            if not has_room(self._board(), self._tick):
                self._is_too_large = True
                # all is the learner's: no process can take the board
                self._budget.shares, self._budget.each = 1, None

    def _observe(self, line: int, removed: tuple[int, ...]) -> None:
        """Passes a deduction of the first stage on."""
        assert self._observer
        self._observer(Deduction(line, removed))

    def _watch(self) -> None:
        """The tick of an observed search."""
        self._tick()
        assert self._stages
        if self._stages.conflicts - self._reported >= _TURN:
            self._report()

    def _note_lines(self, stages: StagedSearch) -> None:
        """Notes what lines alone have found out."""
        outcome = self._outcome
        if stages.broken >= 0:
            outcome.refute()
            outcome.contradiction = Contradiction(stages.broken)
            if self._observer:
                self._observer(outcome.contradiction)
        elif stages.open >= 0:
            outcome.line_solvable = not stages.open

    # ---- the solver ----------------------------------------------------------------------------------

    def _with_solver(self) -> Pictures:
        """Yields what the solver finds on the board that the stages have left, and the learner beside it."""
        if self._outcome.complete or self._needs_no_solver():
            return
        with self._open() as solver:
            yield from self._by_turns(solver)

    def _open(self) -> ClauseSolver:
        """Returns a solver with the clauses of the board, without the solutions that are excluded."""
        # 4 ms of the start, while most puzzles need no solver
        from nonosat.search.board_solver import load_board

        task = self._task
        self._solver = solver = load_board(
            self._board(), self._tick, task.clock, task.configuration, self._watch_solver
        )
        for picture in self._excluded:
            solver.exclude(picture)
        self._budget.shares = 1
        return solver

    def _needs_no_solver(self) -> bool:
        """Returns whether no solver can or should go on here, and notes why."""
        task = self._task
        if task.hands_over and not self._is_too_large:
            self._others_go_on = True
            return True
        return (task.limit.conflicts == 0 or self._is_too_large) and self._stops()

    def _by_turns(self, solver: ClauseSolver) -> Pictures:
        """Turns of learner and solver until there are two solutions; then the solver alone.

        They are equal in work until there is one. Another one may be far from it, so the learner goes on with a small share:
        see `_is_behind`.
        """
        stages, outcome = self._stages, self._outcome
        assert stages
        begun = stages.work
        while not self._stops():
            learning = stages.learns and outcome.found < 2
            if learning and self._is_behind(stages.work - begun, solver.propagations):
                stages.turn()
                while (picture := self._step()) is not None:
                    solver.exclude(picture)
                    yield picture
            else:
                if learning:
                    self._inform(solver, stages)
                # each turn begins with a restart, so later ones are longer
                turn = max(_TURN, solver.conflicts // 4) if learning else maxsize
                if self._solve(solver, turn):
                    picture = solver.picture().cells
                    solver.exclude(picture)
                    if learning:
                        stages.exclude(picture)
                    yield picture
            if outcome.complete:
                return

    def _is_behind(self, learned: int, propagated: int) -> bool:
        """Returns whether the learner has had less than its share of the work."""
        share = _SHARE_AFTER if self._outcome.found and propagated < _EVEN_AGAIN else 1
        return learned * share < propagated

    def _inform(self, solver: ClauseSolver, stages: StagedSearch) -> None:
        """Gives the solver what the learner knows of cells, and until there is a solution its beliefs as phases.

        Afterwards they only disturb its proof: dom 13 takes 1.25 times as long with them. The learner's clauses are not
        worth sharing: hard puzzles take .97 of the time without those of 2 and 3 cells, 1.07 with all.
        """
        solver.add_units(stages.units())
        if not self._outcome.found and solver.conflicts and (colours := stages.best_colours()):
            solver.prefer(colours)

    def _end_of_turn(self) -> int:
        """Returns the conflicts, of learner and solver together, at which a turn ends.

        Others join between turns: dom 17 takes 1.4 times the conflicts if one is cut short.
        """
        budget = self._budget
        if not self._solver or not self._join or self.others:
            return budget.end
        return maxsize if budget.most is None else budget.most

    def _solve(self, solver: ClauseSolver, turn: int) -> bool | None:
        """Returns whether there is another solution; None if the turn or a limit came first."""
        end = self._budget.end if turn == maxsize else self._end_of_turn()
        conflicts = None if turn == end == maxsize else min(turn, end - self._conflicts())
        began = process_time()
        try:
            answer = solver.solve(conflicts=conflicts)
        finally:
            self._solving += process_time() - began
            self._solver_conflicts = solver.conflicts
        if answer is None and conflicts is None:  # it stopped an instant before its time was up
            raise OutOfReach(Stopped.SECONDS)
        self._outcome.complete = answer is False
        return answer

    def _watch_solver(self, conflicts: int) -> None:
        """Reports the solver's progress, and takes in what others have found, once it is loaded."""
        if self._solver:
            self._solver_conflicts = conflicts
            self._report()
            if self.others:
                self.others.tick()
            if self._news:
                self._take_in(self._news(), self._solver)

    def _take_in(self, pictures: Iterable[bytes], solver: ClauseSolver) -> None:
        """Excludes solutions that others have found."""
        assert self._stages
        for picture in pictures:
            if picture not in self._excluded:
                self._excluded.add(picture)
                self._outcome.found += 1
                solver.exclude(picture)
                if self._stages.learns:
                    self._stages.exclude(picture)

    # ---- limits and figures --------------------------------------------------------------------------

    def _conflicts(self) -> int:
        """Conflicts of learner and solver so far."""
        return (self._stages.conflicts if self._stages else 0) + self._solver_conflicts

    def _stops(self) -> bool:
        """Returns whether no conflicts are left, and notes why."""
        spent, limit = self._conflicts(), self._budget.most
        if spent < self._budget.end:
            return False
        if limit is not None and spent >= limit:
            self._outcome.end = End(Stopped.CONFLICTS)
        elif self._join and not self.others:
            self.others = others = self._join(self._rest())
            self._tick, self._budget.each = others.tick, others.answer_budget
            return self._stops()
        else:
            self._others_go_on = True
        return True

    def _report(self) -> None:
        """Updates the statistics and passes them to the observer."""
        self._account()
        self._reported = self._outcome.stats.conflicts
        if self._observer:
            self._observer(Searching(self._reported, self._outcome.found))

    def _account(self) -> None:
        """Brings the statistics up to date."""
        stages, solver = self._stages, self._solver
        if stages is None:
            self._outcome.stats = Stats(cells=self._task.puzzle.geometry.cell_count)
            return
        figures = stages.figures()
        searching, first = figures["first"] + self._solving, self._first
        if first is None:
            first = searching
            if self._outcome.found:
                self._first = first
        figures["first"], figures["rest"] = first, searching - first
        if solver:
            figures["conflicts"] += self._solver_conflicts
            figures |= {
                "variables": solver.variables,
                "clauses": solver.clauses,
                "encode": solver.encode_seconds,
                "load": solver.load_seconds,
                "backend": self._task.configuration.backend,
            }
        self._outcome.stats = made(Stats, figures)
