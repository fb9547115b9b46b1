"""The CP-SAT backend: OR-tools' constraint solver, given the same clauses as the others.

Three things were measured on hard puzzles and rejected. An automaton constraint for each line instead of clauses takes 3 to 60
times as long: CP-SAT unrolls it into clauses of its own. Presolve takes longer than the search. Linear relaxation, probing,
symmetry and inprocessing gain nothing: without them it is about as fast as Glucose, and 5 to 18 times as fast as with its
defaults. Several workers are no faster than one, since most of them run these other methods.

CP-SAT is not incremental: each `solve` starts from the clauses alone. The last model is its hint: the next solution is
mostly similar and found at once. CP-SAT's own enumeration is not used, since it also distinguishes models by their
auxiliary variables.

While it runs it ignores Ctrl-C and everything else. So it runs in a thread, and is stopped when `watch` raises or a signal
comes.

Only the compiled half of OR-tools' Python package is imported: the other, `cp_model`, loads pandas and takes ten times as long.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from threading import Thread
from typing import Any, Self

from nonosat.sat.backends.contract import Configuration, Formula, Watch
from nonosat.support.errors import MissingExtraError

CpModelProto: Any
SatParameters: Any
try:
    from ortools.sat.python import cp_model_helper
except ModuleNotFoundError:  # other import errors can come from lack of memory
    raise MissingExtraError("the backend cp-sat needs OR-tools: pip install ortools") from None
if hasattr(cp_model_helper, "CpModelProto"):
    CpModelProto, SatParameters = cp_model_helper.CpModelProto, cp_model_helper.SatParameters
else:  # before version 9.15 these were protobuf classes with the same attributes
    from ortools.sat.cp_model_pb2 import CpModelProto
    from ortools.sat.sat_parameters_pb2 import SatParameters
if not hasattr(CpModelProto().assumptions, "clear"):
    raise MissingExtraError("the backend cp-sat needs OR-tools 9.13 or later: pip install --upgrade ortools")

_CLAUSES_PER_LOOK = 20_000
_SECONDS_PER_LOOK = 0.1

_SEEDS = 1 << 31  # number of seeds, from 0
_MOST_CONFLICTS = 2**63 - 1  # CP-SAT's maximum
# values of `CpSolverStatus`, whose type depends on the version
_UNKNOWN, _FEASIBLE, _INFEASIBLE, _OPTIMAL = 0, 2, 3, 4


class CpsatSession:
    """See `nonosat.sat.backends.contract.Session`; `watch` gets the number of conflicts up to the last call."""

    def __init__(self, formula: Formula, configuration: Configuration, watch: Watch | None = None) -> None:
        self._configuration = configuration
        self._variables = range(1, 1)
        self._conflicts = self._propagations = 0
        self._assignment: list[int] = []
        self._core: list[int] = []
        self._running = False
        self._late: list[Sequence[int]] = []  # clauses added while the solver runs
        self._model = CpModelProto()
        self._declare(formula.variables)
        for at in range(0, len(formula.clauses), _CLAUSES_PER_LOOK):
            deque(map(self._add, formula.clauses[at : at + _CLAUSES_PER_LOOK]), maxlen=0)
            if watch:
                watch(0)

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        conflicts: int | None = None,
        seconds: float | None = None,
        watch: Watch | None = None,
    ) -> bool | None:
        if (conflicts is not None and conflicts <= 0) or (seconds is not None and seconds <= 0):
            return None
        self._model.assumptions.clear()
        self._model.assumptions.extend(_literals(assumptions))
        solver = cp_model_helper.SolveWrapper()
        solver.set_parameters(_parameters(self._configuration, conflicts, seconds))
        response = self._response(solver, watch)
        status = int(response.status)
        if status in (_OPTIMAL, _FEASIBLE):
            self._keep(list(response.solution))
            return True
        if status == _INFEASIBLE:
            core = response.sufficient_assumptions_for_infeasibility
            self._core = [literal + 1 if literal >= 0 else literal for literal in core]
            return False
        assert status == _UNKNOWN, response.status  # any other status means an invalid model
        return None

    def _response(self, solver: Any, watch: Watch | None) -> Any:
        """Runs the solver in a thread, which has ended when this returns or raises."""
        answer: list[Any] = []
        thread = Thread(target=lambda: answer.append(solver.solve(self._model)), name="cp-sat")
        try:
            self._running = True
            thread.start()
            while thread.is_alive():
                thread.join(_SECONDS_PER_LOOK)
                if watch and thread.is_alive():
                    watch(self._conflicts)
        finally:
            while thread.is_alive():
                solver.stop_search()
                thread.join(_SECONDS_PER_LOOK)
            self._running = False
            late, self._late = self._late, []
            for clause in late:
                self.add(clause)
            if answer:
                self._conflicts += answer[0].num_conflicts
                self._propagations += answer[0].num_binary_propagations + answer[0].num_integer_propagations
        return answer[0]

    def _keep(self, values: list[int]) -> None:
        """Stores a model, as the answer and as the hint for the next call."""
        signs = zip(self._variables, values, strict=True)
        self._assignment = [variable if value else -variable for variable, value in signs]
        hint = self._model.solution_hint
        hint.vars.extend(range(len(hint.vars), len(values)))
        hint.values.clear()
        hint.values.extend(values)

    def model(self) -> Sequence[int]:
        return self._assignment

    def core(self) -> Sequence[int]:
        return self._core

    def add(self, clause: Sequence[int]) -> None:
        if self._running:  # called by `watch`, while the solver reads its model
            self._late.append(clause)
        else:
            self._declare(max(map(abs, clause), default=0))
            self._add(clause)

    def _add(self, clause: Sequence[int]) -> None:
        self._model.constraints.add().bool_or.literals.extend(_literals(clause))

    def _declare(self, last: int) -> None:
        """Adds the variables up to the last one that are new."""
        variable = self._model.variables.add
        for _ in range(len(self._variables), last):
            variable().domain.extend((0, 1))
        self._variables = range(1, max(last, len(self._variables)) + 1)

    def prefer(self, literals: Sequence[int]) -> None:
        pass  # CP-SAT takes only hints, and the last model already is one

    def conflicts(self) -> int:
        return self._conflicts

    def propagations(self) -> int:
        return self._propagations

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._model = CpModelProto()


def _literals(clause: Sequence[int]) -> list[int]:
    """Converts DIMACS' literals to CP-SAT's, which count variables from 0 and write "not v" as -v - 1."""
    return [literal - 1 if literal > 0 else literal for literal in clause]


def _parameters(configuration: Configuration, conflicts: int | None, seconds: float | None) -> Any:
    parameters = SatParameters()
    parameters.num_workers = 1
    parameters.cp_model_presolve = False
    parameters.cp_model_probing_level = 0
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.use_sat_inprocessing = False
    parameters.default_restart_algorithms = "LUBY_RESTART"
    parameters.catch_sigint_signal = False
    if configuration.seed:  # without random polarity a seed would change nothing
        parameters.random_seed = configuration.seed % _SEEDS
        parameters.initial_polarity = SatParameters.POLARITY_RANDOM
    if conflicts is not None:
        parameters.max_number_of_conflicts = min(conflicts, _MOST_CONFLICTS)
    if seconds is not None:
        parameters.max_time_in_seconds = seconds
    return parameters
