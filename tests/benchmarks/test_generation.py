"""The benchmark of puzzles by wish."""

import json

import pytest
from click.testing import CliRunner

from benchmarks.generation import main, measured
from nonosat import Wish


def test_figures_of_a_wish():
    found = measured(Wish(width=5, height=5), 3, 10)
    assert (found["puzzles"], found["met"], found["tries"]) == (3, 1, 1)


@pytest.mark.slow
def test_the_table(tmp_path):
    output = tmp_path / "generation.jsonl"
    result = CliRunner().invoke(
        main, ["--puzzles", "2", "--only", "10x10", "--hard-puzzles", "1", "--output", str(output)]
    )
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert [row["kind"] for row in rows] == ["run"] + ["row"] * (len(rows) - 1)
    assert "medium 10x10" in result.output
