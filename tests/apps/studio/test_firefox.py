"""The pages in Firefox: the studio draws and answers, the player plays. Chromium runs all other tests of pages."""

import firefox as driver
import pytest
from designer import LOOK_INSIDE

import nonosat as ns

pytestmark = [
    pytest.mark.slow,
    pytest.mark.nightly,
    pytest.mark.skipif(driver.COMMAND is None, reason="Firefox is not installed"),
]

PLACE = """(row, column) => {
    const { view, element } = studio.stage;
    const corners = studio.outline(view.geometry, studio.cellAt(view.geometry, row, column));
    const middle = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
    const { left, top } = element.getBoundingClientRect();
    return [left + view.x + middle(0) * view.scale, top + view.y + middle(1) * view.scale];
}"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    with driver.started(tmp_path_factory.mktemp("firefox")) as tab:
        yield tab


def test_the_studio_draws_answers_and_remembers(firefox, server):
    firefox.open(server.address)
    firefox.wait("document.documentElement.dataset.started")
    firefox.evaluate(LOOK_INSIDE)
    settled = "!studio.state.busy && studio.state.isAnswered"
    firefox.wait(settled)
    firefox.drag(*(firefox.evaluate(PLACE, 0, column) for column in range(6)))
    firefox.wait(f"{settled} && !studio.state.isEmpty")
    assert "One solution" in firefox.evaluate("() => document.querySelector('#verdict').innerText")
    firefox.drag(firefox.evaluate(PLACE, 2, 2))
    firefox.drag(firefox.evaluate(PLACE, 3, 3))
    firefox.wait(f"{settled} && studio.state.answers.check.verdict === 'multiple'")
    drawn = firefox.evaluate("() => [...studio.state.puzzle.cells]")
    assert sum(drawn) == 8
    firefox.evaluate("async () => { await studio.shelf.saved; }")
    firefox.open(server.address)
    firefox.wait("document.documentElement.dataset.started")
    firefox.evaluate(LOOK_INSIDE)
    assert firefox.evaluate("() => [...studio.state.puzzle.cells]") == drawn


def test_a_puzzle_is_played_with_the_mouse_a_hint_and_keys(firefox, tmp_path):
    puzzle = ns.example("cup")
    path = tmp_path / "cup.html"
    path.write_text(ns.playable(puzzle).html, encoding="utf-8")
    firefox.open(path.as_uri())
    firefox.wait("document.querySelector(\".cell[tabindex='0']\")")
    place = """(cell) => {
        const { x, y, width, height } = document.querySelectorAll(".cell")[cell].getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    }"""
    firefox.press("h")
    firefox.wait("document.querySelector('#says').innerText.length > 20")
    for row, cells in enumerate(ns.solve(puzzle).rows):
        start = 0
        while 1 in cells[start:]:
            start = cells.index(1, start)
            end = next((at for at in range(start, len(cells)) if not cells[at]), len(cells)) - 1
            firefox.drag(*(firefox.evaluate(place, row * puzzle.width + at) for at in (start, end)))
            start = end + 1
    firefox.wait("document.documentElement.classList.contains('solved')")
    firefox.evaluate("() => document.activeElement.blur()")
    firefox.press("c")
    assert "Solved" in firefox.evaluate("() => document.querySelector('#says').innerText")
