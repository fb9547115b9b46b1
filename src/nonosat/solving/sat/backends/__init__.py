"""Solvers behind one small contract: a session takes clauses, solves within a budget, takes more.

The contract is in `contract`. What there is stands in one ordered table, `BACKENDS`, with what each can do
as data. A row opens its session through an adapter (`pysat`, `cpsat`), which imports its solver then and not
before, so that listing what there is costs nothing.
"""

from __future__ import annotations

from nonosat.foundation.errors import UsageError
from nonosat.solving.sat.backends.contract import (
    Backend,
    Capability,
    Configuration,
    Formula,
    Session,
    Watch,
)

__all__ = [
    "BACKENDS",
    "DEFAULT",
    "Backend",
    "Capability",
    "Configuration",
    "Formula",
    "Session",
    "Watch",
    "backend_named",
    "open_session",
]


def _pysat(
    formula: Formula, configuration: Configuration, able: frozenset[Capability], watch: Watch | None
) -> Session:
    from nonosat.solving.sat.backends.pysat import PysatSession

    return PysatSession(formula, configuration, able, watch)


def _cpsat(
    formula: Formula, configuration: Configuration, able: frozenset[Capability], watch: Watch | None
) -> Session:
    from nonosat.solving.sat.backends.cpsat import CpsatSession

    return CpsatSession(formula, configuration, able, watch)


_CLAUSAL = {
    Capability.ASSUMPTIONS,
    Capability.CORES,
    Capability.INCREMENTAL,
    Capability.CONFLICTS,
    Capability.ENUMERATION,
    Capability.PHASES,
}
"""Capabilities of every python-sat solver in the table."""

_MINISAT = _CLAUSAL | {Capability.INTERRUPTION, Capability.PROBING, Capability.SIGNALS}
_GLUCOSE = _MINISAT | {Capability.PROOF}
_CADICAL = _CLAUSAL | {Capability.PROOF}  # probing would go through an interface a thousand times as slow

_CPSAT = {
    Capability.ASSUMPTIONS,
    Capability.CORES,
    Capability.CONFLICTS,
    Capability.INTERRUPTION,
    Capability.ENUMERATION,
    Capability.PHASES,
    Capability.SIGNALS,
    Capability.THREADS,
}

BACKENDS: dict[str, Backend] = {
    name: Backend(name, package, summary, frozenset(capabilities), adapter)
    for name, package, summary, capabilities, adapter in (
        ("glucose4", "python-sat", "Glucose 4.1; the default", _GLUCOSE, _pysat),
        ("glucose42", "python-sat", "Glucose 4.2.1", _GLUCOSE, _pysat),
        ("glucose3", "python-sat", "Glucose 3.0", _GLUCOSE, _pysat),
        ("minisat22", "python-sat", "MiniSat 2.2", _MINISAT, _pysat),
        ("minicard", "python-sat", "MiniCard 1.2", _MINISAT, _pysat),
        ("cadical153", "python-sat", "CaDiCaL 1.5.3", _CADICAL, _pysat),
        ("cadical195", "python-sat", "CaDiCaL 1.9.5", _CADICAL, _pysat),
        ("cadical300", "python-sat", "CaDiCaL 3.0.0", _CLAUSAL, _pysat),
        ("maplecm", "python-sat", "MapleCM", _GLUCOSE, _pysat),
        ("maplechrono", "python-sat", "MapleLCMDistChronoBT", _MINISAT, _pysat),
        ("mergesat3", "python-sat", "MergeSat 3.0", _MINISAT, _pysat),
        ("cp-sat", "ortools", "CP-SAT of OR-tools", _CPSAT, _cpsat),
    )
}
"""The backends by name; the first is the default.

Of python-sat's solvers there are those that are incremental and keep to a conflict budget. Not among them:
Lingeling (no budget), Kissat (not incremental), and MapleSAT, which crashes on an empty formula. The
Glucose family looks at its budget at restarts only and may use twice as much. CaDiCaL 3.0.0 writes proofs
with steps that do not follow by unit propagation alone, and MapleLCMDistChronoBT's are thirty times as long:
theirs are no proofs here.
"""

DEFAULT = next(iter(BACKENDS))


def backend_named(name: str | None) -> Backend:
    """The backend of that name, the default for None; raises `UsageError` that lists the names."""
    if name is not None and name not in BACKENDS:
        raise UsageError(f"no backend is called {name!r}; there are {', '.join(BACKENDS)}")
    return BACKENDS[name or DEFAULT]


def open_session(formula: Formula, configuration: Configuration, *, watch: Watch | None = None) -> Session:
    """A session with the clauses loaded.

    `watch` is called now and then while they are loaded, and may raise to give up. Raises `UsageError`
    for an unknown backend, or one that cannot write the proof that the configuration asks for, and
    `MissingExtraError` where its package is not installed.
    """
    backend = backend_named(configuration.backend)
    if configuration.proof and Capability.PROOF not in backend.capabilities:
        able = ", ".join(name for name, each in BACKENDS.items() if Capability.PROOF in each.capabilities)
        raise UsageError(f"{backend.name!r} writes no proof that can be checked; {able} do")
    return backend.open(formula, configuration, backend.capabilities, watch)
