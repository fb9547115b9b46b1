"""Child processes on every system: a pipe, and two watching threads.

A child ends itself as soon as one of its threads sees that the lifeline is closed (the parent is gone) or that the
process holds more memory than allowed. These threads wait while a solver holds the GIL: python-sat's solvers for some
thousand conflicts. A memory limit is refused if the system does not report memory use.

Linux uses this module if NONOSAT_PORTABLE is set, so that all but the branches on `sys.platform` is tested there.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from mmap import PAGESIZE
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakSet

from nonosat.support.end import OutOfReach, Stopped

if TYPE_CHECKING:
    import subprocess
    from multiprocessing.connection import Connection

FULL = 86  # exit code of a process that exceeded its memory limit
_CHECK_INTERVAL_SECONDS = 0.01  # time between two memory checks


class _Closable(Protocol):
    def close(self) -> None: ...


class Handle:
    """The parent's handle of a child; mutable. Each system starts and ends its children."""

    _process: subprocess.Popen[bytes]
    _lifeline: _Closable
    """The end of a pipe that this process alone holds open while it lives."""

    def __init__(self) -> None:
        _handles.add(self)
        self.pid = self._process.pid
        self._owner = os.getpid()

    @property
    def ended(self) -> bool:
        return self._process.returncode is not None

    def __del__(self) -> None:
        """Ends the process if its handle is lost, such as by Ctrl-C between start and use."""
        mine = getattr(self, "_owner", None) == os.getpid()  # a forked process must not end its parent's
        if mine and not (self.ended or sys.is_finalizing()):
            self.end(None)

    def end(self, memory: int | None) -> OutOfReach:
        """Ends the process and returns why: `MEMORY` if it probably hit the limit of `memory` bytes."""
        raise NotImplementedError


_handles: WeakSet[Handle] = WeakSet()


def _drop_lifelines() -> None:
    """Runs in a fork of this process: the children live no longer than the process that started them."""
    for handle in _handles:
        handle._lifeline.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_drop_lifelines)


class Process(Handle):
    """A child that runs the code `start`, called with two handle numbers."""

    def __init__(self, start: str, pipe: Connection) -> None:
        from multiprocessing import Pipe  # imported late, here and below: most programs start no process

        lifeline, self._lifeline = Pipe(duplex=False)
        handles = [pipe.fileno(), lifeline.fileno()]
        try:
            self._process = _started(f"{start}({handles[0]}, {handles[1]})", handles)
        finally:
            lifeline.close()
        super().__init__()

    def kill(self) -> None:
        """Kills the process; call `end` afterwards."""
        with suppress(PermissionError):  # it is already ending
            self._process.kill()

    def end(self, memory: int | None) -> OutOfReach:  # noqa: ARG002 - its exit code reports lack of memory
        """Ends the process and returns why."""
        self.kill()
        code = self._process.wait()
        self._lifeline.close()
        if code == FULL:
            return OutOfReach(Stopped.MEMORY)
        return died(code)


def died(code: int) -> OutOfReach:
    """Describes an exit code; negative codes are signals."""
    how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return OutOfReach(Stopped.FAILURE, f"the solver died ({how})")


def spawned(command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    """Starts a process without standard streams; kills it if Ctrl-C interrupts the start."""
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
    """Starts a process that inherits the handles and gets no Ctrl-C."""
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
    """Opens the pipe. From now on, closing the lifeline's other end ends this process, and Ctrl-C is ignored."""
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
    """Returns whether Ctrl-C reaches this thread; it does not in a child."""
    return signal.getsignal(signal.SIGINT) != signal.SIG_IGN


@contextmanager
def limited(memory: int | None) -> Iterator[None]:
    """Ends this process if it exceeds `memory` bytes."""
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
    while not done.wait(_CHECK_INTERVAL_SECONDS):
        if (memory_in_use() or 0) > memory:
            os._exit(FULL)


@contextmanager
def capped(memory: int) -> Iterator[None]:  # noqa: ARG001 - no allocation is refused
    """Does nothing: other systems have no such limit."""
    yield


def lacked(memory: int | None) -> bool:  # noqa: ARG001 - no allocation is refused for it
    """Returns whether an error can be due to lack of memory."""
    return False


# --- how much memory a process holds


def _linux() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * PAGESIZE


def _windows() -> int:
    """Returns the private bytes of this process (`PROCESS_MEMORY_COUNTERS_EX` in Windows' documentation)."""
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
    counters = Counters(cb=ctypes.sizeof(Counters))
    if not kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.cb):
        raise OSError("GetProcessMemoryInfo failed")
    private: int = counters.Private
    return private


def _most() -> int:
    """Returns the peak of this process in bytes: macOS reports bytes, others kilobytes."""
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _measurement() -> Callable[[], int] | None:
    """Returns the first measurement of memory that works on this system."""
    for way in (_windows,) if sys.platform == "win32" else (_linux, _most):
        with suppress(OSError, ImportError, AttributeError):
            way()
            return way
    return None


_measure = _measurement()


def memory_in_use() -> int | None:
    """Returns the bytes of memory that this process holds; None if the system does not report them."""
    return _measure() if _measure else None
