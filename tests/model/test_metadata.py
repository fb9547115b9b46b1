"""Metadata of a file, and the positions of its clues."""

import pytest

import nonosat as ns
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
    assert len(list(metadata._faults())) == faults


def test_the_file_line_of_a_clue_is_known_if_the_file_has_it():
    origin = Origin(path="a.non", rows=(4, 5), diagonals=(9,))
    asked = [LineId("row", 1), LineId("row", 2), LineId("column", 0), LineId("diagonal", 0)]
    assert [origin.line(line) for line in asked] == [5, None, None, 9]


def test_a_line_of_a_family_that_the_file_named_has_no_file_line():
    origin = Origin(path="a.json", rows=(4,), blank=frozenset({4}))
    assert (origin.line(LineId("z", 0)), origin._blank_line("z"), origin._blank_line("row")) == (
        None,
        None,
        0,
    )


def test_sums_of_families_with_names_of_their_own_are_compared_in_files():
    clues = {"x": [[2]], "y": [[], [1]]}
    text = ns.dumps(ns.Puzzle.of_lines({"x": [[0, 1]], "y": [[0], [1]]}, clues), "json")
    (problem,) = ns.loads(text, "json", path="a.json").problems()
    assert problem.reason == "the xs have 2 filled cells, the ys 1"
