"""A designer reads a printed puzzle from a photo at the studio's page."""

import base64
import re

import numpy as np
import pages
import pytest
from blotted import blotted
from browser import PHONE, WIDE, findings, snap
from PIL import Image

import nonosat as ns

pytestmark = pytest.mark.slow

SMALL = {"viewport": {"width": 640, "height": 400}}
"""A window of 1280 by 800 at 200 per cent."""


@pytest.fixture
def engine():
    return "server"


@pytest.fixture(scope="module")
def printed():
    return blotted("askew")


@pytest.fixture
def photo(printed, tmp_path):
    """A photo of it, as a file."""
    path = tmp_path / "my photo.jpg"
    printed.image.convert("RGB").save(path, quality=92)
    return path


def choose(desk, path):
    desk.page.get_by_role("button", name=re.compile("^(Photo|Read a printed puzzle)$")).first.click()
    with desk.page.expect_file_chooser() as chooser:
        desk.press("Choose a file")
    chooser.value.set_files(path)


def verdict(desk, words):
    desk.wait(f"document.querySelector('.photo-verdict')?.textContent.includes({words!r})")


def lengths(clues):
    return [[block.length for block in clue] for clue in clues]


def test_numbers_are_checked_by_keyboard_and_the_puzzle_is_put_on_the_shelf(studio, photo, printed):
    desk = studio(**WIDE)
    choose(desk, photo)
    verdict(desk, "2 doubtful")
    snap(desk.page, "studio-photo")
    assert findings(desk.page) == []
    keyboard = desk.page.keyboard
    desk.press("Next doubtful")
    assert desk.page.evaluate("document.activeElement.ariaLabel") == "row 12, number 1"
    keyboard.type("7")
    verdict(desk, "the rows sum to")
    keyboard.press("Backspace")
    keyboard.type("8")
    verdict(desk, "1 doubtful")
    keyboard.press("Enter")
    assert desk.page.evaluate("document.activeElement.ariaLabel") == "row 1, number 1"
    keyboard.type("?")
    verdict(desk, "is no number")
    right = " ".join(map(str, lengths(printed.puzzle.rows)[0]))
    keyboard.press("Control+a")
    keyboard.type(right)
    verdict(desk, "One solution")
    keyboard.press("ArrowDown")
    assert desk.page.evaluate("document.activeElement.ariaLabel") == "row 2, number 1"
    desk.press("Use this puzzle")
    desk.settle()
    kept = desk.puzzle
    assert kept["title"] == "my photo"
    assert kept["rows"] == lengths(printed.puzzle.rows)
    assert kept["columns"] == lengths(printed.puzzle.columns)
    desk.go("Save and share")
    assert "my photo" in desk.page.locator("#panel .shelf").last.inner_text()


@pytest.mark.parametrize(
    ("screen", "name"), [(PHONE, "phone"), (SMALL, "small"), (WIDE | {"color_scheme": "dark"}, "dark")]
)
def test_on_every_screen_all_can_be_reached(studio, photo, screen, name):
    desk = studio(**screen)
    choose(desk, photo)
    verdict(desk, "doubtful")
    snap(desk.page, f"studio-photo-{name}")
    assert findings(desk.page) == []
    desk.press("Set the corners")
    assert findings(desk.page) == []
    snap(desk.page, f"studio-corners-{name}")
    desk.press("Read within the corners")
    verdict(desk, "doubtful")
    desk.press("Use this puzzle")
    desk.settle()
    desk.page.locator("dialog").wait_for(state="detached")


def drag(desk, corner, place):
    """Drags a corner to a place of the page, by the mouse."""
    handle = desk.page.get_by_role("button", name=f"{corner} corner")
    box, room = handle.bounding_box(), desk.page.locator(".corners").bounding_box()
    desk.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    desk.page.mouse.down()
    x, y = room["x"] + place[0] * room["width"], room["y"] + place[1] * room["height"]
    desk.page.mouse.move(x - 15, y - 15)
    desk.page.mouse.move(x, y)
    desk.page.mouse.up()


def test_corners_are_dragged_where_no_grid_is_found(studio, tmp_path):
    page = pages.page(pages.puzzle(10, 5), "open", "flat", cell=30, seed=1)
    pixels = np.asarray(page.image.convert("RGB")).astype(float)
    (left, top), (right, bottom) = np.array(page.corners).astype(int)[[0, 2]]
    body = pixels[top:bottom, left:right]
    body[:] = 250 + (body - 250) * 0.004  # lines that have faded
    Image.fromarray(pixels.round().astype(np.uint8)).save(tmp_path / "faded.png")
    desk = studio(**WIDE)
    choose(desk, tmp_path / "faded.png")
    desk.page.get_by_text("Not read: ").wait_for()
    width, height = page.image.size
    names = ("Upper left", "Upper right", "Lower right", "Lower left")
    for name, (x, y) in zip(names, page.corners, strict=True):
        drag(desk, name, (x / width, y / height))
    handle = desk.page.get_by_role("button", name="Lower left corner")
    before = handle.bounding_box()
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowDown", "Shift+ArrowUp", "ArrowLeft", "ArrowLeft"):
        desk.page.keyboard.press(key)
        if key == "Shift+ArrowDown":
            moved = handle.bounding_box()
            assert (moved["x"] - before["x"], moved["y"] - before["y"]) == pytest.approx((2, 10), abs=0.6)
    desk.page.get_by_label("Columns, if known").fill(str(page.puzzle.width))
    desk.page.get_by_label("Rows, if known").fill(str(page.puzzle.height))
    desk.press("Read within the corners")
    verdict(desk, "One solution")
    desk.press("Use this puzzle")
    desk.settle()
    assert desk.puzzle["rows"] == lengths(page.puzzle.rows)


def test_a_file_that_is_no_photo_is_refused_in_one_line(studio, tmp_path):
    desk = studio(**WIDE)
    Image.new("RGB", (400, 300), "white").save(tmp_path / "blank.png")
    choose(desk, tmp_path / "blank.png")
    desk.page.get_by_text("Not read: no grid of squares is found.").wait_for()
    desk.press("Another photo")
    desk.page.keyboard.press("Escape")
    desk.page.locator("dialog").wait_for(state="detached")


def test_a_dropped_photo_can_be_read_instead_of_drawn(studio, photo):
    desk = studio(**WIDE)
    desk.page.evaluate(
        """async data => {
            const transfer = new DataTransfer();
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            transfer.items.add(new File([bytes], "photo.jpg", { type: "image/jpeg" }));
            dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }));
        }""",
        base64.b64encode(photo.read_bytes()).decode(),
    )
    desk.press("It shows a printed puzzle")
    verdict(desk, "doubtful")
    assert len(desk.puzzle["rows"]) == 15  # the desk is as it was


@pytest.mark.parametrize("engine", ["pyodide"])
def test_a_page_without_a_server_explains_how_photos_are_read(studio):
    desk = studio(ns.Puzzle(rows=[[1]], columns=[[1]]), **WIDE)
    desk.page.get_by_text("cannot read photos").wait_for(state="attached")
    assert desk.page.get_by_role("button", name="Read a printed puzzle").first.is_disabled()
    assert findings(desk.page) == []
