"""One puzzle searched by child processes: under limits that hold, and by several solvers at once.

The first configuration starts alone. When an answer takes it more conflicts than `patience`, the others
join in, and whichever finds the next solution, or proves that there is none, does so for all: a
solution is told to the others, which go on with what they have learnt.

What a limit or a crash ends is never more than the process concerned: what it had found by then counts.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import wait

from nonosat.engine.outcome import Observer, Outcome, Searching
from nonosat.engine.search import Facts, Task
from nonosat.engine.worker import Done, Failed, Found, Learnt, Message, Progress, searched
from nonosat.errors import SolverDisagreement
from nonosat.limits import Clock, Limit, OutOfReach, Stopped
from nonosat.model.puzzle import Grid
from nonosat.processes import Call, Child, engage, memory_in_use, release
from nonosat.sat.backends import Configuration

_GRACE_SECONDS = 0.2
"""How late a process may be with what it knows at its time limit before it is ended."""

_FEW = 10_000
"""Solutions after which nobody joins in any more: a newcomer would have to be told all of them."""


@dataclass(slots=True, eq=False)
class _Racer:
    """A configuration in its process."""

    configuration: Configuration
    child: Child
    answered_at: int = 0
    """Its conflicts when it found its last solution."""
    conflicts: int = 0


def race(
    task: Task,
    configurations: Sequence[Configuration],
    outcome: Outcome,
    *,
    patience: int | None = None,
    observer: Observer | None = None,
) -> Generator[Grid, None, None]:
    """The solutions of the task's puzzle, as its processes find them; they run ahead of what is asked for.

    Fills in `outcome` as it goes. The task's configuration and clock are set here, the clock when the first
    process has started.
    """
    contest = _Race(task, configurations, outcome, patience, observer)
    try:
        yield from contest.solutions()
    finally:
        contest.end()


class _Race:
    """The state of one race."""

    def __init__(
        self,
        task: Task,
        configurations: Sequence[Configuration],
        outcome: Outcome,
        patience: int | None,
        observer: Observer | None,
    ) -> None:
        self._task = replace(task, observed=observer is not None)
        self._waiting = list(configurations)
        """Configurations that have not started."""
        self._racers: list[_Racer] = []
        self._outcome = outcome
        self._patience = patience
        self._observer = observer
        self._known = set(task.known)
        outcome.found = len(self._known)
        self._facts: set[tuple[int, int]] = set()
        self._failures: list[OutOfReach] = []
        self._began = False
        """Whether the clock runs."""

    def solutions(self) -> Generator[Grid, None, None]:
        outcome = self._outcome
        if self._task.limit.solutions == 0:
            outcome.stopped = Stopped.SOLUTIONS
            return
        self._start(1 if self._patience else len(self._waiting))
        while not (outcome.complete or outcome.stopped):
            left = self._task.clock.left
            ready = wait(
                [racer.child.pipe for racer in self._racers],
                None if left is None else left + _GRACE_SECONDS,
            )
            if not ready:
                outcome.stopped = Stopped.SECONDS
                return
            for racer in [racer for racer in self._racers if racer.child.pipe in ready]:
                try:
                    message: Message = racer.child.pipe.recv()
                except (EOFError, OSError):
                    self._lost(racer)
                    continue
                grid = self._heard(racer, message)
                if grid is not None:
                    yield grid
                    if outcome.found == self._task.limit.solutions:
                        outcome.stopped = Stopped.SOLUTIONS
                if outcome.complete or outcome.stopped:
                    return

    def end(self) -> None:
        """Ends every process that is still at it."""
        enough = self._outcome.found == self._task.limit.solutions
        while self._racers:
            child = self._racers.pop().child
            held = _held_at_the_end(child) if enough and not self._racers else None
            if held is None:
                child.end()
            else:
                release(child, held)

    def _start(self, number: int) -> None:
        """So many more of the configurations join in."""
        for configuration in self._waiting[:number]:
            racer = _Racer(configuration, engage(self._task.limit.memory))
            self._racers.append(racer)
            if racer.child.ready:
                self._send_task(racer)
        del self._waiting[:number]

    def _send_task(self, racer: _Racer) -> None:
        if not self._began:
            self._began = True
            limit = Limit(seconds=self._task.limit.seconds, memory=self._task.limit.memory)
            self._task = replace(self._task, clock=Clock(limit, used=memory_in_use))
        known = tuple(self._known)
        task = replace(self._task, configuration=racer.configuration, known=known)
        racer.child.send(Call(searched, (task,), task.limit.memory))
        if len(self._racers) > 1:  # now there is someone to tell
            racer.child.send(tuple(self._facts))
            self._tell_others(racer, ())

    def _heard(self, racer: _Racer, message: Message) -> Grid | None:
        """Takes in what a process says; a solution that is new is returned."""
        match message:
            case Found(cells, outcome):
                self._learn(racer, outcome)
                racer.answered_at = outcome.stats.conflicts
                return self._new(racer, cells)
            case Progress(event, outcome):
                self._learn(racer, outcome)
                if isinstance(event, Searching):
                    racer.conflicts = event.conflicts
                    event = Searching(sum(racer.conflicts for racer in self._racers), self._outcome.found)
                    if self._patience and racer.conflicts - racer.answered_at > self._patience:
                        self._start(len(self._waiting))
                if self._observer:
                    self._observer(event)
            case Learnt(facts):
                self._facts |= set(facts)
                self._tell_others(racer, facts)
            case Done(outcome, held, last):
                self._learn(racer, outcome)
                self._racers.remove(racer)
                if last:
                    racer.child.end()
                else:
                    release(racer.child, held)
                self._done(outcome)
            case Failed(error):
                self._racers.remove(racer)
                racer.child.end()
                raise error
            case _:
                racer.child.ready = True
                self._send_task(racer)
        return None

    def _new(self, racer: _Racer, cells: bytes) -> Grid | None:
        """The picture, if nobody had it before; the others are told of it."""
        if cells in self._known:
            return None
        grid = Grid.of(self._task.puzzle, cells)
        if not grid.satisfies(self._task.puzzle):
            raise SolverDisagreement(f"{racer.configuration} gave a picture that is no solution: {grid!r}")
        self._outcome.found += 1
        if self._outcome.found > _FEW:
            self._waiting.clear()
        if self._waiting or len(self._racers) > 1:
            self._known.add(cells)
        self._tell_others(racer, cells)
        return grid

    def _tell_others(self, racer: _Racer, news: bytes | Facts) -> None:
        for other in self._racers:
            if other is not racer and other.child.ready:
                other.child.send(news)

    def _learn(self, racer: _Racer, outcome: Outcome) -> None:
        """What one process knows by now; the figures are those of the first, or of the one that is done."""
        mine = self._outcome
        if outcome.line_solvable is not None:
            mine.line_solvable, mine.contradiction = outcome.line_solvable, outcome.contradiction
        if racer is self._racers[0] or outcome.complete:
            mine.stats = outcome.stats

    def _done(self, outcome: Outcome) -> None:
        """A process has ended its search."""
        if outcome.complete:
            self._outcome.complete = True
        elif outcome.stopped is Stopped.MEMORY and (self._racers or self._waiting):
            self._others_go_on(OutOfReach(Stopped.MEMORY))
        else:
            self._outcome.stopped, self._outcome.detail = outcome.stopped, outcome.detail

    def _lost(self, racer: _Racer) -> None:
        """A process has died."""
        self._racers.remove(racer)
        self._others_go_on(racer.child.end(self._task.limit.memory))

    def _others_go_on(self, failure: OutOfReach) -> None:
        self._failures.append(failure)
        if not self._racers:
            self._start(len(self._waiting))
        if not self._racers:
            self._outcome.stop(self._failures[0])


def _held_at_the_end(child: Child) -> int | None:
    """What a process that has found enough holds, once it says that it is done, as it does at once."""
    try:
        while child.pipe.poll(_GRACE_SECONDS):
            match child.pipe.recv():
                case Done(_, held, last):
                    return None if last else held
    except (EOFError, OSError):
        pass
    return None
