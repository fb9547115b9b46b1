"""A puzzle's address at the studio's page."""

import pytest
from browser import WIDE

import nonosat as ns

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("engine", ["server"])]

SWAN = ns.Grid(
    ["..##....", ".#.#....", "...#..##", "...#.###", "..######", "..#####.", "...###..", "........"]
)
PUZZLE = SWAN.puzzle(goal=SWAN).replace(metadata=ns.Metadata(title="Swan"))


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
    desk.go("Save and share")
    desk.press("Copy a link")
    desk.page.get_by_text("Link copied").first.wait_for()
    address = desk.page.evaluate("() => navigator.clipboard.readText()")
    assert address.startswith((public or desk.page.url) + "#puzzle=")
    assert ("is of this machine" in desk.page.inner_text("#toast")) == (public is None)


def test_the_puzzle_is_saved_and_linked_without_the_server(studio):
    desk = studio(PUZZLE, **WIDE, permissions=["clipboard-read", "clipboard-write"])
    desk.go("Save and share")
    desk.page.route("**/api/**", lambda route: route.abort())
    with desk.page.expect_download() as saved:
        desk.page.get_by_role("button", name="Save", exact=True).click()
    assert saved.value.suggested_filename == "swan.json"
    assert ns.load(saved.value.path()) == PUZZLE
    desk.press("Copy a link")
    desk.page.get_by_text("Link copied").first.wait_for()
