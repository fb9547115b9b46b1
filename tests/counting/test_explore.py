"""Backbones, regions and verdicts against all solutions by brute force, compiled or by the solver."""

from itertools import product
from random import Random

import pytest
import strategies  # noqa: F401 (sets the profile)
from hypothesis import given
from solution_sets import all_solutions, ambiguous, random_puzzle, random_triddler, randoms

from nonosat.apps.generation import checkerboard
from nonosat.counting import explore as exploration
from nonosat.counting.count import count_of
from nonosat.counting.distance import nearest_of
from nonosat.counting.explore import explore
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.limits import Clock


def agrees(puzzle, states):
    """Returns True if the exploration agrees with the solutions."""
    found, expected = explore(puzzle, Clock(), states=states), all_solutions(puzzle)
    verdicts = (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)
    assert found.verdict == verdicts[min(len(expected), 2)]
    if not expected:
        return
    for cell in range(found.board.cells):
        colours = {solution[cell] for solution in expected}
        assert set(found.board.colours_of(cell)) == colours
        assert found.seen[cell] == sum(1 << colour for colour in colours)
    example = found.example()
    assert example is not None
    assert example.cells in expected
    parts = []
    for part in found.parts:
        seen = {bytes(solution[cell] for cell in part.region.cells) for solution in expected}
        parts.append((part.region.cells, seen))
        if part.diagram is not None:
            assert set(part.diagram) == seen
            assert part.diagram.count == len(seen)
    combined = set()
    for choice in product(*(seen for _, seen in parts)):
        cells = bytearray(found.board.known())
        for (own, _), colours in zip(parts, choice, strict=True):
            for cell, colour in zip(own, colours, strict=True):
                cells[cell] = colour
        combined.add(bytes(cells))
    assert combined == set(expected)


@given(randoms)
def test_solutions_are_the_product_of_the_regions(random):
    agrees(random_puzzle(random), exploration.STATES)


@given(randoms)
def test_the_same_for_triddlers(random):
    agrees(random_triddler(random), exploration.STATES)


@given(randoms)
def test_the_solver_finds_the_same(random):
    puzzle, _ = ambiguous(random)
    agrees(puzzle, 2)


@pytest.mark.parametrize("states", [2, exploration.STATES])
def test_asking_the_engine_first_changes_nothing(monkeypatch, states):
    monkeypatch.setattr(exploration, "_MANY", 1)
    random = Random(5)
    for make in (random_puzzle, random_triddler, lambda random: ambiguous(random)[0]) * 8:
        agrees(make(random), states)
    one, other = Puzzle([[1], [2]], [[2], [1]]), Puzzle([[1], [1]], [[1], [1]], givens=[(0, 0, 1), (1, 0, 1)])
    for puzzle in (one, other):
        agrees(puzzle, states)


def test_the_engine_answers_for_a_large_board_at_once():
    """Its starts of blocks are too many for clauses, and its one region for frontiers."""
    puzzle, clock = checkerboard(150, 150, 3).puzzle(), Clock()

    def late(*_, **__):
        raise OutOfReach(Stopped.SECONDS)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exploration, "split", late)
        found = explore(puzzle, clock)
    assert (found.solvable, found.verdict, found.parts) == (True, Verdict.MULTIPLE, None)
    assert count_of(found, clock, 0.0).count == 2
    near = nearest_of(found, Grid._of(puzzle, found.witnesses[1]), clock, 0.0)
    assert (near.distance, near.optimal) == (0, True)


def test_a_contradiction_across_lines_is_found_by_the_solver_too():
    # rows and columns of two pictures: sums agree, no line objects, no picture has both
    random = Random(3)
    while True:
        one, other = random_puzzle(random, 4), random_puzzle(random, 4)
        mixed = Puzzle(one.rows, other.columns, one.palette)
        if one.palette == other.palette and not mixed.problems() and one.width == other.width:
            if all_solutions(mixed):
                continue
            for states in (exploration.STATES, 2):
                assert explore(mixed, Clock(), states=states).verdict == Verdict.UNSOLVABLE
            return


@given(randoms)
def test_a_limit_at_any_moment_leaves_only_true_claims(random):
    puzzle, expected = ambiguous(random)
    says_the_truth(puzzle, expected, ticks=random.randint(1, 60), states=random.choice([2, 100_000]))
    while not says_the_truth(puzzle, expected, ticks=10**6, states=2).witnesses:
        puzzle, expected = ambiguous(random)


def says_the_truth(puzzle, expected, ticks, states):
    """Explores a puzzle for some ticks of the clock and compares it with all solutions; returns the exploration."""
    clock = Clock()
    left = [ticks]

    def tick():
        left[0] -= 1
        if left[0] < 0:
            raise OutOfReach(Stopped.SECONDS)

    clock.tick = tick
    found = explore(puzzle, clock, states=states)
    if found.stopped:
        assert found.verdict in (Verdict.UNKNOWN, Verdict.MULTIPLE)
    for cell in range(found.board.cells):
        colours = {solution[cell] for solution in expected}
        assert colours <= set(found.board.colours_of(cell))
        if found.solvable:
            assert all(found.seen[cell] >> colour & 1 == 0 or colour in colours for colour in range(4))
    for witness in found.witnesses:
        assert witness in expected
    return found
