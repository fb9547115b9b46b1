"""Child processes: their memory can be limited, and they can be ended at any moment.

A `Child` is the parent's handle. Its process, this module's `main`, carries out one call after another:

    child = acquire(memory)
    child.call(function, *arguments)        # in the child: function(parent, *arguments)
    ending = child.talk(on_message)               # `on_message` gets each value that the call passes to `parent.send`
    release(child)                          # or child.end(), which says how it ended

The ending is what the call `Returned` or `Raised`, None if the process has died, or `OutOfReach` if it is
late. `listen` waits for several children at once. A start takes about 0.2 s, so children that are done are
kept for later calls. `answered` does all of that for a whole question, `pool` for many calls.

`linux` and, for all other systems, `portable` start, end and limit a process; this module chooses between
them. In a browser there are no processes at all, see `available`; a process can be made as one, see
`confined`.

In a child, a `Clock` that knows the memory limit stops the work a little before it, so that the child can
still answer with what is known by then; a process that dies at the limit leaves no answer.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from nonosat.foundation.errors import NonosatError, UsageError
from nonosat.foundation.lazy_dataclasses import dataclass, replace
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from nonosat.foundation.workers import linux as system
else:
    try:
        if sys.platform != "linux" or os.environ.get("NONOSAT_PORTABLE"):
            raise ImportError
        from nonosat.foundation.workers import linux as system
    except ImportError:
        from nonosat.foundation.workers import portable as system

Answer = TypeVar("Answer")

_KEPT = 8
"""Idle children kept at most."""

WORN_BYTES = 150_000_000
"""A child that still holds this many bytes after a call is not kept: the next call needs the memory."""

FRUGAL = {"OPENBLAS_NUM_THREADS": "1"}
"""For the children: numpy reserves 40 MB per linear algebra thread, and none is needed here."""

_GRACE_SECONDS = 0.2
"""How late a child's answer may be before the child is ended."""


@dataclass(frozen=True, slots=True)
class Call:
    """Work for a child: a pickled function and its arguments, and the bytes of memory it may take."""

    work: bytes
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """The process has started."""


@dataclass(frozen=True, slots=True)
class Message:
    """A value that a call sends before its end."""

    value: Any


@dataclass(frozen=True, slots=True)
class Returned:
    """What a call returned, and the bytes that the process holds now."""

    value: Any
    held: int = 0


@dataclass(frozen=True, slots=True)
class Raised:
    """What a call raised; to a question it means that there is no answer, for this `reason`."""

    error: Exception
    reason: OutOfReach
    held: int = 0


Received = Started | Message | Returned | Raised | None
"""What a parent receives from a child; None if the child has died."""

Ending = Returned | Raised | OutOfReach | None
"""How a call ends: `OutOfReach` if it is late, None if the process has died."""


class Child:
    """A child process; mutable."""

    def __init__(self) -> None:
        from multiprocessing.connection import Pipe  # here, for most programs start no process
        from pathlib import Path

        self.pipe, theirs = Pipe()
        source = str(Path(__file__).parents[3])
        start = f"import sys; sys.path.insert(0, {source!r}); from {__name__} import main; main"
        try:
            self.process = system.Process(start, theirs)
        finally:
            theirs.close()
        self.ready = False
        """Whether its start has been received; a call may be sent earlier."""
        self.held = 0
        """Bytes that it held after its latest call."""

    def call(self, function: Callable[..., Any], *arguments: Any, memory: int | None = None) -> None:
        """Has it call `function(parent, *arguments)` with that many bytes of memory; see `Parent`."""
        from pickle import dumps  # where it is needed, for loading it takes longer than an easy puzzle

        self.send(Call(dumps((function, arguments)), memory))

    def send(self, message: Any) -> None:
        """Sends something to the current call; if the process has died, `receive` says so."""
        with suppress(OSError):
            self.pipe.send(message)

    def has_message(self, seconds: float = 0) -> bool:
        """Whether there is something to receive within that many seconds."""
        with suppress(OSError):  # on Windows, because it has died
            return self.pipe.poll(seconds)
        return True

    def receive(self) -> Received:
        """The next thing it sends; None if it has died."""
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(message, Started):
            self.ready = True
        elif not isinstance(message, Message):
            self.held = message.held
        received: Received = message
        return received

    def talk(self, on_message: Callable[[Any], None] | None = None, seconds: float | None = None) -> Ending:
        """Waits for the end of a call, and calls `on_message` with each value it sends before.

        The call is late if it takes more than `seconds`, from now or from the start of the process.
        """
        deadline = None
        while True:
            if deadline is None and seconds is not None and self.ready:
                deadline = monotonic() + seconds + _GRACE_SECONDS
            if deadline is not None and not self.has_message(max(0.0, deadline - monotonic())):
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
        """Gives the process a niceness; returns whether the system allowed it. Without such levels, nothing is done."""
        if hasattr(os, "setpriority"):
            try:
                os.setpriority(os.PRIO_PROCESS, self.process.pid, level)
            except OSError:
                return False
        return True

    def end(self, memory: int | None = None) -> OutOfReach:
        """Ends the process at once and returns how it ended: out of `memory` if it seems so."""
        reason = self.process.end(memory)
        self.pipe.close()
        return reason


def listen(children: Collection[Child], seconds: float | None) -> Iterator[tuple[Child, Received]]:
    """The next thing that each child sends, of those that send something within that many seconds."""
    from multiprocessing.connection import wait

    ready = wait([child.pipe for child in children], seconds)
    for child in [child for child in children if child.pipe in ready]:
        yield child, child.receive()


def reason_of(ending: Raised | OutOfReach | None, died: OutOfReach) -> OutOfReach:
    """Why a call has no answer, given how its process died."""
    return ending.reason if isinstance(ending, Raised) else ending or died


def available() -> bool:
    """Whether processes and threads can be started: not in a browser, nor while `confined`."""
    return sys.platform not in ("emscripten", "wasi") and not _confined


@dataclass(frozen=True, slots=True)
class _Confinement:
    """How this process is limited as a whole: the bytes it may hold, and whether its work is still wanted."""

    memory: int | None
    wanted: Callable[[], bool] | None


_confined: _Confinement | None = None


@contextmanager
def confined(memory: int | None = None, wanted: Callable[[], bool] | None = None) -> Iterator[None]:
    """Has this process do all work itself, as a browser does, within that many bytes of memory.

    Once `wanted` returns False, every question ends as if its time were up. This is for a process that another
    one has started and will end.
    """
    global _confined
    before, _confined = _confined, _Confinement(memory, wanted)
    try:
        yield
    finally:
        _confined = before


def keeps_memory(limit: Limit) -> bool:
    """Whether a memory limit needs no other process: there is none, or this process is confined to less."""
    mine = _confined.memory if _confined else None
    return limit.memory is None or (mine is not None and mine <= limit.memory)


def clock_of(limit: Limit, *, extra_limits: tuple[str, ...] = ()) -> Clock:
    """A clock for work in this process."""
    if _confined is None or not keeps_memory(limit):
        return Clock(limit, extra_limits=extra_limits)
    limit = replace(limit, memory=_confined.memory)
    return Clock(limit, extra_limits=extra_limits, used=memory_in_use, wanted=_confined.wanted)


def processors() -> int:
    """How many processors this process may use, if others can be started at all."""
    if not available():
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_idle: list[Child] = []
_taking = Lock()
"""Held by a thread that takes one of them."""
_owner = os.getpid()
"""The process that started the idle children; a process forked from it cannot use them."""


def acquire(memory: int | None = None) -> Child:
    """An idle child with most of that memory free, or a new one.

    Raises `UsageError` if the system has no processes, or cannot limit their memory.
    """
    if not available():
        what = "another solver" if memory is None else "a limit of memory"
        raise UsageError(f"{what} needs processes; {sys.platform} has none")
    if memory is not None and system.memory_in_use() is None:
        raise UsageError(f"memory cannot be limited: {sys.platform} does not say how much a process holds")
    global _owner
    if _owner != os.getpid():
        _idle.clear()
        _owner = os.getpid()
    with _taking:
        for child in reversed(_idle.copy()):
            if memory is None or child.held <= memory / 2:
                _idle.remove(child)
                if not child.has_message():  # an idle child with a message has died
                    return child
                child.end()
    return Child()


def release(child: Child) -> None:
    """Keeps a child that is done for later calls, unless there are enough or it holds too much memory."""
    if len(_idle) < _KEPT and child.held <= WORN_BYTES:
        _idle.append(child)
    else:
        child.end()


@atexit.register
def end_idle() -> None:
    """Ends the children that are kept for later calls."""
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

        self._pipe.send_bytes(dumps(Message(value)))  # `send` makes a pickler of its own each time

    def has_message(self) -> bool:
        """Whether the parent has sent something."""
        return self._pipe.poll()

    def fileno(self) -> int:
        """What the system can wait for until the parent sends something."""
        return self._pipe.fileno()

    def receive(self) -> Any:
        """The next thing that the parent has sent."""
        return self._pipe.recv()


def main(pipe: int, lifeline: int) -> None:
    """The child: makes the calls that come through the pipe until the pipe or the lifeline is closed."""
    connection = system.opened(pipe, lifeline)
    parent = Parent(connection)
    try:
        connection.send(Started())
        while True:
            message = connection.recv()
            if isinstance(message, Call):  # else it belongs to a call that has ended
                with system.limited(message.memory):
                    ending = _carry_out(message, parent)
                connection.send_bytes(_pickled(ending))
    except (EOFError, OSError):  # the parent has gone or has had enough
        pass


def _carry_out(call: Call, parent: Parent) -> Returned | Raised:
    """Makes a call; if its function cannot be imported here, that is an error of the call too."""
    from pickle import loads

    try:
        function, arguments = loads(call.work)
        return Returned(function(parent, *arguments), memory_in_use())
    except Exception as error:
        return Raised(error, _reason(error, call.memory), memory_in_use())


def _pickled(ending: Returned | Raised) -> bytes:
    from pickle import dumps

    try:
        return dumps(ending)
    except Exception as error:
        failed = TypeError(f"a worker's result cannot be sent: {error}")
        return dumps(Raised(failed, _reason(failed, None), ending.held))


def _reason(error: Exception, memory: int | None) -> OutOfReach:
    """What an error in a child means: without memory, anything may fail in any way."""
    if isinstance(error, MemoryError) or system.lacked(memory):
        return OutOfReach(Stopped.MEMORY)
    return OutOfReach(Stopped.FAILURE, f"the solver failed ({type(error).__name__}: {error})")


def interruptible() -> bool:
    """Whether Ctrl-C reaches this thread, and others can be started.

    In a child neither is true: starting a thread without memory may hang.
    """
    return available() and system.hears_interrupts()


def memory_in_use() -> int:
    """The bytes that this process holds, as a limit counts them; 0 if the system does not say."""
    return system.memory_in_use() or 0


def capped(memory: int) -> AbstractContextManager[None]:
    """Has the system refuse this process more memory, where it can; see `linux.capped`."""
    return system.capped(memory)


# --- a whole question


def answered(
    work: Callable[..., Answer],
    *arguments: Any,
    limit: Limit,
    observer: Callable[[Any], None] | None = None,
    extra_limits: tuple[str, ...] = (),
    apart: bool = False,
) -> Answer:
    """`work(*arguments, clock=..., observer=...)` within a limit; in a child if memory is limited.

    `work` is a function of a module, and what it takes and returns can be pickled. When its clock stops, it
    answers with what is known. If the child dies or is late, `work` is called again in this process, with a
    stopped clock, for an answer that claims nothing. `observer` is left out if there is none. `extra_limits` are
    limits that the work keeps to by itself, see `Clock`. Set `apart` for work that does not look at its clock,
    such as that of other libraries: a limit of seconds then takes a child process too.
    """
    observing = {} if observer is None else {"observer": observer}
    needless = limit.seconds is None or not apart or not available()
    if keeps_memory(limit) and needless:
        return work(*arguments, clock=clock_of(limit, extra_limits=extra_limits), **observing)
    child = acquire(limit.memory)
    try:
        child.call(_ask, work, arguments, limit, extra_limits, bool(observer), memory=limit.memory)
        ending = child.talk(observer, limit.seconds)
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
    return work(*arguments, clock=Clock.stopped(reason), **observing)


def _ask(
    parent: Parent,
    work: Callable[..., Answer],
    arguments: tuple[Any, ...],
    limit: Limit,
    extra_limits: tuple[str, ...],
    observed: bool,
) -> Answer:
    """In the child: asks the question."""
    observing = {"observer": parent.send} if observed else {}
    return work(*arguments, clock=Clock(limit, extra_limits=extra_limits, used=memory_in_use), **observing)
