"""Depth-first search: all solutions by brute force and no other; the kernel's, step by step, against the reference's."""

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
from nonosat.solving.lines.reference import Reference
from nonosat.solving.lines.searching import TreeSearch
from nonosat.solving.lines.solver import Kernel, line_solver

SOLVERS = [Reference, *([line_solver] if Kernel else [])]

several_inks = st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(6 if inks < 3 else 4, inks))
clashing = st.integers(1, 2).flatmap(lambda inks: clashing_puzzles(5, inks))
any_puzzle = st.one_of(every_feature(triddlers=True, missing=True), several_inks, clashing)

ALL = 10**9
"""More pictures, or suppositions, than any of these puzzles has."""


MOST = 1_000_000
"""More ways to colour the cells would take brute force too long."""


MANY = 300
"""More solutions would take the reference too long, a few suppositions at a time."""


def propagated(puzzle, solver=line_solver):
    """The board at its fixpoint, or None."""
    board = Board(puzzle)
    board.solver = solver(puzzle.geometry, board.clues, board.colours)
    return None if propagate(board) else board


def solutions(puzzle):
    return {*map(bytes, solutions_of(puzzle))}


@pytest.mark.parametrize("solver", SOLVERS)
@given(any_puzzle, st.integers(1, 30))
@settings(max_examples=tries(300))
def test_it_finds_all_solutions_and_nothing_else(solver, puzzle, suppositions):
    board = propagated(puzzle, solver)
    assume(board and board.colours**board.cells <= MOST)
    expected, search, before = solutions(puzzle), TreeSearch(board), board.copy()
    assume(solver is not Reference or len(expected) <= MANY)
    while not search.search(suppositions, most=ALL):
        assert search.outlook >= 0
        search.narrow(before)
        for cells in expected.difference(search.pictures):  # is still there
            assert all(colour in before.colours_of(cell) for cell, colour in enumerate(cells))
    assert len(search.pictures) == len(expected)
    assert {*search.pictures} == expected
    assert search.search(1, most=ALL)


@pytest.mark.parametrize("solver", SOLVERS)
@given(any_puzzle, st.integers(1, 3))
@settings(max_examples=tries(100))
def test_it_ends_with_as_many_pictures_as_are_wanted(solver, puzzle, most):
    board = propagated(puzzle, solver)
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


@pytest.mark.parametrize("solver", SOLVERS)
@given(any_puzzle, st.randoms(use_true_random=False))
@settings(max_examples=tries(100))
def test_a_guided_search_finds_all_solutions_too(solver, puzzle, random):
    board = propagated(puzzle, solver)
    assume(board and board.colours**board.cells <= MOST)
    search, expected = TreeSearch(board, likelihoods=likelihoods(board, random)), solutions(puzzle)
    while not search.search(random.randint(1, 30), most=ALL):
        pass
    assert sorted(search.pictures) == sorted(expected)


@pytest.mark.parametrize("solver", SOLVERS)
def test_what_is_likely_is_found_first(solver):
    puzzle = Puzzle(rows=[[1]] * 5, columns=[[1]] * 5)
    board, random = propagated(puzzle, solver), Random(1)
    for _ in range(10):
        places = random.sample(range(5), 5)
        cells = [place == at for place in places for at in range(5)]
        guide = array("d", [0.1 if ink else 0.9 for ink in cells] + [0.9 if ink else 0.1 for ink in cells])
        search = TreeSearch(board, likelihoods=memoryview(guide))
        search.search(ALL, most=1)
        assert search.pictures == [bytes(cells)]


@pytest.mark.skipif(Kernel is None, reason="there is no kernel")
@given(
    any_puzzle,
    st.integers(1, 50),
    st.sampled_from([1, 2, 5, ALL]),
    st.one_of(st.none(), st.randoms(use_true_random=False)),
)
@settings(max_examples=tries(300))
def test_the_kernel_searches_as_the_reference_does(puzzle, suppositions, most, random):
    boards = [propagated(puzzle, solver) for solver in SOLVERS]
    assume(boards[0])
    compare(boards, suppositions, most, 30, random)


def compare(boards, suppositions, most, steps, random=None):
    """Has both search in so many steps, and compares what they say after each."""
    guide = random and likelihoods(boards[0], random)
    searches = [TreeSearch(board, likelihoods=guide) for board in boards]
    for _ in range(steps):
        said = [search.search(suppositions, most=most) for search in searches]
        one, other = (
            (search.complete, search.pictures, search.suppositions, search.outlook) for search in searches
        )
        assert one == other
        if said[0]:
            break
        left = [board.copy() for board in boards]
        for search, board in zip(searches, left, strict=True):
            search.narrow(board)
        assert left[0].candidates == left[1].candidates
    return searches[0]


@pytest.mark.skipif(Kernel is None, reason="there is no kernel")
@pytest.mark.parametrize("size", [(20, 20, 0.45), (15, 70, 0.45), (66, 15, 0.45)])
def test_they_agree_on_larger_boards(size):
    height, width, filled = size
    random = Random(repr(size))
    grid = Grid([[random.random() < filled for _ in range(width)] for _ in range(height)])
    boards = [propagated(grid.puzzle(), solver) for solver in SOLVERS]
    assert boards[0].open_cells()
    assert compare(boards, 300, 3, 4).suppositions > 300
    assert compare(boards, 300, 3, 4, random).suppositions > 300


@pytest.mark.parametrize("solver", SOLVERS)
def test_later_the_last_ink_is_assumed_first(solver, monkeypatch):
    puzzle = Puzzle(rows=[[1]] * 5, columns=[[1]] * 5)
    firsts = []
    for number in (300, 0) if solver is Reference else (300,):
        monkeypatch.setattr("nonosat.solving.lines.trees._BACKGROUND_FIRST", number)
        search = TreeSearch(propagated(puzzle, solver))
        search.search(ALL, most=1)
        firsts.append(search.pictures[0])
    assert len({*firsts}) == len(firsts)
    search = TreeSearch(propagated(Puzzle(rows=[[1]] * 6, columns=[[1]] * 6), solver))
    assert search.search(ALL, most=ALL)  # many more than 300 assumptions
    assert len({*search.pictures}) == 720


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_board_without_open_cells(solver):
    for puzzle in (Puzzle([[]], []), Puzzle(rows=[[2]], columns=[[1], [1]])):
        board = propagated(puzzle, solver)
        search = TreeSearch(board)
        assert search.search(0, most=1) is False  # which has not looked further
        assert search.search(0, most=1) is True
        assert search.pictures == [bytes(board.known())]
        again = TreeSearch(board)
        again.pictures += search.pictures
        assert again.search(0, most=2) is True
        assert len(again.pictures) == 1


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_tick_ends_it_for_good(solver):
    random = Random(1)
    board = propagated(Grid([[random.random() < 0.4 for _ in range(40)] for _ in range(40)]).puzzle(), solver)
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
