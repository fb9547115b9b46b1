"""Hints and explanations in the studio: four levels, suppositions link by link, techniques explained."""

import re

import pytest
from browser import WIDE, findings, snap
from effort import quick
from oracles import dominoes

import nonosat as ns
from nonosat.apps.languages import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

DOMINOES = ns.Puzzle(*dominoes(4))
"""Its first step is a supposition."""

CUP = ns.example("cup")


def told(desk):
    return desk.page.inner_text(".told p >> nth=0")


def heard(desk):
    """What a screen reader is told."""
    return desk.page.text_content("#live")


def overlay(desk):
    """The labels that cells have by a supposition."""
    return desk.page.evaluate(
        "() => [...studio.api.solve.pointing.supposed.values()].map(({ label }) => label)"
    )


def full(words):
    """The words as a sentence of the page: a capital at the start, a full stop at the end."""
    return words[0].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def steps_of(puzzle):
    return ns.explain(puzzle.replace(goal=None)).steps


def test_each_press_says_more(studio):
    desk = studio(CUP, **WIDE)
    desk.go("Solve")
    desk.page.locator("#grid").focus()
    for level in (1, 2, 3, 4):
        words = full(ns.hint(CUP, level=level).text)
        desk.page.keyboard.press("h")
        desk.page.get_by_text(words, exact=True).first.wait_for()
        assert told(desk) == words
        assert heard(desk) == words
        assert desk.page.get_by_role("button", name="Do it").is_visible() == (level == 4)
    desk.press("Back")
    assert told(desk) == full(ns.hint(CUP, level=3).text)
    desk.press("More")
    desk.press("What does “full” mean?")
    desk.page.get_by_text("are as long as the line").first.wait_for()
    assert "simple boxes" in desk.page.inner_text(".entry")
    assert findings(desk.page) == []
    desk.press("Close")
    desk.press("Do it")
    assert not desk.page.locator(".told").is_visible()


def test_each_press_says_more_of_a_mistake(studio):
    desk = studio(CUP, **WIDE)
    desk.go("Solve")
    wrong = ns.PartialGrid([[None] * 10] * 10).filled_in([(4, 1, 0), (4, 3, 0)])
    desk.page.evaluate(
        "cells => { const play = studio.state.play.slice(); for (const [at, colour] of cells) play[at] = colour;"
        " studio.api.session.playOn(play); }",
        [[41, 0], [43, 0]],
    )
    for level in (1, 2, 3, 4):
        desk.press("Hint" if level == 1 else "More")
        words = full(ns.hint(CUP, wrong, level=level).text).split("\n")
        desk.page.get_by_text(words[0], exact=True).first.wait_for()
        assert desk.page.locator(".told p").all_inner_texts()[: len(words)] == words
        assert desk.page.evaluate("() => studio.api.solve.pointing.alarm")
    assert not desk.page.get_by_role("button", name="Do it").is_visible()
    assert findings(desk.page) == []


def test_hints_are_in_the_language_of_the_page(studio):
    desk = studio(CUP, **WIDE, locale="de-DE")
    desk.go("Lösen")
    for level in (0, 1, 2):
        desk.press("Tipp" if not level else "Mehr")
        words = full(ns.hint(CUP).levels[level].text(catalogue("de", "shared", "explanation")))
        desk.page.get_by_text(words, exact=True).first.wait_for()
    desk.press("Mehr")
    (words,) = ns.hint(CUP).steps[-1].lines(catalogue("de", "shared", "explanation"))
    desk.page.get_by_text(full(words), exact=True).first.wait_for()
    desk.press("Was bedeutet „voll“?")
    desk.page.get_by_text("so lang wie die Linie").first.wait_for()


@pytest.mark.parametrize("scheme", quick(["light", "dark"], "dark".__eq__, nightly=True))
def test_a_supposition_is_gone_through_and_withdrawn(studio, scheme):
    step = steps_of(DOMINOES)[0]
    desk = studio(DOMINOES, **WIDE, color_scheme=scheme)
    desk.go("Solve")
    desk.press("Hint")
    desk.page.wait_for_selector(".told")
    for _ in range(3):
        desk.press("More")
    assert told(desk) == full(step.text.partition("\n")[0])
    assert overlay(desk) == ["?"]
    for number, link in enumerate(step.chain, 1):
        desk.press("More")
        assert told(desk) == full(f"{number}. {link.text}")
        assert heard(desk) == told(desk)
        assert set(overlay(desk)) == {"?", *map(str, range(1, number + 1))}
    assert findings(desk.page) == []
    snap(desk.page, f"studio-supposed-{scheme}")
    desk.press("More")
    assert told(desk) == full(f"{step.links}. {step.contradiction.text}")
    assert desk.page.evaluate("() => studio.api.solve.pointing.alarm")
    assert findings(desk.page) == []
    desk.press("More")
    assert told(desk) == full(step.text.rpartition("\n")[2])
    assert overlay(desk) == []
    desk.press("Back")
    assert len(overlay(desk)) > 3
    desk.press("Hint")
    (cell,) = step.cells
    desk.press("Do it")
    rows = desk.page.evaluate("() => [...studio.state.play]")
    assert rows[DOMINOES.cell(cell.row, cell.column)] == cell.colour
    assert sum(each >= 0 for each in rows) == 1


def test_the_explanation_goes_through_links_too(studio):
    steps = steps_of(DOMINOES)
    desk = studio(DOMINOES, **WIDE)
    desk.go("Solve")
    desk.page.get_by_label("Explanation").check()
    desk.page.get_by_role("slider", name="Step").wait_for()
    for _ in range(steps[0].links + 1):
        desk.press("Next step")
    assert desk.page.evaluate("() => studio.api.solve.cells().every((colour) => colour < 0)")
    assert len(overlay(desk)) > 3
    assert desk.page.inner_text("output").startswith("1 / ")
    desk.press("Next step")
    assert overlay(desk) == []
    assert desk.page.evaluate("() => studio.api.solve.cells().filter((colour) => colour >= 0).length") == 1
    desk.press("Last step")
    assert "solved" in desk.page.inner_text(".told")
    assert desk.page.inner_text("output") == f"{len(steps)} / {len(steps)}"


def test_an_explanation_that_ran_out_of_time_goes_on(studio):
    puzzle = ns.Puzzle(*dominoes(5))
    desk = studio(puzzle, **WIDE)
    desk.go("Solve")
    desk.page.evaluate("""() => {
        globalThis.heard = new Set();
        const watch = new MutationObserver(() => {
            const words = document.querySelector("#panel p.quiet span + span")?.textContent;
            if (words) globalThis.heard.add(words);
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        studio.questions.seconds = 0.01;
    }""")
    desk.page.get_by_label("Explanation").check()
    desk.page.get_by_text("left without an explanation").wait_for()
    assert findings(desk.page) == []
    desk.press("Look longer")
    desk.page.get_by_role("slider", name="Step").wait_for()
    assert desk.page.inner_text("output") == f"0 / {len(steps_of(puzzle))}"
    desk.press("Last step")
    assert "solved" in desk.page.inner_text(".told")
    assert not desk.page.get_by_role("button", name="Look longer").is_visible()
    heard = desk.page.evaluate("() => [...heard]")
    assert any(re.fullmatch(r"\d+ of 121 cells known\.", words) for words in heard)
