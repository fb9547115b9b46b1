"""Generated puzzles: n-Dom against its rule and the corpus, pictures by formula against plain readings."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from nonosat import Grid, Limit, Puzzle, UsageError, check, dumps, load, solutions
from nonosat.apps.generation import RABBIT, checkerboard, julia, n_dom, negative, poster, rings, word
from nonosat.apps.generation.lettering import GLYPH_HEIGHT, GLYPH_WIDTH, GLYPHS

PUZZLES = Path(__file__).parents[3] / "puzzles"
CORPUS = Path(__file__).parents[4] / "shared" / "corpus"

PICTURES: dict[str, Callable[[int], Grid]] = {
    "julia": julia,
    "rabbit": lambda side: julia(side, RABBIT),
    "rings": rings,
    "poster": lambda side: poster("NONO\nGRAM\nSAT", side),
    "checkerboard": lambda side: checkerboard(side, side),
}


@pytest.mark.parametrize("n", range(1, 15))
def test_n_dom_has_the_clues_of_its_rule(n: int) -> None:
    rows, columns = [], []
    for line in range(2 * n + 1):
        if line == 0:
            row, column = [3], [1]
        elif line == 2 * n:
            row, column = [1], [3]
        elif line % 2 == 1:
            row, column = [1], [1]
        else:
            row, column = [3, 1], [1, 3]
        rows.append(row)
        columns.append(column)
    assert n_dom(n).statement == Puzzle(rows, columns)


def test_n_dom_equals_the_corpus() -> None:
    paths = sorted(CORPUS.glob("minizinc/dom_*.non"))
    if not paths:
        pytest.skip("the corpus is not here")
    for path in paths:
        assert n_dom(int(path.stem.removeprefix("dom_"))).statement == load(path).statement


@pytest.mark.parametrize("n", range(1, 9))
def test_staircase_is_the_only_solution_of_n_dom(n: int) -> None:
    assert list(solutions(n_dom(n))) == [n_dom(n).goal]


def test_n_dom_is_line_solvable_up_to_2() -> None:
    assert [check(n_dom(n)).line_solvable for n in range(1, 6)] == [True, True, False, False, False]


def test_there_is_no_n_dom_below_1() -> None:
    with pytest.raises(UsageError, match="begins at n = 1"):
        n_dom(0)


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("side", [25, 64, 100])
def test_picture_is_deterministic_and_of_the_size_asked_for(name: str, side: int) -> None:
    grid = PICTURES[name](side)
    assert grid == PICTURES[name](side)
    assert (grid.height, grid.width) == (side, side)
    assert {cell for row in grid for cell in row} == {0, 1}


def test_julia_set_looks_the_same_upside_down_and_mirrored() -> None:
    for side in (30, 31):
        grid = julia(side, RABBIT)
        assert grid.rows == tuple(row[::-1] for row in reversed(grid.rows))


def test_julia_set_of_the_square_is_the_unit_disc() -> None:
    grid = julia(33, c=(0.0, 0.0), steps=60)
    for row in range(33):
        for column in range(33):
            inside = abs(complex(column - 16, row - 16)) * 3.2 / 33 <= 1
            assert grid[row, column] == inside


def test_rings_have_their_width_along_the_middle_row() -> None:
    assert [block.length for block in rings(25, 3).clues()[0][12]] == [1, 3, 5, 3, 1]


def test_rings_are_symmetric() -> None:
    grid = rings(30)
    assert grid == grid.mirrored() == grid.transposed()


@pytest.mark.parametrize(("height", "width", "number"), [(6, 8, 2), (5, 6, 1), (7, 7, 1)])
def test_plain_checkerboard_has_two_solutions_only_if_both_sides_are_even(
    height: int, width: int, number: int
) -> None:
    assert len(list(solutions(checkerboard(height, width).puzzle()))) == number


def test_negative_of_the_negative_is_the_picture() -> None:
    grid = rings(17, 2)
    assert negative(negative(grid)) == grid != negative(grid)


def test_every_glyph_has_five_by_seven_cells_and_none_looks_like_another() -> None:
    assert all(len(rows) == GLYPH_HEIGHT for rows in GLYPHS.values())
    assert {len(row) for rows in GLYPHS.values() for row in rows} == {GLYPH_WIDTH}
    assert len(set(GLYPHS.values())) == len(GLYPHS) == 40


def test_poster_is_its_word_enlarged() -> None:
    small, large = word("SAT"), poster("SAT", 40)
    cut = Grid(row[3:37:2] for row in large.rows[13:27:2])
    assert cut == small
    assert sum(map(sum, large)) == 4 * sum(map(sum, small))


def test_a_text_that_does_not_fit_or_has_a_foreign_letter_is_refused() -> None:
    with pytest.raises(UsageError, match="needs 17 cells a side, the side has 16"):
        poster("SAT", 16)
    with pytest.raises(UsageError, match="no letter"):
        poster("naïve", 100)


@pytest.mark.parametrize("side", [100, 400])
def test_white_text_on_black_is_solved_by_lines(side: int) -> None:
    puzzle = negative(poster("NONO\nGRAM\nSAT", side)).puzzle()
    assert check(puzzle, limit=Limit(conflicts=0)).line_solvable


def test_make_reproduces_the_stored_files() -> None:
    made = dict(runpy.run_path(str(PUZZLES / "make.py"))["stored"]())
    assert len(made) == 18
    for name, puzzle in made.items():
        assert dumps(puzzle, "non") == (PUZZLES / name).read_text()


def test_make_offers_large_puzzles_with_their_goals() -> None:
    large = runpy.run_path(str(PUZZLES / "make.py"))["large"]()
    for name, puzzle in islice(large, 4):
        assert (puzzle.height, puzzle.width) == (100, 100)
        assert name.endswith("-0100.non")
        assert puzzle.goal.satisfies(puzzle)
