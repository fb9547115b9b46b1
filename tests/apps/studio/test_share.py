"""A puzzle's address and its QR code at the studio's page, with either engine."""

import numpy as np
import pytest
from browser import PHONE, WIDE, findings, snap

import nonosat as ns

pytest.importorskip("segno")
pytestmark = pytest.mark.slow

SWAN = ns.Grid(
    ["..##....", ".#.#....", "...#..##", "...#.###", "..######", "..#####.", "...###..", "........"]
)
PUZZLE = SWAN.puzzle(goal=SWAN).replace(metadata=ns.Metadata(title="Swan"))


def test_the_code_is_the_address_of_the_puzzle(studio):
    cv2 = pytest.importorskip("cv2")
    desk = studio(PUZZLE, **WIDE)
    desk.go("Keep")
    desk.press("QR code")
    desk.page.get_by_role("img", name="QR code of Swan").wait_for()
    assert findings(desk.page) == []
    snap(desk.page, "studio-code")
    shot = desk.page.locator(".code svg").screenshot()
    image = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    address = cv2.QRCodeDetector().detectAndDecode(image)[0]
    assert address.startswith(desk.page.url)
    assert len(address) < len(desk.page.url) + 60
    with desk.page.expect_download() as saved:
        desk.press("Save the code")
    assert saved.value.suggested_filename == "puzzle-code.svg"
    before = desk.puzzle
    desk.press("Close")
    desk.page.goto("about:blank")
    desk.page.goto(address)
    desk.sit_down()
    assert desk.puzzle == before


@pytest.mark.parametrize("engine", ["server"])
def test_an_address_that_is_too_long_for_a_code_is_named(studio):
    random = np.random.default_rng(1)
    grid = ns.Grid(random.integers(0, 2, (140, 140)).tolist())
    desk = studio(grid.puzzle(goal=grid), expected="422", **PHONE)
    desk.go("Keep")
    desk.press("QR code")
    desk.page.get_by_text("a QR code holds 2,953 characters").first.wait_for()


@pytest.mark.parametrize("engine", ["server"])
@pytest.mark.parametrize(
    "fragment", ["#p=", "#p=____", "#z=AAAA", "#p=CgoJAAAA", "#z=", "#p=CgoCSJ%", "#nonsense", "#%"]
)
def test_damaged_short_links_are_refused_in_a_line(studio, fragment):
    desk = studio(**WIDE)
    desk.page.evaluate("fragment => { location.hash = fragment }", fragment)
    desk.page.get_by_text("The link is damaged").first.wait_for()
    assert len(desk.puzzle["rows"]) == 15
