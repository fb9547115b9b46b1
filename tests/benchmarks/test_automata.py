"""The baselines of textbooks are right."""

from __future__ import annotations

import shutil
from random import Random

import pytest
from solution_sets import all_solutions, random_puzzle

from benchmarks.automata import by_cp_sat, by_minizinc

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
