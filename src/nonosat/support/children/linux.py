"""Child processes on Linux: a lifeline pipe that kills, and memory limits by `RLIMIT_DATA`.

No child outlives its parent. Parent and child share a pipe; when the parent ends, however that happens, the
kernel closes its end and sends the child SIGIO, which kills it. A watching thread could not do this: it cannot run
while a solver holds the GIL.
"""

from __future__ import annotations

import fcntl
import os
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from mmap import PAGESIZE
from typing import TYPE_CHECKING

from nonosat.support.children.portable import FULL, Handle, died, spawned
from nonosat.support.end import OutOfReach, Stopped

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


# Bytes that a parent process may always use on top of what it holds: modules are imported late.
_LATE_IMPORTS_BYTES = 64_000_000

# kilobytes by which two peaks of the same memory can differ: each processor counts on its own
_COUNTING_ERROR = 16_000


class Process(Handle):
    """A child that runs the code `start`, called with two file descriptors."""

    def __init__(self, start: str, pipe: Connection) -> None:
        lifeline, ours = os.pipe()
        self._lifeline = FileIO(ours, "wb")
        fds = (pipe.fileno(), lifeline)
        try:
            self._process = spawned(
                [sys.executable, "-P", "-c", f"{start}{fds}"],
                pass_fds=fds,
                process_group=0,  # Ctrl-C goes to the parent only, which then ends the child
            )
        except BaseException:
            self._lifeline.close()
            raise
        finally:
            os.close(lifeline)
        self._inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        """Peak of the parent when the child began: the system reports it as the initial peak of a child."""
        super().__init__()

    def kill(self) -> None:
        """Kills the process; call `end` afterwards."""
        with suppress(ProcessLookupError):  # an interrupt came between the end of `wait4` and its result
            os.kill(self.pid, signal.SIGKILL)  # `Popen.kill` can reap it and lose its resource usage

    def end(self, memory: int | None) -> OutOfReach:
        """Ends the process and returns why: `MEMORY` if it probably hit the limit of `memory` bytes.

        A process at its memory limit can fail in many ways, so this is a guess from its peak.
        """
        self.kill()
        try:
            _, status, usage = os.wait4(self.pid, 0)
        except ChildProcessError:  # as in `kill`
            self._process.returncode = -signal.SIGKILL
            return died(-signal.SIGKILL)
        finally:
            self._lifeline.close()
        self._process.returncode = code = os.waitstatus_to_exitcode(status)
        if code == FULL:
            return OutOfReach(Stopped.MEMORY)
        # Refused memory raises or aborts. After another signal a peak counts only if it is the process's own
        is_own = usage.ru_maxrss > self._inherited + _COUNTING_ERROR
        may_lack = is_own or code >= 0 or code == -signal.SIGABRT
        return OutOfReach(Stopped.MEMORY) if may_lack and _short_of(memory, usage.ru_maxrss) else died(code)


def _short_of(memory: int | None, peak: int) -> bool:
    """Returns whether a process with this peak (kilobytes) probably failed at its memory limit (bytes).

    0.3 because a growing array needs its old and its new space at once: the refused allocation is not in the peak.
    """
    return memory is not None and peak * 1024 > 0.3 * memory


# --- in the child


def opened(pipe: int, lifeline: int) -> Connection:
    """Opens the pipe. From now on, closing the lifeline's other end kills this process, and Ctrl-C is blocked."""
    from multiprocessing.connection import Connection

    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)  # SIGIO kills
    # blocked, not ignored: a solver can install a handler of its own
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    return Connection(pipe)


def hears_interrupts() -> bool:
    """Returns whether Ctrl-C reaches this thread; it does not in a child."""
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@contextmanager
def limited(memory: int | None) -> Iterator[None]:
    """Limits the data of this process to `memory` bytes."""
    _, hardest = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hardest if memory is None else memory, hardest))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (hardest, hardest))


@contextmanager
def capped(memory: int) -> Iterator[None]:
    """Limits a process that is not a child to `memory` bytes, or to what it holds plus `_LATE_IMPORTS_BYTES`."""
    before, hardest = resource.getrlimit(resource.RLIMIT_DATA)
    most = max(memory, (memory_in_use() or 0) + _LATE_IMPORTS_BYTES)
    if hardest != resource.RLIM_INFINITY:
        most = min(most, hardest)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hardest))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hardest))


def lacked(memory: int | None) -> bool:
    """Returns whether lack of memory may be the cause of an error in this process: anything may fail then."""
    return _short_of(memory, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def memory_in_use() -> int | None:
    """The bytes of data that this process holds, as the system's limit counts them."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * PAGESIZE
