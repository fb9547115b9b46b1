"""Griddlers Solver's files: the picture, and clues that run backwards."""

from hypothesis import given
from refusals import refusals
from strategies import puzzles

import nonosat as ns

PICTURE = ns.Grid(["#.##", "##.."])
PUZZLE = PICTURE.puzzle(goal=PICTURE)
TEXT = """\
MK Version 3.0

4 2

 # . # #
 # # . .

 2
 1
 1
 1

 2 1
 2
"""


def test_a_puzzle_is_written_and_read():
    assert ns.dumps(PUZZLE, "sgriddler") == TEXT
    assert ns.loads(TEXT) == PUZZLE
    origin = ns.loads(TEXT, path="a.sgriddler").origin
    assert (origin.rows, origin.columns) == ((13, 14), (8, 9, 10, 11))


@given(puzzles(givens=False))
def test_what_was_written_reads_back_equal(puzzle):
    expected = puzzle.statement.replace(goal=puzzle.goal)
    assert ns.loads(ns.dumps(puzzle, "sgriddler"), "sgriddler") == expected


def test_the_picture_tells_that_clues_are_not_reversed():
    assert ns.loads(TEXT.replace(" 2 1\n", " 1 2\n")) == PUZZLE


def test_without_a_complete_picture_clues_are_taken_as_the_program_writes_them():
    for first_row in (" # ? # #", " #", "", " o , o o"):
        assert ns.loads(TEXT.replace(" # . # #", first_row)) == PUZZLE.statement


def test_a_wrong_picture_is_no_goal():
    assert ns.loads(TEXT.replace(" # # . .", " . . . .")) == PUZZLE.statement


def test_a_minus_marks_a_block_that_was_found():
    assert ns.loads(TEXT.replace(" 2 1\n", " 2 -1\n")) == PUZZLE


def test_a_picture_alone_gives_the_clues():
    assert ns.loads(TEXT[: TEXT.index("\n\n 2\n")]) == PUZZLE


def test_dos_line_ends_no_picture_and_empty_clues():
    text = "MK Version 3.0\n\n2 2\n\n\n\n\n\n 1\n\n\n 1\n".replace("\n", "\r\n")
    assert ns.loads(text) == ns.Puzzle(rows=[[], [1]], columns=[[], [1]])


test_errors_say_what_was_expected = refusals(
    "sgriddler",
    [
        ("", "line 1: expected `MK Version 3.0`, read ''"),
        ("MK Version 3.0\n", "line 3: expected `width height`, read the end of the file"),
        (TEXT.replace("4 2", "4"), "line 3: expected `width height`, read '4'"),
        (TEXT.replace("4 2", "4 2 5"), "line 3: only black-and-white is read, this has '5' colours"),
        (TEXT.replace("4 2", "4 9999"), "line 3: 9999 is more than the 4096 cells accepted"),
        (TEXT.replace(" # . # #", " # . # # #"), "line 5: 5 cells in a row, the width is 4"),
        (TEXT.replace(" # # . .\n\n", " # # . .\n"), "line 7: expected an empty line, read '2'"),
        (TEXT.replace(" 2 1\n", " 2 x\n"), "line 13: expected a number of cells, read 'x'"),
        ("MK Version 3.0\n\n4 2\n", "there are neither clues nor a complete picture"),
    ],
    whole=False,
    path="",
)
