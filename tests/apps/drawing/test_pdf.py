"""PDF of one drawing, and the document that books are printed on."""

import pytest

pytest.importorskip("reportlab")

import pdfs

import nonosat as ns
from nonosat.apps.drawing.drawing import drawing_of
from nonosat.apps.drawing.pdf import Document, write

PUZZLE = ns.Grid(["##.#", "#...", "###."]).puzzle(metadata=ns.Metadata(title="A title"))


def test_the_same_drawing_is_the_same_file():
    assert write(drawing_of(PUZZLE)) == write(drawing_of(PUZZLE))
    assert write(drawing_of(PUZZLE)) != write(drawing_of(PUZZLE), theme="dark")


def test_lines_of_a_paragraph_fit_the_width():
    document = Document()
    text = "The quick brown fox jumps over the lazy dog, and unpronounceablecharactersthatarelong."
    for room in (30, 60, 300):
        lines = document.lines(text, 10, room)
        assert all(document.width(line, 10) <= room for line in lines)
    assert " ".join(document.lines(text, 10, 300)) == text
    assert document.cut("abc", 10, 100) == "abc"
    assert document.cut("abc" * 20, 10, 40).endswith("…")


def test_characters_without_a_glyph_are_replaced_and_remembered():
    document = Document()
    document.page(100, 100)
    document.text(0, 0, "a\u0000b ä ế \u2603 \u65e5", 10)
    assert document.missing == {"\u2603", "\u65e5"}
    assert document.width("e", 10) == document.width("ế", 10)


def test_a_font_file_can_be_given(tmp_path):
    from pathlib import Path

    import reportlab

    mine = tmp_path / "mine.ttf"
    mine.write_bytes((Path(reportlab.__file__).parent / "fonts" / "VeraIt.ttf").read_bytes())
    assert Document(font=str(mine)).width("Words", 10) != Document().width("Words", 10, bold=True)
    for data in (b"", b"words", mine.read_bytes()[:2000]):
        mine.write_bytes(data)
        with pytest.raises(ns.InputError, match=r"mine.ttf: no TrueType font"):
            Document(font=str(mine))
    with pytest.raises(ns.InputError, match="cannot read the font"):
        Document(font=str(tmp_path / "none.ttf"))


def test_links_can_lead_to_later_pages():
    document = Document("title", "author")
    for name in ("one", "two"):
        document.page(100, 100)
        document.target(name)
        document.bookmark(f"Page {name}", name)
        document.link(0, 0, 10, 10, "two")
        document.square(1, 1, 5, filled=True)
        with document.turned(50, 50):
            document.text(0, 0, "upwards", 9, bold=True)
    assert document.data().startswith(b"%PDF-1.5")


@pytest.mark.slow
def test_the_numbers_are_read_back(tmp_path):
    puzzle = ns.example("gchq")
    (words,) = pdfs.pages(write(drawing_of(puzzle)), tmp_path)
    rows, columns = pdfs.clues_of(words, puzzle.width)
    assert rows == [[str(block.length) for block in clue] for clue in puzzle.rows]
    assert columns == [[str(block.length) for block in clue] for clue in puzzle.columns]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gchq", "apple", "flower", "cat-with-blots"])
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_it_looks_like_the_svg(name, theme, tmp_path):
    cairosvg = pytest.importorskip("cairosvg")
    from PIL import Image, ImageChops, ImageStat

    puzzle = ns.example(name)
    drawing = drawing_of(puzzle, ns.solve(puzzle))
    (tmp_path / "one.pdf").write_bytes(write(drawing, theme=theme))
    pdfs.told("pdftoppm", "-r", "96", "-png", "-singlefile", str(tmp_path / "one.pdf"), str(tmp_path / "one"))
    cairosvg.svg2png(drawing.svg(theme=theme).encode(), write_to=str(tmp_path / "two.png"))
    one, two = (Image.open(tmp_path / f"{each}.png").convert("RGB") for each in ("one", "two"))
    assert abs(one.width - two.width) <= 1
    assert abs(one.height - two.height) <= 1
    two = two.crop((0, 0, *one.size))
    assert max(ImageStat.Stat(ImageChops.difference(one, two)).mean) < 12
