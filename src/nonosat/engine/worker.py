"""A child process that searches and can be ended at any time, whatever its solver is doing.

A `Worker` is the parent's handle. Its process, this module's `main`, takes one task after the other and
reports as it goes, so that what is known when it must be ended is not lost. It starts in about 0.2 s,
so workers that finished their task are kept for the next one.

No worker outlives its parent: it holds the reading end of a pipe of which the parent holds the other,
and has the system send it a deadly signal when that end is closed, as it is when the parent is gone,
in whatever way. No thread would do for that: it could not run while a solver holds the interpreter.

For POSIX systems. The limit of memory is the system's own on a process's data (`RLIMIT_DATA`).
"""

from __future__ import annotations

import atexit
import fcntl
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, Pipe
from pathlib import Path

from nonosat.engine.outcome import Event, Outcome, Searching
from nonosat.engine.search import Facts, Task, search
from nonosat.errors import NonosatError
from nonosat.limits import OutOfReach, Stopped

_PAGE = os.sysconf("SC_PAGE_SIZE")

_KEPT = 8
"""Idle workers kept at most."""

_WORN_BYTES = 150_000_000
"""A worker that has held so much ends after its task: the next should find the memory free."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The process has started."""


@dataclass(frozen=True, slots=True)
class Found:
    """A solution, cell by cell."""

    cells: bytes
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Progress:
    """What happened, and what is known by now."""

    event: Event
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Learnt:
    """What the other searches of the puzzle may want to know."""

    facts: Facts


@dataclass(frozen=True, slots=True)
class Done:
    """The search has ended, and the worker is free, unless it was its `last`."""

    outcome: Outcome
    last: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """The search raised an error of ours, which is the parent's to raise; the worker is free."""

    error: NonosatError


Message = Ready | Found | Progress | Learnt | Done | Failed


class Worker:
    """A child process; mutable. `pipe` gives `Message`s, and `EOFError` when the process has died."""

    def __init__(self) -> None:
        self.pipe, theirs = Pipe()
        lifeline, self._lifeline = os.pipe()
        source = str(Path(__file__).parents[2])
        start = f"import sys; sys.path.insert(0, {source!r}); from nonosat.engine.worker import main; "
        fds = (theirs.fileno(), lifeline)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", f"{start}main{fds}"],
                pass_fds=fds,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,  # what a solver prints when it dies is told by how it died
                process_group=0,  # Ctrl-C is for the parent, which then ends the child
            )
        finally:
            theirs.close()
            os.close(lifeline)
        self.ready = False
        """Whether it has reported so; a task may be sent before."""

    def send(self, message: Task | bytes | Facts) -> None:
        """Gives it a task, or what others have found out during one; its death is told by `pipe`.

        It tells what it learns itself from the first `Facts` on that it is sent, and be they none.
        """
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


_idle: list[Worker] = []
_owner = os.getpid()
"""The process that started the idle workers; they are no use to one forked from it."""


def engage() -> Worker:
    """A worker without a task: an idle one, or a new one."""
    global _owner
    if _owner != os.getpid():
        _idle.clear()
        _owner = os.getpid()
    while _idle:
        worker = _idle.pop()
        if not worker.pipe.poll():  # one that has something to say is one that died
            return worker
        worker.end()
    return Worker()


def release(worker: Worker) -> None:
    """Keeps a worker that is done with its task for the next."""
    if len(_idle) < _KEPT:
        _idle.append(worker)
    else:
        worker.end()


@atexit.register
def _end_idle() -> None:
    if _owner == os.getpid():
        while _idle:
            _idle.pop().end()


def _short_of(memory: int | None, usage: resource.struct_rusage) -> bool:
    """Whether a process that failed did so, by all appearances, for its limit of memory.

    An array that must grow needs its old and its new space at once, twice as large or more.
    """
    return memory is not None and _bytes(usage) > 0.3 * memory


def memory_in_use() -> int:
    """The bytes of data that this process holds, as the system's limit counts them."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[5]) * _PAGE
    except OSError:
        return _bytes(resource.getrusage(resource.RUSAGE_SELF))


def _bytes(usage: resource.struct_rusage) -> int:
    """The most memory that a process has had."""
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main(pipe_fd: int, lifeline: int) -> None:
    """The child: searches what comes through the pipe until that, or the lifeline, is closed."""
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)  # SIGIO kills
    # blocked, not ignored: a solver may put a handler of its own in place
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    pipe = Connection(pipe_fd)
    try:
        pipe.send(Ready())
        while True:
            message = pipe.recv()
            if isinstance(message, Task):  # else it is about a task that is done
                pipe.send(_searched(message, pipe))
    except (EOFError, OSError):  # the parent has gone or has had enough
        pass


class _Others:
    """See `nonosat.engine.search.Peers`: the parent's other workers."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._there = False

    def heard(self) -> Iterator[bytes | Facts]:
        while self._pipe.poll():
            news = self._pipe.recv()
            self._there = self._there or isinstance(news, tuple)
            yield news

    def listen(self) -> bool:
        return self._there

    def tell(self, facts: Facts) -> None:
        self._pipe.send(Learnt(facts))


def _searched(task: Task, pipe: Connection) -> Message:
    """Does a task, and returns how that ended."""
    _, hardest = resource.getrlimit(resource.RLIMIT_DATA)
    allowed = hardest if task.limit.memory is None else task.limit.memory
    resource.setrlimit(resource.RLIMIT_DATA, (allowed, hardest))
    outcome = Outcome()

    def observe(event: Event) -> None:
        if task.observed or isinstance(event, Searching):
            pipe.send(Progress(event, outcome))

    try:
        for grid in search(task, outcome, observer=observe, peers=_Others(pipe)):
            pipe.send(Found(grid.cells, outcome))
        worn = outcome.stopped is Stopped.MEMORY or (
            _bytes(resource.getrusage(resource.RUSAGE_SELF)) > _WORN_BYTES
        )
        return Done(outcome, last=worn)
    except NonosatError as error:
        return Failed(error)
    except Exception as error:
        # without memory anything may fail: an import, or the solver in a way of its own
        short = _short_of(task.limit.memory, resource.getrusage(resource.RUSAGE_SELF))
        short = short or isinstance(error, MemoryError)
        if short:
            outcome.stop(OutOfReach(Stopped.MEMORY))
        else:
            outcome.stop(OutOfReach(Stopped.FAILURE, f"the solver failed ({type(error).__name__}: {error})"))
        return Done(replace(outcome, complete=False), last=True)
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (hardest, hardest))
