"""The studio in other languages, in a real browser."""

import json

import pytest
from browser import PHONE, findings, snap
from pseudo import marked, unmarked

import nonosat as ns
from nonosat.apps.languages import CATALOGUES, LANGUAGES

pytestmark = pytest.mark.slow

GRID = ns.Grid([[int(cell) for cell in row] for row in ("10011", "01011", "00111", "11110", "11100")])
TABS = ("draw", "see", "mend", "solve", "keep")
DATA = ".brand, .steps, .told, .entry, .faults, .formats .radio, option"
"""Elements with words of the engine, or of a site."""


@pytest.fixture
def opened(browser, server):
    """Opens the studio with a puzzle; German is then what `words` says."""
    pages = []

    def opened(at="", words=None, **context):
        page = browser.new_page(**context)
        pages.append(page)
        if words:
            page.route("**/languages/de.json", lambda route: route.fulfill(body=json.dumps(words)))
        page.goto(server.address + at)
        page.wait_for_selector("html[data-started]")
        page.evaluate(
            """async (data) => {
              const app = await (await import('./studio/main.js')).studio;
              const { fromJSON } = await import('./shared/puzzle.js');
              app.api.session.open(fromJSON(data));
            }""",
            GRID.puzzle(goal=GRID).to_json(),
        )
        page.wait_for_selector("#verdict[data-kind=multiple]")
        return page

    yield opened
    for page in pages:
        page.close()


NAMES = {"SVG", "PNG", "PDF"}


def said(page):
    """Returns the texts that bypass the catalogue, except names of formats and keys."""
    return [each for each in unmarked(page, DATA) if each not in NAMES and not each.startswith("Alt+")]


def go(page, at):
    page.keyboard.press(f"Alt+{at + 1}")
    page.wait_for_selector(f"body[data-activity={TABS[at]}]")
    page.wait_for_timeout(300)


def test_no_word_bypasses_the_catalogue(opened):
    page = opened(locale="de", words={name: marked(name) for name in ("shared", "studio")})
    found = []
    for at in range(len(TABS)):
        go(page, at)
        found.append(said(page))
    assert found == [[]] * len(TABS)
    page.keyboard.press("?")
    assert said(page) == []
    page.keyboard.press("Escape")
    go(page, 0)
    for name in ("New", "Read a printed puzzle"):
        page.locator("#panel button", has_text=name).click()
        page.wait_for_selector("dialog[open]")
        assert said(page) == [], name
        page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("locale", "lang", "tab"), [("fr-CA", "fr-CA", "Voir"), ("ja", "ja", "見る"), ("it", "en", "See")]
)
def test_the_browser_chooses(opened, locale, lang, tab):
    page = opened(locale=locale)
    assert page.get_attribute("html", "lang") == lang
    assert page.inner_text("#tab-see") == tab


@pytest.mark.parametrize("language", CATALOGUES)
def test_nothing_is_cut_off_on_a_phone(opened, language):
    page = opened(f"?language={language}", **PHONE)
    cut = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
    for at in range(len(TABS)):
        go(page, at)
        assert page.eval_on_selector_all("#tabs button, #panel button:not(.sample), #verdict", cut) == [], (
            TABS[at]
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        snap(page, f"studio-{language}-{TABS[at]}")
    assert findings(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tabs_are_apart_in_every_window(opened, language):
    page = opened(f"?language={language}")
    for width in (1280, 1024, 820, 390):
        page.set_viewport_size({"width": width, "height": 800})
        names, edges = page.evaluate(
            """() => [
                [...document.querySelectorAll("#tabs button span")].map((each) => each.getBoundingClientRect()),
                document.querySelector("#tabs").getBoundingClientRect(),
            ].map((found) => JSON.parse(JSON.stringify(found)))"""
        )
        places = [
            edges["left"],
            *(edge for each in names for edge in (each["left"], each["right"])),
            edges["right"],
        ]
        assert places == sorted(places), (width, places)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        snap(page, f"studio-{language}-{width}")
