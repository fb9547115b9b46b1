"""The models of the clauses, read on the cell variables, are the solutions that the board allows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import backtrack, dominoes
from pysat.solvers import Solver
from strategies import unsettled_puzzles

from nonosat.board import Board
from nonosat.encodings import open_cells
from nonosat.encodings.order import encode
from nonosat.propagate import propagate
from nonosat.puzzle import Puzzle

MAX_SIDE = {1: 5, 2: 5, 3: 4}

any_puzzle = st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(MAX_SIDE[inks], inks, least=8))


def as_picture(grid):
    return tuple(map(tuple, grid))


def solutions_allowed(board):
    """By brute force: the pictures that satisfy clues and givens and agree with the board."""
    puzzle = board.puzzle
    pictures = backtrack(puzzle.rows, puzzle.columns, board.colours, puzzle.givens)
    return [
        picture
        for picture in pictures
        if all(
            colour in board.colours_of(cell)
            for cell, colour in enumerate(colour for row in picture for colour in row)
        )
    ]


def pictures_of(cnf):
    """The pictures of all models, each blocked by `Cnf.blocking` after it was found."""
    found = []
    with Solver(name="cadical153", bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            found.append(as_picture(cnf.picture(model)))
            assert len(found) < 5000, "blocking does not block"
            solver.add_clause(cnf.blocking(model))
    return found


@st.composite
def boards(draw):
    """A board at its fixpoint, sometimes after one more cell was guessed in agreement with a solution."""
    puzzle = draw(any_puzzle)
    board = Board(puzzle)
    assert propagate(board) is None
    if draw(st.booleans()):
        solution = next(backtrack(puzzle.rows, puzzle.columns, board.colours, puzzle.givens))
        cell = draw(st.integers(0, board.cells - 1))
        assert propagate(board, board.fix(cell, solution[cell // puzzle.width][cell % puzzle.width])) is None
    return board


@given(boards())
@settings(max_examples=300)
def test_models_are_the_solutions_allowed(board):
    found = pictures_of(encode(board))
    assert len(set(found)) == len(found)
    assert sorted(found) == sorted(solutions_allowed(board))


def test_a_known_cell_is_not_left_between_two_blocks():
    # the middle is ink, so each line through it has a block there and one to a side, never one to each
    # side; as both lines would have to err at once, few puzzles tell
    cross = Puzzle([[1], [], [1, 1], [], [1]], [[1], [], [1, 1], [], [1]], givens=[(2, 2)])
    board = Board(cross)
    assert propagate(board) is None
    found = pictures_of(encode(board))
    assert len(found) == 4
    assert sorted(found) == sorted(solutions_allowed(board))


@given(any_puzzle, st.data())
@settings(max_examples=300)
def test_boards_that_know_more_than_their_clues_are_encoded_as_rightly(puzzle, data):
    # a colour is taken from a cell; if that is the background, the cell is ink and nobody knows which
    board = Board(puzzle)
    propagate(board)
    cells = [cell for cell in range(board.cells) if len(board.colours_of(cell)) > 1]
    cell = data.draw(st.sampled_from(sorted(cells, key=lambda cell: -len(board.colours_of(cell)))))
    row, column = divmod(cell, puzzle.width)
    taken = data.draw(st.sampled_from(board.colours_of(cell)))
    masks = list(board.may[row])
    masks[taken] &= ~(1 << column)
    changed = board.narrow(row, masks)
    if propagate(board, [row, *changed]) is None:
        assert sorted(pictures_of(encode(board))) == sorted(solutions_allowed(board))
    else:
        assert solutions_allowed(board) == []


@given(boards())
def test_without_blocking_on_cells_there_is_one_model_for_each_picture(board):
    # a picture determines the starts, so models over all variables are as many as pictures
    cnf = encode(board)
    with Solver(name="cadical153", bootstrap_with=cnf.clauses) as solver:
        count = 0
        while solver.solve():
            count += 1
            assert count < 5000
            solver.add_clause([-literal for literal in solver.get_model()])
    assert count == len(solutions_allowed(board))


@given(boards())
def test_blocking_rules_out_one_picture_and_no_other(board):
    cnf = encode(board)
    everything = pictures_of(cnf)
    with Solver(name="glucose4", bootstrap_with=cnf.clauses) as solver:
        assert solver.solve()
        model = solver.get_model()
    blocked = cnf.blocking(model)
    # solutions differ in several cells, so that a missing literal would show nowhere else
    assert sorted(map(abs, blocked)) == list(range(1, cnf.cell_variables + 1))
    cnf.clauses.append(blocked)
    assert sorted([*pictures_of(cnf), as_picture(cnf.picture(model))]) == sorted(everything)


@given(boards())
def test_the_first_variables_are_those_of_the_open_cells(board):
    cnf = encode(board)
    assert {cell.cell for cell in cnf.open_cells} == {
        cell for cell in range(board.cells) if len(board.colours_of(cell)) > 1
    }
    used = set()
    for open_cell in cnf.open_cells:
        assert sorted(open_cell.literals) == board.colours_of(open_cell.cell)
        mine = {abs(literal) for literal in open_cell.literals.values()}
        assert len(mine) == (1 if len(open_cell.literals) == 2 else len(open_cell.literals))
        assert not mine & used
        used |= mine
    assert used == set(range(1, cnf.cell_variables + 1))


@given(boards())
def test_clauses_speak_of_the_declared_variables_all_of_them(board):
    cnf = encode(board)
    assert {abs(literal) for clause in cnf.clauses for literal in clause} == set(range(1, cnf.variables + 1))
    assert all(clause for clause in cnf.clauses)
    cells, clauses, used = open_cells(board)
    assert (cells, used) == ([*cells], cnf.cell_variables)
    assert cnf.clauses[: len(clauses)] == clauses


def test_a_board_with_nothing_open_needs_no_clause():
    board = Board(Puzzle([[1], [2]], [[2], [1]]))
    propagate(board)
    cnf = encode(board)
    assert (cnf.clauses, cnf.variables, cnf.cell_variables) == ([], 0, 0)
    assert as_picture(cnf.picture([])) == ((1, 0), (1, 1))


def test_a_tick_is_heard_for_each_open_line_and_may_give_up():
    board = Board(Puzzle([[1]] * 4, [[1]] * 4))
    ticks = []
    encode(board, tick=lambda: ticks.append(1))
    assert len(ticks) == 8

    def give_up():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        encode(board, tick=give_up)


def test_known_cells_get_no_variable():
    board = Board(Puzzle([[1], [1], [1, 1, 1]], [[1], [1], [1], [], [1]], givens=[(0, 0, 0), (0, 2, 0)]))
    propagate(board)
    assert board.open_cells() == encode(board).cell_variables < board.cells


@pytest.mark.parametrize("n", [4, 5, 6])
def test_dominoes_have_one_solution(n):
    board = Board(Puzzle(*dominoes(n)))
    propagate(board)
    assert board.open_cells()
    assert len(pictures_of(encode(board))) == 1
