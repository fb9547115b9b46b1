"""`nonosat.apps.many.merge`: of each puzzle and question one record is left, the best."""

import io
import json
import os

import pytest

from nonosat.apps.many.journal import records
from nonosat.apps.many.merge import merge
from nonosat.support.errors import InputError


def written(path, *records):
    path.write_text(
        "".join(
            json.dumps(dict(zip(("key", "puzzle", "verdict"), each, strict=True))) + "\n" for each in records
        )
    )
    return str(path)


def test_the_best_record_is_kept_and_of_equals_the_last(tmp_path):
    one = written(
        tmp_path / "1",
        ("a", "a", "unique"),
        ("b", "b", "error"),
        ("c", "c", "unknown"),
        ("d", "d", "unknown"),
    )
    two = written(
        tmp_path / "2",
        ("a", "a", "unknown"),
        ("b", "b", "unknown"),
        ("c", "c", "multiple"),
        ("a", "x", "error"),
    )
    with open(two, "a") as file:
        file.write('{"key": "torn')
    out = io.BytesIO()
    assert merge([one, two, one], out) == {"unique": 1, "unknown": 2, "multiple": 1, "error": 1}
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    assert sorted((each["key"], each["puzzle"], each["verdict"]) for each in found) == [
        ("a", "a", "unique"),
        ("a", "x", "error"),
        ("b", "b", "unknown"),
        ("c", "c", "multiple"),
        ("d", "d", "unknown"),
    ]


def test_other_files_are_refused(tmp_path):
    (tmp_path / "x").write_text("x\n")
    for name, said in (("x", "expected a record"), ("none", "cannot read")):
        with pytest.raises(InputError, match=said):
            merge([str(tmp_path / name)], io.BytesIO())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes by name")
@pytest.mark.parametrize(
    "reading", [lambda path: merge([path], io.BytesIO()), lambda path: list(records(path))]
)
def test_a_pipe_is_refused_and_not_called_empty(tmp_path, reading):
    os.mkfifo(pipe := str(tmp_path / "pipe"))
    for path in (pipe, os.devnull, "-"):
        with pytest.raises(InputError, match="read more than once"):
            reading(path)
