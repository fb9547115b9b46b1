"""From a stroke to the verdict in the studio's page: `python -m benchmarks.strokes` prints a table.

A real browser opens the page, which asks a server or, with `--pyodide PACKAGE`, Python in the page. Strokes
of three cells are drawn with the mouse on pictures of several sizes, the next one a moment after each
verdict, so that what was still being found out for the stroke before has to be given up. Times are
milliseconds of the page's own clock, from the end of a stroke until the verdict is shown, and from opening
the page to its first verdict.
"""

from __future__ import annotations

import functools
import http.server
import os
import re
import subprocess
import sys
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from json import dumps
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from zlib import compressobj

import click

import nonosat as ns
from benchmarks import report
from benchmarks.report import Row
from nonosat.studio.export import export

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
_ROUNDS = 4
"""Of smoothing: what is left are shapes as people draw them, and not noise."""

_MEASURE = "stroke to verdict"
_LENGTH = 3
_REST = 150
"""Milliseconds from a verdict to the next stroke."""

_PLACES = """async () => {
    const { studio } = await import("./main.js");
    const { stage: { view, element } } = await studio;
    const { left, top } = element.getBoundingClientRect();
    return [left + view.x, top + view.y, view.scale];
}"""


def picture(side: int, seed: int) -> ns.Puzzle:
    """The puzzle of a square picture of some smooth shapes."""
    random = Random(seed)
    rows = [[random.random() < 0.5 for _ in range(side)] for _ in range(side)]
    for _ in range(_ROUNDS):
        rows = [[_most(rows, y, x) for x in range(side)] for y in range(side)]
    grid = ns.Grid([[int(cell) for cell in row] for row in rows])
    return grid.puzzle(goal=grid)


def _most(rows: list[list[bool]], y: int, x: int) -> bool:
    """Whether most of the nine cells around one are inked; what is beyond one edge lies at the other."""
    side = len(rows)
    around = (rows[(y + down) % side][(x + right) % side] for down in (-1, 0, 1) for right in (-1, 0, 1))
    return sum(around) > 4


def fragment(puzzle: ns.Puzzle) -> str:
    """The end of an address of the page that carries a puzzle."""
    packer = compressobj(wbits=-15)
    data = packer.compress(dumps({"puzzle": puzzle.to_json()}).encode()) + packer.flush()
    return "#puzzle=" + urlsafe_b64encode(data).decode().rstrip("=")


@contextmanager
def served() -> Iterator[str]:
    """The address of `nonosat studio` in a process of its own."""
    command = [sys.executable, "-m", "nonosat", "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            found = re.search(r"http://\S+/", process.stdout.readline())
            if found is None:
                raise click.ClickException("the server has not started")
            yield found[0]
        finally:
            process.kill()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def exported(pyodide: str, wheels: tuple[str, ...]) -> Iterator[str]:
    """The address of the page without a server, from a server of files."""
    with TemporaryDirectory() as folder:
        site = os.path.join(folder, "site")
        export(site, pyodide=pyodide, wheels=wheels)
        handler = functools.partial(_Quiet, directory=site)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as files:
            threading.Thread(target=files.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{files.server_port}/"
            files.shutdown()


def measured(browser: Any, address: str, side: int, strokes: int, seed: int) -> Row:
    """What so many strokes on one picture take, in a fresh page."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(120_000)
    page.goto(address + fragment(picture(side, seed)))
    durations = [_verdict(page, 0)]
    began = page.evaluate(f"() => performance.getEntriesByName({_MEASURE!r})[0].startTime")
    random = Random(seed)
    for stroke in range(1, strokes + 1):
        page.wait_for_timeout(_REST)
        row, column = (
            random.randrange(side * 4 // 5),
            random.randrange(side - _LENGTH),
        )  # not beneath the zoom
        left, top, scale = page.evaluate(_PLACES)
        for at in range(_LENGTH):
            page.mouse.move(left + (column + at + 0.5) * scale, top + (row + 0.5) * scale)
            if not at:
                page.mouse.down()
        page.mouse.up()
        durations.append(_verdict(page, stroke))
    page.close()
    first, *rest = durations
    return {
        "side": side,
        "strokes": strokes,
        "first": began + first,
        "median": report.percentile(rest, 0.5),
        "p95": report.percentile(rest, 0.95),
        "longest": max(rest),
    }


def _verdict(page: Any, number: int) -> float:
    """How long the verdict of that number took."""
    entries = f"performance.getEntriesByName({_MEASURE!r})"
    page.wait_for_function(f"() => {entries}.length > {number}")
    return float(page.evaluate(f"() => {entries}[{number}].duration"))


def markdown(rows: list[Row]) -> Iterator[str]:
    """The table, line by line."""
    yield "| engine | picture | median | 95th percentile | longest | page opened to first verdict |"
    yield "|---|---|---:|---:|---:|---:|"
    for row in rows:
        figures = " | ".join(f"{row[key]:.0f}" for key in ("median", "p95", "longest", "first"))
        yield f"| {row['engine']} | {row['side']}x{row['side']} | {figures} |"


@click.command()
@click.option("--pyodide", metavar="PACKAGE", help="npm's package `pyodide`: the page without a server too.")
@click.option("--wheel", "wheels", multiple=True, metavar="FILE", help="python-sat's wheel for Pyodide.")
@click.option("--browser", default="chromium", show_default=True, metavar="COMMAND", help="A Chromium.")
@click.option("--side", "sides", multiple=True, type=int, default=(15, 30, 60), show_default=True)
@click.option(
    "--strokes", type=click.IntRange(min=1), default=200, show_default=True, help="On each picture."
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "strokes.jsonl",
    help="JSON lines are appended here; by default to benchmarks/results/strokes.jsonl.",
)
def main(
    pyodide: str | None,
    wheels: tuple[str, ...],
    browser: str,
    sides: tuple[int, ...],
    strokes: int,
    seed: int,
    output: Path,
) -> None:
    """Draw in the studio's page, and measure how soon the verdict is there."""
    from playwright.sync_api import sync_playwright

    engines = {"server": served} | ({"static": lambda: exported(pyodide, wheels)} if pyodide else {})
    run = report.run_record("strokes", backend="", options={"strokes": strokes}, seed=seed)
    rows: list[Row] = []
    with report.results(output, run) as results, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=_found(browser), args=list(FLAGS))
        for engine, open_at in engines.items():
            with open_at() as address:
                for side in sides:
                    rows.append({"engine": engine, **measured(chromium, address, side, strokes, seed)})
                    results.add(rows[-1])
        chromium.close()
    for line in markdown(rows):
        click.echo(line)


def _found(command: str) -> str:
    """The path of a program."""
    from shutil import which

    path = which(command)
    if path is None:
        raise click.ClickException(f"no program {command}: give a browser with --browser")
    return path


if __name__ == "__main__":
    main()
