"""The studio's page in detail, with the server: tools, fingers, inks, opened files, marks, the shelf."""

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from browser import PHONE, WIDE, snap

import nonosat as ns

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

COLOURS = (
    ns.Colour("white", "ffffff", "."),
    ns.Colour("red", "c8343d", "r"),
    ns.Colour("blue", "2f6fb5", "b"),
)


def drawn(*rows, **more):
    """The puzzle of a picture."""
    grid = ns.Grid([[int(cell) for cell in row] for row in rows])
    return grid.puzzle(goal=grid, **more)


SWITCH = drawn("10011", "01011", "00111", "11110", "11100")
"""Two solutions: they differ in four cells."""
HEART = drawn("11011", "11111", "11111", "01110", "00100")
COLOURED = drawn("1200", "2100", "0011", "0022", palette=COLOURS)


def paste(desk, text):
    """Pastes text on the page."""
    desk.page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""",
        text,
    )


def keys(desk, *names):
    for name in names:
        desk.page.keyboard.press(name)


def at_desk(desk, width, height):
    """Waits until a puzzle of this size is on the desk, and all is known of it."""
    desk.wait(f"studio.state.puzzle.shape.slice(0, 2).join() === '{height},{width}'")
    desk.settle()


def goal(desk):
    return desk.puzzle["goal"]


def inked(desk):
    """The cells that have ink."""
    return {
        (row, column)
        for row, cells in enumerate(goal(desk))
        for column, colour in enumerate(cells)
        if colour not in ("0", 0)
    }


def says(desk, text):
    """Waits until a text is on the page."""
    desk.page.get_by_text(text).first.wait_for()


def panel(desk):
    return desk.page.inner_text("#panel")


def block(top, left, bottom, right):
    return {(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)}


# Draw


def test_each_tool_draws_and_everything_can_be_undone(studio):
    desk = studio(**WIDE)
    desk.stroke((0, 0), (0, 3))
    assert inked(desk) == block(0, 0, 0, 3)
    desk.stroke((0, 1))  # a click on ink erases
    desk.stroke((0, 2))
    assert inked(desk) == {(0, 0), (0, 3)}
    keys(desk, "l")
    desk.stroke((2, 2), (5, 5))
    assert {(2, 2), (3, 3), (4, 4), (5, 5)} <= inked(desk)
    keys(desk, "r")
    desk.stroke((7, 2), (10, 6))
    assert inked(desk) >= block(7, 2, 10, 6) - block(8, 3, 9, 5)
    assert (8, 3) not in inked(desk)
    keys(desk, "f")
    desk.stroke((8, 3))
    assert inked(desk) >= block(7, 2, 10, 6)
    before = inked(desk)
    for name in ("Mirror", "Flip", "Turn", "Move down", "Move left", "Grow top", "Crop right"):
        desk.press(name)
    assert desk.page.get_by_label("Width").input_value() == "14"
    desk.press("Crop to the ink")
    last = inked(desk)
    for _ in range(8):
        keys(desk, "Control+z")
    assert inked(desk) == before
    for _ in range(30):
        keys(desk, "Control+z")
    assert inked(desk) == set()
    for _ in range(40):
        keys(desk, "Control+Shift+Z")
    assert inked(desk) == last


def test_a_stroke_that_begins_on_ink_draws(studio):
    desk = studio(**WIDE)
    for corners in ([(3, 3), (3, 11)], [(3, 11), (11, 11)], [(11, 11), (11, 3)], [(11, 3), (3, 3)]):
        desk.stroke(*corners)
    frame = block(3, 3, 11, 11) - block(4, 4, 10, 10)
    assert inked(desk) == frame
    keys(desk, "l")
    desk.stroke((3, 3), (3, 0))
    desk.stroke((3, 3))
    keys(desk, "r")
    desk.stroke((11, 11), (13, 13))
    added = block(3, 0, 3, 2) | block(11, 11, 13, 13) - {(12, 12)}
    assert inked(desk) == frame | added
    # the other button erases with each tool
    mouse = desk.page.mouse
    for tool, start, end, gone in (
        ("l", (3, 2), (3, 0), block(3, 0, 3, 2)),
        ("p", (11, 12), (11, 13), {(11, 12), (11, 13)}),
    ):
        keys(desk, tool)
        before = inked(desk)
        mouse.move(*desk.place(*start))
        mouse.down(button="right")
        mouse.move(*desk.place(*end))
        mouse.up(button="right")
        assert inked(desk) == before - gone
    # a click erases, and so does a stroke of the background
    keys(desk, "p")
    desk.stroke((13, 13))
    assert (13, 13) not in inked(desk)
    keys(desk, "0")
    desk.stroke((3, 3), (3, 11))
    assert not inked(desk) & block(3, 3, 3, 11)


def test_fill_with_the_same_ink_changes_nothing_and_says_so(studio):
    desk = studio(HEART, **WIDE)
    keys(desk, "f")
    before = inked(desk)
    desk.stroke((1, 1))
    assert inked(desk) == before
    says(desk, "It has this ink already.")
    assert desk.page.get_by_role("button", name="Undo").is_disabled()
    keys(desk, "0")
    desk.stroke((1, 1))
    assert inked(desk) == set()
    keys(desk, "Control+z")
    assert inked(desk) == before


def test_a_stroke_of_held_keys_is_one_step(studio):
    desk = studio(**WIDE)
    desk.page.locator("#grid").focus()
    keys(desk, "ArrowRight")
    desk.page.keyboard.down("Shift")
    keys(desk, "ArrowRight", "ArrowRight", "ArrowDown")
    assert inked(desk) == set()  # it is in hand
    desk.page.keyboard.up("Shift")
    assert inked(desk) == block(0, 0, 0, 2) | {(1, 2)}
    keys(desk, "Control+z")
    assert inked(desk) == set()
    desk.page.keyboard.down("Shift")
    keys(desk, "ArrowLeft", "r")  # another key ends it
    desk.page.keyboard.up("Shift")
    assert inked(desk) == {(1, 1), (1, 2)}
    keys(desk, "p", "Shift+ArrowLeft", "Shift+ArrowLeft")  # at the edge it does nothing
    assert inked(desk) == {(1, 0), (1, 1), (1, 2)}


def test_fingers_draw_zoom_and_move(studio):
    desk = studio(**PHONE)
    touches = desk.page.context.new_cdp_session(desk.page)

    def touch(kind, *points):
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    places = [desk.place(*cell) for cell in ((2, 2), (2, 6), (6, 6))]
    touch("touchStart", places[0])
    for place in places[1:]:
        touch("touchMove", place)
    touch("touchEnd")
    stroke = block(2, 2, 2, 6) | block(2, 6, 6, 6)
    assert inked(desk) == stroke
    scale = desk.page.evaluate("studio.stage.view.scale")
    (x, y), (u, v) = desk.place(5, 5), desk.place(9, 9)
    touch("touchStart", (x, y))
    touch("touchStart", (x, y), (u, v))
    for far in (10, 30, 50):
        touch("touchMove", (x - far, y - far), (u + far, v + far))
    touch("touchEnd")
    assert desk.page.evaluate("studio.stage.view.scale") > 1.5 * scale
    assert inked(desk) == stroke  # the first finger of two draws nothing
    snap(desk.page, "studio-phone-zoomed")


def test_inks_are_added_chosen_and_removed(studio):
    desk = studio(**WIDE)
    desk.press("Add an ink")
    desk.press("Add an ink")
    keys(desk, "1")
    desk.stroke((0, 0), (0, 1))
    keys(desk, "2")
    desk.stroke((0, 2), (0, 4))
    desk.page.get_by_role("radio", name="Ink 3").click()
    desk.stroke((1, 0))
    desk.settle()
    assert goal(desk)[:2] == ["112220000000000", "300000000000000"]
    assert desk.puzzle["rows"][0] == [2, [3, 2]]
    desk.press("Remove yellow")
    assert goal(desk)[1] == "000000000000000"
    assert len(desk.puzzle["palette"]) == 3


def chooser(desk):
    """The dialog for files; on a busy machine Chromium may lose a key that comes right after a drop."""
    with suppress(Exception), desk.page.expect_file_chooser(timeout=20_000) as chosen:
        keys(desk, "Control+o")
        return chosen.value
    with desk.page.expect_file_chooser() as chosen:
        keys(desk, "Control+o")
    return chosen.value


def test_files_and_text_are_opened(studio, tmp_path):
    desk = studio(**WIDE)
    paste(desk, "width 2\nheight 2\nrows\n1\n2\ncolumns\n2\n1\n")
    at_desk(desk, 2, 2)
    assert "goal" not in desk.puzzle
    says(desk, "These are clues without a picture.")
    desk.press("Draw on its solution")
    assert goal(desk) == ["10", "11"]
    file = tmp_path / "coloured.xml"
    ns.dump(COLOURED, file)
    desk.drop(file, kind="text/xml")
    at_desk(desk, 4, 4)
    assert goal(desk) == ["1200", "2100", "0011", "0022"]
    chosen = chooser(desk)
    plain = tmp_path / "heart.txt"
    plain.write_text("\n".join(["##.##", "#####", "#####", ".###.", "..#.."]))
    chosen.set_files(plain)
    at_desk(desk, 5, 5)


def test_each_of_several_files_is_offered_or_named(studio, tmp_path):
    desk = studio(expected="422", **WIDE)
    ns.dump(HEART, tmp_path / "heart.non")
    ns.dump(SWITCH, tmp_path / "switch.json")
    (tmp_path / "notes.md").write_text("# Notes\n\nBuy milk and bread.\n")
    desk.drop(*map(tmp_path.joinpath, ("heart.non", "notes.md", "switch.json")), kind="")
    desk.page.get_by_role("dialog").get_by_role("button").nth(1).click()
    at_desk(desk, 5, 5)
    assert goal(desk) == ["".join(map(str, row)) for row in SWITCH.goal]
    says(desk, "Not opened, no puzzle in it: notes.md")


def test_a_detected_order_of_the_clues_is_reported(studio):
    desk = studio(**WIDE)
    paste(desk, "4 3\n1\n1 1\n1\n3\n2 1\n1\n3\n")
    at_desk(desk, 4, 3)
    says(desk, "read as W H, columns first (its sums agree; in the usual order they do not)")


def test_a_file_without_a_puzzle_gets_one_line(studio):
    desk = studio(SWITCH, expected="422", **WIDE)
    before = desk.puzzle
    paste(desk, "no puzzle at all")
    desk.page.wait_for_selector("#toast:not([hidden])")
    assert desk.page.inner_text("#toast")
    assert desk.puzzle == before


# See


def test_the_last_answer_stays_until_the_new_one_comes(studio):
    desk = studio(SWITCH, **WIDE)
    desk.page.evaluate("""() => {
        globalThis.said = new Set();
        const note = () => said.add(document.querySelector("#verdict strong").textContent);
        const changes = { childList: true, subtree: true };
        new MutationObserver(note).observe(document.querySelector("#verdict"), changes);
    }""")
    for cell in ((4, 4), (3, 0), (4, 0), (4, 1)):
        desk.stroke(cell)
    desk.settle()
    assert "Looking…" not in desk.page.evaluate("() => [...said]")
    assert ("One" in desk.verdict) == (ns.check(drawn(*goal(desk))).verdict == "unique")


# Repair


def test_colours_are_mended_until_lines_suffice(studio):
    desk = studio(COLOURED, **WIDE)
    desk.go("Repair")
    desk.press("Make it solvable without guessing")
    desk.page.get_by_role("button", name="Accept all").or_(
        desk.page.get_by_text("Nothing to repair")
    ).first.wait_for()
    if desk.page.get_by_role("button", name="Accept all").is_visible():
        desk.press("Accept all")
    desk.settle()
    assert desk.page.evaluate("studio.state.answers.check.line_solvable")


def test_protected_cells_are_kept(studio):
    desk = studio(SWITCH, **WIDE)
    desk.go("Repair")
    keys(desk, "k")
    desk.stroke((0, 0), (0, 4), (4, 4), (4, 0), (1, 0), (1, 3), (3, 3), (3, 1), (2, 1), (2, 2))
    says(desk, "cells protected")
    desk.press("Make it unique")
    desk.page.get_by_text("There is no way with the cells that are protected.").or_(
        desk.page.locator(".proposals li").first
    ).wait_for()
    kept = desk.page.evaluate("() => [...studio.state.puzzle.kept]")
    assert not set(kept) & set(
        desk.page.evaluate("() => studio.state.mending.changes.map((each) => each.cell)")
    )


# Keep


RING = ns.Puzzle(rows=[[3], [1, 1], [3]], columns=[[3], [1, 1], [3]])


def test_naming_a_puzzle_of_clues_leaves_its_picture(studio):
    desk = studio(RING, **WIDE)
    inked, white = desk.colour(0, 0), desk.colour(1, 1)
    assert inked != white
    desk.page.fill("#title", "Ring")
    desk.page.keyboard.press("Tab")
    desk.wait("studio.state.puzzle.texts.title === 'Ring'")
    assert (desk.colour(0, 0), desk.colour(1, 1)) == (inked, white)
    assert desk.page.evaluate("studio.state.isAnswered")


def test_texts_are_kept_while_they_are_typed_and_undone_in_one_step(studio):
    desk = studio(HEART, **WIDE)
    before = desk.page.evaluate("studio.state.history.changes.length")
    desk.go("Save and share")
    for field, key, words in (
        (desk.page.locator("#title"), "title", "My heart"),
        (desk.page.get_by_label("Author"), "author", "Me"),
    ):
        field.click()
        for word in words.split(" "):
            desk.page.keyboard.type(f" {word}")
            desk.page.wait_for_timeout(400)  # longer than a pause that saves
        desk.wait(f"studio.state.puzzle.texts.{key} === '{words}'")
    assert desk.page.evaluate("studio.state.history.changes.length") == before + 2
    desk.page.evaluate("studio.shelf.saved")
    desk.page.reload()  # the field is not left
    desk.sit_down()
    assert (desk.puzzle["title"], desk.puzzle["author"]) == ("My heart", "Me")
    desk.press("Undo")
    desk.press("Undo")
    assert "title" not in desk.puzzle or not desk.puzzle["title"]


def test_drawings_are_saved(studio):
    desk = studio(HEART, **WIDE)
    desk.go("Save and share")
    for name, begins in (
        ("SVG", b"<svg"),
        ("PNG", b"\x89PNG"),
        ("GIF of the steps", b"GIF89a"),
        ("Page to play", b"<!"),
    ):
        with desk.page.expect_download() as started:
            desk.press(name)
        assert Path(started.value.path()).read_bytes().lstrip().lower().startswith(begins.lower())


def test_a_proof_is_saved(studio):
    desk = studio(HEART, **WIDE)
    desk.go("Save and share")
    with desk.page.expect_download() as started:
        desk.press("Save a proof")
    assert started.value.suggested_filename.endswith(".nonoproof")
    assert ns.verify(started.value.path()).verdict == ns.check(HEART).verdict


def test_the_shelf_has_every_puzzle(studio):
    desk = studio(HEART, **WIDE)
    desk.open(COLOURED)
    desk.go("Save and share")
    names = desk.page.locator(".shelf li")
    names.nth(1).wait_for()
    assert names.count() == 2  # an empty picture is not kept
    names.filter(has_text="under a minute").first.wait_for()
    desk.page.get_by_role("button", name=re.compile("^Untitled 5.5")).click()
    at_desk(desk, 5, 5)
    desk.page.get_by_role("button", name=re.compile("^Remove Untitled 4")).click()
    desk.page.get_by_role("button", name="Put it back").click()
    desk.page.get_by_role("button", name=re.compile("^Remove Untitled 4")).wait_for()


def test_paper_has_the_puzzle_only(studio):
    desk = studio(HEART, **WIDE)
    desk.page.evaluate("""() => {
        globalThis.printed = [];
        print = () => {
            dispatchEvent(new Event("beforeprint"));
            const { localName, width, naturalWidth } = document.querySelector("#print :is(img, canvas)");
            printed.push(`${localName} ${(naturalWidth ?? width) > 1000}`);
            dispatchEvent(new Event("afterprint"));
        };
    }""")
    desk.page.evaluate("print()")  # from the menu of the browser, or on a phone
    desk.go("Save and share")
    desk.press("Print")
    desk.page.locator("#grid").focus()
    desk.page.keyboard.press("Control+p")
    desk.page.get_by_label("Show", exact=True).select_option("solution")
    desk.press("Print")
    desk.wait("printed.length === 4")
    assert desk.page.evaluate("printed") == ["canvas true"] * 3 + ["img true"]
    assert desk.page.locator("#print *").count() == 0
    desk.page.emulate_media(media="print")
    assert not desk.page.locator("#grid canvas").first.is_visible()


# Other puzzles


def test_a_triddler_is_opened_drawn_on_and_solved(studio):
    desk = studio(ns.example("flower"), **WIDE)
    assert "One solution" in desk.verdict
    desk.stroke((0, 4))
    desk.settle()
    assert goal(desk)[0][4] == "1"
    keys(desk, "r")
    desk.stroke((0, 2), (3, 3))
    assert "rectangles only" in desk.page.inner_text("#toast")
    assert desk.page.get_by_role("button", name="Mirror").count() == 0
    keys(desk, "Control+z")
    desk.go("Solve")
    desk.press("Last step")
    assert "solved" in desk.page.inner_text(".told")
    snap(desk.page, "studio-triddler")


def test_a_hexagon_is_opened_drawn_on_mended_and_explained(studio):
    puzzle = ns.generate(ns.Wish(shape="hexagon:4", solution_count=2, kind="blobs"), seed=2).puzzle
    desk = studio(puzzle, **WIDE)
    assert "2 solutions" in desk.verdict
    assert desk.puzzle == json.loads(json.dumps(puzzle.to_json()))
    ink, white = desk.colour(0, 0), desk.colour(0, 1)
    desk.stroke((0, 1))
    desk.settle()
    assert goal(desk)[0] == "1101"
    assert desk.colour(0, 1) == ink != white
    keys(desk, "Control+z")
    desk.go("Repair")
    desk.press("Make it unique")
    desk.page.get_by_role("button", name="Accept all").click()
    desk.settle()
    assert "One solution" in desk.verdict
    snap(desk.page, "studio-hexagon")
    desk.go("Solve")
    desk.press("Last step")
    assert desk.page.evaluate("[...studio.stage.cells].join('')") == "".join(goal(desk))


@pytest.mark.parametrize("form", ["fau", "json"])
def test_files_of_hexagons_are_opened(studio, form):
    puzzle = ns.generate(ns.Wish(shape="hexagon:3"), seed=1).puzzle
    desk = studio(**WIDE)
    paste(desk, ns.dumps(puzzle.statement, form))
    desk.wait("studio.stage.view.geometry.size === 19")
    desk.settle()
    assert "One solution" in desk.verdict
    assert desk.page.title().startswith("Untitled 19 cells")


def test_a_shape_with_lines_in_one_direction_is_opened(studio):
    desk = studio(**WIDE)
    paste(desk, json.dumps({"lines": {"row": [[0, 1], [2]]}, "clues": {"row": [[1], [1]]}}))
    desk.wait("studio.stage.view.geometry.size === 3")
    desk.settle()
    assert "2 solutions" in desk.verdict


def test_blotted_clues_and_lines_without_a_clue(studio):
    desk = studio(HEART, **WIDE)
    desk.settle()
    x, y = desk.place(0, 0)
    gutter = desk.page.evaluate("studio.stage.view.scale")
    desk.page.mouse.click(x - gutter, y)
    desk.page.keyboard.type("? 2")
    keys(desk, "Enter")
    desk.wait("studio.toJSON(studio.state.puzzle).rows[0][0] === '?'")  # the dialog closes first
    desk.settle()
    assert desk.puzzle["rows"][0] == ["?", 2]
    desk.page.mouse.click(x - gutter, desk.place(1, 0)[1])
    desk.page.keyboard.type("*")
    keys(desk, "Enter")
    desk.wait("studio.toJSON(studio.state.puzzle).rows[1] === null")  # the dialog closes first
    desk.settle()
    assert desk.puzzle["rows"][:2] == [["?", 2], None]
    assert goal(desk)[0] == "11011"
    desk.page.mouse.click(x - gutter, desk.place(2, 0)[1])
    desk.page.keyboard.type("4")
    keys(desk, "Enter")
    desk.page.get_by_role("alert").wait_for()
    keys(desk, "Escape")


def test_clues_that_contradict_each_other_are_marked_and_corrected(studio):
    desk = studio(**WIDE)
    paste(desk, json.dumps({"rows": [[2], [1], [2]], "columns": [[1], [1], [3]]}))
    at_desk(desk, 3, 3)
    assert "No solution" in desk.verdict
    assert desk.page.evaluate("() => [...studio.stage.marked].sort()") == ["0 0", "0 2", "1 1"]
    desk.go("See")
    snap(desk.page, "studio-conflict")
    assert "none can be spared" in panel(desk)
    desk.page.get_by_role("button", name="Accept").first.click()
    desk.settle()
    assert "No solution" not in desk.verdict
    assert desk.page.evaluate("studio.stage.marked.size") == 0
