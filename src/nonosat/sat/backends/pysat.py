"""The python-sat backend: any of its incremental CDCL solvers, by name.

Budgets are counted in conflicts because every solver keeps to that; python-sat's `interrupt` ends it after some seconds, which
CaDiCaL ignores. Ctrl-C is handled between two slices of conflicts: left to itself python-sat jumps out of the running
solver, which can crash the process later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from time import monotonic
from typing import Any, BinaryIO, Self

import pysolvers
from pysat.solvers import Solver

from nonosat.sat.backends.contract import Configuration, Formula, Watch
from nonosat.support.children.processes import interruptible

_CLAUSES_PER_LOOK = 20_000
_IGNORE_INTERRUPT = ("cadical195", "cadical300")

# Conflicts between two looks at the limits: each slice is twice the one before, up to the longest. Conflicts instead of time
# make runs repeatable: a time limit does not change what is found, only how much.
_FIRST_SLICE, _LONGEST_SLICE = 1000, 4000


class PysatSession:
    """See `nonosat.sat.backends.contract.Session`."""

    def __init__(
        self,
        formula: Formula,
        configuration: Configuration,
        watch: Watch | None = None,
    ) -> None:
        threads = interruptible()
        # python-sat jumps out of the others on Ctrl-C although asked not to; a child with signals blocked is ended from outside
        self._stops = configuration.backend not in _IGNORE_INTERRUPT and threads
        self._jumps = configuration.backend in _IGNORE_INTERRUPT and threads
        self._owner = Solver(name=configuration.backend)
        self._solver: Any = self._owner.solver  # the class itself: one call less for each clause
        try:
            self._begin(formula)
            clauses = formula.clauses
            for at in range(0, len(clauses), _CLAUSES_PER_LOOK):
                deque(map(self._solver.add_clause, clauses[at : at + _CLAUSES_PER_LOOK]), maxlen=0)
                if watch:
                    watch(0)
            self.prefer(_random_phases(formula.variables, configuration.seed))
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
        if seconds is None or not self._stops:
            return self._in_slices(assumptions, conflicts, None, watch)
        with self._interrupted(seconds):
            return self._in_slices(assumptions, conflicts, monotonic() + seconds, watch)

    def _in_slices(
        self, assumptions: Sequence[int], conflicts: int | None, deadline: float | None, watch: Watch | None
    ) -> bool | None:
        """Solves within the budget of conflicts, and looks at the limits after each slice."""
        until = None if conflicts is None else self.conflicts() + conflicts
        assumptions = list(assumptions)  # CaDiCaL returns a core for a list only
        slice_ = _FIRST_SLICE
        while True:
            if deadline is not None and monotonic() >= deadline:
                return None
            if until is not None:
                slice_ = min(slice_, until - self.conflicts())
                if slice_ <= 0:
                    return None
            self._solver.conf_budget(slice_)
            answer = self._slice(assumptions)
            if answer and self._steered:  # the next solution is likely near this one
                self._solver.set_phases(self._solver.get_model())
            if answer is not None:
                return answer
            if watch:
                watch(self.conflicts())
            slice_ = min(slice_ * 2, _LONGEST_SLICE)

    def _slice(self, assumptions: list[int]) -> bool | None:
        """Solves within the budget that is set; Ctrl-C waits for the end."""

        def solve() -> bool | None:
            answer: bool | None = self._solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            return answer

        if not self._jumps:
            return solve()
        from concurrent.futures import ThreadPoolExecutor  # imports much

        with ThreadPoolExecutor(1) as pool:  # python-sat jumps out of the main thread only
            return pool.submit(solve).result()

    @contextmanager
    def _interrupted(self, seconds: float) -> Iterator[None]:
        """Interrupts the solver after some seconds unless the block has ended."""
        from threading import Timer

        timer = Timer(seconds, self._owner.interrupt)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            self._owner.clear_interrupt()

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


def _random_phases(variables: int, seed: int) -> list[int]:
    """A literal of each variable, by the seed; none for seed 0."""
    random = Random(seed)
    return [var if random.getrandbits(1) else -var for var in range(1, variables + 1)] if seed else []


_TRACED = {"cadical300": {"factor": 0}, "cadical195": {}}
"""Solvers that write LRAT, the best first, with the settings for that."""


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
