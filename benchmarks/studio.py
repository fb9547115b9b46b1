"""The studio's server on loopback: `python -m benchmarks.studio` prints four tables.

- From a stroke to the verdict: pictures of three sizes, in each of which one cell after another changes; the
  client waits for the verdict, and goes away before the rest is known, as the page does.
- Requests per second: easy checks by several clients at once; and again while two hard questions are at work.
- Long questions: several clients ask one each at the same time; how they end, and when.
- Honest clients among hostile ones: the times of easy and middling questions alone, and again while fifty
  others send what is huge, malformed, slow or hard, go away or do not read; and what is left of that after.

Hostile clients have addresses of their own (127.0.0.2 and so on), which Linux allows without more ado.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, sleep
from typing import Any

import click

from benchmarks import report
from benchmarks.report import Row
from nonosat.generation.domino import n_dom

SIZES = (15, 30, 60)
HOSTILE = 50
_ADDRESSES = 10
"""Of hostile clients."""

_JSON = "Content-Type: application/json\r\n"
_EVENTS = f"{_JSON}Accept: text/event-stream\r\n"

_HARD = json.dumps({"puzzle": n_dom(14).to_json(), "seconds": 60}).encode()

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Server:
    """A server as a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def held(self) -> dict[str, int]:
        """Processes, open files, and megabytes of the server and its children."""
        pids = [self.process.pid, *self._children()]
        pages = [int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids]
        files = len(os.listdir(f"/proc/{self.process.pid}/fd"))
        return {"processes": len(pids), "files": files, "megabytes": sum(pages) * 4096 // 1_000_000}

    def _children(self) -> list[int]:
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]


@asynccontextmanager
async def connection(port: int, address: str = "127.0.0.1") -> AsyncIterator[Streams]:
    """A connection from an address of this machine; it is cut at the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 26)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


@contextmanager
def served(*options: str) -> Iterator[Server]:
    """A server at a free port."""
    command = [sys.executable, "-m", "nonosat", "studio", "--no-browser", "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found, "the server has not started"
        yield Server(process, int(found[1]))
    finally:
        process.terminate()
        process.communicate()


def request(question: str, body: bytes, headers: str = _JSON) -> bytes:
    """The bytes of a request."""
    head = (
        f"POST /api/v1/{question} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def response(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The status and the body of a response whose length is told."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    found = re.search(r"content-length: (\d+)", head)
    return int(head.split()[1]), await reader.readexactly(int(found[1]) if found else 0)


def picture(side: int, random: Random) -> list[list[bool]]:
    """Blobs, as people draw them."""
    cells = [[random.random() < 0.55 for _ in range(side)] for _ in range(side)]
    steps = (-1, 0, 1)
    for _ in range(2):
        cells = [
            [
                sum(cells[(row + down) % side][(column + right) % side] for down in steps for right in steps)
                > 4
                for column in range(side)
            ]
            for row in range(side)
        ]
    return cells


def drawn(cells: list[list[bool]], **options: Any) -> bytes:
    """The body of a request about a picture."""
    rows = ["".join("01"[cell] for cell in row) for row in cells]
    return json.dumps({"picture": {"rows": rows}, **options}).encode()


def _spread(seconds: list[float], share: float = 0.95) -> tuple[float, float]:
    """The median and the 95th or another percentile, in milliseconds."""
    ordered = sorted(seconds)
    return 1000 * median(ordered), 1000 * ordered[int(share * (len(ordered) - 1))]


# --- strokes


async def strokes(port: int, side: int, number: int) -> Row:
    """The times from a stroke to its verdict, and to the regions of what is ambiguous."""
    random = Random(side)
    cells = picture(side, random)
    verdicts: list[float] = []
    regions: list[float] = []
    for _ in range(number):
        row, column = random.randrange(side), random.randrange(side)
        cells[row][column] = not cells[row][column]
        async with connection(port) as (reader, writer):
            began = monotonic()
            writer.write(request("examine", drawn(cells), _EVENTS))
            await reader.readuntil(b'"stage": "verdict"')
            verdicts.append(monotonic() - began)
            await reader.readuntil(b'"stage": "ambiguity"')
            regions.append(monotonic() - began)
    (verdict, late), (region, region_late) = _spread(verdicts), _spread(regions)
    return {"side": side, "verdict": verdict, "verdict95": late, "regions": region, "regions95": region_late}


# --- easy requests


async def easy(port: int, clients: int, seconds: float, hard: int = 0) -> Row:
    """How many checks of a 15x15 picture a second, over connections that stay open, while others ask hard questions."""
    times: list[float] = []

    async def client(number: int, end: float) -> None:
        body = drawn(picture(15, Random(number)))
        async with connection(port, f"127.0.1.{1 + number}") as (reader, writer):
            while monotonic() < end:
                began = monotonic()
                writer.write(request("check", body))
                status, _ = await response(reader)
                assert status == 200
                times.append(monotonic() - began)

    async with AsyncExitStack() as stack:
        for number in range(hard):
            _, writer = await stack.enter_async_context(connection(port, f"127.0.2.{1 + number}"))
            writer.write(request("check", _HARD))
        if hard:
            await asyncio.sleep(3)
        began = monotonic()
        await asyncio.gather(*(client(number, began + seconds) for number in range(clients)))
        rate = len(times) / (monotonic() - began)
    middle, late = _spread(times, 0.99)
    return {"clients": clients, "hard": hard, "rate": rate, "median": middle, "late": late}


async def long(port: int, clients: int, seconds: float) -> Row:
    """How the questions of some clients end, each of which takes that long, and when the last one does."""
    body = json.dumps({**json.loads(_HARD), "seconds": seconds}).encode()
    statuses: Counter[int] = Counter()

    async def client(number: int) -> None:
        async with connection(port, f"127.0.3.{1 + number}") as (reader, writer):
            writer.write(request("check", body))
            statuses[(await response(reader))[0]] += 1

    began = monotonic()
    await asyncio.gather(*map(client, range(clients)))
    ended = ", ".join(f"{number} of {status}" for status, number in sorted(statuses.items()))
    return {"clients": clients, "statuses": ended, "last": monotonic() - began}


# --- honest and hostile

Attack = Callable[[Streams], Awaitable[None]]

_DRAWN = drawn(picture(40, Random(3)), line_solvable=True)


async def _huge(streams: Streams) -> None:
    streams[1].write(request("check", b"[" * 20_000_000))
    await response(streams[0])


async def _endless(streams: Streams) -> None:
    head = f"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\n{_JSON}Transfer-Encoding: chunked\r\n\r\n"
    streams[1].write(head.encode())
    for _ in range(10_000):
        streams[1].write(b"10000\r\n" + b" " * 65_536 + b"\r\n")
        await streams[1].drain()


async def _nested(streams: Streams) -> None:
    streams[1].write(request("check", b'{"puzzle":' + b"[" * 500_000))
    await response(streams[0])


async def _malformed(streams: Streams) -> None:
    streams[1].write(b"POST \x00\xff HTTP/9\r\n\r\n" * 50)
    await streams[0].read()


async def _slow_head(streams: Streams) -> None:
    for letter in b"POST /api/v1/check HTTP/1.1\r\nX: " + b"x" * 1000:
        streams[1].write(bytes([letter]))
        await asyncio.sleep(0.2)


async def _slow_body(streams: Streams) -> None:
    streams[1].write(request("check", b" " * 100_000)[:-99_000])
    for _ in range(1000):
        streams[1].write(b" ")
        await asyncio.sleep(0.2)


async def _hard(streams: Streams) -> None:
    streams[1].write(request("check", _HARD))
    await response(streams[0])


async def _repairs(streams: Streams) -> None:
    streams[1].write(request("repair-pixels", _DRAWN))
    await response(streams[0])


async def _goes_away(streams: Streams) -> None:
    streams[1].write(request("count", _HARD, _EVENTS))
    await asyncio.sleep(0.3)


async def _does_not_read(streams: Streams) -> None:
    transport = streams[1].transport
    assert isinstance(transport, asyncio.Transport)
    transport.pause_reading()
    for _ in range(200):
        streams[1].write(request("examples", b"{}"))
    await asyncio.sleep(30)


ATTACKS: tuple[Attack, ...] = (
    _huge,
    _endless,
    _nested,
    _malformed,
    _slow_head,
    _slow_body,
    _hard,
    _repairs,
    _goes_away,
    _does_not_read,
)


async def attacked(port: int, number: int, stop: asyncio.Event) -> Counter[str]:
    """One hostile client goes on until it is stopped; how often it did what."""
    attack = ATTACKS[number % len(ATTACKS)]
    address = f"127.0.0.{2 + number // len(ATTACKS) % _ADDRESSES}"
    done: Counter[str] = Counter()
    while not stop.is_set():
        with suppress(OSError, EOFError, asyncio.LimitOverrunError):
            async with connection(port, address) as streams:
                waiting = [asyncio.ensure_future(each) for each in (attack(streams), stop.wait())]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for each in waiting:
                    each.cancel()
                await asyncio.gather(*waiting, return_exceptions=True)
        done[attack.__name__.strip("_")] += 1
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 1)
    return done


async def honest(port: int, seconds: float) -> dict[str, list[float]]:
    """The times of two questions, asked in turns by somebody who thinks for a moment in between."""
    asked = {
        "check 15x15": ("check", drawn(picture(15, Random(1)))),
        "examine 30x30": ("examine", drawn(picture(30, Random(2)), rating=False)),
    }
    times: dict[str, list[float]] = {name: [] for name in asked}
    end = monotonic() + seconds
    while monotonic() < end:
        for name, (question, body) in asked.items():
            async with connection(port) as (reader, writer):
                began = monotonic()
                writer.write(request(question, body))
                status, text = await response(reader)
                assert status == 200, text[:300]
                times[name].append(monotonic() - began)
            await asyncio.sleep(0.05)
    return times


@contextmanager
def attackers(server: Server, number: int) -> Iterator[dict[str, int]]:
    """So many hostile clients in a process of their own; in the end how often they did what."""
    command = [sys.executable, "-c", f"from benchmarks.studio import attack; attack({server.port}, {number})"]
    pipe = subprocess.PIPE
    done: dict[str, int] = {}
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield done
        finally:
            done |= json.loads(process.communicate("\n")[0])


def attack(port: int, number: int) -> None:
    """Attacks a server until there is a line on standard input, and prints what was done."""

    async def attacking() -> Counter[str]:
        stop = asyncio.Event()
        clients = [asyncio.ensure_future(attacked(port, each, stop)) for each in range(number)]
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        stop.set()
        return sum(await asyncio.gather(*clients), Counter[str]())

    print(json.dumps(asyncio.run(attacking())))


def besieged(server: Server, seconds: float, hostile: int = HOSTILE) -> tuple[list[Row], Row]:
    """The times of honest clients alone and among hostile ones, and what the server holds then."""
    asyncio.run(honest(server.port, 1))
    before = server.held()
    alone = asyncio.run(honest(server.port, seconds))
    with attackers(server, hostile) as done:
        sleep(2)
        among = asyncio.run(honest(server.port, seconds))
    end = monotonic() + 30
    while server.held()["processes"] > before["processes"] and monotonic() < end:
        sleep(0.1)
    asyncio.run(honest(server.port, 1))
    rows: list[Row] = []
    for name in alone:
        (quiet, quiet95), (loud, loud95) = _spread(alone[name]), _spread(among[name])
        rows.append({"question": name, "alone": quiet, "alone95": quiet95, "among": loud, "among95": loud95})
    return rows, {"before": before, "after": server.held(), "attacks": done}


@click.command()
@click.option("--strokes", "number", type=int, default=200, show_default=True, help="For each size.")
@click.option("--seconds", type=float, default=10.0, show_default=True, help="For each of the other figures.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "studio.jsonl",
    help="JSON lines are appended here; by default to benchmarks/results/studio.jsonl.",
)
def main(number: int, seconds: float, output: Path) -> None:
    """Measure the studio's server on loopback."""
    run = report.run_record("studio", backend="", options={"strokes": number, "seconds": seconds})
    with report.results(output, run) as results, served() as server:
        click.echo("| stroke | verdict, ms | 95 % | regions, ms | 95 % |\n|---|---:|---:|---:|---:|")
        for side in SIZES:
            row = asyncio.run(strokes(server.port, side, number))
            results.add({"puzzle": f"stroke {side}"} | row)
            figures = " | ".join(
                f"{row[key]:.1f}" for key in ("verdict", "verdict95", "regions", "regions95")
            )
            click.echo(f"| {side}x{side} | {figures} |")
        head = "| clients | hard questions | requests a second | median, ms | 99 % |"
        click.echo(f"\n{head}\n|---:|---:|---:|---:|---:|")
        for clients, hard in ((1, 0), (2, 0), (8, 0), (8, 2)):
            row = asyncio.run(easy(server.port, clients, seconds / 2, hard))
            results.add({"puzzle": f"easy {clients}, {hard} hard"} | row)
            figures = f"{row['rate']:.0f} | {row['median']:.1f} | {row['late']:.1f}"
            click.echo(f"| {clients} | {hard} | {figures} |")
        click.echo("\n| clients with a long question each | statuses | last answer, s |\n|---:|---|---:|")
        for clients in (4, 8, 12):
            row = asyncio.run(long(server.port, clients, seconds / 4))
            results.add({"puzzle": f"long {clients}"} | row)
            click.echo(f"| {clients} | {row['statuses']} | {row['last']:.1f} |")
        rows, left = besieged(server, seconds)
        head = f"| question | alone, ms | 95 % | among {HOSTILE} hostile, ms | 95 % | ratio |"
        click.echo(f"\n{head}\n|---|---:|---:|---:|---:|---:|")
        for row in rows:
            results.add({"puzzle": row["question"]} | row)
            figures = " | ".join(f"{row[key]:.1f}" for key in ("alone", "alone95", "among", "among95"))
            click.echo(f"| {row['question']} | {figures} | {row['among'] / row['alone']:.2f} |")
        results.add({"puzzle": "left"} | left)
        click.echo(f"\nbefore: {left['before']}\nafter: {left['after']}\nattacks: {left['attacks']}")


if __name__ == "__main__":
    main()
