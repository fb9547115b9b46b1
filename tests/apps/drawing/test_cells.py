"""Cells of changed pictures and of regions."""

from nonosat.apps.drawing.cells import LETTERS, OVERFLOW, compared, letter, mapped, sample_of
from nonosat.apps.drawing.drawing import Cell, State
from nonosat.model.puzzle import Grid


def test_each_kind_of_change_has_its_state():
    before, after = Grid([[0, 1, 1, 2, 0]]), Grid([[1, 0, 2, 2, 0]])
    expected = [Cell(1, State.ADDED), Cell(0, State.REMOVED), Cell(2, State.CHANGED), Cell(2), Cell(0)]
    assert compared(before, after) == [expected]
    assert "".join(cell.sign or "." for cell in expected) == "+-~.."


def test_rows_of_a_triddler_keep_their_lengths():
    before = Grid([[0, 1], [1, 1, 0]], ragged=True)
    assert compared(before, before) == [[Cell(0), Cell(1)], [Cell(1), Cell(1), Cell(0)]]


def test_regions_beyond_the_letters_share_one():
    assert [letter(at) for at in range(len(LETTERS) + 2)] == [*LETTERS, OVERFLOW, OVERFLOW]


def test_a_cell_shows_its_colour_or_its_region_or_neither():
    undecided = Cell(None, State.UNDECIDED)
    assert mapped([[1, None, None], [None]], [[None, 1, None], [0]]) == [
        [Cell(1), sample_of(1), undecided],
        [sample_of(0)],
    ]
    assert (sample_of(1).sign, undecided.sign) == ("B", "?")
