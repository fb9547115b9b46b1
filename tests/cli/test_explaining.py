"""`explain`, `hint` and `rate` on the command line."""

import io
import json
import re
from pathlib import Path

import pytest

import nonosat as ns
from nonosat.cli import run

PUZZLES = Path(__file__).parents[2] / "puzzles"
UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])
UNSOLVABLE = ns.Puzzle(rows=[[3], [], [3]], columns=[[2], [2], [2]])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, puzzle in (("unique", UNIQUE), ("multiple", MULTIPLE), ("unsolvable", UNSOLVABLE)):
        ns.dump(puzzle, f"{name}.non")
    return tmp_path


def record(capsys):
    (line,) = capsys.readouterr().out.splitlines()
    return json.loads(line)


def test_explain_prints_steps_and_how_it_ended(folder, capsys):
    assert run(["explain", "unique.non"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1. row 2, full: 2 fits in one way only: cells 1 and 2 are black",
        "2. column 1, full: 2 fits in one way only: cell 1 is black",
        "3. row 1, complete: no black is missing: cell 2 is white",
        "unique.non: solved: this is the only solution",
    ]
    assert run(["explain", "multiple.non"]) == 1
    out = capsys.readouterr().out
    assert out == "multiple.non: the puzzle has several solutions, and 4 cells differ between them\n"
    assert run(["explain", "unsolvable.non"]) == 2
    last = capsys.readouterr().out.splitlines()[-2:]
    assert last[0].endswith("contradiction: no filling agrees with what is known")
    assert last[1] == "unsolvable.non: the puzzle has no solution"


def test_explain_shows_states_and_stops_where_it_is_told(folder, capsys):
    assert run(["explain", "unique.non", "--states", "--steps", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1. row 2, full: 2 fits in one way only: cells 1 and 2 are black",
        "??",
        "##",
        "2. column 1, full: 2 fits in one way only: cell 1 is black",
        "#?",
        "##",
    ]
    assert run(["explain", "unique.non", "--steps", "3"]) == 0
    assert capsys.readouterr().out.endswith("cell 2 is white\n")


def test_explain_as_json(folder, capsys):
    assert run(["explain", "unique.non", "--json", "--states"]) == 0
    found = record(capsys)
    assert (found["puzzle"], found["verdict"], found["line_solvable"]) == ("unique.non", "unique", True)
    assert found["solutions"] == [["#.", "##"]]
    assert (found["complete"], found["open"], found["stopped"]) == (True, 0, None)
    assert [step["state"] for step in found["steps"]] == [["??", "##"], ["#?", "##"], ["#.", "##"]]
    assert found["steps"][2] == {
        "reason": "complete",
        "axis": "row",
        "index": 0,
        "cells": [{"row": 0, "column": 1, "colour": 0}],
        "excluded": [],
        "text": "row 1, complete: no black is missing: cell 2 is white",
        "state": ["#.", "##"],
    }
    assert run(["explain", "multiple.non", "--json"]) == 1
    found = record(capsys)
    assert (found["line_solvable"], found["solutions"], found["open"]) == (False, [], 4)
    assert run(["explain", "unique.non", "--json", "--steps", "1"]) == 0
    found = record(capsys)
    assert (found["verdict"], found["line_solvable"], found["stopped"]) == ("unknown", None, "steps")


def test_explain_with_trials_and_without(capsys):
    assert run(["explain", str(PUZZLES / "dom-04.non"), "--json"]) == 0
    found = record(capsys)
    assert "trial" in {step["reason"] for step in found["steps"]}
    assert found["line_solvable"] is False
    assert run(["explain", str(PUZZLES / "dom-04.non"), "--json", "--depth", "0"]) == 0
    assert {"search"} < {step["reason"] for step in record(capsys)["steps"]}
    assert run(["explain", str(PUZZLES / "dom-12.non"), "--json", "--time-limit", "0"]) == 3
    found = record(capsys)
    assert (found["verdict"], found["stopped"], found["complete"]) == ("unknown", "seconds", False)


@pytest.mark.parametrize(
    ("puzzle", "state", "code", "words"),
    [
        ("unique", "??\n##\n", 0, "column 1, full: 2 fits in one way only: cell 1 is black"),
        ("unique", "#.\n##\n", 0, "solved"),
        ("unique", "##\n??\n", 2, "row 1: no filling agrees with what is there"),
        ("unique", ".?\n??\n", 2, "column 1: no filling agrees with what is there"),
        ("multiple", "??\n??\n", 1, "nothing more follows: the cells that are left differ between solutions"),
        ("unsolvable", "???\n???\n???\n", 2, "the puzzle has no solution"),
    ],
)
def test_hint(folder, capsys, puzzle, state, code, words):
    Path("state.txt").write_text(state)
    assert run(["hint", f"{puzzle}.non", "state.txt"]) == code
    assert capsys.readouterr().out == f"{words}\n"
    assert run(["hint", f"{puzzle}.non", "state.txt", "--json"]) == code
    assert record(capsys)["hint"] == words


def test_hint_as_json(folder, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"??\n#?\n")))
    assert run(["hint", "unique.non", "-", "--json"]) == 0
    found = record(capsys)
    assert (found["kind"], found["mistake"]) == ("step", None)
    assert found["steps"][-1]["cells"] == [{"row": 1, "column": 1, "colour": 1}]
    Path("state.txt").write_text("##\n??\n")
    assert run(["hint", "unique.non", "state.txt", "--json"]) == 2
    assert record(capsys)["mistake"] == {"axis": "row", "index": 0}
    ns.dump(MULTIPLE.replace(givens=[(0, 0)]), "given.json")
    Path("state.txt").write_text(".?\n??\n")
    assert run(["hint", "given.json", "state.txt", "--json"]) == 2
    assert record(capsys)["mistake"] == {"row": 0, "column": 0, "colour": 0}


@pytest.mark.parametrize(
    ("state", "error"),
    [
        (None, "state.txt: cannot read: No such file or directory"),
        (b"\xff?\n??\n", "state.txt: not UTF-8 text: byte 0xff"),
        (b"a?\n??\n", "state.txt:1: a cell is one of "),
        (b"??\n", "the picture has 1 rows, the puzzle 2"),
    ],
)
def test_states_that_cannot_be_read(folder, capsys, state, error):
    if state is not None:
        Path("state.txt").write_bytes(state)
    assert run(["hint", "unique.non", "state.txt"]) == 65
    assert capsys.readouterr().err.startswith(f"nonosat: {error}")


def test_rate(folder, capsys):
    assert run(["rate", "unique.non", str(PUZZLES / "dom-05.non")]) == 0
    trivial, steps, searched, *_ = capsys.readouterr().out.splitlines()
    assert (trivial, steps) == ("unique.non: trivial, difficulty 2", "  2 full, 1 complete")
    numbers = r"\d+ cells by trials 2 deep, \d+ conflicts"  # which trials come first is nobody's promise
    assert re.fullmatch(rf".*/dom-05.non: needs search, {numbers}", searched)
    assert run(["rate", "multiple.non", "unsolvable.non"]) == 2
    assert capsys.readouterr().out.splitlines()[:2] == [
        "multiple.non: multiple, 4 cells left open, 1 conflict",
        "  no steps",
    ]


def test_rate_as_json(folder, capsys):
    assert run(["rate", "unique.non", "--json"]) == 0
    found = record(capsys)
    assert (found["puzzle"], found["verdict"], found["grade"]) == ("unique.non", "unique", "trivial")
    assert (found["difficulty"], found["sweeps"], found["hardest"]) == (2, 2, "complete")
    assert found["steps"] == {"full": 2, "complete": 1}
    assert run(["rate", "multiple.non", "--json"]) == 1
    found = record(capsys)
    assert (found["grade"], found["difficulty"], found["open_cells"]) == (None, None, 4)
    assert run(["rate", str(PUZZLES / "dom-12.non"), "--json", "--time-limit", "0"]) == 3
