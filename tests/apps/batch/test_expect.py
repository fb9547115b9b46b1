"""`nonosat.apps.batch.expect`: what is wanted, from each kind of file."""

import json

import pytest

from nonosat.apps.batch.expect import Expected
from nonosat.support.errors import InputError


@pytest.fixture
def expected(tmp_path):
    def written(name, text):
        (tmp_path / name).write_text(text)
        return Expected(str(tmp_path / name))

    return written


def test_the_three_kinds_of_files(expected):
    stated = {
        "a.non": {"verdict": "unique", "line_solvable": False, "solutions": 1},
        "b": {"verdict": "multiple"},
    }
    found = expected("expected.json", json.dumps(stated))
    assert (found.of("a.non"), found.of("b")) == (("unique", False), ("multiple", None))
    found = expected(
        "v.tsv", "a.non\tunique logical\nb\ttrivial unique logical\nc\tunique\n\nd\tunsolvable\n"
    )
    assert [found.of(name) for name in "abcd"] == [
        None,
        ("unique", True),
        ("unique", None),
        ("unsolvable", None),
    ]
    line = {"key": "k", "puzzle": "a.non", "verdict": "unknown", "line_solvable": None}
    assert expected("r.jsonl", json.dumps(line) + "\n").of("a.non") == ("unknown", None)


def test_a_puzzle_may_have_folders_before_its_name(expected):
    found = expected("v.tsv", "b/c.non\tunique\nc.non\tmultiple\n")
    wanted = [found.of(name) for name in ("a/b/c.non", "b/c.non", "/d/c.non", "c.non", "xc.non", "c.non/d")]
    assert [each and each[0] for each in wanted] == ["unique", "unique", "multiple", "multiple", None, None]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("v.tsv", "a.non\tunique\na.non maybe", ":2: expected a name, a tab"),
        ("v.tsv", "a.non\tunique multiple", ":1: expected a name"),
        ("v.json", "{", "expected a JSON object"),
        ("v.json", '{"a": 1}', "'a': expected `verdict`"),
        ("v.json", '{"a": {"verdict": []}}', "'a': expected `verdict`"),
        ("v.json", '{"a": {"verdict": "unique", "line_solvable": "yes"}}', "'a': expected"),
        ("v.jsonl", "{}\n", "expected a record"),
    ],
)
def test_what_is_wrong_is_told(expected, name, text, said):
    with pytest.raises(InputError) as raised:
        expected(name, text)
    assert said in str(raised.value)


def test_names_of_files_need_not_be_utf_8(tmp_path):
    path = tmp_path / "v.tsv"
    path.write_bytes(b"b\xff.non\tunique\n")
    assert Expected(str(path)).of("b\udcff.non") == ("unique", None)
