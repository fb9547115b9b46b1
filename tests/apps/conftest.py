"""The page that plays a puzzle, in a real browser."""

import pytest
from browser import WIDE

import nonosat as ns


@pytest.fixture
def opened(visit, tmp_path):
    """Opens the page of a puzzle."""

    def opened(puzzle, **context):
        path = tmp_path / "played.html"
        path.write_text(ns.playable(puzzle).html, encoding="utf-8")
        page = visit(path.as_uri(), **(WIDE | context))
        page.wait_for_selector(".cell[tabindex='0']", state="attached")
        return page

    return opened
