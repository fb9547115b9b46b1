"""Puzzles on one line."""

import pytest
from hypothesis import given
from strategies import puzzles

import nonosat as ns
from nonosat.formats.table import FORMATS

PUZZLE = ns.Puzzle([[1, 1], [], [3]], [[1, 1], [1], [1, 1]])


@pytest.mark.parametrize(
    "text",
    ["1 1/0/3:1 1/1/1 1", "1,1//3:1,1/1/1,1\n", "1.1/-/3:1.1/1/1.1", " 1 1 / 0 / 3 : 1 1 / 1 / 1 1 "],
)
def test_the_ways_to_write_it(text):
    assert ns.loads(text) == ns.loads(text, "inline") == PUZZLE


@given(puzzles(givens=False))
def test_what_was_written_reads_back_equal(puzzle):
    text = ns.dumps(puzzle, "inline")
    assert ns.loads(text, "inline") == puzzle.statement
    assert text.count("\n") == 1


def test_it_is_told_from_game_ids():
    for text in ("3:1/1/1/1/1/1", "3x1:1/1/1/3", "3:1/1/1"):
        sniffing = [row.name for row in FORMATS.values() if not row.binary and row.sniff(text)]
        assert sniffing == ["inline" if text == "3:1/1/1" else "pattern"]


@pytest.mark.parametrize("columns", [[[1], []], [[], [1]], [[1], [1]]])
def test_a_row_with_the_columns_of_a_game_id_reads_back_by_content(columns):
    puzzle = ns.Puzzle([[1]], columns)
    assert ns.loads(ns.dumps(puzzle, "inline")) == puzzle
    assert ns.loads("1:1/0") == ns.Puzzle([[1]], [[1], []])  # ids have nothing for an empty line
    assert ns.loads("1:1/1") == ns.Puzzle([[1]], [[1]])


@pytest.mark.parametrize("text", ["1/1", "1:1:1", "a:1", "1"])
def test_other_lines_are_refused(text):
    with pytest.raises(ns.InputError):
        ns.loads(text, "inline")
