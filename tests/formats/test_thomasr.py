"""The JSON of ThomasR's solver."""

from refusals import refusals

import nonosat as ns

TEXT = '{"rows": [[1], [0]], "columns": [[1], [], [0]], "content": [1, 0, -1, 0, 0, 0]}'


def test_content_is_what_is_given(tmp_path):
    expected = ns.Puzzle(rows=[[1], []], columns=[[1], [], []], givens=[(0, 0, 1), (0, 2, 0)])
    assert ns.loads(TEXT) == expected
    (tmp_path / "a.json").write_text(TEXT)
    assert ns.load(tmp_path / "a.json") == expected


def test_without_content_it_reads_in_either_form():
    text = '{"rows": [[1], [0]], "columns": [[1]]}'
    assert ns.loads(text) == ns.loads(text, "thomasr") == ns.Puzzle(rows=[[1], []], columns=[[1]])


test_what_cannot_be_read_is_named = refusals(
    "thomasr",
    [
        ("[]", "p: expected an object with `rows` and `columns`"),
        ('{"rows": [[1]]}', "p: `columns` is missing"),
        ('{"rows": [["?"]], "columns": []}', "p: `rows[0]` must be a whole number, read '?'"),
        ('{"rows": [1], "columns": []}', "p: `rows[0]` must be a list"),
        ('{"rows": [[1]], "columns": [[1]], "content": [1, 1]}', "p: `content` must be a list of 1 cells"),
        ('{"rows": [[1]], "columns": [[1]], "content": "1"}', "p: `content` must be a list of 1 cells"),
        ('{"rows": [[1]], "columns": [[1]], "content": [2]}', "p: `content[0]` must be -1, 0 or 1, read '2'"),
        ('{"rows": [[1]], "columns": [[1]], "content": [true]}', "p: `content[0]` must be -1, 0 or 1"),
    ],
    whole=False,
)
