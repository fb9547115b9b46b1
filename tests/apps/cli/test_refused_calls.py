"""The n-th call to the system is refused: an answer as ever, or one line that says why not, and old files are whole."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pages
import pytest
from every import COMMANDS
from PIL import Image

import nonosat as ns

HELPERS = Path(__file__).parents[2] / "helpers"
OUTPUTS = ("out.json", "out.svg", "book.pdf", "lesson.html", "new.cnf", "plot.svg")

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or not shutil.which("cc"), reason="needs Linux and a C compiler"
)

SERVERS = {"studio", "mcp"}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("library") / "refused_calls.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-w", "-o", path, HELPERS / "refused_calls.c", "-ldl"],
        check=True,
        timeout=60,
    )
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    picture = ns.Grid(["##.", "#..", "###"])
    puzzle = picture.puzzle(goal=picture)
    ns.dump(puzzle, folder / "puzzle.json")
    (folder / "state.txt").write_text("???\n" * 3)
    (folder / "right.txt").write_text("##.\n#..\n###\n")
    Image.new("L", (9, 7), 90).save(folder / "picture.png")
    pages.page(pages.puzzle(10, 5), "boxed", seed=1).image.save(folder / "page.png")
    ns.certify(puzzle, folder / "certificate")
    (folder / "results.jsonl").write_text(
        '{"key": "1", "puzzle": "a.non", "verdict": "unique", "width": 9, "height": 9, "seconds": 0.01}\n'
    )
    (folder / "encoded.cnf").write_text(ns.encode(puzzle))
    (folder / "answer.txt").write_text("s SATISFIABLE\nv 1 0\n")
    for name in OUTPUTS:
        (folder / name).write_bytes(b"old\n")
    return folder


def faults(name, share, folder, library):
    """Returns what goes wrong in a command when one of its calls is refused; each `share`-th of them is."""
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(HELPERS)}
    done = subprocess.run(
        [sys.executable, HELPERS / "refused_calls.py", folder, str(share), name],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["check", "convert"])
def test_a_refused_call_is_one_line_or_the_answer(name, folder, library):
    assert not faults(name, 12, folder, library)


@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted({*COMMANDS} - SERVERS - {"check", "convert"}))
def test_a_refused_call_of_every_command_is_one_line_or_the_answer(name, folder, library):
    assert not faults(name, 1, folder, library)
