"""Grids in a text: every notation, precedence, and ambiguous ones that are not guessed."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import grids

import nonosat as ns
from nonosat.formats.pictures.finding import read
from nonosat.formats.pictures.letters import Colours, prompt_letters

PICTURE = ns.Grid(["##.", "#..", "###"])
PUZZLE = PICTURE.puzzle()
COLOURS = ns.Grid([[1, 0, 2], [2, 2, 0]]).puzzle(
    [("white", "ffffff", "."), ("red", "dd0000", "a"), ("dark blue", "0000aa", "b")]
)
ROWS, WORDS, LIST = "rows of characters", "cells between blanks, commas or bars", "a list"

WRITTEN = [
    ("##.\n#..\n###", ROWS),
    ("##.\r\n#..\r\n###\r\n", ROWS),
    ("1 1 0\n1 0 0\n1 1 1", ROWS),
    ("110\n100\n111", ROWS),
    ("X X _\nX _ _\nX X X", ROWS),
    ("xx-\nx--\nxxx", ROWS),
    ("⬛⬛⬜️\n⬛⬜⬜\n⬛⬛⬛", ROWS),
    ("🟦🟦⬜\n🟦⬜⬜\n🟦🟦🟦", ROWS),
    ("●●○\n●○○\n●●●", ROWS),
    ("■■X\n■XX\n■■■", ROWS),
    ("✓✓✗\n✓✗✗\n✓✓✓", ROWS),
    ("##.\n\n#..\n\n###", ROWS),
    ("> ##.\n> #..\n> ###", ROWS),
    ("`##.`\n`#..`\n`###`", ROWS),
    ("<answer>##.\n#..\n###</answer>", ROWS),
    ("Row 1: ##.\nRow 2: #..\nRow 3: ###", ROWS),
    ("Row 1 (2): ##.\nwhich fits\nRow 2 (1): #..\nRow 3 (3): ###", ROWS),
    ("1. # # .\n2. # . .\n3. # # #", ROWS),
    ("- **R1:** ##.\n- **R2:** #..\n- **R3:** ###", ROWS),
    ("##. (2)\n#.. (1)\n### -> 3", ROWS),
    ("##.\n#..\n###\n-----\nDone.", ROWS),
    ("1,1,0\n1,0,0\n1,1,1", WORDS),
    ("1;1;\n1;;\n1;1;1", WORDS),
    ("1\t1\t0\n1\t0\t0\n1\t1\t1", ROWS),
    ("filled filled empty\nfilled empty empty\nfilled filled filled", WORDS),
    ("black, black, white\nBlack, White, White\nblack, black, black", WORDS),
    ("| # | # | . |\n|---|---|---|\n| # | . | . |\n| # | # | # |", WORDS),
    ("|   | 1 | 2 | 3 |\n|---|---|---|---|\n| 1 | # | # |   |\n| 2 | # |  |  |\n| 3 | # | # | # |", WORDS),
    ("# | # | .\n# | . | .\n# | # | #", WORDS),
    ("[[1,1,0],[1,0,0],[1,1,1]]", LIST),
    ("[[1 1 0]\n [1 0 0]\n [1 1 1]]", LIST),
    ("[\n [\n  1,\n  1,\n  0\n ],\n [1, 0, 0], [1, 1, 1]\n]", LIST),
    ('["##.", "#..", "###"]', LIST),
    ("[['#','#','.'],['#','.','.'],['#','#','#']]", LIST),
    ('[["#","#",""],["#","",""],["#","#","#"]]', LIST),
    ("[(True, True, False), (True, False, False), (True, True, True)]", LIST),
    ('The answer is {"size": [3, 3], "grid": [[1, 1, 0], [1, 0, 0], [1, 1, 1]]}, I think.', LIST),
    ('{"1": [1, 1, 0], "2": [1, 0, 0], "3": [1, 1, 1]}', LIST),
    ("Row 1: [1, 1, 0]\nRow 2: [1, 0, 0]\nRow 3: [1, 1, 1]", LIST),
    ("##.\n#..\n###\nColumn 1: [1, 1, 1]\nColumn 2: [1, 0, 1]\nColumn 3: [0, 0, 1]", ROWS),
]


def read_from(text, puzzle=PUZZLE):
    return read(text, puzzle, lambda: None)


@pytest.mark.parametrize(("text", "style"), WRITTEN)
def test_every_way_to_write_a_grid(text, style):
    reading = read_from(text)
    assert (reading.grid(), reading.style) == (PICTURE, style)
    prose = read_from(f"I'd say it's 3 rows.\n\n{text}\n\nThat's \"it\" - [done].")
    assert prose.grid() == PICTURE


@pytest.mark.parametrize(
    "text",
    [
        "a.b\nbb.",
        "A . B\nB B .",
        "[[1,0,2],[2,2,0]]",
        "102\n220",
        "red,white,dark blue\ndark blue,dark blue,white",
        "red;;Dark Blue\ndark blue;dark blue;",
        "🟥⬜b\nbb⬜",
        "#dd0000 #ffffff #0000aa\n#0000AA #0000aa #ffffff",
        "rx.\na.b\nbb.",
    ],
)
def test_colours_by_letters_numbers_names_values_and_squares(text):
    assert read_from(text, COLOURS).grid() == ns.Grid([[1, 0, 2], [2, 2, 0]])


def test_the_last_complete_grid_counts_and_what_was_read_is_said():
    text = "Try:\n...\n...\n...\nBut then\n```\nXX_\nX__\nXXX\n```\nrows 2, 1 and 3.\n##\n##"
    reading = read_from(text)
    assert reading.grid() == PICTURE
    assert (reading.first_line, reading.last_line) == (7, 9)
    assert reading.meaning == (("X", 1), ("_", 0))
    assert read_from("[[1,1,0],\n[1,0,0],\n[1,1,\n1]]").last_line == 4


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot solve this.",
        "##.\n#..\n###\n###",
        "##.\n#..",
        "##.\n#..\n##",
        "##.\n#?.\n###",
        "XXO\nXOO\nXXX",
        "⬛⬛🟩\n⬛🟩🟩\n⬛⬛⬛",
        "112\n100\n111",
        "# #\n#. \n###",
        "OO.\nO..\nOOO",
    ],
)
def test_an_ambiguous_or_misshapen_grid_is_not_complete(text):
    reading = read_from(text)
    assert reading is None or not reading.fits(PUZZLE)


def test_the_largest_incomplete_grid_is_kept():
    assert [len(row) for row in read_from("##.\n#..\n##\n\n11\n00").rows] == [3, 3, 2]
    assert read_from("##.\n#?.\n?##").unknown == 2
    assert read_from("One\ntwo\nthree") is None


def test_rows_of_a_triddler_are_ragged():
    shape = ns.Puzzle([[1], [1]], [[1], [1]], diagonals=[[1], [1], [1]], corner=-1)
    lengths = shape.row_lengths
    rows = ["#" * lengths[0], "." * lengths[1]]
    for text in ("\n".join(rows), " " + "\n".join(" ".join(row) for row in rows), str(rows)):
        assert tuple(map(len, read_from(text, shape).rows)) == lengths
    assert len(set(lengths)) > 1


def test_letters_of_prompts_are_plain_and_mean_one_colour():
    palette = tuple(ns.Colour(letter, "123456", letter) for letter in "|1ab,")
    letters = prompt_letters(palette)
    assert letters[2:4] == ["a", "b"]
    assert not set(letters) & set("|1,")
    meaning = Colours(palette).meaning(letters)
    assert meaning == {letter: colour for colour, letter in enumerate(letters)}


@given(st.text(st.sampled_from("#.10X_ \n\r\t|-+[]{}(),;:\"'`\\/?r?⬛⬜\ud800"), max_size=60) | st.text())
def test_no_text_raises_an_error(text):
    read_from(text)
    read_from(text, COLOURS)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "part",
    [
        "[",
        "[1,",
        '"',
        "'",
        '\\"',
        '["',
        '["\\',
        " ",
        "> ",
        "1 ",
        "#",
        "##.\n",
        "| ",
        "`",
        "row ",
        "(1,1)",
        "(1,1) ",
        "( ",
        "1. 1\n",
        "1. 1-9\n",
    ],
)
def test_time_is_in_proportion_to_the_length(part):
    ticks = []
    for size in (20_000, 40_000):
        count = iter(range(10**9))
        read(part * size, PUZZLE, lambda count=count: next(count))
        ticks.append(next(count))
    assert ticks[1] < 3 * ticks[0] + 1000


def listed_cells(grid, first, *, by_row):
    """The filled cells of a grid in words, with rows and columns from `first`."""
    rows = [[at + first for at, cell in enumerate(row) if cell] for row in grid]
    if by_row:
        return "\n".join(
            f"Row {at}: {', '.join(map(str, row)) or 'none'}" for at, row in enumerate(rows, first)
        )
    return ", ".join(f"({at},{column})" for at, row in enumerate(rows, first) for column in row)


@given(grids(inks=1), st.sampled_from([0, 1]), st.booleans())
def test_filled_cells_are_an_answer(grid, first, by_row):
    assume(grid[0][0] and sum(map(sum, grid)) > 1 and len(grid[0]) > 2)
    puzzle = grid.puzzle()
    text = listed_cells(grid, first, by_row=by_row)
    reading = read_from(f"My answer:\n\n{text}\n\nThat is it.", puzzle)
    clues = [[block.length for block in clue] for clue in puzzle.rows]
    if by_row and first == 1 and [[at + 1 for at, cell in enumerate(row) if cell] for row in grid] == clues:
        return  # they could be the clues
    assert reading.fits(puzzle)
    if reading.style == "a list of the filled cells":
        assert reading.grid() == grid
        assert reading.first_line == 3
    else:  # columns of one row each are a picture of that width
        assert by_row


@pytest.mark.parametrize(
    "text",
    [
        "Row 1: 1-2\nRow 2: columns 1\nRow 3: 1-3",
        "1. 1 2\n2. 1\n3. [1, 2, 3]",
        "[[1, 1], [1, 2], [2, 1], [3, 1], [3, 2], [3, 3]]",
        "(1,1) and (1,2); (2,1)\n(3,1) (3,2) (3,3)",
        "(r1,c1), (r1,c2), (r2,c1), (r3,c1), (r3,c2), (r3,c3), because (1,3), (2,3) must be empty",
    ],
)
def test_ways_to_list_filled_cells(text):
    reading = read_from(text)
    assert (reading.grid(), reading.style) == (PICTURE, "a list of the filled cells")


@pytest.mark.parametrize(
    "text",
    [
        "Row 1: 2\nRow 2: 1\nRow 3: 3",  # its clues
        "Row 1: 1, 2\nRow 2: 1",
        "Row 1: 2 1\nRow 2: 1\nRow 3: 1",
        "(1,1), (1,4)",
        "I filled (1,1) first.",
    ],
)
def test_other_numbers_are_no_list_of_filled_cells(text):
    reading = read_from(text)
    assert reading is None or not reading.fits(PUZZLE)


def test_places_are_no_grid_of_two_rows_or_columns():
    for puzzle in (PUZZLE, COLOURS):
        for text in ("(1,1)", "(1,1), (1,0)", "[1,1]"):
            reading = read_from(text, puzzle)
            assert reading is None or reading.style == "a list of the filled cells"
    two = ns.Grid(["##", ".#"]).puzzle()
    assert read_from("[[1,1],[0,1]]", two).grid() == ns.Grid(["##", ".#"])


def test_a_grid_counts_more_than_lists_of_places():
    for text in ("##.\n#..\n###", "[[1,1,0],[1,0,0],[1,1,1]]"):
        assert read_from(f"(1,1), (2,2), (3,3)\n{text}\nRow 1: 1\nRow 2: 2\nRow 3: 3").grid() == PICTURE
