"""`book`: its output file and messages."""

import json
import re

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run

pytest.importorskip("reportlab")


def test_a_book_is_written_and_reported(tmp_path, capsys):
    target = tmp_path / "book.pdf"
    assert run(["book", "example:cup", "example:apple", "-o", str(target)]) == 0
    assert target.read_bytes().startswith(b"%PDF")
    said = capsys.readouterr().out
    assert re.fullmatch(r".*book.pdf: 2 puzzles on 4 pages, numbers of \d\.\d points at least\n", said)


def test_json_has_a_record_for_each_puzzle(tmp_path, capsys):
    ns.dump([ns.example("gchq"), ns.example("cup")], tmp_path / "two.non")
    assert run(["book", str(tmp_path / "two.non"), "-o", str(tmp_path / "book.pdf"), "--json"]) == 0
    cup, gchq = map(json.loads, capsys.readouterr().out.splitlines())
    assert cup["puzzle"].endswith("two.non#2")
    assert (gchq["number"], gchq["page"], gchq["answer_page"], gchq["grade"]) == (2, 4, 5, "easy")
    assert 6 < gchq["type_points"] < 7


def test_other_kinds_of_files_are_refused(tmp_path, capsys):
    assert run(["book", "example:cup", "-o", str(tmp_path / "book.epub")]) == 64
    assert capsys.readouterr().err.endswith("a book is written as PDF: give it the extension .pdf\n")
    assert not list(tmp_path.iterdir())


def test_characters_missing_in_the_font_are_reported(tmp_path, capsys):
    assert run(["book", "example:cup", "-o", str(tmp_path / "b.pdf"), "--title", "数独"]) == 0
    assert "the font has no 数 独; --font FONT takes another" in capsys.readouterr().err


def test_unprintable_puzzles_are_left_out_unless_all_are_wanted(tmp_path, capsys):
    ns.dump(ns.Puzzle([[1], [1]], [[1], [1]]), tmp_path / "two.non")
    target = tmp_path / "book.pdf"
    words = ["book", "example:cup", str(tmp_path / "two.non"), "-o", str(target)]
    assert "two.non" in ran(capsys, [*words, "--all-or-nothing"], 65).err
    assert not target.exists()
    told = ran(capsys, words)
    assert re.fullmatch(r"nonosat: left out: .*two\.non has several solutions\n", told.err)
    assert ": 1 puzzle on " in told.out
    assert run(["book", str(tmp_path / "two.non"), "-o", str(target), "--force"]) == 65
