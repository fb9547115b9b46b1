"""The difficulty on pages agrees with `rate`."""

import pytest
from oracles import dominoes

import nonosat as ns
from nonosat.explaining.grading.shown_difficulty import shown_difficulty

PROBING = ns.Grid(["#.#.#.", "#..#..", "#.....", ".##..#", "##...#", "...##."]).puzzle()
GIVEN = ns.Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0, 1)])


@pytest.mark.parametrize(
    "puzzle", [ns.example("cup"), ns.example("apple"), ns.Puzzle(*dominoes(4)), PROBING, GIVEN]
)
def test_shown_difficulty_agrees_with_the_rating(puzzle):
    rating, found = ns.rate(puzzle), ns.explain(puzzle)
    assert shown_difficulty(puzzle, found.steps, all_known=True) == (rating.estimate, rating.hardest)


def test_incomplete_steps_give_no_hardest_step_and_minutes_only_if_lines_suffice():
    cup = ns.example("cup")
    assert shown_difficulty(cup, ns.explain(cup).steps[:3], all_known=False) == (ns.rate(cup).estimate, None)
    assert shown_difficulty(PROBING, (), all_known=False) == (None, None)
