"""Child processes that answer questions, shared fairly among clients.

- Scheduling: a request waits for a free process. Next is the client with the fewest requests at work.
- Short questions: all begin as such, in warm processes. Their number fits the machine, and a burst starts no others.
- Long questions: after `Settings.quick` a fresh process replaces that of the question, so that short questions never wait
  for long ones. Over the limit `Settings.long`, the newest long question of the busiest client is requeued;
  little work is lost. Long questions run at a lower priority.
- Ending: a child gets a message once its answer is not wanted any more or its time is up, and is killed if it does not
  stop at once.

All methods run in the thread of the event loop. Further threads read the messages of children, which works with pipes on
every system.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import Enum
from time import monotonic
from typing import Any, TypeVar

from nonosat.apps.studio.question import INTERNAL, LIMIT, Bounds, error
from nonosat.apps.studio.questions import QUESTIONS
from nonosat.apps.studio.settings import ServerSettings
from nonosat.apps.studio.worker import Progress, Reply, Started, Stop, ask, warm
from nonosat.support.children.processes import Child, Ending, Returned, reason_of
from nonosat.support.end import OutOfReach, Stopped

Result = TypeVar("Result")

# kinds of errors: the server is overloaded; the client asks too much at once; the server is shutting down
BUSY, CROWDED, CLOSED = "busy", "crowded", "closed"

_MAX_IDLE_BYTES = 250_000_000  # a child that holds more after a question is ended
_READING_SECONDS = 10.0  # time for a child to read a request

# time after the limit for a child to answer with what it knows; it can share its processor
_GRACE_SECONDS = 4.0

_STOPPING_SECONDS = 0.3  # time for a child to stop before it is killed
_LOWER = 5  # niceness of long questions: a third of the others' share
_MAX_EVENTS = 8  # latest progress of a question that is kept for an error with the results so far


class RequestRejected(Exception):
    """A rejected request: kind of the error, and seconds to wait before another request."""

    def __init__(self, kind: str, message: str, retry: int = 1) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.retry = retry


class TaskState(Enum):
    """State of a question."""

    QUEUED = "waits for a child"
    READING = "its child reads the request"
    AT_WORK = "its child has read the request"
    SET_ASIDE = "its child is stopped, and it goes back to the queue"
    LATE = "its child is killed at its limit"
    REJECTED = "its answer is not wanted any more; a child at work is stopped"


# states that can follow each state
TRANSITIONS = {
    TaskState.QUEUED: {TaskState.READING, TaskState.REJECTED},
    # queued again if the child died unread
    TaskState.READING: {
        TaskState.AT_WORK,
        TaskState.QUEUED,
        TaskState.SET_ASIDE,
        TaskState.LATE,
        TaskState.REJECTED,
    },
    TaskState.AT_WORK: {TaskState.SET_ASIDE, TaskState.LATE, TaskState.REJECTED},
    TaskState.SET_ASIDE: {TaskState.QUEUED, TaskState.REJECTED},
    TaskState.LATE: {TaskState.REJECTED},
    TaskState.REJECTED: set(),
}


@dataclass(eq=False, slots=True)
class _Task:
    """A question at work or waiting; mutable."""

    client: str
    tell: Callable[[str], None] | None = None  # takes progress as JSON
    state: TaskState = TaskState.QUEUED
    ready: asyncio.Future[None] | None = None  # future of its start, while it is queued
    child: Child | None = None
    unread: int = 0  # children that died before they read the request
    long: bool = False
    since: float = 0.0  # start of the work (`time.monotonic`)
    rejected: RequestRejected | None = None  # reason for rejecting it, or None
    events: deque[str] = field(default_factory=lambda: deque(maxlen=_MAX_EVENTS))  # latest progress
    quick: asyncio.TimerHandle | None = None  # fires when the question counts as long
    deadline: asyncio.TimerHandle | None = None  # fires when the child must be ended

    def become(self, state: TaskState) -> bool:
        """Changes the state, and returns True, if the present one allows it."""
        if state not in TRANSITIONS[self.state]:
            return False
        self.state = state
        return True


class FairPool:
    """The processes of a server; mutable."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._running: list[_Task] = []
        self._waiting: list[_Task] = []
        self._idle: list[Child] = []
        self._lasting: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(2 * settings.workers + 2, thread_name_prefix="nonosat")
        self._closed = False
        self._preparing = 0  # processes that are starting

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
        self._replenish()
        await asyncio.gather(*self._lasting)

    async def ask(
        self,
        question: str,
        text: bytes,
        client: str,
        bounds: Bounds,
        tell: Callable[[str], None] | None = None,
    ) -> Reply:
        """Returns the reply to a request; calls `tell` with progress. Raises `RequestRejected`.

        Cancelling the caller ends the work.
        """
        self._require_room(client)
        task = _Task(client, tell)
        stages = bool(tell or QUESTIONS[question].stages)
        try:
            while True:
                await self._turn(task)
                work = self._later(self._carry_out(task, (question, text, bounds, stages)))
                reply = await asyncio.shield(work)
                if reply is not None:
                    break
        except asyncio.CancelledError:
            self._reject(task, RequestRejected(CLOSED, "the client has gone"))
            raise
        if isinstance(reply, RequestRejected):
            raise reply
        return reply

    def _require_room(self, client: str) -> None:
        """Raises `RequestRejected` if there is too much work already."""
        settings = self._settings
        self._require_open()
        mine = sum(other.client == client for other in (*self._running, *self._waiting))
        if mine >= settings.per_client:
            raise RequestRejected(CROWDED, f"you already have {mine} requests at work or waiting")
        if (waiting := sum(not other.long for other in self._waiting)) >= settings.queue:
            raise RequestRejected(BUSY, f"{waiting} requests are already waiting", 2)

    async def _turn(self, task: _Task) -> None:
        """Waits for a child for the task; raises `RequestRejected`."""
        self._require_open()
        task.ready = asyncio.get_running_loop().create_future()
        self._waiting.append(task)
        self._fill()
        try:
            await task.ready
        except BaseException:
            if task in self._waiting:
                self._waiting.remove(task)
            elif task in self._running:
                self._later(self._put_back(task, Returned(None), None))
            raise

    def _require_open(self) -> None:
        if self._closed:
            raise RequestRejected(CLOSED, "the server is shutting down", 5)

    def _leave(self, task: _Task) -> None:
        """Removes a task and lets the next one begin."""
        self._running.remove(task)
        self._fill()

    def _fill(self) -> None:
        """Begins as many tasks as possible, and replenishes the processes."""
        settings = self._settings
        while not self._closed:
            short = len(self._running) - self.long
            can_begin = {
                False: short < min(settings.kept, settings.workers - self.long),
                True: self.long < settings.long,
            }
            task = next((candidate for candidate in self._in_turn() if can_begin[candidate.long]), None)
            child = self._usable() if task else None
            if not task or not child:
                break
            self._waiting.remove(task)
            task.become(TaskState.READING)
            task.child, task.since = child, monotonic()
            if task.long:
                child.set_priority(_LOWER)
            self._running.append(task)
            assert task.ready
            task.ready.set_result(None)
        self._replenish()

    def _in_turn(self) -> Iterator[_Task]:
        """Yields waiting tasks in the order of their start: short questions first, then the client with the fewest at work."""
        waiting = [task for task in self._waiting if task.ready and not task.ready.done()]
        for long in (False, True):
            queue = [task for task in waiting if task.long == long]
            at_work = Counter(task.client for task in self._running if task.long == long or not long)
            while queue:
                task = min(queue, key=lambda task: at_work[task.client])
                queue.remove(task)
                at_work[task.client] += 1
                yield task

    def _usable(self) -> Child | None:
        """Returns an idle process; removes dead ones."""
        while self._idle:
            child = self._idle.pop()
            if not child.has_message():
                return child
            self._later(self._ended(child))
        return None

    async def _ended(self, child: Child, memory: int | None = None) -> OutOfReach:
        return await asyncio.get_running_loop().run_in_executor(self._threads, child.end, memory)

    async def _carry_out(
        self, task: _Task, request: tuple[str, bytes, Bounds, bool]
    ) -> Reply | RequestRejected | None:
        """Gets the child's answer and removes the task; returns None if it must be asked again.

        It is never cancelled, so that nothing is left over.
        """
        loop, memory, child = asyncio.get_running_loop(), request[2].memory, task.child
        assert child

        def on_message(message: Any) -> None:
            loop.call_soon_threadsafe(self._take_message, task, message)

        ending: Ending = Returned(None)
        if task.state is TaskState.READING:
            self._end_after(task, _READING_SECONDS)
            child.call(ask, *request, memory=memory)
            ending = await loop.run_in_executor(self._threads, child.talk, on_message)
        died = await self._put_back(task, ending, memory)
        if task.rejected:
            return task.rejected
        if task.state is TaskState.SET_ASIDE:
            task.become(TaskState.QUEUED)
            return None
        if isinstance(ending, Returned):
            reply: Reply = ending.value
            return reply
        # all idle children can have been killed at once, and be seen to be dead only when they are asked
        if ending is None and task.state is TaskState.READING and task.unread < self._settings.kept:
            task.unread += 1
            task.become(TaskState.QUEUED)
            return None
        late = task.state is TaskState.LATE
        return _failed(OutOfReach(Stopped.SECONDS) if late else reason_of(ending, died), task.events)

    def _take_message(self, task: _Task, message: Any) -> None:
        """Handles a message that a child sends before its reply."""
        if task.state in (TaskState.REJECTED, TaskState.SET_ASIDE) or not task.child:
            return
        if isinstance(message, Started) and task.become(TaskState.AT_WORK):
            loop = asyncio.get_running_loop()
            if not task.long:
                task.quick = loop.call_later(self._settings.quick, self._demote, task)
            self._end_after(task, message.seconds + _GRACE_SECONDS)
        elif isinstance(message, Progress):
            task.events.append(message.text)
            if task.tell:
                task.tell(message.text)

    # --- ending

    def _end_after(self, task: _Task, seconds: float) -> None:
        """Sets a new deadline for the child's reply."""
        if task.deadline:
            task.deadline.cancel()
        task.deadline = asyncio.get_running_loop().call_later(seconds, self._expire, task)

    def _expire(self, task: _Task) -> None:
        """Kills a child at its deadline."""
        task.become(TaskState.LATE)
        if task.child:
            task.child.process.kill()

    def _reject(self, task: _Task, rejected: RequestRejected) -> None:
        """Rejects a task, waiting or at work."""
        if not task.become(TaskState.REJECTED):
            return
        task.rejected = rejected
        if task.ready and not task.ready.done():
            task.ready.set_exception(rejected)
        self._stop(task)

    def _stop(self, task: _Task) -> None:
        """Stops a task at work; its child is killed unless it stops at once."""
        if task.child:
            task.child.send(Stop())
            self._end_after(task, _STOPPING_SECONDS)

    async def _put_back(self, task: _Task, ending: Ending, memory: int | None) -> OutOfReach:
        """Removes a task, and keeps or ends its child; returns how the child died."""
        child, died = task.child, OutOfReach(Stopped.FAILURE)
        assert child
        task.child = None  # rejecting the task from now on must not end the child's next work
        is_killed = task.deadline is not None and task.deadline.when() <= asyncio.get_running_loop().time()
        for timer in (task.quick, task.deadline):
            if timer:
                timer.cancel()
        usable = (
            isinstance(ending, Returned) and child.held <= _MAX_IDLE_BYTES and not (is_killed or self._closed)
        )
        if usable and task.long:
            usable = child.set_priority(0)
        if usable and (_gives_back(task) or self._ready < self._settings.kept):
            self._idle.append(child)
        else:
            died = await self._ended(child, memory)
        self._leave(task)
        return died

    @property
    def _ready(self) -> int:
        """Processes for short questions: idle, soon idle, or starting."""
        return len(self._idle) + sum(map(_gives_back, self._running)) + self._preparing

    def _replenish(self) -> None:
        """Starts the missing processes."""
        while self._ready < self._settings.kept and not self._closed:
            self._preparing += 1
            self._later(self._prepared())

    async def _prepared(self) -> None:
        """Starts a child that loads the modules of questions; it is already counted in `_preparing`."""
        loop, child = asyncio.get_running_loop(), None
        try:
            child = await self._started()
            child.call(warm)
            ending = await loop.run_in_executor(self._threads, child.talk)
        except OSError:
            ending = None
        finally:
            self._preparing -= 1
        if isinstance(ending, Returned) and child and not self._closed:
            self._idle.append(child)
            self._fill()
            return
        if child:
            await self._ended(child)
        if not self._ready and not self._closed:  # no process is left for the waiting tasks
            for task in self._waiting.copy():
                self._reject(task, RequestRejected(BUSY, "the system cannot start another process", 5))

    async def _started(self) -> Child:
        return await asyncio.get_running_loop().run_in_executor(self._threads, Child)

    def _later(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Runs a coroutine to its end even if nobody waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._lasting.add(task)
        task.add_done_callback(self._lasting.discard)
        return task

    def close(self) -> None:
        """Rejects all requests: waiting, at work, and future ones."""
        self._closed = True
        rejected = RequestRejected(CLOSED, "the server is shutting down", 5)
        for task in (*self._waiting, *self._running):
            self._reject(task, rejected)

    async def ended(self) -> None:
        """Closes, and waits until all children have ended."""
        self.close()
        while self._running or self._lasting:
            await asyncio.sleep(0.01)
        while self._idle:
            self._idle.pop().end()
        self._threads.shutdown()

    # --- long questions

    def _demote(self, task: _Task) -> None:
        """Marks a task as long; over the limit, one of them is requeued."""
        task.long = True
        if task.child:
            task.child.set_priority(_LOWER)
        at_work = [
            other
            for other in self._running
            if other.long and other.state in (TaskState.READING, TaskState.AT_WORK)
        ]
        if len(at_work) > self._settings.long:
            of_client = Counter(other.client for other in at_work)
            last = max(at_work, key=lambda other: (of_client[other.client], other.since))
            if (waiting := sum(other.long for other in self._waiting)) >= self._settings.queue:
                self._reject(last, RequestRejected(BUSY, f"{waiting} long questions are already waiting", 5))
            else:
                last.become(TaskState.SET_ASIDE)
                self._stop(last)
        self._fill()


def _gives_back(task: _Task) -> bool:
    """Returns whether its process is kept; that of a long question is replaced, unless it is set aside."""
    return task.state is TaskState.SET_ASIDE or not task.long


def _failed(reason: OutOfReach, events: Iterable[str]) -> Reply:
    """Returns the reply for a question without an answer, with the results so far."""
    kind = INTERNAL if reason.stopped is Stopped.FAILURE else LIMIT
    limit = str(reason.stopped) if kind == LIMIT else ""
    results: dict[str, Any] = {}
    for text in events:
        results |= json.loads(text)
    name = {"id": results.pop("id")} if "id" in results else {}
    results.pop("stage", None)
    return Reply(json.dumps(error(kind, str(reason), limit=limit, known=results) | name), kind, limit)
