"""Shapes: puzzles of any lines."""

import copy
import pickle

import pytest

import nonosat as ns
from nonosat import dumps, loads
from nonosat.formats.table import FORMATS
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.model.shapes import Shape, hexagonal, holed
from tests.helpers.shapes import KINDS, PLAIN_KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_repr_json_pickle_and_copies_keep_the_lines(kind):
    puzzle = KINDS[kind](0)
    for copied in (
        eval(repr(puzzle), {"Puzzle": Puzzle, "Grid": Grid, "Shape": Shape}),
        ns.loads(ns.dumps(puzzle, "json")),
        pickle.loads(pickle.dumps(puzzle)),
        copy.deepcopy(puzzle),
        puzzle.replace(),
        puzzle.with_clues([line.clue for line in puzzle.lines]),
    ):
        assert copied == puzzle
        assert copied.geometry == puzzle.geometry


@pytest.mark.parametrize("kind", PLAIN_KINDS)
def test_a_grid_makes_the_puzzle_that_it_solves(kind):
    puzzle = KINDS[kind](1)
    for grid in (puzzle.goal, eval(repr(puzzle.goal), {"Grid": Grid, "Shape": Shape})):
        assert grid.puzzle(puzzle.palette).clue_families == puzzle.clue_families
        assert grid.satisfies(puzzle)


@pytest.mark.parametrize("kind", KINDS)
def test_other_formats_refuse_by_name(kind):
    puzzle = KINDS[kind](0)
    for name in ("non", "webpbn", "olsak", "nin", "csp"):
        if name in FORMATS:
            with pytest.raises(ns.UsageError, match="other shapes"):
                ns.dump_bytes(puzzle, name)


def test_a_hexagon_turned_by_a_third_has_the_same_lines():
    shape = hexagonal(4)
    rows, columns, diagonals = shape.families
    turn = {
        cell: other
        for row, line in zip(rows, columns[::-1], strict=True)
        for cell, other in zip(row, line, strict=True)
    }
    assert [tuple(turn[cell] for cell in line) for line in columns[::-1]] == list(diagonals)
    assert [tuple(turn[cell] for cell in line) for line in diagonals] == list(rows)


def test_lines_pass_over_holes_or_end_there():
    cells = ["aa a", "a  a"]
    assert holed(cells).families == (((0, 1, 2), (3, 4)), ((0, 3), (1,), (2, 4)))
    assert holed(cells, split=True).families == (((0, 1), (2,), (3,), (4,)), ((0, 3), (1,), (2, 4)))


def test_cells_are_numbered_along_the_first_family_then_the_others():
    puzzle = Puzzle.of_lines({"x": [["d", "a"]], "y": [["a", "c"], ["b"]]}, {"x": [[1]], "y": [[1], [0]]})
    assert puzzle.geometry.labels == ("d", "a", "c", "b")
    assert puzzle.row_lengths == (2, 1, 1)
    assert [puzzle.cell_name(row, 0) for row in range(3)] == ["cell d", "cell c", "cell b"]
    assert puzzle.geometry.stated == (1, 2)


@pytest.mark.parametrize(
    ("lines", "clues", "reason"),
    [
        ([[1, 2, 1]], [[1]], "line 1: cell 1 is on the line twice"),
        ({"a": [[1, 2], [2]]}, {"a": [[1], [1]]}, "cell 2 is on a 1 and on a 2"),
        ({"a": [[1, 2], []]}, {"a": [[1], [1]]}, "a 2: the line has no cells"),
        ([[1, 2]], [[1], [2]], "1 line and 2 clues do not match"),
        ({"a": [[1, 2]]}, {"a": [[1], [2]]}, "family a has 1 line and 2 clues"),
        ({"a": [[1]]}, {"b": [[1]]}, "clues and lines must have the same families; only one has 'a'"),
        ([], [], "a puzzle needs a line with cells"),
        (3, [[1]], "the lines must be lists of cells, got '3'"),
        ({"a": [5]}, {"a": [[1]]}, "the lines of family a must be lists of cells, got '[5]'"),
        ({"a": [[1]]}, [[1]], "clues must be a mapping by family, as lines are"),
        ([[1]], 3, "the lines must be a list of clues, such as [[1, 2], [3]], got 3"),
        ([[[1], [2]]], [[1]], "line 1: a cell must be a number or a name, got '[1]'"),
    ],
)
def test_lines_that_do_not_fit_are_refused_by_their_place(lines, clues, reason):
    with pytest.raises(ns.InputError) as caught:
        Puzzle.of_lines(lines, clues)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("outlines", "reason"),
    [
        ({0: [(0, 0), (1, 0), (1, 1)]}, "cell 1 has no outline, others have"),
        ({0: [(0, 0), (1, 0)], 1: [(0, 0), (1, 0), (1, 1)]}, "the outline of cell 0: three or more"),
        ({0: 3, 1: 3}, "the outline of cell 0: three or more"),
        ({7: 3}, "the outline of cell 7: no line has this cell"),
        ({0: [(0, 0), (1, float("nan")), (1, 1)], 1: []}, "the outline of cell 0: three or more"),
    ],
)
def test_outlines_that_do_not_fit_are_refused_by_their_cell(outlines, reason):
    with pytest.raises(ns.InputError, match=reason):
        Puzzle.of_lines([[0, 1]], [[1]], outlines=outlines)


def test_a_hexagon_needs_a_clue_for_each_line():
    with pytest.raises(ns.InputError, match="family column has 3 lines and 2 clues"):
        Puzzle.hexagon([[1], [1], [1]], [[1], [1]], [[1], [1], [1]])
    with pytest.raises(ns.InputError, match="the rows must be a list of clues"):
        Puzzle.hexagon(3, [[1]], [[1]])
    with pytest.raises(ns.InputError, match="must be a list of texts, with blanks for holes"):
        Puzzle.with_holes([3], [[1]], [[1]])


def test_two_families_of_one_name_are_refused():
    with pytest.raises(ns.InputError, match="two families of lines have the name '0'; each needs its own"):
        Puzzle.of_lines({0: [["a", "b"]], "0": [["a"], ["b"]]}, {0: [[2]], "0": [[1], [1]]})


@pytest.mark.parametrize("name", ["cell", "other cell", "row", "0", ""])
def test_the_family_that_is_added_takes_a_free_name(name, tmp_path):
    puzzle = Puzzle.of_lines({name: [["a", "b"]]}, {name: [[1]]})
    assert len(set(puzzle.geometry.axes)) == 2
    assert loads(dumps(puzzle, "json"), "json") == puzzle
    assert ns.certify(puzzle, tmp_path / "proof").verdict == "multiple"
    assert ns.verify(tmp_path / "proof", against=puzzle).accepted
