"""Drawing a puzzle with its clues around the grid."""

import nonosat as ns
from nonosat.render.text import ASCII, UNICODE, draw


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
