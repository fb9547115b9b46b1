"""Solutions listed at scale are those that a search finds: none missing, none twice, limits kept."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from random import Random

import pytest
from effort import tries
from patience import patient
from solution_sets import ambiguous

from nonosat import Limit, Puzzle, Verdict, load, solutions
from nonosat.counting import explore as exploration
from nonosat.search.options import SearchOptions
from nonosat.search.questions import searched

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

ROOKS = Puzzle([[1]] * 6, [[1]] * 6)
"""720 solutions, one region."""


@pytest.fixture(params=[10**6, 10, 1], ids=["all of them", "some", "none"])
def compiled(request, monkeypatch):
    """Regions of so few states are compiled, after 200 solutions."""
    monkeypatch.setattr(exploration, "explore", partial(exploration.explore, states=request.param))


def switches_and_rooks(count, side):
    """A puzzle of some 2x2 switches and a region of side ** 2 cells, along the diagonal."""
    height = 2 * count + side
    inside = {(row, column) for row in range(2 * count, height) for column in range(2 * count, height)}
    inside |= {(2 * k + a, 2 * k + b) for k in range(count) for a in (0, 1) for b in (0, 1)}
    empty = [(r, c, 0) for r in range(height) for c in range(height) if (r, c) not in inside]
    return Puzzle([[1]] * height, [[1]] * height, givens=empty)


@cache
def puzzles_of_many_solutions():
    random = Random(5)
    return [ambiguous(random, least=200, most=2000) for _ in range(tries(25))]


def test_random_puzzles(compiled):
    for puzzle, expected in puzzles_of_many_solutions():
        found = solutions(puzzle)
        assert sorted(grid.cells for grid in found) == expected
        assert (found.complete, found.found) == (True, len(expected))


def test_several_regions(compiled):
    puzzle = switches_and_rooks(4, 4)
    found = solutions(puzzle)
    enumerated = [grid.cells for grid in found]
    assert len(enumerated) == len(set(enumerated)) == 16 * 24
    assert all(grid.satisfies(puzzle) for grid in solutions(puzzle))
    assert (found.verdict, found.complete, found.stopped) == (Verdict.MULTIPLE, True, None)


def test_a_number_of_solutions_is_kept(compiled):
    for most in (1, 2, 3, 100):
        found = solutions(ROOKS, limit=Limit(solutions=most))
        assert len({grid.cells for grid in found}) == most
        assert (found.complete, found.stopped, found.found) == (False, "solutions", most)


def many_within(seconds):
    found = solutions(Puzzle([[1]] * 30, [[1]] * 30), seconds=seconds)
    return found, [grid.cells for grid in found]


@pytest.mark.slow_for("some")
def test_a_limit_of_seconds_is_kept(compiled):
    found, listed = patient(many_within, lambda answer: len(answer[1]) > 2)
    assert len(set(listed)) == len(listed) == found.found > 2
    assert (found.complete, found.stopped) == (False, "seconds")


def test_the_order_is_reproducible(compiled):
    one, other = (list(solutions(ROOKS, options=SearchOptions(portfolio=1))) for _ in range(2))
    assert one == other


def test_a_named_backend_does_the_search(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("nothing is to be compiled here")

    monkeypatch.setattr(exploration, "explore", refuse)
    assert len(set(solutions(ROOKS, options=SearchOptions(backend="cadical195")))) == 720


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
def test_more_than_a_million_are_begun_at_once():
    puzzle = load(CORPUS / "survey" / "webpbn-02556.non")
    found = solutions(puzzle, limit=Limit(solutions=20_000))
    assert len({grid.cells for grid in found}) == 20_000
    assert all(grid.satisfies(puzzle) for grid in searched(puzzle, limit=Limit(solutions=3)))
