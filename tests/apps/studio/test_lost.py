"""Work that was once lost or spoiled in the studio: strokes in hand, damaged records, blocked storage, the wrong undo."""

import json
import re
import shutil

import pytest
from browser import COMMANDS, FLAGS
from designer import STARTED, Designer

import nonosat as ns

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

SQUARE = ns.Grid([[int(column <= row) for column in range(15)] for row in range(15)])
GRID = ns.Grid([[int(cell) for cell in row] for row in ("10011", "01011", "00111", "11110", "11100")])
SWITCH = GRID.puzzle(goal=GRID)
"""Two solutions: they differ in the four cells at the upper left."""
HEART = ns.Grid([[int(cell) for cell in row] for row in ("11011", "11111", "11111", "01110", "00100")])
HEART = HEART.puzzle(goal=HEART)


def fits(desk):
    """Returns True if there is one colour per cell, and the file has the rows that are drawn."""
    return desk.page.evaluate(
        """() => {
            const { puzzle } = studio.state;
            const [height, width] = puzzle.shape;
            const { goal } = studio.toJSON(puzzle);
            const rows = goal.map((row) => [...row].map(Number));
            return puzzle.cells.length === height * width && studio.stage.cells.length === height * width &&
                rows.length === height && rows.flat().every((colour, cell) => colour === puzzle.cells[cell]);
        }"""
    )


def test_a_stroke_in_hand_ends_when_the_puzzle_changes(studio):
    desk = studio(SQUARE.puzzle(goal=SQUARE))
    before = desk.puzzle["goal"]
    for name, tool in zip(["Crop bottom", "Grow right", "Turn", "Flip"], "plfg", strict=True):
        desk.press(name)
        desk.page.keyboard.press(tool)
        desk.page.mouse.move(*desk.place(3, 3))
        desk.page.mouse.down()
        desk.page.keyboard.press("Control+z")
        desk.page.mouse.move(*desk.place(9, 9))
        desk.page.mouse.up()
        assert fits(desk), (name, tool)
        assert desk.puzzle["goal"] == before, (name, tool)
        desk.go("Draw")


def test_no_puzzle_takes_cells_of_another_shape(studio):
    desk = studio(SWITCH)
    assert desk.page.evaluate(
        """async () => {
            const { withCells } = await import("./shared/puzzle.js");
            const { session, state } = studio.api;
            const before = state.puzzle;
            const wrong = new Uint8Array(24);
            const attempts = [
                () => withCells(before, wrong),
                () => session.commit("Wrong", { ...before, cells: wrong }),
                () => session.open({ ...before, cells: wrong }),
                () => session.show(wrong),
                () => session.commit("Wrong", { ...before, givens: new Map([[25, 1]]) }),
                () => session.commit("Wrong", { ...before, cells: before.cells.map(() => 2) }),
            ];
            const refused = attempts.filter((attempt) => { try { attempt(); } catch { return true; } });
            return [refused.length, state.puzzle === before];
        }"""
    ) == [6, True]


def test_a_page_that_may_store_nothing_works(engine, server, browser, tmp_path):
    (tmp_path / "Default").mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default/Preferences").write_text(json.dumps(blocked))
    # the headless shell has no settings of sites
    path = next(filter(None, (shutil.which(each) for each in COMMANDS if "shell" not in each)), None)
    if not path:
        pytest.skip("needs a whole Chromium")
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=path, args=list(FLAGS), headless=True
    )
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(server.address)
    page.wait_for_selector(STARTED)
    may_store = "() => { try { return localStorage.length >= 0; } catch { return false; } }"
    assert not page.evaluate(may_store)
    desk = Designer(page, HEART)
    desk.press("Light or dark")
    assert "One solution" in desk.verdict
    assert page.is_hidden("#toast")
    assert page.inner_text(".kept") == "Not saved"
    desk.stroke((0, 2))
    page.locator("#toast", has_text="does not store what you draw").wait_for()
    before = page.evaluate("studio.state.id")
    desk.open(SWITCH)
    page.evaluate("(id) => studio.api.openEntry(id)", before)
    assert desk.puzzle["goal"][0] == "11111"
    assert page.evaluate("studio.state.history.canUndo")
    context.close()
    assert not errors


DAMAGES = [
    "entry.puzzle = undefined",
    "delete entry.puzzle.shape",
    "entry.puzzle.cells = entry.puzzle.cells.slice(1)",
    "entry.puzzle.cells[0] = 7",
    "entry.puzzle.givens = null",
]


def test_damaged_records_of_the_shelf_are_left_aside(studio):
    desk = studio(HEART)
    desk.page.evaluate(
        """async (damages) => {
            const { shelf, api } = studio;
            // before anything is awaited: later the page's policy refuses to evaluate text
            const done = damages.map((damage) => new Function("entry", damage));
            await shelf.saved;
            const [{ name }] = await indexedDB.databases();
            const request = indexedDB.open(name);
            await new Promise((resolve) => (request.onsuccess = resolve));
            const transaction = request.result.transaction("puzzles", "readwrite");
            done.forEach((damage, at) => {
                const entry = structuredClone(api.session.record());
                if (at) entry.id = `damaged-${at}`; // the first is the one on the desk
                damage(entry);
                transaction.objectStore("puzzles").put(entry);
            });
            await new Promise((resolve) => (transaction.oncomplete = resolve));
        }""",
        DAMAGES,
    )
    desk.page.reload()
    desk.sit_down()
    assert desk.verdict == "Draw, or drop an image"
    assert fits(desk)
    desk.press("New")
    desk.page.get_by_role("button", name="Begin").click()
    desk.settle()
    desk.go("Save and share")
    desk.page.get_by_text(f"{len(DAMAGES)} records are damaged.").wait_for()
    desk.page.locator(".notice").get_by_role("button", name="Remove").click()
    desk.wait("!document.querySelector('#panel .notice')")


def test_a_damaged_change_of_the_shelf_is_not_undone(studio):
    desk = studio(HEART)
    desk.stroke((0, 2))
    desk.page.evaluate("studio.state.history.changes[0].before = { shape: [9, 9, 0, 0] }")
    desk.page.keyboard.press("Control+z")
    assert fits(desk)
    assert desk.page.get_by_role("button", name="Undo").is_disabled()


def image(name, data):
    return {"name": name, "mimeType": "image/png", "buffer": data}


def test_an_image_that_cannot_be_read_is_not_the_picture(studio, tmp_path):
    from PIL import Image

    desk = studio(HEART, expected="422")
    path = tmp_path / "large.png"
    Image.new("1", (30_000, 30_000), 1).save(path)
    for file, reason in (
        (image("none.png", b"\x89PNG no picture at all"), "not a picture"),
        (image("large.png", path.read_bytes()), "900,000,000 pixels"),
    ):
        with desk.page.expect_file_chooser() as chosen:
            desk.press("Choose an image")
        chosen.value.set_files(file)
        toast = desk.page.locator("#toast")
        toast.filter(has_text=reason).wait_for()
        assert "picture of the puzzle now" not in toast.inner_text()
        assert desk.puzzle["goal"][0] == "11011"


def test_an_empty_picture_offers_ways_to_begin_and_several_solutions_a_remedy(studio):
    desk = studio()
    offers = desk.page.locator("#offers button")
    assert desk.verdict == "Draw, or drop an image"
    assert offers.all_inner_texts() == ["New", "Open", "Image", "Photo", "Examples"]
    panel = desk.page.locator(
        "#panel button", has_text=re.compile("^(New|Examples|Choose an image|Read a printed puzzle)$")
    )
    assert not any(button.is_visible() for button in panel.all())
    desk.page.set_viewport_size({"width": 740, "height": 360})
    assert offers.first.is_hidden()
    assert panel.count() == sum(button.is_visible() for button in panel.all()) == 4
    desk.page.set_viewport_size({"width": 1280, "height": 720})
    desk.open(SWITCH)
    assert offers.all_inner_texts() == ["Show them", "Repair"]
    desk.go("Solve")
    assert offers.all_inner_texts() == ["Show them", "Repair"]
    offers.filter(has_text="Show them").click()
    assert desk.page.locator("body").get_attribute("data-activity") == "see"
    offers.filter(has_text="Repair").click()
    desk.page.get_by_role("button", name="Accept all").click()
    desk.settle()
    assert "One solution" in desk.verdict
    assert offers.count() == 0


def test_an_ink_without_a_name_has_the_nearest(studio):
    palette = [
        ns.Colour(*each)
        for each in (("white", "ffffff", "."), ("#9fd0ff", "9fd0ff", "a"), ("#d01020", "d01020", "b"))
    ]
    grid = ns.Grid([[1, 2], [0, 1]])
    desk = studio(grid.puzzle(palette=palette, goal=grid))
    names = desk.page.get_by_role("radio", name="Ink ").evaluate_all(
        "all => all.map((each) => each.ariaLabel)"
    )
    assert names[1] == "Ink 2: red"
    assert "#" not in "".join(names)


def test_tools_and_inks_are_one_stop_each_and_arrow_keys_choose(studio):
    desk = studio(HEART)
    page = desk.page
    assert page.locator("#tools [role=radio][tabindex='0']").count() == 2
    page.get_by_role("radio", name="Pencil").focus()
    focused = "document.activeElement.ariaLabel"
    for key, name in (
        ("ArrowDown", "Line"),
        ("ArrowRight", "Rectangle"),
        ("ArrowUp", "Line"),
        ("ArrowLeft", "Pencil"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused) == name
        assert page.get_by_role("radio", name=name).get_attribute("aria-checked") == "true"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == "Eyedropper"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Ink 1: black"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == "Background: white"
    assert page.evaluate("studio.state.ink") == 0


def test_missing_packages_are_shown_in_advance(studio, server):
    desk = studio(HEART)
    page = desk.page
    choice = page.evaluate("async () => (await fetch('/studio.json')).json()")
    button = page.get_by_role("button", name="Read a printed puzzle")
    assert button.is_enabled() == choice["extras"]["scan"]

    def lacking(route):
        route.fulfill(json={**route.fetch().json(), "extras": {"scan": False}})

    page.route("**/studio.json", lacking)
    page.reload()
    desk.sit_down()
    assert button.is_disabled()
    assert "pip install 'nonosat[scan]'" in page.inner_text("#panel")
