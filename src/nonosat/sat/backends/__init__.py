"""SAT solvers behind one contract (`contract`).

`BACKENDS` lists them. A row opens a session through an adapter (`pysat`, `cpsat`), which imports the solver, so listing
the table costs nothing.
"""

from __future__ import annotations

from struct import calcsize

from nonosat.sat.backends.contract import (
    Backend,
    Configuration,
    Formula,
    Session,
    Watch,
)
from nonosat.support.errors import UsageError

__all__ = [
    "BACKENDS",
    "DEFAULT",
    "Backend",
    "Configuration",
    "Formula",
    "Session",
    "Watch",
    "backend_named",
    "open_session",
]


def _pysat(formula: Formula, configuration: Configuration, watch: Watch | None) -> Session:
    from nonosat.sat.backends.pysat import PysatSession

    return PysatSession(formula, configuration, watch)


def _kissat(formula: Formula, configuration: Configuration, watch: Watch | None) -> Session:
    from nonosat.sat.backends.kissat import KissatSession

    return KissatSession(formula, configuration, watch)


def _cpsat(formula: Formula, configuration: Configuration, watch: Watch | None) -> Session:
    from nonosat.sat.backends.cpsat import CpsatSession

    return CpsatSession(formula, configuration, watch)


# python-sat reads the budget of MiniSat's relatives as a C long, into 64 bits. On Windows and in Pyodide a long has 32
# bits and the upper ones are undefined, so a search could go on for ever. Kissat's was not tried there.
_WITHOUT_BUDGETS = () if calcsize("l") == 8 else ("glucose4", "minisat22", "kissat404")

BACKENDS: dict[str, Backend] = {
    name: Backend(name, package, summary, adapter, keeps_time, is_incremental=adapter is not _kissat)
    for name, package, summary, adapter, keeps_time in (
        ("glucose4", "python-sat", "Glucose 4.1", _pysat, True),
        ("minisat22", "python-sat", "MiniSat 2.2", _pysat, True),
        ("cadical195", "python-sat", "CaDiCaL 1.9.5", _pysat, False),
        ("cadical300", "python-sat", "CaDiCaL 3.0.0", _pysat, False),
        ("kissat404", "python-sat", "Kissat 4.0.4", _kissat, False),
        ("cp-sat", "ortools", "CP-SAT of OR-tools", _cpsat, False),
    )
    if name not in _WITHOUT_BUDGETS
}
"""The backends by name; the first is the default.

One of each family of python-sat's solvers, and both versions of CaDiCaL that write proofs. Left out: Lingeling has no
conflict budget; the Maple solvers crash on an empty formula or set alarms. Glucose checks its budget only at restarts
and can use twice as much.
"""

DEFAULT = next(iter(BACKENDS))


def backend_named(name: str | None) -> Backend:
    """The backend of that name, the default for None. Raises `UsageError` that lists the names."""
    if name is not None and name not in BACKENDS:
        raise UsageError(f"no backend is called {name!r}; there are {', '.join(BACKENDS)}")
    return BACKENDS[name or DEFAULT]


def open_session(formula: Formula, configuration: Configuration, *, watch: Watch | None = None) -> Session:
    """A session with the clauses loaded.

    `watch` is called regularly during loading, and can raise to give up. Raises `UsageError` for an unknown
    backend, and `MissingExtraError` if its package is not installed.
    """
    return backend_named(configuration.backend).open(formula, configuration, watch)
