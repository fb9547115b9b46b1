"""The models of the clauses, read on the cell variables, are the solutions that the board allows."""

from random import Random

import pytest
from cnfs import blocking
from effort import tries
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from oracles import colourings, fillings
from pysat.solvers import Solver
from strategies import lines, unsettled_puzzles

from benchmarks.agreement import KINDS
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Puzzle
from nonosat.sat.encodings import encode, open_cells

MAX_SIDE = {1: 5, 2: 5, 3: 4}

MANY = 1000
"""Boards with more solutions than that are passed over."""


def solutions_allowed(board):
    """By brute force: the pictures, cell by cell, that satisfy the clues and agree with the board."""
    rows, *others = board.puzzle.families
    strips = [line for family in others for line in family]
    allowed = [set(board.colours_of(cell)) for cell in range(board.cells)]
    known = {cell: min(colours) for cell, colours in enumerate(allowed) if len(colours) == 1}
    return [
        bytes(cells)
        for cells in colourings(rows, strips, board.colours, known)
        if all(colour in colours for colour, colours in zip(cells, allowed, strict=True))
    ]


def solver_with(cnf, name="cadical195"):
    """A solver with the clauses, and with a variable also for a cell that none of them speaks of."""
    last = [[cnf.variables, -cnf.variables]] if cnf.variables else []
    return Solver(name=name, bootstrap_with=[*cnf.clauses, *last])


def pictures_of(cnf):
    """The pictures of all models, each excluded after it was found."""
    found = []
    with solver_with(cnf) as solver:
        while solver.solve():
            model = solver.get_model()
            found.append(cnf.picture(model).cells)
            assert len(found) < 5000, "a model is found again"
            solver.add_clause(blocking(cnf, model))
    return found


def featured(seed):
    """A puzzle of some kind that lines leave open, of a size for brute force."""
    rng = Random(seed)
    while True:
        puzzle = KINDS[rng.choice([*KINDS])](rng)
        if puzzle.problems():
            continue
        board = Board(puzzle)
        if board.cells * board.colours <= 75 and propagate(board) is None and board.open_cells() >= 4:
            return puzzle


any_puzzle = st.one_of(
    st.integers(1, 3).flatmap(lambda inks: unsettled_puzzles(MAX_SIDE[inks], inks, least=8)),
    st.integers(0, 1 << 30).map(featured),
)


@st.composite
def boards(draw):
    """A board at its fixpoint, sometimes after one more cell was guessed in agreement with a solution."""
    puzzle = draw(any_puzzle)
    board = Board(puzzle)
    assert propagate(board) is None
    solutions = solutions_allowed(board)
    assume(len(solutions) <= MANY)
    if solutions and draw(st.booleans()):
        cell = draw(st.integers(0, board.cells - 1))
        assert propagate(board, board.fix(cell, solutions[0][cell])) is None
    return board


@given(boards())
@settings(max_examples=tries(150))
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
@settings(max_examples=tries(150))
def test_boards_that_know_more_than_their_clues_are_encoded_as_rightly(puzzle, data):
    # a colour is removed from a cell; without the background, the cell has an unknown ink
    board = Board(puzzle)
    propagate(board)
    cells = [cell for cell in range(board.cells) if len(board.colours_of(cell)) > 1]
    cell = data.draw(st.sampled_from(sorted(cells, key=lambda cell: -len(board.colours_of(cell)))))
    taken = data.draw(st.sampled_from(board.colours_of(cell)))
    line, place = board.lines_of(cell)[0]
    masks = list(board.unpack()[line])
    masks[taken] &= ~(1 << place)
    changed = board.narrow(line, masks)
    if propagate(board, [line, *changed]) is None:
        if board.open_cells():
            allowed = solutions_allowed(board)
            assume(len(allowed) <= MANY)
            assert sorted(pictures_of(encode(board))) == sorted(allowed)
    else:
        assert solutions_allowed(board) == []


@given(boards())
def test_without_blocking_on_cells_there_is_one_model_for_each_picture(board):
    # a picture determines the auxiliary variables, so there are as many models as pictures
    cnf = encode(board)
    with solver_with(cnf) as solver:
        count = 0
        while solver.solve():
            count += 1
            assert count < 5000
            solver.add_clause([-literal for literal in solver.get_model()])
    assert count == len(solutions_allowed(board))


@given(boards())
def test_a_clause_excludes_one_solution_and_no_other(board):
    cnf = encode(board)
    everything = pictures_of(cnf)
    assume(everything)
    with solver_with(cnf, "glucose4") as solver:
        assert solver.solve()
        model = solver.get_model()
    excluded = cnf.picture(model).cells
    clause = cnf.excluding(excluded)
    # solutions differ in several cells, so that a missing literal would show nowhere else
    assert clause == [-literals[excluded[cell]] for cell, literals in cnf.open_cells]
    cnf.clauses.append(clause)
    assert sorted([*pictures_of(cnf), excluded]) == sorted(everything)


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
def test_clauses_use_exactly_the_declared_variables(board):
    cnf = encode(board)
    spoken_of = {abs(literal) for clause in cnf.clauses for literal in clause}
    # only a cell without any clue is not spoken of
    assert set(range(cnf.cell_variables + 1, cnf.variables + 1)) <= spoken_of
    assert spoken_of <= set(range(1, cnf.variables + 1))
    assert all(clause for clause in cnf.clauses)
    cells, clauses, used = open_cells(board, None)
    assert (cells, used) == ([*cells], cnf.cell_variables)
    assert cnf.clauses[: len(clauses)] == clauses


def test_tick_is_called_per_open_line_and_can_give_up():
    board = Board(Puzzle([[1]] * 4, [[1]] * 4))
    ticks = []
    encode(board, tick=lambda: ticks.append(1))
    assert len(ticks) == 4 + 8  # rows of cells, then lines

    def give_up():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        encode(board, tick=give_up)


# --- one line: unit propagation ---------------------------------------------------------------------


@st.composite
def one_line(draw):
    """The board of a single row with a clue, at its fixpoint, and masks of what its open cells may be."""
    clue, length, candidates = draw(lines(max_length=9, max_inks=3))
    palette = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"), Colour("blue", "0000ff", "b"))
    assume(length)
    board = Board(Puzzle([clue], [None] * length, palette[: len(candidates)]))
    assume(propagate(board) is None)
    known = ~board.open_in(0)
    assume(~known)
    return board, [mask | its & known for mask, its in zip(candidates, board.unpack()[0], strict=True)]


def refuted_by_units(cnf, candidates):
    """Per cell and colour whether unit propagation refutes it, given the colours in `candidates`.

    None if that refutes everything.
    """
    literals = {each.cell: each.literals for each in cnf.open_cells}
    assumed = [
        -literal
        for cell, those in literals.items()
        for colour, literal in those.items()
        if not candidates[colour] >> cell & 1
    ]
    with solver_with(cnf, "minisat22") as solver:
        possible, implied = solver.propagate(assumed)
        if not possible:
            return None
        fixed = {*assumed, *implied}
        return {
            (cell, colour): -literal in fixed
            for cell, those in literals.items()
            for colour, literal in those.items()
        }


@given(one_line())
@settings(max_examples=tries(100))
def test_unit_propagation_on_orders_refutes_only_what_a_line_refutes(drawn):
    board, candidates = drawn
    remaining = fillings(board.clues[0], candidates, board.cells)
    refuted = refuted_by_units(encode(board), candidates)
    if refuted is None:
        assert not remaining
    else:
        for (cell, colour), gone in refuted.items():
            assert not gone or all(line[cell] != colour for line in remaining)
