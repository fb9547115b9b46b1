"""Drawings as data: states, titles, descriptions."""

import pytest
from hypothesis import given
from strategies import grids

import nonosat as ns
from nonosat.apps.drawing.drawing import Cell, ClueNumber, State, cells_of, described, done, drawing_of
from nonosat.model.geometry import LineId

PUZZLE = ns.Grid(["#.#", "##."]).puzzle(givens=[(0, 1, 0)])


def test_without_cells_the_givens_are_drawn():
    assert cells_of(PUZZLE) == ((Cell(), Cell(0), Cell()), (Cell(), Cell(), Cell()))


def test_a_drawing_has_the_states_of_cells_and_lines_and_a_title():
    puzzle = PUZZLE.replace(metadata=ns.Metadata(title="Tiny"))
    lines = {LineId("column", 1): State.MARKED}
    drawing = drawing_of(puzzle, ns.Grid(["#.#", "##."]), states={(1, 1): State.NEW}, lines=lines)
    (panel,) = drawing.panels
    assert panel.cells[1] == (Cell(1), Cell(1, State.NEW), Cell(0))
    assert [clue.state for clue in panel.clues] == ["plain"] * 3 + ["marked", "plain"]
    assert panel.clues[0].numbers == (ClueNumber("1", 1), ClueNumber("1", 1))
    assert drawing.title == "Tiny"
    assert repr(drawing) == "<Drawing 3x2: Tiny>"


def test_equal_cells_are_one_object():
    rows = cells_of(PUZZLE, ns.Grid(["#.#", "##."]))
    assert len({id(cell) for row in rows for cell in row}) == 2


@pytest.mark.parametrize("cells", [[[1, 1]], [[1, 2, 1], [0, 0, 0]], ns.Grid(["#"])])
def test_cells_that_the_puzzle_does_not_have_are_refused(cells):
    with pytest.raises(ns.UsageError, match=r"differ in size|colour 2 of the grid"):
        cells_of(PUZZLE, cells)


@pytest.mark.parametrize(
    ("clue", "cells", "found"),
    [
        ([], [0, 0], {0}),
        ([], [0, None], set()),
        ([1, 2], [1, 0, 1, 1], {0, 1}),
        ([1, 2], [1, None, 1, 1], {0, 1}),
        ([1, 2], [None, None, 1, 1], {1}),
        ([1, 1], [None, 1, None], set()),
        ([2, 1], [1, 1, None], {0}),
        (["?"], [1, 1, None], set()),
        ([2, 1], [1, 0, 1, 1], set()),
        (["?", 1], [0, 1, 1, 0, None], {0}),
        ([(1, 1), (2, 2)], [1, 2, None], {0}),
    ],
)
def test_the_blocks_that_a_person_would_cross_out(clue, cells, found):
    puzzle = ns.Puzzle(rows=[clue], columns=[[]])
    assert done(puzzle.rows[0], cells) == found


def test_no_block_is_done_in_an_unknown_line():
    assert done(None, [0, 1]) == set()


@given(grids(max_side=4, inks=2))
def test_every_block_of_a_solution_is_done_and_none_of_a_blank_puzzle(grid):
    puzzle = grid.puzzle((*ns.example("gchq").palette, ns.Colour("red", "ff0000", "r")))
    for cells, state in ((grid, State.DONE), (None, State.PLAIN)):
        for clue in drawing_of(puzzle, cells, crossed_out=True).panels[0].clues:
            assert {number.state for number in clue.numbers} == {state}


def test_a_description_has_the_size_the_inks_and_the_clues():
    inks = (*ns.example("gchq").palette, ns.Colour("red", "ff0000", "r"))
    text = described(ns.Puzzle(rows=[[1, (2, 2)]], columns=[[1], [(1, 2)], None], palette=inks))
    assert text == (
        "Nonogram of 3 columns and 1 row in black, red. Clues of the rows: 1# 2r. "
        "Clues of the columns: 1#; 1r; *."
    )
    triddler = ns.Grid(["#..", "##."]).triddler(2, 2, -1)
    assert described(triddler).startswith("Nonogram of 2 rows, 2 columns and 2 diagonals.")
    assert (
        described(ns.Puzzle(rows=[[]] * 100, columns=[[]] * 100)) == "Nonogram of 100 columns and 100 rows."
    )
