"""The benchmarks run and read rightly; how long anything takes is asserted nowhere."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from made_runs import made

from benchmarks.against import main as against
from benchmarks.profile import PARTS, ended_by, parts
from benchmarks.profile import main as profile
from benchmarks.scaling import main as scaling
from benchmarks.scaling import siblings
from benchmarks.whole import Row, puzzles
from benchmarks.whole import main as whole
from nonosat.apps.benchmarking.families import members

SEARCHES = (
    {"open_cells": 0, "propagate": 0.25},
    {"open_cells": 12, "probes": 40, "probe": 0.5, "beliefs": 0.0, "clauses": 0},
    {"open_cells": 12, "beliefs": 0.25, "clauses": 0},
    {"open_cells": 12, "beliefs": 0.25, "clauses": 9, "first": 0.5},
)


def test_profile_accounts_for_the_whole_time(tmp_path: Path) -> None:
    runs = [run for stats in SEARCHES for run in made("a", "nonosat", 1.0, stats=stats)]
    runs += made("a", "nonosat", 1.0, verdict="unknown")
    assert [ended_by(run) for run in runs] == ["lines", "probing", "learner", "clauses", "no answer"]
    sums = parts(runs)
    assert tuple(sums) == PARTS
    assert (sum(sums.values()), sums["beliefs"], sums["rest of check"]) == (5.0, 0.5, 3.25)
    journal = tmp_path / "runs.jsonl"
    lines = [json.dumps(run.to_json() | {"run": f"{at}"}) for at, run in enumerate(runs)]
    journal.write_text("\n".join(lines) + "\n")
    ran = CliRunner().invoke(profile, [str(journal)])
    assert ran.exit_code == 0, ran.output
    assert "runs: nonosat" in ran.output
    assert "rest of check" in ran.output


def test_siblings_are_different_members_of_one_family() -> None:
    names = {
        name: [member.name for member in siblings(name, 3)]
        for name in ("random@0.4:9", "julia:20", "rings:20")
    }
    assert names["random@0.4:9"] == ["random@0.4:9#1", "random@0.4:9#2", "random@0.4:9#3"]
    assert names["julia:20"] == ["julia@1:20", "julia@2:20", "julia@3:20"]
    assert names["rings:20"] == ["rings:20", "rings:18", "rings:16"]


def test_scaling_prints_the_median_and_the_worst_member() -> None:
    ran = CliRunner().invoke(scaling, ["rings:8", "--members", "3"])
    assert ran.exit_code == 0, ran.output
    row = dict(zip(*(line.split("\t") for line in ran.output.splitlines()), strict=True))
    assert (row["family"], row["members"], row["decided"]) == ("rings:8", "3", "3")
    assert row["worst member"] in {"rings:8", "rings:6", "rings:4"}
    assert float(row["median"]) <= float(row["worst"])


def test_scaling_with_goals_has_nothing_to_search() -> None:
    ran = CliRunner().invoke(scaling, ["checkerboard:20", "--members", "1", "--goals"])
    assert ran.exit_code == 0, ran.output
    row = dict(zip(*(line.split("\t") for line in ran.output.splitlines()), strict=True))
    assert row["decided"] == "1"


def test_whole_sums_collections_families_and_commands(tmp_path: Path) -> None:
    folder = tmp_path / "survey"
    folder.mkdir()
    (folder / "one.non").write_text("width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n")
    (folder / "faase.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    (tmp_path / "webpbn").mkdir()
    (tmp_path / "webpbn" / "one.non").write_text((folder / "one.non").read_text())
    ran = CliRunner().invoke(whole, [str(tmp_path), "survey", "webpbn, again", "checkerboard:300"])
    assert ran.exit_code == 0, ran.output
    lines = ran.output.splitlines()
    rows = {
        line.split("\t")[0]: dict(zip(lines[0].split("\t"), line.split("\t"), strict=True))
        for line in lines[1:]
    }
    assert (rows["survey"]["puzzles"], rows["survey"]["undecided"]) == ("1", "0")
    assert (rows["webpbn, again"]["puzzles"], rows["checkerboard:300"]["puzzles"]) == ("1", "1")


def test_members_of_a_family_can_be_a_range() -> None:
    row = Row(("random@0.4:6#2-3", "dom:2"))
    made = [one.puzzle.statement for one in members("random@0.4:6", 3) if one.puzzle]
    assert [*puzzles(Path("none"), row)][:2] == made[1:]
    assert len([*puzzles(Path("none"), row)]) == 3


def test_a_collection_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    ran = CliRunner().invoke(whole, [str(tmp_path), "survey"])
    assert ran.exit_code == 2
    assert ran.output.splitlines()[-1].endswith("has no survey/*, which the row 'survey' needs")


def test_bad_input_is_one_line_and_an_exit_code(tmp_path: Path) -> None:
    ran = CliRunner().invoke(against, [str(tmp_path / "no"), str(tmp_path / "no")])
    assert ran.exit_code == 65
    assert ran.output.endswith("no: cannot read: No such file or directory\n")
    for family in ("sudoku:9", "rings"):
        ran = CliRunner().invoke(scaling, [family])
        assert ran.exit_code == 64
        assert f"{family}: " in ran.output.splitlines()[-1]
