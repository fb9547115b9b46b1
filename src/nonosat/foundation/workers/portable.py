"""Child processes by what every system has: a pipe, and two threads that watch.

A child ends itself as soon as one of its threads sees that the lifeline is closed, because the parent is gone, or
that the process holds more memory than allowed. These threads wait while a solver holds the interpreter:
python-sat's solvers for some thousand conflicts at most, Ganak until it has counted. The system says how much
a process holds; if it does not, a memory limit is refused.

Linux uses this module too if NONOSAT_PORTABLE is set in the environment, so that all of it but the branches on
`sys.platform` can be tested there.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from mmap import PAGESIZE
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from nonosat.foundation.limits import OutOfReach, Stopped

if TYPE_CHECKING:
    import subprocess
    from multiprocessing.connection import Connection

_FULL = 86
"""The exit code of a process that held more memory than allowed."""

_SECONDS_PER_LOOK = 0.01
"""Time between two memory checks."""


class Process:
    """The parent's handle of a process; mutable. It runs `start`, called with the numbers of two handles."""

    def __init__(self, start: str, pipe: Connection) -> None:
        from multiprocessing import Pipe  # here and below, for most programs start no process

        lifeline, self._lifeline = Pipe(duplex=False)
        handles = [pipe.fileno(), lifeline.fileno()]
        try:
            self._process = _started(f"{start}({handles[0]}, {handles[1]})", handles)
        finally:
            lifeline.close()
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
        with suppress(PermissionError):  # it is about to end
            self._process.kill()

    def end(self, memory: int | None) -> OutOfReach:  # noqa: ARG002 - it says itself that it lacked memory
        """Ends the process and returns how it ended."""
        self.kill()
        code = self._process.wait()
        self._lifeline.close()
        if code == _FULL:
            return OutOfReach(Stopped.MEMORY)
        return died(code)


def died(code: int) -> OutOfReach:
    """How a process ended: with an exit code or, if that is negative, by a signal."""
    how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return OutOfReach(Stopped.FAILURE, f"the solver died ({how})")


def spawned(command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    """A process without standard streams; if its start is cut short, by Ctrl-C or an alarm, it is ended."""
    import subprocess

    nowhere = subprocess.DEVNULL
    process: subprocess.Popen[bytes] = subprocess.Popen.__new__(subprocess.Popen)
    try:
        process.__init__(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, **options)  # type: ignore[misc]
    except BaseException:
        if getattr(process, "pid", None) and process.returncode is None:
            process.kill()
            process.wait()
        raise
    return process


def _started(code: str, handles: Sequence[int]) -> subprocess.Popen[bytes]:
    """A process that inherits the handles; Ctrl-C is for its parent."""
    import subprocess

    own: dict[str, Any]
    if sys.platform == "win32":
        for handle in handles:
            os.set_handle_inheritable(handle, True)
        own = {
            "startupinfo": subprocess.STARTUPINFO(lpAttributeList={"handle_list": list(handles)}),
            "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
        }
    else:
        own = {"pass_fds": handles, "process_group": 0}
    return spawned([sys.executable, "-P", "-c", code], **own)


# --- in the child


def opened(pipe: int, lifeline: int) -> Connection:
    """The pipe. From now on, closing the other end of the lifeline ends the process, and Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(_connection(lifeline),), daemon=True).start()
    return _connection(pipe)


def _connection(handle: int) -> Connection:
    from multiprocessing.connection import Connection

    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection

        return PipeConnection(handle)
    return Connection(handle)


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)


def hears_interrupts() -> bool:
    """Whether Ctrl-C reaches this thread; in a child it does not."""
    return signal.getsignal(signal.SIGINT) != signal.SIG_IGN


@contextmanager
def limited(memory: int | None) -> Iterator[None]:
    """Ends this process if it exceeds that many bytes."""
    if memory is None:
        yield
        return
    done = Event()
    Thread(target=_watch_memory, args=(memory, done), daemon=True).start()
    try:
        yield
    finally:
        done.set()


def _watch_memory(memory: int, done: Event) -> None:
    while not done.wait(_SECONDS_PER_LOOK):
        if (memory_in_use() or 0) > memory:
            os._exit(_FULL)


@contextmanager
def capped(memory: int) -> Iterator[None]:  # noqa: ARG001 - no allocation is refused
    """Nothing; other systems have no such limit."""
    yield


def lacked(memory: int | None) -> bool:  # noqa: ARG001 - no allocation is refused for it
    """Whether an error in this process may be due to lack of memory."""
    return False


# --- how much memory a process holds


def _linux() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * PAGESIZE


def _windows() -> int:
    """The private bytes of this process, see `PROCESS_MEMORY_COUNTERS_EX` in Windows' documentation."""
    import ctypes
    from ctypes import wintypes

    sizes = "PeakWorkingSet WorkingSet PeakPaged Paged PeakNonPaged NonPaged Pagefile PeakPagefile Private"

    class Counters(ctypes.Structure):
        _fields_ = [("cb", wintypes.DWORD), ("PageFaults", wintypes.DWORD)] + [
            (name, ctypes.c_size_t) for name in sizes.split()
        ]

    kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined, unused-ignore]
    kernel.GetCurrentProcess.restype = wintypes.HANDLE
    kernel.K32GetProcessMemoryInfo.argtypes = (wintypes.HANDLE, ctypes.c_void_p, wintypes.DWORD)
    found = Counters(cb=ctypes.sizeof(Counters))
    if not kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(found), found.cb):
        raise OSError("GetProcessMemoryInfo failed")
    private: int = found.Private
    return private


def _most() -> int:
    """The peak of this process: macOS reports bytes, others kilobytes."""
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _measurement() -> Callable[[], int] | None:
    """The first way to find out how much this process holds that works here."""
    for way in (_windows,) if sys.platform == "win32" else (_linux, _most):
        with suppress(OSError, ImportError, AttributeError):
            way()
            return way
    return None


_measure = _measurement()


def memory_in_use() -> int | None:
    """The bytes of memory that this process holds; None if the system does not say."""
    return _measure() if _measure else None
