"""The contract of a solver: session, configuration, capabilities.

The order in which a session may be asked is that of CaDiCaL's header and of IPASIR. It is READY once it is
open. `solve` leads to SATISFIED, UNSATISFIED or, where a budget did not suffice, back to READY; `add` leads
to READY from anywhere. A session that `watch` has raised in is READY, and may go on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self

from nonosat.foundation.lazy_dataclasses import dataclass

Watch = Callable[[int], None]
"""Called now and then while a solver works, with its conflicts so far; raises to make it give up."""


class Formula(Protocol):
    """Clauses over variables 1 .. `variables`, in DIMACS' signed integers."""

    @property
    def clauses(self) -> Sequence[Sequence[int]]: ...

    @property
    def variables(self) -> int: ...

    @property
    def phases(self) -> Sequence[int]:
        """Literals that a solver should try before their opposites, at most one for each variable."""


class Session(Protocol):
    """A solver that holds some clauses; mutable, closed after use."""

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        conflicts: int | None = None,
        seconds: float | None = None,
        watch: Watch | None = None,
    ) -> bool | None:
        """Returns whether the clauses have a model in which the assumptions hold.

        None if the budget of `conflicts` for this call, about, did not suffice, or `seconds` of it, about,
        for a solver with `Capability.INTERRUPTION`; others leave that to `watch`.

        Requires: not called by `watch`; `Capability.ASSUMPTIONS` for assumptions.
        Ensures: SATISFIED for True, UNSATISFIED for False, READY for None.
        """

    def model(self) -> Sequence[int]:
        """The model found by the last `solve`: one literal per variable, in their order.

        Requires: SATISFIED. Ensures: still so.
        """

    def core(self) -> Sequence[int]:
        """Assumptions of the last `solve` that already leave no model together; none without any.

        Requires: UNSATISFIED, and `Capability.CORES`. Ensures: still so.
        """

    def proof(self) -> list[str]:
        """The lines of the proof that the clauses have no model, in the DRUP format.

        Each is a clause that follows from those before it by unit propagation, or one of them, after a `d`,
        that is not needed any more; the last one is the empty clause.

        Requires: UNSATISFIED without assumptions, by a session of a `Configuration` with `proof`.
        """

    def add(self, clause: Sequence[int]) -> None:
        """One more clause, which may bring new variables; what was learnt so far is kept.

        Requires: nothing; it may be called by `watch`, and holds from the next `solve` on at the latest.
        Ensures: READY.
        """

    def prefer(self, literals: Sequence[int]) -> None:
        """Literals to try before their opposites from now on; see `Formula.phases`.

        Requires: not called by `watch`.
        """

    def impossible(self, literals: Sequence[int]) -> list[int]:
        """Returns the literals that propagation refutes now; none without `Capability.PROBING`.

        Requires: nothing. Ensures: READY.
        """

    def conflicts(self) -> int:
        """Conflicts since the session was opened. Requires: nothing."""

    def propagations(self) -> int:
        """Literals propagated since then. Requires: nothing."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Frees the solver. Ensures: nothing else is allowed any more."""


class Capability(StrEnum):
    """Optional abilities of a backend."""

    ASSUMPTIONS = "assumptions"
    """`Session.solve` under assumptions."""
    CORES = "cores"
    """`Session.core` after it."""
    INCREMENTAL = "incremental"
    """Learned clauses survive from one call of `Session.solve` to the next."""
    CONFLICTS = "conflict budget"
    INTERRUPTION = "time budget"
    """`Session.solve` keeps to `seconds` by itself; others look at the clock between slices of conflicts."""
    ENUMERATION = "enumeration"
    """All solutions, none twice."""
    PHASES = "phases"
    """A seed, or `Formula.phases`, changes the values that are tried first."""
    PROBING = "probing"
    """`Session.impossible`, at a cost that is worth it."""
    PROOF = "proof"
    """`Session.proof`, of a length that can be checked."""
    SIGNALS = "signals"
    """Ctrl-C waits until it returns; the others must run where no signal arrives."""
    THREADS = "threads"
    """Several workers in one session."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way to run a solver."""

    backend: str
    encoding: str = "order"
    """One of `nonosat.solving.sat.encodings.ENCODINGS`."""
    seed: int = 0
    """0 for the solver's own course; any other number varies it."""
    workers: int = 1
    """Threads, for a backend that has `Capability.THREADS`."""
    learner: bool = False
    """True if the learner of lines comes first, and takes turns with this solver."""
    proof: bool = False
    """True if the solver writes down its proof, for a backend that has `Capability.PROOF`."""

    def __str__(self) -> str:
        return f"{self.backend} in turns with the learner" if self.learner else self.backend


@dataclass(frozen=True, slots=True)
class Backend:
    """A row of the table of backends."""

    name: str
    package: str
    """Package on PyPI that provides the solver."""
    summary: str
    capabilities: frozenset[Capability]
    open: Callable[[Formula, Configuration, frozenset[Capability], Watch | None], Session]
    """Adapter; its third argument is the capabilities of this backend."""
