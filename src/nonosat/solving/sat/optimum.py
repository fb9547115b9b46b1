"""The cheapest model of some clauses, by CP-SAT, which gives a bound too where it has no time to finish."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from nonosat.foundation.errors import MissingExtraError
from nonosat.foundation.lazy_dataclasses import dataclass

_WORKERS = 8
"""Threads at most."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """A model, what it costs, and what every model costs at least: the same once it is proved to be best."""

    model: list[int]
    """One literal per variable, in their order."""
    cost: int
    bound: int


def cheapest(
    clauses: Sequence[Sequence[int]],
    variables: int,
    costs: Mapping[int, int],
    *,
    hint: Sequence[int] = (),
    seconds: float | None = None,
) -> Optimum | None:
    """A model with the least sum of the costs of its literals; None if none was found.

    `costs` are of literals, 0 or more; `hint` are literals of a model to start from. Raises
    `MissingExtraError` where OR-tools is not installed.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise MissingExtraError("optimal distances need OR-tools: pip install ortools") from None

    model = cp_model.CpModel()
    names = [model.new_bool_var("") for _ in range(variables)]

    def literal(number: int) -> cp_model.LiteralT:
        return names[number - 1] if number > 0 else ~names[-number - 1]

    for clause in clauses:
        model.add_bool_or([literal(number) for number in clause])
    for number in hint:
        model.add_hint(names[abs(number) - 1], number > 0)
    model.minimize(sum(cost * literal(number) for number, cost in costs.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = min(_WORKERS, os.cpu_count() or 1)
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    found = [at if solver.boolean_value(name) else -at for at, name in enumerate(names, 1)]
    return Optimum(found, round(solver.objective_value), max(0, round(solver.best_objective_bound)))
