"""The benchmark of data sets finds what is wrong with a record."""

import json

import pytest
from click.testing import CliRunner

import nonosat as ns
from benchmarks.datasets import WISHES, by_rows, check, faults_of, make
from nonosat.foundation.limits import Clock
from nonosat.generation.datasets.records import labels


@pytest.mark.slow
def test_a_data_set_is_made_and_looked_at(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.report.RESULTS", tmp_path)
    path = tmp_path / "d.jsonl"
    count = ["--count", str(len(WISHES))]
    assert CliRunner().invoke(make, [str(path), *count]).exit_code == 0
    looked = CliRunner().invoke(check, [str(path), *count, "--workers", "1"])
    assert (looked.exit_code, looked.stdout.splitlines()[0]) == (0, f"{len(WISHES)} records, 0 wrong")
    record = json.loads(path.read_text().splitlines()[0])
    for name, value in (("grade", "hard"), ("count", "2"), ("sweeps", 99), ("key", "0" * 32), ("width", 6)):
        assert faults_of(record | {name: value})


@pytest.mark.parametrize(
    "puzzle",
    [
        ns.Puzzle([[1]] * 4, [[1]] * 4),
        ns.Puzzle([[3], [], [3]], [[2], [2], [2]]),
        ns.Puzzle(
            [[(1, 1), (1, 2)], [(2, 2)]],
            [[(1, 1), (1, 2)], [(2, 2)]],
            palette=[("white", "ffffff", "."), ("red", "ff0000", "r"), ("blue", "0000ff", "b")],
        ),
        ns.example("cup"),
    ],
)
def test_trying_rows_finds_all_solutions(puzzle):
    found = list(by_rows(puzzle))
    assert len(found) == len(set(found)) == int(labels(puzzle, 0, Clock())["count"])
    assert all(grid.satisfies(puzzle) for grid in found)
