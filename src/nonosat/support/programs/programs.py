"""Runs other programs as child processes: captures their output, measures and limits them.

A program runs in its own session, without a shell, with empty standard input. Time and memory include all processes
that it starts: a small process of ours adopts orphans, waits for every one, and kills them all at the time limit. The
memory limit is the system's own, on the data of each process. Only the beginning of the output is kept.

The system counts a process from the fork on, so no program seems to take less memory than a small Python process,
some 20 MB.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Self

from nonosat.support.children.processes import Child, Parent, Returned
from nonosat.support.end import Stopped
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit
from nonosat.support.programs.trees import adopt_orphans, kill_descendants

if TYPE_CHECKING:
    from subprocess import Popen

_KEPT_BYTES = 4_000_000  # bytes of each stream that are kept; the rest is read and dropped

_PIECE = 65_536

_POLL_SECONDS = 0.05  # polling interval on systems that do not wake us when a program ends
_STOPPING_SECONDS = 5.0  # time that a program's processes have to end before they are left to the system
_DEATH_SIGNAL = 1  # `PR_SET_PDEATHSIG` of Linux' `prctl`


@dataclass(frozen=True, slots=True)
class Ran:
    """The outcome of one run of a program."""

    output: str
    errors: str  # the beginning of standard error
    code: int  # exit code, or minus the number of the signal that ended it
    stopped: Stopped | None
    """The limit that ended it; `MEMORY` if it failed while holding over 0.3 of that limit."""
    cpu: float  # CPU seconds of all its processes
    seconds: float  # wall-clock time
    memory: int  # largest peak of one of its processes, in bytes


class Programs:
    """Runs programs one after another from a small process; a context manager. Mutable."""

    def __init__(self) -> None:
        if sys.platform == "win32":
            raise UsageError("measuring other programs needs a POSIX system (wait4)")
        self._child: Child | None = None
        self._running = False

    def run(self, words: Sequence[str], limit: Limit) -> Ran:
        """Runs a program; raises `UsageError` if it cannot be started."""
        self._child = self._child or Child()
        self._child.call(_run, tuple(words), limit.seconds, limit.memory)
        self._running = True
        ending = self._child.talk()
        self._running = False
        if isinstance(ending, Returned):
            ran: Ran | str = ending.value
            if isinstance(ran, str):
                raise UsageError(ran)
            return ran
        self.close()
        raise UsageError(f"{words[0]}: the process that was to start it has ended")

    def close(self) -> None:
        """Kills the launcher and all its descendants."""
        if self._child is not None:
            if self._running:  # before it answers, it kills all processes of the program
                self._child.send(None)
                self._child.has_message(_STOPPING_SECONDS)
            self._child.end()
            self._child, self._running = None, False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# --- in the small process


def _run(parent: Parent, words: tuple[str, ...], seconds: float | None, memory: int | None) -> Ran | str:
    """Runs a program to its end or its limit; returns a message if it cannot be started."""
    from subprocess import DEVNULL, PIPE, Popen

    adopt_orphans()
    began = monotonic()
    try:
        process = Popen(
            words,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=PIPE,
            start_new_session=True,
            preexec_fn=_confining(memory),
        )
    except (OSError, ValueError) as error:
        return f"{words[0]}: cannot be run: {getattr(error, 'strerror', None) or error}"
    deadline = None if seconds is None else began + seconds
    with process:
        kept, late = _read(process, deadline, parent)
        took = monotonic() - began
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)  # its remaining processes
        code, cpu, peak = _reaped(process)
    memory_short = memory is not None and code != 0 and peak > 0.3 * memory
    stopped = Stopped.SECONDS if late else Stopped.MEMORY if memory_short else None
    output, errors = (data.decode(errors="replace") for data in kept)
    return Ran(output, errors, code, stopped, cpu, took, peak)


def _confining(memory: int | None) -> Callable[[], None]:
    """Returns a `preexec_fn` that ties the program's life to ours and limits its memory (bytes)."""
    import resource

    prctl = None
    if sys.platform == "linux":
        from ctypes import CDLL

        prctl = CDLL(None).prctl
    _, hardest = resource.getrlimit(resource.RLIMIT_DATA)

    def confine() -> None:
        if prctl:
            prctl(_DEATH_SIGNAL, signal.SIGKILL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_DATA, (memory, hardest))

    return confine


def _read(
    process: Popen[bytes], deadline: float | None, parent: Parent
) -> tuple[tuple[bytearray, bytearray], bool]:
    """Reads a program's output until it ends; returns it and whether time ran out."""
    from selectors import EVENT_READ, DefaultSelector

    assert process.stdout
    assert process.stderr
    kept = (bytearray(), bytearray())
    with DefaultSelector() as selector:
        for stream, data in zip((process.stdout, process.stderr), kept, strict=True):
            os.set_blocking(stream.fileno(), False)
            selector.register(stream, EVENT_READ, data)
        ending = os.pidfd_open(process.pid) if hasattr(os, "pidfd_open") else None
        if ending is not None:
            selector.register(ending, EVENT_READ)
        selector.register(parent, EVENT_READ)
        try:
            ended = False
            while not ended:
                left = None if deadline is None else deadline - monotonic()
                if left is not None and left <= 0:
                    return kept, True
                ready = selector.select(
                    left if ending is not None else min(_POLL_SECONDS, left or _POLL_SECONDS)
                )
                ended = _has_ended(process)
                for key, _ in ready:
                    if key.data is not None and not _take(key.fd, key.data, ended):
                        selector.unregister(key.fileobj)
                if parent.has_message():  # asked to stop
                    return kept, True
        finally:
            if ending is not None:
                os.close(ending)
    for stream, data in zip((process.stdout, process.stderr), kept, strict=True):
        _take(stream.fileno(), data, True)
    return kept, False


def _has_ended(process: Popen[bytes]) -> bool:
    """Returns whether the program itself ended; does not reap it, so its usage can still be read."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def _take(descriptor: int, data: bytearray, to_end: bool) -> bool:
    """Reads available output, one piece or to its end; returns whether more can come."""
    while True:
        try:
            piece = os.read(descriptor, _PIECE)
        except BlockingIOError:
            return True
        data += piece[: max(0, _KEPT_BYTES - len(data))]
        if not piece:
            return False
        if not to_end or len(data) >= _KEPT_BYTES:
            return True


def _reaped(process: Popen[bytes]) -> tuple[int, float, int]:
    """Ends all processes of a program; returns its exit code, their CPU seconds and largest peak in bytes."""
    cpu, peak, code = 0.0, 0, 0
    unit = 1 if sys.platform == "darwin" else 1024
    while True:
        kill_descendants()
        try:
            pid, status, usage = os.wait4(-1, 0)
        except ChildProcessError:
            break
        cpu += usage.ru_utime + usage.ru_stime
        peak = max(peak, usage.ru_maxrss * unit)
        if pid == process.pid:
            process.returncode = code = os.waitstatus_to_exitcode(status)
    return code, cpu, peak
