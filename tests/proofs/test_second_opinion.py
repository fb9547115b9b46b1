"""`verify --with PROGRAM`: another checker, within the limits; and folders of several certificates."""

import json
import os
from pathlib import Path
from time import monotonic

import pytest
from patience import DEADLINE

import nonosat as ns
from nonosat.apps.cli import run

PUZZLES = Path(__file__).parents[2] / "puzzles"


PROGRAMS = {
    "endless": "while :; do :; done",
    "noisy": "yes",
    "fine": "echo s VERIFIED",
    "wrong": "echo NOT VERIFIED",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with a puzzle that takes search and one with several solutions."""
    monkeypatch.chdir(tmp_path)
    ns.dump(ns.load(PUZZLES / "dom-06.non"), "one.non")
    ns.dump(ns.Puzzle([[1], [1]], [[1], [1]]), "several.non")
    return tmp_path


@pytest.fixture
def programs(folder, monkeypatch):
    """Shell scripts on the PATH, which take a formula and a proof."""
    for name, script in PROGRAMS.items():
        program = folder / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\ntest -s $1 -a -s $2 && {script}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)


@pytest.mark.slow_for("endless", "noisy")
@pytest.mark.parametrize("name", ["endless", "noisy"])
def test_another_checker_keeps_the_limits(programs, folder, capsys, name):
    assert run(["certify", "one.non", "-o", "c"]) == 0
    began = monotonic()
    assert run(["verify", "c", f"--with={name}", "--time-limit=2"]) == 3
    assert monotonic() - began < DEADLINE
    assert capsys.readouterr().out.endswith(f"{name} did not finish: the time limit was reached\n")


@pytest.mark.slow
def test_another_checker_is_asked_about_the_proof_and_named(programs, folder, capsys):
    for name in ("c", "c.nonoproof"):
        assert run(["certify", "one.non", "-o", name]) == 0
        capsys.readouterr()
        assert run(["verify", name, "--with=fine"]) == 0
        assert capsys.readouterr().out.endswith("; fine accepts the proof\n")
        assert run(["verify", name, "--with=fine", "--json"]) == 0
        record = json.loads(capsys.readouterr().out)
        assert (record["accepted"], record["program"], record["asked"]) == (True, "fine", 1)
        assert run(["verify", name, "--with=wrong"]) == 1
        assert "refused: wrong does not accept proof.lrat.gz" in capsys.readouterr().out
        assert run(["verify", name, "--with=wrong", "--json"]) == 1
        record = json.loads(capsys.readouterr().out)
        assert (record["accepted"], record["program"], record["asked"]) == (False, "wrong", 1)
    run(["certify", "several.non", "-o", "several"])
    capsys.readouterr()
    assert run(["verify", "several", "--with=fine"]) == 0
    assert capsys.readouterr().out.endswith("; no proof for fine to check\n")


def test_all_certificates_in_a_folder_are_verified(folder, capsys):
    assert run(["repair", "--by", "givens", "several.non", "--certificate", "fewest"]) == 0
    capsys.readouterr()
    assert run(["verify", "fewest"]) == 0
    found = [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert found == [os.path.join("fewest", name) for name in ("at-least", "repaired")]
    (folder / "fewest" / "notes.txt").write_text("mine")
    assert run(["verify", "fewest"]) == 65
    assert "manifest.json: there is no such file" in capsys.readouterr().err
