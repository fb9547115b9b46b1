"""Rewards: what a solved puzzle brings in all, and that what is taken back is."""

from random import Random

import pytest

import nonosat as ns
from nonosat.apps.evaluation.learn.rewards import REWARDS, reward_of
from nonosat.learn import MoveKind, Play

PUZZLE = ns.Grid(["##.", "#..", "###"]).puzzle()


@pytest.mark.parametrize("name", REWARDS)
def test_a_solved_puzzle_brings_one_in_all(name):
    reward, play, random = REWARDS[name], Play(PUZZLE), Random(1)
    solution, total = ns.solve(PUZZLE).cells, 0.0
    while play.left:
        cell = random.choice([cell for cell, colour in enumerate(play.cells) if colour is None])
        total += reward(play.place(cell, random.randrange(2)))
        if play.wrong:
            total += reward(play.undo())
            total += reward(play.place(cell, solution[cell]))
    assert total == pytest.approx(1)


@pytest.mark.parametrize("name", REWARDS)
def test_what_is_taken_back_brings_nothing(name):
    reward, play = REWARDS[name], Play(PUZZLE)
    for cell, colour in ((0, 1), (1, 1), (2, 0), (3, 0)):
        assert reward(play.place(cell, colour)) == -reward(play.undo())
        play.place(cell, colour)


def test_an_illegal_action_costs_one_cell_where_implied_moves_count():
    play = Play(PUZZLE)
    assert play.place(99, 1).kind is MoveKind.ILLEGAL
    costs = {name: reward(play.place(99, 1)) for name, reward in REWARDS.items()}
    assert costs == {"sparse": 0, "lines": 0, "implied": -1 / 9}


def test_a_name_or_a_function():
    assert reward_of("lines") is REWARDS["lines"]
    assert reward_of(abs) is abs
    with pytest.raises(ns.UsageError, match="there are sparse, lines, implied"):
        reward_of("dense")
