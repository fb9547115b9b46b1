"""Solvers behind one small contract: a session takes clauses, solves within a budget, takes more.

What there is stands in one ordered table, `BACKENDS`, with what each can do as data. A row opens its
session through an adapter, which imports its solver then and not before, so that listing what there is
costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self

from nonosat.errors import UsageError
from nonosat.sat.encodings import Cnf

Watch = Callable[[int], None]
"""Called now and then while a solver works, with its conflicts so far; raises to make it give up."""


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
        """Whether the clauses have a model in which the assumptions hold.

        None if the budget of `conflicts` for this call, about, did not suffice, or `seconds` of it, about,
        for a solver that cannot be stopped between conflicts.
        """

    def model(self) -> Sequence[int]:
        """The model found by the last `solve`: one literal per variable, in their order."""

    def core(self) -> Sequence[int]:
        """Assumptions of the last `solve`, which found no model, that already leave none together."""

    def add(self, clause: Sequence[int]) -> None:
        """One more clause; what was learnt so far is kept."""

    def prefer(self, literals: Sequence[int]) -> None:
        """Literals to try before their opposites from now on; see `Cnf.phases`."""

    def impossible(self, literals: Sequence[int]) -> list[int]:
        """Those of the literals that propagation refutes by now; none without `Capability.PROBING`."""

    def conflicts(self) -> int:
        """Conflicts since the session was opened."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Capability(StrEnum):
    """What not every backend can do."""

    ASSUMPTIONS = "assumptions"
    """`Session.solve` under assumptions."""
    CORES = "cores"
    """`Session.core` after it."""
    INCREMENTAL = "incremental"
    """What one call of `Session.solve` learnt serves the next."""
    CONFLICTS = "conflict budget"
    INTERRUPTION = "time budget"
    """`Session.solve` keeps to `seconds` of its own accord; others look up between slices of conflicts."""
    ENUMERATION = "enumeration"
    """All solutions, none twice."""
    PHASES = "phases"
    """A seed, or `Cnf.phases`, changes the values that are tried first."""
    PROBING = "probing"
    """`Session.impossible`, at a cost that is worth it."""
    PROOF = "proof"
    """Writes a proof that there is no model, in DRAT."""
    THREADS = "threads"
    """Several workers in one session."""


PLAIN, BELIEFS = PHASES = ("none", "beliefs")
"""Where a solver gets the values from that it tries first: its own habit, or `nonosat.lines.beliefs`."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way to run a solver."""

    backend: str
    encoding: str = "order"
    """One of `nonosat.sat.encodings.ENCODINGS`."""
    seed: int = 0
    """0 for the solver's own course; any other number varies it, each in its own way."""
    workers: int = 1
    """Threads, for a backend that has `Capability.THREADS`."""
    phases: str = PLAIN
    """One of `PHASES`: `beliefs` for those that belief propagation between the lines makes likely.

    They help to find solutions where there are many cells to choose, and do nothing for a proof. CaDiCaL
    sticks to them; the others forget them in time for what they tried last.
    """
    relief: Configuration | None = None
    """What takes turns with this one, in the same process, where a first solution is not found soon."""

    def __str__(self) -> str:
        name = self.backend if self.phases == PLAIN else f"{self.backend} ({self.phases})"
        return f"{name} in turns with {self.relief}" if self.relief else name


@dataclass(frozen=True, slots=True)
class Backend:
    """A row of the table."""

    name: str
    package: str
    """The package on PyPI that the solver comes in."""
    capabilities: frozenset[Capability]
    summary: str
    open: Callable[[Cnf, Configuration, Watch | None], Session]


def _open_pysat(cnf: Cnf, configuration: Configuration, watch: Watch | None) -> Session:
    from nonosat.sat.backends.pysat import PysatSession

    return PysatSession(cnf, configuration, watch)


def _open_cpsat(cnf: Cnf, configuration: Configuration, watch: Watch | None) -> Session:
    from nonosat.sat.backends.cpsat import CpsatSession

    return CpsatSession(cnf, configuration, watch)


_CPSAT = set(Capability) - {Capability.INCREMENTAL, Capability.PROBING, Capability.PROOF}


def _pysat(name: str, summary: str, *, proof: bool) -> Backend:
    able = set(Capability) - {Capability.INTERRUPTION, Capability.THREADS}
    if not proof:
        able.remove(Capability.PROOF)
    if name.startswith("cadical"):  # python-sat asks it through an interface a thousand times as slow
        able.remove(Capability.PROBING)
    return Backend(name, "python-sat", frozenset(able), summary, _open_pysat)


BACKENDS: dict[str, Backend] = {
    backend.name: backend
    for backend in (
        _pysat("glucose4", "Glucose 4.1; the default", proof=True),
        _pysat("glucose42", "Glucose 4.2.1", proof=True),
        _pysat("glucose3", "Glucose 3.0", proof=True),
        _pysat("minisat22", "MiniSat 2.2", proof=False),
        _pysat("minicard", "MiniCard 1.2", proof=False),
        _pysat("cadical153", "CaDiCaL 1.5.3", proof=True),
        _pysat("cadical195", "CaDiCaL 1.9.5", proof=True),
        _pysat("cadical300", "CaDiCaL 3.0.0", proof=True),
        _pysat("maplecm", "MapleCM", proof=True),
        _pysat("maplechrono", "MapleLCMDistChronoBT", proof=True),
        _pysat("mergesat3", "MergeSat 3.0", proof=False),
        Backend("cp-sat", "ortools", frozenset(_CPSAT), "CP-SAT of OR-tools", _open_cpsat),
    )
}
"""The backends by name; the first is the default.

Of python-sat's solvers there are those that are incremental and keep to a conflict budget. Not among them:
Lingeling (no budget), Kissat (not incremental), and MapleSAT, which crashes on an empty formula. The
Glucose family looks at its budget at restarts only and may use twice as much.
"""

DEFAULT = next(iter(BACKENDS))


def backend_named(name: str | None) -> Backend:
    """The backend of that name, the default for None; raises `UsageError` that lists the names."""
    if name is not None and name not in BACKENDS:
        raise UsageError(f"no backend is called {name!r}; there are {', '.join(BACKENDS)}")
    return BACKENDS[name or DEFAULT]


def open_session(cnf: Cnf, configuration: Configuration, *, watch: Watch | None = None) -> Session:
    """A session with the clauses loaded.

    `watch` is called now and then while they are loaded, and may raise to give up. Raises `UsageError`
    for a backend that there is not, `MissingExtraError` where its package is not installed.
    """
    return backend_named(configuration.backend).open(cnf, configuration, watch)
