"""Child processes that answer questions, shared fairly among clients.

A request waits until a process is free; next comes that of the client who has the fewest at work and, of
these, has used the least time of late. A question that takes longer than `Settings.quick` is long: so many
processes may be at long questions that some are left for quick ones. Beyond that a long question of the
client who has used the most is given up. The processes of long questions give way, by the system's priority,
unless their client has used the least. When nobody waits for an answer any
more, the child is told so, and ended if it does not stop at once; so it is when its time is up.

All methods are called in the thread of the event loop. What a child says is read by a thread of its own, for
pipes can be waited for in that way on every system.
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
from nonosat.foundation.workers.processes import Call, Child, Ready
from nonosat.studio.question import INTERNAL, LIMIT, Bounds, error
from nonosat.studio.settings import Settings
from nonosat.studio.worker import Answered, Begun, Stop, Told, ask, warm

Found = TypeVar("Found")

BUSY, CROWDED, CLOSED = "busy", "crowded", "closed"
"""Kinds of errors: the server has too much to do; the client asks too much at once; the server is ending."""

_WORN = 250_000_000
"""Bytes that a child may hold to be kept."""

_READING = 10.0
"""Seconds that a child may take to read a request."""

_GRACE = 0.5
"""Seconds after the end of its time in which a child may answer with what it knows."""

_STOPPING = 0.3
"""Seconds in which a child that is told to stop must do so."""

_WHILE = 30.0
"""Seconds after which what a client has used counts for half."""

_REMEMBERED = 10_000
"""Clients of whom it is kept what they have used."""

_LOWER = 5
"""The priority of what gives way: a third of the share of others."""


class Turned(Exception):
    """A request that is turned away, or given up: the kind of the error, and when to try again."""

    def __init__(self, kind: str, message: str, retry: int = 1) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.retry = retry


@dataclass(eq=False, slots=True)
class _Task:
    """A question that is at work or waits; mutable."""

    client: str
    ready: asyncio.Future[None] | None = None
    """Done when it may begin; None once it has."""
    child: Child | None = None
    long: bool = False
    lowered: bool = False
    since: float = 0.0
    """When it began."""
    turned: Turned | None = None
    """Why it was given up, if it was."""
    late: bool = False
    """Whether its time was up."""
    quick: asyncio.TimerHandle | None = None
    """Goes off when it has taken long."""
    deadline: asyncio.TimerHandle | None = None
    """Goes off when the child is to be ended."""


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
        """Processes that are started to be kept ready."""
        self._used: dict[str, tuple[float, float]] = {}
        """What each client has used by the moment that is named second, see `_usage`."""

    # --- how much is going on

    @property
    def running(self) -> int:
        """Questions at work."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Questions that wait for a process."""
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
    ) -> Answered:
        """The answer to a request; `tell` is called with progress. Raises `Turned`.

        When the caller is cancelled, the work ends.
        """
        task = _Task(client)
        await self._admit(task)
        call = Call(ask, (question, text, bounds, tell is not None), bounds.memory)
        work = self._later(self._carried_out(task, call, tell))
        try:
            found = await asyncio.shield(work)
        except asyncio.CancelledError:
            self._turn(task, Turned(CLOSED, "nobody waits for it any more"))
            raise
        if isinstance(found, Turned):
            raise found
        return found

    async def _admit(self, task: _Task) -> None:
        """Waits until the task may begin; raises `Turned`."""
        settings = self._settings
        self._require_open()
        mine = sum(other.client == task.client for other in (*self._running, *self._waiting))
        if mine >= settings.per_client:
            raise Turned(CROWDED, f"{mine} requests of yours are at work or waiting: no more at once")
        if len(self._running) < settings.workers and not self._waiting:
            self._begin(task)
            self._give_way()
            return
        if len(self._waiting) >= settings.queue:
            raise Turned(BUSY, f"{len(self._waiting)} requests are waiting already", 2)
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
            raise Turned(CLOSED, "the server is ending", 5)

    def _leave(self, task: _Task) -> None:
        """Takes a task out and lets the next one begin."""
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
        """Seconds of work for a client, of which those of a while ago count for half, and so on."""
        if len(self._used) > _REMEMBERED:
            self._used = {name: each for name, each in self._used.items() if now - each[1] < 2 * _WHILE}
        used, then = self._used.get(client, (0.0, now))
        going_on = sum(now - task.since for task in self._running if task.client == client)
        faded: float = used * 0.5 ** ((now - then) / _WHILE)
        return faded + going_on

    async def _carried_out(
        self, task: _Task, call: Call, tell: Callable[[str], None] | None
    ) -> Answered | Turned:
        """Has a child answer, and leaves; it is never cancelled, so that nothing is left over."""
        loop = asyncio.get_running_loop()
        try:
            task.child = child = self._idle.pop() if self._idle else await self._started()
        except OSError:
            self._leave(task)
            return Turned(BUSY, "the system does not start another process", 5)

        def hear(said: Any) -> None:
            loop.call_soon_threadsafe(self._hear, task, said, tell)

        if task.turned:  # while the process was started
            found: Answered | None = Answered("")
        else:
            self._end_after(task, _READING)
            found = await loop.run_in_executor(self._threads, _talked, child, call, hear)
        reason = await self._put_back(task, found, call.memory)
        return task.turned or found or _failed(reason)

    def _hear(self, task: _Task, said: Any, tell: Callable[[str], None] | None) -> None:
        """What a child says before its answer."""
        if isinstance(said, Begun):
            if not task.turned:
                loop = asyncio.get_running_loop()
                task.quick = loop.call_later(self._settings.quick, self._has_taken_long, task)
                self._end_after(task, said.seconds + _GRACE)
        elif isinstance(said, Told) and tell and not task.turned:
            tell(said.text)

    # --- ending

    def _end_after(self, task: _Task, seconds: float) -> None:
        """Has the child end after so long if it has not answered by then, whatever was set before."""
        if task.deadline:
            task.deadline.cancel()
        task.deadline = asyncio.get_running_loop().call_later(seconds, self._expire, task)

    def _expire(self, task: _Task) -> None:
        """Ends a child whose time is up."""
        task.late = True
        if task.child:
            task.child.process.kill()

    def _turn(self, task: _Task, turned: Turned) -> None:
        """Gives up a task that is at work: its child is told so, and ended if it does not stop at once."""
        if task.turned:
            return
        task.turned = turned
        if task.child:
            task.child.send(Stop())
            self._end_after(task, _STOPPING)

    async def _put_back(self, task: _Task, found: Answered | None, memory: int | None) -> OutOfReach | None:
        """Keeps a child that has answered for the next question, or ends it and tells why it died; leaves."""
        child, reason = task.child, None
        assert child
        for timer in (task.quick, task.deadline):
            if timer:
                timer.cancel()
        usable = found is not None and found.held <= _WORN and not task.late and not self._closed
        if usable and task.lowered:
            usable = _with_priority(child, 0)
        if usable and len(self._idle) < self._settings.kept:
            self._idle.append(child)
        else:
            loop = asyncio.get_running_loop()
            reason = await loop.run_in_executor(self._threads, child.end, memory)
        self._leave(task)
        self._replenish()
        return OutOfReach(Stopped.SECONDS) if task.late else reason

    def _replenish(self) -> None:
        """Starts a process if too few are ready, or soon will be."""
        soon = len(self._idle) + len(self._running) - self.long + self._preparing
        if soon < self._settings.kept and not self._closed:
            self._later(self._prepared())

    async def _prepared(self) -> None:
        """Starts a child that loads what questions need, and has it wait for one."""
        self._preparing += 1
        loop = asyncio.get_running_loop()
        try:
            child = await self._started()
            found = await loop.run_in_executor(self._threads, _talked, child, Call(warm, ()), None)
        except OSError:  # the next question will tell
            return
        finally:
            self._preparing -= 1
        if isinstance(found, Answered) and not self._closed and len(self._idle) < self._settings.kept:
            self._idle.append(child)
        else:
            await loop.run_in_executor(self._threads, child.end)

    async def _started(self) -> Child:
        return await asyncio.get_running_loop().run_in_executor(self._threads, Child)

    def _later(self, work: Coroutine[Any, Any, Found]) -> asyncio.Task[Found]:
        """Has something done to its end, whether anybody waits for that or not."""
        task = asyncio.get_running_loop().create_task(work)
        self._lasting.add(task)
        task.add_done_callback(self._lasting.discard)
        return task

    def close(self) -> None:
        """Turns away what is waiting or at work, and all that comes."""
        self._closed = True
        turned = Turned(CLOSED, "the server is ending", 5)
        for task in self._waiting.copy():
            task.turned = turned
            if task.ready and not task.ready.done():
                task.ready.set_exception(turned)
        for task in self._running:
            self._turn(task, turned)

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
        """Counts a task as long; if there are too many, one of whoever has used the most is given up."""
        task.long = True
        at_work = [other for other in self._running if other.long and not other.turned]
        if len(at_work) > self._settings.long:
            now = monotonic()
            most = max(at_work, key=lambda other: self._usage(other.client, now))
            self._turn(most, Turned(BUSY, "too many long questions are at work", 5))
        self._give_way()
        self._replenish()

    def _give_way(self) -> None:
        """Lowers the priority of long questions, but for those of the client who has used the least."""
        now = monotonic()
        clients = {task.client for task in self._running}
        least = min(clients, key=lambda client: self._usage(client, now), default="")
        for task in self._running:
            if task.long and task.client != least and not task.lowered and task.child:
                task.lowered = True
                _with_priority(task.child, _LOWER)


def _with_priority(child: Child, level: int) -> bool:
    """Whether a child has that priority now: the system may not allow to raise it."""
    if not hasattr(os, "setpriority"):
        return True
    try:
        os.setpriority(os.PRIO_PROCESS, child.process.pid, level)
    except OSError:
        return False
    return True


def _talked(child: Child, call: Call, hear: Callable[[Any], None] | None) -> Answered | None:
    """In a thread: what a child answers, None if it died; `hear` is given what it says before."""
    child.send(call)
    while True:
        try:
            said = child.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(said, Answered):
            return said
        if isinstance(said, Ready):
            child.ready = True
        elif hear:
            hear(said)


def _failed(reason: OutOfReach | None) -> Answered:
    """The answer for a child that died."""
    reason = reason or OutOfReach(Stopped.FAILURE, "the process of the question died")
    kind = INTERNAL if reason.stopped is Stopped.FAILURE else LIMIT
    limit = str(reason.stopped) if kind == LIMIT else ""
    return Answered(json.dumps(error(kind, str(reason), limit=limit)), kind, limit)
