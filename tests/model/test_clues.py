"""Printed clues, and clues that say as little as others."""

from itertools import groupby
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonosat as ns
from nonosat.model.clues import as_clue, block_text, clue_family, clue_text, line_clue, veiled
from nonosat.model.palette import BLACK_AND_WHITE

COLOURS = (*BLACK_AND_WHITE, ns.Colour("red", "ff0000", "r"), ns.Colour("green", "00ff00", ""))


@pytest.mark.parametrize(
    ("clue", "palette", "text"),
    [
        ([1, 12, "?"], BLACK_AND_WHITE, "1 12 ?"),
        ([], BLACK_AND_WHITE, "0"),
        (None, BLACK_AND_WHITE, "*"),
        ([1, (12, 2), ("?", 2)], COLOURS, "1# 12r ?r"),
        ([(2, 3), (2, 7)], COLOURS, "2[3] 2[7]"),
        ([(2, 2)], BLACK_AND_WHITE, "2[2]"),
        ([], COLOURS, "0"),
        (None, COLOURS, "*"),
    ],
)
def test_a_clue_has_one_text(clue, palette, text):
    clue = None if clue is None else as_clue(clue)
    assert clue_text(clue, palette) == text
    assert [block_text(block, palette) for block in clue or ()] == (text.split() if clue else [])


def test_a_veiled_clue_says_no_more_than_its_pattern():
    assert veiled(None, as_clue([1])) is None
    assert veiled(as_clue([3]), as_clue([1, 2])) == as_clue([1, 2])
    assert veiled(as_clue(["?", 3]), as_clue([1, 2, 5])) == as_clue(["?", 2, 5])


def test_a_shared_clue_is_read_once():
    shared = as_clue([1, 2])
    assert clue_family("row", [shared, None, [1, 2], shared, shared]) == (shared, None, *[shared] * 3)
    long = as_clue([1] * 100_000)
    began = process_time()
    clue_family("row", [long] * 2000)
    assert process_time() - began < 2


@given(st.binary(max_size=40).map(lambda cells: bytes(cell % 3 for cell in cells)), st.integers(0, 2))
def test_the_clue_of_a_line_has_its_runs(cells, most):
    cells = bytes(min(cell, most) for cell in cells)
    runs = [(len(list(run)), colour) for colour, run in groupby(cells) if colour]
    assert [tuple(block) for block in line_clue(cells)] == runs
