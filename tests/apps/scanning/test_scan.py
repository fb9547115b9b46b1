from io import BytesIO

import numpy as np
import pages
import pytest
from PIL import Image

import nonosat as ns


@pytest.fixture(scope="module")
def page():
    return pages.page(pages.puzzle(10, 5), "boxed", seed=1)


def stored(image, kind, **options):
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def plain(puzzle):
    return puzzle.replace(goal=None, metadata=ns.Metadata())


@pytest.mark.slow
def test_an_image_and_its_file_are_the_same(page):
    found = ns.scan(page.image)
    assert found.puzzle == plain(page.puzzle)
    assert ns.scan(stored(page.image, "PNG")).puzzle == found.puzzle
    assert ns.scan(np.asarray(page.image)).puzzle == found.puzzle


@pytest.mark.parametrize(
    "mode", ["I;16", *(pytest.param(mode, marks=pytest.mark.slow) for mode in ("L", "CMYK", "RGBA"))]
)
def test_pictures_of_all_depths_are_read(page, mode):
    image = page.image
    if mode == "I;16":
        image = Image.fromarray(np.asarray(image.convert("L")).astype(np.uint16) * 256)
    kind = "TIFF" if mode == "CMYK" else "PNG"
    data = stored(image if mode == "I;16" else image.convert(mode), kind)
    assert ns.scan(data).puzzle == plain(page.puzzle)


def test_a_photograph_is_read_as_the_camera_was_held(page):
    exif = Image.Exif()
    exif[0x0112] = 6
    data = stored(page.image.transpose(Image.Transpose.ROTATE_90), "PNG", exif=exif)
    found = ns.scan(data)
    assert found.puzzle == plain(page.puzzle)
    assert np.abs(np.array(found.corners) - np.array(page.corners)).max() < 0.2 * page.cell


@pytest.mark.slow
def test_several_puzzles_on_a_page_come_from_top_to_bottom(page):
    other = pages.page(pages.puzzle(10, 9), "book", seed=2)
    both = Image.new(
        "RGB",
        (max(page.image.width, other.image.width), page.image.height + other.image.height + 80),
        "white",
    )
    both.paste(page.image, (0, 0))
    both.paste(other.image, (0, page.image.height + 80))
    assert [each.puzzle for each in ns.scan_all(both)] == [plain(page.puzzle), plain(other.puzzle)]


def test_a_file_without_a_picture_is_named(tmp_path):
    with pytest.raises(ns.ArgumentError, match="not int"):
        ns.scan(3)
    with pytest.raises(ns.InputError, match="cannot read"):
        ns.scan(tmp_path / "none.png")


@pytest.mark.slow
def test_a_page_of_a_pdf_is_read():
    canvas = pytest.importorskip("reportlab.pdfgen.canvas")
    puzzle = pages.puzzle(10, 5)
    file = BytesIO()
    sheet = canvas.Canvas(file, pagesize=(400, 400))
    corner, cell = (120, 260), 18
    for at in range(puzzle.width + 1):
        sheet.line(corner[0] + at * cell, corner[1], corner[0] + at * cell, corner[1] - puzzle.height * cell)
    for at in range(puzzle.height + 1):
        sheet.line(corner[0], corner[1] - at * cell, corner[0] + puzzle.width * cell, corner[1] - at * cell)
    for at, clue in enumerate(puzzle.rows):
        for back, block in enumerate(reversed(clue)):
            place = corner[0] - (back + 0.5) * cell, corner[1] - (at + 0.7) * cell
            sheet.drawCentredString(*place, str(block.length))
    for at, clue in enumerate(puzzle.columns):
        for back, block in enumerate(reversed(clue)):
            place = corner[0] + (at + 0.5) * cell, corner[1] + (back + 0.3) * cell
            sheet.drawCentredString(*place, str(block.length))
    sheet.save()
    assert ns.scan(file.getvalue()).puzzle == plain(puzzle)
