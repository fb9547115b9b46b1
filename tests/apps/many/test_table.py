"""`nonosat.table`: results for other programs."""

import pytest

import nonosat as ns
from nonosat.support.errors import MissingExtraError, UsageError

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


def test_scalars_are_columns_and_other_objects_text():
    pytest.importorskip("pyarrow")
    rows = ns.table(RECORDS).to_pylist()
    assert [row["puzzle"] for row in rows] == ["a,b.non", "ä", "c"]
    assert [row["seconds"] for row in rows] == [1, 0.5, 0]
    assert [row["line_solvable"] for row in rows] == [True, None, None]
    assert (rows[0]["stats_conflicts"], rows[1]["steps"], rows[2]["count"]) == (3, '{"full": 2}', "9" * 40)
    assert "solutions" not in rows[2]


def test_the_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"nonosat\[data\]"):
        ns.table(RECORDS)


def test_names_of_files_need_not_be_utf_8():
    pytest.importorskip("pyarrow")
    (row,) = ns.table([RECORDS[0] | {"puzzle": "b\udcff.non", "\ud800": 1}]).to_pylist()
    assert (row["puzzle"], row["\\ud800"]) == ("b\\udcff.non", 1)


def test_a_column_without_values_has_the_type_that_its_record_declares():
    pytest.importorskip("pyarrow")
    line = {"ask": "rate", "line_solvable": None, "width": None, "difficulty": None, "grade": None}
    types = {field.name: str(field.type) for field in ns.table([line]).schema}
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
