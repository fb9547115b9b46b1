"""`nonosat.apps.cli.shell.inputs`: which puzzles the arguments name."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run

UNIQUE = ns.Grid(["#.", "##"]).puzzle()
MULTIPLE = ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]])


def test_a_puzzle_of_a_bundle_is_called_by_its_number(folder, capsys):
    ns.dump([UNIQUE, MULTIPLE], "bundle.nonpack")
    lines = ran(capsys, ["check", "bundle.nonpack"], 1).out.splitlines()
    assert [line.split(" (")[0] for line in lines[:2]] == [
        "bundle.nonpack#1: unique",
        "bundle.nonpack#2: multiple",
    ]
    assert ran(capsys, ["check", "bundle.nonpack#2"], 1).out.startswith("bundle.nonpack#2: multiple")
    assert run(["check", "bundle.nonpack#3"]) == 65
    assert capsys.readouterr().err == "nonosat: bundle.nonpack: there is no puzzle 3 of 2\n"


def test_skipped_files_of_a_folder_are_reported(folder, capsys):
    """And only there: standard output has the answers."""
    (folder / "some" / ".cache").mkdir(parents=True)
    ns.dump(UNIQUE, "some/.cache/a.non")
    ns.dump(UNIQUE.replace(goal=ns.Grid(["#.", "##"])), "some/drawn.txt", "picture")
    said = ran(capsys, ["check", "some"], 65)
    told = "1 hidden (.cache), 1 picture (drawn.txt); --pictures takes pictures"
    assert said.err == f"nonosat: some: the folder has no puzzles in it; skipped {told}\n"
    ns.dump(UNIQUE, "some/b.non")
    said = ran(capsys, ["check", "some", "--json"])
    assert (said.err, len(said.out.splitlines())) == (f"nonosat: some: skipped {told}\n", 1)
    said = ran(capsys, ["check", "some", "--pictures"])
    assert "some/drawn.txt: unique" in said.out
    assert "skipped 1 hidden (.cache)\n" in said.err


@pytest.mark.slow
@pytest.mark.skipif(not which("setpriv"), reason="root reads any folder unless it gives up that capability")
@pytest.mark.parametrize("command", ["check", "count", "batch"])
def test_a_folder_that_cannot_be_read_is_an_error_and_the_others_are_answered(folder, command):
    ns.dump(UNIQUE, "a.non")
    (folder / "closed").mkdir(mode=0)
    given_up = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
    told = subprocess.run(
        [
            *given_up,
            sys.executable,
            "-m",
            "nonosat",
            command,
            ".",
            *(["--journal", "journal"] if command == "batch" else []),
        ],
        capture_output=True,
        text=True,
    )
    reason = "closed: cannot read the folder: Permission denied"
    assert told.returncode == 65
    assert reason in told.stderr + told.stdout + (Path("journal").read_text() if command == "batch" else "")
    if command == "check":
        assert told.stdout.startswith("a.non: unique")
