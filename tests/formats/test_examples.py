"""The puzzles that come with the program."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.formats.examples import example_file
from nonosat.formats.folders import Folder
from nonosat.support.bundled import EXAMPLES, FOLDER

PUZZLES = Path(__file__).parents[2] / "puzzles"


def test_every_file_is_an_example_and_every_example_a_file():
    assert sorted(path.stem for path in Path(FOLDER).iterdir()) == sorted(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_the_puzzle_of_its_file_which_the_folder_of_puzzles_has_too(name):
    (beside,) = PUZZLES.glob(f"{name}.*")
    assert beside.read_bytes() == Path(example_file(name)).read_bytes()
    assert ns.example(name) == ns.load(f"example:{name}") == ns.load(beside)


def test_examples_are_there_from_any_folder(tmp_path):
    command = [sys.executable, "-m", "nonosat", "check", "example:gchq"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "example:gchq: unique (25x25, solvable line by line)\n")


@pytest.mark.parametrize(
    "words",
    [
        ["check", "example:cup"],
        ["check", "--require", "unique", "example:cup", "example:cat"],
    ],
)
def test_an_example_can_replace_a_puzzle(words, capsys):
    assert run(words) == 0
    assert capsys.readouterr().out.startswith("example:cup: unique (10x10")


def test_the_place_of_an_example_among_other_arguments_is_its_own(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["convert", "example:flower", "flower.json"]) == 0
    assert ns.load("flower.json") == ns.example("flower")
    assert run(["check", "flower.json", "example:cup"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == ["flower.json", "example"]


def test_a_mended_example_is_written_in_its_format(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["repair", "givens", "example:gchq-without-givens", "-o", "mended.non"]) == 0
    assert len(ns.load("mended.non").givens) == 2


def test_a_file_of_that_name_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("example:cup").write_text("2\n1\n2\n2\n1\n")
    assert ns.load("example:cup").width == 2


def test_no_such_example(capsys):
    with pytest.raises(
        ns.InputError, match=r"no example is called 'cups'; there are gchq, .*did you mean `cup`"
    ):
        ns.example("cups")
    assert run(["check", "--json", "example:cups"]) == 65
    assert json.loads(capsys.readouterr().out)["puzzle"] == "example:cups"


def test_the_folder_of_examples_is_a_folder_of_puzzles_too():
    assert len(list(Folder(FOLDER).walk())) == len(EXAMPLES)
