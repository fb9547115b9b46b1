"""`nonosat.widget`: its traits in Python; as it is drawn on and played in a real JupyterLab."""

import json
import os
import subprocess
import sys
import time

import pytest
from browser import WIDE
from pseudo import marked, unmarked

import nonosat as ns

pytest.importorskip("anywidget")

DIAGONAL = ns.Grid(["#.", ".#"])


def test_a_drawn_grid_has_its_verdict_after_each_stroke():
    board = ns.widget(DIAGONAL, seconds=60)
    assert (board.verdict, board.status, board.cells) == ("multiple", "multiple", [1, 0, 0, 1])
    board.cells = [1, 1, 0, 1]  # as the page does
    assert board.grid == ns.Grid(["##", ".#"])
    assert board.puzzle == board.grid.puzzle()
    assert board.report.verdict is ns.Verdict.UNIQUE
    assert board.status == "unique, solvable line by line"
    board.grid = DIAGONAL  # as a cell of the notebook does
    assert (board.verdict, board.cells) == ("multiple", [1, 0, 0, 1])


def test_what_does_not_fit_is_refused_and_changes_nothing():
    from traitlets import TraitError

    board = ns.widget(DIAGONAL, seconds=60)
    for other in (ns.Grid(["#"]), ns.Grid([[2, 0], [0, 0]])):
        with pytest.raises(TraitError, match="size and the colours"):
            board.grid = other
    played = ns.widget(ns.example("cup"))
    with pytest.raises(TraitError, match="size of the puzzle"):
        played.grid = [[0]]
    with pytest.raises(ns.UsageError, match="palette"):
        ns.widget(ns.Grid([[2]]))
    with pytest.raises(ns.UsageError, match="2,500"):
        ns.widget(ns.Grid([bytes(60)] * 60))


def test_a_puzzle_is_the_page_that_plays_it():
    puzzle = ns.example("cup")
    played = ns.widget(puzzle)
    assert played.page == ns.playable(puzzle).html
    assert played.grid == [[-1] * 10] * 10
    played.grid = [list(row) for row in ns.solve(puzzle)]
    assert played.cells == [int(cell) for row in ns.solve(puzzle) for cell in row]


MODEL = """
const traits = JSON.parse(document.querySelector("#traits").textContent);
const on = () => {};
const set = (name, value) => (traits[name] = value);
const model = { get: (name) => traits[name], set, save_changes: on, on, off: on };
widget.render({ model, el: document.querySelector("main") });
"""
"""What a notebook gives to a widget, in a page of its own."""


@pytest.mark.slow
def test_the_browser_chooses_the_language_of_the_board_and_no_word_bypasses_it(visit, tmp_path, monkeypatch):
    from nonosat.apps.illustration import anywidgets

    board = ns.widget(DIAGONAL, seconds=60)
    names = ("page", "cells", "shape", "palette", "status", "solved")
    traits = json.dumps({name: getattr(board, name) for name in names})

    def opened(locale):
        (tmp_path / "widget.html").write_text(
            f"<!doctype html><html lang=en><title>Board</title><main></main>"
            f"<script id=traits type=application/json>{traits}</script>"
            f"<script type=module>{anywidgets._script().replace('export default', 'const widget =')}{MODEL}</script>",
            encoding="utf-8",
        )
        page = visit((tmp_path / "widget.html").as_uri(), locale=locale, **WIDE)
        page.wait_for_selector("main .cell")
        return page

    page = opened("es-MX")
    assert page.inner_text("output") == "varias soluciones"
    assert page.get_attribute("main [data-cell='0']", "aria-label") == "fila 1, columna 1: negro"
    assert (page.get_attribute("main", "lang"), page.get_attribute("html", "lang")) == ("es-MX", "en")
    monkeypatch.setattr(anywidgets, "catalogue", lambda _, *sections: marked(*sections))
    assert unmarked(opened("de")) == []


def test_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "nonosat.apps.illustration.anywidgets", None)
    with pytest.raises(ns.MissingExtraError, match=r"nonosat\[widget\]"):
        ns.widget(DIAGONAL)


NOTEBOOK = {
    "cells": [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": name,
            "metadata": {},
            "outputs": [],
            "source": source,
        }
        for name, source in (
            ("a", "import nonosat as ns\nboard = ns.widget(seconds=60, shown=ns.Grid(['#.', '.#']))\nboard"),
            ("b", "played = ns.widget(ns.Puzzle(rows=[[1], [2]], columns=[[2], [1]]))\nplayed"),
            ("c", "print('seen:', board.verdict, played.solved, played.grid)"),
            ("d", "played.grid = [[1, -1], [-1, -1]]; board.grid = ns.Grid(['##', '##'])"),
        )
    ],
    "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


@pytest.fixture
def lab(tmp_path):
    """The address of a JupyterLab with the notebook."""
    pytest.importorskip("jupyterlab")
    (tmp_path / "n.ipynb").write_text(json.dumps(NOTEBOOK))
    here = {f"JUPYTER_{name}_DIR": str(tmp_path / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    options = ["--no-browser", "--port=0", "--ip=127.0.0.1", "--allow-root", "--ServerApp.token=t"]
    options += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    log = tmp_path / "log"
    with log.open("w") as file:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            cwd=tmp_path,
            env=os.environ | here,
            stdout=file,
            stderr=file,
        )
    try:
        for _ in range(600):
            found = list((tmp_path / "runtime").glob("jpserver-*.json"))
            if found and found[0].stat().st_size:
                break
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
        yield json.loads(found[0].read_text())["url"] + "lab/tree/n.ipynb?token=t"
    finally:
        server.terminate()
        server.wait(30)


@pytest.mark.slow
def test_it_is_drawn_on_and_played_in_jupyterlab(lab, browser):
    page = browser.new_context(viewport={"width": 1200, "height": 1400}).new_page()
    page.goto(lab, timeout=120_000)
    page.get_by_text("board = ns.widget").first.wait_for(timeout=120_000)
    page.locator("#jupyterlab-splash").wait_for(state="detached", timeout=60_000)
    page.get_by_text("| Idle").first.wait_for(timeout=120_000)

    def run(place):
        page.locator(".jp-Notebook .jp-CodeCell").nth(place).locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")

    run(0)
    status = page.locator("div.nonosat output")
    status.get_by_text("multiple").wait_for(timeout=120_000)
    page.get_by_role("button", name="row 1, column 2: white").click()
    status.get_by_text("unique, solvable line by line").wait_for(timeout=30_000)
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    page.get_by_role("button", name="row 2, column 2: white").wait_for(timeout=30_000)
    run(1)
    frame = page.frame_locator("iframe.nonosat")
    frame.get_by_role("button", name="Hint").wait_for(timeout=60_000)
    cell = frame.locator("[role=gridcell]")
    for place in (0, 2, 3):
        cell.nth(place).click(force=True)
    frame.get_by_text("Solved").first.wait_for(timeout=30_000)
    run(2)
    page.get_by_text("seen: unique True [[1, -1], [1, 1]]").wait_for(timeout=30_000)
    run(3)
    page.get_by_role("button", name="row 2, column 1: black").wait_for(timeout=30_000)
    frame.locator("html:not(.solved)").wait_for(timeout=30_000)
