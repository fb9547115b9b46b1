"""Child processes that answer questions, shared fairly among clients.

A request waits until a process is free. The next one is that of the client with the fewest at work and, of
these, of the one that has used the least time lately. All begin as short questions, in processes that are
kept warm: there are as many as the machine has use for, and a burst starts no others. A question that takes
longer than `Settings.quick` is long: its process is replaced by a fresh one, so that short questions never wait
for long ones. Only `Settings.long` processes work on long questions. Beyond that, the latest long question of the
client with the most of them goes back to the queue, where it waits for its turn and is told its place; of
what it has done so far little is lost. The processes of long questions run at a lower priority, unless their
client has used the least. When nobody waits for an answer any more, the child gets a message that says so,
and is ended if it does not stop at once; so it is when its time is up.

All methods are called in the thread of the event loop. A thread of its own reads what a child says, because
that works with pipes on every system.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, TypeVar

from nonosat.foundation.lazy_dataclasses import dataclass, field
from nonosat.foundation.limits import OutOfReach, Stopped
from nonosat.foundation.workers.processes import Child, Ending, Returned, reason_of
from nonosat.studio.question import INTERNAL, LIMIT, WAITING, Bounds, error
from nonosat.studio.questions import QUESTIONS
from nonosat.studio.settings import Settings
from nonosat.studio.worker import Progress, Reply, Started, Stop, ask, warm

Found = TypeVar("Found")

BUSY, CROWDED, CLOSED = "busy", "crowded", "closed"
"""Kinds of errors: the server is overloaded; the client asks too much at once; the server is shutting down."""

_WORN = 250_000_000
"""A child that holds more bytes after a question is not kept."""

_READING = 10.0
"""Seconds that a child may take to read a request."""

_GRACE = 4.0
"""Seconds after its time is up in which a child may still answer with what it knows: it may share its processor."""

_STOPPING = 0.3
"""Seconds in which a child must stop once nobody waits for its answer."""

_HALF_LIFE_SECONDS = 30.0
"""Seconds after which what a client has used counts for half."""

_REMEMBERED = 10_000
"""Clients whose use is remembered."""

_LOWER = 5
"""The priority of long questions: a third of the others' share."""

_HEARD = 8
"""Pieces of progress that are kept of a question, for an error that says what is known."""


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
    tell: Callable[[str], None] | None = None
    """Takes progress as JSON."""
    ready: asyncio.Future[None] | None = None
    """Done when the question may begin, while it waits."""
    place: int = 0
    """The place in the queue that was told; 0 for none."""
    child: Child | None = None
    begun: bool = False
    """True if the child has read the request."""
    asked_again: bool = False
    """True if another child has died before it read the request."""
    long: bool = False
    lowered: bool = False
    since: float = 0.0
    """When it began."""
    set_aside: bool = False
    """True if it goes back to the queue."""
    rejected: RequestRejected | None = None
    """Why it was given up, if it was."""
    late: bool = False
    """True if its time was up."""
    heard: deque[str] = field(default_factory=lambda: deque(maxlen=_HEARD))
    """The latest progress."""
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
        """The reply to a request; `tell` is called with progress. Raises `RequestRejected`.

        Cancelling the caller ends the work.
        """
        self._require_room(client)
        task = _Task(client, tell)
        stages = bool(tell or QUESTIONS[question].stages)
        try:
            while True:
                await self._turn(task)
                work = self._later(self._carry_out(task, (question, text, bounds, stages)))
                found = await asyncio.shield(work)
                if found is not None:
                    break
        except asyncio.CancelledError:
            self._give_up(task, RequestRejected(CLOSED, "the client has gone"))
            raise
        if isinstance(found, RequestRejected):
            raise found
        return found

    def _require_room(self, client: str) -> None:
        """Raises `RequestRejected` if there is too much to do already."""
        settings = self._settings
        self._require_open()
        mine = sum(other.client == client for other in (*self._running, *self._waiting))
        if mine >= settings.per_client:
            raise RequestRejected(CROWDED, f"you already have {mine} requests at work or waiting")
        if (waiting := sum(not other.long for other in self._waiting)) >= settings.queue:
            raise RequestRejected(BUSY, f"{waiting} requests are already waiting", 2)

    async def _turn(self, task: _Task) -> None:
        """Waits until the task may begin, and has a child then; raises `RequestRejected`."""
        self._require_open()
        task.ready = asyncio.get_running_loop().create_future()
        task.place = 0
        self._waiting.append(task)
        self._fill()
        try:
            await task.ready
        except BaseException:
            if task in self._waiting:
                self._waiting.remove(task)
                self._tell_places()
            elif task in self._running:
                self._later(self._put_back(task, Returned(None), None))
            raise

    def _require_open(self) -> None:
        if self._closed:
            raise RequestRejected(CLOSED, "the server is shutting down", 5)

    def _leave(self, task: _Task) -> None:
        """Removes a task and lets the next one begin."""
        self._running.remove(task)
        now = monotonic()
        self._used[task.client] = self._usage(task.client, now) + now - task.since, now
        self._fill()
        self._give_way()

    def _fill(self) -> None:
        """Begins all that may begin, and starts processes for what may soon."""
        settings = self._settings
        while not self._closed:
            short = len(self._running) - self.long
            room = {
                False: short < min(settings.kept, settings.workers - self.long),
                True: self.long < settings.long,
            }
            task = next((each for each in self._in_turn() if room[each.long]), None)
            child = self._usable() if task else None
            if not task or not child:
                break
            self._waiting.remove(task)
            task.child, task.since = child, monotonic()
            self._running.append(task)
            assert task.ready
            task.ready.set_result(None)
        self._replenish()
        self._tell_places()

    def _in_turn(self) -> Iterator[_Task]:
        """What waits, in the order in which it would begin: short questions first, then fairly by client."""
        now = monotonic()
        waiting = [each for each in self._waiting if each.ready and not each.ready.done()]
        used = {each.client: self._usage(each.client, now) for each in waiting}
        for long in (False, True):
            those = [each for each in waiting if each.long == long]
            at_work = Counter(each.client for each in self._running if each.long == long or not long)
            while those:
                task = min(those, key=lambda each: (at_work[each.client], used[each.client]))
                those.remove(task)
                at_work[task.client] += 1
                yield task

    def _tell_places(self) -> None:
        """Tells those whose questions wait though they are long which place they have in the queue."""
        if not any(task.long for task in self._waiting):
            return
        for place, task in enumerate((each for each in self._in_turn() if each.long), 1):
            if task.place != place and task.tell:
                task.tell(json.dumps({"stage": WAITING, "place": place}))
            task.place = place

    def _usable(self) -> Child | None:
        """A process without work; those that have died meanwhile are removed."""
        while self._idle:
            child = self._idle.pop()
            if not child.has_message():
                return child
            self._later(self._ended(child))
        return None

    async def _ended(self, child: Child, memory: int | None = None) -> OutOfReach:
        return await asyncio.get_running_loop().run_in_executor(self._threads, child.end, memory)

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
        self, task: _Task, request: tuple[str, bytes, Bounds, bool]
    ) -> Reply | RequestRejected | None:
        """Has the child answer, and removes the task; None if it must be asked again.

        It is never cancelled, so that nothing is left over.
        """
        loop, memory, child = asyncio.get_running_loop(), request[2].memory, task.child
        assert child

        def on_message(said: Any) -> None:
            loop.call_soon_threadsafe(self._take_message, task, said)

        ending: Ending = Returned(None)
        if not task.rejected:
            self._end_after(task, _READING)
            child.call(ask, *request, memory=memory)
            ending = await loop.run_in_executor(self._threads, child.talk, on_message)
        begun, aside = task.begun, task.set_aside
        died = await self._put_back(task, ending, memory)
        if task.rejected:
            return task.rejected
        if aside:
            return None
        if isinstance(ending, Returned):
            reply: Reply = ending.value
            return reply
        if ending is None and not (task.late or begun or task.asked_again):
            task.asked_again = True
            return None
        return _failed(OutOfReach(Stopped.SECONDS) if task.late else reason_of(ending, died), task.heard)

    def _take_message(self, task: _Task, said: Any) -> None:
        """Takes what a child sends before its reply."""
        if task.rejected or task.set_aside or not task.child:
            return
        if isinstance(said, Started):
            loop = asyncio.get_running_loop()
            task.begun = True
            if not task.long:
                task.quick = loop.call_later(self._settings.quick, self._has_taken_long, task)
            self._end_after(task, said.seconds + _GRACE)
        elif isinstance(said, Progress):
            task.heard.append(said.text)
            if task.tell:
                task.tell(said.text)

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
        self._stop(task)

    def _stop(self, task: _Task) -> None:
        """Stops a task at work: its child is ended if it does not stop at once."""
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
            usable = child.set_priority(0)
        if usable and (_gives_back(task) or self._ready < self._settings.kept):
            self._idle.append(child)
        else:
            died = await self._ended(child, memory)
        if task.set_aside and not task.rejected:
            task.late = False
        task.set_aside = task.lowered = task.begun = False
        self._leave(task)
        return died

    @property
    def _ready(self) -> int:
        """Processes for short questions: without work, about to be so, or starting."""
        return len(self._idle) + sum(map(_gives_back, self._running)) + self._preparing

    def _replenish(self) -> None:
        """Starts as many processes as are missing."""
        while self._ready < self._settings.kept and not self._closed:
            self._preparing += 1
            self._later(self._prepared())

    async def _prepared(self) -> None:
        """Has a child load what questions need, and keeps it ready; it is counted in `_preparing` before."""
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
        if not self._ready and not self._closed:  # nothing will begin what waits
            for task in self._waiting.copy():
                self._turn_away(task, RequestRejected(BUSY, "the system cannot start another process", 5))

    def _turn_away(self, task: _Task, rejected: RequestRejected) -> None:
        """Rejects what waits."""
        task.rejected = rejected
        if task.ready and not task.ready.done():
            task.ready.set_exception(rejected)

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
            self._turn_away(task, rejected)
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
        """Counts a task as long; if there are too many, one of them goes back to the queue."""
        task.long = True
        at_work = [other for other in self._running if other.long and not (other.rejected or other.set_aside)]
        if len(at_work) > self._settings.long:
            of_client = Counter(other.client for other in at_work)
            last = max(at_work, key=lambda other: (of_client[other.client], other.since))
            if (waiting := sum(other.long for other in self._waiting)) >= self._settings.queue:
                self._give_up(last, RequestRejected(BUSY, f"{waiting} long questions are already waiting", 5))
            else:
                last.set_aside = True
                self._stop(last)
        self._give_way()
        self._fill()

    def _give_way(self) -> None:
        """Lowers the priority of long questions, except those of the client that has used the least."""
        now = monotonic()
        clients = {task.client for task in self._running}
        least = min(clients, key=lambda client: self._usage(client, now), default="")
        for task in self._running:
            if task.long and task.client != least and not task.lowered and task.child:
                task.lowered = True
                task.child.set_priority(_LOWER)


def _gives_back(task: _Task) -> bool:
    """Returns whether its process is kept; that of a long question, unless set aside, is replaced."""
    return task.set_aside or not task.long


def _failed(reason: OutOfReach, heard: Iterable[str]) -> Reply:
    """The reply to a question without an answer, with what was heard of it."""
    kind = INTERNAL if reason.stopped is Stopped.FAILURE else LIMIT
    limit = str(reason.stopped) if kind == LIMIT else ""
    known: dict[str, Any] = {}
    for text in heard:
        known |= json.loads(text)
    name = {"id": known.pop("id")} if "id" in known else {}
    known.pop("stage", None)
    return Reply(json.dumps(error(kind, str(reason), limit=limit, known=known) | name), kind, limit)
