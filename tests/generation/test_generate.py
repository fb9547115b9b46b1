"""Puzzles by wish: what is asked for is what comes, the same each time."""

from itertools import islice

import pytest
from generation.test_symmetry import TURNED
from strategies import grids  # noqa: F401 (sets the profile)

from nonosat import Limit, Stopped, UsageError, Verdict, Wish, check, generate, rate, stream
from nonosat.generation.wish import PALETTE, Symmetry
from nonosat.limits import OutOfReach


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


def test_seeds_and_numbers_give_different_puzzles():
    wish = Wish(width=6, height=6)
    assert len({generate(wish, seed=seed).puzzle.goal for seed in range(5)}) == 5
    made = list(islice(stream(wish), 5))
    assert len({each.puzzle.goal for each in made}) == 5
    assert [each.number for each in made] == list(range(5))
    assert next(stream(wish, start=4)) == made[4]


def test_line_solvable_ones_and_any():
    wish = Wish(width=12, height=12, density=0.45, line_solvable=True)
    assert all(check(made.puzzle).line_solvable for made in islice(stream(wish), 5))
    wish = Wish(width=12, height=12, density=0.4, solutions=None)
    assert Verdict.MULTIPLE in {check(made.puzzle).verdict for made in islice(stream(wish), 5)}


@pytest.mark.parametrize("grade", ["trivial", "easy", "medium", "hard"])
def test_the_grade_is_what_was_asked_for(grade):
    told = []
    made = generate(Wish(width=10, height=10, grade=grade), seed=1, observer=told.append)
    assert rate(made.puzzle).grade == grade == made.rating.grade
    assert told == list(range(1, made.tries + 1))


def test_what_is_not_to_be_found():
    made = generate(Wish(width=1, height=1, grade="hard"))
    assert not made.found
    assert made.missed == ("it is easier than hard",)
    assert made.stopped is Stopped.TRIES


def test_numbers_below_zero():
    wish = Wish(width=1, height=1)
    for wrong in (lambda: generate(wish, seed=-1), lambda: stream(wish, start=-1)):
        with pytest.raises(UsageError, match="must be at least 0, not -1"):
            wrong()


def test_a_large_puzzle_is_unique_too():
    made = generate(Wish(width=40, height=40, density=0.75), seed=1)
    assert check(made.puzzle, seconds=60).verdict is Verdict.UNIQUE


@pytest.mark.parametrize("looks", [0, 1, 10, 100])
def test_the_clock_is_looked_at_in_every_loop(monkeypatch, looks):
    """A limit that is hit at any look ends the work, and one that is not changes nothing."""
    left = looks + 1

    def clock():
        nonlocal left
        left -= 1
        return 0.0 if left >= 0 else 100.0

    monkeypatch.setattr("nonosat.limits.monotonic", clock)
    with pytest.raises(OutOfReach, match="time limit"):
        generate(Wish(width=20, height=20), seed=3, limit=Limit(seconds=1))


def test_a_puzzle_made_within_limits_is_the_same():
    wish = Wish(width=8, height=8)
    made = generate(wish, seed=3)
    assert made == generate(wish, seed=3, seconds=3600)
    heard = []
    assert made == generate(wish, seed=3, seconds=3600, memory=400_000_000, observer=heard.append)
    assert heard[0] == 1
