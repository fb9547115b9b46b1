"""The page that plays a puzzle in other languages, in a real browser."""

import pytest
from browser import PHONE, WIDE, findings, snap
from pseudo import marked, unmarked

import nonosat as ns
from nonosat.apps.illustration import playable

pytestmark = pytest.mark.slow

SMALL = ns.Grid(["##.", "#..", "###"])
CUP = ns.example("cup")
INKED = ns.example("flower")


@pytest.fixture
def opened(visit, tmp_path):
    """Opens the page of some puzzles."""

    def opened(*puzzles, at="", ready=".cell[tabindex='0']", language=None, **context):
        path = tmp_path / "played.html"
        path.write_text(ns.playable(puzzles, language=language).html, encoding="utf-8")
        page = visit(path.as_uri() + at, **(WIDE | context))
        page.wait_for_selector(ready, state="attached")
        return page

    return opened


@pytest.fixture
def pseudo(monkeypatch):
    """Has German consist of marked English."""
    monkeypatch.setattr(playable, "catalogue", lambda _, *sections: marked(*sections))


@pytest.mark.usefixtures("pseudo")
def test_no_word_bypasses_the_catalogue(opened):
    page = opened(CUP, INKED, locale="de")
    assert unmarked(page) == []
    page.keyboard.press("Escape")
    page.goto(page.url + "#2")
    page.wait_for_selector(".cell[tabindex='0']", state="attached")
    for key in ["c", "t", "Space", "ArrowRight", "r", "c", "h"]:
        page.locator(".cell[tabindex='0']").focus()
        page.keyboard.press(key)
        assert unmarked(page) == []
    page.keyboard.press("h")
    assert unmarked(page) == []
    page.click("#again")
    assert unmarked(page) == []
    while not page.evaluate("document.documentElement.classList.contains('solved')"):
        page.dispatch_event("#hint", "click")
        page.dispatch_event("#offers button", "click")
    assert unmarked(page) == []
    page.click("#offers button >> nth=-1")
    assert unmarked(page) == []


@pytest.mark.parametrize(
    ("locale", "at", "made", "lang", "name"),
    [
        ("de-AT", "", None, "de-AT", "Tipp"),
        ("fr", "", None, "fr", "Conseil"),
        ("es-MX", "", None, "es-MX", "Ayuda"),
        ("ja", "", None, "ja", "ヒント"),
        ("it", "", None, "en", "Hint"),
        ("en-GB", "?language=de", None, "de", "Tipp"),
        ("de", "?language=xx", None, "de", "Tipp"),
        ("en-US", "", "fr", "fr", "Conseil"),
        ("de", "", "en", "en", "Hint"),
    ],
)
def test_the_language_is_chosen(opened, locale, at, made, lang, name):
    page = opened(CUP, at=at, locale=locale, language=made)
    assert page.get_attribute("html", "lang") == lang
    assert page.inner_text("#hint") == name


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "ja"])
def test_nothing_is_cut_off_on_a_phone(opened, language):
    page = opened(INKED, at=f"?language={language}", **PHONE)
    cut = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
    assert page.eval_on_selector_all("button, h1, #says, footer, header", cut) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    snap(page, f"play-{language}")
    page.click("#help")
    snap(page, f"play-help-{language}")
    assert findings(page) == []


def test_a_title_from_right_to_left_stands_alone(opened):
    title = "كأس (1)"
    puzzle = SMALL.puzzle(metadata=ns.Metadata(title=title, author="me"))
    page = opened(puzzle, at="?language=de")
    assert page.title() == page.inner_text("h1") == title
    assert page.eval_on_selector("h1", "(each) => getComputedStyle(each).direction") == "rtl"
    assert page.eval_on_selector("footer", "(each) => getComputedStyle(each).direction") == "ltr"
    assert page.inner_text("#about") == "von me · 3\u00d73 · unter einer Minute"


def test_a_page_around_it_has_it_speak_another_language(browser, tmp_path):
    (tmp_path / "played.html").write_text(ns.playable(CUP).html, encoding="utf-8")
    around = tmp_path / "around.html"
    around.write_text(
        '<!doctype html><title>Around</title><iframe src="played.html" title="Played"></iframe>'
    )
    page = browser.new_page(**WIDE)  # `visit` allows no other file
    page.goto(around.as_uri())
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Hint").wait_for()
    tell = "(what) => document.querySelector('iframe').contentWindow.postMessage({source: 'nonosat', ...what}, '*')"
    page.evaluate(tell, {"theme": "dark"})
    frame.locator("html[data-theme=dark]").wait_for()
    page.evaluate(tell, {"language": "fr"})
    frame.get_by_role("button", name="Conseil").wait_for()
    page.evaluate(tell, {"language": "fr"})
    page.evaluate(tell, {"language": "xx"})
    page.wait_for_timeout(200)
    assert frame.locator("html").get_attribute("lang") == "fr"
    page.close()
