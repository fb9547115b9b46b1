"""Work for child processes, which can import this module."""

import os
import signal
import time

from nonosat.model.problems import Problem
from nonosat.search.outcome import Outcome
from nonosat.search.worker import Solution
from nonosat.support.children.own_limits import bounded
from nonosat.support.children.watchdog import LastWords, all_of
from nonosat.support.end import OutOfReach
from nonosat.support.errors import PuzzleError
from nonosat.support.limits import Limit


def where(*, clock):
    return os.getpid(), clock.limit


def told(number, *, clock, observer=None):
    for at in range(number):
        observer(at)
    return clock.over


def late(*, clock):
    if clock.over is None:
        time.sleep(60)
    return clock.over.stopped


def greedy(*, clock):
    """Allocates more and more memory in small pieces, and checks the clock."""
    held = []
    try:
        while True:
            held.append(bytes(1_000_000))
            time.sleep(0.003)  # a clock checks the memory only from time to time
            clock.tick()
    except OutOfReach as reason:
        return reason.stopped, len(held)


def grabbing(*, clock):
    """Allocates more memory than there is at once."""
    if clock.over:
        return clock.over.stopped
    held = bytes(500_000_000)
    time.sleep(0.5)
    return len(held)


def dying(number=signal.SIGSEGV, *, clock):
    if clock.over is None:
        os.kill(os.getpid(), number)
    return clock.over.stopped, clock.over.detail


def refusing(*, clock):
    raise PuzzleError((Problem("sum", "rows and columns differ"),), path="a.non")


def asleep(parent):
    time.sleep(60)


def sending(parent, values):
    """Yields each value, and returns the values that it is sent."""
    for value in values:
        parent.send(value)
    return parent.receive()


def raising(parent, error):
    raise error


def returning_what_cannot_be_sent(parent):
    return lambda: None


def raising_what_cannot_be_sent(parent):
    raise ValueError(lambda: None)


class Lost:
    """An object that cannot be unpickled."""

    def __reduce__(self):
        return int, ("lost",)


def limit_seen(item, limit):
    return limit


def sleep_for(seconds, limit):
    time.sleep(seconds)


def number_of(text):
    return int(text)


def die_at_zero(number):
    if number == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def named_error(item, error, seconds):
    return item, type(error).__name__


def slow_at_times(item):
    """Checks no clock, and takes a minute for some items."""
    with bounded(Limit(seconds=0.05), late=LastWords(lambda: f"{item} is late")):
        if item.startswith("slow"):
            time.sleep(60)
        return item


def all_slow_at_times(items):
    return all_of(slow_at_times, iter(items.split()))


def lying(parent, task):
    """Reports a picture without ink as the only solution."""
    outcome = Outcome(found=1, complete=True)
    parent.send(Solution(bytes(task.puzzle.geometry.cell_count), outcome))
    return outcome
