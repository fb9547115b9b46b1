"""Ratings: sweeps against their definition, kinds of steps against the explanation, and the words."""

from collections import Counter
from dataclasses import fields
from itertools import product
from pathlib import Path
from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import fillings, pictures_by_clues, union_of_fillings
from strategies import clashing_puzzles, every_feature, puzzles, statements, unsettled_puzzles

from nonosat import Grid, Limit, Puzzle, Verdict, check, load
from nonosat.explaining.grading.people import swept
from nonosat.explaining.grading.rate import Rating, rate
from nonosat.explaining.steps.easiest_chain import links_of
from nonosat.explaining.steps.explain import CONTRADICTION, explain
from nonosat.explaining.steps.probes import exclude
from nonosat.explaining.steps.techniques import TECHNIQUES, Grade
from nonosat.lines.board import Board
from nonosat.lines.line import settle
from nonosat.lines.propagate import propagate
from nonosat.search.options import SearchOptions

ROOT = Path(__file__).parents[3]


def is_sound(puzzle):
    return not puzzle.problems()


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
        for _, cells, clue in puzzle.families[(number - 1) % len(puzzle.families)]:
            candidates = [
                sum((c in before[cell]) << at for at, cell in enumerate(cells)) for c in range(colours)
            ]
            if clue is None:
                continue
            found = union_of_fillings(fillings(clue, candidates, len(cells)), colours)
            for at, cell in enumerate(cells):
                left[cell] = {c for c in range(colours) if found[c] >> at & 1}
        if left != before:
            last = number
    return last, all(len(cell) == 1 for cell in left)


@given(statements(6) | unsettled_puzzles(5, 2) | every_feature(1, triddlers=True, missing=True))
def test_sweeps_follow_their_definition(puzzle):
    assert swept(puzzle)[:2] == sweeps_by_listing(puzzle)


@given(statements(7))
def test_columns_first_makes_a_difference_of_one_at_most(puzzle):
    sweeps, solved, *_ = swept(puzzle)
    turned, turned_solved, *_ = swept(puzzle.transposed())
    assert solved == turned_solved
    assert abs(sweeps - turned) <= 1


@pytest.mark.slow
def test_difficulty_is_distributed_as_published():
    """Of all 6x6 pictures 70.76 % are line-solvable, of difficulty 4.51 on average (Batenburg and others)."""
    random = Random(5)
    found = []
    for _ in range(3000):
        grid = Grid.from_cells(bytes(random.randrange(2) for _ in range(36)), 6)
        sweeps, solved, *_ = swept(grid.puzzle())
        found += [sweeps] if solved else []
    assert 0.685 < len(found) / 3000 < 0.731
    assert 4.4 < sum(found) / len(found) < 4.62


@pytest.mark.slow
def test_every_small_puzzle_is_rated():
    for (rows, columns), pictures in pictures_by_clues(3, 3, 2).items():
        puzzle = Puzzle(rows, columns)
        rating = rate(puzzle)
        assert rating.verdict is (Verdict.UNIQUE if len(pictures) == 1 else Verdict.MULTIPLE)
        assert (rating.grade is None) == (len(pictures) > 1)
        assert rating.complete
        assert rating.line_solvable == swept(puzzle)[1]
        open_cells = sum(
            len({p[row][column] for p in pictures}) > 1 for row in range(3) for column in range(3)
        )
        assert rating.open_cells == open_cells


@given(unsettled_puzzles(6, 1) | statements(6, 2))
@settings(max_examples=tries(40))
def test_a_rating_counts_the_steps(puzzle):
    rating, steps = rate(puzzle), list(explain(puzzle))
    assert dict(rating.techniques) == Counter(step.reason for step in steps)
    names = [*(reason.name for reason in TECHNIQUES), CONTRADICTION]
    assert [name for name, _ in rating.techniques] == sorted(dict(rating.techniques), key=names.index)
    probed = {(g.row, g.column) for step in steps if step.probes for g in (*step.cells, *step.excluded)}
    assert rating.probed_cells == len(probed)
    assert bool(rating.probed_cells) == bool(rating.probe_depth)
    report = check(puzzle, options=SearchOptions(portfolio=1))
    assert (rating.verdict, rating.line_solvable) == (report.verdict, report.line_solvable)
    assert rating.conflicts == report.stats.conflicts
    board = Board(puzzle)
    if propagate(board) is None:
        assert rating.stalled_cells == board.open_cells()
    techniques = [step for step in steps if step.reason != CONTRADICTION]
    hard = [step for step in techniques if step.reason in names[names.index("narrow") :]]
    assert rating.hard_share == pytest.approx(len(hard) / max(1, len(techniques)))
    if rating.line_solvable:
        assert (rating.probed_cells, rating.search_cells, rating.open_cells) == (0, 0, 0)
        assert rating.grade in list(Grade)[:4]


@given(unsettled_puzzles(6, 1) | statements(5, 2))
@settings(max_examples=tries(40))
def test_effort_is_that_of_a_scan_of_all_lines_before_each_step(puzzle):
    """Only where no colours are kept silently."""
    rating, board, effort = rate(puzzle), Board(puzzle), 0.0
    for step in explain(puzzle):
        lines = [line for line in range(len(board.lines)) if board.open_in(line)]
        if step.axis is None:
            effort += len(lines) + 1 + sum(map(links_of, step.probes))
        else:
            settled = {
                line: settle(board.plans[line], board.unpack()[line]) for line in lines if board.plans[line]
            }
            footholds = sum(after != board.unpack()[line] for line, after in settled.items())
            effort += (len(lines) + 1) / (footholds + 1)
        for row, column, colour in step.cells:
            board.fix(puzzle.cell(row, column), colour)
        for row, column, colour in step.excluded:
            exclude(board, puzzle.cell(row, column), colour)
    if len(puzzle.palette) == 2 and rating.verdict is not Verdict.UNSOLVABLE:
        assert rating.effort == pytest.approx(effort)


def test_effort_agrees_with_a_count_by_hand():
    """Two lines of four say anything new at first, then two of three, then two of two."""
    rating = rate(Puzzle([[1], [2]], [[2], [1]]))
    assert rating.effort == pytest.approx(5 / 3 + 4 / 3 + 3 / 3)


@pytest.mark.slow_for("dom-05.non-search-deeper")
@pytest.mark.parametrize(
    ("name", "grade", "hardest"),
    [
        ("one-cell.non", Grade.TRIVIAL, "full"),
        ("all-empty.non", Grade.TRIVIAL, "complete"),
        ("flower.xml", Grade.TRIVIAL, "overlap"),
        ("cup.non", Grade.EASY, "glue"),
        ("owl.non", Grade.EASY, "beside"),
        ("rocket.non", Grade.PROBING, "edge logic"),
        ("dom-04.non", Grade.HARD, "agree"),
        ("dom-05.non", Grade.SEARCH, "deeper"),
        ("gchq-without-givens.non", None, "ordered reach"),
        ("unsolvable-by-lines.non", None, "overlap"),
        ("unsolvable-by-search.non", None, "edge logic"),
    ],
)
def test_shipped_puzzles_have_their_grades(name, grade, hardest):
    rating = rate(load(ROOT / "puzzles" / name))
    assert (rating.grade, rating.hardest) == (grade, hardest)
    record = rating.to_json()
    assert record["grade"] == grade
    assert record["techniques"] == dict(rating.techniques)
    assert {field.name for field in fields(Rating)} - {"steps", "work", "estimate", "end"} <= set(record)


def test_a_limit_leaves_cells_unexplained():
    rating = rate(load(ROOT / "puzzles" / "dom-06.non"), limit=Limit(seconds=0))
    assert rating.open_cells
    assert rating.verdict is Verdict.UNKNOWN
    assert (rating.grade, rating.complete) == (None, False)


def test_a_limit_before_all_is_swept_leaves_open_whether_lines_are_enough():
    rating = rate(load(ROOT / "puzzles" / "cat.non"), limit=Limit(seconds=0))
    assert (rating.line_solvable, rating.verdict, rating.stopped) == (None, Verdict.UNKNOWN, "seconds")
    assert (rating.grade, rating.complete) == (None, False)


def test_a_limit_makes_no_puzzle_harder(monkeypatch):
    """There is time to see that lines alone settle it, but not to find out by which arguments."""
    monkeypatch.setattr("nonosat.explaining.grading.rate.swept", lambda puzzle, tick: swept(puzzle))  # noqa: ARG005
    rating = rate(load(ROOT / "puzzles" / "cat.non"), limit=Limit(seconds=0))
    assert rating.verdict in (Verdict.UNIQUE, Verdict.UNKNOWN)
    assert (rating.grade, rating.complete) == (None, False)
    assert rating.difficulty <= rate(load(ROOT / "puzzles" / "cat.non")).difficulty


@given(
    every_feature(1, triddlers=True, missing=True)
    | unsettled_puzzles(5, 2)
    | puzzles(5, 2)
    | clashing_puzzles(4).filter(is_sound)
)
@settings(max_examples=tries(100))
def test_the_difficulty_of_every_kind_is_a_figure_that_grows_with_the_grade(puzzle):
    rating = rate(puzzle)
    assert rating.complete
    assert rating.verdict is check(puzzle).verdict
    assert 0 <= rating.difficulty < len(Grade)
    assert list(Grade)[int(rating.difficulty)] is rating.level
    if rating.verdict is Verdict.UNIQUE:
        assert rating.grade is rating.level
        needed = [reason.grade for reason in TECHNIQUES if reason.name in dict(rating.techniques)]
        assert rating.grade is max(needed, default=Grade.TRIVIAL)
    else:
        assert rating.grade is None
    assert rating.to_json()["difficulty"] == pytest.approx(rating.difficulty, abs=0.001)


@pytest.mark.slow
def test_grades_and_difficulties_sort_alike():
    names = ["dom-05", "owl", "rocket", "one-cell", "cat", "cat-with-blots", "gchq", "dom-04", "cup", "apple"]
    found = [rate(load(next((ROOT / "puzzles").glob(f"{name}.*")))) for name in names]
    by_difficulty = sorted(found, key=lambda rating: rating.difficulty)
    assert [r.grade for r in by_difficulty] == sorted(r.grade for r in found)
    assert len({r.grade for r in found}) == 5
    assert max(found, key=lambda rating: rating.grade).grade is Grade.SEARCH
    assert Grade.TRIVIAL < "easy" <= Grade.EASY < Grade.SEARCH > Grade.HARD >= Grade.PROBING


def test_steps_of_puzzles_without_a_solution_are_counted_as_they_are_explained():
    clues = [[], [1], [2]]
    for rows in product(clues, repeat=2):
        for columns in product(clues, repeat=2):
            puzzle = Puzzle(rows, columns)
            if puzzle.problems():
                continue
            for depth in (0, 1):
                reasons = [step.reason for step in explain(puzzle, depth=depth)]
                rating = rate(puzzle, depth=depth)
                assert dict(rating.techniques) == Counter(reasons)
                assert rating.hardest != CONTRADICTION


def test_a_contradiction_that_only_the_solver_finds_needs_search():
    puzzle = load(ROOT / "puzzles" / "unsolvable-by-search.non")
    by_probing, by_solver = rate(puzzle), rate(puzzle, depth=0)
    assert by_probing.verdict is by_solver.verdict is Verdict.UNSOLVABLE
    assert by_probing.level is Grade.PROBING
    assert (by_solver.level, dict(by_solver.techniques)["search"]) == (Grade.SEARCH, 1)


def test_no_solution_and_nothing_to_do():
    assert rate(Puzzle([[1]], [[1]], givens=[(0, 0)])).grade is Grade.TRIVIAL
    assert rate(Puzzle([[1]], [[1]], givens=[(0, 0)])).hardest is None


@given(st.integers(0, 1 << 20))
@settings(max_examples=tries(15))
def test_the_same_rating_every_time(seed):
    random = Random(seed)
    puzzle = Grid([[random.randrange(2) for _ in range(6)] for _ in range(6)]).puzzle()
    assert rate(puzzle) == rate(puzzle)
