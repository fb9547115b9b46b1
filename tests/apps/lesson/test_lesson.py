"""`ns.lesson`: its steps, its HTML file, and refused arguments."""

import re
from itertools import pairwise

import pytest
from browser import PHONE, SCREENS, WIDE, findings, snap
from oracles import dominoes
from pseudo import LEFT, marked, unmarked

import nonosat as ns
from nonosat.apps.book import words as book_words
from nonosat.apps.languages import ENGLISH
from nonosat.apps.lesson.lesson import lesson_file
from nonosat.support.end import OutOfReach
from nonosat.support.limits import Clock

CUP = ns.example("cup")
DOMINOES = ns.Puzzle(*dominoes(4))
TRIDDLER = ns.Grid(["#..", "##."], ragged=True).triddler(2, 2, -1)
HOLES = ns.Puzzle.with_holes(["..", ". "], rows=[[2], [1]], columns=[[2], [1]])
BLOTTED = ns.Puzzle([[None], [2], [1, None]], [[2], [None, 1], [1]])
MISSING = ns.Puzzle([[1, 1]], [[1], None, [1]])
NONE = ns.Puzzle([[3], [], [3]], [[2], [2], [2]])
SEVERAL = ns.Puzzle([[1], [1], [1]], [[1], [1], [1]])


def test_a_part_has_the_requested_steps():
    whole = ns.lesson(CUP)
    assert (whole.first, whole.last, whole.verdict, whole.cut) == (1, 38, "unique", False)
    assert whole.steps == ns.explain(CUP).steps
    part = ns.lesson(CUP, first=3, last=9)
    assert (part.first, part.last, part.cut) == (3, 9, True)
    assert "cells are left" in part.conclusion
    text = part.html()
    assert "Before step 3" in text
    assert "After step 9" in text
    headings = re.findall(r"<h3>Steps? (\d+)(?: to (\d+))?", text)
    told = [number for one, other in headings for number in range(int(one), int(other or one) + 1)]
    assert told == list(range(3, 10))
    assert "The puzzle" not in text
    assert ns.lesson(CUP, last=38).conclusion == whole.conclusion
    assert ns.lesson(CUP, last=99).last == 38


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"first": 0}, "steps count from 1, not 0"),
        ({"first": 5, "last": 4}, "a lesson that begins with step 5 cannot end with step 4"),
        ({"first": 39}, "there is no step 39: the puzzle takes 38"),
    ],
)
def test_nonexistent_steps_are_refused(options, said):
    with pytest.raises(ns.UsageError, match=said):
        ns.lesson(CUP, **options)


@pytest.mark.parametrize(
    ("puzzle", "options", "told"),
    [
        (CUP, {}, "by nonosat \u00b7 10\u00d710 \u00b7 about 1 min \u00b7 hardest step: glue \u00b7 CC0-1.0"),
        (CUP, {"last": 9}, "by nonosat \u00b7 10\u00d710 \u00b7 about 1 min \u00b7 CC0-1.0"),
        (DOMINOES, {}, "9\u00d79 \u00b7 about 4 min \u00b7 hardest step: agree"),
        (SEVERAL, {}, "3\u00d73"),
        (NONE, {}, "3\u00d73"),
    ],
)
def test_the_head_has_minutes_and_the_hardest_step_as_far_as_the_steps_prove_them(puzzle, options, told):
    text = ns.lesson(puzzle, **options).html()
    assert re.search(r'</h1><p dir="auto">(.*?)</p></header>', text)[1] == told
    assert "Difficulty" not in text


def test_rules_and_headings_are_in_the_requested_language():
    text = ns.lesson(CUP, last=9).html(language="de")
    assert '<html lang="de">' in text
    for words in ("Das Rätsel", "Schritte 4 bis 9", "Nach Schritt 9", "von nonosat", "Fülle Kästchen aus"):
        assert words in text
    assert '<p dir="auto">Spalte 4: 1 1 6 passt nur auf eine Weise' in text
    assert ">Überlappung</a>" in text
    assert 'lang="en"' not in text
    with pytest.raises(ns.UsageError, match="no words in 'xx'"):
        ns.lesson(CUP, last=1).html(language="xx")


@pytest.mark.slow
def test_no_word_of_a_lesson_bypasses_the_catalogue(visit, tmp_path, monkeypatch):
    monkeypatch.setattr(book_words, "catalogue", lambda _, *sections: marked(*sections))
    ns.lesson(DOMINOES, last=3).save(tmp_path / "lesson.html", language="de")
    page = visit((tmp_path / "lesson.html").as_uri(), **WIDE)
    assert unmarked(page, "[lang=en]") == []
    assert page.inner_text("article p >> nth=0").startswith(f"{LEFT}Fill cells")


@pytest.mark.slow_for("puzzle6")
@pytest.mark.parametrize("puzzle", [TRIDDLER, HOLES, BLOTTED, MISSING, NONE, SEVERAL, ns.example("apple")])
def test_every_kind_of_puzzle_has_a_lesson(puzzle):
    found = ns.lesson(puzzle)
    text = found.html()
    assert text.count("<svg") == text.count("<article")
    assert found.conclusion.capitalize() in text.replace("&#x27;", "'")


def test_the_page_names_inks_links_techniques_and_allows_itself_nothing_else():
    text = ns.lesson(ns.example("apple")).html()
    for colour in ns.example("apple").palette[1:]:
        assert f">{colour.name}</text>" in text
    anchors = re.findall(r'href="#([^"]+)"', text)
    assert {"overlap", "complete"} <= set(anchors)
    assert set(anchors) <= set(re.findall(r'<article id="([^"]+)"', text))
    assert "script" not in text
    assert not re.search(r'\b(?:src|style)="', text)
    assert "http" not in text.replace("http-equiv", "")
    assert "default-src 'none'" in text


@pytest.mark.parametrize("puzzle", [CUP, DOMINOES, NONE])
def test_headings_skip_no_level(puzzle):
    levels = [int(level) for level in re.findall(r"<h(\d)", ns.lesson(puzzle, last=3).html())]
    assert levels[:3] == [1, 2, 3]
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_hostile_texts_stay_texts():
    bad = "</title><script>alert(1)</script>\u202e&"
    puzzle = CUP.replace(metadata=ns.Metadata(title=bad, author=bad, licence=bad))
    palette = (puzzle.palette[0], ns.Colour("<b>", "102030", "<"), ns.Colour('"x', "aa0000", '"'))
    inked = ns.Grid([[1, 2], [0, 1]]).puzzle(palette, metadata=puzzle.metadata)
    for each in (puzzle, inked):
        text = ns.lesson(each).html()
        assert "<script" not in text
        assert "<b>" not in text
        assert "\u202e" not in text


@pytest.mark.slow
def test_a_lesson_is_saved_as_html_only(tmp_path):
    found = ns.lesson(DOMINOES, last=1)
    found.save(tmp_path / "a.html")
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == found.html()
    with pytest.raises(ns.UsageError, match=r"give it the extension \.html"):
        found.save(tmp_path / "a.pdf")


def test_a_limit_keeps_the_steps_found_so_far():
    found = ns.lesson(ns.Puzzle(*dominoes(9)), seconds=0)
    assert (found.stopped, found.steps) == ("seconds", ())
    assert found.html().count("<article") >= 2


def test_finding_steps_leaves_time_for_drawing_them():
    class NoTimeForSteps(Clock):
        def part(self, *, share):  # noqa: ARG002
            return super().part(share=0.0)

    found, record, data = lesson_file(CUP, 1, None, 2, ENGLISH, clock=NoTimeForSteps(ns.Limit(seconds=1000)))
    assert (found.steps, found.stopped, record["stopped"]) == ((), "seconds", "seconds")
    assert data
    with pytest.raises(OutOfReach):
        lesson_file(CUP, 1, None, 2, ENGLISH, clock=Clock(ns.Limit(seconds=0)))


@pytest.mark.slow
@pytest.mark.parametrize(("screen", "scheme"), SCREENS)
def test_the_page_can_be_perceived_on_every_screen(visit, tmp_path, screen, scheme):
    options = PHONE if screen == "phone" else WIDE
    for name, puzzle in (("chains", DOMINOES), ("flower", ns.example("flower"))):
        ns.lesson(puzzle, last=5).save(tmp_path / "lesson.html")
        page = visit((tmp_path / "lesson.html").as_uri(), **options, color_scheme=scheme)
        assert findings(page) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        snap(page, f"lesson-{name}-{scheme}")
