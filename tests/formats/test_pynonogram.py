"""pyNonogram's files, and that they are not taken for Steve Simpson's."""

import pytest
from refusals import refusals

import nonosat as ns

PUZZLE = ns.Puzzle(rows=[[1, 1], [1]], columns=[[2], [], [1]])
TEXT = """author:Ann Author
date:31.12.23
width:3
height:2
rows:1,1 1
columns:2 0 1
solution:101100
"""


def test_clues_solution_and_texts_are_read():
    puzzle = ns.loads(TEXT)
    assert puzzle.statement == PUZZLE
    assert puzzle.goal == ns.Grid(["#.#", "#.."])
    assert puzzle.metadata == ns.Metadata(author="Ann Author", extra=(("date", "31.12.23"),))
    assert ns.loads(ns.dumps(puzzle, "pynonogram")) == puzzle


def test_a_non_file_in_this_dialect_is_read(tmp_path):
    (tmp_path / "a.non").write_text(TEXT)
    with pytest.raises(ns.InputError, match=r"a\.non: this is pyNonogram's \.non, not Steve Simpson's"):
        ns.load(tmp_path / "a.non", "non")
    assert ns.load(tmp_path / "a.non").statement == PUZZLE
    assert ns.load(tmp_path / "a.non", "pynonogram").statement == PUZZLE


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "pynonogram",
    [
        ("", "p: no line `rows:`"),
        ("rows:1\ncolums:1", "p:2: expected a line such as `rows:1 3,1`, read 'colums:1'"),
        ("rows:1\nrows:1", "p:2: `rows` comes twice"),
        ("rows:1 x\ncolumns:1 1", "p:1: expected a number of cells, read 'x'"),
        (TEXT.replace("height:2", "height:3"), "p:5: height 3 is declared, but `rows` has 2 clues"),
        (TEXT.replace("101100", "1011"), "p:7: the solution must be 6 cells of 0 and 1, read '1011'"),
        (TEXT.replace("101100", "10110x"), "p:7: the solution must be 6 cells of 0 and 1, read '10110x'"),
    ],
)
