"""`generate` on the command line."""

import json
import os

import pytest
from PIL import Image, ImageDraw
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run


def test_a_random_puzzle_from_an_image_in_a_mask(drawn):
    disc = Image.new("L", (90, 90), 255)
    ImageDraw.Draw(disc).ellipse((0, 0, 89, 89), fill=0)
    disc.save("disc.png")
    command = ["generate", "--size", "9x9", "--mask", "disc.png"]
    assert run([*command, "-o", "inside.non"]) == 0
    assert run([*command, "--picture", "disc.png", "-o", "filled.non"]) == 0
    inside, filled = ns.load("inside.non").goal, ns.load("filled.non").goal
    assert inside[0, 0] == filled[0, 0] == 0
    assert filled[0, 4] == filled[4, 4] == 1
    assert run([*command, "--picture", "missing.png", "-o", "none.non"]) == 65


def test_random_puzzles(drawn, capsys):
    command = ["generate", "--size", "9x7", "--symmetry", "lr", "--seed", "3", "-o", "random.non"]
    command.append("--force")
    *drawing, line = ran(capsys, [*command, "--draw", "--inks", "2"]).out.splitlines()
    assert line.startswith("random.non: unique (9x7, ")
    assert len(drawing) > 7
    puzzle = ns.load("random.non")
    wish = ns.Wish(width=9, height=7, symmetry="lr", inks=2)
    assert puzzle.goal == ns.generate(wish, seed=3).puzzle.goal
    record = json.loads(ran(capsys, [*command, "--grade", "easy", "--json"]).out)
    assert (record["verdict"], record["line_solvable"]) == ("unique", True)
    assert ns.rate(ns.load("random.non")).grade == "easy"
    assert "line by line" in ran(capsys, [*command, "--line-solvable", "--density", "0.4"]).out
    assert run([*command, "--solution-count", "any", "--density", "0.3"]) == 0
    wish = ns.Wish(width=9, height=7, symmetry="lr", density=0.3, solution_count=None)
    assert ns.load("random.non").goal == ns.generate(wish, seed=3).puzzle.goal


def test_many_puzzles_in_files_of_their_own(drawn, capsys):
    assert run(["generate", "-n", "3", "--size", "6x5", "-o", "new-{number}.json"]) == 0
    wish = ns.Wish(width=6, height=5)
    assert sorted(each.name for each in drawn.glob("new-*")) == [f"new-{at}.json" for at in range(3)]
    assert ns.load("new-2.json").goal == next(ns.stream(wish, start=2)).puzzle.goal
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [f"new-{at}.json" for at in range(3)]


def test_many_puzzles_in_one_file_or_on_standard_output(drawn, capsys):
    assert run(["generate", "-n", "3", "--size", "5x5", "-o", "all.non"]) == 0
    capsys.readouterr()
    out, err = ran(capsys, ["generate", "-n", "3", "--size", "5x5"])
    assert ns.load_all("all.non") == ns.loads_all(out, "non")
    assert len(err.splitlines()) == 3


def test_each_puzzle_is_described(drawn, capsys):
    command = ["generate", "-n", "2", "--size", "8x8", "--grade", "medium", "-o", "{number}.non"]
    records = [json.loads(line) for line in ran(capsys, [*command, "--json"]).out.splitlines()]
    assert [record["number"] for record in records] == [0, 1]
    assert all(record["found"] and record["grade"] == "medium" for record in records)
    assert all(record["missed"] == [] for record in records)


@pytest.mark.slow
def test_the_nearest_puzzle_is_written_on_request(drawn, capsys):
    command = ["generate", "--size", "1x1", "--solution-count", "2", "-o", "near.non"]
    assert "not written, the nearest: the number of solutions is not 2" in ran(capsys, command, 3).out
    assert not (drawn / "near.non").exists()
    assert run([*command, "--nearest"]) == 3
    assert ns.load("near.non").width == 1


def test_puzzles_made_before_an_interruption_are_kept(drawn, monkeypatch):
    ours = ns.stream

    def stream(wish, *, start, **options):
        if start == 2:
            raise KeyboardInterrupt
        return ours(wish, start=start, **options)

    monkeypatch.setattr("nonosat.apps.cli.commands.generate.stream", stream)
    for output in ("all.non", "{number}.non"):
        assert run(["generate", "-n", "9", "--size", "4x4", "-o", output]) == 130
    assert len(ns.load_all("all.non")) == 2
    assert len(list(drawn.glob("?.non"))) == 2


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["-n", "2", "-o", "all.g"], "a file holds one puzzle, not 2: have {number} in the name"),
        (["-n", "2", "-o", "{number}/all.non"], "a number in the name of a file, not of a folder"),
        (["-o", "new.bin"], "the extension does not say which format"),
        (["-n", "0"], "0 is not in the range"),
        (["--figure", "fun=1..2"], "no figure is called 'fun'"),
        (["--figure", "sweeps"], "not a figure with a range"),
        (["--minutes", "long"], "not a range such as 10..15"),
        (["--minutes", "3..1"], "no number is between 3 and 1"),
        (["--solution-count", "few"], "neither a number nor `any`"),
        (["--json"], "both write to standard output"),
    ],
)
def test_impossible_wishes_are_refused(drawn, capsys, arguments, error):
    assert error in ran(capsys, ["generate", "--size", "5x5", *arguments], 64).err
    assert not list(drawn.glob("*.non"))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--size", "5x"], "'5x' is not a size such as 20x15 or 20"),
        (["--size", "5000x3"], "`width` must be between 1 and 4,096"),
        (["--solution-count", "any", "--grade", "easy"], "for puzzles with one solution"),
        (["--density", "2"], "2.0 is not in the range 0<=x<=1"),
    ],
)
def test_an_ungenerated_puzzle_leaves_no_file(drawn, capsys, arguments, error):
    assert error in ran(capsys, ["generate", *arguments, "-o", "out.non"], 64).err
    assert not list(drawn.glob("out*"))


@pytest.mark.slow
def test_an_unfound_puzzle_is_unknown(drawn, capsys):
    assert run(["generate", "--size", "1x1", "--grade", "hard", "-o", "out.non"]) == 3
    assert "no such puzzle was found" in capsys.readouterr().out
    assert not list(drawn.glob("out*"))


def test_an_unfinished_puzzle_is_not_written(drawn, capsys):
    assert run(["generate", "--size", "30x30", "--time-limit", "0", "-o", "out.non", "--json"]) == 3
    record = json.loads(capsys.readouterr().out)
    assert (record["verdict"], record["stopped"]) == ("unknown", "seconds")
    assert "out.non" not in os.listdir()


def test_without_a_file_the_drawing_goes_to_standard_error(folder, capsys):
    printed = ran(capsys, ["generate", "--size", "3x3", "--draw"])
    assert ns.loads(printed.out).width == 3
    assert "┌──────┐" in printed.err


def test_a_letter_with_two_dashes_gets_the_option_with_one(capsys):
    said = ran(capsys, ["generate", "--n", "3"], 64).err
    assert (
        said
        == "nonosat: generate: there is no option --n; did you mean -n? (see `nonosat generate --help`)\n"
    )


def test_words_are_taken_in_any_case(drawn, capsys):
    assert run(["generate", "--size", "5x5", "--grade", "Trivial", "--symmetry", "LR", "-o", "any.non"]) == 0
