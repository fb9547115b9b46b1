"""The last look says what the engine says, and a repair that took all its time has some left for it."""

import pytest

import nonosat as ns
from nonosat.foundation.errors import SolverDisagreement
from nonosat.foundation.limits import Clock, Limit, Stopped
from nonosat.questions.repairs.closing import before_closing, closed

SWITCH = ns.Puzzle([[1], [1]], [[1], [1]])


def test_a_mended_puzzle_is_unique():
    mended, grid = SWITCH.replace(givens=(ns.Given(0, 0),)), ns.Grid(["#.", ".#"])
    assert closed(mended, grid, Clock()).verdict is ns.Verdict.UNIQUE
    assert closed(SWITCH, grid, Clock()).verdict is ns.Verdict.MULTIPLE


def test_search_is_needed_for_some():
    puzzle = ns.load("puzzles/dom-06.non")
    outcome = closed(puzzle, ns.solve(puzzle), Clock())
    assert (outcome.verdict, outcome.line_solvable) == (ns.Verdict.UNIQUE, False)
    assert closed(puzzle, ns.solve(puzzle), Clock(), conflicts=0).verdict is ns.Verdict.UNKNOWN


def test_a_picture_that_is_no_solution_is_a_disagreement():
    with pytest.raises(SolverDisagreement):
        closed(SWITCH, ns.Grid(["##", ".."]), Clock())


def test_there_is_time_for_it_in_any_case():
    mended, grid = SWITCH.replace(givens=(ns.Given(0, 0),)), ns.Grid(["#.", ".#"])
    assert closed(mended, grid, Clock(Limit(seconds=0))).verdict is ns.Verdict.UNIQUE
    whole = Clock(Limit(seconds=100))
    assert before_closing(whole).left < whole.left
    assert before_closing(Clock()).left is None


def test_it_looks_at_the_clock():
    """To prove that this one has no other solution takes much longer."""
    puzzle = ns.load("puzzles/dom-14.non")
    outcome = closed(puzzle, puzzle.goal, Clock(Limit(seconds=0)))
    assert outcome.verdict is ns.Verdict.UNKNOWN
    assert outcome.stopped is Stopped.SECONDS
