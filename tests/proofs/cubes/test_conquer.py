"""Cubes that take too long are cut, all are answered once, and what is unanswered is never the end of it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest
from works import dying_at_first, slow_at_first, stopped_by

from nonosat.model.puzzle import Given, Puzzle
from nonosat.proofs.cubes.conquer import conquer
from nonosat.proofs.cubes.cube_questions import COUNTING
from nonosat.proofs.cubes.lookahead import Cut
from nonosat.proofs.cubes.tree import Answered, Tree, Unanswered
from nonosat.support.limits import Clock, Limit, OutOfReach, Stopped
from nonosat.support.mapping.executors import workers_of

PUZZLE = Puzzle([[1]] * 4, [[1]] * 4)


def tree_for(ask):
    return Tree(PUZZLE, replace(COUNTING, ask=ask))


def conquered(tree, cubes=1, clock=None, **more):
    with ThreadPoolExecutor(1) as executor, workers_of(executor) as workers:
        yield from conquer(tree, workers, cubes=cubes, seconds=9, clock=clock or Clock(), **more)


def test_what_takes_too_long_is_cut_again():
    tree, told = tree_for(slow_at_first), []
    found = list(conquered(tree, observer=told.append))
    assert sorted(each.answer for each in found) == sorted(each.answer for each in tree.answers.values())
    assert all(answered.answer == len(cube) > 1 for cube, answered in tree.answers.items())
    assert len(found) > 2
    assert abs(told[-1].share - 1) < 1e-9
    assert told[-1].open == 0
    assert list(tree.open_leaves()) == []


def test_known_answers_come_first_and_are_not_asked_again():
    tree = tree_for(slow_at_first)
    first = list(conquered(tree, 4))
    tree.question = replace(tree.question, ask=None)
    assert list(conquered(tree, 4)) == first


@pytest.mark.parametrize("stopped", list(Stopped))
def test_whatever_leaves_a_cube_without_an_answer_leaves_the_whole_without(stopped):
    tree, found = tree_for(partial(stopped_by, stopped=stopped)), []
    with pytest.raises(OutOfReach) as raised:
        found.extend(conquered(tree, 4))
    assert raised.value.stopped is stopped
    assert not tree.answers
    assert all(isinstance(each, Unanswered) for each in found)


def test_a_cube_that_kills_workers_is_unanswered_and_the_others_are_answered(importable):
    tree, found = tree_for(dying_at_first), []
    tree.cut((), Cut(0, 0, (0, 1)))
    with workers_of(workers=1) as workers, pytest.raises(OutOfReach, match="died"):
        found.extend(conquer(tree, workers, cubes=1, seconds=9, clock=Clock()))
    assert tree.answers == {(Given(0, 0, 0),): Answered(1)}
    assert sorted(type(each).__name__ for each in found) == ["Answered", "Unanswered"]


@pytest.mark.slow
def test_cutting_keeps_to_the_memory():
    """Where even that takes too much the puzzle stays whole, for a worker to say so."""
    board = Puzzle([[30]] * 900, [None] * 900)
    tree = Tree(board, replace(COUNTING, ask=slow_at_first))
    clock = Clock(Limit(memory=30_000_000), extra_limits=("memory",))
    with pytest.raises(OutOfReach) as raised:
        list(conquered(tree, 2, clock))
    assert raised.value.stopped is Stopped.MEMORY
    assert not tree.cuts


def test_time_that_is_up_ends_it():
    with pytest.raises(OutOfReach, match="time limit"):
        list(conquered(tree_for(slow_at_first), clock=Clock(Limit(seconds=0))))


def test_what_cannot_be_cut_is_asked_again_within_the_same_limit():
    """Lines settle all of it, so that the time for one cube does not count, but that for the whole does."""
    limits = []

    def ask(puzzle, limit):
        limits.append(limit)
        return Unanswered(OutOfReach(Stopped.SECONDS)) if len(limits) < 2 else Answered(1)

    tree = Tree(Puzzle([[1]], [[1]]), replace(COUNTING, ask=ask))
    clock = Clock(Limit(seconds=1000, memory=100_000_000), extra_limits=("memory",))
    assert list(conquered(tree, clock=clock)) == [Answered(1)]
    (first, second) = limits
    assert first.seconds == 9
    assert 9 < second.seconds < 1000
    assert first.memory == second.memory == 100_000_000


def test_parts_get_more_time_than_the_cube_that_was_cut():
    """So that it ends even where no part is easier than the whole."""
    seconds = {}

    def ask(puzzle, limit):
        given = len(puzzle.givens)
        seconds[given] = limit.seconds
        if limit.seconds > 14:
            return Answered(1)
        return Unanswered(OutOfReach(Stopped.SECONDS, ""))

    list(conquered(tree_for(ask), 2))
    assert seconds == {1: 9, 2: 9 * 1.25, 3: pytest.approx(9 * 1.25**2)}
