"""Many lines at once against each of them alone, and against brute force where they are short."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import fillings, union_of_fillings
from strategies import every_feature, lines

from nonosat.lines import sheets as module
from nonosat.lines.board import Board
from nonosat.lines.line import plan, settle
from nonosat.lines.propagate import propagate
from nonosat.lines.sheets import settle_sheet, sheet, sheets
from nonosat.model.clues import as_clue


def checked(many):
    """Settles lines, each (clue or None, length, masks), at once; compares with each alone."""
    clues, lengths, may = zip(*many, strict=True)
    found = settle_sheet(sheet(clues, lengths), [list(masks) for masks in may])
    expected = [
        list(masks) if clue is None else settle(plan(clue, length, len(masks)), masks)
        for clue, length, masks in many
    ]
    if None in expected:
        expected = [masks and list(before) for masks, before in zip(expected, may, strict=True)]
    assert found == expected
    return found


@st.composite
def many_lines(draw):
    """Lines of different lengths that have the same number of colours, some without a clue."""
    found = draw(st.lists(lines().filter(lambda line: line[1]), min_size=1, max_size=6))
    colours = max(len(may) for _, _, may in found)
    return [
        (draw(st.sampled_from([clue, clue, clue, None])), length, (*may, *[0] * (colours - len(may))))
        for clue, length, may in found
    ]


@given(many_lines())
def test_each_line_is_settled_as_it_is_alone(many):
    checked(many)


@given(lines().filter(lambda line: line[1]))
def test_one_line_is_settled_as_by_brute_force(line):
    clue, length, may = line
    (found,) = settle_sheet(sheet((clue,), (length,)), [list(may)])
    assert found == union_of_fillings(fillings(clue, may, length), len(may))


@pytest.mark.parametrize("length", [7, 8, 9, 15, 16, 17, 63, 64, 65])
def test_lines_that_fill_their_bytes(length):
    whole = (1 << length) - 1
    texts = [[], [length], [1, length - 2], ["?", (1, 2)], [3, (2, 2), 1], [("?", 2), "?"]]
    clues = [as_clue(clue) for clue in texts]
    for masks in ((whole,) * 3, (whole, whole & ~1, whole), (whole >> 1, whole, whole & 1)):
        checked([(clue, length, masks) for clue in clues])
        checked([(clue, length - at, [mask >> at for mask in masks]) for at, clue in enumerate(clues[::2])])


def test_a_family_is_split_when_it_is_long():
    clues, lengths = ((),) * 200, (100,) * 200
    first, *_, last = found = list(sheets(clues, lengths, 7))
    assert len(found) > 1
    assert sorted(line for each in found for line in each.lines) == list(range(7, 207))
    assert (first.first, last.first) == (7, min(last.lines))
    assert [len(each.lines) for each in sheets(clues[:3], (4000,) * 3, 0)] == [2, 1]


@given(every_feature(triddlers=True, missing=True), st.sampled_from([1, 4, 1024]))
def test_propagation_is_the_same_on_sheets_of_every_size_and_line_by_line(puzzle, size):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BYTES", size)
        board = Board(puzzle)
        board.compiled = None
        failed = propagate(board)
    alone = Board(puzzle)
    alone.compiled = None
    for each in alone.sheets:
        assert each.worth > 1
    alone.sheets = [each._replace(worth=1 << 30) for each in alone.sheets]
    assert (propagate(alone) is None) == (failed is None)
    if failed is None:
        assert board.may == alone.may
