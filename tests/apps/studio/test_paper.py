"""The question about photographs and pages of printed puzzles, as the studio asks it."""

import base64
import sys
from io import BytesIO

import pages
import pytest
from PIL import Image

from nonosat.apps.studio.questions import QUESTIONS, answer


@pytest.fixture(scope="module")
def page():
    return pages.page(pages.puzzle(10, 5), "boxed", seed=1)


def sent(image, kind="PNG", **options):
    file = BytesIO()
    image.save(file, kind, **options)
    return base64.b64encode(file.getvalue()).decode()


@pytest.mark.slow
def test_the_puzzle_of_a_page_comes_with_all_that_is_needed_to_check_it(page):
    found = answer("scan", {"base64": sent(page.image)})
    QUESTIONS["scan"].response.read(found)
    assert (found["trouble"], found["pages"]) == ("", 1)
    (puzzle,) = found["puzzles"]
    assert (puzzle["rows"], puzzle["columns"]) == (page.puzzle.height, page.puzzle.width)
    for axis, clues in (("row", page.puzzle.rows), ("column", page.puzzle.columns)):
        for index, clue in enumerate(clues):
            read = [
                each["value"] for each in puzzle["numbers"] if (each["axis"], each["index"]) == (axis, index)
            ]
            assert [value for value in read if value] == [block.length for block in clue]
    for each in puzzle["numbers"]:
        left, top, right, bottom = each["place"]
        assert 0 <= left < right <= puzzle["width"]
        assert 0 <= top < bottom <= puzzle["height"]


@pytest.mark.slow
def test_a_page_without_a_grid_comes_back_to_have_its_corners_set(page):
    blank = answer("scan", {"base64": sent(Image.new("RGB", (300, 200), "white"))})
    assert (blank["puzzles"], blank["trouble"]) == ([], "no grid of squares is found")
    assert (blank["page"]["width"], blank["page"]["height"]) == (300, 200)
    corners = [list(each) for each in page.corners]
    size = {"columns": page.puzzle.width, "rows": page.puzzle.height}
    (found,) = answer("scan", {"base64": sent(page.image), "corners": corners, **size})["puzzles"]
    assert (found["columns"], found["rows"]) == (page.puzzle.width, page.puzzle.height)
    nothing = answer("scan", {"base64": sent(Image.new("RGB", (999, 999), "white")), "corners": corners})
    assert "no even lines" in nothing["trouble"]


@pytest.mark.slow
def test_a_page_of_a_pdf_file_is_chosen(page):
    both = sent(Image.new("RGB", (600, 400), "white"), "PDF", save_all=True, append_images=[page.image])
    first, second = (answer("scan", {"base64": both, "page": number}) for number in (1, 2))
    assert (len(first["puzzles"]), first["pages"]) == (0, 2)
    assert (len(second["puzzles"]), second["pages"]) == (1, 2)
    assert "no page 3" in answer("scan", {"base64": both, "page": 3})["error"]["message"]


def test_a_missing_or_unreadable_picture_is_named_in_one_line(page, monkeypatch):
    words = base64.b64encode(b"words").decode()
    assert "not a picture" in answer("scan", {"base64": words})["error"]["message"]
    turned = [list(each) for each in reversed(page.corners)]
    assert "clockwise" in answer("scan", {"base64": sent(page.image), "corners": turned})["error"]["message"]
    monkeypatch.setitem(sys.modules, "cv2", None)
    error = answer("scan", {"base64": sent(page.image)})["error"]
    assert error["kind"] == "missing"
    assert "nonosat[scan]" in error["message"]
