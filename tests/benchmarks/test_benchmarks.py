"""The benchmarks run, read and compare rightly; how long anything takes is asserted nowhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import nonosat as ns
from benchmarks import report
from benchmarks.measure import FORMS, Runner, Task, formed
from benchmarks.micro import main as micro
from benchmarks.profile import PARTS, ended_by, last_run, parts
from benchmarks.profile import main as profile
from benchmarks.scaling import exponent
from benchmarks.scaling import main as scaling
from benchmarks.survey import main as survey
from benchmarks.tournament import main as tournament
from benchmarks.tournament import read_tournament

UNIQUE = "2\n1\n2\n2\n1\n"
MULTIPLE = "2\n1\n1\n1\n1\n"
UNREADABLE = "width 2\nheight 2\nrows\n1\n1 x\ncolumns\n1\n1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three puzzle files: one unique, one not, one that cannot be read."""
    made = tmp_path / "some"
    (made / "inner").mkdir(parents=True)
    (made / "one.txt").write_text(UNIQUE)
    (made / "inner" / "two.txt").write_text(MULTIPLE)
    (made / "bad.non").write_text(UNREADABLE)
    return made


def invoke(command: Any, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_survey_reports_every_file(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "results" / "all.jsonl"
    ran = invoke(survey, folder, "--output", output)
    assert ran.exit_code == 0, ran.output
    run, *rows = records(output)
    assert run["kind"] == "run"
    assert run["version"] == ns.__version__
    assert {"date", "python", "platform", "cpus", "seed"} <= run.keys()
    assert [(row["puzzle"], row["verdict"]) for row in rows] == [
        ("some/bad.non", "unreadable"),
        ("some/inner/two.txt", "multiple"),
        ("some/one.txt", "unique"),
    ]
    bad, two, one = rows
    assert ":5: " in bad["error"]
    assert (two["line_solvable"], two["open_cells"], two["found"]) == (False, 4, 2)
    assert one["line_solvable"] is True
    assert {"propagate", "encode", "load", "first", "rest", "total"} <= two.keys()
    assert "some/inner/two.txt" in ran.output
    assert "1 multiple" in ran.output


@pytest.mark.slow
def test_survey_appends_and_compares_with_the_last_run(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "all.jsonl"
    invoke(survey, folder, "--output", output)
    again = invoke(survey, folder, "--output", output, "--compare", output)
    assert again.exit_code == 0, again.output
    assert [record["kind"] for record in records(output)] == ["run", "row", "row", "row"] * 2
    assert "3 puzzles, 0 disagree" in again.output
    assert "median ratio" in again.output


def test_profile_accounts_for_the_whole_time_of_the_last_run(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "some.jsonl"
    for _ in range(2):
        invoke(survey, folder, "--output", output)
    rows = last_run(output)
    assert [row["puzzle"] for row in rows] == ["some/bad.non", "some/inner/two.txt", "some/one.txt"]
    sums = parts(rows)
    assert tuple(sums) == PARTS
    assert all(seconds >= 0 for seconds in sums.values())
    assert sum(sums.values()) == pytest.approx(sum(row["read"] + row["total"] for row in rows[1:]))
    ran = invoke(profile, output)
    assert ran.exit_code == 0, ran.output
    assert "rest of check" in ran.output
    assert [ended_by(row) for row in rows] == ["no answer", "dives", "lines"]


def test_survey_gives_unknown_at_a_limit(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "all.jsonl"
    ran = invoke(survey, folder / "inner" / "two.txt", "--time-limit", 0, "--output", output)
    assert ran.exit_code == 0, ran.output
    (row,) = records(output)[1:]
    assert (row["puzzle"], row["verdict"], row["stopped"]) == ("inner/two.txt", "unknown", "seconds")


def test_survey_compares_with_verdicts(folder: Path, tmp_path: Path) -> None:
    verdicts = tmp_path / "known.tsv"
    arguments = (folder, "--output", tmp_path / "all.jsonl", "--compare", verdicts)
    verdicts.write_text("one.txt\ttrivial unique logical\ntwo.txt\tmultiple\nelsewhere.txt\tunique\n")
    agreed = invoke(survey, *arguments)
    assert agreed.exit_code == 0, agreed.output
    assert "2 puzzles, 0 disagree" in agreed.output
    verdicts.write_text("one.txt\tunique\ntwo.txt\tunique logical\n")
    differed = invoke(survey, *arguments)
    assert differed.exit_code == 1, differed.output
    assert "2 puzzles, 2 disagree" in differed.output
    assert "some/one.txt: unique, by lines; before: unique, not by lines" in differed.output
    limited = invoke(survey, *arguments, "--time-limit", 0)
    assert limited.exit_code == 1, limited.output
    verdicts.write_text("one.txt\tperhaps\n")
    misread = invoke(survey, *arguments)
    assert misread.exit_code == 2
    assert "known.tsv:1" in misread.output


def test_comparison_tells_a_change_from_a_disagreement() -> None:
    known = {
        "a": report.Known("unknown"),
        "b": report.Known("multiple"),
        "c": report.Known("unique", None, 2.0),
    }
    rows = [
        {"puzzle": "a", "verdict": "unique", "line_solvable": False},
        {"puzzle": "x/b~3", "verdict": "unique", "line_solvable": False},
        {"puzzle": "c", "verdict": "unique", "line_solvable": True, "total": 1.0},
        {"puzzle": "d", "verdict": "unique"},
    ]
    found = report.compare(rows, known)
    assert found.compared == 3
    assert found.ratios == {"c": 0.5}
    assert [text[:2] for text in found.changes] == ["a:"]
    assert [text[:5] for text in found.disagreements] == ["x/b~3"]


def test_survey_measures_the_forms_of_a_puzzle(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "all.jsonl"
    invoke(survey, folder / "one.txt", "--forms", FORMS, "--output", output)
    rows = records(output)[1:]
    assert [row["puzzle"] for row in rows] == ["some/one.txt", *(f"some/one.txt~{n}" for n in range(1, 8))]
    assert {row["verdict"] for row in rows} == {"unique"}
    picture = ns.Grid(["##.#", "#...", "...#"])
    forms = [formed(picture.puzzle(), form) for form in range(FORMS)]
    assert len({form.statement for form in forms}) == FORMS


def test_runner_replaces_a_child_that_died() -> None:
    puzzle = ns.loads(UNIQUE)
    with Runner(seconds=20) as runner:
        assert runner.run(Task("fine", puzzle))["verdict"] == "unique"
        assert runner._child is not None
        runner._child.kill()
        runner._child.join()
        died = runner.run(Task("dies", puzzle))
        assert (died["verdict"], "died" in died["error"]) == ("failed", True)
        assert runner.run(Task("fine again", puzzle))["verdict"] == "unique"


def test_runner_kills_a_child_that_overruns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.measure._GRACE_SECONDS", 0.0)
    picture = ns.Grid([[(row * row + column) % 3 < 1 for column in range(300)] for row in range(300)])
    with Runner(seconds=0) as runner:  # the engine cannot be done, or even see the clock, by then
        late = runner.run(Task("late", picture.puzzle()))
        assert (late["verdict"], late["stopped"]) == ("unknown", "killed")
        assert late.get("total", 0) >= 0


def test_read_tournament_has_columns_first(tmp_path: Path) -> None:
    path = tmp_path / "set.txt"
    path.write_text("$1\n2\t\n1\n1\n2\n$2\n1\t1\n\n1\n1\n0\n1\n")
    one, two = read_tournament(path)
    assert one == ("1", ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    assert two == ("2", ns.Puzzle(rows=[[1], [0], [1]], columns=[[1, 1], [], [1]]))


@pytest.mark.parametrize(
    ("text", "line"), [("1\n", 1), ("$1\n1\n1\n$2\n1\n1\n1\n", 4), ("$1\n1\nx\n", 3), ("$1\n$2\n1\n1\n", 1)]
)
def test_read_tournament_says_which_line_is_wrong(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "set.txt"
    path.write_text(text)
    with pytest.raises(ns.InputError) as caught:
        read_tournament(path)
    assert caught.value.line == line


@pytest.mark.slow
def test_tournament_samples_the_whole_set(tmp_path: Path) -> None:
    path, output = tmp_path / "set.txt", tmp_path / "all.jsonl"
    path.write_text("".join(f"${number}\n1\n1\n1\n1\n" for number in range(1, 8)))
    ran = invoke(tournament, path, "--every", 3, "--output", output)
    assert ran.exit_code == 0, ran.output
    rows = records(output)[1:]
    assert [(row["puzzle"], row["verdict"]) for row in rows] == [("3", "solved"), ("6", "solved")]
    ran = invoke(tournament, path, "--every", 7, "--prove", "--output", output)
    assert records(output)[-1]["verdict"] == "multiple"
    assert "99th percentile" in ran.output


@pytest.mark.slow
def test_micro_times_every_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_setaffinity", lambda *_: None, raising=False)  # leave this process alone
    output = tmp_path / "all.jsonl"
    ran = invoke(micro, "--repeats", 1, "--seconds", 0, "--output", output)
    assert ran.exit_code == 0, ran.output
    run, *rows = records(output)
    assert run["seed"] == 1
    assert {row["case"].partition(",")[0] for row in rows} >= {"settle", "board and propagate"}


def test_percentile_is_a_value_that_occurred() -> None:
    assert [report.percentile([5, 1, 4, 2, 3], share) for share in (0, 0.5, 0.99, 1)] == [1, 3, 5, 5]


@pytest.mark.slow
def test_scaling_measures_summarises_and_draws(tmp_path: Path) -> None:
    output, picture = tmp_path / "scaling.jsonl", tmp_path / "scaling.svg"
    ran = invoke(
        scaling, "random", "dom", "--largest", 13, "--seeds", 2, "--output", output, "--svg", picture
    )
    assert ran.exit_code == 0, ran.output
    _, *rows = records(output)
    random = [row for row in rows if row["family"] == "random"]
    assert [(row["branch"], row["size"]) for row in random[::2]] == [
        (f"{filled}%", 10) for filled in (30, 40, 50, 60)
    ]
    assert {row["verdict"] for row in random} <= {"unique", "multiple"}
    assert [(row["size"], row["verdict"]) for row in rows[8:]] == [(4, "unique"), (6, "unique")]
    assert all(row["memory"] > 10**6 for row in rows)
    assert "n-Dom" in picture.read_text()


def test_a_branch_ends_where_nothing_is_done_in_time(tmp_path: Path) -> None:
    output = tmp_path / "scaling.jsonl"
    assert invoke(scaling, "dom", "--time-limit", 0, "--output", output).exit_code == 0
    _, *rows = records(output)
    assert [(row["size"], row["verdict"]) for row in rows] == [(4, "unknown")]


def test_the_exponent_of_a_power_law() -> None:
    rows = [{"cells": n, "total": n**1.5, "unknown": 0} for n in (10, 100, 1000)]
    assert exponent(rows) == pytest.approx(1.5)
    assert exponent(rows[:1]) is None
