"""The page on which a scanned puzzle is checked, in a browser."""

import json
import re
from pathlib import Path

import pages
import pytest
from blotted import blotted
from browser import PHONE, WIDE, findings, snap
from pseudo import marked, unmarked

import nonosat as ns
from nonosat.apps.scanning import review
from nonosat.apps.scanning.review import review_page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def printed():
    return blotted("scan")


@pytest.fixture(scope="module")
def address(printed, tmp_path_factory):
    path = tmp_path_factory.mktemp("review") / "review.html"
    path.write_text(review_page([("page.png", ns.scan(printed.image, stages=True))]), encoding="utf-8")
    return path.as_uri()


def test_doubtful_numbers_are_corrected_by_keyboard_and_saved(visit, address, printed, tmp_path):
    page = visit(address, **WIDE)
    output = page.locator("output")
    assert findings(page) == []
    doubtful = page.locator(".doubtful")
    assert doubtful.first.get_attribute("aria-label") == "row 1, number 1"
    page.get_by_role("button", name="Next doubtful").click()
    snap(page, "scan-review")
    while doubtful.count():
        row, number = re.findall(r"\d+", page.evaluate("document.activeElement.ariaLabel"))
        page.keyboard.type(str(printed.puzzle.rows[int(row) - 1][int(number) - 1].length))
        page.keyboard.press("Enter")
    assert output.inner_text() == "no number is in doubt"
    page.get_by_label("row 2, number 1").fill("x")
    assert "is no number" in output.inner_text()
    read = str(printed.puzzle.rows[1][0].length)
    page.get_by_role("button", name=read, exact=True).click()
    assert output.inner_text() == "no number is in doubt"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the puzzle").click()
    saved.value.save_as(tmp_path / "puzzle.json")
    assert json.loads(Path(tmp_path / "puzzle.json").read_text())
    assert ns.load(tmp_path / "puzzle.json") == printed.puzzle.replace(goal=None, metadata=ns.Metadata())


def test_the_browser_chooses_the_language_and_no_word_bypasses_it(visit, printed, tmp_path, monkeypatch):
    found = [("page.png", ns.scan(printed.image, stages=True))]
    path = tmp_path / "review.html"
    path.write_text(review_page(found), encoding="utf-8")
    page = visit(path.as_uri(), locale="fr-CA", **PHONE)
    assert page.get_attribute("html", "lang") == "fr-CA"
    assert page.title() == page.inner_text("h1") == "Grille numérisée"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert findings(page) == []
    snap(page, "scan-review-fr")
    monkeypatch.setattr(review, "catalogue", lambda _, *sections: marked(*sections))
    path.write_text(review_page(found), encoding="utf-8")
    page = visit(path.as_uri(), locale="de", **WIDE)
    assert unmarked(page) == []
    page.get_by_role("button", name="Next doubtful").click()
    page.keyboard.type("x")
    assert unmarked(page) == []
    assert "is no number" in page.inner_text("output")


@pytest.mark.parametrize("screen", [PHONE, WIDE | {"color_scheme": "dark"}], ids=["phone", "dark"])
def test_it_is_for_every_screen(visit, address, screen):
    page = visit(address, **screen)
    assert findings(page) == []
    page.get_by_role("button", name="Smaller").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    snap(page, f"scan-review-{screen['viewport']['width']}")


def test_the_inks_of_a_coloured_page_are_kept(visit, tmp_path):
    printed = pages.page(pages.puzzle(10, 4, inks=2), "chips", "flat", cell=34, seed=2)
    found = ns.scan(printed.image, stages=True)
    path = tmp_path / "review.html"
    path.write_text(review_page([("page.png", found)]), encoding="utf-8")
    page = visit(path.as_uri(), **WIDE)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the puzzle").click()
    saved.value.save_as(tmp_path / "puzzle.json")
    assert ns.load(tmp_path / "puzzle.json") == found.puzzle
