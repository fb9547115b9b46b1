"""Dives: what they claim, against brute force."""

from itertools import islice
from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import solutions_of
from strategies import every_feature

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.lines.beliefs import DAMPED, NOISY, beliefs
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.diving import dive
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.lines.solver import Kernel

pytestmark = pytest.mark.skipif(Kernel is None, reason="dives are compiled only")


def propagated(puzzle):
    """The board at its fixpoint, or None."""
    board = Board(puzzle)
    return None if propagate(board) else board


def candidates(board):
    return [
        colour * board.cells + cell
        for cell in range(board.cells)
        for colour in board.colours_of(cell)
        if len(board.colours_of(cell)) > 1
    ]


@given(every_feature(triddlers=True, missing=True), st.randoms(use_true_random=False))
@settings(max_examples=tries(150))
def test_a_dive_that_is_not_given_up_is_right(puzzle, random):
    board = propagated(puzzle)
    if board is None or board.colours**board.cells > 1_000_000:
        return  # the last would take brute force too long
    order = candidates(board)
    random.shuffle(order)
    before = [list(masks) for masks in board.candidates]
    answer = dive(board, order, contradictions=10**9)
    assert answer is (next(solutions_of(puzzle), None) is not None)
    if not answer:
        assert board.candidates == before
        return
    assert board.open_cells() == 0
    first = bytes(board.known())
    assert Grid.of(puzzle, first).satisfies(puzzle)
    board.candidates = before
    assert dive(board, order, contradictions=10**9, known=first) is (
        len([*islice(solutions_of(puzzle), 2)]) > 1
    )
    if board.open_cells() == 0:
        second = bytes(board.known())
        assert second == first if not order else second != first
        assert Grid.of(puzzle, second).satisfies(puzzle)


def test_a_dive_is_given_up_at_so_many_contradictions():
    random = Random(3)
    while True:
        puzzle = Grid([[random.random() < 0.5 for _ in range(12)] for _ in range(12)]).puzzle()
        board = propagated(puzzle)
        order = candidates(board)[::-1]
        if dive(board.copy(), order, contradictions=3) is None:
            break
    before = [list(masks) for masks in board.candidates]
    assert dive(board, order, contradictions=1) is None
    assert board.candidates == before
    assert dive(board, order, contradictions=10**6) is True
    assert Grid.of(puzzle, bytes(board.known())).satisfies(puzzle)


def test_what_the_order_leaves_out_stays_open():
    board = propagated(Puzzle([[1], [1], None], [[1], [1], None]))
    assert dive(board, [9], contradictions=1) is True  # the ink of the first cell
    assert [board.colours_of(cell) for cell in (0, 1, 3, 4)] == [[1], [0], [0], [0, 1]]
    assert board.colours_of(8) == [0, 1]
    assert dive(board, [], contradictions=1) is True


def test_families_without_cells():
    board = propagated(Puzzle([[]], []))
    assert dive(board, [], contradictions=1) is True


def test_a_tick_may_give_up():
    random = Random(1)
    board = propagated(Grid([[random.random() < 0.4 for _ in range(60)] for _ in range(60)]).puzzle())
    before = [list(masks) for masks in board.candidates]

    def tick():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        dive(board, candidates(board), contradictions=10**6, tick=tick)
    assert board.candidates == before


def test_the_likeliest_candidates_come_first():
    board = propagated(Puzzle([[1], [1, 1], None], [[2], None, [2]]))
    found = beliefs(board, reinforcement=DAMPED)
    ranking = found.ranking
    assert sorted(ranking) == sorted(candidates(board))
    likely = [found.cells[candidate] for candidate in ranking]
    assert likely == sorted(likely, reverse=True)
    assert list(ranking) == sorted(
        sorted(ranking), key=lambda candidate: -found.cells[candidate]
    )  # equal ones in their order


def test_a_ranking_is_an_order_as_it_is_or_as_a_list():
    board = propagated(Puzzle([[1], [1, 1], None], [[2], None, [2]]))
    ranking = beliefs(board, reinforcement=NOISY, sweeps=3).ranking
    dived = board.copy(), board.copy()
    assert (
        dive(dived[0], ranking, contradictions=9) is dive(dived[1], list(ranking), contradictions=9) is True
    )
    assert dived[0].candidates == dived[1].candidates
