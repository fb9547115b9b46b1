"""The page without a server: it can be installed, and brings solvers late."""

import functools
import http.server
import json
import os
import shutil
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
    desk.go("Repair")
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


@pytest.fixture
def network(request, exported, tmp_path):
    """A server of the exported page, with or without its kernel; and what ends it."""
    folder = exported
    if not request.param:
        folder = tmp_path / "site"
        shutil.copytree(exported, folder)
        (folder / "kernel" / "nonosat.wasm").unlink()
        choice = json.loads((folder / "studio.json").read_text())
        choice["files"].remove("kernel/nonosat.wasm")
        (folder / "studio.json").write_text(json.dumps({**choice, "kernel": False}))
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=os.fspath(folder))
    files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=files.serve_forever, daemon=True).start()

    def end():
        files.shutdown()
        files.server_close()

    yield f"http://127.0.0.1:{files.server_port}/", end
    end()


with_kernel = pytest.mark.parametrize(
    "network", [pytest.param(True, id="kernel"), pytest.param(False, id="python")], indirect=True
)


def draws(page):
    """Draws a cell by keys."""
    page.locator("#grid").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")


@with_kernel
def test_it_is_reloaded_without_a_network(network, visit):
    address, end = network
    page = visit(address, expected="Failed to load|ERR_|fetch")
    page.wait_for_selector("html[data-started]")
    page.locator("#toast").filter(has_text="works without a network now").wait_for()
    page.fill("#title", "Without a network")
    end()
    page.reload()
    page.wait_for_selector("html[data-started]")
    assert page.input_value("#title") == "Without a network"
    draws(page)
    page.wait_for_selector("#verdict[data-kind=unique]")


@with_kernel
def test_without_a_network_before_all_is_stored_it_says_what_is_missing(network, visit, request):
    address, end = network
    page = visit(address, expected="Failed to load|ERR_|fetch")
    page.wait_for_selector("html[data-started]")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.evaluate("""async () => {
        for (const request of await (await caches.open("nonosat-studio")).keys())
            if (request.url.includes("/python/")) await (await caches.open("nonosat-studio")).delete(request);
    }""")
    end()
    page.reload()
    page.wait_for_selector("html[data-started]")
    draws(page)
    if "kernel" in request.node.callspec.id:
        page.wait_for_selector("#verdict[data-kind=unique]")
    else:
        page.wait_for_selector("#verdict[data-kind=unknown]")
        assert "No answer" in page.inner_text("#verdict")
    page.locator(".state").filter(has_text="Python is missing").wait_for()
