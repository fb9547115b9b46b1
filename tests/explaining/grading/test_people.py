"""Minutes and stars: the counts by other means, and what a model may never say."""

from dataclasses import fields, replace
from itertools import chain, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonosat as ns
from nonosat import Grid, Puzzle, Verdict, example, load, rate
from nonosat.explaining.grading.people import SHARES, Effort, duration_text, estimate, estimate_by
from nonosat.model.verification import counts_of_picture, picture_counts
from nonosat.support.limits import OutOfReach, Stopped

PUZZLES = Path(__file__).parents[3] / "puzzles"
COUNTS = [each.name for each in fields(Effort) if each.name not in SHARES]
PUZZLE = example("apple")
pictures = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(0, 2), min_size=width, max_size=width), min_size=1, max_size=6
    )
)


def neighbours(rows):
    for (row, line), column in product(enumerate(rows), range(len(rows[0]))):
        if column + 1 < len(line):
            yield (row, column), (row, column + 1)
        if row + 1 < len(rows):
            yield (row, column), (row + 1, column)


@given(pictures)
def test_pieces_and_changes_by_flooding(rows):
    near = list(neighbours(rows))
    colour = {(row, column): its for row, line in enumerate(rows) for column, its in enumerate(line)}
    left, pieces = set(colour), 0
    while left:
        pieces += 1
        waiting = [left.pop()]
        while waiting:
            cell = waiting.pop()
            for pair in near:
                other = pair[pair[0] == cell]
                if cell in pair and other in left and colour[other] == colour[cell]:
                    left.remove(other)
                    waiting.append(other)
    expected = sum(colour[one] != colour[other] for one, other in near), pieces
    cells = bytes(chain.from_iterable(rows))
    assert picture_counts(cells, len(rows[0])) == counts_of_picture(cells, len(rows[0])) == expected


@given(
    st.fixed_dictionaries({name: st.integers(0, 10**5) for name in COUNTS}),
    st.sampled_from(COUNTS),
)
def test_more_work_takes_no_less_time_and_is_no_easier(counts, name):
    less = Effort(**counts)
    more = replace(less, **{name: counts[name] * 2 + 1})
    first, second = estimate_by(PUZZLE, less), estimate_by(PUZZLE, more)
    assert first.least < first.minutes < first.most
    assert first.minutes <= second.minutes
    assert 1 <= first.stars <= second.stars <= 5


@pytest.mark.parametrize("file", ["cat.non", "rocket.non"])
def test_minutes_do_not_need_the_steps_which_take_long(file, monkeypatch):
    def out_of_time(_):
        raise OutOfReach(Stopped.SECONDS)

    puzzle = load(PUZZLES / file)
    expected = rate(puzzle)
    monkeypatch.setattr("nonosat.explaining.steps.explain.Explanation._by_lines", out_of_time)
    stopped = rate(puzzle)
    assert (stopped.complete, stopped.grade) == (False, None)
    assert (stopped.verdict, stopped.estimate) == (expected.verdict, expected.estimate)


def test_an_estimate_needs_a_solution_where_lines_alone_leave_cells_open():
    puzzle = load(PUZZLES / "rocket.non")
    assert estimate(puzzle) is None
    assert estimate(puzzle, ns.solve(puzzle)).extrapolated


def test_nothing_is_said_of_puzzles_that_lines_hardly_begin():
    puzzle = load(PUZZLES / "dom-05.non")
    assert estimate(puzzle, ns.solve(puzzle)) is None


def test_only_a_puzzle_with_one_solution_has_minutes():
    several = rate(Puzzle([[1], [1]], [[1], [1]]))
    assert several.verdict is Verdict.MULTIPLE
    assert several.minutes is several.stars is None
    assert several.to_json()["minutes"] is None


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle([[1]], [[1]]),
        PUZZLE.replace(givens=[(0, 0, ns.solve(PUZZLE)[0][0])]),
        Grid(["#" * 51] * 50).puzzle(),
        PUZZLE.replace(rows=[None, *PUZZLE.rows[1:]]),
    ],
)
def test_puzzles_unlike_the_fitted_ones_are_extrapolated(puzzle):
    assert rate(puzzle).estimate.extrapolated


def test_times_in_words_grow():
    words = [duration_text(1.05**power / 2) for power in range(200)]
    assert words[0] == "under a minute"
    assert words[-1] == "more than a day"
    assert len(list(dict.fromkeys(words))) == len(set(words))  # none comes back


def test_times_change_their_words_at_the_boundaries():
    """Both sides of each boundary; 47 and 95 minutes alone leave the hour anywhere between them."""
    minutes = (0.99, 1, 19.4, 20, 57.4, 57.5, 74.9, 75, 119.9, 120, 1439.9, 1440)
    assert [duration_text(each) for each in minutes] == [
        "under a minute",
        "about 1 min",
        "about 19 min",
        "about 20 min",
        "about 55 min",
        "about 1 h",
        "about 1 h",
        "1 to 2 h",
        "1 to 2 h",
        "2 to 3 h",
        "23 to 24 h",
        "more than a day",
    ]
