"""Nearest solutions against brute force."""

from functools import partial
from random import Random

import pytest
import strategies  # noqa: F401 (sets the profile)
from hypothesis import given
from solution_sets import ambiguous, randoms

from nonosat.counting import distance
from nonosat.counting.distance import nearest
from nonosat.counting.explore import explore
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit

CLASH = Puzzle([[1, 1], [1], [1, 1]], [[1, 1], [1], [1, 1]], givens=[(0, 1, 1)])


def apart(one, other):
    return sum(a != b for a, b in zip(one, other, strict=True))


def agrees(random):
    puzzle, expected = ambiguous(random)
    colours = len(puzzle.palette)
    target = bytes(random.randrange(colours) for _ in range(sum(puzzle.row_lengths)))
    found = nearest(puzzle, Grid._of(puzzle, target))
    best = min(apart(solution, target) for solution in expected)
    assert (found.distance, found.bound, found.optimal) == (best, best, True)
    assert found.grid.cells in expected
    assert apart(found.grid.cells, target) == best


@given(randoms)
def test_by_diagrams(random):
    agrees(random)


def test_large_regions_have_an_answer_with_a_bound(monkeypatch):
    puzzle, expected = ambiguous(Random(4), least=20)
    monkeypatch.setattr(distance, "explore", partial(explore, states=1))
    target = Grid._of(puzzle, bytes(sum(puzzle.row_lengths)))
    found = nearest(puzzle, target)
    assert found.grid.cells in expected
    assert found.bound <= min(apart(solution, target.cells) for solution in expected) <= found.distance
    assert found.optimal or found.stopped == "size"
    for solution in expected:
        assert nearest(puzzle, Grid._of(puzzle, solution)).distance == 0


def test_a_puzzle_without_a_solution():
    found = nearest(CLASH, Grid(["...", "...", "..."]))
    assert (found.grid, found.distance, found.verdict) == (None, None, Verdict.UNSOLVABLE)


def test_a_unique_solution_is_the_nearest():
    puzzle = Puzzle([[1], [2]], [[2], [1]])
    assert nearest(puzzle, Grid([".#", ".#"])).distance == 3


def test_a_limit_of_no_time_claims_nothing():
    puzzle = Puzzle([[1]] * 3, [[1]] * 3)
    assert nearest(puzzle, Grid(["###"] * 3), limit=Limit(seconds=0)).grid is None


def test_a_picture_of_another_size_is_refused():
    with pytest.raises(UsageError, match="size"):
        nearest(Puzzle([[1]], [[1]]), Grid(["##"]))
