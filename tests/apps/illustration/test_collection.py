"""A page that plays several puzzles, one that stands in a frame, and the comforts of both, in a real browser."""

import json
import re
from html import escape

import pytest
from browser import PHONE, WIDE, findings, snap

import nonosat as ns
from nonosat.apps.illustration.playable import MAX_PUZZLES

CUP, APPLE = map(ns.example, ("cup", "apple"))
SMALL = ns.Grid(["##.", "#..", "###"]).puzzle(metadata=ns.Metadata(title="Small <b>", author="\u202eme"))
NONE = ns.Puzzle(rows=[[1], [1], [2]], columns=[[1], [1], [1, 1]], givens=[(2, 2, 0)])
SIXTEEN = ns.Grid([[(row * column + row) % 3 % 2 for column in range(16)] for row in range(16)]).puzzle()


def data_of(html):
    return json.loads(re.search(r'<script type="application/json" id="puzzle">(.*?)</script>', html)[1])


# --- content of the page


def test_a_collection_holds_its_puzzles_with_what_the_list_says_of_them():
    page = ns.playable([CUP, SMALL], title="Two & more")
    data = data_of(page.html)
    assert [each["title"] for each in data["puzzles"]] == ["A cup of tea", "Small <b>"]
    assert [each["hardest"] for each in data["puzzles"]] == [ns.rate(each).hardest for each in (CUP, SMALL)]
    told = [data["puzzles"][1][name] for name in ("author", "time")]
    assert told == [" me", "under a minute"]
    assert page.steps == sum(ns.playable(each).steps for each in (CUP, SMALL))
    assert "<title>Two &amp; more</title>" in page.html
    assert "<b>" not in page.html
    single = data_of(ns.playable(CUP).html)
    assert single["puzzles"] == [data["puzzles"][0]]
    assert single["title"] == ""
    assert "<title>Small &lt;b&gt;</title>" in ns.playable([SMALL], title="One").html


def test_unplayable_puzzles_are_left_out_of_a_collection_or_refused():
    with pytest.raises(ns.InputError, match="it cannot be played"):
        ns.playable([CUP, NONE])
    page = ns.playable([CUP, NONE, SMALL], strict=False)
    assert page.left_out == ("the puzzle has no solution, so it cannot be played",)
    assert len(data_of(page.html)["puzzles"]) == 2
    with pytest.raises(ns.InputError, match="it cannot be played"):
        ns.playable([NONE], strict=False)
    for puzzles in ([], [CUP] * (MAX_PUZZLES + 1)):
        with pytest.raises(ns.UsageError, match="1 to 1,000 puzzles"):
            ns.playable(puzzles)


# --- played


@pytest.fixture
def opened(visit, tmp_path):
    """Opens the page of some puzzles, or what `around` makes of its address."""

    def opened(*puzzles, at="", **context):
        path = tmp_path / "played.html"
        path.write_text(ns.playable(puzzles, title="Several").html, encoding="utf-8")
        page = visit(path.as_uri() + at, **(WIDE | context))
        page.wait_for_selector(".cell[tabindex='0']", state="attached")
        return page

    return opened


def click(page, cell, button="left"):
    box = page.evaluate(
        "n => { const box = document.querySelectorAll('.cell')[n].getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; }",
        cell,
    )
    page.mouse.click(*box, button=button)


def classes(page, selector, name):
    return page.eval_on_selector_all(
        selector, "(all, name) => all.map((each) => each.classList.contains(name))", name
    )


def label(page, cell):
    return page.locator(".cell").nth(cell).get_attribute("aria-label").split(", ")[2]


def solve(page):
    while not page.evaluate("document.documentElement.classList.contains('solved')"):
        page.dispatch_event("#hint", "click")
        page.dispatch_event("#offers button", "click")


@pytest.mark.slow
def test_a_collection_has_a_list_progress_and_a_next_puzzle(opened):
    page = opened(CUP, SMALL, reduced_motion="reduce")
    items = page.locator(".puzzle").all_inner_texts()
    assert [each.split("\n")[0] for each in items] == ["1 A cup of tea", "2 Small <b>"]
    assert all(each.endswith("not begun") for each in items)
    assert findings(page) == []
    snap(page, "play-collection")
    page.locator(".puzzle").first.click()
    page.wait_for_url("**#1")
    page.wait_for_selector("#list", state="hidden")
    click(page, 0)
    page.click("#all")
    assert "1 % known" in page.inner_text("#puzzles")
    page.keyboard.press("Escape")
    solve(page)
    said = "Difficulty: about 1 min \u00b7 hardest step: glue."
    assert re.fullmatch(rf"Solved in 0:\d\d\. \d+ hints used\. {said}", page.inner_text("#says"))
    page.click("#offers >> text=Picture")
    snap(page, "play-finish")
    assert page.evaluate("document.querySelector('#picture').width") >= 600
    assert findings(page) == []
    page.click("#next")
    page.wait_for_url("**#2")
    page.wait_for_selector("#list", state="hidden")
    assert page.inner_text("h1") == "Small <b>"
    assert page.title().endswith("Several")
    solve(page)
    assert page.inner_text("#says").endswith("All 2 puzzles are solved.")
    page.click("#all")
    assert page.inner_text("#solved-so-far") == "2 of 2 solved"


@pytest.mark.slow
def test_a_trial_has_another_shade_and_is_kept_or_withdrawn(opened):
    page = opened(CUP)
    click(page, 0)
    page.keyboard.press("t")
    click(page, 1)
    click(page, 2, "right")
    assert classes(page, ".cell", "tried")[:3] == [False, True, False]
    assert (
        page.eval_on_selector_all(".marks.tried", "all => all.filter(each => each.getAttribute('d')).length")
        == 1
    )
    snap(page, "play-trial")
    assert findings(page) == []
    page.reload()
    assert page.is_visible("#trial")
    page.click("#withdraw")
    assert [label(page, cell) for cell in range(3)] == ["black", "unknown", "unknown"]
    page.click("#undo")
    assert [label(page, cell) for cell in range(3)] == ["black", "black", "empty"]
    assert not page.is_visible("#trial")
    page.click("#try")
    click(page, 3)
    page.click("#keep")
    assert not any(classes(page, ".cell", "tried"))
    assert label(page, 3) == "black"


@pytest.mark.slow
def test_mistakes_are_shown_at_once_if_the_player_wishes_so(opened):
    page = opened(CUP)
    wrong = "document.querySelector('.wrong').getAttribute('d')"
    click(page, 0)
    assert not page.evaluate(wrong)
    page.click("#help")
    page.check("#errors")
    page.keyboard.press("Escape")
    page.wait_for_function(wrong)
    page.reload()
    click(page, 1)
    page.wait_for_function(f"{wrong}?.split('Z').length === 3")
    assert page.locator(".clue.broken").count() >= 1
    page.click("#undo")
    page.click("#undo")
    page.wait_for_function(f"{wrong} === ''")
    assert page.locator(".clue.broken").count() == 0


@pytest.mark.slow
def test_sixteen_by_sixteen_fits_a_phone(opened):
    page = opened(SIXTEEN, **(PHONE | {"viewport": {"width": 390, "height": 844}}))
    size = page.evaluate("getComputedStyle(document.querySelector('.sheet')).getPropertyValue('--cell')")
    assert float(size.removesuffix("px")) >= 17
    assert page.evaluate("document.querySelector('main').scrollWidth") <= 390
    snap(page, "play-phone")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_address_chooses_the_theme_and_colours_lie_on_soft_paper_in_the_dark(opened, theme):
    other = "dark" if theme == "light" else "light"
    page = opened(APPLE, at=f"?theme={theme}", color_scheme=other)
    paper, ground = page.evaluate(
        "[getComputedStyle(document.querySelector('.paper')).fill,"
        " getComputedStyle(document.body).backgroundColor]"
    )
    assert (paper == "rgb(255, 255, 255)") == (theme == "light")
    assert (ground == "rgb(23, 24, 27)") == (theme == "dark")
    assert findings(page) == []
    snap(page, f"play-theme-{theme}")


@pytest.mark.slow
def test_a_small_window_keeps_half_of_its_height_for_the_board(opened):
    page = opened(APPLE, viewport={"width": 640, "height": 400})
    assert page.evaluate("document.querySelector('main').clientHeight") >= 200
    assert findings(page) == []
    snap(page, "play-zoomed")


@pytest.mark.slow
def test_a_page_around_it_hears_its_size_progress_and_end(visit, tmp_path):
    around = tmp_path / "around.html"
    around.write_text(
        "<!doctype html><html lang=en><title>Around</title><script>const heard = [];"
        "addEventListener('message', (event) => heard.push(event.data))</script>"
        f'<iframe title=Nonogram width=600 height=600 srcdoc="{escape(ns.playable(SMALL).html)}"></iframe>',
        encoding="utf-8",
    )
    page = visit(around.as_uri(), **WIDE)
    page.wait_for_function("heard.some(each => each.event === 'size')")
    frame = page.frames[-1]
    for cell in (0, 1, 3, 6, 7, 8):
        frame.locator(".cell").nth(cell).dispatch_event("click")
    page.wait_for_function("heard.some(each => each.event === 'solved')")
    heard = page.evaluate("heard")
    assert {each["source"] for each in heard} == {"nonosat"}
    assert heard[0] == {**heard[0], "event": "ready", "title": "Small <b>", "puzzles": 1, "solved": False}
    size = next(each for each in heard if each["event"] == "size")
    assert 200 < size["height"] < 600
    known = [each["known"] for each in heard if each["event"] == "progress"]
    assert known == [1, 2, 3, 4, 5, 6]
