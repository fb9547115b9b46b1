"""The final check agrees with the engine, and always has some time left."""

import pytest

import nonosat as ns
from nonosat.repairs.final_check import clock_before_final_check, final_check
from nonosat.support.end import Stopped
from nonosat.support.errors import SolverDisagreement
from nonosat.support.limits import Clock, Limit

SWITCH = ns.Puzzle([[1], [1]], [[1], [1]])


def test_a_repaired_puzzle_is_unique():
    mended, grid = SWITCH.replace(givens=(ns.Given(0, 0),)), ns.Grid(["#.", ".#"])
    assert final_check(mended, grid, Clock()).verdict is ns.Verdict.UNIQUE
    assert final_check(SWITCH, grid, Clock()).verdict is ns.Verdict.MULTIPLE


def test_search_is_needed_for_some():
    puzzle = ns.load("puzzles/dom-06.non")
    outcome = final_check(puzzle, ns.solve(puzzle), Clock())
    assert (outcome.verdict, outcome.line_solvable) == (ns.Verdict.UNIQUE, False)
    assert final_check(puzzle, ns.solve(puzzle), Clock(), conflicts=0).verdict is ns.Verdict.UNKNOWN


def test_a_picture_that_is_no_solution_is_a_disagreement():
    with pytest.raises(SolverDisagreement):
        final_check(SWITCH, ns.Grid(["##", ".."]), Clock())


def test_the_check_always_has_some_time():
    mended, grid = SWITCH.replace(givens=(ns.Given(0, 0),)), ns.Grid(["#.", ".#"])
    assert final_check(mended, grid, Clock(Limit(seconds=0))).verdict is ns.Verdict.UNIQUE
    whole = Clock(Limit(seconds=100))
    assert clock_before_final_check(whole).left < whole.left
    assert clock_before_final_check(Clock()).left is None


def test_the_clock_is_checked():
    """To prove that this one has no other solution takes much longer."""
    puzzle = ns.load("puzzles/dom-14.non")
    outcome = final_check(puzzle, puzzle.goal, Clock(Limit(seconds=0)))
    assert outcome.verdict is ns.Verdict.UNKNOWN
    assert outcome.stopped is Stopped.SECONDS
