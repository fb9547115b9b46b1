"""Time in tests, on machines that may be as busy as they like: nothing here passes or fails by the clock."""

import os
import time
from itertools import chain, repeat

DEADLINE = 200
"""Seconds after which what should have ended is thought to hang."""


def patient(ask, enough):
    """The answer within some seconds, or within more where these are not enough for what is wanted."""
    for seconds in (0.1, 0.5, 2, 10, 60, 300):
        found = ask(seconds)
        if enough(found):
            break
    return found


def wait_for_work(pid, seconds):
    """Waits until a process has used so many seconds of CPU time or is gone; a minute at the most."""
    for _ in range(3000):
        time.sleep(0.02)
        try:
            with open(f"/proc/{pid}/stat") as file:
                user, system = file.read().rpartition(")")[2].split()[11:13]
        except FileNotFoundError:
            return
        if (int(user) + int(system)) / os.sysconf("SC_CLK_TCK") >= seconds:
            return


def stopped_clock(looks):
    """A clock that stands still for so many looks, and then is far later."""
    return chain(repeat(0.0, looks), repeat(1e6)).__next__
