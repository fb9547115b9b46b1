"""`nonosat render`: its output files and messages."""

import json
import os
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run
from nonosat.apps.cli.commands.render import KINDS

PUZZLE = ns.Grid(["##.", "#..", "###"]).puzzle(metadata=ns.Metadata(title="Tiny"))


class Result(NamedTuple):
    exit_code: int
    stdout: str
    stderr: str


@pytest.fixture
def nonosat(capfd):
    def called(*words):
        return Result(run(words), *capfd.readouterr())

    return called


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ns.dump(PUZZLE, "one.json")
    ns.dump([PUZZLE, PUZZLE.transposed()], "two.nonpack")
    ns.dump(ns.Puzzle(rows=[[1], [1]], columns=[[1], [1]]), "several.json")
    return tmp_path


def left(folder):
    return sorted(path.name for path in folder.iterdir() if path.suffix not in (".json", ".nonpack"))


def test_the_picture_is_that_of_the_python_function(files, nonosat):
    assert (
        nonosat("render", "one.json", "-o", "a.svg", "--show", "solution", "--theme", "dark").exit_code == 0
    )
    assert (files / "a.svg").read_text() == ns.render(PUZZLE, show="solution").svg(theme="dark")
    assert nonosat("render", "one.json", "-o", "a.png", "--cell", "9").exit_code == 0
    assert (files / "a.png").read_bytes() == ns.render(PUZZLE).png(cell=9)


def test_standard_output_gets_the_picture(files, capfdbinary):
    assert run(["render", "one.json"]) == 0
    assert ElementTree.fromstring(capfdbinary.readouterr().out).tag.endswith("svg")
    assert run(["render", "one.json", "--to", "pdf", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF")


def test_each_of_several_puzzles_has_its_own_picture(nonosat, files):
    assert nonosat("render", "one.json", "two.nonpack", "-o", "{number}-{name}.svg").exit_code == 0
    assert left(files) == ["1-one.svg", "2-two-1.svg", "3-two-2.svg"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["one.json", "several.json", "-o", "a.svg"], "2 files cannot be drawn to one picture"),
        (["two.nonpack", "-o", "a.svg"], "two.nonpack holds several puzzles"),
        (["one.json", "./one.json", "-o", "{name}.svg"], "two files are called one"),
        (["one.json", "-o", "a.xyz"], "the extension does not say which kind of picture"),
        (["one.json", "-o", "-", "--to", "svg", "--json"], "both write to standard output"),
        (["one.json", "-o", "a.png", "--cell", "400", "--state", "no.txt"], "no.txt: cannot read"),
        (["one.json", "-o", "no/a.png"], "there is no folder no"),
    ],
)
def test_impossible_pictures_are_refused_and_leave_nothing(nonosat, files, words, reason):
    result = nonosat("render", *words)
    assert result.exit_code in (64, 65, 74)
    assert reason in result.stderr
    assert left(files) == []


def test_a_contradictory_statement_is_drawn_and_called_unsolvable(nonosat, files):
    ns.dump(ns.Puzzle(rows=[[2], [1]], columns=[[1], [1]]), "sums.json")
    result = nonosat("render", "sums.json", "-o", "a.svg")
    assert (result.exit_code, left(files)) == (0, ["a.svg"])
    assert "the rows have 3 filled cells, the columns 2; `nonosat conflict sums.json`" in result.stderr
    assert nonosat("render", "sums.json", "-o", "b.svg", "--show", "solution").exit_code == 2
    assert nonosat("render", "sums.json", "-o", "c.svg", "--show", "conflict").exit_code == 0


def test_a_page_plays_the_puzzle(nonosat, files):
    result = nonosat("render", "one.json", "-o", "a.html")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (files / "a.html").read_text(encoding="utf-8") == ns.playable(PUZZLE).html
    result = nonosat("render", "one.json", "-o", "a.html", "--force", "--time-limit", "0")
    reason = "the hints leave 9 cells open: the time limit was reached"
    assert (result.exit_code, result.stderr) == (0, f"nonosat: one.json: {reason}\n")
    result = nonosat("render", "one.json", "-o", "b.html", "--show", "solution")
    assert (result.exit_code, left(files)) == (64, ["a.html"])
    ns.dump(ns.Puzzle(rows=[[3], [], [3]], columns=[[2], [2], [2]]), "wrong.json")
    assert nonosat("render", "wrong.json", "-o", "b.html").exit_code == 65
    assert left(files) == ["a.html"]


def test_a_missing_subject_is_reported(nonosat, files):
    result = nonosat("render", "one.json", "-o", "a.svg", "--show", "conflict", "--json")
    assert result.exit_code == 1
    assert "nothing contradicts itself" in result.stderr
    record = json.loads(result.stdout)
    assert (record["verdict"], record["output"], record["show"]) == ("unique", "a.svg", "conflict")
    assert nonosat("render", "several.json", "-o", "b.svg", "--show", "ambiguity").exit_code == 0


def test_a_state_is_drawn_and_must_fit(nonosat, files):
    (files / "state.txt").write_text("###\n???\n???\n")
    assert nonosat("render", "one.json", "-o", "a.svg", "--state", "state.txt").exit_code == 0
    assert 'class="ink1"' in (files / "a.svg").read_text()
    result = nonosat("render", "several.json", "-o", "b.svg", "--state", "state.txt")
    assert result.exit_code == 65
    assert not (files / "b.svg").exists()


def test_animations_show_the_solving(folder, capsys):
    for name, start, *options in (
        ("a.gif", b"GIF89a"),
        ("d.gif", b"GIF89a", "--frames", "step", "--fps", "30", "--seconds", "3"),
        ("b.gif", b"GIF89a", "--show", "steps", "--cell", "9", "--theme", "dark"),
    ):
        assert run(["render", "unique.non", "-o", name, *options]) == 0
        with open(name, "rb") as file:
            assert file.read().startswith(start)
    assert capsys.readouterr() == ("", "")
    assert run(["render", "unsolvable.non", "-o", "no.gif"]) == 2
    assert capsys.readouterr().err == "nonosat: unsolvable.non: no solution: nothing fits column 1\n"
    assert run(["render", "multiple.non", "-o", "c.gif", "--time-limit", "0"]) == 3
    assert "open: the time limit was reached" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["-o", "a.gif", "--show", "conflict"],
            "a gif shows the solving, or with --show steps its steps, not conflict",
        ),
        (["-o", "a.gif", "--coordinates"], "--coordinates is for a picture that stands still"),
        (["-o", "a.html", "--coordinates"], "--coordinates is for a picture that stands still"),
        (["-o", "a.svg", "--fps", "0"], "--frames, --fps and --seconds are for a gif"),
        (["-o", "a.gif", "--fps", "0"], "there can be more than 0 and up to 50 frames a second, not 0.0"),
        (
            ["-o", "a.gif", "--seconds", "nan"],
            "an animation can last more than 0 and up to 600 seconds, not nan",
        ),
        (
            ["-o", "a.gif", "--step", "2"],
            "--step and --by are not for a gif, which shows the whole solving",
        ),
        (
            ["-o", "a.mp4"],
            "a.mp4: the extension does not say which kind of picture; "
            f"there are {', '.join(dict.fromkeys(kind.name for kind in KINDS))}",
        ),
    ],
)
def test_impossible_animations_are_refused(folder, capsys, options, said):
    assert ran(capsys, ["render", "unique.non", *options], 64).err == f"nonosat: {said}\n"
    assert not os.path.exists(options[1])


def test_writing_a_large_file_respects_the_limits(folder, capsys):
    ns.dump(ns.Puzzle([[]] * 80, [[]] * 80), "large.non")
    assert run(["render", "large.non", "-o", "a.svg", "--time-limit", "60", "--memory-limit", "300M"]) == 0
    assert os.path.getsize("a.svg") > 1000
    assert run(["render", "large.non", "-o", "b.svg", "--time-limit", "0"]) == 3
    assert capsys.readouterr().err == "nonosat: large.non: not written: the time limit was reached\n"
    assert not os.path.exists("b.svg")


def test_a_puzzle_too_large_for_a_picture_does_not_stop_the_others(nonosat, files, monkeypatch):
    monkeypatch.setattr("nonosat.apps.drawing.png.MAX_PIXELS", 20_000)
    ns.dump(ns.Puzzle(rows=[[1]], columns=[[1]]), "a.json")
    result = nonosat("render", "one.json", "a.json", "-o", "{name}.png")
    assert result.exit_code == 65
    assert result.stderr.startswith("nonosat: one.json: the picture would have ")
    assert left(files) == ["a.png"]


def test_several_puzzles_become_one_page(folder, capsys):
    ns.dump([PUZZLE, PUZZLE], "pack.nonpack")
    told = ran(capsys, ["render", "unique.non", "unsolvable.non", "pack.nonpack", "-o", "all.html", "--json"])
    assert told.out.count('"output": "all.html"') == 4
    assert told.err.startswith("nonosat: left out: unsolvable.non: the puzzle has no solution")
    assert Path("all.html").read_text().count('"key":') == 3
    assert run(["render", "unique.non", "multiple.non", "--title", "Both & all", "-o", "both.html"]) == 0
    assert "<title>Both &amp; all</title>" in Path("both.html").read_text()
    assert run(["render", "unique.non", "--title", "One", "-o", "one.html"]) == 64
    assert run(["render", "unsolvable.non", "unsolvable.non", "-o", "none.html"]) == 65
    assert not Path("none.html").exists()


@pytest.mark.parametrize(
    ("to", "name"), [("gif", "a.svg"), ("svg", "a.png"), ("html", "a.pdf"), ("png", "a.html")]
)
def test_an_extension_of_another_kind_is_refused(files, nonosat, to, name):
    result = nonosat("render", "one.json", "--to", to, "-o", name)
    assert result.exit_code == 64
    assert "extension" in result.stderr
    assert not Path(name).exists()
