"""A program that calls every public function passes mypy: the package is typed, as `py.typed` claims."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import nonosat

PROGRAM = Path(__file__).parent / "helpers" / "users_program.py"

FUNCTIONS = {name for name in nonosat.__all__ if name.islower()}


def test_the_program_calls_every_public_function():
    calls = [node.func for node in ast.walk(ast.parse(PROGRAM.read_text())) if isinstance(node, ast.Call)]
    called = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    assert called >= FUNCTIONS


def run_mypy(path, cache):
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file",
        os.devnull,
        "--cache-dir",
        cache,
        path,
    ]
    return subprocess.run(
        command,
        env={**os.environ, "MYPYPATH": str(Path(nonosat.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow  # mypy reads the whole package
def test_it_passes_mypy_and_a_wrong_option_does_not(tmp_path):
    run = run_mypy(PROGRAM, tmp_path)
    assert (run.stdout[:7], run.returncode) == ("Success", 0), run.stdout
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import nonosat as ns\nns.repair_clue(ns.load('a'), filled=True)\nns.check('a')\n")
    run = run_mypy(wrong, tmp_path)
    assert 'Unexpected keyword argument "filled"' in run.stdout
    assert 'Argument 1 to "check" has incompatible type' in run.stdout
