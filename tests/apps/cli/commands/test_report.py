"""`nonosat report` and `nonosat merge`: results of a batch, summed up and joined."""

import json
import os
from pathlib import Path

import pytest
from printed import ran

from nonosat.apps.cli import run


@pytest.fixture
def results(folder, capsys):
    """Of the folder, in two parts, and all together."""
    os.remove("bad.non")
    assert run(["batch", ".", "--journal", "all.jsonl", "--estimate"]) == 0
    for part, files in (("1", ["unique.non"]), ("2", ["multiple.non", "unsolvable.non"])):
        assert run(["batch", *files, "--journal", f"{part}.jsonl", "--estimate"]) == 0
    capsys.readouterr()
    return folder


def told(path):
    """Everything but what differs from run to run."""
    records = map(json.loads, Path(path).read_text().splitlines())
    return sorted((line["key"], line["puzzle"], line["verdict"]) for line in records)


def test_reports_of_parts_add_up(results, capsys):
    assert run(["merge", "1.jsonl", "2.jsonl", "-o", "merged.jsonl"]) == 0
    assert "merged.jsonl: 3 answers: 1 multiple, 1 unique, 1 unsolvable" in capsys.readouterr().err
    assert told("merged.jsonl") == told("all.jsonl")
    assert "3 were there before" in ran(capsys, ["batch", ".", "--journal", "merged.jsonl", "--estimate"]).err


def test_a_report_is_printed_or_written(results, capsys):
    out = ran(capsys, ["report", "all.jsonl"]).out
    assert "unsolvable" in out
    assert "half within" in out
    assert "the slowest:" in out
    assert "people: half within under a minute, " in out
    assert run(["report", "all.jsonl", "-o", "report.txt"]) == 0
    assert Path("report.txt").read_text() == out
    assert "0 verdicts changed" in ran(capsys, ["report", "all.jsonl", "all.jsonl"]).out


def test_an_empty_report_is_no_error(folder, capsys):
    Path("none.jsonl").write_text("")
    assert run(["report", "none.jsonl"]) == 0


def test_a_file_of_another_kind_is_bad_input(results, capsys):
    assert "unique.non:1: expected a record of a batch" in ran(capsys, ["report", "unique.non"], 65).err
