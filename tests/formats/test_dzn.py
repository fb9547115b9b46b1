"""MiniZinc data, in both forms."""

import pytest
from refusals import refusals

import nonosat as ns

PUZZLE = ns.Puzzle(rows=[[1], [1, 1]], columns=[[2], [], [1]])

PADDED = """% two rows
rows = 2;
row_rule_len = 2;  % as long as the longest
row_rules = array2d(1..rows, 1..row_rule_len,
 [
  0,1,
  1,1
 ]);
cols = 3; col_rule_len = 1;
col_rules = [| 2
             | 0
             | 1 |];
"""

PLACED = """X = 3;
Y = 2;
maxlen = 3;
rows = \t[|1, -1, -1
\t |1, 0, 1
\t |];
cols = \t[|1, 1, -1
\t |0, -1, -1
\t |1, -1, -1
\t |]"""


@pytest.mark.parametrize(
    ("text", "rows", "columns"), [(PADDED, (6, 7), (10, 11, 12)), (PLACED, (4, 5), (7, 8, 9))]
)
def test_both_forms_are_read(text, rows, columns):
    puzzle = ns.loads(text, path="a.dzn")
    assert puzzle == PUZZLE
    assert puzzle.origin.rows == rows
    assert puzzle.origin.columns == columns


def test_tables_of_empty_clues_have_a_column_all_the_same():
    text = ns.dumps(ns.Puzzle(rows=[[]], columns=[[], []]), "dzn")
    assert text.startswith(
        "rows = 1;\nrow_rule_len = 1;\nrow_rules = array2d(1..rows, 1..row_rule_len, [\n  0\n]"
    )


test_what_cannot_be_read_is_named_with_its_line = refusals(
    "dzn",
    [
        ("", "p: no `row_rules = ...;` and no `rows = ...;`"),
        ("rows 3;", "p:1: expected an assignment such as `rows = 2;`, got 'rows 3;'"),
        ("cols = 3;\n= 3;", "p:2: expected an assignment such as `rows = 2;`, got '= 3;'"),
        ("rows = 1;\nrows = 2;", "p:2: `rows` comes twice"),
        (
            "rows = 1\ncols = 1;",
            "p:1: expected an assignment such as `rows = 2;`, got 'rows = 1\\ncols = 1;'",
        ),
        ("rows = [[1], [2]]; Y = 2; maxlen = 1;", "p:1: `rows` must be a table of numbers"),
        ("rows = [|1234567890123|]; Y = 1; maxlen = 1;", "p:1: the number 1234567890123... is too long"),
        (
            PADDED.replace("rows = 2", "rows = 9999"),
            "p:2: `rows` must be a number between 0 and 4096, got '9999'",
        ),
        (
            PADDED.replace("rows = 2", "rows = [2]"),
            "p:2: `rows` must be a number between 0 and 4096, got '[2]'",
        ),
        (
            PADDED.replace("array2d(1..rows, 1..row_rule_len,\n [", "1; a = ["),
            "p:4: `row_rules` must be a table of numbers",
        ),
        (
            PADDED.replace("  1,1\n", "  1\n"),
            "p:4: `row_rules` must have 2 rows of 2 numbers, 3 numbers follow",
        ),
        (
            PADDED.replace("| 1 |]", "| 1 ]"),
            "p:10: `col_rules` must have 3 rows of 1 number, 3 numbers follow",
        ),
        (PADDED.replace("  0,1", "  -1,1"), "p:6: expected a number of cells up to 4096, got -1"),
        (PADDED.replace("  0,1", "  0,5000"), "p:6: expected a number of cells up to 4096, got 5000"),
        (PLACED.replace("X = 3;", ""), "p: no `X = ...;`"),
        (PLACED.replace("1, 0, 1", "1, 2, 1"), "p:5: a cell must be 1, 0 or -1, got 2"),
        (PLACED.replace("1, 0, 1", "1, -1, 1"), "p:5: a cell follows the -1 that fills up the line"),
    ],
)
