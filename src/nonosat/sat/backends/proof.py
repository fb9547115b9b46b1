"""A solver's written proof that clauses cannot all be satisfied, in the DRUP format.

Each line of such a proof is a clause that follows from those before it by unit propagation, or one of them,
after a `d`, that is not needed any more; the last one is the empty clause. Of python-sat's solvers the
Glucose family, CaDiCaL 1.5.3 and 1.9.5, and MapleCM keep to that, with conflict budgets too and with clauses
that are added later. CaDiCaL 3.0.0 uses steps that do not follow by unit propagation alone, and
MapleLCMDistChronoBT's proofs are thirty times as long.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pysolvers
from pysat.solvers import Solver

from nonosat.errors import SolverDisagreement, UsageError
from nonosat.sat.backends import DEFAULT
from nonosat.sat.backends.contract import Watch

PROVERS = ("glucose4", "glucose42", "glucose3", "cadical195", "cadical153", "maplecm")
"""The backends whose proofs are of this kind."""

_SLICE = 4000
"""Conflicts between two looks at the limits."""


def refutation(
    clauses: Iterable[list[int]], *, backend: str = DEFAULT, watch: Watch | None = None
) -> list[str]:
    """The lines of a proof that the clauses, in DIMACS' signed integers, have no model.

    `watch` is called now and then and may raise to give up. Raises `UsageError` for a backend that is
    none of `PROVERS`, and `SolverDisagreement` if there is a model.

    >>> refutation([[1, 2], [1, -2], [-1]])
    ['0']
    """
    if backend not in PROVERS:
        raise UsageError(f"{backend!r} writes no proof that can be checked; {', '.join(PROVERS)} do")
    with Solver(name=backend, with_proof=True, bootstrap_with=clauses) as solver:
        while (answer := _solve(solver)) is None:
            if watch:
                watch(solver.accum_stats()["conflicts"])
        if answer:
            raise SolverDisagreement(f"{backend} finds a model of clauses that are said to have none")
        lines: list[str] = solver.get_proof()
    if not lines or lines[-1] != "0":  # a clash that is seen while the clauses are loaded is not written
        lines.append("0")
    return [line if line.endswith(" 0") or line == "0" else f"{line} 0" for line in lines]


def _solve(solver: Any) -> bool | None:
    """Whether there is a model; None if a slice of conflicts did not tell."""
    solver.conf_budget(_SLICE)
    try:
        answer: bool | None = solver.solve_limited()
    except pysolvers.error as error:
        if "keyboard interrupt" in str(error):
            raise KeyboardInterrupt from None
        raise
    return answer
