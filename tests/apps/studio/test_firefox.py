"""The pages in Firefox: the studio draws and answers, the player plays. Chromium runs all other tests of pages."""

import firefox as driver
import pytest

import nonosat as ns

pytestmark = [
    pytest.mark.slow,
    pytest.mark.nightly,
    pytest.mark.skipif(driver.COMMAND is None, reason="Firefox is not installed"),
]

# The protocol's scripts have modules of their own, so they see the page as a reader does.
PLACE = """(row, column) => {
    const grid = document.querySelector("#grid");
    const [x, y, scale] = grid.dataset.view.split(" ").map(Number);
    const { left, top } = grid.getBoundingClientRect();
    return [left + x + (column + 0.5) * scale, top + y + (row + 0.5) * scale];
}"""

COLOUR = """([x, y]) => {
    const canvas = document.querySelector("#grid canvas");
    const { left, top, width } = canvas.getBoundingClientRect();
    const ratio = canvas.width / width;
    const { data } = canvas.getContext("2d").getImageData((x - left) * ratio, (y - top) * ratio, 1, 1);
    return [...data].slice(0, 3);
}"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    with driver.started(tmp_path_factory.mktemp("firefox")) as tab:
        yield tab


def says(text):
    """Returns True if the verdict is settled and has this text."""
    verdict = 'document.querySelector("#verdict")'
    return f"!{verdict}.dataset.busy && {verdict}.textContent.includes({text!r})"


def test_the_studio_draws_answers_and_remembers(firefox, server):
    firefox.open(server.address)
    firefox.wait("document.documentElement.dataset.started && document.querySelector('#grid').dataset.view")
    places = {cell: firefox.evaluate(PLACE, *cell) for cell in ((0, 0), (0, 5), (2, 2), (3, 3), (2, 3))}
    firefox.drag(places[0, 0], places[0, 5])
    firefox.wait(says("One solution"))
    for cell in ((2, 2), (3, 3)):
        firefox.drag(places[cell])
    firefox.wait(says("2 solutions"))
    drawn = {cell: firefox.evaluate(COLOUR, place) for cell, place in places.items()}
    assert drawn[0, 0] == drawn[0, 5] == drawn[2, 2] == drawn[3, 3] != drawn[2, 3]
    firefox.open(server.address)
    firefox.wait(says("2 solutions"))
    assert {cell: firefox.evaluate(COLOUR, place) for cell, place in places.items()} == drawn


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
