"""The marks of a changed picture."""

from nonosat.model.puzzle import Grid
from nonosat.rendering.changes import ADDED, RECOLOURED, REMOVED, marked


def test_each_kind_of_change_has_its_mark():
    before, after = Grid([[0, 1, 1, 2, 0]]), Grid([[1, 0, 2, 2, 0]])
    assert marked(before, after) == [[ADDED, REMOVED, RECOLOURED, 2, 0]]


def test_rows_of_a_triddler_keep_their_lengths():
    before = Grid([[0, 1], [1, 1, 0]], ragged=True)
    assert marked(before, before) == [[0, 1], [1, 1, 0]]
