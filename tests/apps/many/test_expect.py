"""`nonosat.apps.many.expect`: expected verdicts from each kind of file."""

import json

import pytest

from nonosat.apps.many.expect import Expected
from nonosat.support.errors import InputError


@pytest.fixture
def expected(tmp_path):
    def written(name, text):
        (tmp_path / name).write_text(text)
        return Expected(str(tmp_path / name))

    return written


def test_a_file_is_a_json_object_or_the_results_of_a_run(expected):
    stated = {
        "a.non": {"verdict": "unique", "line_solvable": False, "solutions": 1},
        "b": {"verdict": "multiple"},
    }
    found = expected("expected.json", json.dumps(stated))
    assert (found.of("a.non"), found.of("b")) == (("unique", False), ("multiple", None))
    line = {"key": "k", "puzzle": "a.non", "verdict": "unknown", "line_solvable": None}
    assert expected("r.jsonl", json.dumps(line) + "\n").of("a.non") == ("unknown", None)


def test_a_puzzle_may_have_folders_before_its_name(expected):
    found = expected("v.json", '{"b/c.non": {"verdict": "unique"}, "c.non": {"verdict": "multiple"}}')
    wanted = [found.of(name) for name in ("a/b/c.non", "b/c.non", "/d/c.non", "c.non", "xc.non", "c.non/d")]
    assert [each and each[0] for each in wanted] == ["unique", "unique", "multiple", "multiple", None, None]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("v.tsv", "a.non\tunique", "expected a JSON object"),
        ("v.json", "{", "expected a JSON object"),
        ("v.json", '{"a": 1}', "'a': expected `verdict`"),
        ("v.json", '{"a": {"verdict": []}}', "'a': expected `verdict`"),
        ("v.json", '{"a": {"verdict": "unique", "line_solvable": "yes"}}', "'a': expected"),
        ("v.jsonl", "{}\n", "expected a record"),
    ],
)
def test_faults_of_a_file_are_named(expected, name, text, said):
    with pytest.raises(InputError) as raised:
        expected(name, text)
    assert said in str(raised.value)


def test_names_of_files_need_not_be_utf_8(tmp_path):
    path = tmp_path / "v.json"
    path.write_bytes(b'{"b\xff.non": {"verdict": "unique"}}')
    assert Expected(str(path)).of("b\udcff.non") == ("unique", None)
