"""One puzzle searched by child processes: under limits that hold, and by several solvers at once.

The first configuration starts alone: in the process of the caller, or under a limit of memory in one of its own. If an
answer takes it more than `solo_conflicts`, the others join in. The first answer of another process ends the caller's search.
When one of the processes finds the next solution, the others get it too and continue with what they have learnt; a proof
that no other exists ends all.

A limit or a crash ends the process concerned and no other; what it had found by then counts.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from nonosat.model.disagreement import checked
from nonosat.model.puzzle import Grid
from nonosat.sat.backends import Configuration, backend_named
from nonosat.search.outcome import Observer, Outcome, Searching
from nonosat.search.task import Overtaken, Task
from nonosat.search.worker import Progress, Report, Solution, search_for
from nonosat.support.children.load import grace
from nonosat.support.children.processes import (
    GRACE_SECONDS,
    Child,
    Message,
    Raised,
    Received,
    Returned,
    Started,
    acquire,
    listen,
    memory_in_use,
    memory_share,
    reason_of,
    release,
)
from nonosat.support.end import End, OutOfReach, Stopped
from nonosat.support.errors import NonosatError
from nonosat.support.limits import Clock, Limit

_CONFLICTS_BESIDE_PROVER = 500_000
"""Conflicts of learner and solver for one answer beside Kissat, some 40 s. webpbn 25820 takes Kissat 10 minutes."""


_LOOK_SECONDS = 0.02
"""Time between two looks of a search at those beside it. A look takes 30 microseconds."""


@dataclass(slots=True, eq=False)
class _Member:
    """A configuration in its process; mutable."""

    configuration: Configuration
    child: Child
    answered_at: int = 0
    """Its conflicts when it found its latest solution."""
    conflicts: int = 0


def search_in_parallel(
    task: Task,
    configurations: Sequence[Configuration],
    outcome: Outcome,
    *,
    solo_conflicts: int | None = None,
    observer: Observer | None = None,
) -> Generator[Grid, None, None]:
    """The solutions of the task's puzzle, in the order found; the processes search ahead.

    Fills in `outcome` as it goes. Replaces the task's configuration and clock. Without a deadline of its own, the clock starts
    with the first process.
    """
    portfolio = Portfolio(task, configurations, outcome, solo_conflicts, observer)
    try:
        yield from portfolio.solutions()
    finally:
        portfolio.end()


class Portfolio:
    """The state of one parallel search; `end` it after use."""

    _is_beside = False
    """True if the caller searches, too, and calls `tick`."""
    _next_look = 0.0
    _answer: tuple[_Member, Received] | None = None
    """The message that has overtaken the caller's search."""

    def __init__(
        self,
        task: Task,
        configurations: Sequence[Configuration],
        outcome: Outcome,
        solo_conflicts: int | None,
        observer: Observer | None,
    ) -> None:
        limit = task.limit
        if limit.memory is not None:  # shared by all that may join in
            limit = replace(limit, memory=memory_share(limit.memory, among=len(configurations)))
        self._task = replace(task, limit=limit, observed=observer is not None)
        self._tick = task.clock.tick
        """Of the caller's clock."""
        self._waiting = list(configurations)
        """Configurations not started yet."""
        self._members: list[_Member] = []
        self._outcome = outcome
        self._solo_conflicts = solo_conflicts
        self._observer = observer
        self._excluded = set(task.excluded)
        outcome.found = len(self._excluded)
        self._before = outcome.stats
        """Effort of an earlier part of the search."""
        self._failures: list[OutOfReach] = []
        self._began = False
        """True if the clock runs."""

    def solutions(self) -> Generator[Grid, None, None]:
        outcome = self._outcome
        if self._task.limit.solutions == 0:
            outcome.end = End(Stopped.SOLUTIONS)
            return
        self._start(1 if self._solo_conflicts else len(self._waiting))
        while not (outcome.complete or outcome.stopped):
            left = self._task.clock.left
            members = {member.child: member for member in self._members}
            seconds = None if left is None else left + grace(GRACE_SECONDS)
            silent = True
            for child, message in listen(members, seconds):
                silent = False
                if members[child].child is not child:  # it was started anew in the meantime
                    continue
                grid = self._take(members[child], message)
                if grid is not None:
                    yield grid
                    if outcome.found == self._task.limit.solutions:
                        outcome.end = End(Stopped.SOLUTIONS)
                if outcome.complete or outcome.stopped:
                    return
            if silent:
                outcome.end = End(Stopped.SECONDS)

    # ---- beside a search of the caller's own ---------------------------------------------------------

    def start_beside(self) -> None:
        """Starts all, while the caller goes on with a search of its own."""
        self._is_beside = True
        self._start(len(self._waiting))

    @property
    def answer_budget(self) -> int | None:
        """Conflicts of the caller's search for one answer, if a prover goes on without it."""
        return _CONFLICTS_BESIDE_PROVER if any(map(_is_prover, self._members)) else None

    def tick(self) -> None:
        """Looks now and then at what the processes send; raises `Overtaken` if it is an answer."""
        self._tick()
        now = monotonic()
        if now < self._next_look:
            return
        self._next_look = now + _LOOK_SECONDS
        members = {member.child: member for member in self._members}
        for child, message in listen(members, 0):
            self._look_at(members[child], message)

    def _look_at(self, member: _Member, message: Received) -> None:
        match message:
            case Started():
                self._send_task(member)
            case Message(Solution(cells)) if cells not in self._excluded:
                self._answer = member, message
            case Message():
                pass
            case Returned(outcome) if outcome.complete:
                self._answer = member, message
            case Raised(NonosatError() as error):
                raise error
            case _:
                self._members.remove(member)
                member.child.end()
        if self._answer:
            raise Overtaken

    def inform(self, picture: bytes) -> None:
        """Tells all of a solution that the caller's search has found."""
        self._excluded.add(picture)
        self._inform_others(None, picture)

    def go_on_without(self, first: Configuration) -> Generator[Grid, None, None]:
        """The other solutions, once the caller's search is over. If it was overtaken, it begins anew in a process."""
        outcome = self._outcome
        self._is_beside, self._before = False, outcome.stats
        if self._answer or not self._members:
            self._waiting.append(first)
        if self._answer:
            grid = self._take(*self._answer)
            if grid is not None:
                yield grid
                if outcome.found == self._task.limit.solutions:
                    outcome.end = End(Stopped.SOLUTIONS)
        if not (outcome.complete or outcome.stopped):
            yield from self.solutions()

    # ---- the processes -------------------------------------------------------------------------------

    def end(self) -> None:
        """Ends every process that still runs."""
        enough = not self._is_beside and self._outcome.found == self._task.limit.solutions
        while self._members:
            child = self._members.pop().child
            if enough and not self._members and _stops_by_itself(child):
                release(child)
            else:
                child.end()

    def _start(self, number: int) -> None:
        """Starts that many more configurations."""
        for configuration in self._waiting[:number]:
            member = _Member(configuration, acquire(self._task.limit.memory))
            self._members.append(member)
            if member.child.ready:
                self._send_task(member)
        del self._waiting[:number]

    def _send_task(self, member: _Member) -> None:
        if not self._began:
            self._began = True
            left = self._task.clock.left
            seconds = self._task.limit.seconds if left is None else left
            limit = Limit(seconds=seconds, memory=self._task.limit.memory)
            self._task = replace(self._task, clock=Clock(limit, used=memory_in_use))
        excluded = tuple(self._excluded)
        task = replace(self._task, configuration=member.configuration, excluded=excluded)
        member.child.call(search_for, task, memory=task.limit.memory)

    def _take(self, member: _Member, message: Received) -> Grid | None:
        """Takes what a process sends, and returns the solution in it if it is new."""
        match message:
            case Started():
                self._send_task(member)
            case Message(value):
                return self._read(member, value)
            case Returned(outcome):
                self._learn(member, outcome)
                self._members.remove(member)
                if outcome.stopped is Stopped.MEMORY:
                    member.child.end()
                else:
                    release(member.child)
                self._done(outcome)
            case Raised(NonosatError() as error):
                self._members.remove(member)
                member.child.end()
                raise error
            case _:
                self._members.remove(member)
                self._others_go_on(reason_of(message, member.child.end(self._task.limit.memory)))
        return None

    def _read(self, member: _Member, report: Report) -> Grid | None:
        """Takes a report, and returns the solution in it if it is new."""
        match report:
            case Solution(cells, outcome):
                self._learn(member, outcome)
                member.answered_at = outcome.stats.conflicts
                return self._new(member, cells)
            case Progress(event, outcome):
                self._learn(member, outcome)
                if isinstance(event, Searching):
                    member.conflicts = event.conflicts
                    event = Searching(sum(member.conflicts for member in self._members), self._outcome.found)
                    if self._solo_conflicts and member.conflicts - member.answered_at > self._solo_conflicts:
                        self._start(len(self._waiting))
                if self._observer:
                    self._observer(event)
                self._leave_to_prover(member)
        return None

    def _new(self, member: _Member, cells: bytes) -> Grid | None:
        """A new solution, which the other processes get too; None if it is excluded."""
        if cells in self._excluded:
            return None
        grid = checked(self._task.puzzle, cells, str(member.configuration))
        self._outcome.found += 1
        if self._waiting or len(self._members) > 1:
            self._excluded.add(cells)
        self._inform_others(member, cells)
        return grid

    def _inform_others(self, member: _Member | None, picture: bytes) -> None:
        for other in self._members:
            if other is member:
                continue
            if _is_prover(other):
                self._start_anew(other)
            elif other.child.ready:
                other.child.send(picture)

    def _start_anew(self, member: _Member) -> None:
        """Ends a process that would look for a known solution until it finds it, and starts another one."""
        member.child.end()
        member.child = acquire(self._task.limit.memory)
        if member.child.ready:
            self._send_task(member)

    def _leave_to_prover(self, member: _Member) -> None:
        """Ends the first process once it has spent much beside a prover that is not incremental."""
        spent = member.conflicts - member.answered_at
        if (
            any(map(_is_prover, self._members))
            and member.configuration.learner
            and spent > _CONFLICTS_BESIDE_PROVER
        ):
            self._members.remove(member)
            member.child.end()

    def _learn(self, member: _Member, outcome: Outcome) -> None:
        """Takes what one process knows. The figures are those of the first process, or of one that is done."""
        mine = self._outcome
        if mine.line_solvable is None:
            mine.line_solvable, mine.contradiction = outcome.line_solvable, outcome.contradiction
        if member is self._members[0] or outcome.complete:
            mine.stats = self._before._and_then(outcome.stats)

    def _done(self, outcome: Outcome) -> None:
        """A process has ended its search."""
        if outcome.complete:
            self._outcome.complete = True
        elif outcome.stopped is Stopped.MEMORY and (self._members or self._waiting):
            self._others_go_on(OutOfReach(Stopped.MEMORY))
        else:
            self._outcome.end = outcome.end

    def _others_go_on(self, failure: OutOfReach) -> None:
        self._failures.append(failure)
        if not self._members:
            self._start(len(self._waiting))
        if not self._members:
            self._outcome.stop(self._failures[0])


def _is_prover(member: _Member) -> bool:
    """Returns whether a member begins anew after each solution."""
    return not backend_named(member.configuration.backend).is_incremental


def _stops_by_itself(child: Child) -> bool:
    """Returns whether a process with enough solutions ends its call at once, so that it can be kept."""
    ending = child.talk(seconds=0)
    return isinstance(ending, Returned) and ending.value.stopped is not Stopped.MEMORY
