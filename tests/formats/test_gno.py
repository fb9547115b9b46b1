"""Gnonograms' files: sections in brackets."""

import pytest
from hypothesis import given
from refusals import refusals
from strategies import metadatas, plain_text, puzzles

import nonosat as ns

PICTURE = ns.Grid(["#.##", "##.."])
PUZZLE = PICTURE.puzzle(goal=PICTURE, metadata=ns.Metadata("A title", "Somebody", licence="CC0"))
TEXT = """\
[Description]
A title
[License]
CC0
[Author]
Somebody
[Dimensions]
2
4
[Row clues]
1,2
2
[Column clues]
2
1
1
1
[Solution grid]
2 1 2 2
2 2 1 1
"""


def test_a_puzzle_is_written_and_read():
    assert ns.dumps(PUZZLE, "gno") == TEXT
    assert ns.loads(TEXT) == PUZZLE
    origin = ns.loads(TEXT, path="a.gno").origin
    assert (origin.rows, origin.columns) == ((11, 12), (14, 15, 16, 17))


@given(puzzles(2, givens=False, metadata=metadatas()))
def test_any_text_can_be_written(puzzle):
    read = ns.loads(ns.dumps(puzzle, "gno"), "gno")
    assert read.statement == puzzle.statement
    assert read.metadata.title == " ".join(puzzle.metadata.title.split())


@given(plain_text)
def test_brackets_and_percent_signs_stay(text):
    puzzle = PUZZLE.replace(metadata=ns.Metadata(title=f"[{text}] 100%41"))
    assert ns.loads(ns.dumps(puzzle, "gno"), "gno") == puzzle


def test_what_an_old_program_wrote_is_read():
    text = TEXT.replace("A title\n", "A title\nSomebody\n2010/06/27\n4\n").replace(
        "Solution grid", "Solution"
    )
    text = text.replace("[Author]\nSomebody\n", "") + "[Working grid]\n0 0 0 0\n0 0 0 0\n[State]\nSETTING\n"
    assert ns.loads(text) == PUZZLE.replace(metadata=ns.Metadata("A title", licence="CC0"))


def test_a_solution_alone_gives_the_clues():
    start, stop = TEXT.index("[Row"), TEXT.index("[Solution")
    assert ns.loads(TEXT[:start] + TEXT[stop:]) == PUZZLE


def test_empty_lines_say_nothing():
    assert ns.loads(TEXT.replace("\n", "\n\n")) == PUZZLE


@pytest.mark.parametrize("key", ["state", "Dim", "a]b", "two\nlines", " a"])
def test_a_property_whose_name_cannot_be_written_is_refused(key):
    puzzle = PUZZLE.replace(metadata=ns.Metadata(extra=((key, "x"),)))
    with pytest.raises(ns.UsageError, match="a property cannot be called"):
        ns.dumps(puzzle, "gno")


test_errors_say_what_was_expected = refusals(
    "gno",
    [
        ("", "expected two lines in [Dimensions]: rows, columns"),
        ("hello\n", "line 1: expected `[Dimensions]`, read 'hello'"),
        ("[Dimensions]\n5\n", "line 2: expected two lines in [Dimensions]"),
        ("[Dimensions]\n2\n99999\n", "line 3: 99999 is more than the 4096 cells accepted"),
        ("[Dimensions]\n2\n2\n", "2 rows are declared, but 0 row clues follow"),
        (TEXT.replace("1,2\n2\n", "1,2\n"), "line 11: 2 rows are declared, but 1 row clue follows"),
        (TEXT.replace("1,2\n", "1,x\n"), "line 11: expected a number of cells, read 'x'"),
        (TEXT.replace("2 2 1 1\n", ""), "line 19: 2 rows are declared, but the solution has 1"),
        (TEXT.replace("2 2 1 1", "2 2 1 3"), "line 20: expected 4 cells, 1 or 2, read '2 2 1 3'"),
        (TEXT + "[Row clues]\n", "line 21: `[Row clues]` comes twice"),
    ],
    whole=False,
    path="",
)
