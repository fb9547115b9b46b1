"""The python-sat backend: any of its incremental CDCL solvers, by name.

A solver runs in short slices, counted in conflicts because every solver respects such a budget. Limits and Ctrl-C are
checked between two slices: python-sat's own handling jumps out of the running solver, which can crash the process
later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from time import monotonic
from typing import Any, BinaryIO, Self

from nonosat.sat.backends.contract import Configuration, Formula, Watch
from nonosat.sat.backends.phases import random_phases
from nonosat.support.children.processes import interruptible
from nonosat.support.errors import MissingExtraError

try:
    import pysolvers
    from pysat.solvers import NoSuchSolverError, Solver
except ModuleNotFoundError:
    raise MissingExtraError("solvers of clauses need python-sat: pip install python-sat") from None

_CLAUSES_PER_LOOK = 20_000
_JUMPS = ("cadical195", "cadical300")

# Conflicts between two checks of the limits: each slice is twice the one before, up to the longest. Counting conflicts
# instead of time makes runs repeatable: a time limit only cuts a run short. Glucose takes 0.02 to 0.04 s for 1000.
_FIRST_SLICE, _LONGEST_SLICE = 1000, 1000
_SLOW_SLICE_SECONDS = 0.1  # maximum of a slice under a time limit; later slices are adjusted


def new_solver(name: str) -> Solver:
    """Returns one of python-sat's solvers; raises `MissingExtraError` if this version has none of that name."""
    try:
        return Solver(name=name)
    except NoSuchSolverError:
        needed = f"the backend {name} needs a later python-sat"
        raise MissingExtraError(f"{needed}: pip install --upgrade --pre python-sat") from None


class PysatSession:
    """See `nonosat.sat.backends.contract.Session`."""

    def __init__(
        self,
        formula: Formula,
        configuration: Configuration,
        watch: Watch | None = None,
    ) -> None:
        # python-sat jumps out of these solvers on Ctrl-C although told not to. A child blocks signals, and is ended
        # from outside.
        self._jumps = configuration.backend in _JUMPS and interruptible()
        self._first_slice = _FIRST_SLICE
        self._owner = new_solver(configuration.backend)
        self._solver: Any = self._owner.solver  # python-sat's inner object: saves one call per clause
        try:
            self._begin(formula)
            clauses = formula.clauses
            for at in range(0, len(clauses), _CLAUSES_PER_LOOK):
                deque(map(self._solver.add_clause, clauses[at : at + _CLAUSES_PER_LOOK]), maxlen=0)
                if watch:
                    watch(0)
            self.prefer(random_phases(formula.variables, configuration.seed))
        except BaseException:
            self._owner.delete()
            raise

    def _begin(self, formula: Formula) -> None:
        """Adds the last variable before any clause: a cell in no clause needs a variable, too."""
        if formula.variables:
            self._solver.add_clause([formula.variables, -formula.variables])

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        conflicts: int | None = None,
        seconds: float | None = None,
        watch: Watch | None = None,
    ) -> bool | None:
        deadline = None if seconds is None else monotonic() + seconds
        until = None if conflicts is None else self.conflicts() + conflicts
        assumptions = list(assumptions)  # CaDiCaL returns a core for a list only
        slice_ = self._first_slice
        while True:
            now = monotonic()
            if deadline is not None and now >= deadline:
                return None
            if until is not None:
                slice_ = min(slice_, until - self.conflicts())
                if slice_ <= 0:
                    return None
            self._solver.conf_budget(slice_)
            answer = self._slice(assumptions)
            if answer and self._steered:  # the next solution is likely similar
                self._solver.set_phases(self._solver.get_model())
            if answer is not None:
                return answer
            if watch:
                watch(self.conflicts())
            slice_ = min(slice_ * 2, _LONGEST_SLICE)
            if deadline is not None and (took := monotonic() - now) > _SLOW_SLICE_SECONDS:
                slice_ = max(1, int(slice_ * _SLOW_SLICE_SECONDS / took))
                self._first_slice = min(slice_, _FIRST_SLICE)

    def _slice(self, assumptions: list[int]) -> bool | None:
        """Solves within the budget that is set; Ctrl-C takes effect after that."""

        def solve() -> bool | None:
            answer: bool | None = self._solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            return answer

        if not self._jumps:
            return solve()
        from concurrent.futures import ThreadPoolExecutor  # imports much

        with ThreadPoolExecutor(1) as pool:  # python-sat jumps out of C code in the main thread only
            return pool.submit(solve).result()

    def model(self) -> Sequence[int]:
        model: list[int] = self._solver.get_model()
        return model

    def core(self) -> Sequence[int]:
        core: list[int] | None = self._solver.get_core()
        return core or []

    def add(self, clause: Sequence[int]) -> None:
        self._solver.add_clause(clause)

    def prefer(self, literals: Sequence[int]) -> None:
        self._steered = bool(literals)
        self._solver.set_phases(list(literals))

    def conflicts(self) -> int:
        total: int = self._solver.accum_stats()["conflicts"]
        return total

    def propagations(self) -> int:
        total: int = self._solver.accum_stats()["propagations"]
        return total

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._owner.delete()


_TRACED = {"cadical300": {"factor": 0}, "cadical195": {}}
"""Solvers that write LRAT, the best first, with the settings that they need for it."""


class _TracedSession(PysatSession):
    """A session whose solver writes its proof to a file, in the LRAT format; clauses are numbered from 1."""

    def __init__(self, formula: Formula, backend: str, file: BinaryIO, watch: Watch | None) -> None:
        self._file, self._backend = file, backend
        super().__init__(formula, Configuration(backend), watch)

    def _begin(self, formula: Formula) -> None:
        """Configures the solver. Adds no clause: that would shift the numbers of the formula's."""
        del formula
        self._solver.configure({"binary": 0, "lrat": 1, "inprocessing": 0, **_TRACED[self._backend]})
        getattr(pysolvers, f"{self._backend}_tracepr")(self._solver.cadical, self._file)


def tracing_backend() -> str:
    """Returns the best solver of this python-sat that writes LRAT; every supported version has one."""
    able = (
        name
        for name in _TRACED
        if hasattr(pysolvers, f"{name}_tracepr") and hasattr(pysolvers, f"{name}_set")
    )
    return next(able)


def traced(
    backend: str, formula: Formula, file: BinaryIO, watch: Watch | None = None
) -> Sequence[int] | None:
    """Returns a model of a formula; None if it has none, which the LRAT written to the file proves.

    `backend` comes from `tracing_backend`, as python-sat has no public call for this. Raises what `watch` raises.
    """
    with _TracedSession(formula, backend, file, watch) as session:
        return session.model() if session.solve(watch=watch) else None
