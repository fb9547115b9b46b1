"""The benchmarks run and read rightly; how long anything takes is asserted nowhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from made_runs import made

from benchmarks import report
from benchmarks.micro import main as micro
from benchmarks.profile import PARTS, ended_by, parts
from benchmarks.profile import main as profile

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


@pytest.mark.slow
def test_micro_times_every_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_setaffinity", lambda *_: None, raising=False)  # leave this process alone
    output = tmp_path / "all.jsonl"
    words = ["--repeats", "1", "--seconds", "0", "--output", str(output)]
    ran = CliRunner().invoke(micro, words)
    assert ran.exit_code == 0, ran.output
    run, *rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert run["seed"] == 1
    assert {row["case"].partition(",")[0] for row in rows} >= {"settle", "board and propagate"}


def test_files_are_named_by_their_folder(tmp_path: Path) -> None:
    (tmp_path / "some" / "inner").mkdir(parents=True)
    for name in ("some/one.non", "some/inner/two.non"):
        (tmp_path / name).touch()
    found = report.named_files((str(tmp_path / "some"), str(tmp_path / "some" / "one.non")))
    assert [name for name, _ in found] == ["some/inner/two.non", "some/one.non", "some/one.non"]


def test_percentile_is_a_value_that_occurred() -> None:
    assert [report.percentile([5, 1, 4, 2, 3], share) for share in (0, 0.5, 0.99, 1)] == [1, 3, 5, 5]
