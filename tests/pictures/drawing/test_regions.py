"""The letters of regions."""

from nonosat.pictures.drawing.drawing import Cell, State
from nonosat.pictures.drawing.regions import LETTERS, OVERFLOW, letter, mapped, sample_of


def test_regions_beyond_the_letters_share_one():
    assert [letter(at) for at in range(len(LETTERS) + 2)] == [*LETTERS, OVERFLOW, OVERFLOW]


def test_a_cell_shows_its_colour_its_region_or_neither():
    undecided = Cell(None, State.UNDECIDED)
    assert mapped([[1, None, None], [None]], [[None, 1, None], [0]]) == [
        [Cell(1), sample_of(1), undecided],
        [sample_of(0)],
    ]
    assert (sample_of(1).sign, undecided.sign) == ("B", "?")
