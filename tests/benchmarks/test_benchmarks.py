"""The benchmarks run and read rightly; how long anything takes is asserted nowhere."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from made_runs import made

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
