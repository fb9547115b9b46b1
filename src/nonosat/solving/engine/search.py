"""One search for the solutions of a puzzle, with one solver, in this process.

A puzzle goes through several stages until one of them settles it. The opening (`nonosat.solving.engine.opening`)
settles what lines and probing can, and needs no solver. A large puzzle that is the same after half a turn is searched
for pictures of that kind first (`nonosat.solving.engine.half_turn`), and large ones by what learns from conflicts
(`nonosat.solving.engine.large`). What is left is searched by dives, which guess at a
solution, and depth first, in turns (`nonosat.solving.engine.schedule`).
The rest becomes clauses: the solver finds a model, one clause over the open cells rules its grid out, and the
solver continues until it finds no more. No grid, one or two make the verdict.

Every grid is checked against the clues, by what shares nothing with the solver, before it is returned.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import islice, repeat
from math import inf
from time import process_time
from typing import TYPE_CHECKING, Protocol

from nonosat.foundation.lazy_dataclasses import dataclass, field, replace
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.engine.collector import collector_paused, resume_collector
from nonosat.solving.engine.half_turn import folded, unfolded
from nonosat.solving.engine.large import BRIEF, FEW, FIRST, LATER, LargeBoard, Turns
from nonosat.solving.engine.opening import by_probing, opening, require_solution
from nonosat.solving.engine.outcome import Event, Observer, Outcome, Searching, Stats
from nonosat.solving.engine.schedule import DIVE, PROBE, searchable, steps
from nonosat.solving.lines.beliefs import Beliefs, beliefs
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.searching import TreeSearch
from nonosat.solving.sat.backends import BELIEFS, PLAIN, Configuration, Session, open_session
from nonosat.solving.sat.encodings import Candidate, Cnf, encode
from nonosat.solving.sat.encodings.phases import phases

if TYPE_CHECKING:
    from nonosat.solving.lines.diving import Try
    from nonosat.solving.sat.backends.alternating import Guess

_PROBING = 2000
"""Conflicts between two rounds of probing; a round takes about as long as a hundred conflicts."""

_WORTH_A_TRY = 0.5
"""The most that beliefs may take before there are clauses, in conflicts per open cell."""

_BELIEFS_COST = 0.0015
"""The time that a sweep of beliefs takes for each open cell and ink, in conflicts of a solver."""

_LARGE, _SHORT = 10_000, 20
"""On boards of more open cells beliefs make no more sweeps: guesses seldom succeed there, and these take the longest."""

_HUGE = 100_000
"""On boards of more open cells there is one dive before clauses: it takes seconds, and the first has solved all that any has."""

_SUPPOSITIONS = 60
"""How many of them take as long as a conflict."""

_HALF = 0.25
"""The most that a search for pictures that half a turn leaves as they are may take, in conflicts per open cell."""

Refuted = tuple[Candidate, ...]
"""Candidates that no solution has, except perhaps known ones."""


class Peers(Protocol):
    """Other searches for the solutions of the same puzzle."""

    def news(self) -> Iterable[bytes | Refuted]:
        """What they have found since the last call: solutions, cell by cell, and refuted candidates."""

    def exist(self) -> bool:
        """Whether there are any."""

    def share(self, refuted: Refuted) -> None:
        """Sends them refuted candidates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A puzzle, how to search it, and when to stop."""

    puzzle: Puzzle
    configuration: Configuration
    limit: Limit = field(default_factory=Limit)
    clock: Clock = field(default_factory=Clock)
    """Keeps the time and memory limits; the others are kept by counting."""
    answer_budget: int | None = None
    """The conflict budget of each answer."""
    known: tuple[bytes, ...] = ()
    """Solutions, cell by cell, that are not asked for again."""
    observed: bool = False
    """Whether each deduction is to be told to a parent process."""


def search(
    task: Task,
    outcome: Outcome,
    *,
    observer: Observer | None = None,
    peers: Peers | None = None,
    board: Board | None = None,
) -> Generator[Grid, None, None]:
    """The solutions of the task's puzzle, each found when it is asked for.

    Fills in `outcome` as it goes; its `found` includes the known grids and those of the peers. `board` is what the
    opening has left, if that was made already.
    """
    return _Search(task, outcome, observer, peers).solutions(board)


class _Search:
    """The state of one search."""

    def __init__(
        self,
        task: Task,
        outcome: Outcome,
        observer: Observer | None,
        peers: Peers | None,
    ) -> None:
        self._task = task
        self._puzzle = task.puzzle
        self._outcome = outcome
        self._observer = observer
        self._peers = peers
        self._probed_at = 0
        self._dives = 0
        """How many there have been."""
        self._large: LargeBoard | None = None
        self._learnt = 0
        """Conflicts before there were clauses."""
        self._spare: list[bytes] = []
        """Solutions that a dive has found, and the solver not."""
        self._known = set(task.known)
        self._excluding = False
        """Whether a solver rules out by itself what it has found."""
        self._undecided: tuple[Candidate, ...] = ()
        """Candidates that have not been refuted."""
        outcome.found = len(self._known)

    def solutions(self, board: Board | None) -> Generator[Grid, None, None]:
        """What the stages find, one after the other on the same board, until the puzzle is settled."""
        outcome, most, task = self._outcome, self._task.limit.solutions, self._task
        if board is None:
            known = self._known
            board = yield from opening(self._puzzle, outcome, task.limit, task.clock, self._observer, known)
        if board is None:
            return
        stages = (
            self._by_learning,
            self._by_halves,
            self._by_trying,
            self._by_more_learning,
            self._by_clauses,
        )
        for stage in stages:
            for grid in self._in_reach(stage(board)):
                if not self._is_new(grid):
                    continue
                yield grid
                if most and outcome.found >= most and not outcome.complete:
                    outcome.stopped = Stopped.SOLUTIONS
                    return
            if outcome.complete or outcome.stopped:
                return

    def _in_reach(self, grids: Iterable[Grid]) -> Generator[Grid, None, None]:
        """The grids up to the limit of time or memory."""
        try:
            yield from grids
        except OutOfReach as reason:
            self._outcome.stop(reason)

    def _by_learning(self, board: Board) -> Generator[Grid, None, None]:
        """What short searches find that learn from conflicts, on a large board."""
        if self._task.configuration.alternate is not None:
            self._large = LargeBoard(self._puzzle, board, tuple(self._known), self._outcome)
            yield from self._learning(FIRST)

    def _by_more_learning(self, board: Board) -> Generator[Grid, None, None]:
        """What long ones find, or a short one where a verdict on a smaller board is wanted."""
        if self._large:
            yield from self._learning(LATER)
        elif self._large is not None and self._task.limit.solutions != 1:
            self._large = LargeBoard(
                self._puzzle,
                board,
                tuple(self._known),
                self._outcome,
                small=searchable(board.open_cells(), board.cells),
            )
            yield from self._learning(BRIEF, FEW)

    def _learning(self, turns: Turns, few: int | None = None) -> Generator[Grid, None, None]:
        if not self._large:
            return
        for picture in self._known:
            self._large.exclude(picture)
        task = self._task
        for picture in self._large.search(
            turns, task.limit, few=few, clock=task.clock, observer=self._observer
        ):
            self._large.exclude(picture)
            yield Grid.of(self._puzzle, picture)

    def _by_halves(self, board: Board) -> Generator[Grid, None, None]:
        """Pictures that half a turn leaves as they are, and then the probing that the opening has left out."""
        outcome = self._outcome
        half = folded(self._puzzle, outcome.stats.open_cells)
        if half is None:
            return
        if not self._known and self._task.limit.conflicts is None and not self._large:
            for cells in self._halves(half):
                yield Grid.of(self._puzzle, unfolded(cells))
        if not outcome.stopped:
            solution = by_probing(board, outcome, self._task.clock)
            if outcome.complete and solution is not None:
                yield Grid.of(self._puzzle, solution)

    def _halves(self, half: Puzzle) -> Generator[bytes, None, None]:
        """Up to two solutions of the upper half, whose search may take so many conflicts."""
        mine, its, most = self._outcome, Outcome(), self._task.limit.solutions
        budget = int(_HALF * mine.stats.open_cells)
        limit = Limit(solutions=min(most or 2, 2), conflicts=budget)

        def watch(event: Event) -> None:
            if self._observer and isinstance(event, Searching):
                self._observer(Searching(event.conflicts, mine.found))

        try:
            for grid in search(
                replace(self._task, puzzle=half, limit=limit, answer_budget=None), its, observer=watch
            ):
                yield grid.cells
        finally:
            mine.stats = mine.stats.joined(its.stats)
        if its.stopped in (Stopped.SECONDS, Stopped.MEMORY):
            mine.stopped, mine.detail = its.stopped, its.detail

    def _by_trying(self, board: Board) -> Generator[Grid, None, None]:
        """What dives and depth-first search find in turns: up to two solutions, if the configuration has them."""
        alternate, wanted = self._task.configuration.alternate, self._task.limit.solutions
        if alternate is None:
            return
        open_cells = board.open_cells()
        dives = self._opening_dives(open_cells) if alternate.phases == BELIEFS else iter(())
        tree, pictures, told = None, list(self._known), len(self._known)
        most = told + 2 if wanted is None else min(wanted, told + 2)
        worthwhile = True
        for step in steps(wanted, open_cells, board.cells):
            if step == DIVE:
                attempt = next(dives, None) if len(pictures) == len(self._task.known) else None
                if attempt:
                    found, self._outcome.complete = self._dive(board, self._believe(board, attempt), attempt)
                    pictures += (picture for picture in found if picture not in pictures)
            elif step == PROBE:
                solution = by_probing(board, self._outcome, self._task.clock)
                if solution is not None and self._outcome.complete and solution not in pictures:
                    pictures.append(solution)
            elif worthwhile:
                tree = tree or TreeSearch(board, pictures)
                if tree.outlook <= step.outlook:
                    self._outcome.complete = self._search_tree(tree, board, step.suppositions, most)
                else:
                    worthwhile = step.optional
            while told < len(pictures):
                yield Grid.of(self._puzzle, pictures[told])
                told += 1
            if self._outcome.complete or told >= most:
                return

    def _opening_dives(self, open_cells: int) -> Iterator[Try]:
        """The dives before there are clauses."""
        from nonosat.solving.lines.diving import ONE_SOLUTION, OPENING

        tries = ONE_SOLUTION if self._task.limit.solutions == 1 else OPENING
        most = min(_WORTH_A_TRY / _BELIEFS_COST, _SHORT if open_cells > _LARGE else inf)
        return islice((each for each in tries if each.sweeps <= most), 1 if open_cells > _HUGE else None)

    def _search_tree(self, tree: TreeSearch, board: Board, suppositions: int, most: int) -> bool:
        """Searches on, and leaves on the board what may be in a solution: whether that has come to an end."""
        began, before = process_time(), tree.suppositions
        try:
            complete = tree.search(suppositions, most=most, tick=self._task.clock.tick)
        finally:
            stats = self._outcome.stats
            self._outcome.stats = replace(
                stats,
                probes=stats.probes + tree.suppositions - before,
                dives=stats.dives + process_time() - began,
            )
        if not tree.pictures:
            tree.narrow(board)
        return complete

    def _by_clauses(self, board: Board) -> Generator[Grid, None, None]:
        """A solver's models of the clauses of what is open."""
        session, cnf = self._opened(board, self._task.configuration)
        self._undecided = cnf.candidates() if self._peers else ()
        self._excluding = True
        self._learnt = self._outcome.stats.conflicts
        with session:
            for cells in self._known:
                session.add(cnf.excluding(cells))
            while answer := self._solve(session, cnf):
                grid = cnf.picture(session.model())
                session.add(cnf.excluding(grid.cells))
                yield grid
                while self._spare:
                    picture = self._spare.pop()
                    session.add(cnf.excluding(picture))
                    yield Grid.of(self._puzzle, picture)
            self._outcome.complete = answer is not None

    def _opened(self, board: Board, configuration: Configuration) -> tuple[Session, Cnf]:
        """A session with the clauses of a board at its fixpoint; the clauses themselves are not kept."""
        # kept short: out of memory, CPython 3.11 loops for ever if an exception leaves a `with` beyond the
        # 256th instruction of a function
        with collector_paused():
            session, cnf = self._loaded(board, configuration)
        return self._alternating(session, cnf, board, configuration), cnf

    def _loaded(self, board: Board, configuration: Configuration) -> tuple[Session, Cnf]:
        """The solver with the clauses, and the encoding without them."""
        outcome, began = self._outcome, process_time()
        cnf = encode(board, configuration.encoding, tick=self._task.clock.tick)
        outcome.stats = replace(
            outcome.stats,
            variables=cnf.variables,
            clauses=len(cnf.clauses),
            encode=outcome.stats.encode + process_time() - began,
        )
        if configuration.phases == BELIEFS:
            from nonosat.solving.lines.diving import LATER

            believed = self._believe(board, next(attempt for attempt in LATER if attempt.solver))
            cnf = replace(cnf, phases=phases(cnf, board, configuration.encoding, believed))
        began = process_time()
        session = open_session(cnf, configuration, watch=lambda _: self._task.clock.tick())
        load = outcome.stats.load + process_time() - began
        outcome.stats = replace(outcome.stats, load=load, backend=configuration.backend)
        return session, replace(cnf, clauses=[], phases=())

    def _alternating(self, session: Session, cnf: Cnf, board: Board, configuration: Configuration) -> Session:
        """The session, taking turns with its alternate if it has one."""
        alternate = configuration.alternate
        if alternate is None:
            return session
        from nonosat.solving.sat.backends.alternating import Alternating, Guess

        guesses = self._guesses(cnf, board, alternate) if alternate.phases == BELIEFS else repeat(Guess())
        plain = replace(alternate, phases=PLAIN)
        return Alternating(
            session,
            lambda: self._opened(board, plain)[0],
            guesses,
            size=len(cnf.open_cells),
            answered=bool(self._known),
        )

    def _guesses(self, cnf: Cnf, board: Board, configuration: Configuration) -> Iterator[Guess]:
        """What a solver of the clauses should try first, each time from other beliefs."""
        from nonosat.solving.lines.diving import later
        from nonosat.solving.sat.backends.alternating import Guess

        large = len(cnf.open_cells) > _LARGE
        for attempt in (each for each in later() if not large or each.sweeps <= _SHORT):
            believed = self._believe(board, attempt)
            pictures, complete = self._dive(board, believed, attempt)
            new = [picture for picture in pictures if picture not in self._known]
            if new:
                self._spare = new[1:]
                yield Guess(cnf.telling(new[0]), True)
            literals = phases(cnf, board, configuration.encoding, believed) if attempt.solver else ()
            work = 1 + int(_BELIEFS_COST * attempt.sweeps * len(cnf.open_cells) * (board.colours - 1))
            work += attempt.suppositions // _SUPPOSITIONS
            yield Guess(literals, False if complete else None, work, attempt.solver)

    def _dive(self, board: Board, believed: Beliefs, attempt: Try) -> tuple[list[bytes], bool]:
        """Up to two solutions that dives from these beliefs find, and whether these are all."""
        from nonosat.solving.lines.diving import dive

        most = min(self._task.limit.solutions or 2, 2)
        if attempt.suppositions and searchable(board.open_cells(), board.cells):
            tree = TreeSearch(board, likelihoods=believed.cells)
            complete = self._search_tree(tree, board, attempt.suppositions, most)
            return tree.pictures, complete
        began, order, pictures = process_time(), believed.ranking, list[bytes]()
        answer: bool | None = True
        try:
            while answer and len(pictures) < most:
                dived = board.copy()
                answer = dive(
                    dived,
                    order,
                    contradictions=attempt.contradictions * (1 + len(pictures)),
                    known=pictures[0] if pictures else None,
                    tick=self._task.clock.tick,
                )
                if answer:
                    pictures.append(bytes(dived.known()))
        finally:
            stats = self._outcome.stats
            self._outcome.stats = replace(stats, dives=stats.dives + process_time() - began)
        return pictures, answer is False

    def _believe(self, board: Board, attempt: Try) -> Beliefs:
        """What belief propagation makes of the board; every call gives something else."""
        began = process_time()
        self._dives += 1
        seed = self._task.configuration.seed + (self._dives << 64)
        try:
            return beliefs(
                board,
                reinforcement=attempt.reinforcement,
                sweeps=attempt.sweeps,
                seed=seed,
                boundaries=attempt.solver,
                tick=self._task.clock.tick,
            )
        finally:
            stats = self._outcome.stats
            self._outcome.stats = replace(stats, beliefs=stats.beliefs + process_time() - began)

    def _solve(self, session: Session, cnf: Cnf) -> bool | None:
        """Whether there is another model; None, and `stopped` says why, if a limit came first."""
        outcome, limit = self._outcome, self._task.limit
        left = None if limit.conflicts is None else limit.conflicts - outcome.stats.conflicts
        answer_budget = self._task.answer_budget
        budget = min((each for each in (answer_budget, left) if each is not None), default=None)

        def watch(conflicts: int) -> None:
            resume_collector()
            outcome.stats = replace(outcome.stats, conflicts=self._learnt + conflicts)
            self._task.clock.tick()
            if self._observer:
                self._observer(Searching(conflicts, outcome.found))
            if self._peers:
                self._exchange(self._peers, session, cnf)

        began, opening = process_time(), _opening(outcome.stats)
        try:
            self._task.clock.tick()
            answer = session.solve(conflicts=budget, seconds=self._task.clock.left, watch=watch)
            if answer is None:
                self._task.clock.tick()  # a solver may have stopped by itself when the time was up
                if budget is None:  # or an instant before
                    raise OutOfReach(Stopped.SECONDS)
                outcome.out_of_budget = budget == answer_budget
                outcome.stopped = None if outcome.out_of_budget else Stopped.CONFLICTS
        except OutOfReach as reason:
            outcome.stop(reason)
            answer = None
        finally:
            stats = replace(outcome.stats, conflicts=self._learnt + session.conflicts())
            spent = process_time() - began - (_opening(stats) - opening)
            if outcome.found:
                outcome.stats = replace(stats, rest=stats.rest + spent)
            else:
                outcome.stats = replace(stats, first=stats.first + spent)
        return answer

    def _exchange(self, peers: Peers, session: Session, cnf: Cnf) -> None:
        """Takes in what the peers found, and now and then looks for news to tell them."""
        for news in peers.news():
            if isinstance(news, bytes):
                if news not in self._known:
                    self._known.add(news)
                    self._outcome.found += 1
                    session.add(cnf.excluding(news))
            else:
                for literal in cnf.literals_of(news):
                    session.add([-literal])
        if peers.exist() and self._outcome.stats.conflicts - self._probed_at >= _PROBING:
            self._probed_at = self._outcome.stats.conflicts
            literals = cnf.literals_of(self._undecided)
            false = set(session.impossible(literals))
            pairs = list(zip(self._undecided, literals, strict=True))
            if false:
                self._undecided = tuple(candidate for candidate, literal in pairs if literal not in false)
                peers.share(tuple(candidate for candidate, literal in pairs if literal in false))

    def _is_new(self, grid: Grid) -> bool:
        """Whether the grid is new; raises `SolverDisagreement` if it is no solution."""
        require_solution(grid, self._puzzle)
        if grid.cells in self._known:
            return False
        if self._peers or not self._excluding:
            self._known.add(grid.cells)
        self._outcome.found += 1
        return True


def _opening(stats: Stats) -> float:
    """CPU seconds spent on opening sessions."""
    return stats.beliefs + stats.dives + stats.encode + stats.load
