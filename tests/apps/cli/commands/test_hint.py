"""`hint` on the command line."""

import io
from pathlib import Path

import pytest
from printed import ran, record

import nonosat as ns
from nonosat.apps.cli import run

MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])


@pytest.mark.parametrize(
    ("puzzle", "state", "code", "words"),
    [
        ("unique", "??\n##\n", 0, "column 1, full: 2 fits in one way only, so cell 1 is black"),
        ("unique", "#.\n##\n", 0, "unique.non: solved"),
        (
            "unique",
            "##\n??\n",
            2,
            "row 1, cells 1 and 2: 2 cells are black, and the clue has 1\nrow 1, column 2: black is in no solution",
        ),
        (
            "unique",
            ".?\n??\n",
            2,
            "column 1, cell 1: only 1 cell can be black, and the clue has 2\nrow 1, column 1: white is in no solution",
        ),
        (
            "multiple",
            "??\n??\n",
            1,
            "multiple.non: nothing more follows: the cells that are left differ between solutions",
        ),
        ("unsolvable", "???\n???\n???\n", 2, "unsolvable.non: the puzzle has no solution"),
    ],
)
def test_hint(folder, capsys, puzzle, state, code, words):
    Path("state.txt").write_text(state)
    assert ran(capsys, ["hint", f"{puzzle}.non", "state.txt"], code).out == f"{words}\n"
    text = record(ran(capsys, ["hint", f"{puzzle}.non", "state.txt", "--json"], code))["text"]
    assert text == words.removeprefix(f"{puzzle}.non: ")


def test_hint_as_json(folder, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"??\n#?\n")))
    answer = record(ran(capsys, ["hint", "unique.non", "-", "--json"]))
    assert (answer["kind"], answer["mistake"]) == ("step", None)
    assert answer["steps"][-1]["cells"] == [{"row": 1, "column": 1, "colour": 1}]
    Path("state.txt").write_text("##\n??\n")
    mistake = record(ran(capsys, ["hint", "unique.non", "state.txt", "--json"], 2))["mistake"]
    assert mistake.pop("text").endswith("row 1, column 2: black is in no solution")
    assert mistake == {
        "axis": "row",
        "index": 0,
        "cells": [{"row": 0, "column": column, "colour": 1} for column in (0, 1)],
        "row": 0,
        "column": 1,
        "colour": 1,
    }
    ns.dump(MULTIPLE.replace(givens=[(0, 0)]), "given.json")
    Path("state.txt").write_text(".?\n??\n")
    assert run(["hint", "given.json", "state.txt", "--json"]) == 2
    assert record(capsys.readouterr())["mistake"].items() >= {"row": 0, "column": 0, "colour": 0}.items()


@pytest.mark.parametrize(
    ("state", "error"),
    [
        (None, "state.txt: cannot read: No such file or directory"),
        (b"\x02\xff?\n??\n", "state.txt:1: not text: byte 0xff"),
        (b"a?\n??\n", "state.txt:1: a cell must be one of "),
        (b"??\n", "state.txt: the picture has 1 row, the puzzle 2"),
    ],
)
def test_unreadable_states_are_refused(folder, capsys, state, error):
    if state is not None:
        Path("state.txt").write_bytes(state)
    assert ran(capsys, ["hint", "unique.non", "state.txt"], 65).err.startswith(f"nonosat: {error}")


@pytest.mark.parametrize(
    "state",
    [
        "| # | ? |\n|---|---|\n| ? | ? |\n",
        "#,?\n?,?\n",
        "1. #?\n2. ??\n",
        "so far:\n\n# ?\n? ?\n",
        '[["#", "?"], ["?", "?"]]',
        "1?\n??\n",
    ],
)
def test_states_are_read_in_every_notation_of_answers(folder, capsys, state):
    Path("plain.txt").write_text("#?\n??\n")
    expected = ran(capsys, ["hint", "unique.non", "plain.txt"], 0).out
    Path("state.txt").write_text(state)
    assert ran(capsys, ["hint", "unique.non", "state.txt"], 0).out == expected


def test_without_a_state_the_hint_is_the_first_step(folder, capsys):
    puzzle = ns.load("unique.non")
    unknown = ["??", "??"]
    assert run(["hint", "unique.non"]) == 0
    heading = "unique.non: under a minute, 1.0 of 5 stars"
    assert capsys.readouterr().out == f"{heading}\n{ns.hint(puzzle, unknown)}\n"
    assert ns.hint(puzzle) == ns.hint(puzzle, unknown)
