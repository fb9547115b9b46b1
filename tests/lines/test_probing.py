"""Probing: nothing is lost that a solution has, nothing that another order of probes would not refute too."""

from random import Random

import pytest
from cnfs import propagated
from hypothesis import given
from hypothesis import strategies as st
from oracles import backtrack
from strategies import clashing_puzzles, unsettled_puzzles

from nonosat.lines.board import Board
from nonosat.lines.probing import probe
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Grid, Puzzle

open_puzzles = st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(6 if inks < 3 else 4, inks))
clashing = st.integers(1, 2).flatmap(lambda inks: clashing_puzzles(5, inks))


def solutions(puzzle):
    """All solutions, cell by cell, by brute force."""
    found = backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), puzzle.givens)
    return [[cell for row in picture for cell in row] for picture in found]


def singleton_consistent(board):
    """What is left when each candidate has been probed that is left; None if a line has no filling then."""
    while True:
        refuted = [
            (cell, colour)
            for cell in range(board.cells)
            for colour in board.colours_of(cell)
            if propagate(supposed := board.copy(), supposed.fix(cell, colour))
        ]
        if not refuted:
            return board
        for cell, colour in refuted:
            for line, place in board.lines_of(cell):
                board.unpack()[line][colour] &= ~(1 << place)
        if propagate(board):
            return None


@given(open_puzzles, st.sampled_from([1, 10, 1000]))
def test_every_solution_is_kept(puzzle, patience):
    board = propagated(puzzle)
    assert probe(board, patience=patience).contradiction is None
    found = solutions(puzzle)
    for cells in found:
        assert all(colour in board.colours_of(cell) for cell, colour in enumerate(cells))
    if not board.open_cells():
        assert found == [list(board.known())]
    again = board.copy()
    assert propagate(again) is None
    assert again.unpack() == board.unpack()


@given(open_puzzles)
def test_nothing_is_refuted_that_is_singleton_consistent(puzzle):
    board = propagated(puzzle)
    expected = singleton_consistent(board.copy())
    probe(board)
    assert expected is not None
    for mine, least in zip(board.unpack(), expected.unpack(), strict=True):
        assert all(mask & kept == kept for mask, kept in zip(mine, least, strict=True))


@given(clashing)
def test_a_contradiction_is_a_proof(puzzle):
    board = Board(puzzle)
    if propagate(board) is None and probe(board).contradiction:
        assert not solutions(puzzle)


def test_there_are_puzzles_that_only_probing_refutes():
    puzzle = Puzzle([[1, 1], [1], [2], [1, 1]], [[2], [1], [1, 1], [1, 1]])
    assert probe(propagated(puzzle)).contradiction
    assert not solutions(puzzle)


def test_fruitless_probes_end_it():
    board = propagated(Grid(["#.." * 3, ".#." * 3, "..#" * 3] * 3).puzzle())
    few = probe(board.copy(), patience=4).probes
    assert 4 <= few < 6
    assert few < probe(board, patience=1000).probes
    assert board.open_cells()


def test_a_settled_board_needs_no_probe():
    board = propagated(Puzzle(rows=[[2]], columns=[[1], [1]]))
    assert probe(board).probes == 0


def test_a_tick_that_gives_up_leaves_every_solution():
    random = Random(5)
    puzzle = Grid([[random.random() < 0.5 for _ in range(50)] for _ in range(50)])
    board = propagated(puzzle.puzzle())

    def tick():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        probe(board, patience=10**9, tick=tick)
    assert all(colour in board.colours_of(cell) for cell, colour in enumerate(puzzle.cells))
