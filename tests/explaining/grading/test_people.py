"""Minutes and stars: the counts by other means, and impossible predictions."""

from collections import Counter
from itertools import chain, pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import fillings

import nonosat as ns
from nonosat import Grid, Puzzle, Verdict, example, load, rate
from nonosat.explaining.grading.people import (
    TRAITS,
    Effort,
    clue_traits,
    counts_of_solution,
    duration_text,
    estimate,
    estimate_by,
    swept,
    work_of,
)
from nonosat.explaining.grading.walk import _reference, walked
from nonosat.explaining.steps.techniques import LINE_TECHNIQUES, RANK
from nonosat.lines.board import Board
from nonosat.model.verification import counts_of_picture, picture_counts
from nonosat.support.end import OutOfReach, Stopped
from tests.helpers.shapes import KINDS

PUZZLES = Path(__file__).parents[3] / "puzzles"
COUNTS = [name for name in Effort._fields if name not in (*TRAITS, "unsolved")]
PUZZLE = example("apple")
PALETTE = [("white", "ffffff", "."), ("black", "000000", "#"), ("red", "cc0000", "r")]
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
    more = less._replace(**{name: counts[name] * 2 + 1})
    first, second = estimate_by(PUZZLE, less), estimate_by(PUZZLE, more)
    assert first.least < first.minutes < first.most
    assert first.minutes <= second.minutes
    assert 1 <= first.stars <= second.stars <= 5


@pytest.mark.parametrize("file", ["cat.non", "rocket.non"])
def test_minutes_need_no_slow_steps(file, monkeypatch):
    def out_of_time(_):
        raise OutOfReach(Stopped.SECONDS)

    puzzle = load(PUZZLES / file)
    expected = rate(puzzle)
    monkeypatch.setattr("nonosat.explaining.steps.explain.Explanation._by_lines", out_of_time)
    stopped = rate(puzzle)
    assert (stopped.complete, stopped.grade) == (False, None)
    assert (stopped.verdict, stopped.estimate) == (expected.verdict, expected.estimate)


def test_an_estimate_needs_a_solution_if_lines_leave_cells_open():
    puzzle = load(PUZZLES / "rocket.non")
    assert estimate(puzzle) is None
    assert estimate(puzzle, ns.solve(puzzle)).extrapolated


def test_a_star_has_no_estimate_and_no_verdict_is_lost_for_it():
    puzzle = Puzzle([["*", 1], [2]], [[2], [1]])
    assert estimate(puzzle) is None
    record = ns.record(puzzle, estimate=True)
    assert (record["verdict"], record["minutes"], record["stars"]) == ("unique", None, None)


def test_puzzles_that_lines_hardly_settle_have_a_wide_range():
    puzzle = load(PUZZLES / "dom-05.non")
    found = estimate(puzzle, ns.solve(puzzle))
    assert found.extrapolated
    assert found.most / found.least > 10
    begun = example("cat")
    assert estimate(begun).most / estimate(begun).least < 2


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["hexagon", "holes", "cube"])
def test_every_shape_has_minutes_if_it_has_one_solution(kind, seed):
    puzzle = KINDS[kind](seed)
    rating = rate(puzzle)
    assert (rating.minutes is not None) == (rating.verdict == "unique")
    if rating.estimate:
        assert rating.estimate.extrapolated


def test_a_triddler_has_minutes():
    rating = rate(load(PUZZLES / "flower.xml"))
    assert 0.5 < rating.minutes < 5
    assert rating.estimate.extrapolated


def test_minutes_and_stars_order_puzzles_alike():
    ratings = [rate(ns.generate(ns.Wish(width=10, height=10), seed=seed).puzzle) for seed in range(12)]
    by_minutes = sorted(ratings, key=lambda rating: rating.minutes)
    stars = [rating.stars for rating in by_minutes if 1 < rating.stars < 5]
    assert stars == sorted(stars)


@pytest.mark.parametrize("name", ["cat", "apple"])
def test_the_kernel_and_the_reference_walk_alike(name):
    puzzle = example(name)
    board, steps, looks = Board(puzzle), {technique.name: 0 for technique in LINE_TECHNIQUES}, 0.0
    unfinished = len(board.lines)
    walk = [*_reference(board, lambda: None)]
    for _, technique, footholds, left in walk:
        steps[LINE_TECHNIQUES[technique].name] += 1
        looks += (unfinished + 1) / (footholds + 1)
        unfinished = left
    names = [(family, at) for family, lines in enumerate(puzzle.families) for at in range(len(lines))]
    places = [names[line] for line, *_ in walk]
    nearby = sum(one[0] == two[0] and abs(one[1] - two[1]) < 2 for one, two in pairwise(places))
    assert walked(puzzle) == (pytest.approx(looks), pytest.approx(nearby / len(walk)), steps)


@pytest.mark.parametrize("name", ["cat", "cup", "gchq"])
def test_steps_are_counted_by_the_names_of_their_techniques(name):
    puzzle = example(name)
    work = work_of(puzzle, swept(puzzle), ns.solve(puzzle).cells)
    steps = Counter(step.reason.replace(" ", "_") for step in ns.explain(puzzle))
    fields = [field for field in Effort._fields if field.replace("_", " ") in RANK]
    assert {field: getattr(work, field) for field in fields} == {field: steps[field] for field in fields}
    assert len(fields) == 10


@given(pictures)
def test_traits_of_clues_by_listing(rows):
    puzzle = Grid(rows, palette=PALETTE).puzzle()
    clues = [(clue, puzzle.width) for clue in puzzle.rows] + [
        (clue, puzzle.height) for clue in puzzle.columns
    ]
    traits = clue_traits(puzzle)
    lengths = [length for clue, _ in clues for length, _ in clue]
    assert traits.blocks_per_line == pytest.approx(len(lengths) / len(clues))
    assert traits.empty == pytest.approx(sum(clue == () for clue, _ in clues) / len(clues))
    assert traits.long == pytest.approx(sum(length > 1 for length in lengths) / max(1, len(lengths)))
    shortest = [
        next(size for size in range(99) if any(True for _ in fillings(clue, [-1] * 3, size)))
        for clue, _ in clues
    ]
    expected = sum(1 - least / size for (_, size), least in zip(clues, shortest, strict=True)) / len(clues)
    assert traits.slack == pytest.approx(expected)


@given(pictures)
def test_counts_of_rectangles_and_shapes_agree(rows):
    grid = Grid(rows, palette=PALETTE)
    cells = [[(row, column) for column in range(len(line))] for row, line in enumerate(rows)]
    lines = {"a": cells, "b": [*map(list, zip(*cells, strict=True))]}
    clues = {axis: [None] * len(its) for axis, its in lines.items()}
    shape = Puzzle.of_lines(lines, clues, palette=PALETTE)
    assert counts_of_solution(shape, grid.cells) == counts_of_solution(grid.puzzle(), grid.cells)


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
