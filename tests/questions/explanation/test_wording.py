"""Sentences that several inferences share."""

import pytest

import nonosat as ns


@pytest.mark.parametrize(
    ("white", "says"),
    [
        ([2], "the gap is too short for any block, so cells 1 and 2 are white"),
        ([2, 7], "the gaps are too short for any block, so cells 1, 2 and 9 are white"),
    ],
)
def test_one_gap_is_a_gap_and_several_are_gaps(white, says):
    puzzle = ns.Puzzle([[3]], [None] * 9, givens=[(0, column, 0) for column in white])
    assert f"row 1, gap: {says}" in [step.words for step in ns.explain(puzzle)]
