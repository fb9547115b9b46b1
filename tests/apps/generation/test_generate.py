"""Requested puzzles: they meet the wish, and are the same each time."""

import os
import subprocess
import sys
from itertools import islice
from math import inf

import pytest
from apps.generation.test_symmetry import TURNED
from oracles import backtrack
from strategies import grids  # noqa: F401 (sets the profile)

from nonosat import Grid, Limit, Stopped, UsageError, Verdict, Wish, check, generate, rate, stream
from nonosat.apps.generation.symmetry import symmetries_of
from nonosat.apps.generation.wish import PALETTE, Symmetry
from nonosat.model.shapes import shape_named
from nonosat.support.end import OutOfReach


def test_puzzles_are_the_same_each_time():
    wish = Wish(width=8, height=6, density=0.5)
    assert generate(wish, seed=11) == generate(wish, seed=11) == next(stream(wish, seed=11))


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("inks", [1, 2])
def test_puzzles_have_one_solution_and_their_symmetry(symmetry, inks):
    height = 12 if symmetry is Symmetry.DIAGONAL else 9
    puzzle = generate(Wish(width=12, height=height, symmetry=symmetry, inks=inks), seed=3).puzzle
    report = check(puzzle)
    assert (report.verdict, report.solutions) == (Verdict.UNIQUE, (puzzle.goal,))
    assert puzzle.palette == PALETTE[: inks + 1]
    rows = list(puzzle.goal.rows)
    assert all(turn(rows) == rows for turn in TURNED[symmetry])


@pytest.mark.parametrize("shape", ["hexagon:4", "triddler:3"])
def test_a_puzzle_of_a_shape_has_one_solution_and_the_requested_grade(shape):
    made = generate(Wish(shape=shape, grade="easy", inks=2, density=0.6), seed=3)
    assert made.found
    assert made.puzzle.geometry == shape_named(shape)
    assert (check(made.puzzle).verdict, rate(made.puzzle).grade) == (Verdict.UNIQUE, "easy")
    assert made == generate(made.wish, seed=3)


def test_seeds_and_numbers_give_different_puzzles():
    wish = Wish(width=6, height=6)
    assert len({generate(wish, seed=seed).puzzle.goal for seed in range(5)}) == 5
    made = list(islice(stream(wish), 5))
    assert len({each.puzzle.goal for each in made}) == 5
    assert [each.number for each in made] == list(range(5))
    assert next(stream(wish, start=4)) == made[4]


def test_line_solvable_and_other_puzzles_are_generated():
    wish = Wish(width=12, height=12, density=0.45, line_solvable=True)
    assert all(check(made.puzzle).line_solvable for made in islice(stream(wish), 5))
    wish = Wish(width=12, height=12, density=0.4, solution_count=None)
    assert Verdict.MULTIPLE in {check(made.puzzle).verdict for made in islice(stream(wish), 5)}


@pytest.mark.parametrize("grade", ["trivial", "easy", "medium", "hard"])
def test_a_generated_puzzle_has_the_requested_grade(grade):
    told = []
    made = generate(Wish(width=10, height=10, grade=grade), seed=1, observer=told.append)
    assert rate(made.puzzle).grade == grade == made.rating.grade
    assert told == list(range(1, made.tries + 1))


@pytest.mark.slow
def test_an_impossible_puzzle_is_not_found():
    made = generate(Wish(width=1, height=1, grade="hard"))
    assert not made.found
    assert made.missed == ("it is easier than hard",)
    assert made.stopped is Stopped.TRIES


def test_negative_numbers_are_refused():
    wish = Wish(width=1, height=1)
    for wrong in (lambda: generate(wish, seed=-1), lambda: stream(wish, start=-1)):
        with pytest.raises(UsageError, match=r"must be (between|at least) 0.*-1"):
            wrong()


def test_a_stream_takes_the_names_that_one_puzzle_takes():
    named = {"size": "6x5", "density": 0.5, "minutes": (0, 9)}
    assert next(stream(**named, seed=2)) == generate(**named, seed=2)
    assert next(stream(Wish(width=6), **named, start=1)).wish == generate(**named).wish
    for function in (stream, generate):
        with pytest.raises(UsageError, match=f"^{function.__name__}: takes no `sise`; did you mean `size`"):
            function(sise="5x5")


def test_a_large_puzzle_is_unique_too():
    made = generate(Wish(width=40, height=40, density=0.75), seed=1)
    assert check(made.puzzle, seconds=60).verdict is Verdict.UNIQUE


@pytest.mark.parametrize("looks", [0, 1, 10, 100])
def test_every_loop_checks_the_clock(monkeypatch, looks):
    """A limit that is hit at any look ends the work, and one that is not changes nothing."""
    left = looks + 1

    def clock():
        nonlocal left
        left -= 1
        return 0.0 if left >= 0 else 100.0

    monkeypatch.setattr("nonosat.support.limits.monotonic", clock)
    with pytest.raises(OutOfReach, match="time limit"):
        generate(Wish(width=20, height=20), seed=3, limit=Limit(seconds=1))


def test_a_puzzle_made_within_limits_is_the_same():
    wish = Wish(width=8, height=8)
    made = generate(wish, seed=3)
    assert made == generate(wish, seed=3, seconds=3600)
    heard = []
    assert made == generate(wish, seed=3, seconds=3600, memory=400_000_000, observer=heard.append)
    assert heard[0] == 1


WISHES = [
    {"line_solvable": True},
    {"line_solvable": False},
    {"solution_count": 0},
    {"solution_count": 2},
    {"solution_count": 6},
    {"inks": 2, "solution_count": 3},
    {"inks": 3, "density": 0.4},
    {"symmetry": "rotation", "grade": "easy"},
    {"kind": "blobs", "grade": "trivial"},
    {"kind": "maze", "density": 0.5},
    {"grade": "medium"},
    {"figures": {"sweeps": (5, 6)}},
    {"figures": {"hard_share": (0.01, None), "stalled_cells": (0, 0)}},
]


@pytest.mark.nightly
@pytest.mark.parametrize("requested", WISHES, ids=str)
def test_every_wish_is_fulfilled(requested):
    """By brute force, by counting cells, and by rating again."""
    wish = Wish(width=7, height=6, **requested)
    for made in islice(stream(wish, seed=5), 10):
        puzzle = made.puzzle
        assert made.found, made.missed
        solved = list(backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette)))
        assert len(solved) == wish.solution_count
        assert len(puzzle.palette) == wish.inks + 1
        if puzzle.goal is not None:
            assert tuple(map(tuple, puzzle.goal)) in solved
            inked = 42 - puzzle.goal.cells.count(0)
            assert wish.density is None or abs(inked - 42 * wish.density) <= 4
            assert wish.symmetry in (Symmetry.NONE, *symmetries_of(puzzle.goal))
        else:
            assert wish.solution_count == 0
        assert (made.report() is None) == (wish.solution_count != 1)
        if wish.solution_count == 1:
            report, checked = made.report(), check(puzzle)
            assert (report.verdict, report.solutions) == (checked.verdict, checked.solutions)
            assert report.line_solvable == checked.line_solvable
            rating = rate(puzzle)
            assert wish.grade in (None, rating.grade)
            assert wish.line_solvable in (None, rating.line_solvable)
            for name, (least, most) in wish.figures.items():
                assert (least or 0) <= getattr(rating, name) <= (inf if most is None else most)


@pytest.mark.slow
@pytest.mark.parametrize("pure", ["", "1"], ids=["kernel", "reference"])
def test_puzzles_are_the_same_in_another_process(pure):
    """Independent of hash randomisation and of the kernel."""
    code = (
        "from itertools import islice; from nonosat import *;"
        "wishes = [Wish(width=8, height=8, **each) for each in ({}, {'grade': 'medium'}, {'solution_count': 0},"
        "{'grade': 'probing'}, {'inks': 3, 'symmetry': 'lr'}, {'kind': 'strokes', 'density': .4})];"
        "print([made.puzzle.to_json() for wish in wishes for made in islice(stream(wish, seed=7), 2)])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "NONOSAT_PURE": its},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, its in (("1", ""), ("2", pure))
    }
    assert len(told) == 1


@pytest.mark.slow
@pytest.mark.parametrize("grade", ["probing", "search"])
def test_puzzles_beyond_lines_are_generated(grade):
    for made in islice(stream(Wish(width=10, height=10, grade=grade)), 2):
        assert made.found
        assert rate(made.puzzle).grade == grade


@pytest.mark.slow_for("figures0")
@pytest.mark.parametrize("figures", [{"minutes": (1, 1.3)}, {"stars": (1.25, 1.45), "minutes": (None, 2)}])
def test_puzzles_take_as_long_as_requested(figures):
    for seed in range(3):
        made = generate(Wish(width=10, height=10, figures=figures), seed=seed)
        rating = rate(made.puzzle)
        for name, (least, most) in figures.items():
            assert (least or 0) <= getattr(rating, name) <= most
        assert made.to_json()["minutes"] == rating.to_json()["minutes"]


def test_puzzles_that_take_far_longer_or_shorter_than_most_are_found_in_few_tries():
    for figures in ({"minutes": (3, 3.5)}, {"minutes": (0.3, 0.4)}, {"stars": (1.55, 3)}):
        made = generate(Wish(width=10, height=10, figures=figures))
        assert made.found
        assert made.tries <= 5


def test_a_limit_during_the_first_search_leaves_its_picture():
    made = generate(Wish(width=40, height=40, grade="search"), seconds=0.3)
    assert (made.found, made.stopped, made.puzzle.goal.satisfies(made.puzzle)) == (False, "seconds", True)


@pytest.mark.parametrize(
    "wish",
    [
        {"size": "5x5", "density": 0.3},
        {"size": "6x4", "inks": 2, "solution_count": None, "density": 0.3},
        {"shape": "hexagon:3", "density": 0.3},
        {"size": "6x6", "grade": "medium", "symmetry": "lr"},
    ],
)
def test_no_line_is_empty_on_request(wish):
    plain = [generate(**wish, seed=seed) for seed in range(12)]
    made = [generate(**wish, no_empty_lines=True, seed=seed) for seed in range(12)]
    assert any(() in family for each in plain for family in each.puzzle.clue_families)
    for each in made:
        assert each.found
        assert not any(() in family for family in each.puzzle.clue_families)
    assert all(each.found for each in plain)


def test_a_mask_that_leaves_a_line_empty_is_refused():
    mask = Grid(["###", "...", "###"])
    with pytest.raises(UsageError, match="the mask leaves no ink in row 2, and no line must be empty"):
        Wish(width=3, height=3, mask=mask, no_empty_lines=True)
