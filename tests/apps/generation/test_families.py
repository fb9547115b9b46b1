"""Families: n-Dom against its rule and the corpus, pictures by formula against plain readings."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from nonosat import Grid, Puzzle, UsageError, check, dumps, load, solutions
from nonosat.apps.generation import checkerboard, julia, n_dom, rings
from nonosat.apps.generation.lettering import GLYPH_HEIGHT, GLYPH_WIDTH, GLYPHS

PUZZLES = Path(__file__).parents[3] / "puzzles"
CORPUS = Path(__file__).parents[4] / "shared" / "corpus"

PICTURES: dict[str, Callable[[int], Grid]] = {
    "julia": julia,
    "rings": rings,
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


def test_n_dom_below_1_is_refused() -> None:
    with pytest.raises(UsageError, match="begins at n = 1"):
        n_dom(0)


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("side", [25, 64, 100])
def test_picture_is_deterministic_and_of_the_size_asked_for(name: str, side: int) -> None:
    grid = PICTURES[name](side)
    assert grid == PICTURES[name](side)
    assert (grid.height, grid.width) == (side, side)
    assert {cell for row in grid for cell in row} == {0, 1}


def test_julia_set_has_its_symmetries() -> None:
    for side in (30, 31):
        grid = julia(side, (-0.122561, 0.744862))
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


def test_every_glyph_has_five_by_seven_cells_and_none_looks_like_another() -> None:
    assert all(len(rows) == GLYPH_HEIGHT for rows in GLYPHS.values())
    assert {len(row) for rows in GLYPHS.values() for row in rows} == {GLYPH_WIDTH}
    assert len(set(GLYPHS.values())) == len(GLYPHS) == 36


def test_make_reproduces_the_stored_files() -> None:
    made = dict(runpy.run_path(str(PUZZLES / "make.py"))["stored"]())
    assert len(made) == 17
    for name, puzzle in made.items():
        assert dumps(puzzle, "non") == (PUZZLES / name).read_text()
