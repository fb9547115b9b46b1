"""Trees of processes on Linux: who descends from a process, and the CPU time that they have used.

Other systems say neither in a file; there a tree is what the process itself knows of its children.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import NamedTuple

_SUBREAPER = 36
"""`PR_SET_CHILD_SUBREAPER` of Linux' `prctl`."""


class _Stat(NamedTuple):
    """What is said of a process in /proc."""

    parent: int
    ticks: int
    """Of its own CPU time, and of the descendants that it has waited for."""


def _stat(pid: int) -> _Stat | None:
    """What is said of a process; None if there is none."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()  # the name before may hold anything
    except OSError:
        return None
    return _Stat(int(fields[1]), sum(map(int, fields[11:15])))


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, those that these have started, and so on; none beside Linux."""
    if not os.path.isdir("/proc/self"):
        return []
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (stat := _stat(int(name))):
            children.setdefault(stat.parent, []).append(int(name))
    found = [pid]
    for each in found:
        found += children.get(each, [])
    return found[1:]


def cpu_seconds(pid: int) -> float | None:
    """CPU seconds of a process and all that descend from it, to a hundredth; None beside Linux."""
    stats = [stat for each in (pid, *descendants(pid)) if (stat := _stat(each))]
    if not stats:
        return None
    ticks: int = os.sysconf("SC_CLK_TCK")
    return sum(stat.ticks for stat in stats) / ticks


def adopt_orphans() -> None:
    """Makes this process the parent of all its descendants that lose theirs, on Linux.

    It can then find and wait for each of them, wherever they hide: in sessions of their own, in the background.
    """
    if sys.platform == "linux":
        from ctypes import CDLL

        CDLL(None).prctl(_SUBREAPER, 1)


def kill_descendants() -> None:
    """Kills all descendants of this process, and those that they start meanwhile."""
    while pids := [pid for pid in descendants(os.getpid()) if not _is_dead(pid)]:
        for pid in pids:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _is_dead(pid: int) -> bool:
    """Whether a process has ended, and waits for somebody to ask how."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except OSError:
        return True
