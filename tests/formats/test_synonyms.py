"""Puzzles in the JSON, YAML and Python of other programs."""

import json

import pytest
import yaml
from hypothesis import given
from strategies import puzzles

import nonosat as ns
from nonosat.formats.member_values import plain_name
from nonosat.formats.sources import Sources
from nonosat.formats.synonyms import SYNONYMS, is_across, is_down
from nonosat.model.palette import BLACK_AND_WHITE

ROW_CLUES, COLUMN_CLUES = [[2, 1], [1], [3]], [[1], [1, 1], [1], [3]]
PUZZLE = ns.Puzzle(rows=ROW_CLUES, columns=COLUMN_CLUES)
GOAL = ns.Grid(["##.#", "...#", ".###"])
MATRIX = [[1, 1, 0, 1], [0, 0, 0, 1], [0, 1, 1, 1]]

CLUES = {
    "cols": {"rows": ROW_CLUES, "cols": COLUMN_CLUES},
    "clues": {"rowClues": ROW_CLUES, "colClues": COLUMN_CLUES},
    "with numbers of rows": {"rows": 3, "cols": 4, "row_clues": ROW_CLUES, "col_clues": COLUMN_CLUES},
    "hints in a list": {"nonograms": [{"rowHints": ROW_CLUES, "colHints": COLUMN_CLUES}]},
    "constraints": {"RowConstraints": ROW_CLUES, "ColumnConstraints": COLUMN_CLUES},
    "dashes": {"puzzle": {"save": {"row-hints": ROW_CLUES, "col-hints": COLUMN_CLUES, "width": 4}}},
    "directions": {"hor": ROW_CLUES, "ver": COLUMN_CLUES},
    "sides": {"left": ROW_CLUES, "top": COLUMN_CLUES},
    "nested": {"clues": {"horizontal": ROW_CLUES, "vertical": COLUMN_CLUES}},
    "texts": {"rows": ["2 1", "1", "3"], "columns": ["1", "1,1", "1", "3"]},
    "lines": {"rows": "2 1\n1\n3", "columns": "1\n1 1\n1\n3"},
    "numbers": {"rows": [[2, 1], 1, 3], "columns": [1, [1, 1], 1, 3]},
    "padded": {"rows": [[2, 1], [0, 1], [0, 3]], "columns": [[0, 1], [1, 1], [None, 1], [3, 0]]},
    "words": {"rows": [["2", "1"], ["1"], ["3"]], "cols": [["1"], ["1", "1"], ["1"], ["3"]]},
    "a list of one": [{"rows": ROW_CLUES, "columns": COLUMN_CLUES}],
    "a pair": [ROW_CLUES, COLUMN_CLUES],
}


def test_our_own_members_mean_the_same_beside_unknown_ones():
    own = {
        "rows": [[[1, 2]], [1]],
        "columns": [[1], [[1, 2]]],
        "palette": [["white", "ffffff", "."], ["black", "000000", "#"], ["red", "ff0000", "r"]],
        "givens": [[0, 1, 2]],
    }
    puzzle = ns.loads(json.dumps({**own, "difficulty": 3}))
    assert puzzle.statement == ns.loads(json.dumps(own)).statement
    assert puzzle.givens == (ns.Given(0, 1, 2),)
    assert dict(puzzle.metadata.extra) == {"difficulty": "3"}
    triddler = {"rows": [[1], [1]], "columns": [[1], [1]], "diagonals": [[1], [1], [1]], "corner": -1}
    assert (
        ns.loads(json.dumps({**triddler, "note": "x"})).statement == ns.loads(json.dumps(triddler)).statement
    )
    with pytest.raises(ns.InputError, match="givens"):
        ns.loads(json.dumps({**own, "givens": {"a": 1}, "difficulty": 3}))


@pytest.mark.parametrize("data", CLUES.values(), ids=CLUES)
def test_clues_are_found_by_the_names_that_programs_use(data):
    assert ns.loads(json.dumps(data)).statement == PUZZLE
    assert ns.loads(json.dumps(data, indent=2), path="a.json").statement == PUZZLE
    assert ns.loads(repr(data)).statement == PUZZLE
    assert ns.loads(yaml.safe_dump(data), "yaml").statement == PUZZLE


@pytest.mark.parametrize(
    "data",
    [
        MATRIX,
        {"grid": MATRIX},
        {"solution": ["##.#", "...#", ".###"]},
        {"name": "a", "width": 4, "height": 3, "cells": [cell for row in MATRIX for cell in row]},
        {"puzzle": {"pixels": ["1101", "0001", "0111"]}},
        [[bool(cell) for cell in row] for row in MATRIX],
        {"palette": ["#000000"], "cells": [[0 if cell else None for cell in row] for row in MATRIX]},
    ],
)
def test_a_matrix_is_a_picture(data):
    puzzle = ns.loads(json.dumps(data))
    assert puzzle.statement == PUZZLE
    assert puzzle.goal == GOAL


@pytest.mark.parametrize(
    "data",
    [
        {"size": 3, "grid": "110011010"},
        {"n": "3", "grid": [1, 1, 0, 0, 1, 1, 0, 1, 0]},
        {"dimensions": [3, 3], "grid": "110 011 010"},
        {"width": 3, "cells": "110011010"},
        {"grid": "110/011/010"},
        {"grid": ["1 1 0", "0 1 1", "0 1 0"]},
        {"grid": ["#|#|.", ".|#|#", ".|#|."]},
        {"rows": ["# # .", ". # #", ". # ."]},
        {"rows": ["##.", ".##", ".#."], "title": "x"},
        [{"size": 3, "grid": "110011010"}],
    ],
)
def test_sizes_and_blanks_between_cells_make_no_other_picture(data):
    (puzzle,) = ns.loads_all(json.dumps(data))
    assert puzzle.goal == ns.Grid(["##.", ".##", ".#."])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"grid": "110011010"}, "one list of 9 cells: `width` and `height` must be beside it"),
        ({"size": [2, 3], "grid": "110011"}, "6 cells, which are not 2x3 or 3x2 in one way"),
        ({"size": 4, "grid": "110011010"}, "9 cells, which are not 4x4"),
        ({"size": 4, "grid": ["110", "011", "010"]}, "3x3 cells, the sizes beside it are 4x4"),
        ({"size": 3, "rows": ["# # .", ". # #"]}, "3x2 cells, the sizes beside it are 3x3"),
    ],
)
def test_a_picture_of_another_size_than_is_written_is_refused(data, reason):
    with pytest.raises(ns.InputError, match=reason):
        ns.loads(json.dumps(data))


def test_a_picture_with_a_palette_has_its_colours():
    data = {"palette": ["#ff0000", "#0000ff"], "cells": [[0, None, 1], [1, 1, None]]}
    puzzle = ns.loads(json.dumps(data))
    assert [colour.name for colour in puzzle.palette] == ["white", "red", "blue"]
    assert puzzle.goal == ns.Grid([[1, 0, 2], [2, 2, 0]])


def test_blocks_can_be_objects_with_colours():
    clues = {
        "rows": [[{"count": 2, "color": "red"}, {"count": 1, "color": "#0000ff"}]],
        "columns": [[{"count": 1, "color": "red"}]] * 2 + [[{"count": 1, "color": "#0000ff"}]],
    }
    puzzle = ns.loads(json.dumps(clues))
    assert [colour.rgb for colour in puzzle.palette] == ["ffffff", "ff0000", "0000ff"]
    assert puzzle.rows == ns.Puzzle(rows=[[(2, 1), (1, 2)]], columns=[[]], palette=puzzle.palette).rows
    with pytest.raises(ns.InputError, match="no colour is called 'rouge'"):
        ns.loads(json.dumps(clues).replace('"red"', '"rouge"'))


def test_nothing_is_left_out():
    data = {
        "rows": [[1, 1], [2]],
        "columns": [[2], [0], [2]],
        "name": "x",
        "width": 3,
        "difficulty": 3,
        "tags": ["a"],
    }
    puzzle = ns.loads(json.dumps(data))
    assert puzzle.metadata.title == "x"
    assert dict(puzzle.metadata.extra) == {"difficulty": "3", "tags": '["a"]'}
    with pytest.raises(ns.InputError, match="the width is 4, but there are 3 column clues"):
        ns.loads(json.dumps(data | {"width": 4}))


def test_a_solution_beside_clues_is_the_goal():
    data = {"rows": [[1, 1], [2]], "columns": [[2], [1], [1]]}
    for cells in ([[1, -1, 1], [1, 1, -1]], [[1, 0, 1], [1, 1, 0]], ["#.#", "##."], "101110"):
        assert ns.loads(json.dumps(data | {"solution": cells})).goal == ns.Grid(["#.#", "##."])
    unfinished = ns.loads(json.dumps(data | {"solution": [[1, -1, 0], [0, 0, 0]]}))
    assert unfinished.goal is None
    assert dict(unfinished.metadata.extra) == {"goal": "[[1, -1, 0], [0, 0, 0]]"}


def test_a_list_has_several_puzzles(tmp_path):
    several = [CLUES["cols"], {"rows": [[1]], "columns": [[1]]}]
    expected = [PUZZLE, ns.Puzzle(rows=[[1]], columns=[[1]])]
    assert ns.loads_all(json.dumps(several)) == expected
    assert ns.loads_all("\n".join(map(json.dumps, several))) == expected
    (tmp_path / "list.jsonl").write_text("\n".join(map(json.dumps, [CLUES["dashes"], several[1]])))
    items = Sources((str(tmp_path / "list.jsonl"),)).items()
    assert [item.puzzle.statement for item in items] == expected


@pytest.mark.parametrize(
    "text",
    [
        "row_rules = [[2, 1], [0, 1], [0, 3]]\ncols = 4\ncol_rules = [[0, 1], [1, 1], [0, 1], [0, 3]]\n",
        "# a puzzle\nrows: list = ((2, 1), (1,), (3,))\ncolumns = ((1,), (1, 1), (1,), (3,))",
        "[[2, 1], [1], [3]]\n[[1], [1, 1], [1], [3]]\n",
        "int[][][] CLUES = {{{2,1},{1},{3}},{{1},{1,1},{1},{3}}};",
        "{'rows': [(2, 1), (1,), (3,)], 'cols': [(1,), (1, 1), (1,), (3,)]}",
    ],
)
def test_literals_are_read_and_nothing_is_run(text):
    assert ns.loads(text) == PUZZLE
    assert ns.loads(text + "\nprint(rows)\n") == PUZZLE


@pytest.mark.parametrize(
    "text",
    [
        '{"rows": {"1": [1, 1]}, "columns": []}',
        '{"row_clues": [3, 2], "col_clues": [4, 1]}',  # sums of another puzzle
        '{"grid": [[5, 3, 0], [6, 0, 0], [0, 9, 8]]}',  # sudoku
        '{"rows": [[1], [2]], "columns": "abc", "goal": ["10", "01"]}',  # clues that the picture must not replace
        '{"row_clues": [[1], [2]], "col_clues": [[1], "x"], "grid": ["10", "01"]}',
        '{"row_clues": [["\uff11"], [2]], "columns": [[1], [2]]}',  # no ASCII digit
        '{"rows": [{"id": 1}], "columns": ["name"]}',
        '{"items": [1, 2, 3]}',
        '{"name": "package", "version": "1.0"}',
        "[[1, 2], [3, 4]]",
        "[[1, 1], [1]]",
        "{[]}",
        "[1]\n[2in [1]]",
        "x = [1, 2]\ny = [3]\n",
        "rows = open('/etc/passwd')\ncolumns = [[1]]\n",
    ],
)
def test_other_data_are_no_puzzle(text):
    with pytest.raises(ns.InputError):
        ns.loads(text)


def test_clues_that_cannot_be_read_are_named():
    with pytest.raises(ns.InputError, match=r'`col_clues` must be a list of clues, got \[\[1\], "x"\]'):
        ns.loads('{"row_clues": [[1], [2]], "col_clues": [[1], "x"], "grid": ["10", "01"]}')


def test_colours_that_are_none_are_metadata():
    puzzle = ns.loads('{"row_clues": [[1]], "col_clues": [[1]], "colors": ["some"]}')
    assert (puzzle.palette, puzzle.metadata.extra) == (BLACK_AND_WHITE, (("colors", '["some"]'),))


def test_aliases_of_yaml_are_refused():
    with pytest.raises(ns.InputError, match="aliases in YAML are not read"):
        ns.loads("rows: &a [[1]]\ncols: *a\n", "yaml")


@given(puzzles(givens=False))
def test_every_puzzle_is_read_by_other_names(puzzle):
    rows, columns = (
        [[block.length for block in clue] or [0] for clue in clues] for clues in (puzzle.rows, puzzle.columns)
    )
    text = json.dumps({"RowHints": rows, "column-hints": columns})
    assert ns.loads(text).statement == puzzle.statement


def test_no_name_means_rows_and_columns():
    for name in ("rows", "row_clues", "hor", "left", "Zeilen", "filas", "r", "h", "h_clues", "across"):
        assert is_across(plain_name(name))
        assert not is_down(plain_name(name))
    for name in (
        "columns",
        "colHints",
        "ver",
        "top",
        "Spalten",
        "kolommen",
        "c",
        "v",
        "v_clues",
        "down",
        "up",
    ):
        assert is_down(plain_name(name))
        assert not is_across(plain_name(name))
    assert not any(
        is_across(name) or is_down(name) for name in ("title", "n", "hard", "value", "puzzle", "level")
    )
    for meaning, names in SYNONYMS.items():
        assert [name for name in names if plain_name(name) != name] == [], meaning
