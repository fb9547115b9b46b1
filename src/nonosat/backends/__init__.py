"""Solvers behind one small contract: a session takes clauses, solves within a budget, takes more.

Adapters import their solver when a session is opened and not before, so that listing what there is
costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Protocol, Self

from nonosat.encodings import Cnf
from nonosat.errors import UsageError

SOLVERS = (
    "glucose4",
    "glucose42",
    "glucose3",
    "minisat22",
    "minicard",
    "cadical153",
    "cadical195",
    "cadical300",
    "maplecm",
    "maplechrono",
    "mergesat3",
)
"""The solvers of python-sat that are incremental and keep to a conflict budget; the first is the default.

Not among them: Lingeling (no budget), Kissat (not incremental), and MapleSAT, which crashes on an empty
formula. The Glucose family looks at its budget at restarts only and may use twice as much.
"""


class Session(Protocol):
    """A solver that holds some clauses; mutable, closed after use."""

    def solve(self, conflicts: int) -> bool | None:
        """Whether the clauses have a model; None if the budget of conflicts, about, did not suffice."""

    def model(self) -> Sequence[int]:
        """The model found by the last `solve`: one literal per variable, in their order."""

    def add(self, clause: Sequence[int]) -> None:
        """One more clause; what was learnt so far is kept."""

    def conflicts(self) -> int:
        """Conflicts since the session was opened."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def solver_named(name: str | None) -> str:
    """The solver of that name, the default for None; raises `UsageError` that lists the names."""
    if name is not None and name not in SOLVERS:
        raise UsageError(f"no solver is called {name!r}; there are {', '.join(SOLVERS)}")
    return name or SOLVERS[0]


def open_session(cnf: Cnf, solver: str | None = None, *, tick: Callable[[], None] | None = None) -> Session:
    """A session with the clauses loaded; raises `UsageError` for a solver that is not in `SOLVERS`.

    `tick` is called now and then while they are loaded, and may raise to give up.
    """
    from nonosat.backends.pysat import PysatSession

    return PysatSession(cnf, solver_named(solver), tick)
