"""Noise and real differences, by runs drawn from known distributions."""

from math import comb, exp
from random import Random

import pytest
from made_runs import made

from benchmarks.against import chance, changes, differs, interval_of
from nonosat.apps.benchmarking.summary import Figures


def drawn(random, factor=1.0, puzzles=30, runs=5):
    """Runs on some puzzles of very different times, with noise of a tenth."""
    return [
        run
        for number in range(puzzles)
        for run in made(
            f"p{number}",
            "nonosat",
            *(factor * 2.0 ** (number % 9) * exp(random.gauss(0, 0.1)) for _ in range(runs)),
        )
    ]


def change(now, before):
    (found,) = changes(Figures(now), Figures(before))
    return found


def test_the_same_program_is_noise_nearly_always():
    random = Random(5)
    meanings = [change(drawn(random), drawn(random)).meaning for _ in range(20)]
    assert meanings.count("noise") >= 17  # 95 of 100, with some luck


@pytest.mark.parametrize(("factor", "meaning"), [(1.25, "slower"), (0.8, "faster")])
def test_a_change_of_a_fifth_is_seen(factor, meaning):
    random = Random(6)
    found = change(drawn(random, factor), drawn(random))
    assert found.meaning == meaning
    assert found.interval[0] < factor < found.interval[1]
    assert found.interval[0] < found.ratio < found.interval[1]


def test_a_tiny_change_is_noise_however_certain():
    steady = [run for number in range(9) for run in made(f"p{number}", "nonosat", *[1.0] * 5)]
    slower = [run for number in range(9) for run in made(f"p{number}", "nonosat", *[1.02] * 5)]
    assert change(slower, steady).meaning == "noise"
    assert change(slower, steady).changed == ()


def test_chance_is_as_frequent_as_stated():
    random, number = Random(7), 4000
    apart = sum(
        differs([random.uniform(1, 9) for _ in range(4)], [random.uniform(1, 9) for _ in range(4)])
        for _ in range(number)
    )
    assert chance(4, 4) == 2 / comb(8, 4)
    assert 0.5 < apart / (number * chance(4, 4)) < 1.5


def test_few_runs_prove_nothing_about_a_puzzle():
    assert not differs([9, 9, 9], [1, 1, 1])
    assert differs([9, 9, 9, 9], [1, 1, 1, 1])


def test_few_puzzles_must_all_differ():
    before = [*made("a", "nonosat", 1, 1, 1, 1), *made("b", "nonosat", 1, 1, 1, 1)]
    both = [*made("a", "nonosat", 2, 2, 2, 2), *made("b", "nonosat", 2, 2, 2, 2)]
    one = [*made("a", "nonosat", 2, 2, 2, 2), *made("b", "nonosat", 1, 1, 1, 1)]
    opposed = [*made("a", "nonosat", 2, 2, 2, 2), *made("b", "nonosat", 0.5, 0.5, 0.5, 0.5)]
    assert [change(now, before).meaning for now in (both, one, opposed)] == ["slower", "noise", "noise"]
    assert change(both, before).interval is None
    assert [each.puzzle for each in change(one, before).changed] == ["a"]


def test_answers_that_came_or_went_are_named_and_not_timed():
    before = [
        *made("a", "nonosat", 1.0),
        *made("b", "nonosat", 9.0, verdict="unknown"),
        *made("c", "nonosat", 1.0),
    ]
    now = [
        *made("a", "nonosat", 9.0, verdict="unknown"),
        *made("b", "nonosat", 1.0),
        *made("c", "nonosat", 1.0, verdict="multiple"),
        *made("d", "nonosat", 1.0),
    ]
    found = change(now, before)
    assert (found.lost, found.gained, found.differing, found.puzzles) == (("a",), ("b",), ("c",), 1)


def test_only_contenders_of_both_are_compared():
    now = [*made("a", "nonosat", 1.0), *made("a", "new", 1.0)]
    before = [*made("a", "nonosat", 1.0), *made("a", "old", 1.0)]
    assert [each.contender for each in changes(Figures(now), Figures(before))] == ["nonosat"]


def test_intervals_are_reproducible():
    logs = [0.1 * number for number in range(8)]
    assert interval_of(logs) == interval_of(logs)
