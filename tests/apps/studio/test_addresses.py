"""The studio's page at an address that is no secure context: a device of the same network opens it so."""

import json

import pytest
from designer import STARTED, Designer

import nonosat as ns

pytestmark = [pytest.mark.slow]

HEART = ns.Grid([[int(cell) for cell in row] for row in ("11011", "11111", "11111", "01110", "00100")])

HEADER = "Cross-Origin-Opener-Policy header has been ignored"
"""Chromium's message about the header at such an address."""


@pytest.fixture
def address(server):
    return f"http://studio.test:{server.port}/"


def test_another_device_draws_checks_saves_and_copies(address, visit):
    desk = Designer(visit(address, expected=HEADER), HEART.puzzle(goal=HEART))
    page = desk.page
    assert not page.evaluate("isSecureContext")
    desk.stroke((4, 0))
    desk.settle()
    assert desk.puzzle["goal"][4] == "10100"
    assert "One solution" in desk.verdict
    desk.go("Save and share")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    assert json.loads(download.value.path().read_text())["goal"][4] == "10100"
    desk.press("Copy a link")
    page.locator("#toast").filter(has_text="Link copied").wait_for()
    page.fill("#title", "")
    page.focus("#title")
    page.keyboard.press("Control+v")
    assert "#puzzle=" in page.input_value("#title")
    before = desk.puzzle
    page.reload()
    desk.sit_down()
    assert desk.puzzle["goal"] == before["goal"]


def test_a_page_that_cannot_start_says_why(address, visit):
    page = visit(address, expected=f"{HEADER}|getRandomValues is not a function")
    page.wait_for_selector(STARTED)
    page.add_init_script("delete Crypto.prototype.getRandomValues")
    page.evaluate(
        "async () => { for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name) }"
    )
    page.reload()
    notice = page.locator("#failure")
    notice.wait_for()
    assert "getRandomValues is not a function" in notice.inner_text()
