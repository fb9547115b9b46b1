"""Child processes: their memory can be limited, and they can be ended at any moment.

A `Child` is the parent's handle. Its process, this module's `main`, carries out one `Call` after another.
A start takes about 0.2 s, so children that are done are kept for later calls. `pool` has several of them at
work for whoever has many calls.

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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from nonosat.foundation.errors import NonosatError, UsageError
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
"""The most idle children kept."""

WORN_BYTES = 150_000_000
"""A child that holds this many bytes when done is not kept: the next call needs the memory."""

_FRUGAL = {"OPENBLAS_NUM_THREADS": "1"}
"""For the children: numpy reserves 40 MB for each linear algebra thread, and none is needed here."""

_GRACE_SECONDS = 0.2
"""How late a child may be with its answer before it is ended."""


class Ready(NamedTuple):
    """The process has started."""


class Call(NamedTuple):
    """`function(pipe, *arguments)`, to be run with that many bytes of memory; its result is sent."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    memory: int | None = None


class Child:
    """A child process; mutable. `pipe` gives what it sends, and `EOFError` when it has died."""

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
        """Whether it has reported its start; a call may be sent before."""
        self.held = 0
        """Bytes that it held when it was last done."""

    def send(self, message: Any) -> None:
        """Sends it a `Call`, or a message for that call; `pipe` shows its death."""
        with suppress(OSError):
            self.pipe.send(message)

    def end(self, memory: int | None = None) -> OutOfReach:
        """Ends the process at once and tells how it ended: out of `memory` if that seems so."""
        reason = self.process.end(memory)
        self.pipe.close()
        return reason


def available() -> bool:
    """Whether others may be started, and threads: a browser has neither, see `confined` too."""
    return sys.platform not in ("emscripten", "wasi") and not _confined


class _Confinement(NamedTuple):
    """How this process is limited as a whole: bytes that it may hold, whether its work is still wanted."""

    memory: int | None
    wanted: Callable[[], bool] | None


_confined: _Confinement | None = None


@contextmanager
def confined(memory: int | None = None, wanted: Callable[[], bool] | None = None) -> Iterator[None]:
    """Has this process do all work itself, as a browser does, and keep to that many bytes of memory.

    Once `wanted` is false, every question ends as if its time were up. That is for a process which another
    one started, and will end when it has had enough.
    """
    global _confined
    before, _confined = _confined, _Confinement(memory, wanted)
    try:
        yield
    finally:
        _confined = before


def keeps_memory(limit: Limit) -> bool:
    """Whether a limit of memory takes no other process: there is none, or this one is confined to less."""
    mine = _confined.memory if _confined else None
    return limit.memory is None or (mine is not None and mine <= limit.memory)


def clock_of(limit: Limit, *, also: tuple[str, ...] = ()) -> Clock:
    """A clock for work that is done in this process."""
    if _confined is None or not keeps_memory(limit):
        return Clock(limit, also=also)
    limit = replace(limit, memory=_confined.memory)
    return Clock(limit, also=also, used=memory_in_use, wanted=_confined.wanted)


def processors() -> int:
    """How many processors this process may use, if others can be started at all."""
    if not available():
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_idle: list[Child] = []
_taking = Lock()
"""Held by the thread that takes one of them."""
_owner = os.getpid()
"""The process that started the idle children; a process forked from it cannot use them."""


def engage(memory: int | None = None) -> Child:
    """A child without work: an idle one with most of that memory free, or a new one.

    Raises `UsageError` where the system has no processes, or cannot limit their memory.
    """
    if not available():
        what = "another solver" if memory is None else "a limit of memory"
        raise UsageError(f"{what} needs processes; {sys.platform} has none")
    if memory is not None and system.memory_in_use() is None:
        raise UsageError(f"memory cannot be limited: {sys.platform} does not tell how much a process holds")
    global _owner
    if _owner != os.getpid():
        _idle.clear()
        _owner = os.getpid()
    with _taking:
        for child in reversed(_idle.copy()):
            if memory is None or child.held <= memory / 2:
                _idle.remove(child)
                if not child.pipe.poll():  # an idle child with a message has died
                    return child
                child.end()
    return Child()


def release(child: Child, held: int) -> None:
    """Keeps a finished child, which holds that many bytes, for the next call."""
    child.held = held
    if len(_idle) < _KEPT and held <= WORN_BYTES:
        _idle.append(child)
    else:
        child.end()


@atexit.register
def _end_idle() -> None:
    if _owner == os.getpid():
        while _idle:
            _idle.pop().end()


# --- in the child


def main(pipe: int, lifeline: int) -> None:
    """The child: carries out calls from the pipe until the pipe or the lifeline is closed."""
    parent = system.opened(pipe, lifeline)
    try:
        parent.send(Ready())
        while True:
            message = parent.recv()
            if isinstance(message, Call):  # else it belongs to a finished call
                with system.limited(message.memory):
                    answer = message.function(parent, *message.arguments)
                parent.send(answer)
    except (EOFError, OSError):  # the parent has gone or has had enough
        pass


def interruptible() -> bool:
    """Whether Ctrl-C reaches this thread, and others can be started.

    Neither is so in a child: out of memory, starting a thread may hang.
    """
    return available() and system.hears_interrupts()


def memory_in_use() -> int:
    """The bytes that this process holds, as a limit counts them; 0 where the system does not tell."""
    return system.memory_in_use() or 0


def failure(error: Exception, memory: int | None) -> OutOfReach:
    """What an error in a child means: out of memory, anything may fail in any way."""
    if isinstance(error, MemoryError) or system.lacked(memory):
        return OutOfReach(Stopped.MEMORY)
    return OutOfReach(Stopped.FAILURE, f"the solver failed ({type(error).__name__}: {error})")


# --- a whole question


class _Event(NamedTuple):
    """Something that an observer is to be told."""

    event: Any


class _Done(NamedTuple):
    """The question is answered, or raised one of our errors, which the parent raises."""

    answer: Any = None
    error: NonosatError | None = None
    held: int = 0


class _Failed(NamedTuple):
    """There is no answer, and the child is of no further use."""

    reason: OutOfReach


def answered(
    work: Callable[..., Answer],
    *arguments: Any,
    limit: Limit,
    observer: Callable[[Any], None] | None = None,
    also: tuple[str, ...] = (),
    apart: bool = False,
) -> Answer:
    """`work(*arguments, clock=..., observer=...)` within a limit; in a child if memory is limited.

    `work` is a function of a module, and what it takes and returns can be pickled. It answers with what is
    known when its clock stops. If the child dies or is late, `work` is called again in this process, with a
    stopped clock, for an answer that claims nothing. `observer` is left out if there is none, and `also` are
    limits that the work keeps to by itself, see `Clock`. Work that does not look at its clock, such as that
    of other libraries, is done `apart`: in a child process for a limit of seconds too.
    """
    heard = {} if observer is None else {"observer": observer}
    needless = limit.seconds is None or not apart or not available()
    if keeps_memory(limit) and needless:
        return work(*arguments, clock=clock_of(limit, also=also), **heard)
    found = _elsewhere(work, arguments, limit, also, observer)
    if isinstance(found, _Done):
        if found.error:
            raise found.error
        answer: Answer = found.answer
        return answer
    return work(*arguments, clock=Clock.stopped(found), **heard)


def _elsewhere(
    work: Callable[..., Any],
    arguments: tuple[Any, ...],
    limit: Limit,
    also: tuple[str, ...],
    observer: Callable[[Any], None] | None,
) -> _Done | OutOfReach:
    """What a child answers, or why it does not."""
    child = engage(limit.memory)
    try:
        child.send(Call(_carried_out, (work, arguments, limit, also, observer is not None), limit.memory))
        found = _heard(child, limit, observer)
    except BaseException:
        child.end()
        raise
    if isinstance(found, _Done):
        release(child, found.held)
        return found
    died = child.end(limit.memory)
    return found or died


def _heard(child: Child, limit: Limit, observer: Callable[[Any], None] | None) -> _Done | OutOfReach | None:
    """A child's last message, or that none came in time; None if it has died.

    The time begins when it has started.
    """
    clock = Clock(Limit(seconds=limit.seconds)) if child.ready else Clock()
    while True:
        left = clock.left
        if not child.pipe.poll(None if left is None else left + _GRACE_SECONDS):
            return OutOfReach(Stopped.SECONDS)
        try:
            message = child.pipe.recv()
        except (EOFError, OSError):
            return None
        match message:
            case Ready():
                child.ready = True
                clock = Clock(Limit(seconds=limit.seconds))
            case _Event(event):
                assert observer
                observer(event)
            case _Failed(reason):
                return reason
            case _Done() as done:
                return done


def _carried_out(
    pipe: Connection,
    work: Callable[..., Any],
    arguments: tuple[Any, ...],
    limit: Limit,
    also: tuple[str, ...],
    observed: bool,
) -> _Done | _Failed:
    """In the child: does the work."""
    heard = {"observer": lambda event: pipe.send(_Event(event))} if observed else {}
    try:
        clock = Clock(limit, also=also, used=memory_in_use)
        return _Done(work(*arguments, clock=clock, **heard), held=memory_in_use())
    except NonosatError as error:
        return _Done(error=error, held=memory_in_use())
    except Exception as error:
        return _Failed(failure(error, limit.memory))
