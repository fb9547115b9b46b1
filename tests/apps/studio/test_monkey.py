"""Random events on the studio's page: after each, cells fit the shape, the file has what is drawn, no error is logged."""

import random

import pytest
from browser import WIDE
from effort import quick, tries

import nonosat as ns

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

GRID = ns.Grid([[int(column <= row) for column in range(7)] for row in range(6)])
KEYS = (
    *(
        "Control+z",
        "Control+z",
        "Control+y",
        "Escape",
        "Space",
        "Shift+ArrowRight",
        "ArrowDown",
        "ArrowLeft",
    ),
    *(
        "x",
        "p",
        "l",
        "r",
        "e",
        "f",
        "d",
        "k",
        "g",
        "i",
        "0",
        "1",
        "2",
        ".",
        "+",
        "-",
    ),
    *("Alt+1", "Alt+1", "Alt+2", "Alt+3", "Alt+4", "y", "n", "j"),
)
BUTTONS = (
    *("Mirror", "Flip", "Turn", "Invert", "Crop to the ink", "Move up", "Move left", "Replace", "Add an ink"),
    *(
        "Crop top",
        "Crop bottom",
        "Crop left",
        "Crop right",
        "Grow top",
        "Grow bottom",
        "Grow left",
        "Grow right",
    ),
    *("Undo", "Redo", "Next step", "Last step", "Play the steps", "Make it unique", "Accept all"),
)

SOUND = """() => {
    const { state, stage, toJSON } = studio;
    const { puzzle, preview } = state;
    const [height, width] = puzzle.shape;
    const size = height * width;
    const { goal, rows, columns } = toJSON(puzzle);
    const drawn = goal.flatMap((row) => [...row].map(Number));
    return [
        puzzle.cells.length === size, stage.cells.length === size,
        !preview || preview.length === size, rows.length === height, columns.length === width,
        goal.length === height, drawn.length === size, drawn.every((colour, cell) => colour === puzzle.cells[cell]),
        puzzle.cells.every((colour) => colour < puzzle.palette.length),
        [...puzzle.givens.keys(), ...puzzle.kept].every((cell) => cell < size),
    ].every(Boolean);
}"""

PRESS = """(name) => {
    const all = [...document.querySelectorAll("#panel button, #actions button, #offers button")];
    all.find((each) => (each.ariaLabel ?? each.textContent) === name && !each.disabled)?.click();
}"""


def act(desk, rng):
    """Does something, and returns what."""
    mouse, page = desk.page.mouse, desk.page
    kind = rng.choices(("key", "down", "move", "up", "button", "text"), (5, 4, 4, 4, 3, 2))[0]
    if kind == "key":
        key = rng.choice(KEYS)
        page.keyboard.press(key)
        return key
    if kind == "button":
        name = rng.choice(BUTTONS)
        page.evaluate(PRESS, name)
        return name
    if kind == "text":
        return write(page, rng)
    if kind == "up":
        mouse.up()
    elif kind == "move":
        mouse.move(rng.randrange(80, 1000), rng.randrange(60, 860))
    else:
        height, width = page.evaluate("() => studio.state.puzzle.shape")[:2]
        mouse.move(*desk.place(rng.randrange(height), rng.randrange(width)))
        mouse.down()
    return kind


def write(page, rng):
    """Types into the title or a text field of the panel, and leaves it in some way or not at all."""
    fields = page.locator("#title, #panel input[type=text]")
    field = fields.nth(rng.randrange(fields.count()))
    if not field.is_visible():
        return "no field"
    text = "".join(rng.choices("ab é<", k=rng.randrange(4)))
    field.evaluate(
        "(field, text) => { field.focus(); field.value = text; field.dispatchEvent(new Event('input')) }",
        text,
    )
    leaving = rng.choice(("Tab", "Enter", None))
    if leaving:
        page.keyboard.press(leaving)
    return f"text {text!r} {leaving}"


@pytest.mark.parametrize("seed", quick(range(1, 4), (1).__eq__, nightly=True))
def test_random_events_leave_a_sound_puzzle(studio, seed):
    desk = studio(GRID.puzzle(goal=GRID), **WIDE)
    rng = random.Random(seed)
    done = []
    for _ in range(tries(2_000)):
        done.append(act(desk, rng))
        assert desk.page.evaluate(SOUND), done[-20:]
