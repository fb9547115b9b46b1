"""Game ids of Pattern."""

from refusals import refusals

import nonosat as ns


def test_columns_come_before_rows():
    puzzle = ns.loads("3x2:2//1/1/1.1\n", path="a.sgt")
    assert puzzle == ns.Puzzle(rows=[[1], [1, 1]], columns=[[2], [], [1]])
    assert puzzle.origin.rows == (1, 1)
    assert ns.dumps(puzzle, "pattern") == "3x2:2//1/1/1.1\n"


def test_one_number_is_the_side_of_a_square():
    assert ns.loads("2:2/1/1/2") == ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])


def test_letters_after_a_comma_are_givens():
    puzzle = ns.loads("3x2:2//1/1/1.1,Abd")
    assert puzzle.givens == ((0, 0, 1), (0, 2, 0))
    assert ns.dumps(puzzle, "pattern") == "3x2:2//1/1/1.1,Abd\n"


def test_a_z_passes_over_25_cells_and_tells_none():
    clues = "/".join(["1"] + [""] * 29 + ["1"])
    puzzle = ns.loads(f"30x1:{clues},zE")
    assert puzzle.givens == ((0, 29, 1),)


def test_givens_far_apart_come_back():
    empty = ns.Puzzle(rows=[[]], columns=[[]] * 60)
    for columns in ([0], [24], [25], [26], [51], [59], [0, 26, 52], [8, 58]):
        puzzle = empty.replace(givens=[(0, column, column % 2) for column in columns])
        assert ns.loads(ns.dumps(puzzle, "pattern")) == puzzle


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "pattern",
    [
        ("", "p:1: expected a game id such as `3x2:2//1/1/1.1`, got ''"),
        ("10x10#12345", "p:1: expected a game id such as `3x2:2//1/1/1.1`, got '10x10#12345'"),
        ("9999x1:1", "p:1: 9999 is more than the 4096 cells accepted"),
        ("1x1:1", "p:1: 1x1 has 2 clues, 1 follows"),
        ("1x1:1/1/1", "p:1: 1x1 has 2 clues, 3 follow"),
        ("\n1x1:1/a", "p:2: expected a number of cells, got 'a'"),
        ("1x1:1/1,", "p:1: the givens end after 0 of 1 cell"),
        ("1x1:1/1,AA", "p:1: there are givens beyond the 1 cell"),
        ("1x1:1/1,1", "p:1: a given must be a letter, got '1'"),
    ],
)
