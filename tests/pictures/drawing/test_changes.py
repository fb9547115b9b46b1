"""The states of a changed picture."""

from nonosat.model.puzzle import Grid
from nonosat.pictures.drawing.changes import compared
from nonosat.pictures.drawing.drawing import Cell, State


def test_each_kind_of_change_has_its_state():
    before, after = Grid([[0, 1, 1, 2, 0]]), Grid([[1, 0, 2, 2, 0]])
    expected = [Cell(1, State.ADDED), Cell(0, State.REMOVED), Cell(2, State.CHANGED), Cell(2), Cell(0)]
    assert compared(before, after) == [expected]
    assert "".join(cell.sign or "." for cell in expected) == "+-~.."


def test_rows_of_a_triddler_keep_their_lengths():
    before = Grid([[0, 1], [1, 1, 0]], ragged=True)
    assert compared(before, before) == [[Cell(0), Cell(1)], [Cell(1), Cell(1), Cell(0)]]
