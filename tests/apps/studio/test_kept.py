"""Parts of the studio's page that stay during strokes: clues, inks, fields of Draw."""

from random import Random

import pytest
from browser import PHONE, WIDE

import nonosat as ns

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

COLOURS = (
    ns.Colour("white", "ffffff", "."),
    ns.Colour("red", "c8343d", "r"),
    ns.Colour("blue", "2f6fb5", "b"),
)

CLUES = """async () => {
    const { stage } = studio;
    if (stage.frame) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return stage.canvases[1].toDataURL();
}"""
"""The canvas of the clues, once the next frame is drawn."""

MIDDLE = """() => {
    const { element, view } = studio.stage;
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2, view.scale];
}"""
"""The middle of the stage on the page, and the side of a cell."""

ANEW = "() => (studio.stage.numbers.forget(), studio.stage.redraw('clues'))"

COUNT = """() => {
    globalThis.printed = 0;
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (...how) {
        globalThis.printed++;
        return fillText.apply(this, how);
    };
}"""
"""Counts the numbers that are drawn."""


def picture(side, inks=1, seed=1):
    random = Random(seed)
    grid = ns.Grid([[random.randrange(inks + 1) for _ in range(side)] for _ in range(side)])
    return grid.puzzle(goal=grid, **({"palette": COLOURS} if inks > 1 else {}))


def stairs(side):
    """A large picture that is solved at once."""
    grid = ns.Grid([[1 + row % 2 if column <= row else 0 for column in range(side)] for row in range(side)])
    return grid.puzzle(goal=grid, palette=COLOURS)


def as_if_drawn_anew(desk):
    """Returns True if the clues look as they do when all are drawn."""
    kept = desk.page.evaluate(CLUES)
    desk.page.evaluate(ANEW)
    return kept == desk.page.evaluate(CLUES)


@pytest.mark.parametrize(
    ("make", "window"),
    [
        pytest.param(lambda: picture(12), WIDE, id="ink"),
        pytest.param(lambda: picture(12, inks=2), PHONE, id="colours"),
        pytest.param(lambda: stairs(100), WIDE, id="tiny"),
        pytest.param(
            lambda: ns.generate(ns.Wish(shape="hexagon:4", kind="blobs"), seed=2).puzzle, WIDE, id="hexagon"
        ),
        pytest.param(lambda: ns.example("flower"), PHONE, id="triddler"),
    ],
)
def test_clues_that_are_kept_look_as_if_drawn_anew(studio, make, window):
    desk = studio(make(), **window, color_scheme="dark")
    page = desk.page

    def strokes():
        x, y, side = page.evaluate(MIDDLE)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 2 * side, y)
        assert as_if_drawn_anew(desk)  # the stroke in hand
        page.mouse.up()
        assert as_if_drawn_anew(desk)
        page.mouse.move(x - side, y - side)  # shades other lines
        assert as_if_drawn_anew(desk)
        page.keyboard.press("Control+z")
        assert as_if_drawn_anew(desk)

    strokes()
    before = page.evaluate(CLUES)
    page.evaluate("() => studio.stage.zoom(1.37)")
    assert page.evaluate(CLUES) != before
    strokes()
    page.evaluate("() => { studio.stage.zoom(1.61); studio.stage.pan(3.3, 7.7) }")
    strokes()
    page.evaluate(
        "() => { document.documentElement.dataset.theme = 'light'; studio.stage.retheme(); studio.stage.refresh(); }"
    )
    strokes()


def test_a_stroke_draws_the_numbers_of_its_lines_only(studio):
    desk = studio(picture(60), **WIDE)
    desk.page.evaluate(CLUES)
    numbers = sum(len(clue) for lines in (desk.puzzle["rows"], desk.puzzle["columns"]) for clue in lines)
    desk.page.evaluate(COUNT)
    desk.stroke((30, 30), (30, 31), (30, 32), (30, 33))
    desk.page.evaluate(CLUES)
    desk.settle()
    desk.page.evaluate(CLUES)
    assert 0 < desk.page.evaluate("printed") < numbers / 2
    desk.page.evaluate(ANEW)
    desk.page.evaluate(CLUES)
    assert desk.page.evaluate("printed") > numbers


def test_a_stroke_leaves_the_inks_and_the_fields_of_draw(studio):
    desk = studio(picture(12, inks=2), **WIDE)
    page = desk.page
    page.evaluate("""() => document.querySelectorAll("#tools button, #panel input, #panel select")
        .forEach((each) => (each.dataset.kept = "yes"))""")
    desk.stroke((2, 0), (2, 1), (2, 2))
    desk.settle()
    kept = "(where) => [...document.querySelectorAll(where)].every(({ dataset }) => dataset.kept)"
    assert page.evaluate(kept, "#tools button, #panel input, #panel select")
    page.keyboard.press("2")
    assert page.evaluate(kept, "#panel input")
    assert page.locator("#tools [role=radio][aria-checked=true][aria-label*='blue']").count() == 1


def test_an_ink_coloured_after_a_stroke_leaves_the_stroke(studio):
    desk = studio(picture(12), **WIDE)
    desk.stroke((2, 0), (2, 1), (2, 2))
    desk.settle()
    drawn = desk.puzzle["goal"]
    desk.page.locator("#panel input[type=color]").nth(1).fill("#aa2233")
    desk.wait("studio.state.puzzle.palette[1][1] === 'aa2233'")
    assert desk.puzzle["goal"] == drawn
    swatch = "getComputedStyle(document.querySelectorAll('#tools .swatch')[2]).getPropertyValue('--ink')"
    assert desk.page.evaluate(f"() => {swatch}") == "#aa2233"
