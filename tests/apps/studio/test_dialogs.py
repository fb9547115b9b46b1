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
    page.evaluate("studio.api.newPuzzle(), undefined")
    dialog.get_by_role("radio", name="Triddler").check(force=True)
    dialog.get_by_label("Each side").fill("3")
    enter()
    assert [len(desk.puzzle[axis]) for axis in ("rows", "columns", "diagonals")] == [6, 6, 6]
    page.evaluate("studio.api.opening.examples(), undefined")
    enter()  # the first example is chosen
    assert desk.puzzle["title"]
    page.evaluate(
        "async () => (await import('./studio/activities/technique.js')).showTechnique(studio.api, 'overlap')"
    )
    enter()


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["server"])
def test_the_size_that_is_set_looks_chosen(studio):
    desk = studio()
    page = desk.page
    dialog = page.locator("dialog")

    def checked():
        return dialog.locator(".size").evaluate("size => size.querySelector(':checked')?.value ?? ''")

    page.evaluate("studio.api.newPuzzle(), undefined")
    dialog.wait_for()
    assert page.evaluate("[document.activeElement.type, document.activeElement.value]") == ["radio", "15"]
    dialog.get_by_label("Width").fill("20")
    assert checked() == ""
    dialog.get_by_label("Height").fill("20")
    assert checked() == "20"
    dialog.get_by_label("Height").fill("12")
    page.keyboard.press("Enter")
    dialog.wait_for(state="detached")
    page.evaluate("studio.api.newPuzzle(), undefined")
    dialog.wait_for()
    assert page.evaluate("document.activeElement.value") == "20"  # the field of the width
    assert checked() == ""


def test_buttons_of_every_dialog_are_made_in_one_place():
    """A button that cancels never submits, since Enter presses the first button that does."""
    sources = [path.read_text(encoding="utf-8") for path in (FOLDER / "studio").rglob("*.js")]
    opened = sum(text.count(" openForm(") for text in sources) - 1  # its definition
    assert opened == sum(text.count(" closers(") for text in sources) > 3
