"""The task of a search, which another process can take over, and what one search knows of the others."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from nonosat.lines.line import Masks
from nonosat.lines.stages import Schedule
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import Configuration
from nonosat.support.limits import Clock, Limit

News = Callable[[], Iterable[bytes]]
"""Returns the solutions, cell by cell, that other searches have found since the last call."""


class Overtaken(Exception):
    """Another search has an answer before this one."""


class Others(Protocol):
    """Searches of the same board in other processes."""

    @property
    def answer_budget(self) -> int | None:
        """Conflicts that this search has for one answer beside them, if that is limited."""

    def tick(self) -> None:
        """Called now and then: raises `Overtaken`, or what the clock raises."""

    def inform(self, picture: bytes) -> None:
        """They need not find this solution any more."""

    def go_on_without(self, first: Configuration) -> Generator[Grid, None, None]:
        """The other solutions, once this search is over."""

    def end(self) -> None:
        """Ends them all."""


Join = Callable[["Task"], Others]
"""Starts others on the rest of a task."""


@dataclass(slots=True, eq=False, repr=False)
class Task:
    """A puzzle, how to search it, and when to stop; not changed once made."""

    puzzle: Puzzle
    configuration: Configuration
    limit: Limit = field(default_factory=Limit)
    clock: Clock = field(default_factory=Clock)
    """Keeps the time and memory limits; the others are kept by counting."""
    answer_budget: int | None = None
    """Conflict budget of each answer, of learner and solver together."""
    hint: Grid | None = None
    """A picture that may be a solution; by default the goal of the puzzle."""
    hands_over: bool = False
    """True if a solver that does not keep its time is left to a child process: `search` returns the task of that."""
    excluded: tuple[bytes, ...] = ()
    """Solutions, cell by cell, that are not asked for again."""
    observed: bool = False
    """True if each deduction is sent to a parent process."""
    schedule: Schedule | None = None
    """When each stage ends, if not as usual."""
    narrowed: list[Masks] | None = None
    """Candidates that an earlier part of the search has left; None for all that the givens allow."""
