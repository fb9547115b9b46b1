"""Several puzzles of one picture."""

import io
import json
from dataclasses import replace
from textwrap import wrap

import pytest
from PIL import Image, ImageDraw

import nonosat as ns
from nonosat.apps.generation.choice_sheet import SheetRow, html_sheet, raster_sheet
from nonosat.apps.generation.image_choices import ImageChoice, ImageChoices
from nonosat.support.end import End
from nonosat.support.errors import InputError


@pytest.fixture
def face(tmp_path):
    """A file with a yellow face."""
    image = Image.new("RGB", (160, 160), "white")
    pen = ImageDraw.Draw(image)
    pen.ellipse((20, 20, 140, 140), fill="gold")
    for left in (50, 95):
        pen.ellipse((left, 55, left + 15, 70), fill="saddlebrown")
    pen.rectangle((55, 105, 105, 112), fill="saddlebrown")
    image.save(tmp_path / "face.png")
    return tmp_path / "face.png"


@pytest.mark.slow
def test_each_choice_has_its_reported_properties(face):
    found = ns.from_image(face, choices=6, seconds=20)
    assert 4 <= len(found.choices) <= 6
    assert len({choice.puzzle.goal for choice in found.choices}) == len(found.choices)
    for choice in found.choices:
        report = ns.check(choice.puzzle)
        assert report.unique
        assert report.line_solvable
        assert report.solutions == (choice.puzzle.goal,)
        assert choice.puzzle.metadata.title == "face"
        assert all(
            choice.puzzle.goal[change.row, change.column] == change.colour for change in choice.changes
        )
    assert json.loads(json.dumps(found.to_json()))["choices"][0]["verdict"] == "unique"


@pytest.mark.slow
def test_the_first_choices_are_reported_before_repairs(face):
    told = []
    found = ns.from_image(face, choices=3, seconds=20, observer=told.append)
    assert len(told) == 1
    assert all(not choice.changes for choice in told[0].choices)
    assert len(found.choices) == 3


@pytest.mark.slow
def test_wished_sizes_and_minutes_are_kept(face):
    found = ns.from_image(face, width=18, choices=2, seconds=20)
    assert {choice.puzzle.width for choice in found.choices} == {18}
    quick, slow = (ns.from_image(face, choices=1, minutes=each).choices[0] for each in ((0, 2), (20, None)))
    assert quick.estimate.minutes < slow.estimate.minutes


def test_enlarged_pixel_art_keeps_its_own_grid():
    invader = ["..#.....#..", "...#...#...", "..#######..", ".##.###.##.", "###########"]
    invader += ["#.#######.#", "#.#.....#.#", "...##.##..."]
    image = Image.new("L", (11, 8))
    image.putdata([0 if cell == "#" else 255 for row in invader for cell in row])
    file = io.BytesIO()
    image.resize((88, 64), Image.Resampling.NEAREST).save(file, "PNG")
    best = ns.from_image(file.getvalue(), choices=6).choices[0]
    assert best.native
    assert (best.puzzle.width, best.puzzle.height) == (11, 8)
    assert best.puzzle.goal == ns.Grid(invader) or best.changes


def test_a_blank_picture_has_no_choices(tmp_path):
    Image.new("RGB", (50, 50), "white").save(tmp_path / "blank.png")
    with pytest.raises(InputError, match=r"blank\.png: in so few inks the picture is blank or full"):
        ns.from_image(tmp_path / "blank.png", choices=6)


def test_a_limit_keeps_the_known_choices(face):
    found = ns.from_image(face, choices=6, seconds=0)
    assert (found.choices, found.stopped) == ((), "seconds")


@pytest.mark.slow
def test_sheets_show_every_choice(face):
    rows = [SheetRow("<face>", face.read_bytes(), ns.from_image(face, choices=3))]
    page = html_sheet(rows)
    assert page.count("<svg") == 3
    assert "&lt;face&gt;" in page
    assert Image.open(io.BytesIO(raster_sheet(rows, "png"))).width > 600
    assert raster_sheet(rows * 7, "pdf").startswith(b"%PDF")


def test_long_captions_are_not_cut(face):
    """A name of two lines and one of nine: the sheet grows by seven lines, which have ink."""
    heights = []
    for name in ("two " * 10, "nine " * 45):
        row = SheetRow(name, face.read_bytes(), ns.from_image(face, choices=1, seconds=0))
        sheet = Image.open(io.BytesIO(raster_sheet([row], "png"))).convert("L")
        heights.append(sheet.height)
        lines = len(wrap(name, 26))
        last = sheet.crop((0, 162 + 14 * (lines - 1), sheet.width, 162 + 14 * lines))
        assert last.getextrema()[0] < 100
    assert heights[1] - heights[0] == 14 * (len(wrap("nine " * 45, 26)) - 2)


def test_a_notebook_shows_the_choices_with_their_repairs():
    puzzle = ns.Grid(["#.", "##"]).puzzle()
    puzzle = puzzle.replace(goal=ns.solve(puzzle))
    choice = ImageChoice(puzzle, "otsu", 0.5, (), (), ns.Verdict.UNIQUE, True, None)
    repaired = replace(choice, changes=(ns.CellChange(0, 1, 0),), before=(1,))
    shown = ImageChoices(choices=(choice, repaired))._repr_html_()
    assert (shown.count("<svg"), shown.count("#000000")) == (2, 6)
    assert "2. 2x2, line-solvable, 1 cell changed" in shown
    assert ("orange" in shown, shown.count("#e69f00")) == (True, 1)
    assert "orange" not in ImageChoices(choices=(choice,))._repr_html_()
    assert ImageChoices(choices=(choice,))._repr_svg_() is None
    assert ImageChoices(end=End(detail="1 < 2"))._repr_html_() == "<p>no choices: 1 &lt; 2</p>"


@pytest.mark.parametrize("size", [{"width": 24}, {"height": 24}, {"side": 24}])
def test_choices_of_the_picture_s_own_size_have_its_margin(size):
    image = Image.new("L", (24, 24), "white")
    ImageDraw.Draw(image).rectangle([4, 4, 19, 12], fill="black")
    (choice, *_) = ns.from_image(image, choices=2, seconds=20, **size).choices
    drawn = choice.puzzle.goal
    assert (drawn.width, drawn.height) == (24, 24)
    assert [any(row) for row in drawn.rows] == [4 <= y <= 12 for y in range(24)]
