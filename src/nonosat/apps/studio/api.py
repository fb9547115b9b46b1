"""The HTTP API as an ASGI application: reads requests, asks the questions, sends the answers.

A request has a maximum size and time. The answer is JSON or server-sent events. While a question is at work, the server
keeps reading from the client, and so notices at once when the client disconnects.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from typing import Any

from nonosat.apps.studio.pool import BUSY, CLOSED, CROWDED, FairPool, RequestRejected
from nonosat.apps.studio.question import INPUT, INTERNAL, LIMIT, MISSING, Question, error
from nonosat.apps.studio.questions import QUESTIONS
from nonosat.apps.studio.settings import ServerSettings
from nonosat.apps.studio.worker import Reply

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# kinds of errors found before a question is asked
TOKEN, ORIGIN, METHOD, SLOW = "token", "origin", "method", "slow"
SIZE, TYPE, HOST, UNKNOWN = "size", "type", "host", "unknown"

# HTTP status of each kind of error
STATUSES = {
    TOKEN: 401,
    ORIGIN: 403,
    UNKNOWN: 404,
    METHOD: 405,
    SLOW: 408,
    SIZE: 413,
    TYPE: 415,
    HOST: 421,
    INPUT: 422,
    LIMIT: 422,
    CROWDED: 429,
    INTERNAL: 500,
    MISSING: 501,
    BUSY: 503,
    CLOSED: 503,
}

_MAX_BUFFERED_BODIES = 16  # maximum memory for bodies, in bodies of the largest size
_SMALL_BYTES, _PAUSE_SECONDS = 500_000, 0.004  # the server pauses this long after each 64 kB of a larger body

# bodies over this multiple of the maximum size are not read to the end, which clients see as an error
_DROPPED = 4

_HEARTBEAT_SECONDS = 15.0  # silence after which an event stream sends a comment
_MAX_EVENTS = 256  # progress events that wait for a slow reader; further ones are dropped


class _Disconnected(Exception):
    """The client has disconnected."""


class Api:
    """Answers questions, by the last part of the path."""

    def __init__(self, settings: ServerSettings, pool: FairPool) -> None:
        self._settings = settings
        self._pool = pool
        self._buffered = 0  # bytes of bodies in memory
        self._large = asyncio.Semaphore(2)
        """Limits the parts of large bodies read at once, so that other requests get their turn."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request for `scope["path_params"]["question"]`."""
        exchange = _Exchange(scope, receive, send)
        try:
            question = _question(scope["path_params"]["question"], scope)
            await self._carried_out(question, exchange)
        except RequestRejected as rejected:
            await exchange.refuse(rejected)
        except _Disconnected:
            pass

    async def _carried_out(self, question: Question, exchange: _Exchange) -> None:
        body = await self._body(exchange)
        try:
            events: asyncio.Queue[str] | None = asyncio.Queue(_MAX_EVENTS) if exchange.wants_events else None
            bounds = self._settings.bounds(question)
            asked = self._pool.ask(question.name, body, exchange.client, bounds, _teller(events))
            work = asyncio.ensure_future(asked)
            gone = asyncio.ensure_future(exchange.gone())
            try:
                if events is None:
                    pending: list[asyncio.Future[Any]] = [work, gone]
                    await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                    if not work.done():
                        raise _Disconnected
                    await exchange.answer(work.result())
                else:
                    await exchange.stream(work, gone, events)
            finally:
                work.cancel()
                gone.cancel()
                await asyncio.gather(work, gone, return_exceptions=True)
        finally:
            self._buffered -= len(body)

    async def _body(self, exchange: _Exchange) -> bytes:
        """Returns the body; raises `RequestRejected` if it is too large or too slow."""
        most = self._settings.body
        parts: list[bytes] = []
        kept = 0
        try:
            async with asyncio.timeout(self._settings.patience):
                async for part, size in _parts(exchange, _DROPPED * most):
                    if size > _SMALL_BYTES:
                        async with self._large:
                            await asyncio.sleep(_PAUSE_SECONDS)
                    if size > most:
                        self._buffered -= kept
                        kept = 0
                        parts.clear()  # the rest is read, but not kept, so that the client gets the reason
                        continue
                    kept += len(part)
                    self._buffered += len(part)
                    parts.append(part)
                    if self._buffered > _MAX_BUFFERED_BODIES * most:
                        raise RequestRejected(BUSY, "too many large requests are read at once", retry=2)
            if size > most:
                raise RequestRejected(SIZE, f"a request of more than {most:,} bytes is not read")
        except TimeoutError:
            self._buffered -= kept
            raise RequestRejected(
                SLOW, f"the request took more than {self._settings.patience:g} s to come"
            ) from None
        except BaseException:
            self._buffered -= kept
            raise
        return b"".join(parts)


async def _parts(exchange: _Exchange, most: int) -> AsyncIterator[tuple[bytes, int]]:
    """Yields the parts of a body, each with the size so far; ends once that is above `most`."""
    length = exchange.headers.get(b"content-length", b"0")
    if not length.isdigit() or int(length[:20]) > most:
        yield b"", most + 1
        return
    size, more = 0, True
    while more and size <= most:
        message = await exchange.receive()
        if message["type"] == "http.disconnect":
            raise _Disconnected
        part, more = message.get("body", b""), message.get("more_body", False)
        size += len(part)
        yield part, size


def _question(name: str, scope: Scope) -> Question:
    """Returns the question; raises `RequestRejected`."""
    if name not in QUESTIONS:
        raise RequestRejected(
            UNKNOWN, f"no question is called {name[:40]!r}; there are {', '.join(QUESTIONS)}"
        )
    if scope["method"] != "POST":
        raise RequestRejected(METHOD, "a question is asked by POST")
    kind = dict(scope["headers"]).get(b"content-type", b"").split(b";")[0].strip().lower()
    if kind != b"application/json":
        raise RequestRejected(TYPE, "a request must be `application/json`")
    return QUESTIONS[name]


def _teller(events: asyncio.Queue[str] | None) -> Callable[[str], None] | None:
    """Returns a function that puts progress in a stream of events, or drops it if there is no room."""
    if events is None:
        return None

    def tell(text: str) -> None:
        with suppress(asyncio.QueueFull):
            events.put_nowait(text)

    return tell


class _Exchange:
    """One request and its response."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.headers: Mapping[bytes, bytes] = dict(scope["headers"])
        self.receive = receive
        self.send = send
        self.client = scope["client"][0] if scope.get("client") else ""
        self.status = 0  # status of the response; 0 before it has begun

    @property
    def wants_events(self) -> bool:
        return b"text/event-stream" in self.headers.get(b"accept", b"").lower()

    async def gone(self) -> None:
        """Returns once the client has disconnected."""
        while (await self.receive())["type"] != "http.disconnect":
            pass

    async def answer(self, reply: Reply) -> None:
        """Sends an answer or an error."""
        await self._whole(_status(reply), reply.text)

    async def refuse(self, rejected: RequestRejected) -> None:
        """Sends the reason for the lack of an answer."""
        kind = rejected.kind
        text = json.dumps(error(kind, rejected.message))
        if self.status:  # the stream has begun
            await self._event("error", text)
            await self._end()
            return
        headers = [(b"retry-after", str(rejected.retry).encode())] if kind in (CROWDED, BUSY, CLOSED) else []
        if kind == METHOD:
            headers.append((b"allow", b"POST"))
        if kind not in (CROWDED, CLOSED):  # the rest is not read
            headers.append((b"connection", b"close"))
        await self._whole(STATUSES[kind], text, headers)

    async def stream(
        self,
        work: asyncio.Future[Reply],
        gone: asyncio.Future[None],
        events: asyncio.Queue[str],
    ) -> None:
        """Sends progress, then the answer; raises `_Disconnected` and the errors of `work`."""
        while True:
            event = asyncio.ensure_future(events.get())
            pending: list[asyncio.Future[Any]] = [work, gone, event]
            await asyncio.wait(pending, timeout=_HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            text = event.result() if event.done() else ""
            event.cancel()
            if gone.done():
                raise _Disconnected
            if work.done() and not text and events.empty():
                break
            if not self.status:
                await self._begin_stream()
            if text:
                await self._event("progress", text)
            elif not work.done():
                await self._part(b": still at work\n\n")
        reply = work.result()
        if reply.kind and not self.status:
            await self.answer(reply)
            return
        if not self.status:
            await self._begin_stream()
        await self._event("error" if reply.kind else "answer", reply.text)
        await self._end()

    async def _whole(self, status: int, text: str, headers: list[tuple[bytes, bytes]] | None = None) -> None:
        body = text.encode()
        size = (b"content-length", str(len(body)).encode())
        await self._begin(status, b"application/json", [size, *(headers or [])])
        await self.send({"type": "http.response.body", "body": body})

    async def _begin(self, status: int, kind: bytes, headers: list[tuple[bytes, bytes]]) -> None:
        self.status = status
        headers = [(b"content-type", kind), (b"cache-control", b"no-store"), *headers]
        await self.send({"type": "http.response.start", "status": status, "headers": headers})

    async def _begin_stream(self) -> None:
        await self._begin(
            200, b"text/event-stream", [(b"x-accel-buffering", b"no")]
        )  # nginx passes it on then

    async def _event(self, name: str, text: str) -> None:
        await self._part(f"event: {name}\ndata: {text}\n\n".encode())

    async def _part(self, data: bytes) -> None:
        await self.send({"type": "http.response.body", "body": data, "more_body": True})

    async def _end(self) -> None:
        await self.send({"type": "http.response.body", "body": b""})


def _status(reply: Reply) -> int:
    """Returns the HTTP status of an answer."""
    if reply.kind == LIMIT and reply.limit == "cells":
        return STATUSES[SIZE]
    return STATUSES[reply.kind] if reply.kind else 200
