"""The table of counts: what it says of a puzzle, and how it is written."""

import pytest

import nonosat as ns
from benchmarks.counts import markdown, measured, number_text


def test_a_row_and_its_table(tmp_path):
    file = tmp_path / "four.non"
    ns.dump(ns.Puzzle([[1]] * 4, [[1]] * 4), str(file))
    row = measured("four", str(file), 60)
    assert (row["count"], row["exact"], row["open"], row["forced"], row["regions"]) == ("24", True, 16, 0, 1)
    head, _, line = markdown([row])
    assert line.startswith("| four | 24 | 0 | 16 | 0 | 1 | 16 | compiled |")
    assert line.count("|") == head.count("|")


def test_what_cannot_be_read_has_a_line_too(tmp_path):
    file = tmp_path / "no.non"
    file.write_text("nothing of the kind")
    row = measured("no", str(file), 60)
    assert row["verdict"] == "unreadable"
    head, _, line = markdown([row])
    assert line.count("|") == head.count("|")


def test_lower_bounds_are_said_to_be():
    row = {"puzzle": "p", "count": "64", "exact": False, "wall": 120.0}
    row |= dict.fromkeys(("forced", "open", "undecided", "regions", "largest", "method"), "-")
    assert "| at least 64 |" in list(markdown([row]))[2]


@pytest.mark.parametrize(
    ("digits", "text"), [("1263904", "1,263,904"), ("0", "0"), ("1" + "0" * 752, "1.000e752")]
)
def test_numbers(digits, text):
    assert number_text(digits) == text
