"""Hints on the page that plays a puzzle: four levels, and suppositions link by link, in a real browser."""

import pytest
from browser import PHONE, findings, snap
from effort import quick
from oracles import dominoes

import nonosat as ns
from nonosat.apps.languages import catalogue

pytestmark = pytest.mark.slow

DOMINOES = ns.Puzzle(*dominoes(4))
"""Its first step is a supposition."""

INKED = ns.Grid([[2, 0, 0, 2], [2, 1, 2, 0], [0, 0, 1, 2], [1, 2, 0, 0]]).puzzle(
    (*ns.Puzzle([[1]], [[1]]).palette, ns.Colour("red", "d62828", "r"))
)
"""Its fourth step is one."""


def says(page):
    return page.inner_text("#says")


def wait_for(page, words):
    """Waits until the page says so: a hint is looked for first."""
    page.wait_for_function("(words) => document.querySelector('#says').innerText === words", arg=words)


def offers(page):
    return page.locator("#offers button").all_inner_texts()


def sentence(words):
    return f"{words[0].upper()}{words[1:]}."


def label(page, cell):
    return page.locator(".cell").nth(cell).get_attribute("aria-label")


def test_each_press_reveals_more(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    step = next(ns.explain(puzzle))
    for level in (1, 2, 3, 4):
        page.keyboard.press("h")
        assert says(page) == sentence(ns.hint(puzzle, level=level).text)
        assert bool(page.get_attribute(".hinted:not(g)", "d")) == (level > 1)
        assert bool(page.get_attribute(".targets", "d")) == (level > 2)
        assert ("Do it" in offers(page)) == (level == 4)
        assert (f"What does “{step.reason}” mean?" in offers(page)) == (level > 1)
    page.keyboard.press("h")  # there is no more
    assert says(page) == sentence(step.text)
    page.click("text=Back")
    assert says(page) == sentence(ns.hint(puzzle, level=3).text)
    page.click("text=More")
    page.click("text=Do it")
    assert says(page) == ""
    page.keyboard.press("h")
    after = ns.hint(puzzle, ns.PartialGrid([[None] * 10] * 10).filled_in(step.cells), level=1)
    assert says(page) == sentence(after.text)


def test_a_move_or_escape_ends_a_hint(opened):
    page = opened(ns.example("cup"))
    page.keyboard.press("h")
    page.keyboard.press("h")
    page.keyboard.press("Escape")
    assert (says(page), offers(page)) == ("", [])
    assert not page.get_attribute(".hinted:not(g)", "d")
    page.keyboard.press("h")
    assert says(page).startswith("Look at a ")
    page.keyboard.press("h")
    page.locator(".cell").nth(99).focus()
    page.keyboard.press("x")
    page.keyboard.press("h")
    assert says(page).startswith("Look at a ")


@pytest.mark.parametrize("scheme", quick(["light", "dark"], "light".__eq__, nightly=True))
def test_a_supposition_is_gone_through_by_keys_and_withdrawn(opened, scheme):
    page = opened(DOMINOES, color_scheme=scheme, reduced_motion="reduce")
    step = next(ns.explain(DOMINOES))
    (place,) = step.supposed
    cell = DOMINOES.cell(place.row, place.column)
    assert page.get_attribute("#says", "role") == "status"
    for _ in range(3):
        page.keyboard.press("h")
    assert "after" in says(page)
    page.keyboard.press("h")
    name = ("empty", "black")[place.colour]
    assert says(page) == sentence(step.text.partition("\n")[0])
    assert label(page, cell).endswith(f"; suppose {name}")
    labels = {"?"}
    for number, link in enumerate(step.chain, 1):
        page.keyboard.press("h")
        assert says(page) == f"{number}. {link.text}."
        labels.add(str(number))
        assert set(page.locator(".supposing text").all_text_contents()) == labels
        assert page.get_attribute(".hinted:not(g)", "class") == "hinted supposed"
        known = link.cells[0]
        assert label(page, DOMINOES.cell(known.row, known.column)).endswith(f"by link {number}")
    assert findings(page) == []
    snap(page, f"play-supposed-{scheme}")
    page.keyboard.press("h")
    assert says(page) == f"{step.links}. {step.contradiction.text}."
    assert page.get_attribute(".hinted:not(g)", "class") == "hinted ends"
    assert findings(page) == []
    snap(page, f"play-contradiction-{scheme}")
    page.keyboard.press("h")
    assert says(page) == sentence(step.text.rpartition("\n")[2])
    assert page.locator(".supposing text").count() == 0
    assert "suppose" not in label(page, cell)
    assert offers(page)[:2] == ["Do it", "Back"]
    page.click("text=Back")
    assert page.locator(".supposing text").count() > 3
    page.keyboard.press("h")
    page.click("text=Do it")
    assert label(page, cell).endswith(("white", "black", "empty"))


def test_buttons_keep_the_focus_from_stage_to_stage(opened):
    page = opened(DOMINOES)
    page.click("#hint")
    page.locator("#offers button", has_text="More").focus()
    for _ in range(5):
        page.keyboard.press("Enter")
        assert page.evaluate("() => document.activeElement.textContent") == "More"


def test_colours_that_are_supposed_are_seen(opened):
    page = opened(INKED, **PHONE)
    for step in ns.explain(INKED):
        for _ in range(30):
            page.dispatch_event("#hint", "click")
            if page.locator(".supposing text").count():
                break
            if "Do it" in offers(page):
                break
        if step.chain:
            break
        page.dispatch_event("#offers button", "click")
    (place,) = step.supposed
    assert label(page, INKED.cell(place.row, place.column)).split("; ")[1].startswith("suppose")
    for _ in step.chain:
        page.dispatch_event("#hint", "click")
    assert page.locator(".supposing text").count() > 2
    assert findings(page) == []
    snap(page, "play-supposed-inks-phone")


def test_a_technique_is_explained(opened):
    puzzle = ns.example("cup")
    page = opened(puzzle)
    page.keyboard.press("h")
    page.keyboard.press("h")
    page.click("text=What does “full” mean?")
    dialog = page.locator("#entry")
    assert dialog.is_visible()
    assert "full" in dialog.inner_text()
    assert "are as long as the line" in dialog.inner_text()
    assert findings(page) == []
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    page.keyboard.press("h")
    assert says(page) == "Look at column 4, cells 1 to 10: its clue fits in one way only."


@pytest.mark.parametrize(("tag", "name", "more"), [("fr-FR", "fr", "Plus"), ("ja-JP", "ja", "もっと")])
def test_hints_are_in_the_language_of_the_page(opened, tag, name, more):
    page = opened(DOMINOES, locale=tag)
    words = catalogue(name, "shared", "explanation")
    found = ns.hint(DOMINOES)
    (step,) = found.steps
    page.keyboard.press("h")
    wait_for(page, sentence(found.levels[0].text(words)))
    for _ in range(3):
        page.keyboard.press("h")
    wait_for(page, sentence(step.said[0].text(words)))
    page.keyboard.press("h")
    wait_for(page, f"1. {step.chain[0].said[0].text(words)}.")


def test_the_page_weighs_little():
    all_languages, one, none = (
        len(ns.playable(ns.example("gchq"), language=language).html.encode())
        for language in (None, "de", "en")
    )
    assert all_languages < 190_000
    assert one < 181_000
    assert none < 175_000
