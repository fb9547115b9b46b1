"""The benchmark of the environment runs and prints its table."""

import json

import pytest
from click.testing import CliRunner

pytest.importorskip("gymnasium")

from benchmarks.environment import main


@pytest.mark.slow
def test_the_table_has_a_row_for_each_size(tmp_path):
    output = tmp_path / "rows.jsonl"
    run = CliRunner().invoke(main, ["--side", "4", "--steps", "80", "--output", str(output)])
    assert run.exit_code == 0, run.output
    assert [line.split(" | ")[0] for line in run.stdout.splitlines()[2:]] == ["| 4x4"]
    row = json.loads(output.read_text().splitlines()[1])
    assert all(row[name] > 0 for name in ("random", "lines", "sync", "async"))
