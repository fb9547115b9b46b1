"""Each page that we print is read by `scan`: from the player, the studio, a book, a drawing; on the usual papers.

Titles and names have numbers, which are no clues.
"""

from io import BytesIO

import pytest
from designer import Designer

import nonosat as ns

pytestmark = pytest.mark.slow

PAPERS = ("A4", "Letter")
TEXTS = ns.Metadata(title="A house, number 7", author="Ann 12 of 20", copyright="2026 by Ann, 15 pages")


@pytest.fixture(scope="module", params=[10, 20])
def puzzle(request):
    side = request.param
    made = ns.generate(ns.Wish(width=side, height=side, kind="blobs"), seed=side).puzzle
    return made.replace(metadata=TEXTS)


def assert_read(page, puzzle):
    """Asserts that the only grid of a page holds the clues of a puzzle."""
    found = ns.scan(page)
    assert found.sure, found.reasons
    assert (found.puzzle.rows, found.puzzle.columns) == (puzzle.rows, puzzle.columns)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_player_s_page(visit, tmp_path, puzzle, paper):
    path = tmp_path / "page.html"
    path.write_text(ns.playable(puzzle).html, encoding="utf-8")
    page = visit(path.as_uri())
    page.wait_for_selector(".cell[tabindex='0']", state="attached")
    assert_read(page.pdf(format=paper), puzzle)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_studio_s_page(visit, server, puzzle, paper):
    desk = Designer(visit(server.address), puzzle)
    page = desk.page.pdf(format=paper)  # as from the menu: the page is not told beforehand
    assert desk.page.locator("#print *").count() == 0
    assert_read(page, puzzle)


@pytest.mark.parametrize("paper", [*PAPERS, "6x9"])
@pytest.mark.parametrize("titles", ["answers", "everywhere"])
def test_the_pages_of_a_book(puzzle, paper, titles):
    pytest.importorskip("reportlab")
    pdfium = pytest.importorskip("pypdfium2")
    layout = ns.BookLayout(page=paper, titles=titles)
    book = ns.book([puzzle], title="12 puzzles of 2026", author="Ann 7", layout=layout)
    page, file = pdfium.PdfDocument.new(), BytesIO()
    page.import_pages(pdfium.PdfDocument(book.pdf), [book.puzzles[0].page - 1])
    page.save(file)
    assert_read(file.getvalue(), puzzle)


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_a_drawing(tmp_path, puzzle, kind):
    path = tmp_path / f"drawing.{kind}"
    ns.render(puzzle).save(path)
    assert_read(path, puzzle)
