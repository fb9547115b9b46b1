"""Process trees on Linux: the descendants of a process and their CPU time.

Other systems have no such files; there `descendants` is empty.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import NamedTuple

_SUBREAPER = 36  # `PR_SET_CHILD_SUBREAPER` of Linux' `prctl`


class _Stat(NamedTuple):
    """Fields of /proc/PID/stat."""

    parent: int
    ticks: int  # clock ticks of CPU time: its own, and of the children that it waited for


def _stat(pid: int) -> _Stat | None:
    """Reads /proc/PID/stat; None if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()  # the name before it can contain anything
    except OSError:
        return None
    return _Stat(int(fields[1]), sum(map(int, fields[11:15])))


def descendants(pid: int) -> list[int]:
    """Returns the descendants of a process, breadth first; none on systems without /proc."""
    if not os.path.isdir("/proc/self"):
        return []
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (stat := _stat(int(name))):
            children.setdefault(stat.parent, []).append(int(name))
    pids = [pid]
    for parent in pids:
        pids += children.get(parent, [])
    return pids[1:]


def cpu_seconds(pid: int) -> float | None:
    """Returns the CPU seconds of a process and its descendants, to a hundredth; None without /proc."""
    stats = [stat for process in (pid, *descendants(pid)) if (stat := _stat(process))]
    if not stats:
        return None
    ticks: int = os.sysconf("SC_CLK_TCK")
    return sum(stat.ticks for stat in stats) / ticks


def adopt_orphans() -> None:
    """Makes this process the subreaper of its descendants (Linux only).

    It can then find and wait for each of them, in whatever session or background they run.
    """
    if sys.platform == "linux":
        from ctypes import CDLL

        CDLL(None).prctl(_SUBREAPER, 1)


def kill_descendants() -> None:
    """Kills all descendants of this process, including those started meanwhile."""
    while pids := [pid for pid in descendants(os.getpid()) if not _is_dead(pid)]:
        for pid in pids:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _is_dead(pid: int) -> bool:
    """Returns whether a process is a zombie or gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except OSError:
        return True
