"""Dialogs of the studio's page: Enter is the main button, never Cancel."""

import pytest

import nonosat as ns
from nonosat.apps.web import FOLDER

RING = ns.Puzzle(rows=[[3], [1, 1], [3]], columns=[[3], [1, 1], [3]])


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["server"])
def test_enter_in_a_dialog_is_its_main_button(studio):
    desk = studio(RING)
    page = desk.page
    dialog = page.locator("dialog")

    def enter():
        dialog.wait_for()
        page.keyboard.press("Enter")
        dialog.wait_for(state="detached")
        desk.settle()

    page.locator("#grid").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("c")
    dialog.get_by_label("Blocks").fill("2")
    enter()
    assert desk.puzzle["rows"][0] == [2]
    page.keyboard.press("?")
    enter()
    page.evaluate("studio.api.newPuzzle(), undefined")
    dialog.get_by_label("Width").fill("12")
    enter()
    assert len(desk.puzzle["columns"]) == 12
    page.evaluate("studio.api.opening.examples(), undefined")
    enter()  # the first example is chosen
    assert desk.puzzle["title"]
    page.evaluate(
        "async () => (await import('./studio/activities/technique.js')).showTechnique(studio.api, 'overlap')"
    )
    enter()


def test_buttons_of_every_dialog_are_made_in_one_place():
    """A button that cancels never submits, since Enter presses the first button that does."""
    sources = [path.read_text(encoding="utf-8") for path in (FOLDER / "studio").rglob("*.js")]
    opened = sum(text.count(" openForm(") for text in sources) - 1  # its definition
    assert opened == sum(text.count(" closers(") for text in sources) > 3
