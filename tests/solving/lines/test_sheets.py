"""Lines side by side, against one line after another."""

from random import Random

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import lines

from nonosat.model.clues import as_clue, line_clue
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.line import plan, settle
from nonosat.solving.lines.propagate import propagate
from nonosat.solving.lines.reference import Reference
from nonosat.solving.lines.sheets import settle_sheet, sheet


def same(clues, lengths, masks, asked):
    """Settles a sheet as well as its lines one by one: whether all have a filling."""
    found = settle_sheet(sheet(tuple(clues), tuple(lengths)), masks, asked)
    expected = {
        at: settle(plan(clue, length, 2), its)
        for at, (clue, length, its) in enumerate(zip(clues, lengths, masks, strict=True))
    }
    whole = None not in expected.values()
    assert found == {at: expected[at] for at in asked if whole or expected[at] is None}
    return whole


def is_simple(line):
    clue, _, masks = line
    return len(masks) == 2 and all(block.length is not None for block in clue)


@given(st.lists(lines(max_inks=1).filter(is_simple), min_size=1, max_size=6), st.data())
@settings(max_examples=tries(200))
def test_a_sheet_is_settled_as_its_lines_are(some, data):
    clues, lengths, masks = zip(*some, strict=True)
    asked = data.draw(st.lists(st.integers(0, len(some) - 1), unique=True))
    same(clues, lengths, masks, asked)


@pytest.mark.parametrize("most", [7, 8, 9, 25, 70])
def test_lines_of_many_lengths_are_settled_as_alone(most):
    random, whole = Random(most), 0
    for _ in range(30):
        lengths = [random.randint(1, most) for _ in range(random.randint(1, 30))]
        clues, masks = [], []
        for length in lengths:
            cells = bytes(random.random() < random.choice([0.1, 0.5, 0.9]) for _ in range(length))
            clues.append(line_clue(cells))
            known = random.choice([0, 0.3, 0.9])
            said = [random.random() < known for _ in range(length)]
            masks.append(
                [
                    sum(1 << at for at in range(length) if cells[at] == colour or not said[at])
                    for colour in (0, 1)
                ]
            )
        if random.random() < 0.3:
            masks[0] = [0, 0]
        whole += same(clues, lengths, masks, range(len(lengths)))
    assert 0 < whole < 30


def test_of_lines_without_a_filling_nothing_is_said_of_the_others():
    clues, lengths = [as_clue([1]), as_clue([2]), ()], [3, 3, 3]
    assert same(clues, lengths, [[7, 7], [7, 7], [7, 7]], [0, 1, 2])
    assert not same(clues, lengths, [[7, 7], [7, 5], [7, 7]], [0, 1, 2])
    assert settle_sheet(sheet(tuple(clues), tuple(lengths)), [[7, 7], [7, 5], [7, 7]], [0, 2]) == {}


@pytest.mark.parametrize(("side", "blank"), [(20, False), (20, True), (100, False)])
def test_what_sheets_do_not_serve_is_settled_line_by_line(side, blank, monkeypatch):
    served = []

    def noted(*arguments):
        served.append(arguments)
        return settle_sheet(*arguments)

    monkeypatch.setattr("nonosat.solving.lines.reference.settle_sheet", noted)
    random = Random(4)
    puzzle = Grid([[random.random() < 0.6 for _ in range(side)] for _ in range(side)]).puzzle()
    if blank:
        puzzle = Puzzle([None, *puzzle.rows[1:]], [["?"], *puzzle.columns[1:]])
    board, other = Board(puzzle), Board(puzzle)
    board.solver = Reference(puzzle.geometry, board.clues, board.colours)
    assert propagate(board) == propagate(other)
    assert board.candidates == other.candidates
    assert bool(served) is (side == 20 and not blank)
