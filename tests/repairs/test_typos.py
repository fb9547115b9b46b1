"""Each edit of a typist can be undone."""

from random import Random

from breaking import mistyped
from hypothesis import assume, given
from hypothesis import strategies as st

from nonosat.model.clues import as_clue, min_length
from nonosat.repairs.repair_clue import Edit, undone


@given(st.integers(0, 1 << 30), st.integers(1, 3))
def test_every_kind_of_edit_can_be_undone(seed, inks):
    random = Random(seed)
    length = random.randint(1, 40)
    clue = as_clue((random.randint(1, 14), random.randint(1, inks)) for _ in range(random.randint(0, 5)))
    assume(min_length(clue) <= length)
    for edit, typed in mistyped(clue, random, inks, length).items():
        if typed != clue:
            meant = {meant: edit for edit, meant in undone(typed, length, inks + 1)}
            assert clue in meant, edit
            assert len(meant) == len(list(undone(typed, length, inks + 1)))
            assert all(min_length(each) <= length for each in meant)


def test_several_missing_spaces_are_restored():
    meant = {meant: edit for edit, meant in undone(as_clue([111]), 9, 2)}
    assert meant[as_clue([1, 1, 1])] == Edit.JOINED
    assert Edit.JOINED not in {edit for edit, _ in undone(as_clue([10]), 4, 2)}
