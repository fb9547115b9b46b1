"""One clue that is wrong."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from oracles import backtrack
from strategies import grids

from nonosat import Grid, Verdict, check
from nonosat.apps.generation.typo import with_typo


def is_unsolvable(puzzle):
    return check(puzzle).verdict is Verdict.UNSOLVABLE


@given(grids(max_side=5), st.randoms(use_true_random=False))
def test_a_slip_is_in_one_clue_and_cannot_be_added_up(grid, random):
    puzzle = grid.puzzle(goal=grid)
    wrong = with_typo(puzzle, random, is_unsolvable)
    if wrong is None:
        return
    changed = [
        (one.clue, two.clue)
        for one, two in zip(puzzle.lines, wrong.lines, strict=True)
        if one.clue != two.clue
    ]
    assert len(changed) == 1
    [(right, slip)] = changed
    assert len(right) == len(slip)
    assert sum(block.length for block in right) == sum(block.length for block in slip)
    assert not wrong.problems()
    assert wrong.goal is None
    assert not list(backtrack(wrong.rows, wrong.columns, 2))


def test_a_puzzle_without_neighbouring_numbers_has_no_typo():
    assert with_typo(Grid(["##", "#."]).puzzle(), Random("1"), lambda _: True) is None
