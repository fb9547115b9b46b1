"""Partial knowledge: one mask per colour and line, the same for a row as for the columns it crosses."""

from hypothesis import given
from hypothesis import strategies as st
from strategies import masks, statements

from nonosat.lines.board import Board
from nonosat.model.palette import BLACK_AND_WHITE, Colour
from nonosat.model.puzzle import Puzzle

THREE = (*BLACK_AND_WHITE, Colour("red", "ff0000", "r"))

any_puzzle = st.integers(1, 3).flatmap(lambda inks: statements(5, inks))


def knowledge(board):
    """Per cell the set of its colours, read from the rows; what the columns say must be the same."""
    height, width = board.puzzle.height, board.puzzle.width
    across = [
        [{c for c in range(board.colours) if board.unpack()[row][c] >> column & 1} for column in range(width)]
        for row in range(height)
    ]
    down = [
        [
            {c for c in range(board.colours) if board.unpack()[height + column][c] >> row & 1}
            for row in range(height)
        ]
        for column in range(width)
    ]
    assert [list(column) for column in zip(*across, strict=True)] == down
    return [cell for row in across for cell in row]


def assert_consistent(board):
    """Every way to ask the board about its cells gives the same answer."""
    cells = knowledge(board)
    assert [set(board.colours_of(cell)) for cell in range(board.cells)] == cells
    assert board.open_cells() == sum(len(colours) > 1 for colours in cells)
    for line, span in enumerate(board.lines):
        opened = {at for at, cell in enumerate(span) if len(cells[cell]) > 1}
        assert board.open_in(line) == sum(1 << at for at in opened)
    for cell, colours in enumerate(cells):
        if colours:
            assert board.known()[cell] == min(colours)


@given(any_puzzle)
def test_a_new_board_knows_the_givens_and_nothing_else(puzzle):
    board = Board(puzzle)
    assert_consistent(board)
    givens = {row * puzzle.width + column: {colour} for row, column, colour in puzzle.givens}
    everything = set(range(len(puzzle.palette)))
    assert knowledge(board) == [givens.get(cell, everything) for cell in range(board.cells)]


@given(any_puzzle)
def test_lines_carry_the_clues_of_rows_then_columns(puzzle):
    board = Board(puzzle)
    assert board.clues == [*puzzle.rows, *puzzle.columns]
    assert [len(span) for span in board.lines] == [puzzle.width] * puzzle.height + [
        puzzle.height
    ] * puzzle.width


@given(any_puzzle)
def test_places_say_on_which_lines_a_cell_lies_and_where(puzzle):
    board = Board(puzzle)
    for cell in range(board.cells):
        row, column = divmod(cell, puzzle.width)
        assert board.lines_of(cell) == [(row, column), (puzzle.height + column, row)]
        assert all(board.lines[line][place] == cell for line, place in board.lines_of(cell))


@given(any_puzzle, st.data())
def test_narrowing_a_line_reaches_every_line_that_crosses_it(puzzle, data):
    board = Board(puzzle)
    for _ in range(3):
        before = knowledge(board)
        line = data.draw(st.integers(0, len(board.lines) - 1))
        span = board.lines[line]
        kept = [mask & data.draw(masks(len(span))) for mask in board.unpack()[line]]
        changed = board.narrow(line, kept)
        assert_consistent(board)
        after = knowledge(board)
        for at, cell in enumerate(span):
            assert after[cell] == {colour for colour, mask in enumerate(kept) if mask >> at & 1}
        assert all(after[cell] == before[cell] for cell in set(range(board.cells)) - set(span))
        assert changed == {
            crossing
            for cell in span
            if after[cell] != before[cell]
            for crossing, _ in board.lines_of(cell)
            if crossing != line
        }


@given(any_puzzle, st.data())
def test_fixing_a_cell_leaves_it_one_colour(puzzle, data):
    board = Board(puzzle)
    cell = data.draw(st.integers(0, board.cells - 1))
    colour = data.draw(st.sampled_from(board.colours_of(cell)))
    before = knowledge(board)
    assert board.fix(cell, colour) == [line for line, _ in board.lines_of(cell)]
    assert_consistent(board)
    assert knowledge(board) == [*before[:cell], {colour}, *before[cell + 1 :]]


def test_a_copy_goes_its_own_way():
    board = Board(Puzzle([[1], [1]], [[1], [1]], THREE))
    twin = board.copy()
    twin.fix(0, 2)
    twin.narrow(1, [0, 0b11, 0])
    assert knowledge(board) == [{0, 1, 2}] * 4
    assert knowledge(twin) == [{2}, {0, 1, 2}, {1}, {1}]
    board.fix(3, 0)
    assert twin.colours_of(3) == [1]


def test_known_tells_each_colour():
    board = Board(Puzzle([[1, (1, 2)]], [[1], [(1, 2)], []], THREE, givens=[(0, 0, 1), (0, 1, 2), (0, 2, 0)]))
    assert bytes(board.known()) == b"\x01\x02\x00"
    assert board.open_cells() == 0
