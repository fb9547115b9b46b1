"""Addresses on puzz.link."""

import pytest
from refusals import refusals

import nonosat as ns

PUZZLE = ns.Puzzle(rows=[[1, 2], [], [17]], columns=[[2, 1], [], [300, "?"], [4096, 1]])
"""Two boxes above each of 4 columns and two beside each of 3 rows; the clues need not fit."""

TEXT = "https://puzz.link/p?nonogram/4/3/12h.+12c1=00021h-11g\n"


def test_the_numbers_of_a_clue_come_last_first():
    assert ns.loads(TEXT) == PUZZLE
    assert ns.dumps(PUZZLE, "puzzlink") == TEXT


@pytest.mark.parametrize(
    "text",
    [
        "[InternetShortcut]\nURL=https://puzz.link/p?nonogram/2/2/2112\n",
        "http://pzv.jp/p.html?nonogram_edit/2/2/2112/",
        "  https://puzz.link/p?nonogram/2/2/2112  \n",
    ],
)
def test_other_sites_and_text_around_the_address_do_not_matter(text):
    puzzle = ns.loads(text, path="a.url")
    assert puzzle == ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    line = 1 + text[: text.index("http")].count("\n")
    assert puzzle.origin.rows == puzzle.origin.columns == (line, line)


def test_runs_of_empty_boxes_are_cut_at_20():
    text = ns.dumps(ns.Puzzle(rows=[[]] * 41, columns=[[]]), "puzzlink")
    assert text.endswith("/1/41/zzzg1\n".replace("g1", "h"))  # 21 boxes above and 41 beside


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "puzzlink",
    [
        ("", "p:1: expected an address with `?nonogram/W/H/`, got ''"),
        ("p?sudoku/9/9/1", "p:1: expected an address with `?nonogram/W/H/`, got 'p?sudoku/9/9/1'"),
        ("p?nonogram/9999/9/1", "p:1: 9999 is more than the 4096 cells accepted"),
        ("p?nonogram/2/2/211", "p:1: a puzzle of 2x2 has 4 boxes for numbers, 3 follow"),
        ("\np?nonogram/2/2/211z", "p:2: a puzzle of 2x2 has 4 boxes for numbers, 23 follow"),
        ("p?nonogram/2/2/21!2", "p:1: expected a number or a letter from g to z, got '!2'"),
        ("p?nonogram/2/2/21-1", "p:1: expected a number or a letter from g to z, got '-1'"),
        ("p?nonogram/2/2/21=fff1", "p:1: 8191 is more than the 4096 cells accepted"),
    ],
)


def test_a_clue_that_has_no_room_beside_the_picture_is_not_written():
    with pytest.raises(ns.UsageError, match="a line has room for 1 number, not for 2"):
        ns.dumps(ns.Puzzle(rows=[[1, 1]], columns=[[1], []]), "puzzlink")
