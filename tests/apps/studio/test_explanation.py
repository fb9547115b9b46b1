"""Explanations in the studio: suppositions link by link, techniques explained."""

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


def overlay(desk):
    """The labels that cells have by a supposition."""
    return desk.page.evaluate(
        """() => {
            const { at, positions } = studio.state.explanation;
            return [...positions[at - 1].supposed.values()].map(({ label }) => label);
        }"""
    )


def known(desk):
    return desk.page.evaluate("() => studio.stage.cells.filter((colour) => colour >= 0).length")


def full(words):
    """The words as a sentence of the page: a capital at the start, a full stop at the end."""
    return words[0].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def steps_of(puzzle):
    return ns.explain(puzzle.replace(goal=None)).steps


def test_steps_are_explained_in_the_language_of_the_page(studio):
    desk = studio(CUP, **WIDE, locale="de-DE")
    desk.go("Lösen")
    desk.press("Nächster Schritt")
    (words,) = steps_of(CUP)[0].lines(catalogue("de", "shared", "explanation"))
    assert told(desk) == full(words)
    desk.press("Was bedeutet „voll“?")
    desk.page.get_by_text("so lang wie die Linie").first.wait_for()
    assert findings(desk.page) == []


@pytest.mark.parametrize("scheme", quick(["light", "dark"], "dark".__eq__, nightly=True))
def test_a_supposition_is_gone_through_and_withdrawn(studio, scheme):
    steps = steps_of(DOMINOES)
    step = steps[0]
    desk = studio(DOMINOES, **WIDE, color_scheme=scheme)
    desk.go("Solve")
    desk.press("Next step")
    assert told(desk) == full(step.text.partition("\n")[0])
    assert overlay(desk) == ["?"]
    for number, link in enumerate(step.chain, 1):
        desk.press("Next step")
        assert told(desk) == full(f"{number}. {link.text}")
        assert desk.page.text_content("#live") == told(desk)  # for screen readers
        assert set(overlay(desk)) == {"?", *map(str, range(1, number + 1))}
    assert findings(desk.page) == []
    snap(desk.page, f"studio-supposed-{scheme}")
    desk.press("Next step")
    assert told(desk) == full(f"{step.links}. {step.contradiction.text}")
    assert findings(desk.page) == []
    assert known(desk) == 0
    assert desk.page.inner_text("output").startswith("1 / ")
    desk.press("Next step")
    assert told(desk) == full(step.text.rpartition("\n")[2])
    assert (overlay(desk), known(desk)) == ([], 1)
    desk.press("Previous step")
    assert len(overlay(desk)) > 3
    desk.press("Last step")
    assert "solved" in desk.page.inner_text(".told")
    assert desk.page.inner_text("output") == f"{len(steps)} / {len(steps)}"


def test_an_explanation_that_ran_out_of_time_goes_on(studio):
    puzzle = ns.Puzzle(*dominoes(5))
    desk = studio(puzzle, **WIDE)
    desk.page.evaluate("""() => {
        globalThis.heard = new Set();
        const watch = new MutationObserver(() => {
            const words = document.querySelector("#panel p.quiet span + span")?.textContent;
            if (words) globalThis.heard.add(words);
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        studio.questions.seconds = 0.01;
    }""")
    desk.go("Solve")
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
