"""What commands write onto: never an input of theirs, and no file of another kind unless forced."""

import os

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.cli.shell.outputs import is_of_kind
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
        ("book in/*.non -o in/a.non --force", "in/a.non"),
        ("solve in/a.non -o hard.non", "in/a.non"),
    ],
)
def test_inputs_in_folders_and_patterns_and_by_number_are_inputs(folder, capsys, command, file):
    os.link("in/a.non", "hard.non")
    before = (folder / file).read_bytes()
    assert "is an input of this command" in ran(capsys, command.split(), 64).err
    assert (folder / file).read_bytes() == before


def test_what_is_beside_the_inputs_is_no_input(folder):
    for _ in range(2):
        assert run(["render", "in", "-o", "in/{name}.svg"]) == 0
        assert run(["render", "in", "-o", "in/picture.png"]) == 0
    assert sorted(os.listdir("in")) == ["a.non", "a.svg", "picture.png"]


def test_a_folder_with_an_input_is_not_replaced(folder, capsys):
    assert run(["certify", "in/a.non", "-o", "proof"]) == 0
    assert run(["certify", "in/a.non", "-o", "proof"]) == 0
    assert run(["certify", "proof/puzzle.json", "-o", "proof"]) == 64
    assert "holds proof/puzzle.json, which is an input" in capsys.readouterr().err
    assert run(["verify", "proof"]) == 0


def test_one_file_is_not_written_twice(folder, capsys):
    os.symlink("a.nonoproof", "link")
    for other in ("a.nonoproof", "./a.nonoproof", "link"):
        words = ["certify", "in/a.non", "-o", "a.nonoproof", "--journal", other]
        assert "two things cannot be written to the same place" in ran(capsys, words, 64).err
        assert sorted(os.listdir()) == ["in", "link"]


def test_pipes_and_devices_are_written_to_whatever_is_read(folder):
    assert run(["solve", "in/a.non", "-o", "/dev/null", "--to", "non"]) == 0


@pytest.mark.slow_for("results-batch in/a.non -o out --workers 1")
@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("svg", "render in/a.non -o out --to svg"),
        ("apng", "render in/a.non -o out --to apng"),
        ("gif", "render in/a.non -o out --to gif"),
        ("html", "render in/a.non -o out --to html"),
        ("pdf", "render in/a.non -o out --to pdf"),
        ("cnf", "encode in/a.non -o out --to cnf"),
        ("opb", "encode in/a.non -o out --to opb"),
        ("results", "batch in/a.non -o out --workers 1"),
        ("csv", "report results -o out --to csv"),
        ("picture", "solve in/a.non -o out --to picture"),
        ("olsak", "solve in/a.non -o out --to olsak"),
    ],
)
def test_a_kind_is_told_by_its_content(folder, kind, command):
    (folder / "results").write_text('{"key": "1", "puzzle": "a", "verdict": "unique", "seconds": 0.1}\n')
    assert run(command.split()) == 0
    assert is_of_kind("out", kind)
    (folder / "notes").write_text("What I think of it:\nnothing yet\n")
    assert not is_of_kind("notes", kind)
    (folder / "empty").touch()
    assert is_of_kind("empty", kind)


def test_a_guard_is_asked_about_existing_files_and_folders_only(folder):
    asked = []
    with guarded(lambda *what: asked.append(what)):
        write("new", "text", "svg")
        write("new", "text", "svg")
        write("/dev/null", "text")
        write_folder("made", {"a": b""}, lambda: None)
    assert asked == [("new", "svg")]
    write("new", "text")
    assert len(asked) == 1
