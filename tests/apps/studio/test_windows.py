"""One document in many windows of a browser: one draws, the others show each change and can take over; nothing is lost."""

import time
from random import Random

import pytest
from browser import WIDE
from designer import Designer
from effort import quick, tries
from patience import DEADLINE
from storage import FAULTS, SCRIPT

import nonosat as ns

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

SIDE = 6
BLANK = ns.Grid([[0] * SIDE for _ in range(SIDE)])
DOT = ns.Grid([[int((row, column) == (0, 0)) for column in range(SIDE)] for row in range(SIDE)])

SHOWN = """() => {
    const { id, puzzle, history, watches } = studio.state;
    return { id, watches, at: history.at, length: history.changes.length, cells: [...puzzle.cells].join(""),
        title: puzzle.texts.title ?? "" };
}"""

ENTRIES = "async () => (await studio.shelf.list()).map(({ id }) => id)"


def another(desk):
    """Another window of the browser."""
    page = desk.page.context.new_page()
    page.goto(desk.page.url)
    return Designer(page)


def shown(desk):
    return desk.page.evaluate(SHOWN)


def press(desk, cell):
    """A stroke on one cell with the pencil."""
    desk.page.evaluate(
        "(cell) => { const { drawing } = studio.api; drawing.begin(cell); drawing.end(); }", cell
    )


def agreed(desks, done=()):
    """Returns the picture once all windows show the same and one draws; `done` are the events before."""
    until = time.monotonic() + DEADLINE
    while True:
        states = [shown(desk) for desk in desks]
        same = {str({**state, "watches": 0}) for state in states}
        if len(same) == 1 and [state["watches"] for state in states].count(False) == 1:
            return states[0]
        assert time.monotonic() < until, (states, done[-10:])
        time.sleep(0.02)


def stored(desk):
    """Returns True if all of a window is stored."""
    desk.page.wait_for_timeout(50)
    return desk.page.evaluate("studio.shelf.kept === 'saved' && !globalThis.storageFault")


def reads(desk):
    """Returns True if a window does not keep the others from reading by a write without an end."""
    return desk.page.evaluate("globalThis.storageFault !== 'slow'")


def take(desk):
    desk.page.evaluate("() => studio.api.drawHere()")


def test_a_second_window_shows_each_change_and_takes_over(studio):
    first = studio(DOT.puzzle(goal=DOT), **WIDE)
    second = another(first)
    assert second.page.get_by_text("Another window draws this.").is_visible()
    assert first.page.locator("#windows").is_hidden()
    press(first, 7)
    assert agreed([first, second])["cells"].count("1") == 2
    bar = second.page.locator("#windows")
    assert second.page.evaluate("getComputedStyle(studio.stage.element).cursor") == "not-allowed"
    plain = bar.evaluate("bar => getComputedStyle(bar).backgroundColor")
    press(second, 8)  # refused
    assert bar.get_attribute("data-called") == "yes"
    assert bar.evaluate("bar => getComputedStyle(bar).outlineStyle") == "solid"
    second.wait("!document.querySelector('#windows').dataset.called")
    assert bar.evaluate("bar => getComputedStyle(bar).backgroundColor") == plain
    second.page.keyboard.press("Control+z")
    assert agreed([first, second])["cells"].count("1") == 2
    second.page.get_by_role("button", name="Draw here").click()
    second.wait("!studio.state.watches")
    press(second, 8)
    assert agreed([first, second])["cells"].count("1") == 3
    assert first.page.get_by_text("Another window draws this.").is_visible()
    first.page.evaluate("studio.api.undo()")  # refused
    second.page.evaluate("studio.api.undo()")
    assert agreed([first, second])["cells"].count("1") == 2
    assert len(first.page.evaluate(ENTRIES)) == 1
    first.press("Make a copy")
    assert len(first.page.evaluate(ENTRIES)) == 2
    first.go("Save and share")
    first.page.get_by_text("open in another window").wait_for()
    press(first, 9)
    assert shown(second)["cells"].count("1") == 2


def test_a_day_with_a_second_window_in_between_is_kept(studio):
    desk = studio(BLANK.puzzle(goal=BLANK))
    for cell in range(20):
        press(desk, cell)
    another(desk).page.close()
    for cell in range(20, 30):
        press(desk, cell)
    context, url = desk.page.context, desk.page.url
    desk.page.close()
    page = context.new_page()
    page.goto(url)
    desk = Designer(page)
    state = shown(desk)
    assert (state["cells"].count("1"), state["length"], state["watches"]) == (30, 30, False)
    assert len(page.evaluate(ENTRIES)) == 1


def test_a_window_takes_up_what_a_closed_one_drew(studio):
    first = studio(DOT.puzzle(goal=DOT))
    second, third = another(first), another(first)
    press(first, 7)
    first.page.close()
    assert agreed([second, third])["cells"].count("1") == 2
    second.page.close()
    assert agreed([third])["length"] == 1


def test_a_window_that_crashed_is_replaced(studio):
    desk = studio(DOT.puzzle(goal=DOT))
    desk.page.evaluate("""() => {
        const { id } = studio.state;
        localStorage.setItem(`nonosat-studio-draws ${id}`, "gone");
    }""")
    second = another(desk)
    assert shown(second)["watches"] is True  # the first window is still open
    desk.page.evaluate("() => { studio.api.windows.leave = () => {}; studio.api.windows.id = ''; }")
    take(second)
    assert shown(second)["watches"] is False


def test_a_text_typed_just_before_the_page_is_left_is_kept(studio):
    desk = studio(DOT.puzzle(goal=DOT))
    desk.page.fill("#title", "Typed at the last moment")
    desk.page.reload()
    desk.sit_down()
    assert shown(desk)["title"] == "Typed at the last moment"


def test_a_text_that_is_being_typed_survives_a_change_of_the_puzzle(studio):
    desk = studio(DOT.puzzle(goal=DOT))
    desk.page.fill("#title", "Typed")
    desk.page.evaluate("""() => {
        const { drawing } = studio.api;
        drawing.begin(7);
        drawing.end();
        return studio.api.drawHere();
    }""")
    desk.page.evaluate("studio.api.undo()")
    state = shown(desk)
    assert (state["title"], state["cells"].count("1")) == ("", 2)
    desk.page.evaluate("studio.api.redo()")
    assert shown(desk)["title"] == desk.page.input_value("#title") == "Typed"
    desk.page.fill("#title", "Of the first")
    second = ns.Grid([[1, 0], [0, 1]])
    desk.open(second.puzzle(goal=second))
    desk.page.wait_for_timeout(400)
    assert desk.page.input_value("#title") == shown(desk)["title"] == ""


def test_of_documents_opened_at_the_same_time_the_last_is_open(studio):
    desk = studio(DOT.puzzle(goal=DOT))
    first = shown(desk)["id"]
    desk.open(ns.Grid([[1, 0], [0, 1]]).puzzle(goal=ns.Grid([[1, 0], [0, 1]])))
    second = shown(desk)["id"]
    desk.page.evaluate(
        "(ids) => Promise.all(ids.map((id) => studio.api.openEntry(id)))", [first, second, first]
    )
    assert shown(desk)["id"] == first
    places = desk.page.evaluate("() => Object.keys(localStorage).filter((key) => key.includes('draws'))")
    assert places == [f"nonosat-studio-draws {first}"]


@pytest.mark.parametrize("seed", quick(range(1, 6), (1).__eq__, nightly=True))
def test_random_events_in_three_windows_lose_nothing(studio, seed):
    rng = Random(seed)
    desks = [studio(DOT.puzzle(goal=DOT))]
    desks[0].page.context.add_init_script(SCRIPT)
    desks[0].page.reload()
    desks[0].sit_down()
    desks += [another(desks[0]) for _ in range(2)]
    before = agreed(desks)
    states, at, title, done = [before["cells"]], 0, "", []
    for _ in range(tries(300)):
        drawing = next(desk for desk in desks if not shown(desk)["watches"])
        desk = rng.choice(desks)
        name = rng.choice(
            (
                "stroke",
                "stroke",
                "stroke",
                "undo",
                "redo",
                "title",
                "take",
                "in hand",
                "reload",
                "close",
                "fault",
            )
        )
        done.append((name, desks.index(desk), desks.index(drawing)))
        cell = rng.randrange(SIDE * SIDE)
        toggled = "".join(str(int(colour) ^ (place == cell)) for place, colour in enumerate(states[at]))
        if name == "stroke":
            press(desk, cell)
            if desk is drawing:
                states[at + 1 :], at = [toggled], at + 1
        elif name in ("undo", "redo"):
            desk.page.evaluate(f"studio.api.{name}()")
            if desk is drawing:
                at = max(0, at - 1) if name == "undo" else min(at + 1, len(states) - 1)
        elif name == "title" and desk is drawing:
            title = f"title {rng.randrange(1000)}"
            desk.page.fill("#title", title)  # not waited for
            states[at + 1 :], at = [states[at]], at + 1
            if rng.random() < 0.5:
                desk.page.evaluate("document.activeElement.blur()")
            else:
                take(rng.choice(desks))
        elif name == "take":
            take(desk)
        elif name == "in hand":
            drawing.page.evaluate("(cell) => studio.api.drawing.begin(cell)", cell)
            other = rng.choice([each for each in desks if each is not drawing])
            take(other)
            states[at + 1 :], at = [toggled], at + 1
        elif name == "fault":
            fault = rng.choice((*FAULTS, "", "", ""))
            desk.page.evaluate("(fault) => { globalThis.storageFault = fault }", fault)
            done.append(fault)
        elif name in ("reload", "close") and not (stored(desk) and all(map(reads, desks))):
            continue  # the page asks before it is left, and says what a new one waits for
        elif name == "reload":
            desk.page.reload()
            desk.sit_down()
        elif name == "close":
            desk.page.close()
            desks.remove(desk)
            desks.append(another(desks[0]))
        if name != "title":
            state = agreed(desks, done)
            assert (state["cells"], state["id"]) == (states[at], before["id"]), done[-10:]
    desks[0].page.wait_for_timeout(400)  # texts are saved
    for desk in desks:
        desk.page.evaluate("() => { globalThis.storageFault = '' }")
        desk.wait("studio.shelf.kept === 'saved'")
    state = agreed(desks)
    assert state["cells"] == states[at], done[-10:]
    assert desks[0].page.evaluate(ENTRIES) == [before["id"]]
    for desk in desks[1:]:
        desk.page.close()
    desks[0].page.reload()
    desks[0].sit_down()
    assert shown(desks[0])["cells"] == states[at]
