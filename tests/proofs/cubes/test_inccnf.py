"""A formula with cubes: every solution of the puzzle lies in exactly one cube."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import solutions_of
from pysat.solvers import Solver
from strategies import unsettled_puzzles

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.proofs.cubes.inccnf import encode_cubes
from nonosat.support.limits import NO_LIMIT


def parts(text):
    lines = [line.split() for line in text.splitlines() if line[0] != "c"]
    assert lines[0] == ["p", "inccnf"]
    clauses = [list(map(int, line[:-1])) for line in lines[1:] if line[0] != "a"]
    return clauses, [list(map(int, line[1:-1])) for line in lines[1:] if line[0] == "a"]


@given(unsettled_puzzles(4, 2), st.integers(2, 9), st.booleans())
def test_every_solution_is_in_exactly_one_cube(puzzle, number, propagated):
    text = encode_cubes(puzzle, cubes=number, propagated=propagated, limit=NO_LIMIT)
    clauses, cubes = parts(text)
    found = []
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        models = list(solver.enum_models())
    for cube in cubes:
        found += [model for model in models if set(cube) <= set(model)]
    assert len(found) == len(models) == len(list(solutions_of(puzzle)))
    if found:
        model = " ".join(map(str, found[0]))
        assert ns.decode(text, f"s SATISFIABLE\nv {model} 0").grid.satisfies(puzzle)


def test_the_command(tmp_path, capsys):
    puzzle = tmp_path / "a.json"
    ns.dump(ns.Puzzle([[1]] * 5, [[1]] * 5), puzzle)
    out = str(tmp_path / "a.icnf")
    assert run(["encode", "--cubes", "4", str(puzzle), "-o", out]) == 0
    assert len(parts(Path(out).read_text())[1]) >= 4
    assert run(["encode", "--cubes", "4", str(puzzle), "-o", out]) == 0, "a formula is replaced"
    assert run(["encode", "--cubes", "4", str(puzzle), "-o", str(tmp_path / "a.opb")]) == 64
    assert "cubes are for clauses" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["1", "0", "many"])
def test_a_number_of_cubes_without_sense_is_refused(number, tmp_path):
    assert run(["encode", "--cubes", number, "x.non", "-o", str(tmp_path / "a.icnf")]) == 64
