"""`scan` on the command line."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pages
import pytest
from PIL import Image, ImageDraw
from printed import ran

import nonosat as ns
from nonosat.apps.cli import run


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def page():
    return pages.page(pages.puzzle(15, 3), "book", "scan", cell=30, seed=3)


def grid(rows, columns, cell=30):
    """An empty grid on white."""
    image = Image.new("RGB", (columns * cell + 100, rows * cell + 100), "white")
    draw = ImageDraw.Draw(image)
    for at in range(columns + 1):
        draw.line([(50 + at * cell, 50), (50 + at * cell, 50 + rows * cell)], "black", 2)
    for at in range(rows + 1):
        draw.line([(50, 50 + at * cell), (50 + columns * cell, 50 + at * cell)], "black", 2)
    return image, draw


@pytest.mark.slow
def test_a_page_becomes_a_puzzle(page, capfd):
    page.image.save("page.png")
    assert ran(capfd, ["scan", "page.png", "-o", "puzzle.non"]).out == "page.png: 20x20, sure; puzzle.non\n"
    assert ns.load("puzzle.non") == page.puzzle.replace(goal=None, metadata=ns.Metadata())
    record = json.loads(ran(capfd, ["scan", "page.png", "-o", "puzzle.non", "--force", "--json"]).out)
    assert (record["sure"], record["doubtful"], record["output"]) == (True, [], "puzzle.non")
    corners = np.array(record["corners"])
    assert np.abs(corners - np.array(page.corners)).max() < 0.2 * page.cell


def blotted(page):
    """The page with a blot on a number, so that it is not sure."""
    image = page.image.copy()
    x, y = page.warp(np.array([(-0.45, 0.5)]))[0]
    ImageDraw.Draw(image).ellipse((x - 8, y - 8, x + 8, y + 8), "black")
    return image


@pytest.mark.slow
def test_a_doubtful_puzzle_is_written_only_on_request(page, capfd):
    blotted(page).save("page.png")
    told = ran(capfd, ["scan", "page.png", "-o", "puzzle.non"], 3)
    assert "not sure" in told.out
    assert "nonosat: page.png: not sure: " in told.err
    assert not Path("puzzle.non").exists()
    assert run(["scan", "page.png", "-o", "puzzle.non", "--best"]) == 3
    assert ns.load("puzzle.non").width == 20


@pytest.mark.slow
def test_of_several_puzzles_the_sure_ones_are_written(page, capfd):
    puzzle = page.puzzle.replace(goal=None, metadata=ns.Metadata())
    page.image.save("page.png")
    page.image.save("same.png")
    blotted(page).save("blot.png")
    told = ran(capfd, ["scan", "blot.png", "page.png", "same.png", "-o", "all.nonpack", "--json"], 3)
    outputs = [json.loads(line)["output"] for line in told.out.splitlines()]
    assert outputs == [None, "all.nonpack", "all.nonpack"]
    assert list(ns.load_all("all.nonpack")) == [puzzle] * 2
    said = ran(capfd, ["scan", "page.png", "same.png", "-o", "all.json"], 64).err
    assert "have {number} in the name of the file" in said
    told = ran(capfd, ["scan", "blot.png", "page.png", "-o", "{number}.non"], 3)
    assert "page.png: 20x20, sure; 2.non\n" in told.out
    assert run(["scan", "blot.png", "page.png", "-o", "{name}.non", "--best"]) == 3
    assert sorted(path.name for path in Path().glob("*.non")) == ["2.non", "blot.non", "page.non"]
    assert ns.load("2.non") == ns.load("page.non") == puzzle


@pytest.mark.slow
def test_the_state_is_written(capfd):
    page = pages.page(pages.puzzle(12, 7), "partly", "flat", cell=34, seed=7)
    page.image.save("page.png")
    run(["scan", "page.png", "-o", "p.json", "--best", "--state-output", "state.txt"])
    rows = Path("state.txt").read_text().split()
    meant = ["".join({0: "?", -1: "."}.get(mark, "#") for mark in row) for row in page.marks]
    assert rows == meant


def test_incompatible_outputs_are_refused_before_anything_is_written(page, capfd):
    page.image.save("page.png")
    for words in (
        ["page.png", "page.png", "-o", "p.non", "--state-output", "state.txt"],
        ["page.png", "-o", "p.non", "--state-output", "./p.non"],
        ["page.png", "--json"],
    ):
        assert "--show" not in ran(capfd, ["scan", *words], 64).err
    assert [each.name for each in Path().iterdir()] == ["page.png"]


def test_the_limit_that_came_first_is_named(capfd):
    Image.new("RGB", (40, 40), "white").save("page.png")
    assert run(["scan", "page.png", "-o", "p.non", "--memory-limit", "30M"]) == 3
    assert "page.png: not sure: the memory limit was reached" in capfd.readouterr().err


def sudoku():
    image, draw = grid(9, 9)
    for at in range(25):
        draw.text((60 + 30 * (at * 7 % 9), 55 + 30 * (at * 4 % 9)), str(at % 9 + 1), "black", font_size=20)
    return image


def crossword():
    image, draw = grid(13, 13)
    number = 0
    for y in range(13):
        for x in range(13):
            left, top = 50 + 30 * x, 50 + 30 * y
            if (x * 5 + y * 3) % 7 == 0:
                draw.rectangle((left, top, left + 30, top + 30), "black")
            elif (x + y) % 3 == 0:
                number += 1
                draw.text((left + 3, top + 2), str(number), "black", font_size=9)
    return image


def animation(path):
    frames = [Image.new("L", (40, 40), grey) for grey in (0, 128, 255)]
    frames[0].save(path, save_all=True, append_images=frames[1:])


@pytest.mark.slow_for("blank.png-<lambda>-no grid of squares")
@pytest.mark.parametrize(
    ("name", "made", "why"),
    [
        ("blank.png", lambda path: Image.new("RGB", (400, 300), "white").save(path), "no grid of squares"),
        ("pixel.png", lambda path: Image.new("RGB", (1, 1)).save(path), "no grid of squares"),
        ("sudoku.png", lambda path: sudoku().save(path), "no clue numbers"),
        ("crossword.png", lambda path: crossword().save(path), "no clue numbers"),
        ("empty.png", lambda path: grid(10, 10)[0].save(path), "no clue numbers"),
        ("moving.gif", animation, "animation"),
        ("photo.heic", lambda path: Path(path).write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 40), "HEIC"),
        ("broken.pdf", lambda path: Path(path).write_bytes(b"%PDF-1.7 nothing"), "PDF"),
        ("words.jpg", lambda path: Path(path).write_bytes(b"words"), "not a picture"),
    ],
)
def test_an_image_without_a_puzzle_is_refused_in_one_line(name, made, why, capfd):
    made(name)
    told = ran(capfd, ["scan", name, "-o", "out.non"], 65).err
    assert told.count("\n") == 1
    assert why in told
    assert [each.name for each in Path().iterdir()] == [name]


def test_a_truncated_picture_is_refused(page, capfd):
    page.image.convert("RGB").save("whole.jpg")
    Path("half.jpg").write_bytes(Path("whole.jpg").read_bytes()[:20_000])
    assert ran(capfd, ["scan", "half.jpg"], 65).err.count("\n") == 1


@pytest.mark.slow
def test_of_several_pictures_those_without_a_puzzle_are_named(page, capfd):
    page.image.save("page.png")
    Image.new("L", (90, 90), 255).save("blank.png")
    Path("half.png").write_bytes(Path("page.png").read_bytes()[:20_000])
    told = ran(capfd, ["scan", "blank.png", "page.png", "half.png", "-o", "puzzle.non"], 65)
    assert (told.out + told.err).count("\n") == 3
    for name in ("blank.png: no grid", "half.png: ", "page.png: 20x20, sure; puzzle.non"):
        assert name in told.out + told.err
    assert ns.load("puzzle.non").width == 20


def test_a_picture_that_is_too_large_is_refused_before_it_is_decoded(capfd):
    Image.new("1", (8000, 8000)).save("large.png")
    assert "60 million pixels" in ran(capfd, ["scan", "large.png"], 65).err


@pytest.mark.nightly
def test_fifty_megapixels_take_little_memory(page):
    """The whole process keeps below half a gigabyte, as the limit is there for all of it."""
    scale = (50_000_000 / (page.image.width * page.image.height)) ** 0.5
    page.image.resize([int(side * scale) for side in page.image.size]).save("large.jpg", quality=85)
    assert run(["scan", "large.jpg", "-o", "puzzle.non", "--memory-limit", "500M"]) == 0
    assert ns.load("puzzle.non") == page.puzzle.replace(goal=None, metadata=ns.Metadata())


@pytest.mark.slow
def test_a_picture_that_takes_more_memory_than_allowed_is_not_called_damaged():
    Image.new("RGB", (7000, 7000), "white").save("large.png")
    words = [sys.executable, "-m", "nonosat", "scan", "large.png", "--memory-limit", "150M"]
    ended = subprocess.run(words, capture_output=True, text=True)
    assert (ended.returncode, "damaged" in ended.stderr, "limit" in ended.stderr) == (3, False, True)


@pytest.mark.slow
def test_corners_can_be_given(page, capfd):
    page.image.save("page.png")
    corners = ",".join(f"{value:.0f}" for corner in page.corners for value in corner)
    assert run(["scan", "page.png", "--corners", corners, "--size", "20x20", "-o", "puzzle.non"]) == 0
    assert ns.load("puzzle.non") == page.puzzle.replace(goal=None, metadata=ns.Metadata())
    capfd.readouterr()
    wrong = (
        ["--corners", "1,2,3"],
        ["--corners", "a"],
        ["--size", "5x5"],
        ["--corners", corners, "--size", "5x"],
    )
    for words in wrong:
        said = ran(capfd, ["scan", "page.png", *words], 64).err.splitlines()
        assert (len(said), said[-1].split(":")[0]) in {(1, "nonosat"), (4, "Error")}  # click's have the usage
