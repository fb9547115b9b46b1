"""The labels of regions."""

from nonosat.rendering.regions import LETTERS, OVERFLOW, UNDECIDED, labels, marked


def test_regions_beyond_the_letters_share_one_label():
    letters = [letter for letter, _ in labels(len(LETTERS) + 2)]
    assert letters == [*LETTERS, OVERFLOW, OVERFLOW]


def test_a_cell_shows_its_colour_its_region_or_neither():
    first, second = labels(2)
    assert marked([[1, None, None], [None]], [[None, 1, None], [0]], 2) == [[1, second, UNDECIDED], [first]]
