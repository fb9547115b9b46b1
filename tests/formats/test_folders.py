"""Which files of a folder are puzzles."""

import os
from pathlib import Path

import nonosat as ns
from nonosat.formats.folders import Folder

PUZZLE = ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]], goal=ns.Grid(["#.", "##"]))


def walked(folder, *, pictures=False):
    """The files of a folder, relative to it, and the folder with its counts."""
    files = Folder(str(folder))
    return [Path(path).relative_to(folder).as_posix() for path in files.walk(pictures=pictures)], files


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
    names, folder = walked(tmp_path)
    assert names == ["broken.non", "c.non", "deep.non", "deep/a.json", "deep/b.non"]
    assert folder.skipped == "3 files in no known format (facts.json, notes.txt, script.py)"


def test_a_file_whose_extension_says_nothing_goes_by_its_content(tmp_path):
    (tmp_path / "level1").write_text("4 3\n1\n1 1\n1\n3\n2 1\n1\n3\n")
    (tmp_path / "level2.txt").write_text("* rows\n1\n2\n&\n2\n1\n")
    (tmp_path / "level3.lvl").write_text('{"rowHints": [[1]], "colHints": [[1]]}')
    (tmp_path / "notes").write_bytes(b"\0\1")
    names, folder = walked(tmp_path)
    assert names == ["level1", "level2.txt", "level3.lvl"]
    assert [Path(path).name for path in folder.unknown] == ["notes"]


def test_files_that_hold_a_picture_only_are_no_puzzles_unless_wanted(tmp_path):
    written(tmp_path, "a.non")
    ns.dump(PUZZLE, tmp_path / "icon.pbm")
    ns.dump(PUZZLE, tmp_path / "drawn.txt", "picture")
    ns.dump(PUZZLE, tmp_path / "clues.txt", "square")
    names, folder = walked(tmp_path)
    assert (names, folder.skipped) == (
        ["a.non", "clues.txt"],
        "2 pictures (drawn.txt, icon.pbm)",
    )
    names, folder = walked(tmp_path, pictures=True)
    assert (names, folder.skipped) == (["a.non", "clues.txt", "drawn.txt", "icon.pbm"], "")


def test_hidden_files_and_folders_are_passed_over_unless_named(tmp_path):
    written(tmp_path, "a.non", ".b.non", ".venv/deep/c.non", ".venv/.d.non")
    (tmp_path / ".profile").write_text("")
    names, folder = walked(tmp_path)
    assert (names, folder.skipped) == (["a.non"], "2 hidden (.venv, .b.non)")
    names, folder = walked(tmp_path / ".venv")
    assert (names, folder.skipped) == (["deep/c.non"], "1 hidden (.d.non)")


def test_the_first_skipped_files_are_named_and_the_others_counted(tmp_path):
    written(tmp_path, "a.non")
    for number in range(5):
        (tmp_path / f"table{number}.csv").write_text("1,0,1\n0,1,0\n")
    _, folder = walked(tmp_path)
    assert folder.skipped == "5 pictures (table0.csv, table1.csv, table2.csv and 2 more)"


def test_the_depth_of_a_folder_has_no_bound(tmp_path, monkeypatch):
    top = tmp_path / "top"
    top.mkdir()
    monkeypatch.chdir(top)
    for _ in range(1_200):
        os.mkdir("d")
        os.chdir("d")
    written(Path(), "a.non")
    os.chdir(top)
    assert [path.count(os.sep) for path in Folder(".").walk()] == [1_200]
    os.chdir(tmp_path)
    while os.path.isdir("top"):  # `shutil.rmtree` of Python 3.11 is recursive
        inner = next(iter(os.listdir("top")), None)
        if inner is None:
            os.rmdir("top")
        elif inner == "a.non":
            os.remove("top/a.non")
        else:
            os.rename("top/d", "rest")
            os.rmdir("top")
            os.rename("rest", "top")
