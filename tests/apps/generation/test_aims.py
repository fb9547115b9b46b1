"""Aims of wishes, compared with other figures of the same clues."""

from math import inf

import pytest
from effort import tries
from hypothesis import given, settings
from oracles import backtrack
from strategies import grids

from nonosat import Limit, Wish, rate
from nonosat.apps.generation.aims import aim_of, is_unsolvable, missed_by
from nonosat.apps.generation.wish import PALETTE
from nonosat.explaining.grading.canvas import Canvas
from nonosat.explaining.steps.techniques import Grade
from nonosat.model.geometry import Rectangle
from nonosat.model.puzzle import Puzzle
from nonosat.support.end import OutOfReach
from nonosat.support.limits import Clock


def measured(grid, **requested):
    wish = Wish(width=grid.width, height=grid.height, **requested)
    canvas = Canvas(wish.geometry, PALETTE[:2])
    return aim_of(wish, canvas, Clock()).measured(grid.cells)[0]


@given(grids(max_side=5))
@settings(max_examples=tries(150))
def test_each_grade_is_reached_by_its_own_puzzles(grid):
    grade = rate(grid.puzzle()).grade
    for requested in Grade:
        reached = measured(grid, grade=requested) == 0
        if grade is not requested and {grade, requested} != {Grade.PROBING, Grade.SEARCH}:
            assert not reached
        elif grade is requested is not Grade.PROBING:
            assert reached


@given(grids(max_side=5))
@settings(max_examples=tries(150))
def test_numbers_of_solutions(grid):
    puzzle = grid.puzzle()
    number = len(list(backtrack(puzzle.rows, puzzle.columns, 2)))
    if number > 1:
        assert measured(grid, solution_count=number) < 1e-9
        assert measured(grid) > 0
    assert measured(grid, solution_count=number + 1) > 0
    assert measured(grid, solution_count=None) == 0


def test_an_easier_picture_is_infinitely_far_from_the_aim():
    grid = Puzzle([[1], [2]], [[2], [1]])
    assert rate(grid).grade is Grade.TRIVIAL
    for requested in list(Grade)[1:]:
        aim = aim_of(Wish(width=2, height=2, grade=requested), Canvas(Rectangle(2, 2), PALETTE[:2]), Clock())
        assert aim.measured(b"\1\0\1\1")[0] == inf
        assert aim.unmet(inf)


def test_unmet_parts_of_a_wish_are_named():
    wish = Wish(width=2, height=2, grade="hard", figures={"sweeps": (5, 7)}, density=0.0)
    rating = rate(Puzzle([[1], [2]], [[2], [1]]))
    missed, distance = missed_by(wish, b"\1\0\1\1", rating)
    assert missed == ("the grade is trivial, not hard", "sweeps is 2, not 5 to 7")
    assert distance > 30
    assert missed_by(wish.__class__(width=9, height=9, density=0.5), bytes(81), None)[0] == (
        "the density is 0.00, not 0.5",
    )


def test_the_solver_keeps_the_limit():
    assert is_unsolvable(Puzzle([[1, 1], [], [1, 1]], [[1], [2], [1]]), Clock())
    with pytest.raises(OutOfReach):
        is_unsolvable(Puzzle([[1]] * 9, [[1]] * 9), Clock(Limit(seconds=0)))
