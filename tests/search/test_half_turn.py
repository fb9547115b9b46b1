"""Pictures that half a turn leaves as they are: what is found with them, against brute force."""

from itertools import islice
from random import Random

import pytest
from effort import tries
from oracles import solutions_of

from nonosat.apps.generation import julia
from nonosat.lines.solver import Kernel
from nonosat.model.clues import Block
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import DEFAULT, Configuration
from nonosat.search import half_turn
from nonosat.search.half_turn import HalfTurn, folded, unfolded
from nonosat.search.outcome import Outcome, Verdict
from nonosat.search.questions import check, searched
from nonosat.search.search import Task, search
from nonosat.support.limits import Limit

THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))
ALL = 10**9


@pytest.fixture
def small(monkeypatch):
    """Small puzzles are worth it, too."""
    monkeypatch.setattr(half_turn, "MANY", 1)


def turned_picture(rng, height, width, colours):
    half = bytes(rng.randrange(colours) for _ in range(height * width // 2))
    cells = unfolded(half)
    return Grid(list(cells[row * width : (row + 1) * width]) for row in range(height))


def hidden(clues, rng, blot, miss):
    """Clues of half a family with some lengths blotted and some lines gone, and the other half the same."""
    half = [
        None
        if rng.random() < miss
        else [Block(None if rng.random() < blot else length, colour) for length, colour in clue]
        for clue in clues[: len(clues) // 2]
    ]
    return half + [clue and clue[::-1] for clue in reversed(half)]


def turned_puzzle(rng, colours):
    """A small puzzle that is the same after half a turn, now and then without such a solution."""
    height, width = rng.choice(((2, 2), (2, 4), (4, 2), (4, 4)))
    one, other = (turned_picture(rng, height, width, colours) for _ in range(2))
    puzzle = one.puzzle(THREE[:colours])
    if rng.random() < 0.3:
        puzzle = puzzle.replace(columns=other.puzzle(THREE[:colours]).columns)
    blot, miss = rng.choice((0, 0.3, 1)), rng.choice((0, 0, 0.3, 1))
    given = [(r, c, one[r, c]) for r in range(height) for c in range(width) if rng.random() < 0.05]
    return puzzle.replace(
        rows=hidden(puzzle.rows, rng, blot, miss),
        columns=hidden(puzzle.columns, rng, blot, miss),
        givens=given + [(height - 1 - r, width - 1 - c, colour) for r, c, colour in given],
    )


def all_of(puzzle):
    """All solutions, or None if there are too many of them."""
    found = list(map(bytes, islice(solutions_of(puzzle), 301)))
    return set(found) if len(found) < 301 else None


@pytest.mark.parametrize("colours", [2, 3])
def test_all_solutions_are_those_of_brute_force(small, colours):
    rng, symmetric = Random(colours), 0
    for _ in range(tries(250)):
        puzzle = turned_puzzle(rng, colours)
        expected = all_of(puzzle)
        if expected is None:
            continue
        found = searched(puzzle)
        pictures = [grid.cells for grid in found]
        assert len(pictures) == len(set(pictures))
        assert set(pictures) == expected
        assert found.complete
        assert check(puzzle).verdict is found.verdict
        half = folded(puzzle, ALL)
        mine = {picture for picture in expected if picture == picture[::-1]}
        assert half is not None
        assert {unfolded(grid.cells) for grid in searched(half)} == mine
        symmetric += len(mine) == 1
    assert symmetric  # so that the rest had to be searched for


def test_each_cell_lies_on_one_line_of_each_family():
    for height, width in ((2, 2), (4, 6), (6, 4)):
        geometry = HalfTurn(height, width)
        for family, count in zip(geometry.families, geometry.counts, strict=True):
            assert len(family) == count
            assert sorted(cell for line in family for cell in line) == list(range(height * width // 2))


@pytest.mark.parametrize(
    "puzzle",
    [
        Grid(["#..", "..#"]).puzzle(),
        Grid(["#.", "..", ".#"]).puzzle(),
        Grid(["##", ".#"]).puzzle(),
        Grid(["#.", ".#"]).puzzle(givens=[(0, 0)]),
        Puzzle([[1], None], [[1], [1]]),
        Grid(["###", "###"], ragged=True).triddler(2, 2, -1),
    ],
)
def test_others_have_no_halves(puzzle):
    assert folded(puzzle, ALL) is None


def test_few_open_cells_are_searched_as_they_are():
    assert folded(Grid(["#.", ".#"]).puzzle(), 4) is None


def test_a_limit_of_conflicts_is_for_the_whole_puzzle(small):
    puzzle = Grid(["#.", ".#"]).puzzle()
    report = check(puzzle, limit=Limit(conflicts=100))
    assert report.verdict is Verdict.MULTIPLE
    assert sum(grid.cells == grid.cells[::-1] for grid in report.solutions) == 2


def test_known_solutions_are_not_found_again(small):
    puzzle = Grid(["#.", ".#"]).puzzle()
    known = Grid(["#.", ".#"]).cells
    outcome = Outcome()
    task = Task(puzzle=puzzle, configuration=Configuration(DEFAULT), known=(known,))
    assert [grid.cells for grid in search(task, outcome)] == [Grid([".#", "#."]).cells]
    assert (outcome.found, outcome.complete) == (2, True)


@pytest.mark.skipif(Kernel is None, reason="the learner is compiled only")
def test_a_picture_is_found_by_its_half(small, monkeypatch):
    monkeypatch.setattr(half_turn, "MANY", 1)
    report = check(julia(60).puzzle())
    assert report.verdict is Verdict.MULTIPLE
    assert any(grid.cells == grid.cells[::-1] for grid in report.solutions)
    assert report.stats.cells == 3600
