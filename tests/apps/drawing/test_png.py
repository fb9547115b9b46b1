"""PNG, compared with the SVG of the same drawing in another program."""

import io
import os

import pytest
from PIL import Image, ImageChops, ImageFont

import nonosat as ns
from nonosat.apps.drawing.drawing import Cell, Entry, State, drawing_of
from nonosat.model.geometry import LineId

RED = (*ns.example("gchq").palette, ns.Colour("red", "e03030", "r"))


def full(puzzle, grid):
    """A drawing with some of everything."""
    rows = [list(row) for row in grid]
    rows[0][0], rows[1][1], rows[2][0] = None, Cell(1, State.NEW), Cell(0, State.ADDED)
    return drawing_of(
        puzzle,
        rows,
        lines={LineId("row", 1): State.HIGHLIGHTED},
        crossed_out=True,
        legend=[Entry(Cell(1), "black")],
        caption="Words below.",
    )


TRIDDLER = ns.Grid(["###.#", "#.##..#", "#######", ".#.##"], ragged=True)
DRAWINGS = {
    "plain": full(ns.Grid(["##..#", "#.#.#", "#####"]).puzzle(), ns.Grid(["##..#", "#.#.#", "#####"])),
    "colours": full(
        ns.Grid([[1, 2, 0], [2, 2, 1], [0, 1, 0]]).puzzle(RED), ns.Grid([[1, 2, 0], [2, 2, 1], [0, 1, 0]])
    ),
    "triddler": full(TRIDDLER.triddler(4, 4, -2), TRIDDLER),
}


def opened(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.slow_for("colours-dark")
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
@pytest.mark.parametrize("name", DRAWINGS)
def test_it_looks_like_the_svg_in_another_program(name, theme):
    cairosvg = pytest.importorskip("cairosvg")
    drawing = DRAWINGS[name]
    ours = opened(drawing.png(theme=theme))
    theirs = opened(cairosvg.svg2png(drawing.svg(theme=theme).encode()))
    assert ours.size == theirs.size
    far = ImageChops.difference(ours, theirs).convert("L")
    counts = far.histogram()
    assert sum(counts[64:]) < 0.03 * sum(counts)  # other fonts, and how edges are smoothed
    small = [each.reduce(8).convert("L") for each in (ours, theirs)]
    assert ImageChops.difference(*small).getextrema()[1] < 70


def test_cells_have_the_colours_of_the_palette():
    grid = ns.Grid([[1, 2], [2, 0]])
    drawn = Image.open(io.BytesIO(drawing_of(grid.puzzle(RED), grid).png(cell=20)))
    left, top = drawn.width - 20 - 40, drawn.height - 20 - 40
    middles = [drawn.getpixel((left + x, top + y)) for y in (10, 30) for x in (10, 30)]
    assert middles == [(0, 0, 0), (0xE0, 0x30, 0x30), (0xE0, 0x30, 0x30), (255, 255, 255)]


def test_it_has_the_description():
    grid = ns.Grid(["#"])
    with Image.open(io.BytesIO(drawing_of(grid.puzzle(), grid).png())) as opened:
        assert opened.text["Description"].startswith("Nonogram of 1 column")


def test_a_picture_that_would_be_too_large_is_refused():
    puzzle = ns.Puzzle(rows=[[]] * 400, columns=[[]] * 400)
    with pytest.raises(ns.UsageError, match=r"the picture would have 16,\d+ x 16,\d+ pixels"):
        drawing_of(puzzle).png(cell=40)


def test_letters_beyond_ascii_have_a_font_where_the_system_has_none(monkeypatch):
    pytest.importorskip("reportlab")
    found, truetype = [], ImageFont.truetype

    def ours_only(path, size, **options):
        if isinstance(path, str) and not os.path.exists(path):
            raise OSError(path)
        font = truetype(path, size, **options)
        found.extend([font] if isinstance(path, str) else [])
        return font

    monkeypatch.setattr(ImageFont, "truetype", ours_only)
    assert drawing_of(ns.Puzzle([[1]], [[1]]), caption="\u00e4 \u65e5").png(cell=31)
    assert {font.getname()[0] for font in found} == {"Bitstream Vera Sans"}
