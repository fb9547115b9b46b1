"""Pages in a real browser: Debian's Chromium without a window, driven by Playwright.

A test uses the fixture `visit` and calls it with an address. The test fails at its end if the page logged an error or
requested anything from elsewhere. `findings` lists the faults that axe-core finds, `snap` saves a screenshot if
NONOSAT_SCREENSHOTS names a folder. Without Playwright or a browser such tests are skipped.

The browser is started per module, not per session: while Playwright runs, nothing else on the same thread can run an
event loop.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from effort import quick
from patience import DEADLINE

COMMANDS = (
    "chromium-headless-shell",  # takes half of the CPU time of the others
    "chromium",
    "chromium-browser",
    "google-chrome",
)

FLAGS = (
    "--no-sandbox",  # root cannot use the sandbox
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP studio.test 127.0.0.1",  # an address without a secure context
)

AXE = Path(__file__).parents[2] / ".venv/browser/node_modules/axe-core/axe.min.js"
"""Path at which `.ci/run` installs it."""

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1440, "height": 900}}
"""Screens, as arguments of `visit`."""

SCREENS = quick(
    [(screen, scheme) for screen in ("phone", "laptop") for scheme in ("light", "dark")],
    {("phone", "light"), ("laptop", "dark")}.__contains__,
    nightly=True,
)
"""Screens and colour schemes: each once in a test of every change, all pairs each night."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Starts a browser with Playwright's synchronous interface."""
    playwright = pytest.importorskip("playwright.sync_api")
    path = next(filter(None, map(shutil.which, COMMANDS)), None)
    if path is None:
        pytest.skip("no browser is installed")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=list(FLAGS), timeout=1000 * DEADLINE)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Returns `visit(address, expected="", **context)`, which opens a page in a fresh context: no cookies, nothing stored.

    Errors on the console that match the pattern `expected` are allowed; `context` has arguments of Playwright's
    `new_context`, such as `**PHONE` or `color_scheme="dark"`. `page.context.new_page()` is another page that shares the
    storage, and is watched as well.
    """
    with watching(browser) as (visit, faults):
        yield visit
    assert not faults, "\n".join(faults)


@contextmanager
def watching(browser: Any) -> Iterator[tuple[Callable[..., Any], list[str]]]:
    """Yields `visit`, and a list that collects the faults of its pages."""
    faults: list[str] = []
    contexts = []

    def visit(address: str, *, expected: str = "", **options: Any) -> Any:
        context = browser.new_context(**options)
        context.set_default_timeout(1000 * DEADLINE)
        contexts.append(context)
        inside = _inside(address)

        def guard(request: Any) -> None:
            if not inside(request.url):
                faults.append(f"asks for {request.url}")

        def console(message: Any) -> None:
            if message.type == "error" and not (expected and re.search(expected, message.text)):
                faults.append(f"console: {message.text}")

        def socket(opened: Any) -> None:
            if not inside(re.sub("^ws", "http", opened.url)):
                faults.append(f"connects to {opened.url}")

        context.on("request", guard)  # a route would call back for each of a hundred modules
        context.on("console", console)
        context.on("weberror", lambda error: faults.append(f"error: {error.error}"))
        context.on("page", lambda page: page.on("websocket", socket))
        page = context.new_page()
        page.goto(address)
        return page

    try:
        yield visit, faults
    finally:
        for context in contexts:
            context.close()


def _inside(address: str) -> Callable[[str], bool]:
    """Returns True if an address is the opened file, or on the same server."""
    home = urlsplit(address)

    def inside(other: str) -> bool:
        there = urlsplit(other)
        if there.scheme in ("data", "blob", "about"):
            return True
        same = (there.scheme, there.netloc) == (home.scheme, home.netloc)
        return same and (home.scheme != "file" or there.path == home.path)

    return inside


def findings(page: Any) -> list[str]:
    """Returns the serious and critical findings of axe-core in the current page, one line each."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed")
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found = page.evaluate(
        "() => axe.run(document, {resultTypes: ['violations']}).then(each => each.violations)"
    )
    return [
        f"{each['impact']}: {each['id']}: {each['help']}: {node['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def snap(page: Any, name: str, **options: Any) -> None:
    """Saves a screenshot as NAME.png in the folder that NONOSAT_SCREENSHOTS names, if any."""
    if folder := os.environ.get("NONOSAT_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", **options)
