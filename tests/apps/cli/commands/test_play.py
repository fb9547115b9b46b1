"""`play`: the browser of these tests is a program that copies the page."""

import pytest
from printed import ran

from nonosat.apps.cli import run


@pytest.fixture
def browser(tmp_path, monkeypatch):
    """A browser that writes the address that it opens to a file."""
    opened, program = tmp_path / "opened", tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    program.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{program} %s")
    monkeypatch.setattr("webbrowser._tryorder", None)
    return opened


def test_the_browser_opens_a_page_with_the_puzzle(folder, browser):
    assert run(["play", "unique.non", "--language", "ja"]) == 0
    address = browser.read_text().strip()
    with open(address.removeprefix("file://"), encoding="utf-8") as page:
        assert "Content-Security-Policy" in page.read()


def test_without_a_browser_the_page_is_named(folder, monkeypatch, capsys):
    monkeypatch.setattr("webbrowser.open", lambda _: False)
    assert "no browser was found: open /" in ran(capsys, ["play", "unique.non"]).err


def test_open_cells_after_the_hints_are_reported_as_by_render(folder, browser, capsys):
    played = ran(capsys, ["play", "unique.non", "--time-limit", "0"]).err
    assert "unique.non: the hints leave 4 cells open: the time limit was reached" in played
    assert ran(capsys, ["render", "unique.non", "--time-limit", "0", "-o", "page.html"]).err == played
