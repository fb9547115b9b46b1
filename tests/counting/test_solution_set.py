"""The sequence of all solutions against brute force; fair draws by a chi-square test."""

from collections import Counter
from itertools import islice
from math import comb
from pathlib import Path
from random import Random

import pytest
import strategies  # noqa: F401 (sets the profile)
from effort import quick
from hypothesis import given
from solution_sets import all_solutions, ambiguous, random_puzzle, random_triddler, randoms

import nonosat as ns
from nonosat.counting.count import count
from nonosat.counting.solution_set import sample, solution_set
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.questions import searched
from nonosat.support.end import OutOfReach
from nonosat.support.errors import SolverDisagreement, UsageError
from tests.helpers.shapes import runs
from tests.helpers.shapes import solutions as cell_solutions

PERMUTATIONS = Puzzle([[1]] * 4, [[1]] * 4)


def agrees(puzzle):
    found, expected = solution_set(puzzle), all_solutions(puzzle)
    listed = [grid.cells for grid in found]
    assert found.count == len(expected)
    assert sorted(listed) == expected
    assert [found[index].cells for index in range(found.count)] == listed
    assert all(Grid._of(puzzle, cells) in found for cells in listed)
    for index in (-1, found.count):
        with pytest.raises(IndexError):
            found[index]


@given(randoms)
def test_all_solutions_each_once_and_by_number(random):
    agrees(random_puzzle(random))


@given(randoms)
def test_all_solutions_of_triddlers(random):
    agrees(random_triddler(random))


CORPUS = Path(__file__).parents[3] / "shared" / "corpus"


def corpus_puzzles():
    """Puzzles of the corpus with several solutions, but not too many for a solver to find one by one."""
    if not CORPUS.is_dir():
        return
    for line in (CORPUS / "webpbn.verdicts.tsv").read_text(encoding="utf-8").splitlines():
        name, _, verdict = line.partition("\t")
        if verdict == "multiple":
            yield f"webpbn/{name}"
    yield from ("hard/nonunique.non", "survey/webpbn-06739.non", "survey/webpbn-18297.non")


@pytest.mark.slow
@pytest.mark.parametrize("name", quick(corpus_puzzles(), lambda name: "6727" not in name, nightly=True))
def test_the_engine_finds_the_same_solutions(name):
    puzzle = ns.load(str(CORPUS / name))
    try:
        found = solution_set(puzzle, states=100_000)
    except OutOfReach:
        pytest.skip("too large to be compiled")
    if found.count > 5000:
        pytest.skip("too many solutions")
    listed = [grid.cells for grid in found]
    assert len(set(listed)) == len(listed) == found.count
    assert {grid.cells for grid in searched(puzzle)} == set(listed)


def test_other_grids_are_not_in_the_set():
    assert Grid(["##", "##"]) not in solution_set(Puzzle([[1]] * 2, [[1]] * 2))


def chi_square(drawn, count):
    expected = sum(drawn.values()) / count
    return sum((drawn[index] - expected) ** 2 / expected for index in range(count))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_draws_are_fair(seed):
    """Chi-square is about as large as its degrees of freedom; five standard deviations are left to luck."""
    puzzle, expected = ambiguous(Random(seed), least=20, most=60)
    index_of = {cells: index for index, cells in enumerate(expected)}
    drawn = Counter(index_of[grid.cells] for grid in sample(puzzle, 100 * len(expected), seed=seed))
    degrees = len(expected) - 1
    assert chi_square(drawn, len(expected)) < degrees + 5 * (2 * degrees) ** 0.5


def test_the_same_seed_gives_the_same_draw():
    assert list(sample(PERMUTATIONS, 5, seed=7)) == list(sample(PERMUTATIONS, 5, seed=7))
    assert list(sample(PERMUTATIONS, 5, seed=7)) != list(sample(PERMUTATIONS, 5, seed=8))


def test_impossible_draws_are_refused():
    clash = Puzzle([[1, 1], [1], [1, 1]], [[1, 1], [1], [1, 1]], givens=[(0, 1, 1)])
    assert list(sample(clash, 0)) == []
    with pytest.raises(UsageError, match="no solution"):
        sample(clash, 1)
    with pytest.raises(UsageError, match="-1"):
        sample(PERMUTATIONS, -1)


def test_solutions_are_drawn_when_they_are_asked_for_and_until_the_time_is_up(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("nonosat.support.limits.monotonic", lambda: now[0])
    drawn = sample(PERMUTATIONS, 10**12, seed=1, limit=ns.Limit(seconds=5))
    first = list(islice(drawn, 100))
    assert first == list(sample(PERMUTATIONS, 100, seed=1))
    assert drawn.stopped is None
    now[0] = 6.0
    assert list(drawn) == []
    assert drawn.stopped == "seconds"


def test_a_set_that_is_too_large_is_named():
    with pytest.raises(OutOfReach, match="16 open cells"):
        solution_set(PERMUTATIONS, states=10)
    with pytest.raises(OutOfReach, match="the time limit was reached"):
        solution_set(PERMUTATIONS, limit=ns.Limit(seconds=0))


def test_a_wrong_picture_is_never_returned():
    found = solution_set(PERMUTATIONS)
    found[0]
    colours = dict.fromkeys(range(4), 1)
    with pytest.raises(SolverDisagreement):
        found._checker.approved(bytes(colours.get(cell, 0) for cell in range(16)))


def test_far_apart_regions_are_listed_like_an_odometer():
    givens = [(row, column, 0) for row in range(6) for column in range(6) if row // 2 != column // 2]
    found = solution_set(Puzzle([[1]] * 6, [[1]] * 6, givens=givens))
    assert found.count == 8
    assert found[0].rows[:2] == found[1].rows[:2]
    assert found[0].rows[:2] != found[4].rows[:2]


CROSSED = Puzzle.of_lines([[0, 3, 2, 1], [2, 0, 3, 1]], [[1], [1]])
"""Its lines pass the same cells in orders that no single order agrees with."""


def test_lines_that_cross_cyclically_are_listed():
    found = solution_set(CROSSED)
    assert found.count == len({grid.cells for grid in found}) == len(cell_solutions(CROSSED)) == 4
    assert {tuple(grid.cells) for grid in found} == set(cell_solutions(CROSSED))
    assert {grid.cells for grid in sample(CROSSED, 50, seed=1)} == {grid.cells for grid in found}


def test_more_than_may_be_listed_is_too_large(monkeypatch):
    monkeypatch.setattr("nonosat.counting.explore._LISTED", 3)
    with pytest.raises(OutOfReach, match="4 open cells is too large"):
        solution_set(CROSSED)


@pytest.mark.parametrize("seed", range(30))
def test_random_lines_that_cross_often_have_the_listed_solutions(seed):
    random = Random(seed)
    lines = [random.sample(range(7), 7) for _ in range(3)]
    picture = [random.randrange(2) for _ in range(7)]
    clues = [[length for length, _ in runs([picture[cell] for cell in line])] for line in lines]
    puzzle = Puzzle.of_lines(lines, clues)
    expected = cell_solutions(puzzle)
    found = solution_set(puzzle)
    assert (found.count, sorted(tuple(grid.cells) for grid in found)) == (len(expected), expected)


def test_a_region_of_one_line_is_compiled_however_long():
    assert count(Puzzle([[1, 1, 1]], [None] * 3000)).count == comb(2998, 3)
