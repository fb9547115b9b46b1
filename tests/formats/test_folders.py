"""Which files of a folder are puzzles; what git ignores is compared with git."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import nonosat as ns
from nonosat.formats.folders import Folder, puzzle_files

PUZZLE = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]], goal=ns.Grid(["#.", "##"]))


def names(folder, top):
    return [Path(path).relative_to(top).as_posix() for path in folder.files]


def written(top, *paths):
    for path in paths:
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        ns.dump(PUZZLE, top / path, "non")


def test_a_folder_gives_its_puzzles_in_order_and_nothing_else(tmp_path):
    written(tmp_path, "deep/b.non", "c.non", "deep.non")
    ns.dump(PUZZLE, tmp_path / "deep" / "a.json")
    (tmp_path / "broken.non").write_text("?")
    (tmp_path / "facts.json").write_text('{"verdict": "unique"}')
    (tmp_path / "notes.txt").write_text("some words")
    (tmp_path / "script.py").write_text("")
    os.mkfifo(tmp_path / "pipe.non")
    found = puzzle_files(str(tmp_path))
    assert names(found, tmp_path) == ["broken.non", "c.non", "deep/a.json", "deep/b.non", "deep.non"]
    assert found == Folder(str(tmp_path), found.files)


def test_files_that_hold_a_picture_only_are_no_puzzles_unless_wanted(tmp_path):
    written(tmp_path, "a.non")
    ns.dump(PUZZLE, tmp_path / "icon.pbm")
    ns.dump(PUZZLE, tmp_path / "drawn.txt", "picture")
    ns.dump(PUZZLE, tmp_path / "clues.txt", "square")
    found = puzzle_files(str(tmp_path))
    assert (names(found, tmp_path), found.pictures) == (["a.non", "clues.txt"], 2)
    found = puzzle_files(str(tmp_path), pictures=True)
    assert names(found, tmp_path) == ["a.non", "clues.txt", "drawn.txt", "icon.pbm"]
    assert found.pictures == 0


def test_hidden_files_and_folders_are_passed_over_unless_named(tmp_path):
    written(tmp_path, "a.non", ".b.non", ".venv/deep/c.non", ".venv/.d.non")
    (tmp_path / ".profile").write_text("")
    found = puzzle_files(str(tmp_path))
    assert (names(found, tmp_path), found.hidden) == (["a.non"], 2)
    found = puzzle_files(str(tmp_path / ".venv"))
    assert (names(found, tmp_path), found.hidden) == ([".venv/deep/c.non"], 1)


RULES = {
    ".gitignore": "# built\n/build/\n*.g\n!keep.g\n\nlone.non\n!\ntmp*/\n**/out/x.non\n[ab]1.non\n",
    "deep/.gitignore": "!lone.non\n/c.non\n",
    "deep/er/.gitignore": "*\n!.gitignore\n!e.non\n",
}

PATHS = (
    *("a.non", "build/a.non", "deep/build/a.non", "x.g", "keep.g", "lone.non", "deep/lone.non", "deep/c.non"),
    *("deep/er/c.non", "deep/er/e.non", "tmp1/a.non", "tmp.non", "deep/tmp/b.non", "out/x.non"),
    *("deep/out/x.non", "out/y.non", "a1.non", "deep/b1.non", "c1.non"),
)


@pytest.fixture
def repository(tmp_path):
    for name, text in RULES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    written(tmp_path, *PATHS)
    return tmp_path


@pytest.mark.skipif(not shutil.which("git"), reason="git is the oracle")
def test_what_git_ignores_is_passed_over(repository):
    subprocess.run(["git", "init", "-q", repository], check=True)
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    command = ["git", "-C", repository, "ls-files", "--others", "--exclude-standard"]
    listed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    kept = {path for path in listed.stdout.split() if not path.endswith(".gitignore")}
    assert 5 < len(kept) < len(PATHS) - 5
    found = puzzle_files(str(repository))
    assert set(names(found, repository)) == kept
    assert found.ignored
    inside = {path for path in kept if path.startswith("deep/")}
    assert set(names(puzzle_files(str(repository / "deep")), repository)) == inside


def test_rules_above_the_repository_do_not_count(repository):
    (repository / "deep" / ".git").mkdir()
    found = set(names(puzzle_files(str(repository / "deep")), repository))
    assert {"deep/build/a.non", "deep/lone.non", "deep/b1.non"} <= found
    assert "deep/c.non" not in found


def test_an_ignored_folder_that_is_named_is_looked_into(repository):
    (repository / ".git").mkdir()
    assert names(puzzle_files(str(repository / "build")), repository) == ["build/a.non"]
    assert "build/a.non" not in names(puzzle_files(str(repository)), repository)
