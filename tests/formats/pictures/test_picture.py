"""Pictures as text."""

import pytest
from hypothesis import given
from refusals import refusals
from strategies import grids, palettes

import nonosat as ns

PICTURES = {
    "as it is written": "#.\n##\n",
    "digits": "10\n11\n",
    "crosses": "X_\nXX",
    "small crosses": "x.\nxx",
    "indented": "\n  #.\n  ##\n\n",
    "blanks between": "1 0\n1 1\n",
    "tabs between": "#\t.\n#\t#\n",
    "blanks are empty": "█ \n██\n",
    "blanks at the end are missing": "#\n##\n",
    "stars": "*-\n**\n",
    "noughts": "O.\nOO\n",
    "squares": "■□\n■■\n",
    "emoji": "⬛⬜\n⬛⬛\n",
    "emoji drawn in colour": "⬛\ufe0f⬜\ufe0f\n⬛\ufe0f⬛\ufe0f\n",
    "any letter": "q.\nqq\n",
    "DOS": "#.\r\n##\r\n",
    "commas": "#,.\n#,#\n",
    "an empty field": "x,\nx,x\n",
    "an empty field between tabs": "#\t\n#\t#\n",
    "quotes": '"#";"."\n"#";"#"\n',
    "a table": "| # |   |\n| # | # |\n",
    "numbered rows": "1. #.\n2. ##\n",
    "rows with their names": "Row 0: # .\nRow 1: # #\n",
}


@pytest.mark.parametrize("text", PICTURES.values(), ids=PICTURES)
def test_a_picture_becomes_its_puzzle(text):
    expected = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]], goal=ns.Grid(["#.", "##"]))
    assert ns.loads(text, "picture") == expected
    assert ns.loads(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "1. 10\n2. 11\n",
        "1. #.\n3. ##\n",
        "#,.\n#\n",
        "1,0,1\n2,0,1\n",
        "| # |\n",
        "a,b\nyes,no\n",
        "1. buy milk\n2. call mum\n",
    ],
)
def test_numbers_and_lists_are_no_pictures(text):
    with pytest.raises(ns.InputError):
        ns.loads(text)


def test_a_blank_line_among_rows_of_ink_is_an_empty_row():
    assert ns.loads("##\n\n##\n", "picture").goal == ns.Grid(["##", "..", "##"])
    assert ns.loads("#.\n\n.#\n", "picture").goal == ns.Grid(["#.", ".#"])
    assert ns.loads("#\n #\n", "picture").goal == ns.Grid(["#.", ".#"])


def test_colours_go_by_their_letters_and_squares():
    puzzle = ns.loads("r.b\n..g\n")
    assert [colour.name for colour in puzzle.palette] == ["white", "red", "blue", "green"]
    assert puzzle.goal == ns.Grid([[1, 0, 2], [0, 0, 3]])
    assert puzzle.goal.text(puzzle.palette) == "r.b\n..g"
    assert ns.loads("🟥⬜🟦\n⬜⬜🟩\n").goal == puzzle.goal
    assert ns.loads("🟥⬜\n⬜🟥\n").palette[1].name == "red"


def test_lines_below_the_picture_say_which_colour_is_which():
    puzzle = ns.loads("aab\n.a?\n\n? #ffffee\na tomato\n. white\nb #112233 deep night\n")
    assert puzzle.palette == (
        ns.Colour("#ffffee", "ffffee", "c"),  # ? is no letter of a colour
        ns.Colour("tomato", "ff6347", "a"),
        ns.Colour("white", "ffffff", "."),
        ns.Colour("deep night", "112233", "b"),
    )
    assert puzzle.goal == ns.Grid([[1, 1, 3], [2, 1, 0]])


@pytest.mark.parametrize("ink", "XO")
def test_which_of_two_is_ink_is_asked_for_and_not_guessed(ink):
    text = "XO\nOO\n"
    with pytest.raises(ns.InputError, match=r"^p: it is not clear which character is ink, got 'X' and 'O'"):
        ns.loads(text, path="p")
    filled = [[letter == ink for letter in row] for row in text.split()]
    (empty,) = {*"XO"} - {ink}
    assert ns.loads(f"{text}\n{empty} white\n{ink} black\n").goal == ns.Grid(filled)


@pytest.mark.parametrize("text", ["ab\nba", "■X\nX■", "._\n_.", "0.\n.0", "rb\nbr", "🟥🟦\n🟦🟥", "bw\nwb"])
def test_other_pairs_that_are_not_plain(text):
    with pytest.raises(ns.InputError, match="it is not clear which character is ink"):
        ns.loads(text)


@given(grids(max_side=6, inks=2), palettes(2))
def test_what_is_written_reads_back_equal(grid, palette):
    puzzle = grid.puzzle(palette, goal=grid)
    assert ns.loads(ns.dumps(puzzle, "picture"), "picture") == puzzle


@given(grids(max_side=6, inks=1))
def test_black_and_white_reads_back_equal(grid):
    puzzle = grid.puzzle(goal=grid)
    assert ns.loads(ns.dumps(puzzle, "picture"), "picture") == puzzle


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "picture",
    [
        ("\n\n", "p: the file has no picture in it"),
        ("#.\n#\n", "p:2: 1 cell, the first row has 2"),
        ("#.\n#a\n", "p:2: which colour is 'a'? no colour has that letter: say so below"),
        ("#.\n#X\n", "p:2: which colour is 'X'? it is black like '#': say so below"),
        ("rg\nbr\n", "p:1: which colour is 'r'? none of them is empty: say so below"),
        (".a\n\n. white\n", "p: 2 to 256 colours must be named below the picture, got 1"),
        (".a\n\n. white\na red\na blue\n", "p: a character has two colours below the picture"),
        (".a\n\n. white\nb red\n", "p:1: the lines below the picture do not say which colour 'a' is"),
        ("#" * 5000, "p: 5000x1 cells is more than the 4096 a side that are accepted"),
    ],
    whole=False,
)


def test_a_puzzle_without_a_goal_cannot_be_drawn():
    with pytest.raises(ns.UsageError, match="no goal to draw"):
        ns.dumps(ns.Puzzle(rows=[[1]], columns=[[1]]), "picture")
