"""The page without a server: it can be installed, and brings solvers late."""

import functools
import http.server
import json
import os
import threading

import pytest
from designer import Designer

import nonosat as ns

pytestmark = pytest.mark.slow


def test_solvers_are_loaded_only_when_they_are_needed(static, visit):
    grid = ns.Grid([[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1]])
    page = visit(static)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    desk = Designer(page)
    assert not any("python_sat" in url for url in asked)
    desk.open(grid.puzzle(goal=grid))
    assert "solutions" in desk.verdict
    desk.go("Mend")
    desk.page.get_by_role("button", name="Make it unique").click()
    desk.press("Accept all")
    desk.settle()
    assert "One solution" in desk.verdict


def test_it_can_be_installed(static, visit):
    page = visit(static)
    manifest = page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).text()"
    )
    listed = json.loads(manifest)["icons"]
    assert {icon["sizes"] for icon in listed} >= {"192x192", "512x512"}
    for icon in listed:
        size = page.evaluate(
            """async (source) => {
                const image = new Image();
                image.src = source;
                await image.decode();
                return `${image.naturalWidth}x${image.naturalHeight}`;
            }""",
            icon["src"],
        )
        assert icon["sizes"] in (size, "any")


def test_it_is_reloaded_without_a_network(exported, visit):
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=os.fspath(exported))
    files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=files.serve_forever, daemon=True).start()
    page = visit(f"http://127.0.0.1:{files.server_port}/", expected="Failed to load|ERR_|fetch")
    page.wait_for_selector("html[data-started]")
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.fill("#title", "Without a network")
    files.shutdown()
    files.server_close()
    page.reload()
    page.wait_for_selector("html[data-started]")
    assert page.input_value("#title") == "Without a network"
    page.locator("#grid").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.wait_for_selector("#verdict[data-kind=unique]")  # by the kernel
