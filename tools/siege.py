"""Honest clients of the studio's server among fifty hostile ones, which send what is huge, malformed, slow or hard.

Hostile clients have addresses of their own (127.0.0.2 and so on), which Linux allows without configuration.
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
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

from servers import children

from nonosat.apps.generation.domino import n_dom

_HOSTILE = 50
_ADDRESSES = 10
"""Of hostile clients."""

_JSON = "Content-Type: application/json\r\n"
_EVENTS = f"{_JSON}Accept: text/event-stream\r\n"

_HARD = json.dumps({"puzzle": n_dom(14).to_json(), "seconds": 60}).encode()

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def held(pid: int) -> dict[str, int]:
    """Processes, open files, and megabytes of the server and its children."""
    pids = [pid, *children(pid)]
    pages = [int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in pids]
    files = len(os.listdir(f"/proc/{pid}/fd"))
    return {"processes": len(pids), "files": files, "megabytes": sum(pages) * 4096 // 1_000_000}


@asynccontextmanager
async def connection(port: int, address: str = "127.0.0.1") -> AsyncIterator[Streams]:
    """A connection from an address of this machine; it is cut at the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 26)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def request(question: str, body: bytes, headers: str = _JSON) -> bytes:
    """The bytes of a request."""
    head = (
        f"POST /api/v1/{question} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def response(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The status and the body of a response that has a Content-Length."""
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


_ATTACKS: tuple[Attack, ...] = (
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
    attack = _ATTACKS[number % len(_ATTACKS)]
    address = f"127.0.0.{2 + number // len(_ATTACKS) % _ADDRESSES}"
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


async def honest(port: int, seconds: float) -> set[str]:
    """Two questions, asked in turns by somebody who thinks for a moment in between: both must be answered."""
    asked = {
        "check": drawn(picture(15, Random(1))),
        "examine": drawn(picture(30, Random(2)), rating=False),
    }
    answered, end = set(), monotonic() + seconds
    while monotonic() < end:
        for question, body in asked.items():
            async with connection(port) as (reader, writer):
                writer.write(request(question, body))
                status, text = await response(reader)
                assert status == 200, text[:300]
                answered.add(question)
            await asyncio.sleep(0.05)
    return answered


@contextmanager
def attackers(port: int, number: int) -> Iterator[dict[str, int]]:
    """So many hostile clients in a process of their own; in the end how often they did what."""
    command = [sys.executable, "-c", f"from siege import attack; attack({port}, {number})"]
    pipe, paths = subprocess.PIPE, {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done: dict[str, int] = {}
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=paths) as process:
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


def besieged(pid: int, port: int, seconds: float) -> dict[str, Any]:
    """The questions answered to honest clients among hostile ones, the attacks, and what the server holds before and after."""
    asyncio.run(honest(port, 1))
    before = held(pid)
    with attackers(port, _HOSTILE) as done:
        sleep(2)
        answered = asyncio.run(honest(port, seconds))
    end = monotonic() + 30
    while held(pid)["processes"] > before["processes"] and monotonic() < end:
        sleep(0.1)
    asyncio.run(honest(port, 1))
    return {"answered": answered, "attacks": done, "before": before, "after": held(pid)}
