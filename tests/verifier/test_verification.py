"""The result of a check: its claim in words, its counts, and the exit codes of the command."""

import json

import pytest
from verifier.test_claims import ONE, PICTURES, conflict, put

from nonosat.verifier import Verification, verify
from nonosat.verifier.__main__ import main


@pytest.mark.parametrize(
    ("stopped", "limit"), [("seconds", "the time limit"), ("memory", "the memory limit")]
)
def test_a_limit_leaves_a_claim_open(stopped, limit):
    found = Verification("unique", None, "", "the puzzle is unique", stopped=stopped)
    assert str(found) == f"not known to be proved: the puzzle is unique; {limit} was reached"
    assert not found.accepted
    assert found.to_json()["accepted"] is False


def test_checked_parts_are_named():
    found = Verification(
        "unique", None, "ab", "the puzzle is unique", solutions=1, deductions=2, clauses=1000
    )
    checked = "1 solution, 2 deductions, 1,000 clauses checked; SHA-256 of puzzle.json ab"
    assert str(found) == f"proves that the puzzle is unique ({checked})"
    assert found.to_json()["accepted"] is True
    assert str(Verification("unique", "a.b: no", "", "")) == "refused: a.b: no"


def claimed(place, claim, **parts):
    return verify(put(place, claim, ONE, **parts)).claim


def test_claims_are_printed_in_words(tmp_path):
    count = {"kind": "count", "count": "3"}
    assert claimed(tmp_path / "count", count, orders=[[0, 1, 2]]) == "the puzzle has 3 solutions"
    for digits, shown in ((98, "9" * 98), (99, "9" * 96 + "..")):
        place = tmp_path / str(digits)
        said = claimed(place, {"kind": "count", "count": "9" * digits}, orders=[[0, 1, 2]])
        assert said == f"the puzzle has {shown} solutions"
    assert claimed(tmp_path / "no count", {"kind": "count", "count": 3}, orders=[[0, 1, 2]]) == (
        "the puzzle has  solutions"
    )
    backbone = {"kind": "backbone", "cells": 0}
    assert claimed(tmp_path / "backbone", backbone, solutions=PICTURES) == (
        "the number of cells that are the same in all solutions is 0"
    )
    for goal, filled, words in (
        (0, 0, "given cells"),
        (1, 1, "given filled cells of the first solution shown"),
    ):
        claim = {"kind": "givens", "more_than": 0, "goal": bool(goal), "filled": bool(filled)}
        place = tmp_path / f"givens{goal}"
        assert claimed(place, claim, solutions=PICTURES) == f"one solution needs more {words} than 0"
    found = verify(conflict(tmp_path / "conflict"))
    assert found.claim == "1 clue and 2 givens contradict each other, and none can be spared"
    found = verify(conflict(tmp_path / "no lines", lines=5), seconds=0)
    assert found.claim == "0 clues and 2 givens contradict each other, and none can be spared"
    for lines, words in ((True, "that lines settle"), (False, "with one solution")):
        claim = {"kind": "repainting", "more_than": 1, "lines": lines}
        place = tmp_path / f"repainting{lines}"
        assert claimed(place, claim) == f"every repainting {words} costs more than 1"


def test_the_command_ends_with_the_highest_code(tmp_path, capsys):
    right = str(put(tmp_path / "right", {"kind": "count", "count": "3"}, ONE, orders=[[0, 1, 2]]))
    wrong = str(put(tmp_path / "wrong", {"kind": "count", "count": "2"}, ONE, orders=[[0, 1, 2]]))
    missing = str(tmp_path / "missing")

    def ran(*words):
        code = main(list(words))
        return code, *capsys.readouterr()

    assert ran(right) == (0, f"{right}: {verify(right)}\n", "")
    code, out, err = ran(right, wrong, missing, wrong, "--json")
    assert code == 65
    assert err == f"{missing}: there is no such folder or file\n"
    records = [json.loads(line) for line in out.splitlines()]
    assert [(record["certificate"], record["accepted"]) for record in records] == [
        *((right, True), (wrong, False), (wrong, False))
    ]
    assert ran(wrong, right)[0] == 1
    assert ran(wrong, right, "--time-limit", "0")[0] == 3
    assert ran(right, "--memory-limit", "0")[0] == 3
    assert ran(right, "--time-limit", "inf", "--memory-limit", "inf")[0] == 0


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("--time-limit", {"0.5": 0.5, "inf": float("inf"), "0": 0}),
        (
            "--memory-limit",
            {"0": 0, "7": 7, "7b": 7, "2k": 2000, "3MB": 3 * 10**6, "1G": 10**9, "inf": float("inf")},
        ),
    ],
)
def test_limits_are_numbers_with_units(option, values, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(
        "nonosat.verifier.__main__.verify",
        lambda _, seconds, memory: asked.append((seconds, memory)) or Verification("unique", None, ""),
    )
    for text in values:
        assert main(["c", option, text]) == 0
    defaults = (3600.0, 2 * 10**9)
    place = 0 if option == "--time-limit" else 1
    assert [each[place] for each in asked] == list(values.values())
    assert {each[1 - place] for each in asked} == {defaults[1 - place]}
    for text in ("-1", "", "nan", "1T", "G", "0x1"):
        with pytest.raises(SystemExit) as ended:
            main(["c", option, text])
        assert ended.value.code == 64
        assert "invalid" in capsys.readouterr().err


def test_the_help_has_defaults_and_exit_codes(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    out = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 0
    for words in (
        *("CERTIFICATE", "Exit codes: 0 all", "3600 unless told", "2G unless told", "--json"),
        *("--time-limit SECONDS", "--memory-limit SIZE"),
    ):
        assert words in out
    assert "without the code that wrote them" not in out
