"""What is drawn is stored, or the page says that it is not: also if the browser's storage fails."""

import pytest
from browser import WIDE
from designer import STARTED, Designer
from storage import FAULTS, SCRIPT

import nonosat as ns

pytestmark = pytest.mark.slow

SIDE = 8
BLANK = ns.Grid([[0] * SIDE for _ in range(SIDE)])
DOT = ns.Grid([[int((row, column) == (0, 0)) for column in range(SIDE)] for row in range(SIDE)])

KEPT = "document.querySelector('.kept').dataset.kept"


@pytest.fixture
def desk(server, visit):
    """A page whose storage can fail."""
    page = visit(server.address, **WIDE)
    page.context.add_init_script(SCRIPT)
    page.reload()
    return Designer(page, DOT.puzzle(goal=DOT))


def press(desk, *cells):
    """A stroke on each cell."""
    desk.page.evaluate(
        "(cells) => { for (const cell of cells) { studio.api.drawing.begin(cell); studio.api.drawing.end(); } }",
        cells,
    )


def fail(desk, fault):
    desk.page.evaluate("(fault) => { globalThis.storageFault = fault }", fault)


def inked(desk):
    return sum(row.count("1") for row in desk.puzzle["goal"])


def undone(desk):
    """Takes back all changes; returns how many there were."""
    assert not desk.page.evaluate("studio.state.watches")
    count = 0
    while desk.page.evaluate("studio.state.history.canUndo"):
        desk.page.evaluate("studio.api.undo()")
        count += 1
    return count


@pytest.mark.parametrize("fault", FAULTS)
def test_strokes_of_a_time_without_storage_are_stored_later_with_all_their_history(desk, fault):
    press(desk, *range(1, 11))
    desk.wait(f"{KEPT} === 'saved'")
    fail(desk, fault)
    press(desk, 11)
    if fault != "close":  # opened again at once
        desk.wait(f"{KEPT} === 'unsaved'")
        assert desk.page.inner_text(".kept") == "Not saved"
        assert "does not store what you draw" in desk.page.inner_text("#toast")
        assert desk.page.locator("#toast button").inner_text() == "Save a file"
        for cell in range(12, 21):  # hides the message
            press(desk, cell)
        with desk.page.expect_download() as download:
            desk.press("Not saved")
        assert ns.load(download.value.path(), format="json").goal[2, 0] == 1
        assert not desk.page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    else:
        press(desk, *range(12, 21))
    fail(desk, "")
    press(desk, *range(21, 31))
    desk.wait(f"{KEPT} === 'saved'")
    assert desk.page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    desk.page.reload()
    desk.sit_down()
    assert inked(desk) == 31
    assert undone(desk) == 30
    assert inked(desk) == 1


def test_a_database_that_the_browser_empties_is_filled_again(desk):
    press(desk, *range(1, 6))
    desk.wait(f"{KEPT} === 'saved'")
    desk.page.evaluate("""async () => {
        const closed = new Promise((resolve) => {
            const { onclose } = studio.shelf;
            studio.shelf.onclose = () => { onclose(); resolve(); };
        });
        const [{ name }] = await indexedDB.databases();
        globalThis.storageFault = "close";
        studio.shelf.find(studio.state.id);
        indexedDB.deleteDatabase(name);
        await closed;
    }""")
    desk.wait(f"{KEPT} === 'saved'")
    press(desk, 6)
    desk.wait(f"{KEPT} === 'saved'")
    desk.page.reload()
    desk.sit_down()
    assert (inked(desk), undone(desk)) == (7, 6)


def test_changes_beyond_a_hole_are_left_out(desk):
    press(desk, *range(1, 7))
    desk.wait(f"{KEPT} === 'saved'")
    desk.page.evaluate("""async () => {
        const [{ name }] = await indexedDB.databases();
        const request = indexedDB.open(name);
        await new Promise((resolve) => (request.onsuccess = resolve));
        const transaction = request.result.transaction("changes", "readwrite");
        transaction.objectStore("changes").delete([studio.state.id, 2]);
        await new Promise((resolve) => (transaction.oncomplete = resolve));
        request.result.close();
    }""")
    for count in (3, 4):  # as it was read, and as it is stored then
        desk.page.reload()
        desk.sit_down()
        assert desk.page.evaluate("studio.state.history.changes.length") == count
        press(desk, 20 + count)
        desk.wait(f"{KEPT} === 'saved'")
    assert (undone(desk), inked(desk)) == (5, 4)


def test_a_write_that_waits_for_another_window_is_asked_about_and_said_where_a_page_waits(desk):
    """Writes of all windows stand in one line: one that never ends holds up the others, and what they begin with."""
    page = desk.page.context.new_page()
    page.goto(desk.page.url)
    other = Designer(page)
    press(desk, 1)
    desk.wait(f"{KEPT} === 'saved'")
    other.wait("studio.state.puzzle.cells.filter(Boolean).length === 2")
    fail(desk, "slow")
    press(desk, 2)
    another = ns.Grid([[0, 1], [1, 1]])
    other.open(another.puzzle(goal=another))
    assert not other.page.evaluate("studio.state.watches")
    press(other, 0)
    assert not other.page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    late = desk.page.context.new_page()
    late.goto(desk.page.url)
    late.get_by_text("another window of the studio may be writing").wait_for()
    fail(desk, "")
    late.wait_for_selector(STARTED)
    assert late.locator("#failure").is_hidden()
    other.wait(f"{KEPT} === 'saved'")
    assert other.page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")


def test_a_second_window_takes_over_what_the_first_cannot_store(desk):
    fail(desk, "full")
    press(desk, *range(1, 6))
    desk.wait(f"{KEPT} === 'unsaved'")
    page = desk.page.context.new_page()
    page.goto(desk.page.url)
    other = Designer(page)
    assert inked(other) == 6
    other.page.evaluate("studio.api.drawHere()")
    other.wait("!studio.state.watches")
    other.wait(f"{KEPT} === 'saved'")
    desk.wait(f"{KEPT} === 'saved'")  # it has nothing to store any more
    desk.page.close()
    other.page.reload()
    other.sit_down()
    assert (inked(other), undone(other)) == (6, 5)
