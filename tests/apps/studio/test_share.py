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
@pytest.mark.parametrize("public", [None, "https://puzzles.example/studio/"])
def test_a_copied_link_works_for_a_friend_or_the_page_says_that_it_does_not(studio, public):
    desk = studio(PUZZLE, **WIDE, permissions=["clipboard-read", "clipboard-write"])
    if public:
        desk.page.route(
            "**/studio.json",
            lambda route: route.fulfill(json={**route.fetch().json(), "public_url": public}),
        )
        desk.page.reload()
        desk.sit_down()
    desk.go("Keep")
    desk.press("Copy a link")
    desk.page.get_by_text("Link copied").first.wait_for()
    address = desk.page.evaluate("() => navigator.clipboard.readText()")
    assert address.startswith((public or desk.page.url) + "#p=")
    assert ("is of this machine" in desk.page.inner_text("#toast")) == (public is None)


@pytest.mark.parametrize("engine", ["server"])
def test_the_puzzle_is_saved_and_linked_without_the_server(studio):
    desk = studio(PUZZLE, **WIDE, permissions=["clipboard-read", "clipboard-write"])
    desk.go("Keep")
    desk.page.route("**/api/**", lambda route: route.abort())
    with desk.page.expect_download() as saved:
        desk.press("Save")
    assert saved.value.suggested_filename == "swan.json"
    assert ns.load(saved.value.path()) == PUZZLE
    desk.press("Copy a link")
    desk.page.get_by_text("Link copied").first.wait_for()


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
