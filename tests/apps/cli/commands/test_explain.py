"""`explain` on the command line."""

import json
from pathlib import Path

import pytest
from printed import ran, record

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.explaining.steps.explain import Explanation
from nonosat.explaining.steps.step import Step

PUZZLES = Path(__file__).parents[4] / "puzzles"


def test_explain_prints_steps_and_the_conclusion(folder, capsys):
    assert ran(capsys, ["explain", "unique.non"]).out.splitlines() == [
        "unique.non: under a minute, 1.0 of 5 stars",
        "1. row 2, full: 2 fits in one way only, so cells 1 and 2 are black",
        "2. column 1, full: 2 fits in one way only, so cell 1 is black",
        "3. row 1, complete: its clue is complete, so cell 2 is white",
        "unique.non: solved: this is the only solution",
    ]
    out = ran(capsys, ["explain", "multiple.non"], 1).out
    assert out == "multiple.non: the puzzle has several solutions, and 4 cells differ between them\n"
    last = ran(capsys, ["explain", "unsolvable.non"], 2).out.splitlines()[-2:]
    assert last[0].endswith("only the 2 gets there, and it cannot lie on both cell 1 and cell 3")
    assert last[1] == "unsolvable.non: the puzzle has no solution"


def test_explain_shows_states_and_stops_at_the_given_step(folder, capsys):
    assert ran(capsys, ["explain", "unique.non", "--states", "--steps", "2"]).out.splitlines()[1:] == [
        "1. row 2, full: 2 fits in one way only, so cells 1 and 2 are black",
        "??",
        "##",
        "2. column 1, full: 2 fits in one way only, so cell 1 is black",
        "#?",
        "##",
    ]
    assert ran(capsys, ["explain", "unique.non", "--steps", "3"]).out.endswith("cell 2 is white\n")


def test_explain_as_json(folder, capsys):
    answer = record(ran(capsys, ["explain", "unique.non", "--json", "--solutions", "--states"]))
    assert (answer["puzzle"], answer["verdict"], answer["line_solvable"]) == ("unique.non", "unique", True)
    assert answer["solutions"] == [["10", "11"]]
    assert (answer["complete"], answer["open_cells"], answer["stopped"]) == (True, 0, None)
    assert [step["state"] for step in answer["steps"]] == [["??", "11"], ["1?", "11"], ["10", "11"]]
    said = answer["steps"][2].pop("said")
    assert [phrase["say"] for phrase in said] == ["{line}, {technique}: {what}"]
    assert answer["steps"][2] == {
        "reason": "complete",
        "axis": "row",
        "index": 0,
        "cells": [{"row": 0, "column": 1, "colour": 0}],
        "excluded": [],
        "text": "row 1, complete: its clue is complete, so cell 2 is white",
        "state": ["10", "11"],
    }
    answer = record(ran(capsys, ["explain", "multiple.non", "--json", "--solutions"], 1))
    assert (answer["line_solvable"], answer["solutions"], answer["open_cells"]) == (False, [], 4)
    answer = record(ran(capsys, ["explain", "unique.non", "--json", "--steps", "1"]))
    assert (answer["verdict"], answer["line_solvable"], answer["stopped"]) == ("unknown", None, "steps")


def test_explain_with_trials_and_without(capsys):
    answer = record(ran(capsys, ["explain", str(PUZZLES / "dom-04.non"), "--json"]))
    assert "probe" in {step["reason"] for step in answer["steps"]}
    assert answer["line_solvable"] is False
    assert run(["explain", str(PUZZLES / "dom-04.non"), "--json", "--depth", "0"]) == 0
    assert {"search"} < {step["reason"] for step in record(capsys.readouterr())["steps"]}
    answer = record(ran(capsys, ["explain", str(PUZZLES / "dom-12.non"), "--json", "--time-limit", "0"], 3))
    assert (answer["verdict"], answer["stopped"], answer["complete"]) == ("unknown", "seconds", False)


@pytest.mark.slow
def test_a_lesson_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["explain", "example:cup", "-o", "lesson.html"]) == 0
    assert capsys.readouterr().out == "lesson.html: steps 1 to 38: solved: this is the only solution\n"
    assert Path("lesson.html").read_text().startswith("<!doctype html>")
    assert run(["explain", "example:cup", "-o", "a.html", "--from-step", "3", "--steps", "4", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["output"], record["first"], len(record["steps"])) == ("a.html", 3, 2)
    assert record["stopped"] == "steps"
    out, err = ran(capsys, ["explain", "example:cup", "-o", "-", "--steps", "1"])
    assert out.startswith("<!doctype html>")
    assert err.startswith("-: step 1: ")


def test_a_long_explanation_shows_its_progress(monkeypatch, capsys):
    monkeypatch.setattr("nonosat.apps.cli.shell.common.QUIET_SECONDS", 0)
    monkeypatch.setattr("nonosat.apps.cli.shell.progress.LOG_SECONDS", 0)
    out, err = ran(capsys, ["explain", "example:cup", "--json"])
    assert len(json.loads(out)["steps"]) == 38
    lines = err.splitlines()
    assert lines[0].startswith("nonosat: example:cup: 1 step, 9")
    assert lines[-1] == "nonosat: example:cup: 38 steps, 0 cells left"


@pytest.mark.slow
def test_a_lesson_that_a_limit_cuts_short_says_so(tmp_path, monkeypatch, capsys):
    name = "lesson.html"
    monkeypatch.chdir(tmp_path)
    assert run(["explain", str(PUZZLES / "dom-14.non"), "-o", name, "--time-limit", "1.5", "--json"]) == 3
    record = json.loads(capsys.readouterr().out)
    assert record["stopped"] == "seconds"
    assert record["verdict"] == "unknown"
    assert Path(name).exists() == ("output" in record)
    assert run(["explain", str(PUZZLES / "dom-14.non"), "-o", "none.html", "--time-limit", "0"]) == 3
    assert "the time limit was reached" in "".join(capsys.readouterr())
    assert not Path("none.html").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "lesson.txt"], "give it the extension .html"),
        (["-o", "lesson.html", "--states"], "--states is for steps as text"),
        (["-o", "-", "--json"], "both write to standard output"),
        (["-o", "lesson.html", "--from-step", "99"], "there is no step 99: the puzzle takes 38"),
        (["--from-step", "4", "--steps", "3"], "--from-step 4 comes after --to-step 3"),
        (["--from-step", "99"], "there is no step 99: the puzzle takes 38"),
        (["--from-step", "99", "--json"], "there is no step 99: the puzzle takes 38"),
    ],
)
def test_impossible_lessons_are_refused_in_one_line(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (line,) = ran(capsys, ["explain", "example:cup", *words], 64).err.splitlines()
    assert said in line
    assert not any(tmp_path.iterdir())


def test_steps_begin_and_end_at_the_given_numbers(tmp_path, capsys):
    lines = ran(capsys, ["explain", "example:cup", "--from-step", "37"]).out.splitlines()
    assert [line.partition(".")[0] for line in lines[:2]] == ["37", "38"]
    part = ["explain", "example:cup", "--from-step", "3", "--to-step", "4"]
    lines = ran(capsys, part).out.splitlines()
    assert [line.partition(".")[0] for line in lines if line[0].isdigit()] == ["3", "4"]
    whole = ns.explain(ns.example("cup"))
    record = json.loads(ran(capsys, [*part, "--json", "--states"]).out)
    assert [step["text"] for step in record["steps"]] == [str(step) for step in whole.steps[2:4]]
    assert record["steps"][-1]["state"] == record["state"]
    page = tmp_path / "part.html"
    assert run([*part, "-o", str(page)]) == 0
    assert "Before step 3" in page.read_text(encoding="utf-8")
    assert "After step 4" in page.read_text(encoding="utf-8")


def test_the_last_steps_do_not_make_a_puzzle_line_solvable(tmp_path, capsys):
    """Its only supposition is step 4."""
    rows, columns = [[3], [1], [1], [2], [1, 1], [2, 2]], [[1, 1], [1, 1, 1], [2], [1], [1, 1], [3]]
    ns.dump(ns.Puzzle(rows, columns), path := str(tmp_path / "probed.non"))
    for words in (["check"], ["explain"], ["explain", "--from-step", "5"]):
        assert record(ran(capsys, [*words, path, "--json"]))["line_solvable"] is False


def test_the_record_of_a_step_is_made_when_the_step_is_found(monkeypatch, capsys):
    """After the limit there would be no time for thousands of them."""
    made, found = [], []
    to_json, find = Step.to_json, Explanation._find
    monkeypatch.setattr(Step, "to_json", lambda step: made.append(len(found)) or to_json(step))
    monkeypatch.setattr(Explanation, "_find", lambda steps: find(steps) and not found.append(steps))
    steps = record(ran(capsys, ["explain", "example:cup", "--json"]))["steps"]
    assert made == list(range(1, len(steps) + 1))
    made.clear()
    found.clear()
    assert ns.explain(ns.example("cup")).to_json()["steps"] == steps
    assert made == list(range(1, len(steps) + 1))


def test_an_entry_of_the_glossary_is_printed_only(tmp_path, capsys):
    lesson = tmp_path / "lesson.html"
    assert "takes no -o" in ran(capsys, ["explain", "--technique", "overlap", "-o", str(lesson)], 64).err
    assert not lesson.exists()
