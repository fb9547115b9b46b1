"""States of the studio's page that were once wrong: repeated drawing, small windows, damaged links, busy servers."""

import base64
import io
import json
import random
import re
import zlib

import pytest
from browser import PHONE, findings, snap
from PIL import Image

import nonosat as ns

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

SCREEN = {"viewport": {"width": 1280, "height": 800}}
HALVED = {"viewport": {"width": 640, "height": 400}}
"""CSS pixels of a window of 1280 by 800 pixels at 200 %."""

GRID = ns.Grid([[int(cell) for cell in row] for row in ("10011", "01011", "00111", "11110", "11100")])
SWITCH = GRID.puzzle(goal=GRID)
"""Two solutions: they differ in the four cells at the upper left."""


def pixels(desk):
    """Returns the pixels of the canvas of the cells."""
    return desk.page.evaluate(
        """async () => {
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            return studio.stage.canvases[0].toDataURL();
        }"""
    )


def box(desk, selector):
    return desk.page.locator(selector).bounding_box()


def cell_box(desk, row, column):
    """Left, top, right, bottom of a cell on the page."""
    x, y = desk.place(row, column)
    half = desk.page.evaluate("studio.stage.view.scale") / 2
    return x - half, y - half, x + half, y + half


def apart(rectangle, other):
    """Returns True if a box of Playwright's and (left, top, right, bottom) do not overlap."""
    left, top, right, bottom = other
    return (
        rectangle["x"] >= right
        or rectangle["y"] >= bottom
        or rectangle["x"] + rectangle["width"] <= left
        or rectangle["y"] + rectangle["height"] <= top
    )


@pytest.mark.parametrize("ratio", [1, 1.25, 2])
def test_redrawing_leaves_no_trace(studio, ratio):
    desk = studio(**SCREEN, device_scale_factor=ratio)
    empty = pixels(desk)
    for ink in "101010":  # drawn, and erased
        desk.page.keyboard.press(ink)
        desk.stroke((7, 7))
        desk.stroke((4, 4), (5, 4))
    desk.page.keyboard.press("1")
    desk.settle()
    assert pixels(desk) == empty
    desk.stroke((0, 0), (9, 9))
    desk.press("Mirror")
    mirrored = pixels(desk)
    desk.page.evaluate("studio.stage.paint()")
    assert pixels(desk) == mirrored


@pytest.mark.parametrize("size", [SCREEN, HALVED, PHONE, {"viewport": {"width": 800, "height": 900}}])
def test_nothing_lies_upon_the_picture_when_it_fits(studio, size):
    desk = studio(**size)
    corners = [cell_box(desk, 0, 0), cell_box(desk, 0, 14), cell_box(desk, 14, 0), cell_box(desk, 14, 14)]
    for name in ("#zoom", "#verdict", "#offers", "#tools", "#tabs"):
        if desk.page.is_visible(name):
            assert all(apart(box(desk, name), corner) for corner in corners), name


def test_at_two_hundred_per_cent_the_picture_stays_beside_the_panel(studio):
    desk = studio(SWITCH, **HALVED)
    for name in ("Draw", "See", "Repair", "Solve", "Save and share"):
        desk.go(name)
        verdict, tools, stage = (box(desk, each) for each in ("#verdict", "#tools", "#grid"))
        assert stage["width"] >= 300
        assert stage["height"] >= 300
        assert tools is None or verdict["x"] >= tools["x"] + tools["width"]
        assert box(desk, "#panel")["x"] >= stage["x"] + stage["width"]
        assert findings(desk.page) == []
        snap(desk.page, f"studio-halved-{name.lower()}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_at_four_hundred_per_cent_the_verdict_stays_in_its_pill(studio, language):
    desk = studio(SWITCH, viewport={"width": 320, "height": 200}, locale=language)
    count = str(10**14)
    for answer in ({}, {"count": count}, {"count": count, "exact": False}):
        desk.page.evaluate(
            """(answer) => {
                const { answers } = studio.state;
                const ambiguity = { ...answers.ambiguity, ...answer };
                studio.state.answers = { ...answers, ambiguity, isLooking: true };
                studio.api.page.answered();
            }""",
            answer,
        )
        pill = box(desk, "#verdict")
        assert pill["x"] >= 0
        assert pill["x"] + pill["width"] <= 320
        headline = box(desk, "#verdict strong")
        assert headline["width"] >= 50
        for part in desk.page.locator("#verdict > :visible").all():
            inside = part.bounding_box()
            assert pill["x"] <= inside["x"] + 0.5
            assert inside["x"] + inside["width"] <= pill["x"] + pill["width"] + 0.5
            assert pill["y"] <= inside["y"] + 0.5
            assert inside["y"] + inside["height"] <= pill["y"] + pill["height"] + 0.5
    snap(desk.page, f"studio-four-hundred-{language}")


def test_a_phone_gives_the_picture_the_room_that_clues_do_not_need(studio):
    desk = studio(**PHONE)
    assert desk.page.evaluate("studio.stage.view.scale") >= 20
    snap(desk.page, "studio-phone-room")


def test_regions_stay_off_the_clues(studio):
    desk = studio(SWITCH, **SCREEN)
    desk.go("See")
    desk.settle()
    beside = """async () => {
        await new Promise(requestAnimationFrame);
        const { view, contexts, canvases } = studio.stage;
        const ratio = canvases[2].width / view.width;
        const shown = (x, y, w, h) => contexts[2].getImageData(x * ratio, y * ratio, w * ratio, h * ratio).data
            .some((value, at) => at % 4 === 3 && value > 0);
        return [shown(0, 0, view.width, view.y - 3), shown(0, 0, view.x - 3, view.height),
            shown(view.x, view.y, 100, 100)];
    }"""
    assert desk.page.evaluate(beside) == [False, False, True]
    for _ in range(6):
        desk.press("Zoom in")
    snap(desk.page, "studio-regions")
    gutters = """async () => {
        await new Promise(requestAnimationFrame);
        const { view, contexts, canvases } = studio.stage;
        const { left, top } = view.gutters.room(view.scale);
        const ratio = canvases[2].width / view.width;
        const data = contexts[2].getImageData(0, 0, (Math.max(view.x, left) - 3) * ratio, view.height * ratio).data;
        return data.some((value, at) => at % 4 === 3 && value > 0);
    }"""
    assert not desk.page.evaluate(gutters)


def link(data):
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(data).encode()) + packer.flush()
    return "#puzzle=" + re.sub("=+$", "", base64.urlsafe_b64encode(packed).decode())


DAMAGED = {
    "no rows": {"puzzle": {"rows": [], "columns": [[1]]}},
    "many rows": {"puzzle": {"rows": [[1]] * 5000, "columns": [[1]]}},
    "a colour": {
        "puzzle": {
            "rows": [[1]],
            "columns": [[1]],
            "palette": [["white", "ffffff", "."], ["black", "url(//a)", "#"]],
        }
    },
    "an ink": {"puzzle": {"rows": [[[1, 7]]], "columns": [[1]]}},
    "a length": {"puzzle": {"rows": [["<b>"]], "columns": [[1]]}},
    "a given": {"puzzle": {"rows": [[1]], "columns": [[1]], "givens": [[3, 0, 1]]}},
    "a title": {"puzzle": {"rows": [[1]], "columns": [[1]], "title": {"a": 1}}},
    "kept": {"puzzle": {"rows": [[1]], "columns": [[1]]}, "kept": [[9, 9]]},
    "nothing": {},
    "a list": [1],
}


def test_a_damaged_link_is_one_line_and_nothing_is_kept(studio):
    desk = studio(SWITCH)
    shelf = "studio.shelf.list().then((all) => all.length)"
    before = desk.page.evaluate(shelf)
    for name, data in DAMAGED.items():
        desk.page.evaluate("() => { document.querySelector('#toast').hidden = true; }")
        desk.page.evaluate("fragment => { location.hash = fragment }", link(data))
        desk.page.get_by_text("The link is damaged").first.wait_for()
        desk.wait("!location.hash")
        assert desk.puzzle["rows"] == SWITCH.to_json()["rows"], name
    assert desk.page.evaluate(shelf) == before
    desk.page.reload()
    desk.sit_down()
    assert desk.puzzle["rows"] == SWITCH.to_json()["rows"]


def test_a_new_verdict_is_spoken_once_strokes_have_ended(studio):
    desk = studio(SWITCH)
    spoken = desk.page.locator("#spoken")
    spoken.filter(has_text="2 solutions, 4 open cells").wait_for(state="attached")
    desk.page.evaluate(
        """() => {
            globalThis.heard = [];
            const note = () => heard.push(document.querySelector("#spoken").textContent);
            new MutationObserver(note).observe(document.querySelector("#spoken"), { childList: true });
        }"""
    )
    for _ in range(3):
        desk.stroke((0, 1))
        desk.stroke((0, 2))
    desk.stroke((0, 1))
    desk.settle()
    spoken.filter(has_text="One solution").wait_for(state="attached")
    assert len(desk.page.evaluate("heard")) == 1


def test_a_busy_server_is_asked_again_when_it_says(studio):
    desk = studio(expected="503|429")
    tried = []

    def refuse(route):
        tried.append(route.request.url)
        if len(tried) > 2:
            route.continue_()
        else:
            route.fulfill(
                status=(503, 429)[len(tried) - 1],
                headers={"Retry-After": "1"},
                json={"error": {"kind": "busy", "message": "too many questions"}},
            )

    desk.page.route("**/examine", refuse)
    desk.stroke((0, 0), (0, 3))
    desk.settle()
    assert len(tried) == 3
    assert "One solution" in desk.verdict


def test_messages_do_not_speak_of_the_command_line(studio):
    desk = studio(SWITCH, expected="422")
    page = desk.page
    asked = """async ([question, payload]) => {
        const response = await fetch(`api/v1/${question}`, {
            method: "POST", headers: { "Content-Type": "application/json" }, body: payload });
        return (await response.json()).error.message;
    }"""
    given = {"puzzle": {"rows": [[1]], "columns": [[1]], "givens": [[0, 0, 1]]}, "to": "non"}
    for question, payload in (
        ("convert", json.dumps({"file": {"name": "", "text": "what is that?"}})),
        ("convert", json.dumps(given | {"to": "olsak"})),
        ("check", '{"puzzle": {"rows": [[' + "1" * 5000 + ']], "columns": [[1]]}}'),
        ("check", json.dumps({"id": "x" * 300})),
    ):
        message = page.evaluate(asked, [question, payload])
        assert not re.search(r"--|`nonosat|sys\.", message), message


@pytest.fixture
def smiley(tmp_path):
    """A photograph, nearly: red on white, with black eyes."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (200, 200), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((20, 20, 180, 180), fill=(220, 40, 40))
    draw.ellipse((60, 60, 85, 95), fill="black")
    draw.ellipse((115, 60, 140, 95), fill="black")
    image.save(tmp_path / "smiley.png")
    return tmp_path / "smiley.png"


def test_an_image_in_colour_has_its_colours_with_more_inks(studio, smiley):
    desk = studio(**SCREEN, expected="422")
    with desk.page.expect_file_chooser() as chooser:
        desk.page.get_by_role("button", name="Image", exact=True).click()
    chooser.value.set_files(smiley)
    desk.slide("Inks", 2)
    desk.wait("studio.state.puzzle.palette.length === 3")
    desk.settle()
    reds = [rgb for _, rgb, _ in desk.puzzle["palette"][1:] if int(rgb[:2], 16) > int(rgb[2:4], 16) + 100]
    assert len(reds) == 1


def test_a_search_that_is_stopped_gives_the_repair_found_by_then(studio):
    desk = studio(SWITCH, **SCREEN)
    desk.go("Repair")
    desk.page.evaluate(
        """() => {
            studio.questions.repair = (slot, question, puzzle, how, onProgress) => {
                const changes = [{ row: 0, column: 1, colour: 1 }];
                onProgress({ pictures: 40, cost: 1, bound: 0, changes });
                return new Promise(() => {});
            };
        }"""
    )
    desk.page.get_by_role("button", name="Make it unique").click()
    desk.press("Stop, and take")
    desk.press("Accept all")
    desk.settle()
    assert desk.puzzle["goal"][0] == "11011"


def test_repairs_are_proposed_as_they_improve(studio):
    desk = studio(SWITCH, **SCREEN)
    desk.go("Repair")
    desk.page.evaluate(
        """() => {
            studio.questions.repair = (slot, question, puzzle, how, onProgress) => {
                globalThis.improve = (pictures, bound, ...places) => {
                    const changes = places.map(([row, column, colour]) => ({ row, column, colour }));
                    onProgress({ pictures, cost: changes.length || null, bound, changes });
                };
                return new Promise(() => {});
            };
        }"""
    )
    desk.press("Make it unique")
    waiting = desk.page.locator(".waiting")
    assert "Looking for the fewest changes…" in waiting.inner_text()
    marked = "() => studio.stage.overlays.has('changes')"
    picture = waiting.locator("canvas")
    desk.page.evaluate("improve(20, 0)")
    assert "20 pictures looked at · still looking" in waiting.inner_text()
    assert not picture.count()
    assert not desk.page.evaluate(marked)
    desk.page.evaluate("improve(40, 1, [0, 1, 1], [0, 2, 1])")
    assert "2 changes suffice · at least 1 needed · 40 pictures" in waiting.inner_text()
    two = picture.evaluate("canvas => canvas.toDataURL()")
    assert desk.page.evaluate(marked)
    desk.page.keyboard.press("y")  # nothing is accepted before the search has ended
    assert desk.puzzle["goal"] == SWITCH.to_json()["goal"]
    desk.page.evaluate("improve(60, 1, [0, 1, 1])")
    assert "1 change suffices" in waiting.inner_text()
    assert picture.evaluate("canvas => canvas.toDataURL()") != two
    desk.press("Stop, and take it")
    assert desk.page.locator(".proposals li").count() == 1


def test_the_number_of_changes_matches_the_shown_proposal(studio):
    desk = studio(SWITCH, **PHONE)
    desk.go("Repair")
    desk.page.evaluate(
        """() => {
            const one = [{ row: 0, column: 1, colour: 1 }];
            const two = [...one, { row: 0, column: 2, colour: 1 }];
            const answer = { found: true, optimal: true, complete: true, bound: 1, changes: one, alternatives: [] };
            studio.questions.repair = (slot, question, puzzle, { keep_look }) =>
                keep_look
                    ? new Promise((resolve) => (globalThis.endLook = () => resolve({ ...answer, changes: two })))
                    : Promise.resolve({ ...answer, ...globalThis.change });
        }"""
    )
    proposed = desk.page.locator(".proposed")
    desk.press("Make it unique")
    proposed.wait_for()
    assert "Fewer cannot suffice." in proposed.inner_text()
    panel, accept = box(desk, ".panel"), proposed.get_by_role("button", name="Accept all").bounding_box()
    assert (
        panel["y"] <= accept["y"] <= panel["y"] + panel["height"] - accept["height"]
    )  # in view while it searches
    desk.page.evaluate("endLook()")
    desk.page.get_by_role("button", name="Keeps the look: 2 changes").click()
    assert "2 changes" in proposed.inner_text()
    assert "1 change suffices" in proposed.inner_text()
    assert "cannot suffice" not in proposed.inner_text()
    proposed.locator("li").nth(1).get_by_role("button", name="Accept").click()
    assert "suffice" not in proposed.inner_text()  # of one change left nothing is known

    desk.page.evaluate("globalThis.change = { optimal: false }")
    desk.press("Make it unique")
    desk.page.get_by_text("At least 1 is needed.").wait_for()
    desk.page.locator(".waiting").wait_for()  # for the look
    desk.press("Accept all")
    assert not desk.page.locator(".waiting").count()
    assert "Done." in desk.page.inner_text(".panel")


PARTS = "#title, #verdict, #panel input, " + ", ".join(
    f"#{part} button" for part in ("actions", "tools", "tabs", "zoom", "offers", "panel")
)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(320, 256), (360, 225)])
def test_at_four_hundred_per_cent_the_page_scrolls_downwards_only(studio, size, language):
    width, height = size
    desk = studio(SWITCH, viewport={"width": width, "height": height}, locale=language)
    page = desk.page
    for at in range(5):
        page.keyboard.press(f"Alt+{at + 1}")
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        outside = page.evaluate(
            """parts => [...document.querySelectorAll(parts)].filter((part) => {
                const { left, right, width } = part.getBoundingClientRect();
                const isHidden = part.closest("details:not([open]), .unseen, .radio");
                return width && !isHidden && (left < -0.5 || right > innerWidth + 0.5);
            }).map((part) => part.outerHTML.slice(0, 80))""",
            PARTS,
        )
        assert outside == []
        tops = page.locator("#tabs button").evaluate_all("all => all.map((tab) => tab.offsetTop)")
        assert len(set(tops)) == 1
        last = page.locator("#panel").evaluate("panel => panel.getBoundingClientRect().bottom + scrollY")
        assert page.evaluate("document.documentElement.scrollHeight") >= last - 1
        snap(page, f"studio-400-{at}-{width}-{language}")
    assert box(desk, "#title")["width"] >= 90
    for name in ("#zoom button", "#actions button"):
        assert all(page.locator(name).evaluate_all("all => all.map((each) => each.offsetWidth > 0)"))
    page.keyboard.press("Alt+1")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate("studio.stage.view.size()[1]") >= 50  # of a picture of five rows
    before = desk.puzzle["goal"]
    desk.stroke((0, 1))
    assert desk.puzzle["goal"] != before


def test_a_stopped_search_says_how_much_it_changes_and_offers_to_keep_the_look(studio):
    grid = ns.Grid([[1] * 10] * 5)
    desk = studio(grid.puzzle(goal=grid), **SCREEN)
    desk.go("Repair")
    desk.page.evaluate(
        """() => {
            const changed = (most) => Array.from({ length: most }, (_, at) => ({ row: at % 5, column: at % 9, colour: 0 }));
            studio.questions.repair = (slot, question, puzzle, { keep_look }, onProgress) => {
                if (keep_look) return Promise.resolve({ found: true, bound: 1, changes: changed(3) });
                onProgress({ bound: 1, pictures: 5, changes: changed(20), cost: 20 });
                return new Promise(() => {});
            };
        }"""
    )
    desk.press("Make it unique")
    desk.press("Stop, and take")
    proposed = desk.page.locator(".proposed")
    assert "This repaints as many cells as 40 % of the drawing." in proposed.inner_text()
    snap(desk.page, "studio-mend-stopped")
    desk.press("Look for a way that keeps the look")
    desk.page.get_by_role("button", name="Keeps the look: 3 changes").click()
    assert "This repaints" not in proposed.inner_text()  # 6 % of it
    assert "Look for a way" not in proposed.inner_text()


@pytest.mark.parametrize("wish", ["Make it unique", "Make it solvable without guessing"])
def test_a_long_search_proposes_repairs_that_can_be_taken_before_it_ends(studio, wish):
    rng = random.Random(5)
    noise = ns.Grid([[rng.randrange(2) for _ in range(30)] for _ in range(30)])
    desk = studio(noise.puzzle(goal=noise), **SCREEN)
    desk.go("Repair")
    desk.press(wish)
    desk.page.get_by_role("button", name="Stop, and take").wait_for()
    assert "still looking" in desk.page.inner_text(".waiting")
    snap(desk.page, "studio-mend-looking")
    stop = desk.page.locator(".waiting button").element_handle()
    desk.page.wait_for_timeout(500)
    assert stop.evaluate("(button) => button.isConnected")  # or a press of it would be no click
    box = desk.page.get_by_text("Stop, and take").bounding_box()
    desk.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    desk.page.mouse.down()
    desk.page.evaluate("studio.api.mend.showProgress()")
    desk.page.mouse.up()
    assert desk.page.evaluate("studio.state.mending.busy") is False
    desk.press("Accept all")
    desk.settle()
    assert "One solution" in desk.verdict
    report = ns.check(ns.loads(json.dumps(desk.puzzle), "json"))
    assert report.unique
    assert report.line_solvable or wish == "Make it unique"


def test_open_cells_regions_and_counts_come_one_after_another_while_more_is_looked_for(studio):
    desk = studio(SWITCH, **SCREEN)
    desk.go("See")
    known = desk.page.evaluate("() => JSON.parse(JSON.stringify(studio.state.answers.ambiguity))")
    check = desk.page.evaluate("() => JSON.parse(JSON.stringify(studio.state.answers.check))")
    desk.page.evaluate(
        """() => {
            studio.questions.about = (slot, question, puzzle, how, onProgress) => {
                globalThis.tell = onProgress;
                return new Promise((resolve) => (globalThis.end = resolve));
            };
            studio.api.watch.begin();
        }"""
    )

    def tell(stage, **event):
        desk.page.evaluate("event => tell(event)", {"stage": stage, **event})
        return " ".join(desk.page.inner_text(".headline").split())

    def regions():
        return desk.page.locator(".regions li").count()

    assert tell("verdict", **check) == "Several solutions still looking"
    blank = {"backbone": known["backbone"], "open_cells": 2, "undecided_cells": 2, "regions": []}
    first = "Several solutions 2 open cells at least · still looking"
    assert tell("open_cells", **blank) == first
    assert not regions()
    assert tell("open_cells", **{**blank, "open_cells": 3}) == first  # numbers move once a second at most
    some = {**known, "count": "2", "exact": False}
    assert tell("open_cells", **some) == first
    headline = desk.page.locator(".headline")
    headline.filter(has_text=re.compile(r"At least 2 solutions\s*4 open cells · still looking")).wait_for()
    assert regions() == 1
    assert tell("ambiguity", **known) == "2 solutions 4 open cells"
    desk.page.evaluate("known => end(known)", {**check, **known, "rating": None})
    desk.settle()
    assert "still looking" not in desk.page.inner_text("body")


def test_cells_that_nobody_has_decided_are_neither_counted_nor_shaded(studio):
    desk = studio(SWITCH, **SCREEN)
    desk.go("See")
    stopped = desk.page.evaluate(
        """() => {
            const { ambiguity, check } = JSON.parse(JSON.stringify(studio.state.answers));
            const [region] = ambiguity.regions;
            const half = (filling) => filling.slice(0, 2) + region.examples[0].slice(2);
            for (const part of ["examples", "fillings"]) region[part] = region[part].map(half);
            const known = { open_cells: 2, undecided_cells: 2, stopped: "seconds", exact: false };
            Object.assign(ambiguity, known, { regions: [{ ...region, exact: false, switches: [] }] });
            studio.questions.about = async () => ({ ...check, ...ambiguity, rating: null });
            studio.api.watch.begin();
            return region.cells;
        }"""
    )
    desk.settle()
    assert "2 open cells at least" in desk.verdict
    assert "2 cells at least" in desk.page.inner_text(".regions li")
    shaded = desk.page.evaluate("() => studio.api.see.regions().map(({ cells }) => cells)")
    assert len(stopped) == 4
    assert shaded == [[row * 2 + column for row, column in stopped[:2]]]
    desk.page.locator(".regions button").first.click()
    assert desk.page.evaluate("() => studio.api.see.browsed().filling.length") == 2


def test_shades_leave_ink_as_black_as_it_is(studio):
    desk = studio(SWITCH, **SCREEN)
    middle = """([x, y]) => {
        const { element, canvases: [, , over], contexts: [, , context] } = studio.stage;
        studio.stage.paint();
        const { left, top, width } = element.getBoundingClientRect();
        const ratio = over.width / width;
        const { data } = context.getImageData((x - left) * ratio - 6, (y - top) * ratio - 6, 1, 1);
        return data[3];
    }"""
    for activity in ("See", "Repair"):
        desk.go(activity)
        white, black = (desk.page.evaluate(middle, desk.place(*cell)) for cell in ((0, 1), (0, 0)))
        assert white > 0 == black, activity


def test_more_time_is_offered_when_time_ran_out(studio):
    desk = studio(expected="422")
    asked = []

    def answer(route):
        asked.append(json.loads(route.request.post_data).get("seconds"))
        if asked[-1] in (60, 30):
            route.continue_()
        else:
            message = {"kind": "limit", "message": "the time limit", "limit": "seconds"}
            route.fulfill(status=422, json={"error": message})

    desk.page.route("**/examine", answer)
    desk.stroke((0, 0), (0, 3))
    desk.go("See")
    desk.page.keyboard.press("p")
    desk.press("Look longer")
    desk.page.get_by_role("heading", name="One solution").wait_for()
    desk.stroke((0, 5))
    desk.press("Look longer")
    desk.stroke((0, 6))
    desk.page.get_by_role("radio", name="30 s").check()
    desk.stroke((0, 7))
    desk.page.get_by_role("heading", name="One solution").wait_for()
    desk.settle()
    assert asked == [None, 60, None, 60, None, 30]


def test_the_picture_stands_still_between_activities(studio):
    desk = studio(SWITCH, **SCREEN)
    places = []
    for name in ("Draw", "See", "Repair", "Solve", "Save and share"):
        desk.go(name)
        places.append(desk.place(0, 0))
    assert places == [places[0]] * 5


def test_the_background_is_drawn_with_like_an_ink(studio):
    desk = studio(**SCREEN)
    desk.stroke((0, 0), (0, 4))
    desk.page.get_by_role("radio", name="Background: white").click()
    desk.stroke((0, 1), (0, 2))
    assert desk.puzzle["goal"][0] == "100110000000000"
    desk.page.keyboard.press("1")
    desk.stroke((0, 1))
    assert desk.puzzle["goal"][0] == "110110000000000"


def test_four_formats_are_offered_and_more_by_search(studio):
    desk = studio(**SCREEN)
    desk.go("Save and share")
    desk.page.locator(".formats .radio").nth(1).wait_for(state="attached")
    first, others = desk.page.locator(".formats .radio").all()
    assert [each.get_attribute("value") for each in first.locator("input").all()] == [
        "json",
        "webpbn",
        "non",
        "png",
    ]
    assert not others.is_visible()
    desk.page.locator(".formats summary").click()
    assert others.locator("label:visible").count() > 20
    desk.page.get_by_label("Search").fill("puzz.link")
    (found,) = others.locator("label:visible").all()
    assert "puzz.link" in found.inner_text()
    found.locator("input").check()
    assert not first.locator("input:checked").count()  # one choice
    with desk.page.expect_download():
        desk.page.get_by_role("button", name="Save", exact=True).click()


def test_givens_are_seen_on_every_ink(studio):
    desk = studio(SWITCH.replace(givens=[(0, 0, 1), (0, 1, 0)]), **SCREEN)
    shades = """async ([x, y]) => {
        await new Promise(requestAnimationFrame);
        const { element, canvases, contexts } = studio.stage;
        const { left, top, width } = element.getBoundingClientRect();
        const ratio = canvases[2].width / width;
        const around = contexts[2].getImageData((x - left - 12) * ratio, (y - top - 12) * ratio, 24, 24).data;
        return new Set(Array.from({ length: 576 }, (_, at) => around.slice(4 * at, 4 * at + 3).join())).size;
    }"""
    for column in (0, 1):
        assert desk.page.evaluate(shades, desk.place(0, column)) > 3  # nothing, a ring, its light rim


def inked(*colours):
    """A picture in these inks."""
    grid = ns.Grid([[int(cell) for cell in row] for row in ("12340", "11223", "33440", "01230", "00000")])
    inks = ((f"ink {at}", rgb, "abcd"[at]) for at, rgb in enumerate(colours))
    return grid.puzzle([("white", "ffffff", "."), *inks], goal=grid)


ALIKE = inked(*["805300"] * 4)
APART = inked("c0392b", "2456a6", "f1c40f", "111111")


COLOURS_OF_CELL = """([row, column, least, most]) => {
    const { view, contexts, canvases } = studio.stage;
    const ratio = canvases[0].width / view.width;
    const [x, y, side] = [view.left(column) + 3, view.top(row) + 3, view.scale - 6].map((each) => each * ratio);
    const { data } = contexts[0].getImageData(x, y, side, side);
    const colours = new Set(new Uint32Array(data.buffer)).size;
    return least <= colours && colours <= most;
}"""
"""Returns True if the middle of a cell on the canvas has so many colours; it is drawn with the next frame."""


def wait_for_letter(desk, row, column):
    desk.page.wait_for_function(COLOURS_OF_CELL, arg=[row, column, 2, 1000])


def wait_for_plain(desk, row, column):
    desk.page.wait_for_function(COLOURS_OF_CELL, arg=[row, column, 1, 1])


def test_inks_that_look_alike_have_letters_on_the_canvas_on_request(studio):
    desk = studio(ALIKE, **SCREEN)
    wait_for_plain(desk, 0, 0)
    desk.page.get_by_label("Letters on the cells").check()
    wait_for_letter(desk, 0, 0)
    wait_for_plain(desk, 0, 4)
    desk.page.get_by_role("radio", name="Ink 2: ").click()
    desk.stroke((4, 4))
    wait_for_letter(desk, 4, 4)
    snap(desk.page, "studio-alike")
    wait_for_plain(studio(APART, **SCREEN), 0, 0)


def test_shades_are_transparent_in_forced_colours(studio):
    desk = studio(SWITCH, **SCREEN, forced_colors="active")
    text, wash = desk.page.evaluate(
        """async () => {
            const { themeColours } = await import("./studio/view/theme.js");
            const { text, "accent-wash": wash } = themeColours();
            return [text, wash];
        }"""
    )
    assert text != wash
    assert re.search(r"/ 0?\.\d+\)", wash)


def colour_in_the_middle(element):
    """The red, green and blue in the middle of an element's picture."""
    with Image.open(io.BytesIO(element.screenshot())) as image:
        return image.convert("RGB").getpixel((image.width // 2, image.height // 2))


def test_steps_of_the_meter_that_are_reached_differ_from_the_others_in_forced_colours(studio):
    desk = studio(SWITCH, **SCREEN, forced_colors="active")
    desk.page.evaluate(
        "() => document.querySelector('#panel').insertAdjacentHTML('afterbegin',"
        " '<div class=grades><span data-on=yes></span><span></span></div>')"
    )
    reached, other = (colour_in_the_middle(desk.page.locator(f".grades span >> nth={at}")) for at in (0, 1))
    page = desk.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert f"rgb{other}" == page != f"rgb{reached}"


def test_the_keys_are_in_groups_below_a_heading_that_stays_in_view(studio):
    for height in (500, 900):
        desk = studio(viewport={"width": 1000, "height": height})
        desk.press("Keys and help")
        dialog = desk.page.locator("dialog")
        assert dialog.locator("tr.part").count() == 4
        for part in (dialog.locator("h2").first, dialog.get_by_role("button", name="Close")):
            box = part.bounding_box()
            assert 0 <= box["y"] <= height - box["height"]
        assert dialog.evaluate("dialog => dialog.scrollTop") == 0
        assert findings(desk.page) == []


@pytest.mark.parametrize("language", ["de", "en", "es", "fr", "ja"])
def test_words_of_every_language_fit_at_twice_the_size(studio, language):
    """A window of 1280 pixels at 200 %, WCAG 1.4.10: nothing is cut and the page does not scroll sideways."""
    desk = studio(viewport={"width": 640, "height": 512}, locale=language)
    for number in range(1, 6):
        desk.page.keyboard.press(f"Alt+{number}")
        assert desk.page.evaluate("""() => {
            const inside = (each) => each.getBoundingClientRect().right <= innerWidth + 1;
            const shown = document.querySelectorAll(".tabs *, .panel *");
            const cut = [...shown].filter((each) => each.offsetParent && each.clientWidth
                && (!inside(each) || (each.tagName === "LABEL" && each.scrollWidth > each.clientWidth + 1)));
            return [document.documentElement.scrollWidth <= innerWidth, cut.map((each) => each.textContent)];
        }""") == [True, []]
