"""Which of the two line solvers serves is decided in one place, and can be decided from outside."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "nonosat"

ASK = """
from nonosat.lines.board import Board
from nonosat.model.puzzle import Puzzle
board = Board(Puzzle([[1]] * 7, [[1]] * 7))  # too many open cells for probing in depth
stages = board.solver.search(board.candidates, 0, 2, True, None)
stages.step(0, None, None)
print(type(board.solver).__name__, stages.learns)
"""


@pytest.mark.parametrize(("pure", "expected"), [("1", "Reference False"), ("", "Lines True")])
def test_the_environment_decides(pure, expected):
    if not pure:
        pytest.importorskip("nonosat.kernel._compiled")
    environment = {**os.environ, "NONOSAT_PURE": pure}
    run = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == expected
    command = [sys.executable, "-m", "nonosat", "--version"]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert told.endswith("(Python kernel)\n" if pure else "(compiled kernel)\n")


@pytest.mark.parametrize(("answer", "used"), [("True", "compiled"), ("False", "Python"), ("1 / 0", None)])
def test_without_the_global_lock_the_kernel_refuses(answer, used):
    pytest.importorskip("nonosat.kernel._compiled")
    lock = f"import sys; sys._is_gil_enabled = lambda: {answer}"
    environment = {**os.environ, "NONOSAT_PURE": ""}
    command = [
        sys.executable,
        "-c",
        f"{lock}; from nonosat.lines import compiled; print(compiled.KERNEL_IN_USE)",
    ]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.stdout == (f"{used}\n" if used else "")
    assert ("ZeroDivisionError" in run.stderr) == (used is None)


def test_nobody_else_asks_for_the_kernel():
    asking = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        for word in ("kernel._compiled", "model._compiled", "NONOSAT_PURE")
        if word in path.read_text(encoding="utf-8")
    }
    assert asking == {"lines/compiled.py", "model/clues.py", "model/verification.py", "support/packages.py"}
