"""The page that plays a puzzle in windows of any size: 400 per cent, scrolled boards, clues of any shape."""

import math
import random

import pytest
from browser import PHONE, findings, snap

import nonosat as ns
from nonosat.apps.languages import LANGUAGES
from nonosat.model.shapes import hexagonal
from tests.helpers.shapes import HOLES, TIGHT

FLOWERS = ns.Puzzle.of_lines(
    {"a": [[0, 1], [2, 3, 4], [5, 6]], "b": [[0, 2], [1, 3, 5], [4, 6]], "c": [[1, 4], [0, 3, 6], [2, 5]]},
    {"a": [[2], [1, 1], [2]], "b": [[2], [1, 1], [2]], "c": [[2], [1, 1], [2]]},
)
"""Its lines cross the squares that stand for its cells, so that clues of three directions meet."""


def blobs(side):
    rng = random.Random(side)
    discs = [
        (rng.random() * side, rng.random() * side, (0.12 + 0.15 * rng.random()) * side) for _ in range(5)
    ]
    rows = [
        [
            int(any(math.hypot(row - y, column - x) < radius for y, x, radius in discs))
            for column in range(side)
        ]
        for row in range(side)
    ]
    return ns.Grid(rows).puzzle(metadata=ns.Metadata(title="Clouds over the sea", author="Somebody"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The files of pages by the side of their puzzle."""
    folder = tmp_path_factory.mktemp("pages")
    paths = {side: folder / f"{side}.html" for side in (5, 15, 30)}
    for side, path in paths.items():
        path.write_text(ns.playable(blobs(side), seconds=5).html, encoding="utf-8")
    return paths


@pytest.fixture
def opened(visit, pages):
    def opened(side, width, height, **context):
        size = {"viewport": {"width": width, "height": height}}
        page = visit(pages[side].as_uri(), **{**PHONE, **size, **context})
        page.wait_for_selector(".cell[tabindex='0']", state="attached")
        return page

    return opened


def box(page, selector):
    found = page.locator(selector).first.bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


BOARD = """() => {
    const { top, bottom, height } = document.querySelector("#board").getBoundingClientRect();
    return [top, bottom, height].map(Math.round);
}"""

WHOLE_CELLS = """() => {
    const main = document.querySelector("#board").getBoundingClientRect();
    return [...document.querySelectorAll(".cell")].filter((cell) => {
        const { left, right, top, bottom } = cell.getBoundingClientRect();
        return left >= main.left && right <= main.right && top >= main.top && bottom <= main.bottom;
    }).length;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), [(320, 256), (360, 225)])
@pytest.mark.parametrize("side", [5, 15, 30])
def test_at_four_hundred_per_cent_the_board_has_most_of_the_window(opened, side, width, height, language):
    page = opened(side, width, height, locale=language)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    top, bottom, tall = place = page.evaluate(BOARD)
    assert top == 0
    assert tall > 0.6 * height
    assert page.evaluate(WHOLE_CELLS) >= min(side * side, 60)
    snap(page, f"play-low-{side}-{width}-{language}")
    for _ in range(5):
        page.click("#hint")
        assert page.evaluate(BOARD) == place
        offer = box(page, "#offers button")
        assert 0 <= offer[0] < offer[2] <= width
        assert bottom <= offer[1] < offer[3] <= height
        says = box(page, "#says")
        assert says[1] >= bottom  # its first line can be read, the others are scrolled to
        assert says[2] <= width
    page.evaluate("document.querySelector('#says').textContent = ''")
    assert page.evaluate(BOARD) == place
    # the header is above, and comes with its button
    page.focus("#help")
    assert box(page, "#help")[1] >= 0
    page.keyboard.press("Enter")
    assert box(page, "#more")[2] <= width
    page.keyboard.press("Escape")
    assert findings(page) == []
    page.keyboard.press("ArrowDown")
    assert page.evaluate(BOARD) == place
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for name in ("undo", "try", "check", "hint", "smaller", "larger"):
        button = box(page, f"#{name}")
        assert min(button[2] - button[0], button[3] - button[1]) >= 24
        assert button[0] >= 0
        assert button[2] < width + 1
        assert button[3] <= height


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_four_hundred_per_cent_every_button_is_in_view_in_every_language(opened, language):
    page = opened(5, 320, 256, locale=language)
    page.click("#hint")  # with an offer beside the message
    outside = page.locator("footer button:visible").evaluate_all(
        """all => all.filter((button) => {
            const { left, right, top, bottom } = button.getBoundingClientRect();
            const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return left < 0 || right > innerWidth || bottom > innerHeight || hit?.closest("button") !== button;
        }).map(({ id, textContent }) => id || textContent)"""
    )
    assert outside == []


@pytest.mark.slow
def test_in_a_low_window_a_pad_leaves_room_for_the_board(opened):
    page = opened(30, 360, 225)
    while not page.locator("#cursor").is_visible():
        page.dispatch_event("#smaller", "click")
    assert page.evaluate(BOARD)[2] >= 100
    for button in page.locator("#cursor button").all():
        found = button.bounding_box()
        assert found["x"] >= 0
        assert found["x"] + found["width"] <= 360
        assert found["y"] + found["height"] <= 225
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def sides(page):
    """The sides at which the board goes on."""
    names = page.evaluate("[...document.documentElement.classList]")
    return {name.removeprefix("beyond-") for name in names if name.startswith("beyond-")}


@pytest.mark.slow
def test_the_board_shows_at_which_sides_it_goes_on(opened):
    page = opened(30, 360, 740)
    fade = "() => getComputedStyle(document.querySelector('#play'), '::after').opacity === '%d'"
    page.wait_for_function(fade % 1)
    assert sides(page) == {"right", "bottom"}
    page.evaluate("document.querySelector('#board').scrollTo(30, 40)")
    page.wait_for_function("() => document.documentElement.classList.contains('beyond-left')")
    assert sides(page) == {"left", "top", "right", "bottom"}
    page.evaluate("document.querySelector('#board').scrollTo(1e4, 1e4)")
    page.wait_for_function("() => !document.documentElement.classList.contains('beyond-right')")
    assert sides(page) == {"left", "top"}
    page.wait_for_function(fade % 0)
    page.keyboard.press("0")
    assert sides(page) == set()
    assert findings(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("side", [5, 15])
def test_a_board_that_is_seen_whole_goes_on_nowhere(opened, side):
    page = opened(side, 1440, 900)
    assert sides(page) == set()


NUMBERS = """() => [...document.querySelectorAll(".clue")].flatMap((clue, line) => [...clue.children].map((number) => {
    const { x, y, width, height } = number.getBoundingClientRect();
    const under = document.elementsFromPoint(x + width / 2, y + height / 2);
    return [line, x, y, x + width, y + height, under.some((each) => each.classList.contains("cell"))];
}))"""


def on_hexagon(side):
    """A puzzle on a hexagon of any lines."""
    shape = hexagonal(side)
    cells = [
        int(random.Random(cell).random() < 0.6)
        for cell in range(1 + max(cell for line in shape.families[0] for cell in line))
    ]

    def runs(line):
        text = "".join("#" if cells[cell] else " " for cell in line)
        return [len(run) for run in text.split()]

    names = ("row", "column", "diagonal")
    lines = {name: list(map(list, family)) for name, family in zip(names, shape.families, strict=True)}
    return ns.Puzzle.of_lines(
        lines, {name: [runs(line) for line in family] for name, family in lines.items()}
    )


@pytest.mark.parametrize(
    ("puzzle", "listed"),
    [(FLOWERS, 0), (on_hexagon(2), 0), (HOLES, 0), (TIGHT, 2)],
    ids=["squares", "hexagon", "holes", "tight"],
)
@pytest.mark.parametrize("width", [360, 1440])
def test_clues_of_any_lines_cover_neither_cells_nor_one_another(visit, tmp_path, puzzle, listed, width):
    path = tmp_path / "page.html"
    path.write_text(ns.playable(puzzle).html, encoding="utf-8")
    page = visit(path.as_uri(), viewport={"width": width, "height": 740})
    page.wait_for_selector(".cell[tabindex='0']", state="attached")
    numbers = page.evaluate(NUMBERS)
    assert len(numbers) == sum(max(1, len(line.clue)) for line in puzzle.lines) + listed
    assert page.locator(".clue .name").count() == listed
    for line, left, top, right, bottom, covers in numbers:
        assert not covers, line
        assert left >= 0
        assert right <= width
        for other, x, y, u, v, _ in numbers:
            if other != line:
                assert min(right, u) - max(left, x) < 4 or min(bottom, v) - max(top, y) < 6, (line, other)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["", "?"])
def test_the_rules_are_read_from_their_beginning(opened, key):
    page = opened(15, 360, 740)
    page.keyboard.press(key) if key else page.click("#help")
    dialog = box(page, "#more")
    assert box(page, "#rules")[1] >= dialog[1]
    assert page.evaluate("document.activeElement.textContent") == "Play"
    snap(page, "play-rules-phone")


@pytest.mark.slow
def test_a_small_puzzle_has_large_cells_on_a_large_screen(opened):
    page = opened(5, 1440, 900)
    left, _, right, _ = box(page, ".cell")
    assert right - left == 60


@pytest.mark.slow
def test_a_list_of_many_puzzles_begins_at_the_one_that_is_played(visit, tmp_path):
    path = tmp_path / "many.html"
    grids = [
        ns.Grid([[int(bit) for bit in f"{number:09b}"[at : at + 3]] for at in (0, 3, 6)])
        for number in range(1, 31)
    ]
    path.write_text(ns.playable([grid.puzzle() for grid in grids]).html, encoding="utf-8")
    page = visit(f"{path.as_uri()}#25", **PHONE)
    page.click("#all")
    current = box(page, ".puzzle[aria-current]")
    assert 0 <= current[1] < current[3] <= 740
    assert page.evaluate("document.activeElement.textContent").startswith("25 ")


@pytest.mark.slow
def test_a_stroke_on_a_large_board_needs_no_look_at_all_its_cells(visit, tmp_path):
    path = tmp_path / "large.html"
    path.write_text(ns.playable(ns.Puzzle([[]] * 100, [[]] * 100), seconds=2).html, encoding="utf-8")
    page = visit(path.as_uri(), viewport={"width": 1440, "height": 900})
    page.wait_for_selector(".cell[tabindex='0']", state="attached")
    rules = page.evaluate(
        "() => [...document.styleSheets[0].cssRules].flatMap((rule) => rule.selectorText ?? [])"
        ".filter((selector) => /(grid|sheet|board|cell)\\S*:has/.test(selector))"
    )
    assert rules == []  # each would be matched again whenever a cell gets the focus
    page.keyboard.press("ArrowRight")
    ring = "getComputedStyle(document.querySelector('.ring')).stroke"
    assert page.evaluate(ring) != "none"
    page.focus("#hint")
    assert page.evaluate(ring) == "none"
    x, y, right, bottom = box(page, ".cell")
    page.mouse.click((x + right) / 2, (y + bottom) / 2)
    assert page.evaluate(ring) == "none"


def pressed(visit, path, puzzle, width, height, **context):
    """The page of a puzzle in a window of some size, on a phone."""
    path.write_text(ns.playable(puzzle, seconds=2).html, encoding="utf-8")
    page = visit(path.as_uri(), **{**PHONE, "viewport": {"width": width, "height": height}, **context})
    page.wait_for_selector(".cell[tabindex='0']", state="attached")
    return page


@pytest.mark.slow
@pytest.mark.parametrize("inks", [4, 5])
def test_five_inks_and_the_cross_stand_in_one_row_of_a_phone(visit, tmp_path, inks):
    colours = ["ffffff", "cc0000", "0000cc", "00aa00", "eecc00", "000000"][: inks + 1]
    palette = [ns.Colour(f"ink {at}", rgb, "abcdef"[at]) for at, rgb in enumerate(colours)]
    grid = ns.Grid([[1 + (row + column) % inks for column in range(10)] for row in range(10)])
    page = pressed(visit, tmp_path / "inks.html", grid.puzzle(palette=palette), 390, 844)
    places = [label.bounding_box() for label in page.locator("#tools label").all()]
    assert len(places) == inks + 1
    assert len({place["y"] for place in places}) == 1
    assert min(place["height"] for place in places) >= 44
    assert min(place["width"] for place in places) >= 40
    assert places[-1]["x"] + places[-1]["width"] <= box(page, "#undo")[0]
    assert box(page, "#again")[2] <= 390


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "ja"])
def test_the_controls_are_no_wider_than_a_narrow_phone(opened, language):
    page = opened(15, 320, 640, locale=language)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert box(page, "#hint")[2] <= 320


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_the_message_of_a_solved_game_stays_off_the_edges_of_its_box(visit, tmp_path, language):
    grid = ns.Grid([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    page = pressed(visit, tmp_path / "small.html", grid.puzzle(), 390, 844, locale=language)
    for cell in (1, 3, 5, 7):
        left, top, right, bottom = box(page, f".cell >> nth={cell}")
        page.mouse.click((left + right) / 2, (top + bottom) / 2)
    page.wait_for_selector(".solved #says")
    message, says = box(page, "#message"), box(page, "#says")
    assert says[1] - message[1] >= 8
    assert message[3] - says[3] >= 8
