"""One clue that is wrong."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from oracles import backtrack

from nonosat import Grid, Verdict, check
from nonosat.apps.generation.typo import with_typo


def is_unsolvable(puzzle):
    return check(puzzle).verdict is Verdict.UNSOLVABLE


def with_slip(seed):
    """A picture's puzzle in which one clue can be wrong so that there is no solution, and that puzzle."""
    random = Random(seed)
    while True:
        height, width = random.randint(2, 5), random.randint(3, 5)
        inks = random.randint(1, 2)
        grid = Grid([[random.randint(0, inks) for _ in range(width)] for _ in range(height)])
        puzzle = grid.puzzle(goal=grid)
        if wrong := with_typo(puzzle, random, is_unsolvable):
            return puzzle, wrong


@given(st.integers(0, 1 << 30).map(with_slip))
def test_a_typo_is_in_one_clue_and_keeps_its_sum(case):
    puzzle, wrong = case
    changed = [
        (one.clue, two.clue)
        for one, two in zip(puzzle.lines, wrong.lines, strict=True)
        if one.clue != two.clue
    ]
    assert len(changed) == 1
    [(right, slip)] = changed
    assert len(right) == len(slip)
    assert sum(block.length for block in right) == sum(block.length for block in slip)
    assert Counter(block.colour for block in right) == Counter(block.colour for block in slip)
    assert not wrong.problems()
    assert wrong.goal is None
    assert not list(backtrack(wrong.rows, wrong.columns, len(wrong.palette)))


def test_a_puzzle_without_neighbouring_numbers_has_no_typo():
    assert with_typo(Grid(["##", "#."]).puzzle(), Random("1"), lambda _: True) is None
