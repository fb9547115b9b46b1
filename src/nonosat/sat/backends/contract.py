"""The contract of a solver: session and configuration.

The states of a session are those of IPASIR. It is READY once it is open. `solve` leads to SATISFIED, UNSATISFIED or, if a
budget did not suffice, back to READY; `add` leads to READY from anywhere, and so does a `watch` that raises.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import NamedTuple, Protocol, Self

Watch = Callable[[int], None]
"""Called regularly with the conflicts so far; can raise to make the solver give up."""


class Formula(Protocol):
    """Clauses over variables 1 .. `variables`, in DIMACS' signed integers."""

    @property
    def clauses(self) -> Sequence[Sequence[int]]: ...

    @property
    def variables(self) -> int: ...


class Session(Protocol):
    """A solver with some clauses; mutable, closed after use."""

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        conflicts: int | None = None,
        seconds: float | None = None,
        watch: Watch | None = None,
    ) -> bool | None:
        """Returns True if the clauses have a model in which the assumptions hold; None if the budget did not suffice.

        The budget of this call is about `conflicts` and `seconds`.

        Requires: not called by `watch`. Ensures: SATISFIED for True, UNSATISFIED for False, READY for None.
        """

    def model(self) -> Sequence[int]:
        """The model found by the last `solve`: one literal per variable, in order. Requires: SATISFIED."""

    def core(self) -> Sequence[int]:
        """Assumptions of the last `solve` that cannot hold together. Requires: UNSATISFIED."""

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause, which can have new variables; learned clauses are kept. Ensures: READY.

        If `watch` calls it, the clause holds from the next `solve` on at the latest.
        """

    def prefer(self, literals: Sequence[int]) -> None:
        """Sets the phases: literals to try before their opposites, at most one per variable. Requires: not called by `watch`."""

    def conflicts(self) -> int:
        """Conflicts since the session was opened."""

    def propagations(self) -> int:
        """Literals propagated since the session was opened."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Frees the solver; nothing else is allowed after that."""


class Configuration(NamedTuple):
    """One way to run a solver."""

    backend: str
    seed: int = 0
    """0: the solver's default behaviour; other seeds vary it."""
    learner: bool = False
    """True: the learner comes first, and takes turns with this solver."""

    def __str__(self) -> str:
        return f"{self.backend} in turns with the learner" if self.learner else self.backend


class Backend(NamedTuple):
    """A row of the table of backends."""

    name: str
    package: str
    """Package on PyPI that provides the solver."""
    summary: str
    open: Callable[[Formula, Configuration, Watch | None], Session]
    keeps_time: bool
    """True if `solve` ends soon after `seconds`, for formulas of any size. CaDiCaL's inprocessing took 7 s."""
    is_incremental: bool = True
    """False if every call begins anew. A child process that runs such a solver is restarted when clauses are added."""
