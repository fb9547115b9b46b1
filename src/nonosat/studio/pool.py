"""Child processes that answer questions, shared fairly among clients.

A request waits until a process is free. The next one is that of the client with the fewest at work and, of
these, of the one that has used the least time lately. A question that takes longer than `Settings.quick` is
long: only `Settings.long` processes may work on long questions, so that some are left for quick ones. Beyond
that, a long question of the client that has used the most is given up. The processes of long questions run
at a lower priority, unless their client has used the least. When nobody waits for an answer any more, the
child gets a message that says so, and is ended if it does not stop at once; so it is when its time is up.

All methods are called in the thread of the event loop. A thread of its own reads what a child says, because
that works with pipes on every system.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from nonosat.foundation.limits import OutOfReach, Stopped
from nonosat.foundation.workers.processes import Child, Ending, Returned, reason_of
from nonosat.studio.question import INTERNAL, LIMIT, Bounds, error
from nonosat.studio.settings import Settings
from nonosat.studio.worker import Progress, Reply, Started, Stop, ask, warm

Found = TypeVar("Found")

BUSY, CROWDED, CLOSED = "busy", "crowded", "closed"
"""Kinds of errors: the server is overloaded; the client asks too much at once; the server is shutting down."""

_WORN = 250_000_000
"""A child that holds more bytes after a question is not kept."""

_READING = 10.0
"""Seconds that a child may take to read a request."""

_GRACE = 0.5
"""Seconds after its time is up in which a child may still answer with what it knows."""

_STOPPING = 0.3
"""Seconds in which a child must stop once nobody waits for its answer."""

_HALF_LIFE_SECONDS = 30.0
"""Seconds after which what a client has used counts for half."""

_REMEMBERED = 10_000
"""Clients whose use is remembered."""

_LOWER = 5
"""The priority of long questions: a third of the others' share."""


class RequestRejected(Exception):
    """A request that is refused or given up: the kind of the error, and the seconds to wait before another."""

    def __init__(self, kind: str, message: str, retry: int = 1) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.retry = retry


@dataclass(eq=False, slots=True)
class _Task:
    """A question at work or waiting; mutable."""

    client: str
    ready: asyncio.Future[None] | None = None
    """Done when the question may begin; None if it did not have to wait."""
    child: Child | None = None
    long: bool = False
    lowered: bool = False
    since: float = 0.0
    """When it began."""
    rejected: RequestRejected | None = None
    """Why it was given up, if it was."""
    late: bool = False
    """Whether its time was up."""
    quick: asyncio.TimerHandle | None = None
    """Fires when the question counts as long."""
    deadline: asyncio.TimerHandle | None = None
    """Fires when the child must be ended."""


class Pool:
    """The processes of a server; mutable."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._running: list[_Task] = []
        self._waiting: list[_Task] = []
        self._idle: list[Child] = []
        self._lasting: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(2 * settings.workers + 2, thread_name_prefix="nonosat")
        self._closed = False
        self._preparing = 0
        """Processes that are starting."""
        self._used: dict[str, tuple[float, float]] = {}
        """What each client has used, and up to what time, see `_usage`."""

    # --- figures

    @property
    def running(self) -> int:
        """Questions at work."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Questions waiting for a process."""
        return len(self._waiting)

    @property
    def long(self) -> int:
        """Long questions at work."""
        return sum(task.long for task in self._running)

    @property
    def idle(self) -> int:
        """Processes without work."""
        return len(self._idle)

    # --- asking

    async def start(self) -> None:
        """Starts the processes that are kept ready."""
        await asyncio.gather(*(self._prepared() for _ in range(self._settings.kept)))

    async def ask(
        self,
        question: str,
        text: bytes,
        client: str,
        bounds: Bounds,
        tell: Callable[[str], None] | None = None,
    ) -> Reply:
        """The reply to a request; `tell` is called with progress. Raises `RequestRejected`.

        Cancelling the caller ends the work.
        """
        task = _Task(client)
        await self._admit(task)
        work = self._later(self._carry_out(task, (question, text, bounds, tell is not None), tell))
        try:
            found = await asyncio.shield(work)
        except asyncio.CancelledError:
            self._give_up(task, RequestRejected(CLOSED, "the client has gone"))
            raise
        if isinstance(found, RequestRejected):
            raise found
        return found

    async def _admit(self, task: _Task) -> None:
        """Waits until the task may begin; raises `RequestRejected`."""
        settings = self._settings
        self._require_open()
        mine = sum(other.client == task.client for other in (*self._running, *self._waiting))
        if mine >= settings.per_client:
            raise RequestRejected(CROWDED, f"you already have {mine} requests at work or waiting")
        if len(self._running) < settings.workers and not self._waiting:
            self._begin(task)
            self._give_way()
            return
        if len(self._waiting) >= settings.queue:
            raise RequestRejected(BUSY, f"{len(self._waiting)} requests are already waiting", 2)
        task.ready = asyncio.get_running_loop().create_future()
        self._waiting.append(task)
        try:
            await task.ready
        except BaseException:
            if task in self._waiting:
                self._waiting.remove(task)
            else:
                self._leave(task)
            raise

    def _require_open(self) -> None:
        if self._closed:
            raise RequestRejected(CLOSED, "the server is shutting down", 5)

    def _leave(self, task: _Task) -> None:
        """Removes a task and lets the next one begin."""
        self._running.remove(task)
        now = monotonic()
        self._used[task.client] = self._usage(task.client, now) + now - task.since, now
        while self._waiting and len(self._running) < self._settings.workers and not self._closed:
            at_work = Counter(other.client for other in self._running)
            used = {other.client: self._usage(other.client, now) for other in self._waiting}
            following = min(self._waiting, key=lambda other: (at_work[other.client], used[other.client]))
            self._waiting.remove(following)
            assert following.ready
            if not following.ready.done():
                self._begin(following)
                following.ready.set_result(None)
        self._give_way()

    def _begin(self, task: _Task) -> None:
        task.since = monotonic()
        self._running.append(task)

    def _usage(self, client: str, now: float) -> float:
        """Seconds of work for a client; they count for half after each half-life."""
        if len(self._used) > _REMEMBERED:
            self._used = {
                name: each for name, each in self._used.items() if now - each[1] < 2 * _HALF_LIFE_SECONDS
            }
        used, then = self._used.get(client, (0.0, now))
        going_on = sum(now - task.since for task in self._running if task.client == client)
        faded: float = used * 0.5 ** ((now - then) / _HALF_LIFE_SECONDS)
        return faded + going_on

    async def _carry_out(
        self, task: _Task, request: tuple[str, bytes, Bounds, bool], tell: Callable[[str], None] | None
    ) -> Reply | RequestRejected:
        """Has a child answer, and removes the task; it is never cancelled, so that nothing is left over."""
        loop, memory = asyncio.get_running_loop(), request[2].memory
        try:
            task.child = child = self._idle.pop() if self._idle else await self._started()
        except OSError:
            self._leave(task)
            return RequestRejected(BUSY, "the system cannot start another process", 5)

        def on_message(said: Any) -> None:
            loop.call_soon_threadsafe(self._take_message, task, said, tell)

        ending: Ending = Returned(Reply(""))
        if not task.rejected:  # as it may have been while the process started
            self._end_after(task, _READING)
            child.call(ask, *request, memory=memory)
            ending = await loop.run_in_executor(self._threads, child.talk, on_message)
        died = await self._put_back(task, ending, memory)
        if task.rejected:
            return task.rejected
        if isinstance(ending, Returned):
            reply: Reply = ending.value
            return reply
        return _failed(OutOfReach(Stopped.SECONDS) if task.late else reason_of(ending, died))

    def _take_message(self, task: _Task, said: Any, tell: Callable[[str], None] | None) -> None:
        """Takes what a child sends before its reply."""
        if task.rejected:
            return
        if isinstance(said, Started):
            loop = asyncio.get_running_loop()
            task.quick = loop.call_later(self._settings.quick, self._has_taken_long, task)
            self._end_after(task, said.seconds + _GRACE)
        elif isinstance(said, Progress) and tell:
            tell(said.text)

    # --- ending

    def _end_after(self, task: _Task, seconds: float) -> None:
        """Ends the child after that many seconds, instead of at an earlier deadline, unless it replies before."""
        if task.deadline:
            task.deadline.cancel()
        task.deadline = asyncio.get_running_loop().call_later(seconds, self._expire, task)

    def _expire(self, task: _Task) -> None:
        """Ends a child whose time is up."""
        task.late = True
        if task.child:
            task.child.process.kill()

    def _give_up(self, task: _Task, rejected: RequestRejected) -> None:
        """Gives up a task at work: its child is ended if it does not stop at once."""
        if task.rejected:
            return
        task.rejected = rejected
        if task.child:
            task.child.send(Stop())
            self._end_after(task, _STOPPING)

    async def _put_back(self, task: _Task, ending: Ending, memory: int | None) -> OutOfReach:
        """Removes a task, and keeps its child for the next question or ends it; returns how it died."""
        child, died = task.child, OutOfReach(Stopped.FAILURE)
        assert child
        task.child = None  # whoever gives the task up from now on must not end what the child does next
        for timer in (task.quick, task.deadline):
            if timer:
                timer.cancel()
        usable = isinstance(ending, Returned) and child.held <= _WORN and not (task.late or self._closed)
        if usable and task.lowered:
            usable = _with_priority(child, 0)
        if usable and len(self._idle) < self._settings.kept:
            self._idle.append(child)
        else:
            loop = asyncio.get_running_loop()
            died = await loop.run_in_executor(self._threads, child.end, memory)
        self._leave(task)
        self._replenish()
        return died

    def _replenish(self) -> None:
        """Starts a process if too few are ready or soon will be."""
        soon = len(self._idle) + len(self._running) - self.long + self._preparing
        if soon < self._settings.kept and not self._closed:
            self._later(self._prepared())

    async def _prepared(self) -> None:
        """Starts a child, has it load what questions need, and keeps it ready."""
        self._preparing += 1
        loop = asyncio.get_running_loop()
        try:
            child = await self._started()
            child.call(warm)
            ending = await loop.run_in_executor(self._threads, child.talk)
        except OSError:  # the next question will show whether any starts
            return
        finally:
            self._preparing -= 1
        if isinstance(ending, Returned) and not self._closed and len(self._idle) < self._settings.kept:
            self._idle.append(child)
        else:
            await loop.run_in_executor(self._threads, child.end)

    async def _started(self) -> Child:
        return await asyncio.get_running_loop().run_in_executor(self._threads, Child)

    def _later(self, work: Coroutine[Any, Any, Found]) -> asyncio.Task[Found]:
        """Runs something to its end, whether anybody waits for it or not."""
        task = asyncio.get_running_loop().create_task(work)
        self._lasting.add(task)
        task.add_done_callback(self._lasting.discard)
        return task

    def close(self) -> None:
        """Rejects all requests: those waiting, those at work, and those to come."""
        self._closed = True
        rejected = RequestRejected(CLOSED, "the server is shutting down", 5)
        for task in self._waiting.copy():
            task.rejected = rejected
            if task.ready and not task.ready.done():
                task.ready.set_exception(rejected)
        for task in self._running:
            self._give_up(task, rejected)

    async def ended(self) -> None:
        """Closes, and waits until all children have ended."""
        self.close()
        while self._running or self._lasting:
            await asyncio.sleep(0.01)
        while self._idle:
            self._idle.pop().end()
        self._threads.shutdown()

    # --- long questions

    def _has_taken_long(self, task: _Task) -> None:
        """Counts a task as long; if there are too many, gives up one of the client that has used the most."""
        task.long = True
        at_work = [other for other in self._running if other.long and not other.rejected]
        if len(at_work) > self._settings.long:
            now = monotonic()
            most = max(at_work, key=lambda other: self._usage(other.client, now))
            self._give_up(most, RequestRejected(BUSY, "too many long questions at work", 5))
        self._give_way()
        self._replenish()

    def _give_way(self) -> None:
        """Lowers the priority of long questions, except those of the client that has used the least."""
        now = monotonic()
        clients = {task.client for task in self._running}
        least = min(clients, key=lambda client: self._usage(client, now), default="")
        for task in self._running:
            if task.long and task.client != least and not task.lowered and task.child:
                task.lowered = True
                _with_priority(task.child, _LOWER)


def _with_priority(child: Child, level: int) -> bool:
    """Sets a child's priority; returns whether the system allowed it."""
    if not hasattr(os, "setpriority"):
        return True
    try:
        os.setpriority(os.PRIO_PROCESS, child.process.pid, level)
    except OSError:
        return False
    return True


def _failed(reason: OutOfReach) -> Reply:
    """The reply to a question without an answer."""
    kind = INTERNAL if reason.stopped is Stopped.FAILURE else LIMIT
    limit = str(reason.stopped) if kind == LIMIT else ""
    return Reply(json.dumps(error(kind, str(reason), limit=limit)), kind, limit)
