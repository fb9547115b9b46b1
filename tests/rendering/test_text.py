"""Drawing a puzzle with its clues around the grid."""

import nonosat as ns
from nonosat.rendering.text import ASCII, UNICODE, draw, draw_coloured


def test_clues_stand_left_and_above_with_a_rule_every_five_cells():
    grid = ns.Grid(["######", "#....#", "......", "......", "......", ".#.#.#"])
    assert draw(grid.puzzle(), grid, charset=ASCII) == (
        "          1   1    2\n"
        "        2 1 1 1 1  1\n"
        "      +----------+--+\n"
        "    6 |##########|##|\n"
        "  1 1 |##        |##|\n"
        "    0 |          |  |\n"
        "    0 |          |  |\n"
        "    0 |          |  |\n"
        "      +----------+--+\n"
        "1 1 1 |  ##  ##  |##|\n"
        "      +----------+--+"
    )  # fmt: skip


def test_two_digit_numbers_widen_every_cell():
    grid = ns.Grid(["#"] * 12)
    drawn = draw(grid.puzzle(), grid, charset=UNICODE).splitlines()
    assert drawn[0] == "    12"
    assert drawn[2] == "1 │███│"


def test_givens_are_drawn_and_open_cells_marked():
    puzzle = ns.Puzzle(rows=[[1]], columns=[[1], [], []], givens=[(0, 0, 1), (0, 1, 0)])
    assert draw(puzzle).splitlines()[2] == "1 │██  ··│"


RED = (*ns.Puzzle([[1]], [[1]]).palette, ns.Colour("red", "d62828", "r"))


def test_inks_show_as_letters_where_there_are_no_colours():
    grid = ns.Grid([[1, 2]])
    assert draw(grid.puzzle(RED), grid, charset=ASCII).splitlines()[-2] == "1# 1r |###rrr|"


def test_clues_and_cells_have_the_colours_of_the_palette():
    grid = ns.Grid([[1, 2]])
    text = draw_coloured(grid.puzzle(RED), grid)
    assert [text.plain[span.start : span.end] for span in text.spans if span.style == "#d62828"] == [
        "1r",
        "1r",
        "███",
    ]


def test_a_missing_clue_shows_as_a_star_and_a_blotted_block_as_a_question_mark():
    drawn = draw(ns.Puzzle([["?", 2]], [None] * 5), charset=ASCII).splitlines()
    assert drawn[0].split() == ["*"] * 5
    assert drawn[2].startswith("? 2 |")


def test_a_triddler_is_drawn_as_triangles_with_its_clues():
    grid = ns.Grid(["#..", "##."], ragged=True)
    assert draw(grid.triddler(2, 2, -1), grid).splitlines() == [
        "1  ▲▽△",
        "2  ▼▲▽",
        "the / strips from the left, each from its top:",
        "   1: 2",
        "   2: 1",
        "the \\ strips from the left, each from its top:",
        "   1: 3",
        "   2: 0",
    ]
