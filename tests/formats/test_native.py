"""nonosat's own JSON holds everything that a puzzle has."""

import json

import pytest
from hypothesis import given
from refusals import refusals
from strategies import any_text, every_feature, metadatas, puzzles

import nonosat as ns


@given(puzzles(inks=3, givens=True, goal=True, metadata=metadatas()))
def test_what_is_written_reads_back_equal(puzzle):
    assert ns.loads(ns.dumps(puzzle, "json"), "json") == puzzle


@given(every_feature(triddlers=True, missing=True, metadata=metadatas(any_text)))
def test_blotted_and_missing_clues_and_triddlers_read_back_equal(puzzle):
    assert ns.loads(ns.dumps(puzzle, "json"), "json") == puzzle


def test_a_triddler_with_every_kind_of_clue_is_read():
    text = """{"rows": [["?"], null], "columns": [[["?", 2]], []], "diagonals": [[1], [[1, 2], "?"]],
               "corner": -1, "goal": ["100", "020"],
               "palette": [["white", "ffffff", "."], ["red", "ff0000", "r"], ["blue", "0000ff", "b"]]}"""
    assert ns.loads(text) == ns.Puzzle(
        rows=[[None], None],
        columns=[[(None, 2)], []],
        diagonals=[[1], [(1, 2), None]],
        corner=-1,
        goal=ns.Grid([[1, 0, 0], [0, 2, 0]]),
        palette=[
            ns.Colour("white", "ffffff", "."),
            ns.Colour("red", "ff0000", "r"),
            ns.Colour("blue", "0000ff", "b"),
        ],
    )


def test_a_json_file_is_written_in_our_own_form(tmp_path):
    puzzle = ns.Puzzle(rows=[[1]], columns=[["?"]])
    ns.dump(puzzle, tmp_path / "a.json")
    assert ns.load(tmp_path / "a.json") == puzzle


def test_a_triddler_of_too_many_cells_is_refused_before_it_is_made():
    lines = "[" + ",".join(["[]"] * 4000) + "]"
    text = f'{{"rows": {lines}, "columns": {lines}, "diagonals": {lines}, "corner": -2000}}'
    with pytest.raises(ns.InputError, match="more than 100000 cells"):
        ns.loads(text, "json")


def test_rows_and_columns_are_plain_lists_of_lengths():
    data = json.loads(ns.dumps(ns.Puzzle(rows=[[1, 1], []], columns=[[1], [], [1]]), "json"))
    assert data == {"rows": [[1, 1], []], "columns": [[1], [], [1]]}


test_texts_that_are_no_puzzle_are_refused = refusals(
    "json",
    [
        ("", "p:1: not JSON: Expecting value"),
        ('{\n"rows": [[1]],\n', "p:3: not JSON: Expecting property name enclosed in double quotes"),
        ("[" * 100_000, "p: not JSON that can be read: nested too deeply, or a number too long"),
        ('{"rows": [[' + "9" * 5000 + ']], "columns": []}', "p: not JSON that can be read"),
        ("[]", "p: expected an object with clues of rows and columns, or a picture"),
        ('{"rows": []}', "p: `rows` is missing"),
        ('{"rows": [[1]]}', "p: `columns` is missing"),
        ('{"rows": 3, "columns": []}', "p: `rows` must be a list"),
        ('{"rows": [3], "columns": []}', "p: `rows[0]` must be a list"),
        ('{"rows": [["?", 1, ["?"]]], "columns": []}', "p: `rows[0][2]` must be a length up to 4096, `?`"),
        *(
            (f'{{"rows": [[{block}]], "columns": []}}', "p: `rows[0][0]` must be a length up to 4096, `?`")
            for block in ('"x"', "true", "1.5", "-1", "1e999", "4097", "[1]", "[1, 2, 3]")
        ),
    ],
    whole=False,
)


test_other_members_with_wrong_values_are_refused = refusals(
    "json",
    [
        (f'{{"rows": [[1]], "columns": [[1]], {member}}}', reason)
        for member, reason in (
            ('"givens": [[1]]', "p: `givens[0]` must have 2 to 3 items, not 1"),
            ('"goal": ["11", "1"]', "the rows of a grid must have equal lengths"),
            ('"goal": ["#"]', "p: `goal[0]` must be a digit for each cell, or a list of colours, got '#'"),
            ('"goal": [""]', "p: `goal[0]` must be a digit for each cell, or a list of colours, got ''"),
            ('"goal": [[300]]', "p: `goal[0][0]` must be between 0 and 255, got 300"),
            ('"corner": "a"', "p: `corner` must be a whole number, got 'a'"),
            ('"corner": -9999', "p: `corner` must be between -4,096 and 4,096"),
            ('"title": 3', "p: `title` must be text, got 3"),
            ('"extra": 3', "p: `extra` must be an object of texts, or a list of [key, text], got 3"),
            ('"palette": [["a"], []]', "p: `palette[0]` must have 3 items, not 1"),
            ('"palette": [["a", "x", "."], ["b", "000000", "#"]]', "six hex digits, got 'x'"),
            (
                '"palette": [["a", "ffffff", ""], ["b", "000000", "#"]]',
                "one character that can be seen, other than '?', got ''",
            ),
        )
    ],
    whole=False,
)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (
            '{"a": [[0, 1], [2]], "b": [[0, 2], [7]]}',
            "`lines.b[1]`: there is no cell 7 yet: the next new one is 3",
        ),
        (
            '{"a": [[1, 0], [2]], "b": [[0, 2], [1]]}',
            "`lines.a[0]`: there is no cell 1 yet: the next new one is 0",
        ),
        ('{"a": [[0, 1], [2]], "b": [[0, 2], [1]]}, "labels": ["x"]', "`labels` must be those of 3 cells"),
        ('{"a": [[0, 1], [2]], "b": [[0, 0], [1]]}', "b 1: cell 0 is on the line twice"),
    ],
)
def test_cells_that_lines_do_not_have_are_refused_by_their_place(lines, reason):
    with pytest.raises(ns.InputError) as caught:
        ns.loads(f'{{"clues": {{"a": [[1], [1]], "b": [[1], [1]]}}, "lines": {lines}}}', "json")
    assert str(caught.value) == reason


def test_equal_keys_of_metadata_are_all_kept():
    text = 'width 1\nheight 1\nfoo "a"\nbar "b"\nfoo "c"\nrows\n1\ncolumns\n1\n'
    puzzle = ns.loads(text, "non")
    assert puzzle.metadata.extra == (("foo", "a"), ("bar", "b"), ("foo", "c"))
    assert ns.loads(ns.dumps(puzzle, "json"), "json") == puzzle
