"""`from-image` and `generate` on the command line."""

import json

import pytest
from PIL import Image, ImageDraw

import nonosat as ns
from nonosat.cli import run
from nonosat.generation import checkerboard, julia, n_dom, negative, poster, rings


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a ring, whose clues have several solutions, a switch, and a red flag."""
    monkeypatch.chdir(tmp_path)
    ring = Image.new("L", (200, 150), 255)
    ImageDraw.Draw(ring).ellipse((20, 10, 180, 140), outline=0, width=9)
    ring.save("ring.png")
    switch = Image.new("L", (2, 2), 255)
    switch.putpixel((0, 0), 0)
    switch.putpixel((1, 1), 0)
    switch.save("switch.png")
    flag = Image.new("RGB", (30, 20), "white")
    flag.paste("red", (0, 0, 30, 10))
    flag.paste("blue", (3, 3, 9, 15))
    flag.save("flag.png")
    return tmp_path


def test_a_puzzle_from_a_picture_is_written_as_it_is(folder, capsys):
    assert run(["from-image", "switch.png", "-o", "switch.non"]) == 0
    assert capsys.readouterr().out == "switch.non: multiple (2x2, two solutions differ in 4 cells)\n"
    assert ns.load("switch.non").goal == ns.Grid(["#.", ".#"])


def test_a_puzzle_with_one_solution_and_what_was_changed(folder, capsys):
    assert run(["from-image", "switch.png", "--unique", "-o", "switch.non", "--show"]) == 0
    *drawing, line = capsys.readouterr().out.splitlines()
    assert line == "switch.non: unique (2x2, solvable line by line); 1 cell changed, the least"
    assert sum(row.count("++") + row.count("--") for row in drawing[1:]) == 1
    report = ns.check(ns.load("switch.non"))
    assert (report.verdict, report.solutions) == (ns.Verdict.UNIQUE, (ns.load("switch.non").goal,))


def test_the_record_has_the_changes(folder, capsys):
    ring = ["from-image", "ring.png", "--width", "12"]
    assert run([*ring, "--line-solvable", "--json", "-o", "ring.non"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["verdict"], record["line_solvable"], record["by"]) == ("unique", True, "pixels")
    goal = ns.load("ring.non").goal
    assert ["".join(".#"[cell] for cell in row) for row in goal] == record["solutions"][0]
    assert run([*ring, "-o", "before.non"]) == 0
    before = ns.load("before.non").goal
    changed = {
        (row, column)
        for row in range(goal.height)
        for column in range(goal.width)
        if goal[row, column] != before[row, column]
    }
    assert {(change["row"], change["column"]) for change in record["changes"]} == changed
    assert all(goal[change["row"], change["column"]] == change["colour"] for change in record["changes"])
    assert record["optimal"] == (record["bound"] == len(changed))


def test_standard_output_gets_the_puzzle_alone(folder, capsys):
    assert run(["from-image", "flag.png", "--inks", "2", "--unique"]) == 0
    out, err = capsys.readouterr()
    puzzle = ns.loads(out, "non")
    assert {colour.rgb for colour in puzzle.palette} == {"ffffff", "ff0000", "0000ff"}
    assert err == "-: unique (30x20, solvable line by line); no cell changed\n"
    assert run(["from-image", "flag.png", "--json"]) == 64
    assert run(["from-image", "flag.png", "--to", "webpbn"]) == 0
    assert "<puzzleset>" in capsys.readouterr().out


def test_nothing_is_written_where_nothing_was_found(folder, capsys):
    assert run(["from-image", "ring.png", "--unique", "--time-limit", "0", "-o", "ring.non"]) == 3
    assert capsys.readouterr().out.startswith("ring.non: not written: no repair was found")
    assert not (folder / "ring.non").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (["ring.png", "--width", "0"], 64, "1 to 4096 cells a side, not 0"),
        (["ring.png", "--width", "100000"], 64, "1 to 4096 cells a side, not 100000"),
        (["ring.png", "--width", "wide"], 64, "not a valid integer"),
        (["ring.png", "--inks", "2", "--method", "otsu"], 64, "the only method is dither"),
        (["none.png"], 65, "cannot read"),
        (["bad.png"], 65, "not a picture"),
        (["cut.png"], 65, "not a picture"),
    ],
)
def test_what_cannot_be_done_leaves_no_file(folder, capsys, arguments, code, error):
    (folder / "bad.png").write_text("no picture")
    (folder / "cut.png").write_bytes((folder / "ring.png").read_bytes()[:300])
    assert run(["from-image", *arguments, "-o", "out.non"]) == code
    assert error in capsys.readouterr().err
    assert not (folder / "out.non").exists()
    assert not list(folder.glob("out*"))


def test_an_unknown_extension_is_known_before_the_work(folder, capsys):
    assert run(["from-image", "none.png", "-o", "ring.xyz"]) == 64
    assert "the extension does not say which format" in capsys.readouterr().err


def test_random_puzzles(folder, capsys):
    command = ["generate", "random", "--size", "9x7", "--symmetry", "lr", "--seed", "3", "-o", "random.non"]
    assert run([*command, "--show", "--inks", "2"]) == 0
    *drawing, line = capsys.readouterr().out.splitlines()
    assert line.startswith("random.non: unique (9x7, ")
    assert len(drawing) > 7
    puzzle = ns.load("random.non")
    assert puzzle.goal == ns.random_puzzle(7, 9, symmetry="lr", seed=3, inks=2).goal
    assert run([*command, "--rating", "easy", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["verdict"], record["line_solvable"]) == ("unique", True)
    assert ns.rate(ns.load("random.non")).grade == "easy"
    assert run([*command, "--line-solvable", "--density", "0.4"]) == 0
    assert "line by line" in capsys.readouterr().out
    assert run([*command, "--any", "--density", "0.3"]) == 0
    assert ns.load("random.non") == ns.random_puzzle(7, 9, symmetry="lr", seed=3, density=0.3, unique=False)


@pytest.mark.parametrize(
    ("arguments", "made"),
    [
        (["dom", "4"], n_dom(4).goal),
        (["checkerboard", "--size", "6x4", "--step", "3"], checkerboard(4, 6, 3)),
        (["rings", "20", "--thickness", "2", "--negative"], negative(rings(20, 2))),
        (["julia", "24", "--c", "-1", "0"], julia(24, (-1.0, 0.0))),
        (["poster", "ab/c", "20"], poster("AB\nC", 20)),
    ],
)
def test_puzzles_by_formula(folder, capsys, arguments, made):
    assert run(["generate", *arguments]) == 0
    out, err = capsys.readouterr()
    puzzle = ns.loads(out, "non")
    assert puzzle.goal == made
    assert err.startswith(f"-: {ns.check(puzzle).verdict} (")
    assert run(["generate", *arguments, "--unique", "-o", "made.non"]) == 0
    assert ns.check(ns.load("made.non")).verdict is ns.Verdict.UNIQUE
    assert "changed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["random", "--size", "5"], "'5' is no size such as 20x15"),
        (["random", "--size", "5000x3"], "1 to 4096 cells a side"),
        (["random", "--any", "--rating", "easy"], "has no rating"),
        (["random", "--size", "1x1", "--rating", "hard"], "another size or density may have some"),
        (["random", "--density", "2"], "a density is between 0 and 1"),
        (["dom", "0"], "0 is not in the range"),
        (["poster", "ä", "20"], "the font has no letter"),
        (["poster", "a", "5"], "the text needs 7 cells a side"),
        (["nonsense"], "No such command"),
    ],
)
def test_what_cannot_be_generated_leaves_no_file(folder, capsys, arguments, error):
    assert run(["generate", *arguments, "-o", "out.non"]) == 64
    assert error in capsys.readouterr().err
    assert not list(folder.glob("out*"))
