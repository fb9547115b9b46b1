"""Knowledge about the solutions of a puzzle, and reasons to end the search early.

A verdict is given only if it is proved; a limit gives UNKNOWN with what is known by then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Annotated, NamedTuple

from nonosat.lines.propagate import Contradiction, Deduction
from nonosat.support.end import ALL_KNOWN, End, Ended, OutOfReach
from nonosat.support.results import Result


class Verdict(StrEnum):
    """Proved statement about the number of solutions; UNKNOWN if nothing is proved."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


class Searching(NamedTuple):
    """The solver is still searching: its conflicts and the solutions found so far."""

    conflicts: int
    found: int


ProvedVerdict = Annotated[Verdict, "Verdict on the number of solutions; `unknown` if not proved."]

Event = Deduction | Contradiction | Searching

Observer = Callable[[Event], None]
"""Called with every deduction of propagation, and now and then while the solver searches."""


@dataclass(frozen=True, repr=False, eq=False)
class Stats(Result):
    """Effort of an answer: sizes, conflicts, and CPU seconds by phase."""

    # Without slots, so that `made` has to set only some fields: the class has the defaults of the others

    cells: int = 0
    open_cells: int = 0
    """Cells that propagation left open."""
    probes: int = 0
    """Colours of cells that were assumed in turn, to refute them."""
    variables: int = 0
    clauses: int = 0
    conflicts: int = 0
    propagate: float = 0.0
    probe: float = 0.0
    beliefs: float = 0.0
    """Belief propagation, which finds the values to try first."""
    encode: float = 0.0
    load: float = 0.0
    first: float = 0.0
    """Finding the first solution."""
    rest: float = 0.0
    """Everything after that: other solutions, or the proof that none exists."""
    backend: str = ""
    """The backend that these figures are of; empty if no solver was needed."""

    def _and_then(self, later: Stats) -> Stats:
        """Returns the effort of this part of a search and a later one on the board that it has left."""
        if not self.cells:
            return later
        sums = {name: getattr(self, name) + getattr(later, name) for name in _SUMMED}
        return replace(later, open_cells=self.open_cells, **sums)

    def to_json(self) -> dict[str, int | float | str]:
        """The figures, times in microseconds exactly."""
        stats = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: round(value, 6) if isinstance(value, float) else value for name, value in stats.items()}


_OF_THE_REST = ("cells", "open_cells", "variables", "clauses", "backend")  # the others are amounts of work
_SUMMED = tuple(field.name for field in fields(Stats) if field.name not in _OF_THE_REST)


@dataclass(slots=True, eq=False, repr=False)
class Outcome(Ended):
    """Results of a search so far; the search updates them as it runs."""

    found: int = 0
    """Number of different solutions found."""
    complete: bool = False
    """True if these are all."""
    line_solvable: bool | None = None
    """True if lines alone settle every cell; None if a limit came first."""
    contradiction: Contradiction | None = None
    """The line that propagation found to have no filling left, if it did."""
    end: End = ALL_KNOWN
    """How the search ended."""
    stats: Stats = Stats()

    def refute(self) -> None:
        """There is no solution, as the statement or its lines show."""
        self.complete, self.line_solvable = True, False

    def stop(self, reason: OutOfReach) -> None:
        """Notes what ended the search."""
        self.end = reason.end

    @property
    def verdict(self) -> Verdict:
        if self.found > 1:
            return Verdict.MULTIPLE
        if self.complete:
            return Verdict.UNIQUE if self.found else Verdict.UNSOLVABLE
        return Verdict.UNKNOWN
