"""Puzzles of other programs in JavaScript: the same names and meanings as in Python."""

import json
import runpy
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from wasm import NODE, node

import nonosat as ns
from nonosat.apps.web import KERNEL
from nonosat.formats.native import puzzles_of
from nonosat.formats.synonyms import SYNONYMS

ROOT = Path(__file__).parents[3]
SCRIPT = Path(__file__).with_name("check.mjs")

needs_node = pytest.mark.skipif(NODE is None, reason="no node is installed")

ROWS, COLUMNS = [[2, 1], [1], [3]], [[1], [1, 1], [1], [3]]
PICTURE = [[1, 1, 0, 1], [0, 0, 0, 1], [0, 1, 1, 1]]
READ = [
    {"rows": ROWS, "cols": COLUMNS},
    {"Row-Clues": ROWS, "col_clues": COLUMNS, "seed": 7},
    {"rows": 3, "cols": 4, "row_clues": ROWS, "col_clues": COLUMNS},
    {"width": 4, "height": 3, "hor": ROWS, "ver": COLUMNS},
    {"clues": {"rows": ROWS, "columns": COLUMNS}, "title": "x"},
    {"nonograms": [{"id": "a", "rowHints": ROWS, "colHints": COLUMNS}]},
    {"rows": ["2 1", "1", "3"], "columns": ["1", "1,1", "1", "3"]},
    {"rows": "2 1;1;3", "columns": "1\n1 1\n1\n3"},
    {"rows": [[2, 1], [0, 1], [0, 3]], "columns": [[0, 1], [1, 1], [0, 1], [0, 3]]},
    {"rows": [[2, 1], 1, 3], "columns": [1, [1, "1"], [None, 1], 3]},
    {"rows": ROWS, "columns": COLUMNS, "solution": PICTURE, "difficulty": 3},
    {"rows": ROWS, "columns": COLUMNS, "givens": [[0, 0]], "widht": 3},
    {
        "rows": [[[1, 2]]],
        "columns": [[[1, 2]]],
        "palette": [["w", "ffffff", "."], ["k", "000000", "k"], ["r", "ff0000", "r"]],
        "note": "",
    },
    {"grid": PICTURE},
    {"solution": ["##.#", "...#", ".###"]},
    {"content": [[1, 1, -1, 1], [-1, -1, -1, 1], [-1, 1, 1, 1]]},
    {"cells": "##.#...#.###", "width": 4, "height": 3},
    {"size": 5, "grid": "0111010101010100111011111"},
    {"size": {"width": 2, "height": 3}, "grid": "011101"},
    {"n": 3, "pixels": [1, 0, 0, 1, 1, 1, 0, 0, 1]},
    {"width": 2, "grid": "01/11/10"},
    {"shape": "3 x 2", "board": {"grid": ["110", "011"]}},
    {"grid": ["1 1 0 1", "0 0 0 1", "0 1 1 1"]},
    {"grid": ["1,1,0,1", "0,0,0,1", "0,1,1,1"]},
    {"rows": ["# # . #", ". . . #", ". # # #"]},
    {"rows": ROWS, "cols": COLUMNS, "size": [4, 3]},
    {"goal": [["x", "x", None, "x"], ["", "", "", "x"], [" ", "x", "x", "x"]]},
    PICTURE,
    [[True, False], [True, True]],
    [ROWS, COLUMNS],
    [{"rows": ROWS, "columns": COLUMNS}],
]
REFUSED = [
    ([{"rows": ROWS, "columns": COLUMNS}] * 2, "2 puzzles"),
    ({"rows": [[{"count": 1, "color": "red"}]], "cols": [[1]]}, "`rows[0][0]` is an object"),
    ({"rows": ROWS, "cols": COLUMNS, "width": 9}, "`width` is 9"),
    ({"rowClues": ROWS}, "`columns` is missing"),
    ({"rowClues": ROWS, "col": [[1], "x"], "grid": PICTURE}, "`col` must be a list of clues"),
    ({"rows": ROWS, "cols": COLUMNS, "givens": [[9, 9]]}, "`givens[0]`"),
    ({"grid": [["a", "b"], ["b", "a"]]}, "`goal`"),
    ({"grid": [[0, 0], [0, 0]]}, "`goal`"),
    ({"grid": "0111010101010100111011111"}, "25 cells"),
    ({"size": [2, 3], "grid": "011101"}, "`goal`"),
    ({"size": 4, "grid": ["110", "011", "111"]}, "3x3"),
    (["1", "0"], "2 cells"),
    ("2 1", "an object"),
    (None, "an object"),
]


def answers(served, records):
    text = "".join(json.dumps(record) + "\n" for record in records)
    return list(map(json.loads, node(served, SCRIPT, served, 10, text=text).splitlines()))


def test_the_names_are_those_of_python():
    module = runpy.run_path(str(ROOT / "packaging/names.py"))
    assert (KERNEL / "names.js").read_text(encoding="utf-8").split() == module["written"]().split()


@needs_node
@pytest.mark.slow
def test_puzzles_of_other_programs_mean_the_same_as_in_python(served):
    for record, answer in zip(READ, answers(served, READ), strict=True):
        (puzzle,) = puzzles_of(json.loads(json.dumps(record)))
        assert answer.get("verdict") == ns.check(puzzle).verdict.value, (record, answer)
        for rows in answer["solutions"]:
            assert puzzle._is_solved_by(bytes(chain.from_iterable(rows)))


@needs_node
@pytest.mark.slow
def test_unread_members_are_named(served):
    given = [record for record, _ in REFUSED]
    for (_, reason), answer in zip(REFUSED, answers(served, given), strict=True):
        assert answer.get("error") == "RangeError", answer
        assert reason in answer["message"]


def renamed(rng):
    """A puzzle, under random names of other programs."""
    grid = ns.Grid([[int(rng.random() < 0.5) for _ in range(rng.randint(1, 5))]] * rng.randint(1, 4))
    puzzle = grid.puzzle()
    clues = {
        name: [[block.length for block in clue] for clue in getattr(puzzle, name)]
        for name in ("rows", "columns")
    }
    record = {rng.choice(SYNONYMS[name]): clues[name] for name in rng.sample(["rows", "columns"], 2)}
    if rng.random() < 0.5:
        record[rng.choice(SYNONYMS["goal"])] = grid.to_json()
    if rng.random() < 0.3:
        record = {rng.choice(SYNONYMS["inside"]): record, "name": "x"}
    return record


@needs_node
@pytest.mark.slow
def test_any_of_the_names_is_read_as_python_reads_it(served):
    rng = Random(5)
    records = [renamed(rng) for _ in range(300)]
    read = 0
    for record, answer in zip(records, answers(served, records), strict=True):
        try:
            (puzzle,) = puzzles_of(json.loads(json.dumps(record)))
        except ns.InputError:
            assert "error" in answer, record
            continue
        assert answer.get("verdict") == ns.check(puzzle).verdict.value, (record, answer)
        read += 1
    assert read > 250
