"""`nonosat.apps.batch.table`: results for other programs."""

import csv
import io
import json

import pytest

import nonosat as ns
from nonosat.apps.batch.table import write_table
from nonosat.support.errors import InputError, MissingExtraError, UsageError

RECORDS = [
    {
        "key": "1",
        "puzzle": "a,b.non",
        "verdict": "unique",
        "line_solvable": True,
        "stats": {"conflicts": 3},
        "seconds": 1,
    },
    {
        "key": "2",
        "puzzle": "ä",
        "verdict": "error",
        "line_solvable": None,
        "error": "x\ny",
        "steps": {"full": 2},
        "seconds": 0.5,
    },
    {"key": "3", "puzzle": "c", "verdict": "multiple", "solutions": [["#"]], "count": "9" * 40, "seconds": 0},
]


@pytest.fixture
def path(tmp_path):
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(each) + "\n" for each in RECORDS))
    return str(tmp_path / "r.jsonl")


def test_a_table_of_text(path):
    out = io.BytesIO()
    assert write_table(path, "csv", out) == 3
    one, two, three = csv.DictReader(io.StringIO(out.getvalue().decode()))
    assert (one["puzzle"], one["stats_conflicts"], one["error"]) == ("a,b.non", "3", "")
    assert (two["error"], two["steps"]) == ("x\ny", '{"full": 2}')
    assert three["count"] == "9" * 40
    assert "solutions" not in three


def test_parquet(path):
    parquet = pytest.importorskip("pyarrow.parquet")
    out = io.BytesIO()
    assert write_table(path, "parquet", out) == 3
    table = parquet.read_table(io.BytesIO(out.getvalue()))
    rows = table.to_pylist()
    assert [row["puzzle"] for row in rows] == ["a,b.non", "ä", "c"]
    assert [row["seconds"] for row in rows] == [1, 0.5, 0]
    assert [row["line_solvable"] for row in rows] == [True, None, None]
    assert (rows[0]["stats_conflicts"], rows[2]["count"]) == (3, "9" * 40)


def test_what_is_missing_is_named(path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"nonosat\[data\]"):
        write_table(path, "parquet", io.BytesIO())


@pytest.mark.slow_for("parquet")
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_names_of_files_need_not_be_utf_8(tmp_path, kind):
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / "r.jsonl"
    path.write_text(json.dumps(RECORDS[0] | {"puzzle": "b\udcff.non", "\ud800": 1}) + "\n")
    out = io.BytesIO()
    assert write_table(str(path), kind, out) == 1
    assert b"b\\udcff.non" in out.getvalue()


def test_an_error_of_the_results_leaves_the_output_open(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in RECORDS) * 4000 + "hello\n")
    out = io.BytesIO()
    with pytest.raises(InputError, match="12001: expected a record"):
        write_table(str(path), "csv", out)
    assert not out.closed


def test_a_column_without_values_has_the_type_that_its_record_declares(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path, out = tmp_path / "r.jsonl", io.BytesIO()
    line = {
        "key": "1",
        "ask": "rate",
        "puzzle": "a",
        "verdict": "unknown",
        "line_solvable": None,
        "width": None,
        "difficulty": None,
        "grade": None,
    }
    path.write_text(json.dumps(line) + "\n")
    assert write_table(str(path), "parquet", out) == 1
    types = {field.name: str(field.type) for field in parquet.read_table(io.BytesIO(out.getvalue())).schema}
    assert (types["line_solvable"], types["width"], types["difficulty"]) == ("bool", "int64", "double")
    assert types["grade"] == "string"


def test_results_and_records_become_a_table():
    pytest.importorskip("pyarrow")
    results = [ns.check(ns.example("cup")), ns.check(ns.example("gchq-without-givens")), RECORDS[0]]
    made = ns.table(results)
    assert made.column("verdict").to_pylist() == ["unique", "multiple", "unique"]
    assert made.column("stats_conflicts").to_pylist() == [0, 0, 3]
    assert made.schema.field("line_solvable").type == "bool"
    assert "solutions" not in made.column_names
    assert ns.table([]).num_rows == 0
    with pytest.raises(UsageError, match="got int"):
        ns.table([1])
