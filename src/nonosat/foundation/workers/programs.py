"""Other programs as child processes: what they print, what they take, and their end within limits.

A program runs in a session of its own, without a shell, with nothing on its standard input. Its time and
memory are those of all processes that it starts: a small process of ours, which adopts those that lose their
parent, waits for every one of them. At the limit of time it kills them all. The limit of memory is the
system's own on the data of each process. Only the beginning of what a program prints is kept.

The system counts a process from the moment at which it is still a copy of the one that starts it, so that no
program seems to take less memory than a small Python process, some 20 MB.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Self

from nonosat.foundation.errors import UsageError
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.limits import Limit, Stopped
from nonosat.foundation.workers.processes import Child, Parent, Returned
from nonosat.foundation.workers.trees import adopt_orphans, kill_descendants

if TYPE_CHECKING:
    from subprocess import Popen

_KEPT = 4_000_000
"""Bytes of each stream that are kept; the rest is read and forgotten."""

_PIECE = 65_536

_NAP_SECONDS = 0.05
"""Between two looks at a program, where the system does not wake us at its end."""

_STOPPING_SECONDS = 5.0
"""How long the processes of a program may take to end, before they are left to the system."""

_DEATH_SIGNAL = 1
"""`PR_SET_PDEATHSIG` of Linux' `prctl`."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ran."""

    output: str
    errors: str
    """The beginning of what it wrote to standard error."""
    code: int
    """The exit code, or minus the number of the signal that ended it."""
    stopped: Stopped | None
    """The limit that ended it; of memory if it failed while it held a good part of that."""
    cpu: float
    """CPU seconds of all its processes."""
    seconds: float
    """By the clock on the wall."""
    memory: int
    """Bytes that one of its processes held at most."""


class Programs:
    """Runs programs one after another from a small process; use as a context manager. Mutable."""

    def __init__(self) -> None:
        if sys.platform == "win32":
            raise UsageError("other programs are measured by what POSIX systems say of a process")
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
        """Ends the small process, and with it whatever runs."""
        if self._child is not None:
            if self._running:  # it kills all processes of the program before it answers
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
    """Runs a program to its end or its limit; text says why it cannot be started."""
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
            os.killpg(process.pid, signal.SIGKILL)  # all that is left of it
        code, cpu, peak = _reaped(process)
    memory_short = memory is not None and code != 0 and peak > 0.3 * memory
    stopped = Stopped.SECONDS if late else Stopped.MEMORY if memory_short else None
    output, errors = (data.decode(errors="replace") for data in kept)
    return Ran(output, errors, code, stopped, cpu, took, peak)


def _confining(memory: int | None) -> Callable[[], None]:
    """What a process does just before it becomes the program: it will end with us, and hold no more than that."""
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
    """What a program prints until it has ended, and whether its time was up before."""
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
                    left if ending is not None else min(_NAP_SECONDS, left or _NAP_SECONDS)
                )
                ended = _has_ended(process)
                for key, _ in ready:
                    if key.data is not None and not _take(key.fd, key.data, ended):
                        selector.unregister(key.fileobj)
                if parent.has_message():  # it has had enough
                    return kept, True
        finally:
            if ending is not None:
                os.close(ending)
    for stream, data in zip((process.stdout, process.stderr), kept, strict=True):
        _take(stream.fileno(), data, True)
    return kept, False


def _has_ended(process: Popen[bytes]) -> bool:
    """Whether the program itself has ended; what it has used can still be asked for."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def _take(descriptor: int, data: bytearray, to_end: bool) -> bool:
    """Reads what is there, all of it or a piece; returns whether more may come."""
    while True:
        try:
            piece = os.read(descriptor, _PIECE)
        except BlockingIOError:
            return True
        data += piece[: max(0, _KEPT - len(data))]
        if not piece:
            return False
        if not to_end or len(data) >= _KEPT:
            return True


def _reaped(process: Popen[bytes]) -> tuple[int, float, int]:
    """The exit code of a program, CPU seconds and the largest peak of all its processes, which end now."""
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
