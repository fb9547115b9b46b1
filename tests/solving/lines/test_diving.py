"""Dives: what they claim, against brute force; the kernel's, against those of the reference."""

from itertools import islice
from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import solutions_of
from strategies import every_feature

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.lines.beliefs import DAMPED, NOISY, Beliefs, beliefs
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.diving import dive
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.lines.reference import Reference
from nonosat.solving.lines.solver import Kernel, line_solver

SOLVERS = [Reference, *([line_solver] if Kernel else [])]


def propagated(puzzle, solver=line_solver):
    """The board at its fixpoint, or None."""
    board = Board(puzzle)
    board.solver = solver(puzzle.geometry, board.clues, board.colours)
    return None if propagate(board) else board


def candidates(board):
    return [
        colour * board.cells + cell
        for cell in range(board.cells)
        for colour in board.colours_of(cell)
        if len(board.colours_of(cell)) > 1
    ]


@pytest.mark.parametrize("solver", SOLVERS)
@given(every_feature(triddlers=True, missing=True), st.randoms(use_true_random=False))
@settings(max_examples=tries(150))
def test_a_dive_that_is_not_given_up_is_right(solver, puzzle, random):
    board = propagated(puzzle, solver)
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


@pytest.mark.skipif(Kernel is None, reason="there is no kernel")
@given(every_feature(triddlers=True, missing=True), st.randoms(use_true_random=False), st.integers(1, 9))
@settings(max_examples=tries(200))
def test_the_kernel_dives_as_the_reference_does(puzzle, random, contradictions):
    boards = [propagated(puzzle, solver) for solver in SOLVERS]
    if boards[0] is None:
        return
    order = candidates(boards[0])
    order = (
        [random.choice(order) for _ in order] if random.random() < 0.3 else random.sample(order, len(order))
    )
    known = None
    for _ in "12":
        before = boards[0].candidates
        answers = [dive(board, order, contradictions=contradictions, known=known) for board in boards]
        assert answers[0] is answers[1]
        assert boards[0].candidates == boards[1].candidates
        known = bytes(boards[0].known())
        boards[0].candidates, boards[1].candidates = ([list(masks) for masks in before] for _ in "12")


@pytest.mark.skipif(Kernel is None, reason="there is no kernel")
def test_the_kernel_dives_into_larger_boards_as_the_reference_does():
    answers = set()
    for side in (14, 14, 17, 17, 20, 20):
        random = Random(len(answers) + side)
        puzzle = Grid([[random.random() < 0.45 for _ in range(side)] for _ in range(side)]).puzzle()
        boards = [propagated(puzzle, solver) for solver in SOLVERS]
        order = candidates(boards[0])
        random.shuffle(order)
        known = None
        for contradictions in (2, 5, 20, 60):
            before = boards[0].candidates
            answer, same = (
                dive(board, order, contradictions=contradictions, known=known) for board in boards
            )
            assert answer is same
            assert boards[0].candidates == boards[1].candidates
            if answer:
                known = bytes(boards[0].known())
            answers.add(answer)
            boards[0].candidates, boards[1].candidates = ([list(masks) for masks in before] for _ in "12")
    assert answers == {True, False, None}


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_dive_is_given_up_at_so_many_contradictions(solver):
    random = Random(3)
    while True:
        puzzle = Grid([[random.random() < 0.5 for _ in range(12)] for _ in range(12)]).puzzle()
        board = propagated(puzzle, solver)
        order = candidates(board)[::-1]
        if dive(board.copy(), order, contradictions=3) is None:
            break
    before = [list(masks) for masks in board.candidates]
    assert dive(board, order, contradictions=1) is None
    assert board.candidates == before
    assert dive(board, order, contradictions=10**6) is True
    assert Grid.of(puzzle, bytes(board.known())).satisfies(puzzle)


@pytest.mark.parametrize("solver", SOLVERS)
def test_what_the_order_leaves_out_stays_open(solver):
    board = propagated(Puzzle([[1], [1], None], [[1], [1], None]), solver)
    assert dive(board, [9], contradictions=1) is True  # the ink of the first cell
    assert [board.colours_of(cell) for cell in (0, 1, 3, 4)] == [[1], [0], [0], [0, 1]]
    assert board.colours_of(8) == [0, 1]
    assert dive(board, [], contradictions=1) is True


@pytest.mark.parametrize("solver", SOLVERS)
def test_families_without_cells(solver):
    board = propagated(Puzzle([[]], []), solver)
    assert dive(board, [], contradictions=1) is True


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_tick_may_give_up(solver):
    random = Random(1)
    board = propagated(Grid([[random.random() < 0.4 for _ in range(60)] for _ in range(60)]).puzzle(), solver)
    before = [list(masks) for masks in board.candidates]

    def tick():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        dive(board, candidates(board), contradictions=10**6, tick=tick)
    assert board.candidates == before


def test_the_likeliest_candidates_come_first():
    board = propagated(Puzzle([[1], [1, 1], None], [[2], None, [2]]))
    found = beliefs(board, reinforcement=DAMPED)
    ranking = found.ranking()
    assert sorted(ranking) == sorted(candidates(board))
    likely = found.cells.ravel()[list(ranking)].tolist()
    assert likely == sorted(likely, reverse=True)
    assert (
        list(ranking) == Beliefs(found.cells, dict).ranking()
    )  # equal ones in their order, whoever has sorted them


def test_a_ranking_is_an_order_as_it_is_or_as_a_list():
    board = propagated(Puzzle([[1], [1, 1], None], [[2], None, [2]]))
    ranking = beliefs(board, reinforcement=NOISY, sweeps=3).ranking()
    dived = board.copy(), board.copy()
    assert (
        dive(dived[0], ranking, contradictions=9) is dive(dived[1], list(ranking), contradictions=9) is True
    )
    assert dived[0].candidates == dived[1].candidates
