"""Summaries of runs, with figures that can be computed by hand."""

import pytest
from made_runs import made

from nonosat.apps.benchmarking.summary import BenchmarkGrowth, Figures, agree, wrong_among
from nonosat.apps.benchmarking.tables import comparison_text, puzzle_rows

ANSWERS = ("unique", "multiple", "unsolvable", "solvable", "unknown", "error", "wrong")


def test_the_figures_of_each_contender():
    runs = [
        *made("a", "nonosat", 1.0, 3.0, 2.0),
        *made("b", "nonosat", 10.0, 10.0, 10.0, memory=5 * 10**6),
        *made("c", "nonosat", 9.0, verdict="unknown"),
        *made("a", "other", 4.0, 4.0, 4.0),
        *made("b", "other", 9.0, verdict="error"),
    ]
    ours, other = Figures(runs).summaries()
    assert (ours.contender, ours.puzzles, ours.answered, ours.unanswered) == ("nonosat", 3, 2, 1)
    assert (ours.median, ours.longest, ours.longest_puzzle) == (6.0, 10.0, "b")
    assert (ours.spread, ours.memory) == (0.5, 5 * 10**6)
    assert (ours.shared, other.shared) == (2.0, 4.0)  # `a`, which alone both have answered
    assert (other.answered, other.unanswered) == (1, 2)


def test_par2_counts_a_puzzle_without_an_answer_as_twice_the_limit():
    runs = [
        *made("a", "nonosat", 1.0, 3.0),
        *made("b", "nonosat", 5.0),
        *made("a", "other", 2.0),
        *made("b", "other", 8.9, verdict="unknown"),
        *made("a", "liar", 0.5, verdict="multiple"),  # wrong for `a`; `b` is skipped
    ]
    limit = runs[0].limits["seconds"]
    assert [one.par2 for one in Figures(runs).summaries()] == [3.5, (2.0 + 2 * limit) / 2, 2 * limit]
    (boundless,) = Figures(made("a", "nonosat", 1.0, limits={})).summaries()
    assert boundless.par2 is None


def test_a_wrong_answer_does_not_count_as_answered():
    right = [*made("b", "nonosat", 3.0), *made("b", "liar", 1.0)]
    figures = Figures([*made("a", "nonosat", 2.0), *made("a", "liar", 0.1, verdict="multiple"), *right])
    ours, liar = figures.summaries()
    assert (ours.answered, liar.answered, liar.unanswered) == (2, 1, 1)
    assert (ours.shared, liar.longest) == (3.0, 1.0)
    assert [row[-1] for row in puzzle_rows(figures)][1:] == ["wrong", "1 s"]


def test_a_puzzle_is_answered_if_every_run_is():
    runs = [*made("a", "nonosat", 1.0), *made("a", "nonosat", 9.0, verdict="unknown")]
    (ours,) = Figures(runs).summaries()
    assert (ours.answered, ours.median, ours.longest_puzzle) == (0, None, "")


def test_wall_clock_time_counts_without_cpu_time():
    (run,) = made("a", "nonosat", None, seconds=7.0)
    assert run.cost == 7.0


def test_growth_of_time_has_an_exponent():
    runs = [
        run
        for side in (10, 20, 40)
        for number in range(3)
        for run in made(f"f:{side}#{number}", "nonosat", side**2.5, width=side, family="f", size=side)
    ]
    (growth,) = Figures(runs).growth()
    assert growth.slope == pytest.approx(2.5)
    assert [side for side, _ in growth.points] == [10, 20, 40]
    quick = [
        run
        for side in (5, 10)
        for run in made(f"g:{side}", "nonosat", 1e-5 * side, width=side, family="g", size=side)
    ]
    (flat,) = Figures(quick).growth()
    assert flat.slope is None


@pytest.mark.parametrize(
    ("costs", "fit", "slope"),
    [
        ((1.0, 2.0), None, None),  # through two points there is always a line
        ((1.0, 0.1, 0.08), 0.812, None),
        ((1.0, 0.01, 1.0), 0.0, None),  # a V
        ((1.0, 1.0, 1.0), None, None),
        ((1.0, 2.2, 3.9), 0.996, 0.982),
    ],
)
def test_a_slope_is_reported_only_if_a_line_fits(costs, fit, slope):
    growth = BenchmarkGrowth("f", "nonosat", tuple(zip((10, 20, 40), costs, strict=False)))
    assert growth.fit == (None if fit is None else pytest.approx(fit, abs=5e-3))
    assert growth.slope == (None if slope is None else pytest.approx(slope, abs=5e-3))
    if slope is None:
        assert growth.line == ()
    else:
        (begin, low), (end, high) = growth.line
        assert (begin, end) == (pytest.approx(10), pytest.approx(40))
        assert high / low == pytest.approx(4**growth.slope)
        assert low == pytest.approx(costs[0], rel=0.1)


def test_the_faster_contender_is_named_with_its_factor():
    runs = [
        run
        for puzzle, ours, theirs in (
            ("a", 1.0, 3.0),
            ("b", 2.0, 6.2),
            ("c", 1.0, 50.0),
            ("d", 1.0, 2.0),
            ("e", 2.0, 7.0),
        )
        for run in (
            *made(puzzle, "other", theirs),
            *made(puzzle, "nonosat", ours),
            *made(puzzle, "twin", ours),
        )
    ]
    runs += [*made("f", "nonosat", 1.0), *made("f", "other", 0.1, verdict="unknown")]
    assert [*map(comparison_text, Figures(runs).comparisons())] == [
        "nonosat is 3.1 times faster than other at the median (5 puzzles)",
        "nonosat and twin are as fast at the median (5 puzzles)",
    ]
    (found,) = Figures(
        [*made("a", "nonosat", 0.0), *made("a", "quick", 0.0), *made("b", "quick", 1.0)]
    ).comparisons()
    assert (found.times, found.puzzles) == (1.0, 1)
    pairs = (("a", 1.0, 3.0), ("b", 1.0, 2.0), ("c", 2.0, 1.0))
    mixed = [
        run
        for puzzle, ours, theirs in pairs
        for run in (*made(puzzle, "nonosat", ours), *made(puzzle, "other", theirs))
    ]
    (found,) = Figures(mixed).comparisons()
    assert (
        comparison_text(found)
        == "nonosat is 2.0 times faster than other at the median (3 puzzles, slower on 1)"
    )
    (found,) = Figures([*made("a", "x", 3.0), *made("a", "y", 2.0)]).comparisons()
    assert comparison_text(found) == "y is 1.50 times faster than x at the median (1 puzzle)"


def test_agreement_is_symmetric_and_no_answer_agrees_with_all():
    for one in ANSWERS:
        assert agree(one, one) == (one != "wrong")
        for other in ANSWERS:
            assert agree(one, other) == agree(other, one)
    assert all(agree(each, "unknown") and agree(each, "error") for each in ANSWERS if each != "wrong")
    assert not agree("solvable", "unsolvable")


def test_contradicting_contenders_are_named():
    assert wrong_among({"a": ["unique"], "b": ["solvable"], "c": ["error"]}, []) == ()
    assert wrong_among({"a": ["multiple"], "b": ["unique"], "c": ["unique"]}, []) == ("a", "b", "c")
    assert wrong_among({"a": ["multiple"], "b": ["unique"], "c": ["unique"]}, ["multiple"]) == ("b", "c")
    assert wrong_among({"a": ["wrong"], "b": ["solvable"]}, ["solvable"]) == ("a",)
    assert wrong_among({"a": ["unique", "multiple"]}, []) == ("a",)
    assert wrong_among({"a": ["unique", "unknown"], "b": ["unique"]}, ["unique"]) == ()


def test_disagreements_are_relative_to_our_answer():
    runs = [
        *made("a", "nonosat", 1.0, verdict="multiple"),
        *made("a", "x", 1.0, verdict="unique"),
        *made("a", "y", 1.0, verdict="unique"),
        *made("b", "nonosat", 1.0),
        *made("b", "x", 1.0, verdict="unknown"),
    ]
    (found,) = Figures(runs).disagreements()
    assert (found.puzzle, found.wrong) == ("a", ("x", "y"))
    assert found.answers == {"nonosat": ("multiple",), "x": ("unique",), "y": ("unique",)}
