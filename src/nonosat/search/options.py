"""Search options of every question that searches, and the solvers that they select."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Final, Literal

from nonosat.sat.backends import BACKENDS, DEFAULT, Configuration, backend_named
from nonosat.support.arguments import named_arguments, require_fields
from nonosat.support.children import processes
from nonosat.support.errors import UsageError
from nonosat.support.packages import importable
from nonosat.support.results import ByValue

BackendName = Literal["auto", "glucose4", "minisat22", "cadical195", "cadical300", "kissat404", "cp-sat"]

AUTO: Final = "auto"
"""The backend that starts with the default solver, which others join when a puzzle is hard."""


@named_arguments
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SearchOptions(ByValue):
    """Search options. Raises `UsageError` for an unknown backend.

    >>> SearchOptions(seed=3)
    SearchOptions(backend='auto', seed=3, portfolio=None)
    """

    backend: BackendName = AUTO
    """`auto` or one of `nonosat.sat.backends.BACKENDS`."""
    seed: int = 0
    """Any number but 0 varies the course of the solver."""
    portfolio: int | None = None
    """Number of solvers that work on one puzzle from the start, each in a process; for `auto` only. By default one starts,
    and when the puzzle is hard others join it, up to one per processor. With 1, a run can be repeated exactly."""

    def __post_init__(self) -> None:
        require_fields(self)
        if self.portfolio is not None and self.portfolio < 1:
            raise UsageError(f"portfolio must be at least 1, got {self.portfolio}")
        if not self.plain:
            self._require_solver()
            if (self.portfolio or 1) > 1:
                raise UsageError(f"a portfolio is for the backend auto, not for {self.backend}")
        if not processes.available() and (self.portfolio or 1) > 1:
            raise UsageError(f"several solvers at once need processes; {sys.platform} has none")

    def _require_solver(self) -> None:
        """Raises `UsageError` for an unknown backend."""
        if self.backend not in (AUTO, *BACKENDS):
            choices = ", ".join((AUTO, *BACKENDS))
            raise UsageError(f"no backend is called {self.backend!r}; there are {choices}")

    @property
    def plain(self) -> bool:
        """True if no solver is named."""
        return self.backend == AUTO


DEFAULTS = SearchOptions()

_FEW = 2
"""Solutions for which a solver can begin anew each time."""


@cache
def members() -> tuple[Configuration, ...]:
    """The configurations of the portfolio, in the order in which they join in."""
    others = [
        Configuration(name) for name in ("kissat404", "cp-sat", "cadical195", "minisat22") if name in BACKENDS
    ]
    return Configuration(DEFAULT, learner=True), *others


def configurations(options: SearchOptions, solutions: int | None = None) -> tuple[Configuration, ...]:
    """The configurations that the options stand for, in the order in which they start.

    Solvers that are not incremental, which begin anew after each solution, are among several only if that many `solutions`
    are few.
    """
    if options.plain:
        number = options.portfolio or processes.processors()
        few = solutions is not None and solutions <= _FEW
        return _portfolio(options.seed, number, few)
    return (Configuration(options.backend, options.seed),)


@lru_cache(maxsize=8)
def _portfolio(seed: int, number: int, few: bool) -> tuple[Configuration, ...]:
    """The first members that can run, with this seed; cached, as many questions use the same ones."""
    runnable = (
        member
        for member in members()
        if (member.backend != "cp-sat" or importable("ortools"))
        and (few or backend_named(member.backend).is_incremental)
    )
    return tuple(member._replace(seed=seed) for member in islice(runnable, min(number, sys.maxsize)))
