"""Books: the content of their pages, and refused puzzles."""

import re
from collections import defaultdict
from itertools import pairwise

import pdfs
import pytest

import nonosat as ns
from nonosat.apps.book.figures import answer_figure, puzzle_figure
from nonosat.apps.book.words import Words
from nonosat.apps.drawing.scene import Texts
from nonosat.apps.generation.generate import generate
from nonosat.apps.generation.wish import Wish

pytest.importorskip("reportlab")

CUP = ns.example("cup")
SMALL = ns.Grid(["##.", "#..", "###"]).puzzle(metadata=ns.Metadata(title="Small"))
TWO = ns.Puzzle([[1], [1]], [[1], [1]], metadata=ns.Metadata(title="Two"))
NONE = ns.Puzzle([[3], [], [3]], [[2], [2], [2]], metadata=ns.Metadata(title="None"))
INKS = [("white", "ffffff", "."), *((f"ink {at}", f"{at * 20:02x}8000", "abcdefgh"[at]) for at in range(8))]
EIGHT = ns.Grid([[1, 2, 3, 4], [5, 6, 7, 8], [8, 8, 0, 1]]).puzzle(INKS)


def clue_texts(clues):
    """Clues as they are printed."""
    return [["0"] if not clue else [str(block.length or "?") for block in clue] for clue in clues]


@pytest.mark.slow
def test_puzzles_are_in_the_order_of_difficulty_or_as_given():
    hard = ns.load("puzzles/dom-04.non")
    found = ns.book([hard, CUP, SMALL])
    assert [each.index for each in found.puzzles] == [2, 1, 0]
    assert [each.number for each in found.puzzles] == [1, 2, 3]
    assert [each.puzzle.name for each in found.puzzles] == ["Small", CUP.name, hard.name]
    assert [
        each.index for each in ns.book([hard, CUP, SMALL], layout=ns.BookLayout(order="given")).puzzles
    ] == [0, 1, 2]


def test_answers_come_after_all_puzzles_and_solve_them():
    found = ns.book([CUP, SMALL, EIGHT])
    last = max(each.page for each in found.puzzles)
    assert all(last < each.answer_page <= found.pages for each in found.puzzles)
    assert all(each.answer.satisfies(each.puzzle) for each in found.puzzles)


def test_the_same_book_is_the_same_file():
    assert ns.book([CUP, EIGHT], author="A").pdf == ns.book([CUP, EIGHT], author="A").pdf
    assert ns.book([CUP], author="A").pdf != ns.book([CUP], author="B").pdf


def test_puzzles_without_exactly_one_solution_are_named():
    with pytest.raises(ns.InputError, match=r"^Two has several solutions; None has no solution$"):
        ns.book([TWO, CUP, NONE])


def test_a_puzzle_too_large_for_any_page_is_named():
    with pytest.raises(
        ns.InputError,
        match=r"cup.*numbers of 1\d\.\d points on .* 70 are wanted, which no named page has room for",
    ):
        ns.book([CUP], layout=ns.BookLayout(page="A5", least_points=70))
    ns.book([SMALL], layout=ns.BookLayout(page="A5", least_points=30))


def test_a_larger_trim_that_suffices_is_named():
    with pytest.raises(ns.InputError, match=r"35 are wanted, which page a3 has room for$"):
        ns.book([CUP], layout=ns.BookLayout(page="A5", least_points=35))
    assert ns.book([CUP], layout=ns.BookLayout(page="A3", least_points=35)).puzzles[0].type_points >= 35


@pytest.mark.parametrize(("titles", "number"), [("everywhere", 2), ("answers", 1), ("nowhere", 0)])
def test_titles_are_printed_in_the_requested_places(titles, number, tmp_path):
    made = ns.book([CUP], layout=ns.BookLayout(titles=titles))
    texts = [" ".join(word.text for word in page) for page in pdfs.pages(made.pdf, tmp_path)]
    assert sum(CUP.metadata.title in text for text in texts) == number


def test_the_page_of_rules_has_a_worked_example_with_reasons(tmp_path):
    text = " ".join(word.text for word in pdfs.pages(ns.book([CUP]).pdf, tmp_path)[1])
    assert "After step 4" in text
    assert "1. row 2, full: 5 fits in one way only" in text


def test_a_language_without_a_catalogue_is_refused():
    with pytest.raises(ns.UsageError, match="must be one of en, de, es, fr, ja, got 'tlh'"):
        ns.book([CUP], layout=ns.BookLayout(language="tlh"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"least_points": 0}, "up to 72 points"),
        ({"least_points": float("nan")}, "up to 72 points"),
        ({"page": "tabloid"}, "no page size is called 'tabloid'"),
        ({"order": "random"}, "no order is called 'random'; there are difficulty, given"),
    ],
)
def test_invalid_options_are_refused(options, said):
    with pytest.raises(ns.UsageError, match=said):
        ns.BookLayout(**options)


def test_a_book_needs_puzzles():
    with pytest.raises(ns.UsageError, match="a book needs a puzzle"):
        ns.book([])
    with pytest.raises(ns.ArgumentError, match="must be puzzles, not Grid"):
        ns.book([CUP, ns.Grid(["#"])])
    with pytest.raises(ns.InputError, match="1x1 has no solution"):
        ns.book([CUP, ns.Puzzle([[2]], [[1]])])


def test_without_time_no_book_is_made():
    with pytest.raises(ns.OutOfReach):
        ns.book([ns.load("puzzles/dom-05.non")], seconds=0)


def test_progress_is_reported():
    events = []
    ns.book([CUP, SMALL], observer=events.append)
    assert [(event.doing, event.done, event.name) for event in events] == [
        ("solving", 0, CUP.name),
        ("solving", 1, "Small"),
        ("rating", 0, CUP.name),
        ("rating", 1, "Small"),
    ]


def test_characters_missing_in_the_font_are_reported():
    strange = SMALL.replace(metadata=ns.Metadata(title="\u2028 \x1b[31m ä 日 Ậ {}"))
    assert ns.book([strange], title="本", author="é").unprintable == "日本"


def test_without_reportlab_the_extra_is_named(monkeypatch):
    for name in ("reportlab", "reportlab.pdfgen", "reportlab.pdfgen.canvas", "reportlab.pdfbase.ttfonts"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    with pytest.raises(ns.MissingExtraError, match=r"nonosat\[book\]"):
        ns.book([CUP])


def test_inks_are_letters_unless_there_is_colour_and_named_in_both():
    def words(figure):
        texts = [item.texts for item in figure.scene.items if isinstance(item, Texts)]
        return {text for those in texts for _, _, text in those}

    letters = words(puzzle_figure(EIGHT, colour=False))
    assert {"1a", "2h"} <= letters
    assert any(text.endswith(" (ink 7)") for text in letters)
    names = {text for text in words(puzzle_figure(EIGHT, colour=True)) if text not in ("1", "2")}
    assert len(names) == len(EIGHT.palette) - 1
    assert names <= letters
    grid = ns.solve(EIGHT)
    marked, coloured = (answer_figure(EIGHT, grid, colour=colour) for colour in (False, True))
    assert marked.type_size * marked.comfortable >= 4
    assert marked.comfortable > coloured.comfortable


# --- as poppler reads it


@pytest.mark.slow
def test_the_clues_of_thirty_puzzles_are_read_back_from_their_pages(tmp_path):
    puzzles = [
        generate(Wish(width=15 + seed % 4, height=15 + seed % 3), seed=seed).puzzle.replace(
            metadata=ns.Metadata(title=f"Random {seed}")
        )
        for seed in range(30)
    ]
    found = ns.book(
        puzzles,
        title="Thirty",
        author="Nobody",
        layout=ns.BookLayout(page="6.5x6.5in", least_points=4, titles="everywhere"),
    )
    assert len({each.page for each in found.puzzles}) == 30
    pages = pdfs.pages(found.pdf, tmp_path)
    assert len(pages) == found.pages
    assert "Thirty" in [word.text for word in pages[0]]
    for each in found.puzzles:
        words = pages[each.page - 1]
        rows, columns = pdfs.clues_of(words, each.puzzle.width)
        assert rows[: each.puzzle.height] == clue_texts(each.puzzle.rows)
        assert columns == clue_texts(each.puzzle.columns)
        lines = [" ".join(word.text for word in line) for line in pdfs.lines_of(words)]
        assert lines[0] == f"{each.number} {each.puzzle.name}"
        assert f", {each.rating.estimate.minutes_text} " in lines[1]
        assert lines[1].endswith(f"answer on page {each.answer_page}")
        assert lines[-1] == str(each.page)
        answers = [
            " ".join(word.text for word in line) for line in pdfs.lines_of(pages[each.answer_page - 1])
        ]
        assert any(f"{each.number} {each.puzzle.name}" in line for line in answers)
        assert any(f"page {each.page}" in line for line in answers)
        assert each.answer_page > max(other.page for other in found.puzzles)


@pytest.mark.slow
def test_the_caption_of_a_narrow_puzzle_stays_clear_of_its_reference(tmp_path):
    narrow = [ns.Grid(["#"] * rows).puzzle() for rows in (8, 9, 12, 13)]
    found = ns.book(narrow, layout=ns.BookLayout(language="de"))
    assert len({each.page for each in found.puzzles}) < len(narrow)
    for words in pdfs.pages(found.pdf, tmp_path)[2:]:
        for line in pdfs.lines_of(words):
            for before, after in pairwise(line):
                assert before.x + before.width / 2 <= after.x - after.width / 2


@pytest.mark.slow
@pytest.mark.parametrize("page", ["A5", "A4", "6x9"])
@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_the_contents_stand_on_one_page_and_the_title_above_its_grid(page, language, tmp_path):
    puzzles = [CUP, *(ns.example(name) for name in ("apple", "cat", "flower", "gchq"))]
    pages = pdfs.pages(
        ns.book(puzzles, title="Five", layout=ns.BookLayout(page=page, language=language)).pdf, tmp_path
    )
    say = Words(language)
    texts = [" ".join(word.text for word in page) for page in pages]
    with_heading = [text for text in texts[1:] if f" {say('Contents')} " in f" {text} "]
    assert len(with_heading) == 1
    assert with_heading[0].count(say("Answers")) == 1
    words, numbers = (
        [word.y for word in pages[0] if word.text.isdecimal() is digit] for digit in (False, True)
    )
    assert 0 < min(abs(y - max(words)) for y in numbers if y > max(words)) < 60


def test_inks_are_named_in_the_language_of_the_book(tmp_path):
    apple = ns.example("apple")
    made = ns.book([apple], layout=ns.BookLayout(language="de"))
    words = [word.text for page in pdfs.pages(made.pdf, tmp_path) for word in page]
    assert set(Words("de").inks(apple.palette)[1:]) <= set(words)
    assert not {"red", "green", "brown"} & set(words)


@pytest.mark.slow
def test_the_rules_are_in_the_language_of_the_book(tmp_path):
    pages = pdfs.pages(ns.book([CUP], layout=ns.BookLayout(language="de")).pdf, tmp_path)
    words = [" ".join(word.text for word in page) for page in pages]
    assert "So werden sie gelöst" in words[1]
    assert words[2].startswith("1 10 x 10, etwa 1 min")
    assert words[3].startswith("1 A cup of tea")
    assert "Lösung auf Seite 4" in words[2]


@pytest.mark.slow
def test_a_wide_puzzle_lies_on_its_side(tmp_path):
    wide = generate(Wish(width=40, height=14), seed=1).puzzle
    found = ns.book([wide])
    words = pdfs.pages(found.pdf, tmp_path)[found.puzzles[0].page - 1]
    inside = [word._replace(x=-word.y, y=word.x) for word in words if 72 < word.y < 648 - 36]
    assert pdfs.clues_of(inside, 40) == (clue_texts(wide.rows), clue_texts(wide.columns))


@pytest.mark.slow
def test_numbers_have_the_reported_size(tmp_path):
    found = ns.book([ns.example("gchq"), CUP], layout=ns.BookLayout(page="A5"))
    for each in found.puzzles:
        words = pdfs.pages(found.pdf, tmp_path)[each.page - 1]
        sizes = defaultdict(int)
        for word in words:
            sizes[round(word.height, 1)] += 1
        most = max(sizes, key=sizes.get)
        assert most == pytest.approx(each.type_points, rel=0.02)
        assert each.type_points >= 5.5


@pytest.mark.slow
def test_the_file_embeds_its_fonts_and_has_a_title(tmp_path):
    file = tmp_path / "book.pdf"
    ns.book([CUP, EIGHT], title="Zwölf Rätsel", author="Ä 日").save(str(file))
    info = dict(re.findall(r"^([^:]+): +(.*)$", pdfs.told("pdfinfo", str(file)), re.MULTILINE))
    assert info["Title"] == "Zwölf Rätsel"
    assert info["Author"] == "Ä 日"
    assert info["Page size"] == "432 x 648 pts"
    fonts = pdfs.told("pdffonts", str(file)).splitlines()[2:]
    assert fonts
    assert all("BitstreamVeraSans" in line and line.split()[-5] == "yes" for line in fonts)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["6x9", "A4", "A5", "letter", "100x120mm", "300x150mm"])
def test_nothing_is_printed_on_the_margins(page, tmp_path):
    puzzles = [CUP, SMALL, EIGHT, ns.example("flower"), ns.example("apple"), ns.example("cat-with-blots")]
    file = tmp_path / "book.pdf"
    ns.book(puzzles, layout=ns.BookLayout(page=page, margin="15mm", gutter="8mm", least_points=3)).save(
        str(file)
    )
    pdfs.told("pdftoppm", "-gray", "-r", "72", str(file), str(tmp_path / "page"))
    from PIL import Image, ImageOps

    for path in sorted(tmp_path.glob("page-*.pgm")):
        page = int(path.stem.split("-")[1])
        picture = ImageOps.invert(Image.open(path))
        foot = picture.height - 43  # below are the numbers of pages
        left, top, right, bottom = picture.crop((0, 0, picture.width, foot)).getbbox()
        inside, outside = 64, 42  # points of 23 and 15 mm, less a pixel
        assert left >= (inside if page % 2 else outside)
        assert right <= picture.width - (outside if page % 2 else inside)
        assert 42 <= top < bottom <= foot


def test_a_puzzle_that_takes_too_long_to_rate_comes_last(monkeypatch):
    monkeypatch.setattr("nonosat.apps.book.contents.RATING_SECONDS", 0.0)
    found = ns.book([CUP]).puzzles[0]
    assert found.rating.verdict == "unique"
    assert found.rating.grade is None


@pytest.mark.slow
def test_hexagons_and_grids_with_holes_are_printed_with_their_sizes(tmp_path):
    hexagon = ns.generate(ns.Wish(shape="hexagon:3"), seed=1).puzzle
    holes = ns.Puzzle.with_holes(["..", ". "], rows=[[2], [1]], columns=[[2], [1]])
    pages = pdfs.pages(ns.book([hexagon, holes]).pdf, tmp_path)
    words = [" ".join(word.text for word in page) for page in pages]
    assert "2 nonograms from 3 to 19 cells, with their answers" in words[0]
    assert any("19 cells" in page for page in words[1:])
