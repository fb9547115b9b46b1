"""What a file says about a puzzle, and where its clues stood."""

import pytest

from nonosat.model.geometry import LineId
from nonosat.model.metadata import Metadata, Origin


@pytest.mark.parametrize(
    ("metadata", "faults"),
    [
        (Metadata(title="Tea", extra=(("by", "me"),)), 0),
        (Metadata(author="\ud800"), 1),
        (Metadata(title=3, extra=(("\udfff", "x"), ("y", None))), 3),
    ],
)
def test_texts_that_cannot_be_encoded_are_faults(metadata, faults):
    assert len(list(metadata.faults())) == faults


def test_the_line_of_a_clue_is_known_as_far_as_the_file_told():
    origin = Origin(path="a.non", rows=(4, 5), diagonals=(9,))
    asked = [LineId("row", 1), LineId("row", 2), LineId("column", 0), LineId("diagonal", 0)]
    assert [origin.line(line) for line in asked] == [5, None, None, 9]
