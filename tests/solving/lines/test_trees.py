"""Depth-first search: all solutions by brute force and no other."""

from array import array
from random import Random

import pytest
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import solutions_of
from strategies import clashing_puzzles, every_feature, unsettled_puzzles

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.lines.searching import TreeSearch
from nonosat.solving.lines.solver import Kernel

pytestmark = pytest.mark.skipif(Kernel is None, reason="depth-first search is compiled only")

several_inks = st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(6 if inks < 3 else 4, inks))
clashing = st.integers(1, 2).flatmap(lambda inks: clashing_puzzles(5, inks))
any_puzzle = st.one_of(every_feature(triddlers=True, missing=True), several_inks, clashing)

ALL = 10**9
"""More pictures, or suppositions, than any of these puzzles has."""


MOST = 1_000_000
"""More ways to colour the cells would take brute force too long."""


def propagated(puzzle):
    """The board at its fixpoint, or None."""
    board = Board(puzzle)
    return None if propagate(board) else board


def solutions(puzzle):
    return {*map(bytes, solutions_of(puzzle))}


@given(any_puzzle, st.integers(1, 30))
@settings(max_examples=tries(300))
def test_it_finds_all_solutions_and_nothing_else(puzzle, suppositions):
    board = propagated(puzzle)
    assume(board and board.colours**board.cells <= MOST)
    expected, search, before = solutions(puzzle), TreeSearch(board), board.copy()
    while not search.search(suppositions, most=ALL):
        assert search.outlook >= 0
        search.narrow(before)
        for cells in expected.difference(search.pictures):  # is still there
            assert all(colour in before.colours_of(cell) for cell, colour in enumerate(cells))
    assert len(search.pictures) == len(expected)
    assert {*search.pictures} == expected
    assert search.search(1, most=ALL)


@given(any_puzzle, st.integers(1, 3))
@settings(max_examples=tries(100))
def test_it_ends_with_as_many_pictures_as_are_wanted(puzzle, most):
    board = propagated(puzzle)
    assume(board and board.colours**board.cells <= MOST)
    expected, search = solutions(puzzle), TreeSearch(board)
    complete = search.search(ALL, most=most)
    assert {*search.pictures} <= expected
    assert len(search.pictures) == min(most, len(expected))
    assert complete or len(search.pictures) == most
    others = TreeSearch(board, [*search.pictures])
    assert others.search(ALL, most=ALL)
    assert sorted(others.pictures) == sorted(expected)


def likelihoods(board, random):
    """Some for each candidate, many of them alike."""
    return memoryview(
        array(
            "d",
            (random.choice([0, 0.25, 0.5, random.random(), 1]) for _ in range(board.colours * board.cells)),
        )
    )


@given(any_puzzle, st.randoms(use_true_random=False))
@settings(max_examples=tries(100))
def test_a_guided_search_finds_all_solutions_too(puzzle, random):
    board = propagated(puzzle)
    assume(board and board.colours**board.cells <= MOST)
    search, expected = TreeSearch(board, likelihoods=likelihoods(board, random)), solutions(puzzle)
    while not search.search(random.randint(1, 30), most=ALL):
        pass
    assert sorted(search.pictures) == sorted(expected)


def test_what_is_likely_is_found_first():
    puzzle = Puzzle(rows=[[1]] * 5, columns=[[1]] * 5)
    board, random = propagated(puzzle), Random(1)
    for _ in range(10):
        places = random.sample(range(5), 5)
        cells = [place == at for place in places for at in range(5)]
        guide = array("d", [0.1 if ink else 0.9 for ink in cells] + [0.9 if ink else 0.1 for ink in cells])
        search = TreeSearch(board, likelihoods=memoryview(guide))
        search.search(ALL, most=1)
        assert search.pictures == [bytes(cells)]


def test_many_assumptions_deep_it_finds_all_solutions():
    search = TreeSearch(propagated(Puzzle(rows=[[1]] * 6, columns=[[1]] * 6)))
    assert search.search(
        ALL, most=ALL
    )  # many more than 300 assumptions, after which the last ink comes first
    assert len({*search.pictures}) == 720


def test_a_board_without_open_cells():
    for puzzle in (Puzzle([[]], []), Puzzle(rows=[[2]], columns=[[1], [1]])):
        board = propagated(puzzle)
        search = TreeSearch(board)
        assert search.search(0, most=1) is False  # which has not looked further
        assert search.search(0, most=1) is True
        assert search.pictures == [bytes(board.known())]
        again = TreeSearch(board)
        again.pictures += search.pictures
        assert again.search(0, most=2) is True
        assert len(again.pictures) == 1


def test_a_tick_ends_it_for_good():
    random = Random(1)
    board = propagated(Grid([[random.random() < 0.4 for _ in range(40)] for _ in range(40)]).puzzle())
    before, search = [list(masks) for masks in board.candidates], TreeSearch(board)

    def tick():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        search.search(10**6, most=2, tick=tick)
    with pytest.raises(RuntimeError, match="ended"):
        search.search(1, most=2)
    assert board.candidates == before
    search.narrow(board)
    assert all(
        mask | old == old
        for masks, olds in zip(board.candidates, before, strict=True)
        for mask, old in zip(masks, olds, strict=True)
    )


def test_what_it_assumes_is_not_taken_for_known():
    puzzle = Puzzle(rows=[[1]] * 8, columns=[[1]] * 8)
    board = propagated(puzzle)
    search = TreeSearch(board)
    search.search(300, most=ALL)
    assert search.outlook > 0  # it is below an assumption
    other = board.copy()
    TreeSearch(board).narrow(other)
    assert other.candidates == board.candidates
