"""Child processes whose memory can be limited and that can be ended at any moment.

A `Child` is the parent's handle. Its process, this module's `main`, carries out one call after another:

    child = acquire(memory)
    child.call(function, *arguments)        # in the child: function(parent, *arguments)
    ending = child.talk(on_message)         # `on_message` gets each value that the call passes to `parent.send`
    release(child)                          # or child.end(), which returns why it ended

`ending` is `Returned` or `Raised`, None if the process died, or `OutOfReach` if it is late. `listen` waits for
several children at once. A start takes about 0.2 s, so idle children are kept. `run_limited` does all of this for a
whole question, `pool` for many calls.

`linux` and `portable` (all other systems) start, end and limit a process; `systems` chooses one. Browsers have no
processes, see `available`; `confined` forbids child processes, too.

In a child, the `Clock` stops the work slightly below the memory limit, so that the child can still answer with what
is known; a process that dies at the limit leaves no answer.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from nonosat.support.children import allowance
from nonosat.support.children.load import grace
from nonosat.support.children.systems import system
from nonosat.support.children.watchdog import Replay, cut_short, key_of, watching
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import NonosatError, UsageError
from nonosat.support.interrupts import waiting
from nonosat.support.limits import Clock, Limit, enclosing

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from nonosat.support.children import linux

Answer = TypeVar("Answer")

_MAX_IDLE = 8  # maximum number of idle children that are kept

# A child that holds more bytes after a call is not kept: the next call needs the memory.
MAX_IDLE_BYTES = 150_000_000

GRACE_SECONDS = 0.2  # time that a child has after its deadline to answer
_START_SECONDS = 0.2  # start of a process that does not count for its limit, at most


class Call(NamedTuple):
    """Work for a child: a pickled (function, arguments), and its memory limit in bytes."""

    work: bytes
    memory: int | None = None


class Started:
    """The process has started."""


class Message(NamedTuple):
    """A value sent before the call ends."""

    value: Any


class Returned(NamedTuple):
    """The value of a call, and the bytes that the process holds now."""

    value: Any
    held: int = 0


class Raised(NamedTuple):
    """The error of a call; `reason` is why a question has no answer then."""

    error: Exception
    reason: OutOfReach
    held: int = 0


Received = Started | Message | Returned | Raised | None  # A message from a child; None if the child died

# the end of a call: `OutOfReach` if it is late, None if the process died
Ending = Returned | Raised | OutOfReach | None


class Child:
    """A child process; mutable."""

    def __init__(self) -> None:
        from multiprocessing.connection import Pipe  # imported late: most programs start no process
        from pathlib import Path

        self.pipe, theirs = Pipe()
        source = str(Path(__file__).parents[3])
        start = f"import sys; sys.path.insert(0, {source!r}); from {__name__} import main; main"
        try:
            self.process: linux.Process = system().Process(start, theirs)
        finally:
            theirs.close()
        self.ready = False  # true if its `Started` was received; calls can be sent earlier
        self.held = 0  # bytes that it held after its latest call
        self._granted = 0  # bytes that its call can hold

    def call(self, function: Callable[..., Any], *arguments: Any, memory: int | None = None) -> None:
        """Starts `function(parent, *arguments)` in the child, within `memory` bytes; see `Parent`."""
        from pickle import dumps  # imported late: loading it takes longer than an easy puzzle

        self._grant(memory or 0)
        self.send(Call(dumps((function, arguments)), memory))

    def send(self, message: Any) -> None:
        """Sends a value to the current call; if that fails, the process ends and `receive` returns None."""
        try:
            self.pipe.send(message)
        except OSError:  # it died, or waits for the rest of the message for ever
            self.process.kill()

    def has_message(self, seconds: float = 0) -> bool:
        """Waits up to `seconds`; returns whether there is something to receive."""
        with suppress(OSError), waiting():  # OSError on Windows, if it died
            return self.pipe.poll(seconds)
        return True

    def receive(self) -> Received:
        """Waits for the next message; None if the process died."""
        try:
            with waiting():
                message = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(message, Started):
            self.ready = True
        elif not isinstance(message, Message):
            self.held = message.held
            self._grant(0)
        received: Received = message
        return received

    def talk(self, on_message: Callable[[Any], None] | None = None, seconds: float | None = None) -> Ending:
        """Waits for the end of a call; calls `on_message` with each value that it sends before.

        The call is late after `seconds`, counted from now, and what a process may take to start.
        """
        latest = None if seconds is None else monotonic() + seconds + _START_SECONDS + grace(GRACE_SECONDS)
        deadline = None
        while True:
            if deadline is None and latest is not None and seconds is not None and self.ready:
                deadline = min(latest, monotonic() + seconds + grace(GRACE_SECONDS))
            end = latest if deadline is None else deadline
            if end is not None and not self.has_message(max(0.0, end - monotonic())):
                return OutOfReach(Stopped.SECONDS)
            match self.receive():
                case Started():
                    pass
                case Message(value):
                    if on_message:
                        on_message(value)
                case ending:
                    return ending

    def set_priority(self, level: int) -> bool:
        """Sets the niceness of the process; returns whether the system allowed it. Does nothing without such levels."""
        if hasattr(os, "setpriority"):
            try:
                os.setpriority(os.PRIO_PROCESS, self.process.pid, level)
            except OSError:
                return False
        return True

    def end(self, memory: int | None = None) -> OutOfReach:
        """Ends the process at once and returns why: `MEMORY` if it probably hit the limit of `memory` bytes."""
        reason = self.process.end(memory and (self._granted or memory))
        self._grant(0)
        self.pipe.close()
        return reason

    def _grant(self, memory: int) -> None:
        allowance.grant(memory - self._granted)
        self._granted = memory


def listen(children: Collection[Child], seconds: float | None) -> Iterator[tuple[Child, Received]]:
    """Waits up to `seconds` for any child; yields the next message of each child that has one."""
    from multiprocessing.connection import wait

    with waiting():
        ready = wait([child.pipe for child in children], seconds)
    for child in [child for child in children if child.pipe in ready]:
        yield child, child.receive()


def reason_of(ending: Raised | OutOfReach | None, died: OutOfReach) -> OutOfReach:
    """Returns why a call has no answer; `died` is how its process ended."""
    return ending.reason if isinstance(ending, Raised) else ending or died


def available() -> bool:
    """Returns whether processes and threads can be started: not in a browser, nor while `confined`."""
    return sys.platform not in ("emscripten", "wasi") and not _is_confined


_is_confined = False


@contextmanager
def confined(memory: int | None = None, is_wanted: Callable[[], bool] | None = None) -> Iterator[None]:
    """Makes this process do all work itself, as in a browser, within `memory` bytes.

    Once `is_wanted` returns False, every question ends as if its time were up. For processes that another one started
    and will end.
    """
    global _is_confined
    token = enclosing.set(Clock(Limit(memory=memory), used=memory_in_use, is_wanted=is_wanted))
    before, _is_confined = _is_confined, True
    try:
        yield
    finally:
        _is_confined = before
        enclosing.reset(token)


def keeps_memory(limit: Limit) -> bool:
    """Returns whether a limit needs no child process for its memory: none is set, or `confined` is stricter."""
    if limit.memory is None or isinstance(watching.get(), Replay):
        return True
    memory = enclosing.get().limit.memory
    return memory is not None and memory <= limit.memory


def can_limit_memory() -> bool:
    """Returns whether children can be started here and the system says how much memory they hold."""
    return available() and system().memory_in_use() is not None


def clock_of(limit: Limit, *, extra_limits: tuple[str, ...] = ()) -> Clock:
    """Returns a clock for work in this process, whose memory `confined` can bound."""
    return enclosing.get().inside(limit, extra_limits=extra_limits)


def processors() -> int:
    """Returns the number of processors that this process may use; 1 if it cannot start others."""
    return _allowed_processors() if available() else 1


@cache
def _allowed_processors() -> int:
    """Returns the number of processors that the system lets this process use, as it was at first."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_idle: list[Child] = []
_taking = Lock()  # guards `_idle` while a thread takes a child
_owner = os.getpid()  # process that started the idle children; a fork of it cannot use them


def acquire(memory: int | None = None) -> Child:
    """Returns an idle child with at least half of `memory` free, or a new one.

    Raises `UsageError` if the system has no processes or cannot limit their memory.
    """
    if not available():
        what = "another solver" if memory is None else "a limit of memory"
        raise UsageError(f"{what} needs processes; {sys.platform} has none")
    if memory is not None and system().memory_in_use() is None:
        raise UsageError(f"memory cannot be limited: {sys.platform} does not say how much a process holds")
    global _owner
    if _owner != os.getpid():
        _idle.clear()
        _owner = os.getpid()
    with _taking:
        for child in reversed(_idle.copy()):
            if memory is None or child.held <= memory / 2:
                _idle.remove(child)
                if not child.has_message():  # an idle child with a message is dead
                    return child
                child.end()
    return Child()


def release(child: Child) -> None:
    """Keeps a child for later calls, unless there are enough or it holds too much memory."""
    if len(_idle) < _MAX_IDLE and child.held <= MAX_IDLE_BYTES:
        _idle.append(child)
    else:
        child.end()


@atexit.register
def end_idle() -> None:
    """Ends all idle children."""
    if _owner == os.getpid():
        while _idle:
            _idle.pop().end()


# --- in the child


class Parent:
    """A call's connection to its parent."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def send(self, value: Any) -> None:
        """Sends a value before the call ends."""
        from pickle import dumps

        self._pipe.send_bytes(dumps(Message(value)))  # `send` would make a pickler each time

    def has_message(self) -> bool:
        """Returns whether the parent sent something."""
        return self._pipe.poll()

    def fileno(self) -> int:
        """Descriptor that becomes readable when the parent sends something."""
        return self._pipe.fileno()

    def receive(self) -> Any:
        """Waits for the parent's next message."""
        return self._pipe.recv()


def main(pipe: int, lifeline: int) -> None:
    """Runs in the child: serves calls from the pipe until the pipe or the lifeline is closed."""
    connection: Connection = system().opened(pipe, lifeline)
    parent = Parent(connection)
    try:
        connection.send(Started())
        while True:
            message = connection.recv()
            if isinstance(message, Call):  # anything else belongs to a call that ended
                with system().limited(message.memory), allowance.allowed(message.memory):
                    ending = _carry_out(message, parent)
                connection.send_bytes(_pickled(ending))
    except (EOFError, OSError):  # the parent is gone or stopped listening
        pass
    except MemoryError:  # outside of a call, which answers
        os._exit(system().FULL)


def _carry_out(call: Call, parent: Parent) -> Returned | Raised:
    """Carries out a call; a function that cannot be imported here counts as an error of the call."""
    from pickle import loads

    try:
        function, arguments = loads(call.work)
        return Returned(function(parent, *arguments), _own_memory())
    except Exception as error:
        return Raised(error, _reason(error, call.memory), _own_memory())


def _pickled(ending: Returned | Raised) -> bytes:
    from pickle import dumps

    try:
        return dumps(ending)
    except Exception as error:
        failed = TypeError(f"a worker's result cannot be sent: {error}")
        return dumps(Raised(failed, _reason(failed, None), ending.held))


def _reason(error: Exception, memory: int | None) -> OutOfReach:
    """Returns why a call failed: without memory, anything can fail in any way."""
    if isinstance(error, MemoryError) or system().lacked(memory):
        return OutOfReach(Stopped.MEMORY)
    return OutOfReach(Stopped.FAILURE, f"the solver failed ({type(error).__name__}: {error})")


def interruptible() -> bool:
    """Returns whether Ctrl-C reaches this thread and threads can be started.

    False in a child: starting a thread without memory can hang.
    """
    return available() and bool(system().hears_interrupts())


def memory_in_use() -> int:
    """Returns the bytes that count for this process's limit, those of its children too; 0 if the system reports none."""
    return _own_memory() + allowance.granted


def _own_memory() -> int:
    held: int | None = system().memory_in_use()
    return held or 0


def memory_share(memory: int, among: int = 1) -> int:
    """Returns the bytes of a limit that each of so many child processes gets: see `nonosat.support.children.allowance`."""
    return allowance.share_of(memory, _own_memory, among)


@contextmanager
def capped(memory: int) -> Iterator[None]:
    """Bounds this process and its children; the system refuses it more memory where possible, see `linux.capped`."""
    with system().capped(memory), allowance.allowed(memory):
        yield


# --- a whole question


def run_limited(
    work: Callable[..., Answer],
    *arguments: Any,
    limit: Limit,
    observer: Callable[[Any], None] | None = None,
    extra_limits: tuple[str, ...] = (),
    in_child: bool = False,
) -> Answer:
    """Calls `work(*arguments, clock=..., observer=...)` within a limit; in a child if memory is limited.

    `work` is a module-level function with picklable arguments and result, which answers with what is known when its
    clock stops. If the child dies or is late, the answer is what `work` noted last (`Clock.note`); without that, `work` is
    called again in this process with a stopped clock, for an answer that claims nothing. `observer` is omitted if None.
    `extra_limits` are limits that the work enforces itself, see `Clock`. Set `in_child` for work that does not check its
    clock, such as other libraries: a limit of seconds then needs a child, too.
    """
    observing = {} if observer is None else {"observer": observer}
    watch, key = watching.get(), key_of(work, *arguments)
    if isinstance(watch, Replay):  # the question is late, and is asked again for what is known
        so_far: Answer | None = watch.notes.get(key)
        if so_far is not None:
            return cut_short(so_far, watch.reason)
        return work(*arguments, clock=Clock.stopped(watch.reason), **observing)
    needless = limit.seconds is None or not in_child or not available()
    if keeps_memory(limit) and needless:
        clock = clock_of(limit, extra_limits=extra_limits)
        if watch:
            clock = clock.noting(partial(watch.notes.__setitem__, key))
        return work(*arguments, clock=clock, **observing)
    notes = {} if watch is None else watch.notes

    def hear(message: Any) -> None:
        if isinstance(message, _Noted):
            notes[key] = message.answer
        elif observer:
            observer(message)

    if limit.memory is not None:
        limit = replace(limit, memory=memory_share(limit.memory))
    child = acquire(limit.memory)
    try:
        deadline = None if limit.seconds is None else monotonic() + limit.seconds
        latest = None if deadline is None else deadline + _START_SECONDS
        child.call(_ask, work, arguments, limit, latest, extra_limits, bool(observer), memory=limit.memory)
        # pickling and sending a large question count, too
        ending = child.talk(hear, None if deadline is None else max(0.0, deadline - monotonic()))
    except BaseException:
        child.end()
        raise
    match ending:
        case Returned(value):
            release(child)
            answer: Answer = value
            return answer
        case Raised(NonosatError() as error):
            release(child)
            raise error
    reason = reason_of(ending, child.end(limit.memory))
    if key in notes:
        so_far = notes[key]
        return cut_short(so_far, reason)
    return work(*arguments, clock=Clock.stopped(reason), **observing)


class _Noted(NamedTuple):
    """The answer to the whole question as far as it is known."""

    answer: Any


def _ask(
    parent: Parent,
    work: Callable[..., Answer],
    arguments: tuple[Any, ...],
    limit: Limit,
    latest: float | None,
    extra_limits: tuple[str, ...],
    observed: bool,
) -> Answer:
    """Runs in the child: asks the question; its time ends at `latest` (`time.monotonic`) even if the child started late."""
    observing = {"observer": parent.send} if observed else {}
    clock = Clock(limit, extra_limits=extra_limits, used=memory_in_use)
    if latest is not None and clock.deadline is not None:
        clock = clock.until(min(clock.deadline, latest))
    return work(*arguments, clock=clock.noting(lambda answer: parent.send(_Noted(answer))), **observing)
