"""Outputs of commands: never one of their inputs, and no existing file unless forced."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.support.files import guarded, write, write_folder

PICTURE = ns.Grid(["##.", "#..", "###"])
PUZZLE = PICTURE.puzzle(goal=PICTURE)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    ns.dump(PUZZLE, "in/a.non")
    ns.dump(PUZZLE, "in/picture.png")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "file"),
    [
        ("render in -o in/{name}.non --to svg --force", "in/a.non"),
        ("render in --pictures -o in/{name}.png --force", "in/picture.png"),
        ("solve in/a.non#1 -o in/a.non --force", "in/a.non"),
        ("solve in/a.non -o hard.non", "in/a.non"),
    ],
)
def test_inputs_in_folders_and_by_number_are_inputs(folder, capsys, command, file):
    os.link("in/a.non", "hard.non")
    before = (folder / file).read_bytes()
    assert "is an input of this command" in ran(capsys, command.split(), 64).err
    assert (folder / file).read_bytes() == before


def test_files_beside_the_inputs_are_not_inputs(folder):
    for _ in range(2):
        assert run(["render", "in", "-o", "in/{name}.svg", "--force"]) == 0
        assert run(["render", "in", "-o", "in/picture.png", "--force"]) == 0
    assert sorted(os.listdir("in")) == ["a.non", "a.svg", "picture.png"]


def test_a_folder_with_an_input_is_not_replaced(folder, capsys):
    assert run(["certify", "in/a.non", "-o", "proof"]) == 0
    assert run(["certify", "in/a.non", "-o", "proof"]) == 0
    assert run(["certify", "proof/puzzle.json", "-o", "proof"]) == 64
    assert "holds proof/puzzle.json, which is an input" in capsys.readouterr().err
    assert run(["verify", "proof"]) == 0


def test_one_file_is_not_written_twice(folder, capsys):
    os.symlink("a.non", "link")
    for other in ("a.non", "./a.non", "link"):
        words = ["repair", "givens", "in/a.non", "-o", "a.non", "--certificate", other]
        assert "two things cannot be written to the same place" in ran(capsys, words, 64).err
        assert sorted(os.listdir()) == ["in", "link"]


def test_pipes_and_devices_can_be_outputs_of_any_input(folder):
    assert run(["solve", "in/a.non", "-o", "/dev/null", "--to", "non"]) == 0


def test_a_guard_is_asked_about_existing_files_and_folders_only(folder):
    asked, complete = [], []

    class Asked:
        def __call__(self, *what):
            asked.append(what)

        def read(self, path):
            raise AssertionError(path)

        def wrote(self, path):
            complete.append(path)

    with guarded(Asked()):
        write("new", "text")
        write("new", "text", own=True)
        write("/dev/null", "text")
        write_folder("made", {"a": b""}, lambda: None)
    assert (asked, complete) == ([("new", True)], ["new"])
    write("new", "text")
    assert len(asked) == 1


def test_an_input_named_in_a_list_is_not_written_onto(folder, capsys):
    Path("list.jsonl").write_text("in/a.non\n")
    before = Path("in/a.non").read_bytes()
    ran(capsys, ["render", "list.jsonl", "-o", "in/a.non", "--to", "svg", "--force"], 64)
    assert Path("in/a.non").read_bytes() == before


def test_puzzles_of_one_name_do_not_share_a_file_even_by_force(folder, capsys):
    line = json.dumps({"id": "same", "puzzle": PUZZLE.to_json()})
    Path("list.jsonl").write_text(f"{line}\n{line}\n{line}\n")
    for _ in range(2):
        output = ran(capsys, ["render", "list.jsonl", "-o", "{name}.svg", "--force"], 64)
        assert "same.svg: two things cannot be written to the same place" in output.err
    assert run(["render", "list.jsonl", "-o", "{number}.svg"]) == 0
    assert run(["render", "list.jsonl", "-o", "{number}.svg", "--force"]) == 0
    assert sorted(os.listdir()) == ["1.svg", "2.svg", "3.svg", "in", "list.jsonl", "same.svg"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["render in/a.non --to png", "convert in/a.non - --to png", "book in/a.non -o -"]
)
def test_a_terminal_gets_text_only(folder, command):
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "nonosat", *command.split()],
        stdout=theirs,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 64
    assert done.stderr.startswith(b"nonosat: a terminal cannot show what is written")
