"""A search in a child process, and what it reports on the way.

The reports preserve what it knew if the process must be ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonosat.search.outcome import Event, Outcome, Searching
from nonosat.search.search import search
from nonosat.search.task import Task
from nonosat.support.children.processes import Parent


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution, cell by cell."""

    cells: bytes
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Progress:
    """An event of a worker's search, with the outcome so far."""

    event: Event
    outcome: Outcome


Report = Solution | Progress


def search_for(parent: Parent, task: Task) -> Outcome:
    """Performs a task, and returns what is known at the end."""
    outcome = Outcome()

    def observe(event: Event) -> None:
        if task.observed or isinstance(event, Searching):
            parent.send(Progress(event, outcome))

    def news() -> Iterator[bytes]:
        while parent.has_message():
            yield parent.receive()

    for grid in search(task, outcome, observer=observe, news=news):
        parent.send(Solution(grid.cells, outcome))
    return outcome
