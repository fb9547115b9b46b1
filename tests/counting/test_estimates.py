"""Estimates of the number of solutions: unbiased, seldom far above it, refused when they would mislead."""

import json
from math import factorial, inf, log2
from random import Random

import pytest
from solution_sets import ambiguous

from nonosat.counting.completions import guesses
from nonosat.counting.count import count, count_of
from nonosat.counting.estimates import RISK, RUNS, RunSet, estimate_of, run_set
from nonosat.counting.explore import explore
from nonosat.counting.frontier import orderings
from nonosat.counting.sweeps import estimate_solutions
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.limits import Clock


def region_of(puzzle):
    """The best order of the largest region, and the region's count."""
    found = explore(puzzle, Clock())
    part = max(found.parts, key=lambda part: len(part.region.cells))
    return orderings(part.region, found.board)[0], part.diagram.count


@pytest.mark.slow
def test_runs_are_unbiased_and_seldom_far_above():
    """The mean of 400 runs on each of ten boards, and Markov's inequality for all of them together."""
    random = Random(1)
    ratios = []
    for _ in range(10):
        ordering, number = region_of(ambiguous(random, least=20)[0])
        weights = guesses(ordering.segments)
        runs = [
            2 ** estimate_solutions(ordering, width=6, guesses=weights, random=random) / number
            for _ in range(400)
        ]
        assert sum(runs) / len(runs) == pytest.approx(1, abs=0.2)
        ratios += runs
    assert sum(ratios) / len(ratios) == pytest.approx(1, abs=0.05)
    for factor in (1.5, 2, 4):
        assert sum(ratio > factor for ratio in ratios) <= len(ratios) / factor
    assert any(abs(ratio - 1) > 0.1 for ratio in ratios)  # they were sampled


def test_a_frontier_that_fits_is_counted_exactly():
    ordering, number = region_of(ambiguous(Random(2), least=20)[0])
    weights = guesses(ordering.segments)
    (runs, states) = run_set(ordering, weights, states=10**6)
    assert states == 10**6
    assert runs == pytest.approx([log2(number)] * RUNS)


def test_runs_are_the_same_for_the_same_seed_and_differ_otherwise():
    ordering, _ = region_of(ambiguous(Random(3), least=40)[0])
    weights = guesses(ordering.segments)
    first, again, other = (run_set(ordering, weights, states=6, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len(set(first.logarithms)) > 1


@pytest.mark.slow
def test_numbers_beyond_the_range_of_floats_are_estimated():
    """One cell in each column of three rows, of which the middle one has 20 runs of any length."""
    ordering, number = region_of(Puzzle([None, ["?"] * 20, None], [[1]] * 260))
    assert number > 10**101
    weights = guesses(ordering.segments)
    run = estimate_solutions(ordering, width=20, guesses=weights, random=Random(1))
    assert run == pytest.approx(log2(number), abs=2)


def bounded(puzzle, exact=False):
    """The count with room for few states, and without component caching."""
    clock = Clock()
    clock.capacity = lambda *_: 2000
    return count_of(explore(puzzle, clock, states=1), clock, 0.0, estimates=not exact)


@pytest.fixture
def no_processes(monkeypatch):
    monkeypatch.setattr("nonosat.counting.component_caching.available", lambda: False)


@pytest.mark.usefixtures("no_processes")
@pytest.mark.slow
def test_a_count_that_is_not_exact_has_an_estimate():
    puzzle = Puzzle([[1]] * 14, [[1]] * 14)
    found = bounded(puzzle)
    assert not found.exact
    assert found.count <= found.likely_at_least <= factorial(14)
    assert found.estimate.count == pytest.approx(factorial(14), rel=0.2)
    assert (found.estimate.runs, found.estimate.states) == (RUNS, 500)
    record = found.to_json()
    assert record["estimate"]["count"] == str(found.estimate.count)
    assert record["likely_at_least"] == str(found.likely_at_least)
    assert json.loads(json.dumps(record)) == record
    assert str(found).startswith(
        f"at least {found.count:,} solutions (proved), about 2^36 (99.9 %: at least 2^"
    )
    assert bounded(puzzle) == found


@pytest.mark.usefixtures("no_processes")
@pytest.mark.slow
def test_estimates_of_regions_multiply():
    """Two squares of 14 permutations each, and a switch that is counted exactly."""
    givens = [
        (row, column, 0)
        for row in range(30)
        for column in range(30)
        if min(row // 14, 2) != min(column // 14, 2)
    ]
    found = bounded(Puzzle([[1]] * 30, [[1]] * 30, givens=givens))
    number = 2 * factorial(14) ** 2
    assert [region.exact for region in found.regions] == [False, False, True]
    assert found.count < found.likely_at_least <= number
    assert found.estimate.count == pytest.approx(number, rel=0.3)


@pytest.mark.usefixtures("no_processes")
@pytest.mark.slow
def test_an_exact_question_has_no_estimate():
    found = bounded(Puzzle([[1]] * 14, [[1]] * 14), exact=True)
    assert (found.exact, found.estimate, found.likely_at_least) == (False, None, None)
    assert {"estimate", "likely_at_least"}.isdisjoint(found.to_json())


def test_an_exact_count_has_no_estimate():
    found = count(Puzzle([[1]] * 4, [[1]] * 4))
    assert (found.exact, found.estimate, found.likely_at_least) == (True, None, None)
    assert {"estimate", "likely_at_least"}.isdisjoint(found.to_json())


@pytest.mark.parametrize(
    ("logarithms", "proved"),
    [
        ([30.0] * 7 + [-inf], 1),  # a run that found no solution
        ([30.0] * 7 + [39.0], 1),  # runs that are far apart
        ([30.0] * 8, 2**31),  # runs that agree, below what is proved
    ],
)
def test_misleading_runs_are_refused(logarithms, proved):
    assert estimate_of([RunSet(tuple(logarithms), 500)], 1, proved) == (None, None)


def test_an_estimate_is_the_mean_and_its_bound_the_least_run_without_the_risk():
    runs = (40.0, 41.0, 40.5, 40.0, 42.0, 40.0, 40.0, 40.0)
    sets = [RunSet(runs, 500), RunSet((10.0,) * 8, 2000)]
    mean = 8 * 2**10 * sum(2**run for run in runs) / 8
    found, likely = estimate_of(sets, 8, 1)
    assert found.count == pytest.approx(mean, rel=0.01)
    assert (found.runs, found.spread, found.states) == (8, 2.0, 500)
    assert likely == pytest.approx(2 ** (53 - (1 - log2(RISK)) / 8), rel=0.01)
    assert likely <= 2 ** (53 - (1 - log2(RISK)) / 8)
    later = estimate_of(sets, 8, 1, tries=9)
    assert later[0] == found
    assert later[1] == pytest.approx(likely / 2, rel=0.01)


def test_nothing_is_below_what_is_proved():
    found, likely = estimate_of([RunSet((30.0,) * 8, 500)], 1, 2**30)
    assert found.count == likely == 2**30


def test_small_numbers_are_estimated_in_digits():
    found, likely = estimate_of([RunSet((0.5,) * 8, 500)], 1, 1)
    assert (found.count, likely) == (1, 1)


def test_a_random_board_is_estimated():
    """A 12x12 board of known count, with a tenth of its frontiers."""
    random = Random(4)
    goal = Grid([[random.random() < 0.35 for _ in range(12)] for _ in range(12)])
    ordering, number = region_of(goal.puzzle())
    runs = run_set(ordering, guesses(ordering.segments), states=200)
    found, likely = estimate_of([runs], 1, 1)
    assert likely < number
    assert 0.5 < found.count / number < 2
