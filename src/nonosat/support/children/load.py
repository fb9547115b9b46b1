"""How much longer work takes while other processes use the machine."""

from __future__ import annotations

import os

_MOST_PATIENCE = 3.0  # a process that waits longer for a processor loses its answer


def grace(seconds: float) -> float:
    """Returns the wall-clock time in which a process gets `seconds` of CPU time: more while the machine is busy.

    >>> 0.5 <= grace(0.5) <= 3.0
    True
    """
    if not hasattr(os, "getloadavg"):
        return seconds
    try:
        load = os.getloadavg()[0] / (os.cpu_count() or 1)
    except OSError:  # unknown
        return seconds
    return seconds * min(max(load, 1.0), _MOST_PATIENCE)
