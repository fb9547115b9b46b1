"""Ratings: sweeps against their definition, kinds of steps against the explanation, and the words."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import fillings, pictures_by_clues, union_of_fillings
from strategies import every_feature, statements, unsettled_puzzles

from nonosat import Grid, Limit, Puzzle, Verdict, check, load
from nonosat.explanation.explain import explain
from nonosat.explanation.rate import Rating, rate, swept
from nonosat.explanation.techniques import REASONS, Grade

ROOT = Path(__file__).parents[2]


def sweeps_by_listing(puzzle):
    """Sweeps until nothing changes any more, on sets of colours, by listing all fillings of every line."""
    colours = len(puzzle.palette)
    left = [set(range(colours)) for line in puzzle.families[0] for _ in line.cells]
    for row, column, colour in puzzle.givens:
        left[puzzle.cell(row, column)] &= {colour}
    number = last = 0
    while number - last < len(puzzle.families):
        number += 1
        before = [set(cell) for cell in left]
        for cells, clue in puzzle.families[(number - 1) % len(puzzle.families)]:
            may = [sum((c in before[cell]) << at for at, cell in enumerate(cells)) for c in range(colours)]
            if clue is None:
                continue
            found = union_of_fillings(fillings(clue, may, len(cells)), colours)
            for at, cell in enumerate(cells):
                left[cell] = {c for c in range(colours) if found[c] >> at & 1}
        if left != before:
            last = number
    return last, all(len(cell) == 1 for cell in left)


@given(statements(6) | unsettled_puzzles(5, 2) | every_feature(1, triddlers=True, missing=True))
def test_sweeps_are_what_they_are_defined_as(puzzle):
    assert swept(puzzle) == sweeps_by_listing(puzzle)


@given(statements(7))
def test_columns_first_makes_a_difference_of_one_at_most(puzzle):
    sweeps, solved = swept(puzzle)
    turned, turned_solved = swept(puzzle.transposed())
    assert solved == turned_solved
    assert abs(sweeps - turned) <= 1


def test_difficulty_is_distributed_as_published():
    """Of all 6x6 pictures 70.76 % are line-solvable, of difficulty 4.51 on average (Batenburg and others)."""
    random = Random(5)
    found = []
    for _ in range(3000):
        grid = Grid.from_cells(bytes(random.randrange(2) for _ in range(36)), 6)
        sweeps, solved = swept(grid.puzzle())
        found += [sweeps] if solved else []
    assert 0.685 < len(found) / 3000 < 0.731
    assert 4.4 < sum(found) / len(found) < 4.62


def test_every_small_puzzle_is_rated():
    for (rows, columns), pictures in pictures_by_clues(3, 3, 2).items():
        puzzle = Puzzle(rows, columns)
        rating = rate(puzzle)
        assert rating.verdict is (Verdict.UNIQUE if len(pictures) == 1 else Verdict.MULTIPLE)
        assert (rating.grade is None) == (len(pictures) > 1)
        assert (rating.difficulty is None) == (not rating.line_solvable) == (not swept(puzzle)[1])
        open_cells = sum(
            len({p[row][column] for p in pictures}) > 1 for row in range(3) for column in range(3)
        )
        assert rating.open_cells == open_cells


@given(unsettled_puzzles(6, 1) | statements(6, 2))
@settings(max_examples=40)
def test_a_rating_counts_the_steps(puzzle):
    rating, steps = rate(puzzle), list(explain(puzzle))
    assert dict(rating.steps) == Counter(step.reason for step in steps)
    names = [reason.name for reason in REASONS]
    assert [name for name, _ in rating.steps] == sorted(dict(rating.steps), key=names.index)
    tried = {(g.row, g.column) for step in steps if step.trials for g in (*step.cells, *step.excluded)}
    assert rating.trial_cells == len(tried)
    assert bool(rating.trial_cells) == bool(rating.trial_depth)
    report = check(puzzle, workers=1)
    assert (rating.verdict, rating.line_solvable) == (report.verdict, report.line_solvable)
    assert rating.conflicts == report.stats.conflicts
    if rating.line_solvable:
        assert (rating.trial_cells, rating.search_cells, rating.open_cells) == (0, 0, 0)
        assert rating.grade in list(Grade)[:4]


@pytest.mark.parametrize(
    ("name", "grade", "hardest"),
    [
        ("one-cell.non", Grade.TRIVIAL, "full"),
        ("all-empty.non", Grade.TRIVIAL, "complete"),
        ("flower.xml", Grade.TRIVIAL, "overlap"),
        ("cup.non", Grade.EASY, "glue"),
        ("owl.non", Grade.EASY, "beside"),
        ("rocket.non", Grade.TRIAL, "trial"),
        ("dom-04.non", Grade.TRIAL, "trial"),
        ("dom-05.non", Grade.SEARCH, "deeper"),
        ("gchq-without-givens.non", None, "ordered reach"),
        ("unsolvable-by-lines.non", None, "overlap"),
        ("unsolvable-by-search.non", None, "trial"),
    ],
)
def test_grades_of_the_puzzles_that_come_along(name, grade, hardest):
    rating = rate(load(ROOT / "puzzles" / name))
    assert (rating.grade, rating.hardest) == (grade, hardest)
    record = rating.record()
    assert record["grade"] == grade
    assert record["steps"] == dict(rating.steps)
    assert set(Rating.__slots__) <= set(record)


def test_a_limit_leaves_cells_unexplained():
    rating = rate(load(ROOT / "puzzles" / "dom-06.non"), limit=Limit(seconds=0))
    assert rating.open_cells
    assert rating.verdict is Verdict.UNKNOWN
    assert rating.grade is None


def test_no_solution_and_nothing_to_do():
    assert rate(Puzzle([[1]], [[1]], givens=[(0, 0)])).grade is Grade.TRIVIAL
    assert rate(Puzzle([[1]], [[1]], givens=[(0, 0)])).hardest is None


@given(st.integers(0, 1 << 20))
@settings(max_examples=15)
def test_the_same_rating_every_time(seed):
    random = Random(seed)
    puzzle = Grid([[random.randrange(2) for _ in range(6)] for _ in range(6)]).puzzle()
    assert rate(puzzle) == rate(puzzle)
