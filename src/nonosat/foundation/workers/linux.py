"""Child processes by Linux' own means: a pipe that sends a signal when it is closed, and memory limits.

No child outlives its parent. The child holds the reading end of a pipe whose other end the parent holds, and
the system sends it a deadly signal when that end is closed, which happens however the parent ends.
A thread could not replace this, because it cannot run while a solver holds the interpreter.

The limit of memory is the system's own on a process's data (`RLIMIT_DATA`).
"""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import PAGESIZE
from typing import TYPE_CHECKING

from nonosat.foundation.limits import OutOfReach, Stopped
from nonosat.foundation.workers.portable import died, spawned

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


_ROOM = 64_000_000
"""What a process that starts others may hold in any case: modules are loaded late."""


class Process:
    """The parent's handle of a process; mutable. It runs `start`, called with two file descriptors."""

    def __init__(self, start: str, pipe: Connection) -> None:
        self._inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        """What the system reports as the peak of a new process: that of its parent."""
        lifeline, self._lifeline = os.pipe()
        fds = (pipe.fileno(), lifeline)
        try:
            self._process = spawned(
                [sys.executable, "-P", "-c", f"{start}{fds}"],
                pass_fds=fds,
                process_group=0,  # Ctrl-C is for the parent, which then ends the child
            )
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(lifeline)
        self.pid = self._process.pid
        self._owner = os.getpid()

    @property
    def ended(self) -> bool:
        return self._process.returncode is not None

    def __del__(self) -> None:
        """Ends a process whose handle is lost, such as by an alarm between its start and its use."""
        mine = getattr(self, "_owner", None) == os.getpid()  # a forked process must not end its parent's
        if mine and not (self.ended or sys.is_finalizing()):
            self.end(None)

    def kill(self) -> None:
        """Kills the process; `end` must follow."""
        os.kill(self.pid, signal.SIGKILL)  # `Popen.kill` may reap it, and lose its usage

    def end(self, memory: int | None) -> OutOfReach:
        """Ends the process and returns how it ended: out of `memory` if it seems so.

        A process at its memory limit may fail in many ways.
        """
        self.kill()
        _, status, usage = os.wait4(self.pid, 0)
        self._process.returncode = code = os.waitstatus_to_exitcode(status)
        os.close(self._lifeline)
        if usage.ru_maxrss <= self._inherited and code == -signal.SIGSEGV:
            return died(code)  # it held less than its parent, and a refusal of memory ends otherwise
        return OutOfReach(Stopped.MEMORY) if _short_of(memory, usage.ru_maxrss) else died(code)


def _short_of(memory: int | None, peak: int) -> bool:
    """Whether a process with this peak, in kilobytes, seems to have failed because of its memory limit.

    An array that grows needs its old and its new space at once, twice as large or more.
    """
    return memory is not None and peak * 1024 > 0.3 * memory


# --- in the child


def opened(pipe: int, lifeline: int) -> Connection:
    """The pipe. From now on, closing the other end of the lifeline ends the process, and Ctrl-C is ignored."""
    from multiprocessing.connection import Connection

    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)  # SIGIO kills
    # blocked, not ignored: a solver may put a handler of its own in place
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    return Connection(pipe)


def hears_interrupts() -> bool:
    """Whether Ctrl-C reaches this thread; in a child it does not."""
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@contextmanager
def limited(memory: int | None) -> Iterator[None]:
    """Limits this process to so many bytes of data."""
    _, hardest = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hardest if memory is None else memory, hardest))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (hardest, hardest))


@contextmanager
def capped(memory: int) -> Iterator[None]:
    """Limits a process that is no child to that many bytes of data, or to little more than it holds already."""
    before, hardest = resource.getrlimit(resource.RLIMIT_DATA)
    most = max(memory, (memory_in_use() or 0) + _ROOM)
    if hardest != resource.RLIM_INFINITY:
        most = min(most, hardest)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hardest))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hardest))


def lacked(memory: int | None) -> bool:
    """Whether lack of memory may be the cause of an error in this process: anything may fail then."""
    return _short_of(memory, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def memory_in_use() -> int | None:
    """The bytes of data that this process holds, as the system's limit counts them."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * PAGESIZE
