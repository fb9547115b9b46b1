"""One conformance suite for every solver by name, and the promise that none is loaded unasked."""

import subprocess
import sys

import pytest
from oracles import backtrack, dominoes

from nonosat.backends import SOLVERS, open_session
from nonosat.board import Board
from nonosat.encodings.order import encode
from nonosat.errors import UsageError
from nonosat.propagate import propagate
from nonosat.puzzle import BLACK_AND_WHITE, Colour, Puzzle

PLENTY = 1_000_000

THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))
# each has cells that propagation leaves open, so that there is something to solve
PUZZLES = {
    "two pictures": Puzzle([[1], [1]], [[1], [1]]),
    "permutations": Puzzle([[1]] * 4, [[1]] * 4),
    "a given": Puzzle([[1]] * 4, [[1]] * 4, givens=[(1, 2)]),
    "one picture": Puzzle(*dominoes(4)),
    "no picture": Puzzle([[1], [1, 1], [1, 1], [2]], [[2], [2], [2], [1]]),
    "two inks": Puzzle([[1, (1, 2)], [(1, 2), 1], [1]], [[1, (1, 2)], [(1, 2), 1], [1]], THREE),
}


def encoded(puzzle):
    board = Board(puzzle)
    propagate(board)
    return encode(board)


def pictures(cnf, solver):
    found = []
    with open_session(cnf, solver) as session:
        while session.solve(PLENTY):
            model = list(session.model())
            assert [abs(literal) for literal in model[: cnf.variables]] == list(range(1, cnf.variables + 1))
            found.append(tuple(map(tuple, cnf.picture(model))))
            assert len(found) < 1000, "a clause that was added does not hold"
            session.add(cnf.blocking(model))
    return sorted(found)


COUNTS = {
    "two pictures": 2,
    "permutations": 24,
    "a given": 6,
    "one picture": 1,
    "no picture": 0,
    "two inks": 2,
}


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", PUZZLES)
def test_every_solver_finds_the_same_pictures(name, solver):
    puzzle = PUZZLES[name]
    expected = sorted(backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), puzzle.givens))
    assert len(expected) == COUNTS[name]
    assert pictures(encoded(puzzle), solver) == expected


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_budget_that_does_not_suffice_is_no_answer_and_a_larger_one_goes_on(solver):
    # Glucose looks at its budget when it restarts and not before, so the proof must be a long one;
    # MapleChrono takes the longest by far for this family
    puzzle = Puzzle(*dominoes(7 if solver == "maplechrono" else 11))
    cnf = encoded(puzzle)
    with open_session(cnf, "cadical153") as session:
        assert session.solve(PLENTY) is True
        assert cnf.picture(session.model()).satisfies(puzzle)
        cnf.clauses.append(cnf.blocking(session.model()))
    with open_session(cnf, solver) as session:
        assert session.solve(1) is None
        spent = session.conflicts()
        assert spent >= 1
        assert session.solve(PLENTY) is False
        assert session.conflicts() > spent


def test_loading_can_be_given_up():
    ticks = []
    with open_session(encoded(PUZZLES["permutations"]), tick=lambda: ticks.append(1)):
        assert ticks

    def give_up():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        open_session(encoded(PUZZLES["permutations"]), tick=give_up)


def test_the_default_is_the_first():
    cnf = encoded(PUZZLES["permutations"])
    assert pictures(cnf, None) == pictures(cnf, SOLVERS[0])


def test_an_unknown_solver_is_refused_with_the_choices():
    with pytest.raises(UsageError, match=f"'nosuch'.*{', '.join(SOLVERS)}"):
        open_session(encoded(PUZZLES["two pictures"]), "nosuch")


HEAVY = ("pysat", "pysolvers", "ortools", "rich", "click", "PIL", "numpy")


def modules_after(statement):
    """The heavy packages that a fresh interpreter has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint(*(name for name in {HEAVY!r} if name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


@pytest.mark.parametrize("module", ["nonosat", "nonosat.backends", "nonosat.engine", "nonosat.formats"])
def test_importing_loads_no_other_package(module):
    assert modules_after(f"import {module}") == []


def test_a_puzzle_that_lines_solve_loads_no_solver():
    assert modules_after("import nonosat; nonosat.check(nonosat.Puzzle([[1]], [[1]]))") == []


def test_a_session_loads_its_solver():
    loaded = modules_after("import nonosat; nonosat.check(nonosat.Puzzle([[1], [1]], [[1], [1]]))")
    assert "pysat" in loaded
    assert "ortools" not in loaded
