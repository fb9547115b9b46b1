"""Type checkers accept a program that calls every public function, and find mistakes: the package is typed."""

import ast
import json
import os
import re
import shutil
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


PYRIGHT = Path(__file__).parents[1] / ".venv/browser/node_modules/.bin/pyright"


def mypy(path, folder):
    """Runs mypy as users do; returns what it prints, without a setting of this project."""
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file",
        os.devnull,
        "--cache-dir",
        folder,
        path,
    ]
    environment = {**os.environ, "MYPYPATH": PACKAGE}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def pyright(path, folder):
    """Runs pyright as it is without settings: its strict mode complains about pyarrow."""
    if not PYRIGHT.exists():
        pytest.skip("pyright is not installed")
    shutil.copy(path, folder)
    config = folder / "pyrightconfig.json"
    config.write_text(
        json.dumps({"include": [path.name], "extraPaths": [PACKAGE], "typeCheckingMode": "standard"})
    )
    command = [PYRIGHT, "--project", config, "--pythonpath", sys.executable]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def faulty_lines(checker, path, folder):
    """Returns the numbers of the lines that a type checker complains about."""
    told = checker(path, folder)
    numbers = re.findall(rf"{re.escape(path.name)}:([0-9]+)(?::[0-9]+ -)?:? error", told.stdout)
    assert told.returncode == bool(numbers), told.stdout + told.stderr
    return sorted({*map(int, numbers)})


@pytest.mark.slow  # a type checker reads the whole package
@pytest.mark.parametrize("checker", [mypy, pyright])
def test_type_checkers_accept_a_right_program_and_find_each_mistake(checker, tmp_path):
    assert faulty_lines(checker, PROGRAM, tmp_path) == []
    lines = MISTAKES.read_text().splitlines()
    wrong = [number for number, line in enumerate(lines, 1) if line.endswith("# wrong")]
    assert faulty_lines(checker, MISTAKES, tmp_path) == wrong
