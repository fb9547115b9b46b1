"""A designer's work at the page, with either engine."""

import json
import re
from pathlib import Path

import pytest
from browser import PHONE, SCREENS, WIDE, findings, snap

import nonosat as ns
from nonosat.model.palette import BLACK_AND_WHITE, Colour

pytestmark = pytest.mark.slow

REFUSED = "status of 422"
"""Chromium's console message when a server refuses a request."""

BLACK, WHITE = [0, 0, 0], [255, 255, 255]
INKS = {"red": "c0392b", "blue": "2456a6"}
ROOT = Path(__file__).parents[3]
FACE = ROOT / "tests" / "pictures" / "face.png"
with_the_server = pytest.mark.parametrize("engine", ["server"])
"""For what does not depend on the engine."""
with_both = pytest.mark.parametrize("engine", ["server", "pyodide"])
"""For what is tried with Python in the page before each change, too."""

ACTIVITIES = ("Draw", "See", "Repair", "Solve", "Save and share")


def drawn(*rows, inks=None):
    """The puzzle of a picture: a digit a cell."""
    colours = tuple(Colour(name, rgb, name[0]) for name, rgb in (inks or {}).items()) or BLACK_AND_WHITE[1:]
    grid = ns.Grid([[int(cell) for cell in row] for row in rows])
    return grid.puzzle((BLACK_AND_WHITE[0], *colours), goal=grid)


SWITCH = drawn("11000", "10000", "00010", "00100", "00000")
"""Two solutions: either diagonal of four cells."""

COLOURED = drawn("11222", "10002", "00010", "00100", "22222", inks=INKS)
"""The same in two inks."""


@with_both
def test_the_number_of_solutions_is_shown_after_each_stroke(studio):
    desk = studio(**WIDE)
    assert desk.verdict == "Draw, or drop an image"  # of an empty picture
    desk.stroke((3, 3), (3, 6), (6, 6))
    desk.settle()
    assert [desk.colour(*cell) for cell in ((3, 3), (3, 5), (6, 6), (9, 9))] == [BLACK] * 3 + [WHITE]
    assert "One solution" in desk.verdict
    desk.stroke((10, 10))
    desk.stroke((11, 11))
    desk.settle()
    assert "2 solutions" in desk.verdict
    rows = desk.puzzle["goal"]
    assert (rows[3], rows[6], rows[11]) == ("000111100000000", "000000100000000", "000000000001000")
    desk.page.keyboard.press("Control+z")
    desk.page.keyboard.press("Control+z")
    desk.settle()
    assert "One solution" in desk.verdict
    desk.press("Redo")
    assert desk.puzzle["goal"][10] == "000000000010000"


def test_a_click_on_a_region_leafs_through_its_fillings(studio):
    desk = studio(COLOURED, **WIDE)
    assert "2 solutions" in desk.verdict
    desk.go("See")
    panel = desk.page.locator("#panel")
    assert "4 cells, 2 ways" in panel.inner_text()
    seen = set()
    for _ in range(2):
        desk.stroke((2, 3))
        seen.add(re.search(r"(\d) / 2", panel.inner_text())[1])
    assert seen == {"1", "2"}
    snap(desk.page, "studio-see-coloured")
    desk.go("Draw")
    desk.page.get_by_role("radio", name="Ink 2").click()
    desk.stroke((2, 0), (2, 2))
    assert desk.puzzle["goal"][2] == "22210"
    desk.settle()
    assert "One solution" in desk.verdict


@with_the_server
def test_regions_of_a_large_picture_have_different_colours(studio):
    card = ns.load(ROOT / "puzzles" / "gchq.non")
    desk = studio(card.replace(givens=()), **WIDE)
    assert "4 solutions" in desk.verdict
    desk.go("See")
    panel = desk.page.locator("#panel").inner_text()
    assert "4 cells, 2 ways" in panel
    assert "8 cells, 2 ways" in panel
    for count in (1, 2):
        desk.stroke((8, 19))
        assert f"{count} / 2" in desk.page.locator("#panel").inner_text()
    snap(desk.page, "studio-see")


def test_an_image_becomes_a_picture_as_the_sliders_move(studio):
    desk = studio(**WIDE)
    with desk.page.expect_file_chooser() as chooser:
        desk.page.get_by_role("button", name="Image", exact=True).click()
    chooser.value.set_files(FACE)
    desk.wait("studio.state.puzzle.shape[1] === 30")
    desk.slide("Longer side", 20)
    desk.wait("studio.state.puzzle.shape[1] === 20")
    desk.slide("Inks", 3)
    desk.wait("studio.state.puzzle.palette.length === 4")
    desk.settle()
    ink = sum(cell != "0" for row in desk.puzzle["goal"] for cell in row)
    assert 100 < ink < 400
    assert desk.puzzle["title"] == FACE.stem
    names = desk.page.get_by_label(re.compile("^Name of "))
    assert [names.nth(at).input_value() for at in range(4)] == ["white", "grey", "grey", "black"]
    desk.page.locator("#toast").evaluate("(toast) => (toast.hidden = true)")
    snap(desk.page, "studio-image-sliders")
    desk.press("Undo")
    assert len(desk.puzzle["rows"]) == 15


def test_one_of_six_puzzles_of_an_image_is_taken(studio, engine):
    desk = studio(**WIDE)
    with desk.page.expect_file_chooser() as chooser:
        desk.page.get_by_role("button", name="Image", exact=True).click()
    chooser.value.set_files(FACE)
    if engine == "pyodide":
        desk.page.get_by_text("choices for a picture need numpy, which Python in a browser lacks").wait_for()
        return
    offered = desk.page.locator("button.sample[aria-label^='A puzzle that lines solve']")
    offered.nth(5).wait_for()
    desk.settle()
    snap(desk.page, "studio-image")
    # at once: the last choices can replace these
    taken = offered.nth(2).evaluate("(button) => (button.click(), button.innerText)")
    desk.settle()
    puzzle = ns.loads(json.dumps(desk.puzzle), "json")
    assert taken.startswith(f"{puzzle.width}\u00d7{puzzle.height}")
    assert ns.check(puzzle).line_solvable
    assert desk.puzzle["title"] == FACE.stem
    back = desk.page.locator("button", has_text="Take back row")
    before = back.count()
    assert before == (int(taken.split()[-2]) if "changed" in taken else 0)
    if before:
        back.first.click()
        desk.settle()
        assert back.count() == before - 1


@pytest.mark.parametrize("puzzle", [SWITCH, COLOURED], ids=["plain", "coloured"])
def test_the_fewest_changes_are_proposed_and_accepted_or_refused_one_by_one(studio, puzzle):
    desk = studio(puzzle, **WIDE)
    desk.go("Repair")
    desk.press("Make it unique")
    refuse = desk.page.get_by_role("button", name=re.compile("^Refuse"))
    refuse.wait_for()
    desk.page.locator(".waiting").wait_for(state="detached")  # a repair that keeps the look is there, too
    snap(desk.page, "studio-mend")
    first = refuse.get_attribute("aria-label")
    refuse.click()
    desk.wait(f"!document.querySelector('[aria-label=\"{first}\"]')")
    desk.page.get_by_role("button", name=re.compile("^Accept row")).wait_for()
    assert "1 cell protected" in desk.page.inner_text("#panel")
    desk.page.keyboard.press("y")
    desk.settle()
    assert "One solution" in desk.verdict
    changed = sum(
        one != other
        for before, after in zip(puzzle.to_json()["goal"], desk.puzzle["goal"], strict=True)
        for one, other in zip(before, after, strict=True)
    )
    assert changed == 1
    desk.open(puzzle)
    desk.press("Reveal cells instead")
    desk.press("Accept all")
    desk.settle()
    assert "One solution" in desk.verdict
    assert len(desk.puzzle["givens"]) == 1


def test_one_of_several_smallest_repairs_is_chosen_by_its_picture(studio):
    desk = studio(SWITCH, **WIDE)
    desk.go("Repair")
    desk.press("Make it unique")
    ways = desk.page.locator("button.sample[aria-label^='Way ']")
    ways.nth(1).wait_for()
    snap(desk.page, "studio-mend-ways")
    first = desk.page.locator(".proposals").inner_text()
    ways.nth(1).click()
    assert ways.nth(1).get_attribute("aria-pressed") == "true"
    assert desk.page.locator(".proposals").inner_text() != first
    desk.press("Accept all")
    desk.settle()
    assert "One solution" in desk.verdict
    assert not ways.count()
    desk.open(SWITCH)
    desk.press("Make it unique")
    desk.page.locator("button.sample[aria-label*='Keeps the look']").wait_for()


@with_both
def test_the_page_to_play_is_opened_in_a_tab_and_obeys_both_policies(studio):
    desk = studio(SWITCH, **WIDE)
    desk.go("Solve")
    with desk.page.expect_popup() as opened:
        desk.press("Play it")
    player = opened.value
    player.locator(".cell").first.focus()
    player.keyboard.press("Space")
    player.get_by_role("button", name="Hint", exact=True).click()
    player.locator("#says", has_text="Look at").wait_for()
    assert (
        player.locator("h1").evaluate("title => getComputedStyle(title).fontFamily").startswith("system-ui")
    )


def test_the_explanation_is_replayed_with_a_slider(studio):
    desk = studio(ns.example("apple"), **WIDE)
    desk.go("Solve")
    slider = desk.page.get_by_role("slider", name="Step")
    slider.wait_for()
    desk.press("Next step")
    snap(desk.page, "studio-explanation")
    assert re.match("(?i)row|column", desk.page.inner_text(".told"))
    desk.slide("Step", int(slider.get_attribute("max")))
    assert "solved" in desk.page.inner_text(".told")
    brown = ns.example("apple").palette[3].rgb
    assert desk.colour(0, 8) == list(bytes.fromhex(brown))


@with_both
def test_files_of_every_format_go_in_and_out(studio, tmp_path):
    desk = studio(COLOURED, **WIDE, expected=REFUSED)
    desk.go("Save and share")
    for name in ("webpbn", "png", "non"):
        desk.page.locator(f".formats input[value={name}]").check()
        with desk.page.expect_download() as download:
            desk.page.get_by_role("button", name="Save", exact=True).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        assert [list(row) for row in ns.load(path).goal] == [list(row) for row in COLOURED.goal]
        desk.open(SWITCH)
        with desk.page.expect_file_chooser() as chooser:
            desk.press("Open a file")
        chooser.value.set_files(path)
        desk.wait("studio.state.puzzle.palette.length === 3")
        assert desk.puzzle["goal"] == COLOURED.to_json()["goal"]
    for name, ending in (("PNG", ".png"), ("Page to play", ".html")):
        with desk.page.expect_download() as download:
            desk.page.get_by_role("button", name=name, exact=True).click()
        assert download.value.suggested_filename.endswith(ending)
    broken = tmp_path / "broken.non"
    broken.write_text("width 3\nheight x\n")
    with desk.page.expect_file_chooser() as chooser:
        desk.press("Open a file")
    chooser.value.set_files(broken)
    desk.page.get_by_text("broken.non: no line").first.wait_for()


@with_the_server
def test_a_link_carries_the_whole_puzzle(studio):
    desk = studio(COLOURED, **WIDE, permissions=["clipboard-read", "clipboard-write"])
    desk.go("Save and share")
    desk.press("Copy a link")
    desk.page.get_by_text("Link copied").first.wait_for()
    address = desk.page.evaluate("() => navigator.clipboard.readText()")
    desk.open(SWITCH)
    desk.page.goto(address)
    desk.page.reload()
    desk.sit_down()
    assert desk.puzzle == json.loads(json.dumps(COLOURED.to_json()))


@with_the_server
def test_all_can_be_done_with_the_keyboard_alone(studio):
    desk = studio(**WIDE)
    keyboard = desk.page.keyboard
    for _ in range(30):
        keyboard.press("Tab")
        if desk.page.evaluate("() => document.activeElement.id === 'grid'"):
            break
    for key in ("ArrowRight", "ArrowDown", "Space", "ArrowRight", "ArrowDown", "Space"):
        keyboard.press(key)
    desk.settle()
    assert "2 solutions" in desk.verdict
    keyboard.press("Alt+3")
    for _ in range(60):
        keyboard.press("Tab")
        if "Make it unique" in desk.page.evaluate("() => document.activeElement.innerText"):
            break
    keyboard.press("Enter")
    desk.page.get_by_role("button", name=re.compile("^Accept row")).wait_for()
    keyboard.press("y")
    desk.settle()
    assert "One solution" in desk.verdict
    keyboard.press("Control+z")
    desk.settle()
    assert "2 solutions" in desk.verdict


@pytest.mark.parametrize(("name", "scheme"), SCREENS)
def test_every_activity_can_be_perceived_on_every_screen(studio, name, scheme):
    desk = studio(COLOURED, **(PHONE if name == "phone" else WIDE), color_scheme=scheme)
    for activity in ACTIVITIES:
        desk.go(activity)
        desk.wait("!document.getAnimations().some(each => each instanceof CSSTransition)")
        assert findings(desk.page) == []
        assert desk.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        snap(desk.page, f"studio-{activity.lower()}-{name}-{scheme}")


@with_the_server
def test_a_drawing_survives_a_reload(studio):
    desk = studio(COLOURED, **WIDE)
    desk.stroke((3, 0))
    goal = desk.puzzle["goal"]
    assert goal[3] == "10100"
    desk.page.reload()
    desk.sit_down()
    assert desk.puzzle["goal"] == goal
    desk.press("Undo")
    assert desk.puzzle["goal"] == COLOURED.to_json()["goal"]


def test_nothing_is_lost_when_the_server_dies_in_the_middle_of_drawing(visit, server):
    from designer import Designer

    desk = Designer(visit(server.address, expected="Failed to load|ERR_CONNECTION", **WIDE), SWITCH)
    desk.stroke((0, 4))
    server.kill()
    desk.stroke((1, 4))
    desk.page.get_by_text("The server is away").first.wait_for()
    desk.stroke((2, 2), (3, 3))
    rows = desk.puzzle["goal"]
    # a reload would end at the browser's own error, so the browser asks first
    assert "answers come again once it is back" in desk.page.locator("#toast").text_content()
    asked = []
    desk.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    desk.page.evaluate("location.reload()")
    desk.wait("true")
    assert asked == ["beforeunload"]
    assert desk.puzzle["goal"] == rows
    server.start()
    desk.page.get_by_text("The server is away").first.wait_for(state="hidden")
    desk.settle()
    assert rows == ["11001", "10001", "00110", "00110", "00000"]
    assert desk.puzzle["goal"] == rows
    assert "One solution" in desk.verdict
    desk.page.reload()
    desk.sit_down()
    assert asked == ["beforeunload"]
    assert desk.puzzle["goal"] == rows
