"""Cubes that take too long are cut, and all are answered once."""

from concurrent.futures import ThreadPoolExecutor

from works import slow_at_first

from nonosat.foundation.limits import Clock
from nonosat.foundation.workers.executors import workers_of
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.cubes.conquer import conquer
from nonosat.proofs.cubes.tree import Tree

PUZZLE = Puzzle([[1]] * 4, [[1]] * 4)


def test_what_takes_too_long_is_cut_again():
    tree = Tree(PUZZLE, "test")
    told = []
    with workers_of(ThreadPoolExecutor(1)) as workers:
        found = dict(
            conquer(tree, slow_at_first, workers, cubes=1, seconds=9, clock=Clock(), observer=told.append)
        )
    assert set(found) == set(tree.answers)
    assert all(answer["givens"] > 1 for answer in found.values())
    assert len(found) > 2
    assert abs(told[-1].share - 1) < 1e-9
    assert told[-1].open == 0
    assert list(tree.open_leaves()) == []


def test_known_answers_come_first_and_are_not_asked_again():
    tree = Tree(PUZZLE, "test")
    with workers_of(ThreadPoolExecutor(1)) as workers:
        first = dict(conquer(tree, slow_at_first, workers, cubes=4, seconds=9, clock=Clock()))
    assert dict(conquer(tree, None, None, cubes=4, seconds=9, clock=Clock())) == first
