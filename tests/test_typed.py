"""Type checkers accept a program that calls every public function, and find mistakes: the package is typed."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nonosat

PROGRAM, MISTAKES = (
    Path(__file__).parent / "helpers" / name for name in ("users_program.py", "users_mistakes.py")
)

FUNCTIONS = {name for name in nonosat.__all__ if name.islower()}


def test_the_program_calls_every_public_function():
    calls = [node.func for node in ast.walk(ast.parse(PROGRAM.read_text())) if isinstance(node, ast.Call)]
    called = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    assert called >= FUNCTIONS


PACKAGE = str(Path(nonosat.__file__).parents[1])


def run_checker(name, path, folder):
    """Runs a type checker on a program; returns its exit code and the lines of the program that it complains about."""
    if name == "pyright":
        pytest.importorskip("pyright")
        config = folder / "pyrightconfig.json"
        config.write_text(
            json.dumps({"include": [str(path)], "extraPaths": [PACKAGE], "typeCheckingMode": "strict"})
        )
        command = ["-m", "pyright", "--project", str(config), "--pythonpath", sys.executable]
    else:
        command = [
            "-m",
            "mypy",
            "--strict",
            "--config-file",
            os.devnull,
            "--cache-dir",
            str(folder),
            str(path),
        ]
    told = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, "MYPYPATH": PACKAGE},
        capture_output=True,
        text=True,
        check=False,
    )
    numbers = re.findall(rf"{re.escape(path.name)}:([0-9]+)(?::[0-9]+ -)?:? error", told.stdout)
    assert told.returncode == bool(numbers), told.stdout + told.stderr
    return sorted({*map(int, numbers)})


@pytest.mark.slow  # a type checker reads the whole package
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_accept_a_right_program_and_find_each_mistake(checker, tmp_path):
    assert run_checker(checker, PROGRAM, tmp_path) == []
    lines = MISTAKES.read_text().splitlines()
    wrong = [number for number, line in enumerate(lines, 1) if line.endswith("# wrong")]
    assert run_checker(checker, MISTAKES, tmp_path) == wrong
