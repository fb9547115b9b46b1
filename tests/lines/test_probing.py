"""Probing keeps every solution, and refutes nothing that depends on the order of probes."""

from random import Random

import pytest
from cnfs import propagated
from hypothesis import given
from hypothesis import strategies as st
from oracles import backtrack
from solution_sets import PALETTE, randoms
from strategies import unsettled_puzzles

from nonosat.lines.board import Board
from nonosat.lines.probing import probe
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Grid, Puzzle

open_puzzles = st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(6 if inks < 3 else 4, inks))
SETTLED_BY_PROBING = Puzzle([[3], [2, 1], [2, 1], [1]], [[2], [3], [1, 1], [2], [1]])


def solutions(puzzle):
    """All solutions, cell by cell, by brute force."""
    found = backtrack(puzzle.rows, puzzle.columns, len(puzzle.palette), puzzle.givens)
    return [[cell for row in picture for cell in row] for picture in found]


def singleton_consistent(board):
    """Returns the candidates left after probing each remaining one; None if a line has no filling then."""
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


@given(st.lists(open_puzzles, min_size=3, max_size=3), st.sampled_from([1, 10, 1000]))
def test_every_solution_is_kept(puzzles, patience):
    for puzzle in puzzles:
        keeps_solutions(puzzle, patience)
    keeps_solutions(SETTLED_BY_PROBING, 1000)


def keeps_solutions(puzzle, patience):
    """Compares a board after probing with all solutions."""
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


@given(randoms)
def test_a_contradiction_is_a_proof(random):
    """Clues of two pictures with one sum, until lines leave the contradiction to probing."""
    while True:
        inks = random.choice([1, 1, 2])
        cells = [random.randint(0, inks) for _ in range(16)]
        one, other = (Grid.from_cells(bytes(random.sample(cells, 16)), 4) for _ in range(2))
        puzzle = Puzzle(one.clues()[0], other.clues()[1], PALETTE[: inks + 1])
        board = Board(puzzle)
        if propagate(board) is None and probe(board).contradiction:
            assert not solutions(puzzle)
            break


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
