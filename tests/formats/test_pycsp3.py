"""PyCSP3's data, in both kinds."""

import pytest

import nonosat as ns

PUZZLE = ns.Puzzle(rows=[[3], [1, 1]], columns=[[2], [1], [2]])
LENGTHS = '{"rows": [[3], [1, 1]], "cols": [[2], [1], [2]]}'
CELLS = '{"rows": [[1, 1, 1], [1, 0, 1]], "cols": [[1, 1], [1], [1, 1]]}'


@pytest.mark.parametrize("text", [LENGTHS, CELLS])
def test_the_kind_is_found_by_the_numbers(text):
    assert ns.loads(text) == PUZZLE
    assert ns.loads(text, path="a.json") == PUZZLE


def test_numbers_that_may_be_of_both_kinds_are_not_guessed():
    text = '{"rows": [[1, 1]], "cols": [[1], [1]]}'
    with pytest.raises(ns.InputError, match="several formats, pycsp3 or pycsp3-cells"):
        ns.loads(text)
    assert ns.loads(text, "pycsp3").rows == ns.Puzzle([[1, 1]], []).rows
    assert ns.loads(text, "pycsp3-cells").rows == ns.Puzzle([[2]], []).rows


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ('{"rows": [[1]]}', "pycsp3", "p: `cols` is missing"),
        ('{"rows": [[1], "x"], "cols": []}', "pycsp3", "p: `rows[1]` must be a list"),
        ('{"rows": [[-1]], "cols": []}', "pycsp3", "p: `rows[0]` must be between 0 and 4096, read -1"),
        (
            LENGTHS,
            "pycsp3-cells",
            "p: `rows[0]` must be blocks of 1 with a 0 between two, read [3]",
        ),
        (
            '{"rows": [[1, 0, 0, 1]], "cols": []}',
            "pycsp3-cells",
            "p: `rows[0]` must be blocks of 1 with a 0 between two, read [1, 0, 0, 1]",
        ),
    ],
)
def test_what_cannot_be_read_is_named(text, name, reason):
    with pytest.raises(ns.InputError) as caught:
        ns.loads(text, name, path="p")
    assert str(caught.value) == reason
