"""One conformance suite for every backend; and none is loaded unasked."""

import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

import pytest
from cnfs import blocking, dominoes_cnf, models, permutations, pigeons, propagated
from effort import quick, tries
from oracles import pictures_by_clues, solutions_of
from patience import DEADLINE
from pysat.solvers import SolverNames

from benchmarks.agreement import KINDS, draw
from nonosat.apps.cli.running import run_command
from nonosat.model.puzzle import Puzzle
from nonosat.sat.backends import (
    BACKENDS,
    DEFAULT,
    Configuration,
    open_session,
)
from nonosat.sat.encodings import Cnf, encode
from nonosat.sat.oracle import missing
from nonosat.support.errors import MissingExtraError, UsageError

FAMILIES = ("glucose4", "cadical195", "cp-sat")
"""One solver of each kind; a quick run asks these only where it asks much."""

SOME = quick(list(BACKENDS), FAMILIES.__contains__, nightly=True)
PUZZLES = Path(__file__).parents[3] / "puzzles"

STOPPED = [name for name in ("glucose4", "cp-sat") if name in BACKENDS]
"""Solvers that keep a budget of seconds themselves."""

SHARE = 8
"""Share of the samples that is taken before a merge: one in so many."""

MOST = 12
"""Random puzzles with more solutions are passed over."""


def pictures(cnf, configuration):
    """All pictures, each found once."""
    with open_session(cnf, configuration) as session:
        found = models(session, cnf)
    assert len(found) == len(set(found))
    return {cnf.picture(model).cells for model in found}


# --- the same pictures as brute force ---------------------------------------------------------------


def brute_force(puzzle):
    """All solutions cell by cell, or None if there are too many."""
    found = list(islice(solutions_of(puzzle), MOST + 1))
    return {bytes(cells) for cells in found} if len(found) <= MOST else None


@cache
def random_sample():
    """Random puzzles of every kind that lines leave open: the clauses, and all solutions."""
    rng = Random("conformance")
    sample = []
    seen = Counter()
    while len(sample) < tries(1500, SHARE):
        kind, puzzle, board = draw(rng)
        if board is None or not board.open_cells() or board.cells * board.colours > 100:
            continue  # the last would take brute force too long
        found = brute_force(puzzle)
        if found is not None:
            sample.append((puzzle, encode(board), found))
            seen[kind, min(len(found), 2)] += 1
    assert all(seen[kind, 2] > tries(20, SHARE) for kind in KINDS)
    assert sum(count for (_, solutions), count in seen.items() if solutions == 1) > tries(100, SHARE)
    assert sum(count for (_, solutions), count in seen.items() if solutions == 0) >= tries(10, SHARE)
    return sample


@cache
def small_sample():
    """Puzzles of 3x3 cells (thoroughly: every one) and of 4x4 that lines leave open; with all solutions."""
    rng = Random(4)
    sample = []
    for side, share in ((3, tries(100, SHARE) / 100), (4, tries(10) / 100)):
        for (rows, columns), solutions in pictures_by_clues(side, side, 2).items():
            if rng.random() < share and (board := propagated(Puzzle(rows, columns))).open_cells():
                found = {bytes(cell for row in picture for cell in row) for picture in solutions}
                sample.append((board.puzzle, encode(board), found))
    assert len(sample) > tries(300, SHARE)
    return sample


@pytest.mark.slow_for("small-glucose4", "small-cadical195", "small-cp-sat", "random-cp-sat")
@pytest.mark.parametrize("backend", SOME)
@pytest.mark.parametrize("sample", [random_sample, small_sample], ids=["random", "small"])
def test_the_pictures_are_those_of_brute_force(sample, backend):
    for puzzle, cnf, expected in sample():
        assert pictures(cnf, Configuration(backend)) == expected, puzzle


# --- budgets, and giving up -------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_budget_of_conflicts_is_kept_and_solving_can_go_on(backend):
    # Glucose checks its budget only at restarts, so the proof must be long
    cnf = pigeons(7)
    with open_session(cnf, Configuration(backend)) as session:
        assert session.solve(conflicts=0) is None
        assert session.conflicts() == 0
        spent = []
        for budget in (1, 300, 300):
            before = session.conflicts()
            assert session.solve(conflicts=budget) is None
            spent.append(session.conflicts() - before)
        assert 1 <= spent[0] <= 500
        assert all(50 <= conflicts <= 3000 for conflicts in spent[1:])
        assert session.solve() is False
        assert session.conflicts() > sum(spent) + 300


@pytest.mark.parametrize("backend", STOPPED)
def test_a_budget_of_seconds_is_kept(backend):
    began = process_time()

    def watch(_):
        assert process_time() - began < 30

    with open_session(pigeons(11), Configuration(backend)) as session:
        assert session.solve(seconds=0) is None
        assert session.solve(seconds=0.1, watch=watch) is None
        assert session.conflicts() > 0


def test_a_time_budget_that_was_over_does_not_end_the_next_call():
    cnf = permutations(3)
    for backend in STOPPED:
        with open_session(cnf, Configuration(backend)) as session:
            assert session.solve(seconds=0) is None
            assert session.solve(seconds=1e-9) in (None, True)
            assert len(models(session, cnf)) == 6


class GaveUpError(Exception):
    pass


@pytest.mark.parametrize("backend", quick(BACKENDS, FAMILIES.__contains__))
def test_a_watch_that_raises_ends_the_search_and_the_session_goes_on(backend):
    calls = []

    def watch(conflicts):
        calls.append(conflicts)
        if len(calls) == 3:
            raise GaveUpError

    with open_session(pigeons(10), Configuration(backend)) as session:
        with pytest.raises(GaveUpError):
            session.solve(watch=watch)
        assert len(calls) == 3
        assert calls == sorted(calls)
        assert session.conflicts() > 100
        assert session.solve(conflicts=10) is None
        session.add([1])
        session.add([-1])
        assert session.solve() is False


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_watch_can_add_clauses(backend):
    # solutions of other searches are excluded in this way
    calls = []

    def watch(conflicts):
        calls.append(conflicts)
        if len(calls) <= 2:
            session.add([len(calls)])
            session.add([-len(calls)])
        if len(calls) == 4:  # a solver that runs need not heed them before it is asked again
            raise GaveUpError

    with open_session(pigeons(10), Configuration(backend)) as session:
        try:
            assert session.solve(watch=watch) is False
        except GaveUpError:
            assert session.solve(conflicts=10) is False


@pytest.mark.parametrize("backend", BACKENDS)
def test_loading_can_be_given_up(backend):
    looks = []
    with open_session(permutations(4), Configuration(backend), watch=looks.append):
        assert looks
        assert set(looks) == {0}

    def give_up(_):
        raise GaveUpError

    with pytest.raises(GaveUpError):
        open_session(permutations(4), Configuration(backend), watch=give_up)


INTERRUPTED = """
import os, signal, sys, threading
sys.path[:0] = {path!r}
from cnfs import pigeons
from nonosat.sat.backends import Configuration, open_session

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored in the background

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

with open_session(pigeons(11), Configuration({backend!r})) as session:
    try:
        threading.Timer(0.1, interrupt).start()
        print(session.solve())
    except KeyboardInterrupt:
        print("interrupted", session.solve(conflicts=10))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no way to send oneself a Ctrl-C")
@pytest.mark.parametrize("backend", [DEFAULT, "cadical195", "cp-sat"])
def test_ctrl_c_ends_the_search(backend):
    code = INTERRUPTED.format(path=sys.path, backend=backend)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=DEADLINE)
    assert run.stdout.split() == ["interrupted", "None"], run.stderr


# --- assumptions and cores --------------------------------------------------------------------------


def agrees(cnf, cells, literals):
    """Returns True if a picture, cell by cell, satisfies some literals of cells."""
    held = {open_cell.literals[cells[open_cell.cell]] for open_cell in cnf.open_cells}
    several = {
        abs(literal)
        for cell in cnf.open_cells
        if len(cell.literals) > 2
        for literal in cell.literals.values()
    }
    return all(
        (literal in held) if literal > 0 or abs(literal) not in several else (-literal not in held)
        for literal in literals
    )


@pytest.mark.parametrize("backend", SOME)
def test_models_satisfy_assumptions_and_cores_are_cores(backend):
    rng = Random(7)
    answers = Counter()
    sizes = []
    for puzzle, cnf, solutions in random_sample()[::8]:
        with open_session(cnf, Configuration(backend)) as session:
            for number in (0, 1, 3, 6):
                variables = rng.sample(range(1, cnf.cell_variables + 1), min(number, cnf.cell_variables))
                assumed = [rng.choice((-1, 1)) * variable for variable in variables]
                expected = {cells for cells in solutions if agrees(cnf, cells, assumed)}
                answer = session.solve(assumed)
                assert answer is bool(expected), (puzzle, assumed)
                answers[answer] += 1
                if answer:
                    assert cnf.picture(session.model()).cells in expected, (puzzle, assumed)
                else:
                    core = list(session.core())
                    assert set(core) <= set(assumed), (puzzle, assumed)
                    assert not any(agrees(cnf, cells, core) for cells in solutions), (puzzle, assumed, core)
                    sizes.append((len(core), len(assumed)))
            # assumptions are forgotten
            found = models(session, cnf)
            assert {cnf.picture(model).cells for model in found} == solutions, puzzle
            assert len(found) == len(solutions)
    assert min(answers[True], answers[False]) > tries(100, SHARE)
    if backend != "kissat404":  # which has no cores
        assert sum(core for core, _ in sizes) < 0.8 * sum(assumed for _, assumed in sizes)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_core_is_that_of_the_last_assumptions(backend):
    cnf = permutations(3)
    with open_session(cnf, Configuration(backend)) as session:
        for assumed in ([1, 2], (1, 2)):
            assert session.solve(assumed) is False
            assert set(session.core()) == {1, 2}
        assert len(models(session, cnf)) == 6
        assert session.solve([]) is False
        assert list(session.core()) == []
    with open_session(cnf, Configuration(backend)) as session:
        session.add([1])
        session.add([-1])
        assert session.solve() is False
        assert list(session.core()) == []


# --- seeds ------------------------------------------------------------------------------------------


def run_of(cnf, configuration):
    """All models in the order in which they are found, and the conflicts up to each."""
    with open_session(cnf, configuration) as session:
        found = []
        while session.solve():
            found.append((tuple(session.model()), session.conflicts()))
            session.add(blocking(cnf, session.model()))
        return found, session.conflicts()


@pytest.mark.parametrize("backend", BACKENDS)
def test_each_seed_begins_elsewhere(backend):
    firsts = set()
    for seed in range(1, 9):
        with open_session(permutations(5), Configuration(backend, seed=seed)) as session:
            assert session.solve()
            firsts.add(tuple(session.model()))
    assert len(firsts) > 3


@pytest.mark.parametrize("backend", BACKENDS)
def test_conflicts_are_those_of_the_last_time(backend):
    first = run_of(dominoes_cnf(6), Configuration(backend))
    assert first[1] > 20
    assert run_of(dominoes_cnf(6), Configuration(backend)) == first
    seeded = run_of(dominoes_cnf(6), Configuration(backend, seed=5))
    assert seeded == run_of(dominoes_cnf(6), Configuration(backend, seed=5))
    assert (
        seeded[0][0][0][: dominoes_cnf(6).cell_variables] == first[0][0][0][: dominoes_cnf(6).cell_variables]
    )


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("variables", [0, 2])
def test_a_clause_can_have_new_variables(name, variables):
    clauses = [[1, 2], [-1, -2]] if variables else []
    with open_session(Cnf(clauses, variables, 0, [], b"", Puzzle([], [])), Configuration(name)) as session:
        assert session.solve() is True
        new = variables + 3
        session.add([new])
        assert session.solve() is True
        assert new in session.model()
        assert session.solve([-new]) is False
        session.add([-new, new + 1])
        assert session.solve() is True
        assert {new, new + 1} <= {*session.model()}


# --- names, packages, imports -----------------------------------------------------------------------


def test_an_unknown_backend_is_refused_with_the_choices():
    with pytest.raises(UsageError, match=f"'nosuch'.*{', '.join(BACKENDS)}"):
        open_session(permutations(3), Configuration("nosuch"))


def test_a_package_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    monkeypatch.delitem(sys.modules, "nonosat.sat.backends.cpsat", raising=False)
    with pytest.raises(MissingExtraError, match="pip install ortools"):
        open_session(permutations(3), Configuration("cp-sat"))
    assert missing("cp-sat") == "the backend cp-sat needs OR-tools: pip install ortools"


@pytest.mark.parametrize("name", ["cadical300", "kissat404", "glucose4"])
def test_a_solver_that_an_older_python_sat_does_not_have_is_missing(name, monkeypatch, capsys):
    assert missing(name) is None
    monkeypatch.setattr(SolverNames, name, ())
    reason = f"the backend {name} needs a later python-sat: pip install --upgrade --pre python-sat"
    assert missing(name) == reason
    assert run_command(["check", "--backend", name, str(PUZZLES / "dom-06.non")]) == 64
    assert capsys.readouterr().err == f"nonosat: {reason}\n"
    assert run_command(["list", "backends"]) == 0
    assert f"missing: {reason}\n" in capsys.readouterr().out


HEAVY = ("pysat", "pysolvers", "ortools", "rich", "click", "PIL", "numpy", "pandas", "google")


def modules_after(statement):
    """The heavy packages that a fresh interpreter has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*(name for name in {HEAVY!r} if name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.parametrize(
    "module",
    ["nonosat", "nonosat.sat.backends", "nonosat.search.questions", "nonosat.formats"],
)
def test_importing_loads_no_other_package(module):
    assert modules_after(f"import {module}") == []


def test_a_puzzle_that_lines_solve_loads_no_solver():
    assert modules_after("import nonosat; nonosat.check(nonosat.Puzzle([[1]], [[1]]))") == []


def test_a_session_loads_its_solver():
    options = "nonosat.SearchOptions(backend='glucose4')"
    check = f"nonosat.check(nonosat.Puzzle([[1]] * 4, [[1]] * 4), options={options})"
    loaded = modules_after(f"import nonosat; {check}")
    assert "pysat" in loaded
    assert "ortools" not in loaded


def test_cp_sat_loads_the_compiled_half_of_its_package_only():
    options = "nonosat.SearchOptions(backend='cp-sat')"
    check = f"nonosat.check(nonosat.Puzzle([[1]] * 4, [[1]] * 4), options={options})"
    loaded = modules_after(f"import nonosat; {check}")
    assert [name for name in loaded if name != "google"] == ["ortools"]  # before 9.15 with protobuf's classes
