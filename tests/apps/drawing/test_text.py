"""Drawing a puzzle with its clues around the grid."""

import re

from hypothesis import example, given
from hypothesis import strategies as st
from strategies import every_feature

import nonosat as ns
from nonosat.apps.drawing import svg
from nonosat.apps.drawing import text as terminal
from nonosat.apps.drawing.drawing import Cell, State, drawing_of
from nonosat.apps.drawing.text import ASCII


def draw(puzzle, cells=None, **options):
    return terminal.draw(drawing_of(puzzle, cells), **options)


def draw_coloured(puzzle, cells=None):
    return terminal.draw_coloured(drawing_of(puzzle, cells))


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


def test_a_column_is_as_wide_as_its_widest_number():
    grid = ns.Grid(["##"] * 12)
    assert draw(grid.puzzle(), grid).splitlines()[:3] == ["    12 12", "  ┌──────┐", "2 │██████│"]
    assert str(grid.puzzle()).splitlines()[0] == "    12 12"


def test_two_digit_numbers_are_stacked_if_they_do_not_fit_beside_each_other():
    rows = ["#", *"#" * 11, ".", "#", ".", "#"]
    grid = ns.Grid([f"{first}{second}" for first, second in zip(rows, "#.#" + "#" * 13, strict=True)])
    assert draw(grid.puzzle(), grid, columns=8).splitlines()[:8] == [
        "    1",
        "    2",
        "",
        "    1 1",
        "",
        "      1",
        "    1 4",
        "  ┌────┐",
    ]


def test_numbers_with_letters_have_a_column_of_their_own_and_long_ones_end_in_their_letter():
    grid = ns.Grid([[1, 2]] * 12 + [[2, 1]])
    assert draw(grid.puzzle(RED), grid, charset=ASCII).splitlines()[:6] == [
        "        12 12",
        "         #  r",
        "        1r 1#",
        "      +------+",
        "1# 1r |###rrr|",
        "1# 1r |###rrr|",
    ]


def test_one_and_one_star_are_not_eleven_stars():
    star = (*ns.Puzzle([[1]], [[1]]).palette, ns.Colour("star", "d62828", "*"))
    eleven = ns.Grid([[1, 2]] * 11)
    both = ns.Grid([[1, 1], *[[2, 2]] * 1])
    assert draw(eleven.puzzle(star), charset=ASCII).splitlines()[:2] == ["        11 11", "         #  *"]
    assert draw(both.puzzle(star), charset=ASCII).splitlines()[:2] == ["     1# 1#", "     1* 1*"]


def test_in_narrow_cells_digits_and_letters_are_stacked_and_columns_stay_apart():
    grid = ns.Grid([[1, 2]] * 12)
    assert draw(grid.puzzle(RED), columns=12).splitlines()[:4] == [
        "        1 1",
        "        2 2",
        "        # r",
        "      ┌────┐",
    ]


def test_cells_are_narrow_if_the_drawing_would_not_fit_otherwise():
    grid = ns.Grid(["#" * 12])
    drawn = draw(grid.puzzle(), grid, columns=32)
    assert max(map(len, drawn.splitlines())) == 31
    assert drawn == draw(grid.puzzle(), grid)
    narrow = draw(grid.puzzle(), grid, charset=ASCII, columns=30)
    assert narrow.splitlines() == [
        "    11111 11111 11",
        "   +-----+-----+--+",
        "12 |#####|#####|##|",
        "   +-----+-----+--+",
    ]
    assert narrow == draw(grid.puzzle(), grid, charset=ASCII, columns=1)


def test_two_digits_in_narrow_cells():
    grid = ns.Grid(["#"] * 10 + ["."] + ["#"])
    assert draw(grid.puzzle(), grid, columns=1).splitlines()[:5] == ["   1", "   0", "", "   1", "  ┌─┐"]


def test_in_narrow_cells_letters_stand_below_and_part_the_numbers_of_a_row():
    grid = ns.Grid([[1, 2]])
    drawn = draw(grid.puzzle(RED), grid, charset=ASCII, columns=1)
    assert drawn.splitlines() == ["      11", "      #r", "     +--+", "1#1r |#r|", "     +--+"]


@given(every_feature(2, triddlers=True, missing=True), st.booleans())
def test_all_lines_of_the_grid_are_equally_wide(puzzle, narrow):
    drawn = draw(puzzle, columns=1 if narrow else None).splitlines()
    if not puzzle.is_triddler:
        frame = [line for line in drawn if line.endswith(("│", "┐", "┤", "┘"))]
        assert len({len(line) for line in frame}) == 1
        assert len(frame) == puzzle.height + 1 + -(-puzzle.height // 5)
        assert max(map(len, drawn)) == len(frame[0])


def test_givens_are_drawn_and_open_cells_marked():
    puzzle = ns.Puzzle(rows=[[1]], columns=[[1], [], []], givens=[(0, 0, 1), (0, 1, 0)])
    assert draw(puzzle).splitlines()[2] == "1 │██  ··│"


RED = (*ns.Puzzle([[1]], [[1]]).palette, ns.Colour("red", "d62828", "r"))


def test_inks_are_letters_without_colours():
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
        "1  ▲ ▽ △",
        "2  ▼ ▲ ▽",
        "columns run along /, diagonals along \\; both are read from the top:",
        "column 1: 2",
        "column 2: 1",
        "diagonal 1: 3",
        "diagonal 2: 0",
    ]


def test_black_or_white_alone_is_in_the_colour_of_the_terminal():
    grid = ns.Grid([[1, 2]])
    assert not any("000000" in str(span.style) for span in draw_coloured(grid.puzzle(RED), grid).spans)
    white = (*RED[:2], ns.Colour("white", "ffffff", "w"))
    styles = {str(span.style) for span in draw_coloured(grid.puzzle(white), grid).spans}
    assert {"#000000", "#ffffff"} <= styles


def test_signs_stand_in_their_cells_in_a_style_of_their_own():
    puzzle = ns.Puzzle(rows=[[1, 1]], columns=[[1], [], [1]])
    cells = [[Cell(1, State.ADDED), Cell(0, State.REMOVED), Cell(None, State.PLAIN, "A", 0)]]
    assert draw(puzzle, cells, charset=ASCII).splitlines()[-2] == "1 1 |++--AA|"
    styles = {str(span.style) for span in draw_coloured(puzzle, cells).spans}
    assert styles >= {"bold green", "bold red"}


HOLES = st.lists(st.text("# ", min_size=4, max_size=4), min_size=1, max_size=4).filter(
    lambda rows: "#" in "".join(rows)
)


@given(HOLES)
@example(["#  #", " #  "])
def test_cells_beside_holes_have_the_columns_of_the_svg(cells):
    rows = [row for row in cells if "#" in row]
    columns = [column for column in zip(*cells, strict=True) if "#" in column]
    puzzle = ns.Puzzle.with_holes(cells, [None] * len(rows), [None] * len(columns))
    grid = ns.Grid((bytes([1] * row.count("#")) for row in rows), ragged=True)
    drawing = drawing_of(puzzle, grid)
    (ink,) = re.findall(r'class="ink1"[^>]* d="([^"]*)"', svg.write(drawing, cell=10).decode())
    corners = [tuple(map(float, corner)) for corner in re.findall(r"M([\d.]+) ([\d.]+)", ink)]
    left = min(x for x, _ in corners)
    drawn = {y: sorted((x - left) / 10 for x, other in corners if other == y) for _, y in corners}
    lines = [line for line in terminal.draw(drawing, charset=ASCII).splitlines() if "#" in line]
    places = [[at for at, sign in enumerate(line) if sign == "#"] for line in lines]
    first = min(map(min, places))
    assert [[(at - first) / 2 for at in row] for row in places] == [drawn[y] for y in sorted(drawn)]


def test_rows_that_run_downwards_are_written_cell_after_cell():
    corners = {name: [(0, y), (1, y), (1, y + 1), (0, y + 1)] for y, name in enumerate("ab")}
    lines = {"down": [["a", "b"]], "across": [["a"], ["b"]]}
    puzzle = ns.Puzzle.of_lines(lines, {"down": [[1]], "across": [[1], []]}, outlines=corners)
    assert str(puzzle).splitlines() == ["1  . .", "across 1: 1", "across 2: 0"]
