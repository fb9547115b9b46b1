"""The studio's server on loopback: `python -m benchmarks.serving`.

- Strokes: one cell after another of a picture changes, and the client waits for the verdict of `examine`, as the page does; it
  goes away before the rest is known.
- Checks: easy questions by several clients at once for some seconds; and again while two hard questions are at work.

Times are wall-clock: the server has processes of its own. So this is for a quiet machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from random import Random
from statistics import median
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import click

import nonosat as ns
from benchmarks.report import Program
from nonosat.apps.benchmarking.families import members

SIDES = (15, 30, 60)

_EVENTS = {"Content-Type": "application/json", "Accept": "text/event-stream"}
_JSON = {"Content-Type": "application/json"}
_HARD_SECONDS = 60  # longer than any measurement


@contextmanager
def served() -> Iterator[int]:
    """Runs the studio at a free port, which it yields."""
    command = [sys.executable, "-m", "nonosat", "studio", "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        address = urlsplit(process.stdout.readline().split()[2])
        assert address.port
        yield address.port
    finally:
        process.terminate()
        process.communicate()


def post(port: int, question: str, body: Any, headers: dict[str, str]) -> HTTPConnection:
    """Sends a request; the answer is still to be read."""
    connection = HTTPConnection("127.0.0.1", port, timeout=_HARD_SECONDS)
    connection.request("POST", f"/api/v1/{question}", json.dumps(body).encode(), headers)
    return connection


def stroke_seconds(port: int, side: int, number: int) -> list[float]:
    """Returns the time from each stroke to its verdict."""
    random, times = Random(side), []
    picture = next(members(f"blobs@0.55:{side}")).puzzle
    assert picture
    assert picture.goal
    rows = [list(row) for row in picture.goal.rows]
    for _ in range(number):
        row, column = random.randrange(side), random.randrange(side)
        rows[row][column] = 1 - rows[row][column]
        body = {"picture": {"rows": ["".join(map(str, one)) for one in rows]}}
        began = monotonic()
        with closing(post(port, "examine", body, _EVENTS)) as connection:
            response = connection.getresponse()
            while (
                (line := response.readline())
                and b'"stage": "verdict"' not in line
                and b'"verdict"' not in line
            ):
                pass
            assert line, "no verdict"
            times.append(monotonic() - began)
    return times


def check_seconds(port: int, seconds: float) -> list[float]:
    """Returns the times of easy checks, one after another."""
    times, end = [], monotonic() + seconds
    easy = {"puzzle": ns.example("cup").statement.to_json()}
    while (began := monotonic()) < end:
        with closing(post(port, "check", easy, _JSON)) as connection:
            answer = json.loads(connection.getresponse().read())
            assert "error" not in answer, answer
        times.append(monotonic() - began)
    return times


def checks(port: int, clients: int, seconds: float) -> list[float]:
    """Returns the times of checks by several clients at once."""
    with ThreadPoolExecutor(clients) as pool:
        return [
            time
            for times in pool.map(lambda _: check_seconds(port, seconds), range(clients))
            for time in times
        ]


def line_of(name: str, times: Sequence[float], seconds: float | None = None) -> str:
    """Returns a row: median, 95 %, 99 % in milliseconds, and the number per second."""
    ordered = sorted(1000 * time for time in times)
    shares = (ordered[int(share * (len(ordered) - 1))] for share in (0.95, 0.99))
    figures = [f"{one:.1f}" for one in (median(ordered), *shares)]
    return "\t".join([name, *figures, "" if seconds is None else f"{len(times) / seconds:.0f}"])


@click.command(cls=Program)
@click.option("--strokes", "number", default=200, show_default=True, help="Strokes of each size.")
@click.option("--seconds", default=5.0, show_default=True, help="Wall-clock seconds of each row of checks.")
@click.option("--side", "sides", multiple=True, type=int, default=SIDES, show_default=True)
def main(number: int, seconds: float, sides: tuple[int, ...]) -> None:
    """Print how quickly the server answers."""
    click.echo("\tmedian, ms\t95 %\t99 %\ta second")
    hard = next(members("dom:14")).puzzle
    assert hard
    with served() as port:
        for side in sides:
            click.echo(line_of(f"strokes, {side}x{side}", stroke_seconds(port, side, number)))
        for clients in (1, 8):
            click.echo(line_of(f"checks, {clients} clients", checks(port, clients, seconds), seconds))
        body = {"puzzle": hard.statement.to_json(), "seconds": _HARD_SECONDS}
        asked = [post(port, "check", body, _JSON) for _ in range(2)]
        click.echo(line_of("checks, 8 clients beside 2 hard", checks(port, 8, seconds), seconds))
        for connection in asked:
            with suppress(OSError):
                connection.close()


if __name__ == "__main__":
    main()
