"""Facts for answer set programming."""

from hypothesis import given
from hypothesis import strategies as st
from refusals import refusals
from strategies import statements

import nonosat as ns

PALETTE = [("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")]
TEXT = """% two rows
row_cnt(2). col_cnt(2).
row(0,0,red,1). row(0,1,blue,1).  % both
row(1,0,blue,2).
col(0,0,red,1). col(0,1,blue,1). col( 1 , 0 , blue , 2 ).
"""


def test_inks_without_a_look_are_those_of_their_names():
    puzzle = ns.loads(TEXT)
    assert [colour.rgb for colour in puzzle.palette] == ["ffffff", "0000ff", "ff0000"]
    assert puzzle.rows == ns.Puzzle([[(1, 2), (1, 1)], [(2, 1)]], []).rows


def test_the_facts_say_what_inks_look_like_and_in_which_order():
    puzzle = ns.loads(TEXT + 'ink(red,"aa0000").\nink(blue,"0000bb").\nbackground("ffffee").')
    assert [colour.rgb for colour in puzzle.palette] == ["ffffee", "aa0000", "0000bb"]
    assert puzzle.rows == ns.Puzzle([[(1, 1), (1, 2)], [(2, 2)]], []).rows


@given(st.integers(1, 3).flatmap(lambda inks: statements(inks=inks)))
def test_what_is_written_reads_back_equal(puzzle):
    puzzle = puzzle.replace(givens=())
    found = ns.loads(ns.dumps(puzzle, "asp"))
    assert (found.rows, found.columns) == (puzzle.rows, puzzle.columns)
    assert [colour.rgb for colour in found.palette] == [colour.rgb for colour in puzzle.palette]


def test_inks_that_have_no_word_get_one():
    palette = [PALETTE[0], ("Dark Red", "880000", "d"), ("ink1", "ff0000", "r"), ("ink1", "0000ff", "b")]
    text = ns.dumps(ns.Puzzle([[(1, 1), (1, 2), (1, 3)]], [[(1, 1)], [(1, 2)], [(1, 3)]], palette), "asp")
    assert [colour.rgb for colour in ns.loads(text).palette] == ["ffffff", "880000", "ff0000", "0000ff"]


test_what_cannot_be_read_is_named = refusals(
    "asp",
    [
        ("row_cnt(2).", "p: no fact `col_cnt(N).`"),
        (TEXT + "hello", "p:6: expected a fact such as `row(0,0,black,3).`, read 'hello'"),
        (TEXT + "stone(1).", "p:6: expected a fact such as `row(0,0,black,3).`, read 'stone'"),
        (TEXT + "row(2,0,red,1).", "p: there is no row 2 of 2, counted from 0"),
        (TEXT + "row(1,2,red,1).", "p: row 1 has no block 1"),
        (TEXT + "row(1,0,red,1).", "p:6: block 0 of row 1 comes twice"),
        (TEXT + "row(1,1,red,0).", "p:6: expected a length, read '0'"),
        (TEXT + "row(1,1,Red,1).", "p:6: expected an ink such as black, read 'Red'"),
        (TEXT + "row(x,1,red,1).", "p:6: expected a number of cells, read 'x'"),
        (TEXT + "row_cnt(9999999999).", "p:6: 9999999999 is more than the 4096 cells accepted"),
        (TEXT + 'ink(red,"reddish").', 'p:6: expected a colour such as "ff0000", read \'"reddish"\''),
    ],
)
