"""Random puzzles: what is asked for is what comes, the same each time."""

from random import Random

import pytest
from strategies import grids  # noqa: F401 (sets the profile)

from nonosat import Limit, UsageError, Verdict, check, rate
from nonosat.generation import random_picture, random_puzzle
from nonosat.generation.random_pictures import PALETTE, Symmetry, orbits
from nonosat.limits import OutOfReach

TURNED = {
    Symmetry.NONE: [],
    Symmetry.LEFT_RIGHT: [lambda rows: [row[::-1] for row in rows]],
    Symmetry.TOP_BOTTOM: [lambda rows: rows[::-1]],
    Symmetry.BOTH: [lambda rows: [row[::-1] for row in rows], lambda rows: rows[::-1]],
    Symmetry.ROTATION: [lambda rows: [row[::-1] for row in rows[::-1]]],
}


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("size", [(1, 1), (1, 6), (5, 4), (6, 7), (8, 8)])
def test_orbits_are_the_cells_that_a_symmetry_connects(size, symmetry):
    height, width = size
    groups = orbits(height, width, symmetry)
    assert sorted(cell for group in groups for cell in group) == list(range(height * width))
    cells = [list(range(row * width, (row + 1) * width)) for row in range(height)]
    group_of = {cell: group for group in groups for cell in group}
    connected = {
        (cell, other)
        for turn in TURNED[symmetry]
        for row, its in zip(cells, turn(cells), strict=True)
        for cell, other in zip(row, its, strict=True)
    }
    assert all(group_of[cell] == group_of[other] for cell, other in connected)
    largest = {Symmetry.NONE: 1, Symmetry.BOTH: 4}.get(symmetry, 2)
    assert max(map(len, groups)) <= largest
    assert len(groups) == len({group[0] for group in groups})


def test_pictures_are_pinned():
    """The same on every machine: this one was made on some other."""
    assert str(random_picture(3, 6, symmetry="lr", seed=2)) == "..##..\n#.##.#\n#....#"
    puzzle = random_puzzle(width=8, height=6, density=0.5, seed=11)
    assert str(puzzle.goal) == PINNED
    assert puzzle == random_puzzle(width=8, height=6, density=0.5, seed=11)


PINNED = """\
#.#.#.#.
#.#.####
..#..#.#
#####.#.
#.####..
###..##."""


@pytest.mark.parametrize("density", [0, 0.2, 0.7, 1])
def test_the_density_is_about_what_was_asked_for(density):
    grid = random_picture(40, 50, density=density, inks=3, seed=5)
    assert (grid.height, grid.width) == (40, 50)
    counts = [grid.cells.count(colour) for colour in range(4)]
    assert sum(counts[1:]) / 2000 == pytest.approx(density, abs=0.04)
    for count in counts[1:]:
        assert count / 2000 == pytest.approx(density / 3, abs=0.04)


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("inks", [1, 2])
def test_puzzles_have_one_solution_and_their_symmetry(symmetry, inks):
    puzzle = random_puzzle(width=12, height=9, symmetry=symmetry, inks=inks, seed=3)
    report = check(puzzle)
    assert (report.verdict, report.solutions) == (Verdict.UNIQUE, (puzzle.goal,))
    assert puzzle.palette == PALETTE[: inks + 1]
    rows = list(puzzle.goal.rows)
    assert all(turn(rows) == rows for turn in TURNED[symmetry])


def test_seeds_give_different_puzzles():
    assert len({random_puzzle(width=6, height=6, seed=seed) for seed in range(10)}) == 10


def test_line_solvable_ones_and_any():
    random = Random(1)
    for _ in range(5):
        seed = random.randrange(1000)
        puzzle = random_puzzle(width=12, height=12, density=0.45, line_solvable=True, seed=seed)
        assert check(puzzle).line_solvable
    found = [random_puzzle(width=12, height=12, density=0.4, unique=False, seed=seed) for seed in range(5)]
    assert {check(puzzle).verdict for puzzle in found} >= {Verdict.MULTIPLE}


@pytest.mark.parametrize(
    ("rating", "side"),
    [("trivial", 10), ("easy", 10), ("medium", 10), ("hard", 10), ("needs probing", 10)],
)
def test_the_rating_is_what_was_asked_for(rating, side):
    told = []
    puzzle = random_puzzle(width=side, height=side, rating=rating, seed=1, observer=told.append)
    assert rate(puzzle).grade == rating
    assert told == list(range(1, len(told) + 1))


def test_what_is_not_to_be_found():
    with pytest.raises(OutOfReach, match=r"no puzzle of 1x1 that is rated hard was found in 100 tries"):
        random_puzzle(width=1, height=1, rating="hard")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"height": 0}, "1 to 4096 cells a side, not 5x0"),
        ({"width": 5000}, "1 to 4096 cells a side, not 5000x5"),
        ({"density": 1.5}, "between 0 and 1, not 1.5"),
        ({"density": float("nan")}, "between 0 and 1, not nan"),
        ({"inks": 0}, "1 to 9 inks, not 0"),
        ({"symmetry": "round"}, "no symmetry is called 'round'; there are none, lr"),
        ({"rating": "fun"}, "no rating is called 'fun'; there are trivial, easy"),
        ({"rating": "easy", "unique": False}, "several solutions has no rating"),
        ({"rating": "needs probing", "line_solvable": True}, "needs probing is not solvable line by line"),
    ],
)
def test_arguments_that_make_no_sense(arguments, reason):
    with pytest.raises(UsageError, match=reason):
        random_puzzle(**{"height": 5, "width": 5} | arguments)


def test_a_large_puzzle_is_unique_too():
    assert (
        check(random_puzzle(width=40, height=40, density=0.75, seed=1), limit=Limit(seconds=60)).verdict
        is Verdict.UNIQUE
    )


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
        random_puzzle(width=20, height=20, seed=3, limit=Limit(seconds=1))


def test_a_puzzle_made_within_limits_is_the_same():
    assert random_puzzle(width=8, height=8, seed=3, limit=Limit(seconds=3600)) == random_puzzle(
        width=8, height=8, seed=3
    )
    limit = Limit(seconds=3600, memory=400_000_000)
    heard = []
    assert random_puzzle(width=8, height=8, seed=3, limit=limit, observer=heard.append) == random_puzzle(
        width=8, height=8, seed=3
    )
    assert heard[0] == 1
