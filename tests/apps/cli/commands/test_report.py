"""`nonosat report` and `nonosat merge`: results of a batch, summed up and joined."""

import json
import os
import re
from pathlib import Path

import pytest
from browser import findings
from printed import ran

from nonosat.apps.cli import run
from nonosat.apps.illustration.markup import policy


@pytest.fixture
def results(folder, capsys):
    """Of the folder, in two parts, and all together."""
    os.remove("bad.non")
    assert run(["batch", ".", "-o", "all.jsonl"]) == 0
    for part in (1, 2):
        assert run(["batch", ".", "--shard", f"{part}/2", "-o", f"{part}.jsonl"]) == 0
    capsys.readouterr()
    return folder


def told(path):
    """Everything but what differs from run to run."""
    records = map(json.loads, Path(path).read_text().splitlines())
    return sorted((each["key"], each["puzzle"], each["verdict"]) for each in records)


def test_parts_make_a_whole(results, capsys):
    assert run(["merge", "1.jsonl", "2.jsonl", "-o", "merged.jsonl"]) == 0
    assert "merged.jsonl: 3 answers: 1 multiple, 1 unique, 1 unsolvable" in capsys.readouterr().err
    assert told("merged.jsonl") == told("all.jsonl")
    assert "3 were there before" in ran(capsys, ["batch", ".", "-o", "merged.jsonl"]).err


def test_a_report_for_a_terminal_and_as_a_page(results, capsys):
    out = ran(capsys, ["report", "all.jsonl"]).out
    assert "unsolvable" in out
    assert "half within" in out
    assert "the slowest:" in out
    assert "people: half within under a minute, " in out
    assert run(["report", "all.jsonl", "all.jsonl", "-o", "page.html"]) == 0
    page = Path("page.html").read_text()
    assert page.count("<svg") == 2
    assert "0 verdicts changed" in page
    assert "<p>people: half within " in page
    assert "http://www.w3.org" in page
    assert page.count("http") == page.count("http://www.w3.org") + page.count("http-equiv")
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert f'Content-Security-Policy" content="{policy(style)}"' in page
    assert "style=" not in page


@pytest.mark.slow
def test_a_report_shows_all_that_its_policy_allows(results, capsys, visit):
    assert run(["report", "all.jsonl", "-o", "page.html"]) == 0
    page = visit(Path("page.html").resolve().as_uri())
    assert findings(page) == []
    assert page.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse") == "collapse"


def test_results_of_nothing_are_no_error(folder, capsys):
    Path("none.jsonl").write_text("")
    assert run(["report", "none.jsonl"]) == 0
    assert run(["report", "none.jsonl", "-o", "none.html"]) == 0
    assert run(["report", "none.jsonl", "--to", "csv"]) == 0


def test_tables(results, capsys):
    assert len(ran(capsys, ["report", "all.jsonl", "--to", "csv"]).out.splitlines()) == 4
    assert run(["report", "all.jsonl", "all.jsonl", "--to", "csv"]) == 64
    assert "unique.non:1: expected a record of a batch" in ran(capsys, ["report", "unique.non"], 65).err
