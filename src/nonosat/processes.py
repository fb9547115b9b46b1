"""Child processes: their memory can be limited, and they can be ended whatever they are doing.

A `Child` is the parent's handle. Its process, this module's `main`, carries out one `Call` after the other.
It starts in about 0.2 s, so those that are done are kept for the next one.

No child outlives its parent: it holds the reading end of a pipe of which the parent holds the other, and has
the system send it a deadly signal when that end is closed, as it is when the parent is gone, in whatever way.
No thread would do for that: it could not run while a solver holds the interpreter.

All that is for POSIX systems only stands here. The limit of memory is the system's own on a process's data
(`RLIMIT_DATA`). A `Clock` in the child that knows the same limit stops the work a little before that, so that
an answer with what is known by then can still be made; a process that dies of it leaves none.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any, TypeVar

from nonosat.errors import NonosatError
from nonosat.limits import Clock, Limit, OutOfReach, Stopped

Answer = TypeVar("Answer")

_PAGE = os.sysconf("SC_PAGE_SIZE")

_KEPT = 8
"""Idle children kept at most."""

_WORN_BYTES = 150_000_000
"""A child that holds so much when it is done is not kept: the next should find the memory free."""

_FRUGAL = {"OPENBLAS_NUM_THREADS": "1"}
"""For the children: numpy reserves 40 MB for each thread of linear algebra, of which there is none here."""

_GRACE_SECONDS = 0.2
"""How late a child may be with its answer before it is ended."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The process has started."""


@dataclass(frozen=True, slots=True)
class Call:
    """`function(pipe, *arguments)`, to be carried out with so many bytes of memory; its result is sent."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    memory: int | None = None


class Child:
    """A child process; mutable. `pipe` gives what it sends, and `EOFError` when it has died."""

    def __init__(self) -> None:
        self.pipe, theirs = Pipe()
        lifeline, self._lifeline = os.pipe()
        source = str(Path(__file__).parents[1])
        start = f"import sys; sys.path.insert(0, {source!r}); from {__name__} import main; "
        fds = (theirs.fileno(), lifeline)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", f"{start}main{fds}"],
                pass_fds=fds,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,  # what a solver prints when it dies is told by how it died
                process_group=0,  # Ctrl-C is for the parent, which then ends the child
                env={**os.environ, **_FRUGAL},
            )
        finally:
            theirs.close()
            os.close(lifeline)
        self.ready = False
        """Whether it has reported so; a call may be sent before."""
        self.held = 0
        """Bytes that it held when it was last done."""

    def send(self, message: Any) -> None:
        """Sends it a `Call`, or what that is to know; its death is told by `pipe`."""
        with suppress(OSError):
            self.pipe.send(message)

    def end(self, memory: int | None = None) -> OutOfReach:
        """Ends the process at once and tells how it ended: for want of `memory` where that seems so.

        A process at its limit of memory may fail in ways of its own.
        """
        os.kill(self._process.pid, signal.SIGKILL)  # `Popen.kill` may reap it, and lose its usage
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = code = os.waitstatus_to_exitcode(status)
        self.pipe.close()
        os.close(self._lifeline)
        if _short_of(memory, usage):
            return OutOfReach(Stopped.MEMORY)
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        return OutOfReach(Stopped.FAILURE, f"the solver died ({how})")


_idle: list[Child] = []
_owner = os.getpid()
"""The process that started the idle children; they are no use to one forked from it."""


def engage(memory: int | None = None) -> Child:
    """A child without work: an idle one that has most of so much memory free, or a new one."""
    global _owner
    if _owner != os.getpid():
        _idle.clear()
        _owner = os.getpid()
    for child in reversed(_idle.copy()):
        if memory is None or child.held <= memory / 2:
            _idle.remove(child)
            if not child.pipe.poll():  # one that has something to say is one that died
                return child
            child.end()
    return Child()


def release(child: Child, held: int) -> None:
    """Keeps a child that is done for the next call; it holds so many bytes."""
    child.held = held
    if len(_idle) < _KEPT and held <= _WORN_BYTES:
        _idle.append(child)
    else:
        child.end()


@atexit.register
def _end_idle() -> None:
    if _owner == os.getpid():
        while _idle:
            _idle.pop().end()


def _short_of(memory: int | None, usage: resource.struct_rusage) -> bool:
    """Whether a process that failed did so, by all appearances, for its limit of memory.

    An array that must grow needs its old and its new space at once, twice as large or more.
    """
    return memory is not None and _most_held(usage) > 0.3 * memory


def _most_held(usage: resource.struct_rusage) -> int:
    """The most memory that a process has had."""
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


# --- in the child


def main(pipe_fd: int, lifeline: int) -> None:
    """The child: carries out what comes through the pipe until that, or the lifeline, is closed."""
    end_with(lifeline)
    # blocked, not ignored: a solver may put a handler of its own in place
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    pipe = Connection(pipe_fd)
    try:
        pipe.send(Ready())
        while True:
            message = pipe.recv()
            if isinstance(message, Call):  # else it is about a call that is done
                with _limited(message.memory):
                    answer = message.function(pipe, *message.arguments)
                pipe.send(answer)
    except (EOFError, OSError):  # the parent has gone or has had enough
        pass


def end_with(lifeline: int) -> None:
    """Has the system end this process when the other end of a pipe is closed, whatever it is doing then."""
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)  # SIGIO kills


def hears_interrupts() -> bool:
    """Whether Ctrl-C reaches this thread, as it does not in a child."""
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@contextmanager
def _limited(memory: int | None) -> Iterator[None]:
    _, hardest = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hardest if memory is None else memory, hardest))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (hardest, hardest))


def memory_in_use() -> int:
    """The bytes of data that this process holds, as the system's limit counts them."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[5]) * _PAGE
    except OSError:
        return _most_held(resource.getrusage(resource.RUSAGE_SELF))


def failure(error: Exception, memory: int | None) -> OutOfReach:
    """What an error in a child comes to: without memory anything may fail, in a way of its own."""
    if isinstance(error, MemoryError) or _short_of(memory, resource.getrusage(resource.RUSAGE_SELF)):
        return OutOfReach(Stopped.MEMORY)
    return OutOfReach(Stopped.FAILURE, f"the solver failed ({type(error).__name__}: {error})")


# --- a whole question


@dataclass(frozen=True, slots=True)
class _Event:
    """Something that an observer is to be told."""

    event: Any


@dataclass(frozen=True, slots=True)
class _Done:
    """The question is answered, or an error of ours raised, which is the parent's to raise."""

    answer: Any = None
    error: NonosatError | None = None
    held: int = 0


@dataclass(frozen=True, slots=True)
class _Failed:
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
    """`work(*arguments, clock=..., observer=...)` within a limit, in a child process for one of memory.

    `work` is a function of a module, and what it takes and returns can be pickled. It answers with what is
    known when its clock stops. Where the process dies, or is late, it is asked once more, here, with a clock
    that has stopped already, for an answer that claims nothing. `observer` is left out where there is none,
    and `also` are limits that the work keeps to by itself, see `Clock`. Work that does not look at its clock,
    as what other libraries do, is done `apart`: in a child process for a limit of seconds too.
    """
    heard = {} if observer is None else {"observer": observer}
    if limit.memory is None and not (apart and limit.seconds is not None):
        return work(*arguments, clock=Clock(limit, also=also), **heard)
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
    """What a child says in the end, or that it says nothing in time; None if it has died.

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
