"""Messages that suggest a correction, and options that all commands share."""

from pathlib import Path

import pytest

import nonosat as ns
from nonosat.apps.cli import run

PUZZLE = ns.Puzzle([[1], [2]], [[2], [1]])


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ns.dump(PUZZLE, "two.non")
    Path("hello.txt").write_text("hello\nthere\n")
    Path("xo.txt").write_text("XO\nOO\n")
    Path("red.txt").write_text("rk.\n.kr\n")


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["check", "tow.non"], 65, "tow.non: cannot read: No such file or directory; did you mean two.non?"),
        (["check", "other.non"], 65, "other.non: cannot read: No such file or directory\n"),
        (["check", ""], 65, "the name of a file is empty"),
        (["check", "--time-limit", "abc", "two.non"], 64, "'abc' is no number"),
        (["generate", "-n", "abc"], 64, "'abc' is no number"),
        (["verify", "two.non"], 65, "not a certificate: neither a folder nor a ZIP archive"),
        (["convert", "two.non", "two.jpg"], 64, "jpeg is read, not written"),
        (["convert", "two.non"], 64, "say where to write: OUT, or - for standard output"),
        (["convert", "two.non", "a.mk", "-o", "b.mk"], 64, "say where to write once"),
        (["render", "two.non", "-o", "two.jpg"], 64, "JPEG is not written"),
        (
            ["check", "hello.txt"],
            65,
            "no known format; `nonosat list formats` shows all, and --from names another",
        ),
        (["check", "xo.txt"], 65, "`X black` and so on"),
        (["convert", "red.txt", "a.cwd"], 64, "; `nonosat convert --lossy` leaves out what can be left out"),
        (
            ["generate", "--unique", "--solution-count", "2", "-o", "a.non"],
            64,
            "--unique asks for one solution",
        ),
    ],
)
def test_error_messages_are_plain(words, code, text, capsys):
    assert run(words) == code
    assert text in capsys.readouterr().err


def test_python_errors_suggest_a_correction():
    with pytest.raises(ns.ArgumentError, match=r"`nonosat.Puzzle\(rows, columns\)` is a puzzle"):
        ns.check([[1], [1]])
    with pytest.raises(ns.InputError, match=r"`Grid\(text.splitlines\(\)\)`"):
        ns.Grid("##\n#.")


def test_every_writer_takes_o_and_both_makers_take_unique():
    assert run(["convert", "two.non", "-o", "two.mk"]) == 0
    assert ns.load("two.mk") == PUZZLE
    assert run(["generate", "--size", "5x5", "--unique", "-o", "made.non"]) == 0
    assert ns.check(ns.load("made.non")).verdict == "unique"


def test_a_text_is_read_alike_from_standard_input_and_from_files_of_any_extension(tmp_path):
    text = ".#\n##\n"
    (tmp_path / "picture.non").write_text(text)
    assert ns.load("picture.non") == ns.loads(text)
    (tmp_path / "damaged.non").write_text("rows\n1\ncolumns\nx\n")
    with pytest.raises(ns.InputError, match=r"damaged\.non:4"):
        ns.load("damaged.non")
