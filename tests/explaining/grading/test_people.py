"""Minutes and stars: the counts by other means, and what a model may never say."""

from dataclasses import fields, replace
from itertools import chain, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonosat as ns
from nonosat import Grid, Puzzle, Verdict, example, explain, rate
from nonosat.explaining.grading.effort import SHARES, Effort, runs, strokes
from nonosat.explaining.grading.people import QUICK, THOROUGH, duration_text, estimate, quick_estimate
from nonosat.model.puzzle import Given
from nonosat.model.verification import counts_of_picture, picture_counts

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


@pytest.mark.parametrize(
    ("cells", "number"),
    [
        ([], 0),
        ([(0, 0, 1), (0, 1, 1), (0, 3, 1)], 2),
        ([(0, 0, 1), (1, 0, 1), (2, 0, 1)], 1),
        ([(0, 0, 1), (0, 1, 2)], 2),
        ([(0, 0, 1), (1, 0, 0), (2, 0, 1), (3, 0, 0)], 4),
    ],
)
def test_strokes(cells, number):
    assert strokes([Given(*cell) for cell in cells]) == number


def test_the_counts_are_those_of_the_steps():
    work = rate(PUZZLE).work
    steps = [step for step in explain(PUZZLE) if step.axis]
    clues = {"row": PUZZLE.rows, "column": PUZZLE.columns}
    assert work.reads == sum(len(clues[step.axis][step.index]) for step in steps)
    assert work.overlap == sum(step.reason == "overlap" for step in steps)
    assert work.marks == sum(strokes(step.cells) for step in steps)
    assert len(steps) == sum(number for _, number in rate(PUZZLE).techniques)


@given(
    st.fixed_dictionaries({name: st.integers(0, 10**5) for name in COUNTS}),
    st.sampled_from(COUNTS),
    st.sampled_from([THOROUGH, QUICK]),
)
def test_more_work_takes_no_less_time_and_is_no_easier(counts, name, model):
    less = Effort(**counts)
    more = replace(less, **{name: counts[name] * 2 + 1})
    first, second = estimate(PUZZLE, less, model), estimate(PUZZLE, more, model)
    assert first.least < first.minutes < first.most
    assert first.minutes <= second.minutes
    assert 1 <= first.stars <= second.stars <= 5


def test_both_models_agree_about():
    rating = rate(PUZZLE)
    assert rating.estimate.minutes_text == "about 2 min"
    quick = quick_estimate(PUZZLE)
    assert quick == quick_estimate(PUZZLE, ns.solve(PUZZLE))
    assert rating.minutes / 1.5 < quick.minutes < rating.minutes * 1.5
    assert not rating.estimate.extrapolated


def test_the_quick_model_needs_a_solution_where_lines_alone_leave_cells_open():
    puzzle = example("gchq-without-givens")
    assert quick_estimate(puzzle) is None
    assert quick_estimate(puzzle, ns.solve(puzzle)).extrapolated


def test_only_a_puzzle_with_one_solution_has_minutes():
    several = rate(Puzzle([[1], [1]], [[1], [1]]))
    assert several.verdict is Verdict.MULTIPLE
    assert several.minutes is several.stars is several.work is None
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


@pytest.mark.parametrize("column", [False, True])
def test_strokes_in_a_line_are_its_runs(column):
    for number in range(3**5):
        colours = [number // 3**at % 3 for at in range(5)]
        cells = [
            Given(at, 2, each) if column else Given(2, at, each) for at, each in enumerate(colours) if at != 3
        ]
        assert runs(cells) == strokes(cells)


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
