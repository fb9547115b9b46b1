"""The comparison with other programs asks what it says, and the baselines it brings are right."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from solution_sets import all_solutions, random_puzzle

from benchmarks import peers
from benchmarks.automata import by_cp_sat, by_minizinc
from nonosat import Grid, Puzzle, dump

BASELINES = [
    by_cp_sat,
    pytest.param(
        by_minizinc,
        marks=[
            pytest.mark.slow,
            pytest.mark.skipif(not shutil.which("minizinc"), reason="minizinc is not installed"),
        ],
    ),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A puzzle with one solution and one with two."""
    made = tmp_path / "puzzles"
    made.mkdir()
    dump(Grid(["#.", "##"]).puzzle(), str(made / "one.non"))
    dump(Puzzle([[1], [1]], [[1], [1]]), str(made / "two.non"))
    return made


@pytest.mark.parametrize("baseline", BASELINES)
def test_the_baselines_are_right(baseline) -> None:
    random = Random(8)
    clear = []
    while len(clear) < 20:
        puzzle = random_puzzle(random)
        if all(block.length for line in puzzle.lines for block in line.clue or ()):
            clear.append(puzzle)
    for puzzle in clear:
        assert baseline(puzzle) == min(len(all_solutions(puzzle)), 2)


@pytest.mark.slow
def test_all_are_asked_and_compared(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "peers.jsonl"
    echo = f"liar={sys.executable} -c 'print(\"unique\")' {{webpbn}}"
    slow = f"slow={sys.executable} -c 'import time; time.sleep(60)' {{non}}"
    options = ["--without", "Gecode automata", "--time-limit", "3", "--seeds", "1", "--output", str(output)]
    ran = CliRunner().invoke(peers.main, [str(folder), "--peer", echo, "--peer", slow, *options])
    assert ran.exit_code == 1
    assert "two.non: they disagree" in ran.output
    assert "one.non: they disagree" not in ran.output
    _, *rows = [json.loads(line) for line in output.read_text().splitlines()]
    said = {(row["puzzle"].split("/")[-1], row["peer"]): row["verdict"] for row in rows}
    for name, verdict in (("one.non", "unique"), ("two.non", "multiple")):
        assert said[name, "nonosat"] == said[name, "in process"] == said[name, "CP-SAT automata"] == verdict
        assert (said[name, "liar"], said[name, "slow"]) == ("unique", "unknown")
    assert all(row["total"] > 0 for row in rows)


def test_a_peer_must_take_a_puzzle(folder: Path) -> None:
    ran = CliRunner().invoke(peers.main, [str(folder), "--peer", "cat=cat"])
    assert ran.exit_code == 2
    assert "{non}" in ran.output
