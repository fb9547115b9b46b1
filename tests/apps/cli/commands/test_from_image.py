"""`from-image` on the command line."""

import json
from dataclasses import replace
from random import Random

import pytest
from PIL import Image
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run


def test_a_puzzle_from_a_picture_is_written_unchanged(drawn, capsys):
    assert run(["from-image", "switch.png", "-o", "switch.non"]) == 0
    assert capsys.readouterr().out == "switch.non: multiple (2x2, two solutions differ in 4 cells)\n"
    assert ns.load("switch.non").goal == ns.Grid(["#.", ".#"])


def test_a_puzzle_with_one_solution_and_what_was_changed(drawn, capsys):
    assert run(["from-image", "switch.png", "--unique", "-o", "switch.non", "--draw"]) == 0
    *drawing, line = capsys.readouterr().out.splitlines()
    assert line == "switch.non: unique (2x2, solvable line by line); 1 cell changed, the least"
    assert sum(row.count("++") + row.count("--") for row in drawing[1:]) == 1
    report = ns.check(ns.load("switch.non"))
    assert (report.verdict, report.solutions) == (ns.Verdict.UNIQUE, (ns.load("switch.non").goal,))


def test_the_record_has_the_changes(drawn, capsys):
    ring = ["from-image", "ring.png", "--width", "12"]
    record = json.loads(
        ran(capsys, [*ring, "--line-solvable", "--json", "--solutions", "-o", "ring.non"]).out
    )
    assert (record["verdict"], record["line_solvable"], record["by"]) == ("unique", True, "pixels")
    goal = ns.load("ring.non").goal
    assert ["".join(map(str, row)) for row in goal] == record["solutions"][0]
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


def test_standard_output_gets_the_puzzle_alone(drawn, capsys):
    out, err = ran(capsys, ["from-image", "flag.png", "--inks", "2", "--unique"])
    puzzle = ns.loads(out, "non")
    assert {colour.rgb for colour in puzzle.palette} == {"ffffff", "ff0000", "0000ff"}
    assert err == "-: unique (30x20, 2 inks, solvable line by line); no cell changed\n"
    assert run(["from-image", "flag.png", "--json"]) == 64
    assert "<puzzleset>" in ran(capsys, ["from-image", "flag.png", "--to", "webpbn"]).out


def test_nothing_is_written_if_nothing_was_found(drawn, capsys):
    assert run(["from-image", "ring.png", "--unique", "--time-limit", "0", "-o", "ring.non"]) == 3
    assert "the time limit on all pictures together was reached" in "".join(capsys.readouterr())
    assert not (drawn / "ring.non").exists()


def test_the_puzzle_is_written_before_its_verdict_is_looked_for(drawn, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("nonosat.apps.cli.shell.making.check", interrupted)
    assert run(["from-image", "switch.png", "-o", "new.non"]) == 130
    assert ns.load("new.non").goal == ns.Grid(["#.", ".#"])


def test_the_verdict_of_a_large_picture_is_not_looked_for_long(drawn, monkeypatch, capsys):
    limits = []

    def checked(puzzle, *, limit, options):
        limits.append(limit)
        return ns.check(puzzle, limit=replace(limit, seconds=0), options=options)

    with monkeypatch.context() as patch:
        patch.setattr("nonosat.apps.cli.shell.making.check", checked)
        assert run(["from-image", "ring.png", "-o", "new.non"]) == 0
    assert [limit.seconds for limit in limits] == [10]
    assert "`nonosat check` looks for it longer" in capsys.readouterr().err
    assert ran(capsys, ["from-image", "switch.png", "-o", "other.non", "--time-limit", "60"]).err == ""


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (["ring.png", "--width", "0"], 64, "0 is not in the range 1<=x<=4096"),
        (["ring.png", "--width", "100000"], 64, "100000 is not in the range 1<=x<=4096"),
        (["ring.png", "--width", "wide"], 64, "'wide' is no number"),
        (["ring.png", "--inks", "2", "--method", "otsu"], 64, "the only method is dither"),
        (["none.png"], 65, "cannot read"),
        (["bad.png"], 65, "not a picture"),
        (["cut.png"], 65, "not a picture"),
    ],
)
def test_a_failed_command_leaves_no_file(drawn, capsys, arguments, code, error):
    (drawn / "bad.png").write_text("no picture")
    (drawn / "cut.png").write_bytes((drawn / "ring.png").read_bytes()[:300])
    assert error in ran(capsys, ["from-image", *arguments, "-o", "out.non"], code).err
    assert not (drawn / "out.non").exists()
    assert not list(drawn.glob("out*"))


def test_a_size_is_width_and_height(drawn, capsys):
    assert run(["from-image", "flag.png", "--size", "6x3", "-o", "new.non"]) == 0
    new = ns.load("new.non")
    assert (new.width, new.height) == (6, 3)
    assert run(["from-image", "flag.png", "--size", "6x3", "--width", "6"]) == 64
    assert "leave out these" in capsys.readouterr().err
    assert run(["from-image", "flag.png", "--side", "5", "-o", "side.non"]) == 0
    new = ns.load("side.non")
    assert max(new.width, new.height) == 5


def test_each_picture_of_a_folder_becomes_a_puzzle(drawn, capsys):
    (drawn / "notes.txt").write_text("no picture")
    assert run(["from-image", ".", "--width=12", "-o", "{name}.non"]) == 0
    assert len(list(drawn.glob("*.non"))) == len(list(drawn.glob("*.png"))) > 1
    (drawn / "empty").mkdir()
    capsys.readouterr()
    assert run(["from-image", "empty", "-o", "{name}.non"]) == 65
    assert capsys.readouterr().err == "nonosat: empty: the folder has no pictures in it\n"


def test_a_damaged_image_does_not_stop_the_others(drawn, capsys):
    (drawn / "torn.png").write_bytes(b"\x89PNG")
    images = ["switch.png", "torn.png", "ring.png"]
    assert run(["from-image", *images, "--width=12", "-o", "{name}.non"]) == 65
    assert [ns.load(f"{name}.non").width for name in ("switch", "ring")] == [12, 12]
    assert not (drawn / "torn.non").exists()
    assert "nonosat: torn.png: not a picture" in capsys.readouterr().err
    assert "{name}" in ran(capsys, ["from-image", *images, "-o", "one.non"], 64).err
    assert run(["from-image", "switch.png", "ring.png", "-o", "{name}.png"]) == 64
    assert "switch.png: is an input" in capsys.readouterr().err


@pytest.mark.slow
def test_a_sheet_of_choices_and_one_of_them(drawn, capsys):
    made = ["from-image", "ring.png", "-n", "3"]
    assert run([*made, "-o", "sheet.html"]) == 0
    assert "sheet.html: 3 puzzles of 1 picture" in capsys.readouterr().out
    assert (drawn / "sheet.html").read_text().count("<svg") == 3
    assert run([*made, "--take", "2", "-o", "{name}.non"]) == 0
    assert "ring.non: unique" in capsys.readouterr().out
    assert ns.load("ring.non").metadata.title == "ring"


def test_a_picture_without_choices_in_time_is_named(drawn, capsys):
    made = ["from-image", "ring.png", "-n", "3", "--time-limit", "0", "-o", "sheet.html"]
    assert (
        "ring.png: no choice was found, the time limit on all pictures together was reached"
        in ran(capsys, made, 3).err
    )


@pytest.mark.slow
def test_choices_in_several_inks_take_turns(drawn, capsys):
    coloured = ["from-image", "flag.png", "-n", "4", "--inks", "1..2"]
    record = json.loads(ran(capsys, [*coloured, "--json", "-o", "sheet.png"]).out)
    puzzles = [ns.loads(json.dumps(choice["puzzle"]), "json") for choice in record["choices"]]
    inks = [len(puzzle.palette) - 1 for puzzle in puzzles]
    assert set(inks) == {1, 2}
    assert inks[:2] in ([1, 2], [2, 1])
    assert all(ns.check(puzzle).line_solvable for puzzle in puzzles)
    with Image.open("sheet.png") as sheet:
        assert sheet.width > 600
    assert run([*coloured, "--take", "1", "-o", "flag.non"]) == 0
    assert len(ns.load("flag.non").palette) == inks[0] + 1


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["-n", "3", "-o", "out.non"], "-o must name a sheet"),
        (["-n", "3", "--method", "otsu", "-o", "out.png"], "leave out method"),
        (["-n", "3", "--inks", "4..1", "-o", "out.png"], "the least first"),
        (["--inks", "1..4", "-o", "out.non"], "a range of inks is for choices"),
        (["-n", "3", "--take", "4", "-o", "out.non"], "must be 1 to 3"),
        (["--take", "1", "-o", "out.non"], "need -n"),
        (["-n", "3", "--take", "fish=2", "-o", "out.non"], "no picture is called 'fish'; there is "),
    ],
)
def test_impossible_choices_are_refused(drawn, capsys, arguments, error):
    assert error in ran(capsys, ["from-image", "ring.png", *arguments], 64).err
    assert not list(drawn.glob("out*"))


@pytest.mark.slow
def test_blank_full_and_repeated_pictures_are_named(drawn, capsys):
    Image.new("RGBA", (40, 30), (255, 255, 255, 0)).save("clear.png")
    Image.new("L", (40, 30), 0).save("black.png")
    err = ran(
        capsys, ["from-image", "clear.png", "black.png", "ring.png", "ring.png", "-o", "{number}.non"]
    ).err
    assert "1.non: no cell has ink" in err
    assert "2.non: no cell has ink" in err  # one grey has no threshold
    assert "4.non: the same puzzle as ring.png" in err
    assert "4.non: the same puzzle as 3.non" in ran(capsys, ["book", "3.non", "4.non", "-o", "two.pdf"]).err
    err = ran(capsys, ["batch", "1.non", "2.non", "3.non", "4.non", "--journal", "answers.jsonl"]).err
    assert "no cell has ink, and 1 more" in err
    assert "4.non: the same puzzle as 3.non" in err
    assert (
        "1.non (clear) is blank: no cell has ink" in ran(capsys, ["book", "1.non", "-o", "book.pdf"], 65).err
    )


@pytest.mark.slow
def test_a_picture_too_large_for_a_repair_gives_the_true_reason(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    random = Random(1)
    image = Image.new("1", (300, 300))
    image.putdata([random.randrange(2) for _ in range(300 * 300)])
    image.save("large.png")
    printed = ran(capsys, ["from-image", "large.png", "--width", "300", "--unique", "-o", "large.non"], 3)
    assert "at least 1 cell must change" in printed.out
    assert "too large for a solver" in printed.err
    assert "--time-limit" not in printed.err
