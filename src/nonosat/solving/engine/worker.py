"""A search in a child process: what it is given, and what it reports as it goes.

The reports keep what it knew if the process must be ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection

from nonosat.foundation.errors import NonosatError
from nonosat.foundation.limits import Stopped
from nonosat.foundation.workers.processes import Ready, failure, memory_in_use
from nonosat.solving.engine.outcome import Event, Outcome, Searching
from nonosat.solving.engine.search import Refuted, Task, search


@dataclass(frozen=True, slots=True)
class Found:
    """A solution, cell by cell."""

    cells: bytes
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Progress:
    """What happened, and what is known by now."""

    event: Event
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Learnt:
    """Candidates that the other searches of the puzzle need not consider."""

    refuted: Refuted


@dataclass(frozen=True, slots=True)
class Done:
    """The search has ended; the child can do another, unless this was its `last`."""

    outcome: Outcome
    held: int = 0
    """The bytes that the child holds."""
    last: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """The search raised one of our errors, which the parent raises; the child can do another search."""

    error: NonosatError


Message = Ready | Found | Progress | Learnt | Done | Failed


class _Others:
    """See `nonosat.solving.engine.search.Peers`: the parent's other workers."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._there = False

    def heard(self) -> Iterator[bytes | Refuted]:
        while self._pipe.poll():
            news = self._pipe.recv()
            self._there = self._there or isinstance(news, tuple)
            yield news

    def listen(self) -> bool:
        return self._there

    def tell(self, refuted: Refuted) -> None:
        self._pipe.send(Learnt(refuted))


def searched(pipe: Connection, task: Task) -> Message:
    """Does a task, and returns how it ended."""
    outcome = Outcome()

    def observe(event: Event) -> None:
        if task.observed or isinstance(event, Searching):
            pipe.send(Progress(event, outcome))

    try:
        for grid in search(task, outcome, observer=observe, peers=_Others(pipe)):
            pipe.send(Found(grid.cells, outcome))
        return Done(outcome, memory_in_use(), last=outcome.stopped is Stopped.MEMORY)
    except NonosatError as error:
        return Failed(error)
    except Exception as error:
        outcome.stop(failure(error, task.limit.memory))
        return Done(replace(outcome, complete=False), last=True)
