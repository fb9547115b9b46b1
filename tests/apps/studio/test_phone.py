"""The studio on a phone, and on shapes other than rectangles: all tools are in view, impossible ones are hidden."""

import json

import pytest
from browser import PHONE, WIDE, snap

import nonosat as ns
from nonosat.model.shapes import shape_named
from tests.helpers.shapes import HOLES

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

INKS = [
    ns.Colour(name, rgb, name[0])
    for name, rgb in (("white", "ffffff"), ("black", "000000"), ("red", "c8343d"), ("green", "2f8f4e"))
] + [ns.Colour("blue", "2f6fb5", "u"), ns.Colour("yellow", "e0b020", "y")]
HEART = ns.Grid([[int(cell) for cell in row] for row in ("11011", "11111", "11111", "01110", "00100")])
MANY = ns.Grid([[1, 2, 3], [4, 5, 0]])
HEXAGON = ns.Puzzle.of_lines(
    {"a": [[0, 1], [2, 3, 4], [5, 6]], "b": [[0, 2], [1, 3, 5], [4, 6]], "c": [[1, 4], [0, 3, 6], [2, 5]]},
    {"a": [[2], [1, 1], [2]], "b": [[2], [1, 1], [2]], "c": [[2], [1, 1], [2]]},
)

OUTSIDE = """() => [...document.querySelectorAll("#tools button")].filter((button) => {
    const { left, right, width } = button.getBoundingClientRect();
    return width && (left < 0 || right > innerWidth);
}).map((button) => button.ariaLabel)"""


def test_tools_are_in_view_with_any_number_of_inks(studio):
    desk = studio(MANY.puzzle(palette=INKS, goal=MANY), **PHONE)
    page = desk.page
    for activity in ("Draw", "Repair"):
        desk.go(activity)
        assert page.evaluate(OUTSIDE) == []
        names = page.locator("#tools [role=radio]:visible").evaluate_all(
            "all => all.map(({ ariaLabel }) => ariaLabel)"
        )
        assert len(names) >= 2
    desk.go("Draw")
    page.get_by_role("button", name="Inks: black").click()
    page.get_by_role("radio", name="Ink 3: green").click()
    assert page.evaluate("studio.state.ink") == 3
    assert page.get_by_role("radio", name="Ink 3: green").is_hidden()
    page.get_by_role("button", name="Inks: green").wait_for()
    snap(page, "studio-phone-inks")


def test_inks_on_a_phone_are_put_away_by_whatever_comes_next(studio):
    desk = studio(MANY.puzzle(palette=INKS, goal=MANY), **PHONE)
    page = desk.page
    button = page.get_by_role("button", name="Inks: black")
    inks = page.get_by_role("radiogroup", name="Inks")

    def is_open():
        assert button.get_attribute("aria-expanded") == str(inks.is_visible()).lower()
        return inks.is_visible()

    for act in (
        button.click,
        lambda: page.keyboard.press("Escape"),
        lambda: desk.stroke((0, 0)),
        lambda: page.get_by_role("radio", name="Line").click(),
        lambda: (desk.go("See"), desk.go("Draw")),
    ):
        button.click()
        assert is_open()
        act()
        assert not is_open()
    button.click()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.ariaLabel") == "Inks: black"
    button.click()
    page.keyboard.press("2")  # which makes the button anew
    button = page.locator(".ink-button")
    assert is_open()


def test_a_long_message_is_whole_and_leaves_the_page_as_wide_as_it_is(studio):
    desk = studio(HEART.puzzle(goal=HEART), **PHONE)
    page = desk.page
    page.evaluate(
        "studio.api.page.say('The address is of this machine: other telephones and computers do not find it.')"
    )
    left, right, scrolled = page.evaluate(
        """() => {
            const { left, right } = document.querySelector("#toast").getBoundingClientRect();
            return [left, right, document.documentElement.scrollWidth];
        }"""
    )
    assert 0 <= left < right <= 360 == scrolled
    snap(page, "studio-phone-toast")


CUBES = {"a": [[0, 1], [2, 3]], "b": [[0, 2], [1, 3]], "c": [[0, 3], [1, 2]], "d": [[2, 0, 1]]}


def shapes():
    yield "lines", HEXAGON
    yield "more", ns.Puzzle.of_lines(CUBES, {"a": [[1], [1]], "b": [[1], [1]], "c": [[2], []], "d": [[1]]})
    goal = ns.Grid._shaped(HOLES.geometry, bytes(at % 3 > 0 for at in range(16)))
    yield "holes", goal.puzzle(goal=goal)


@pytest.mark.parametrize(("name", "puzzle"), list(shapes()))
@pytest.mark.parametrize("screen", [WIDE, PHONE])
def test_no_clue_of_any_lines_covers_a_cell(studio, name, puzzle, screen):
    desk = studio(puzzle, **screen)
    page = desk.page
    covered, outside, cells = page.evaluate(
        """async () => {
            const [{ numbersOf }, { cellUnder }, { clues }] = [await import("./studio/view/gutters.js"),
                await import("./shared/geometry.js"), await import("./shared/puzzle.js")];
            const { view, puzzle } = studio.stage;
            const places = clues(puzzle).flatMap((family, at) =>
                family.flatMap((clue, index) => numbersOf(view, at, index, clue)));
            const reach = view.gutters.font(view.scale) * 0.3;
            const covered = places.filter(([x, y]) => [-reach, 0, reach].some((dx) => [-reach, 0, reach].some((dy) =>
                cellUnder(view.geometry, ...view.world(x + dx, y + dy)) >= 0)));
            const outside = places.filter(([x, y]) =>
                Math.min(x, y, view.width - x, view.height - y) < reach);
            const cells = [...Array(view.geometry.size).keys()]
                .map((cell) => studio.stage.cellAt(view.middle(cell)));
            return [covered, outside, cells];
        }"""
    )
    assert covered == []
    assert outside == []
    assert cells == list(range(len(cells)))  # each can be painted
    snap(page, f"studio-lines-{name}-{screen['viewport']['width']}")


NARROW = {**PHONE, "viewport": {"width": 390, "height": 844}}


@pytest.mark.parametrize("screen", [WIDE, PHONE, NARROW])
def test_a_message_covers_nothing_that_is_worked_on_and_ends_at_the_next_stroke(studio, screen):
    desk = studio(HEART.puzzle(goal=HEART, metadata=ns.Metadata(title="A rather long title")), **screen)
    page = desk.page
    page.evaluate("() => { studio.api.opening.random() }")
    toast = page.locator("#toast")
    toast.filter(has_text="A rather long title is on the shelf.").wait_for()
    desk.settle()
    below, taken = page.evaluate(
        """() => {
            const { top, left, height } = document.querySelector("#toast > span").getBoundingClientRect();
            const { view, element } = studio.stage;
            const bottom = element.getBoundingClientRect().top + view.y + view.size()[1];
            const under = document.elementFromPoint(left + 2, top + height / 2);
            return [top - bottom, Boolean(under.closest("#toast"))];
        }"""
    )
    assert below >= 0
    assert not taken
    snap(page, f"studio-shelved-{screen['viewport']['width']}")
    desk.stroke((0, 0))
    assert toast.is_hidden()


def test_a_replaced_drawing_can_be_found_and_restored(studio):
    desk = studio(HEART.puzzle(goal=HEART, metadata=ns.Metadata(title="Precious")), **WIDE)
    page = desk.page
    before = desk.puzzle

    def back():
        page.locator("#toast").filter(has_text="Precious is on the shelf.").wait_for()
        assert page.evaluate("studio.state.puzzle.texts.title") != "Precious"
        page.get_by_role("button", name="Back to Precious").click()
        desk.wait("studio.state.puzzle.texts.title === 'Precious'")
        assert desk.puzzle == before

    page.evaluate("() => { studio.api.opening.random() }")
    back()
    for act in ("newPuzzle()", "opening.examples()"):
        page.evaluate(f"() => {{ studio.api.{act} }}")
        page.locator("dialog").wait_for()
        page.keyboard.press("Enter")
        back()
    page.evaluate("() => { studio.api.opening.text('.#.\\n###\\n.#.') }")
    back()
    entries = page.evaluate("async () => (await studio.shelf.list()).length")
    assert entries == 4  # the empty new picture is not kept
    desk.press("New")
    page.keyboard.press("Enter")
    page.locator("dialog").wait_for(state="detached")
    page.evaluate("studio.api.page.endMessage()")
    page.evaluate("() => { studio.api.opening.random() }")  # nothing was drawn on the new one
    desk.wait("studio.state.puzzle.cells.some(Boolean)")
    assert page.locator("#toast").is_hidden()


@pytest.mark.parametrize("name", ["hexagon", "triddler"])
def test_a_new_picture_of_a_shape_is_drawn_checked_mended_and_kept(studio, name):
    desk = studio(**WIDE)
    page = desk.page
    desk.press("New")
    page.get_by_role("radio", name=name.capitalize()).check(force=True)
    page.locator("dialog").get_by_label("Each side").fill("4")
    page.keyboard.press("Enter")
    page.locator("dialog").wait_for(state="detached")
    desk.settle()
    assert desk.verdict.startswith("Draw")
    assert page.evaluate("studio.state.puzzle.cells.length") == {"hexagon": 37, "triddler": 96}[name]
    desk.stroke((2, 1), (2, 4), (4, 3))
    drawn = page.evaluate("() => [...studio.state.puzzle.cells]")
    assert sum(drawn) >= 6  # no gaps
    desk.settle()
    check = page.evaluate("() => studio.state.answers.check.verdict")
    assert ns.check(ns.loads(json.dumps(desk.puzzle), "json")).verdict == check
    desk.press("Undo")
    assert not page.evaluate("() => studio.state.puzzle.cells.some(Boolean)")
    desk.press("Redo")
    desk.go("Repair")
    desk.press("Reveal cells instead")
    page.locator(".proposed, .notice.good").first.wait_for()
    if page.get_by_role("button", name="Accept all").count():
        desk.press("Accept all")
    desk.settle()
    assert ns.check(ns.loads(json.dumps(desk.puzzle), "json")).unique
    page.reload()
    desk.sit_down()
    assert page.evaluate("() => [...studio.state.puzzle.cells]") == drawn
    snap(page, f"studio-new-{name}")


@pytest.mark.parametrize("side", [2, 3, 9])
@pytest.mark.parametrize("name", ["hexagon", "triddler"])
def test_regular_shapes_are_those_of_the_engine(studio, name, side):
    page = studio().page
    made = page.evaluate(
        """async ([name, side]) => {
            const [{ regular }, { blankOf }] = [await import("./shared/regular.js"), await import("./shared/puzzle.js")];
            return studio.toJSON(blankOf(regular(name, side)));
        }""",
        [name, side],
    )
    geometry = shape_named(f"{name}:{side}")
    goal = ns.Grid._shaped(geometry, bytes(sum(map(len, geometry.families[0]))))
    wanted = goal.puzzle(goal=goal).to_json()
    outlines = made.pop("outlines", []), wanted.pop("outlines", [])
    assert made == json.loads(json.dumps(wanted))
    for corners, others in zip(*outlines, strict=True):
        assert [pytest.approx(corner) for corner in corners] == [list(other) for other in others]


def test_a_hexagon_is_drawn_on_and_offers_only_what_is_possible(studio):
    desk = studio(HEXAGON, **WIDE)
    page = desk.page
    assert page.locator("#grid").get_attribute("aria-label") == "Picture, 7 cells"
    desk.press("Draw on its solution")
    tools = page.locator("#tools .tool").evaluate_all("all => all.map(({ ariaLabel }) => ariaLabel)")
    assert tools == ["Pencil", "Fill", "Eyedropper"]
    for name in ("Crop top", "Mirror", "Turn", "Move up"):
        assert page.get_by_role("button", name=name).is_hidden()
    assert page.get_by_label("Symmetry").is_hidden()
    before = page.evaluate("() => [...studio.state.puzzle.cells]")
    desk.stroke((1, 1))
    after = page.evaluate("() => [...studio.state.puzzle.cells]")
    assert after == [colour ^ (cell == 3) for cell, colour in enumerate(before)]
    page.get_by_role("button", name="Invert").click()
    assert page.evaluate("() => [...studio.state.puzzle.cells]") == [1 - colour for colour in after]
    assert "triddler" not in page.inner_text("body").lower()
    snap(page, "studio-hexagon")


def test_an_image_takes_the_shape_of_the_puzzle_on_the_desk(studio, cat):
    desk = studio(HEXAGON, **WIDE)
    page = desk.page

    def kind():
        return page.evaluate(
            """async () => {
                const { geometry } = await import("./shared/puzzle.js");
                const { kind, families } = geometry(studio.state.puzzle);
                return [kind, families[0].length];
            }"""
        )

    with page.expect_file_chooser() as chooser:
        page.evaluate("studio.api.opening.choose('image/*')")
    chooser.value.set_files(cat)
    page.get_by_label("Shape").wait_for()
    desk.wait("studio.state.puzzle.cells?.some(Boolean)")
    desk.settle()
    assert kind() == ["shape", 3]  # 2 cells a side, as before
    assert page.get_by_label("Shape").input_value() == "hexagon"
    desk.slide("Each side", 9)
    desk.wait("studio.state.puzzle.cells.length === 217")
    desk.settle()
    assert kind() == ["shape", 17]
    inked = page.evaluate("() => studio.state.puzzle.cells.filter(Boolean).length")
    assert 20 < inked < 200
    snap(page, "studio-hexagon-image")
    cells = page.evaluate("() => [...studio.state.puzzle.cells]")
    page.get_by_role("radio", name="Fill").click()
    desk.stroke((0, 0))
    assert page.evaluate("() => [...studio.state.puzzle.cells]") != cells
    desk.press("Undo")
    assert page.evaluate("() => [...studio.state.puzzle.cells]") == cells
    # the hexagon of before is on the shelf, and undone is the image alone
    desk.press("Undo")
    assert page.evaluate("() => studio.state.puzzle.cells.some(Boolean)") is False
    assert kind()[0] == "shape"
    assert page.evaluate("async () => (await studio.shelf.list()).length") == 2
    desk.press("Redo")
    page.get_by_label("Shape").select_option("triddler")
    desk.wait("studio.stage.view.geometry.kind === 'triddler'")
    desk.settle()
    assert kind() == ["triddler", 18]
    page.get_by_label("Shape").select_option("rectangle")
    desk.wait("studio.stage.view.geometry.kind === 'rectangle'")
    desk.settle()
    assert kind()[0] == "rectangle"


@pytest.fixture(scope="module")
def cat(tmp_path_factory):
    """A picture in colour: its outline alone is a poor puzzle."""
    image = pytest.importorskip("PIL.Image").new("RGB", (240, 240), "white")
    from PIL import ImageDraw

    draw = ImageDraw.Draw(image)
    draw.polygon([(40, 110), (50, 20), (110, 70)], fill="#e8902c")
    draw.polygon([(200, 110), (190, 20), (130, 70)], fill="#e8902c")
    draw.ellipse([30, 50, 210, 220], fill="#e8902c")
    draw.ellipse([75, 105, 100, 140], fill="black")
    draw.ellipse([140, 105, 165, 140], fill="black")
    draw.arc([95, 140, 145, 185], 20, 160, fill="black", width=6)
    path = tmp_path_factory.mktemp("image") / "cat.png"
    image.save(path)
    return path


CHOSEN = "button.sample[aria-pressed=true]"


@pytest.mark.parametrize("screen", [WIDE, PHONE, {**PHONE, "viewport": {"width": 390, "height": 844}}])
def test_the_best_puzzle_of_an_image_is_on_the_desk_and_the_others_are_in_view(studio, cat, screen):
    desk = studio(HEART.puzzle(goal=HEART, metadata=ns.Metadata(title="Heart", author="A. Uthor")), **screen)
    page = desk.page
    page.locator("body").evaluate("() => studio.api.go(studio.api.draw)")
    with page.expect_file_chooser() as chooser:
        page.evaluate("studio.api.opening.choose('image/*')")
    chooser.value.set_files(cat)
    page.get_by_label("The image as it is").wait_for()
    page.locator(CHOSEN).wait_for()
    desk.settle()
    first = page.locator("button.sample").first
    assert first.get_attribute("aria-pressed") == "true"
    assert ns.check(
        ns.loads(str(page.evaluate("JSON.stringify(studio.toJSON(studio.state.puzzle))")), "json")
    ).line_solvable
    top, bottom = page.evaluate(
        """() => [document.querySelector("button.sample").getBoundingClientRect().top,
            document.querySelector("#panel").getBoundingClientRect().bottom]"""
    )
    assert top < bottom - 60
    assert first.locator("canvas").bounding_box()["width"] >= 96
    inks, side = page.evaluate(
        "() => [studio.state.puzzle.palette.length - 1, Math.max(...studio.state.puzzle.shape)]"
    )
    assert page.get_by_role("slider", name="Inks").input_value() == str(inks)
    assert page.get_by_role("slider", name="Longer side").input_value() == str(side)
    snap(page, f"studio-image-choices-{screen['viewport']['width']}")
    # the old drawing and its texts are still stored
    assert "Heart is on the shelf." in page.text_content("#toast")
    entries = page.evaluate("async () => (await studio.shelf.list()).map(({ puzzle }) => puzzle.texts)")
    assert sorted(entries, key=len) == [{"title": "cat"}, {"title": "Heart", "author": "A. Uthor"}]
