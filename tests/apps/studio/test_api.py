"""The HTTP API without a server and without processes: requests and responses as ASGI has them."""

import asyncio
import json

import pytest

from nonosat.apps.studio.api import Api
from nonosat.apps.studio.pool import RequestRejected
from nonosat.apps.studio.settings import ServerSettings
from nonosat.apps.studio.worker import Reply

SETTINGS = ServerSettings(body=100, patience=0.1)


class Client:
    """Sends a request in parts and keeps the response; the connection then stays open for `stays` seconds."""

    def __init__(self, *parts, stays=5.0, accept=b"*/*", kind=b"application/json", length=None):
        self.parts = list(parts)
        self.stays = stays
        self.headers = [(b"accept", accept), (b"content-type", kind)]
        self.headers += [] if length is None else [(b"content-length", length)]
        self.sent = []

    async def receive(self):
        if self.parts:
            part = self.parts.pop(0)
            if isinstance(part, float):
                await asyncio.sleep(part)
                return {"type": "http.request", "body": b"", "more_body": True}
            return {"type": "http.request", "body": part, "more_body": bool(self.parts)}
        await asyncio.sleep(self.stays)
        return {"type": "http.disconnect"}

    async def send(self, message):
        self.sent.append(message)

    @property
    def status(self):
        return self.sent[0]["status"] if self.sent else None

    @property
    def response(self):
        return dict(self.sent[0]["headers"])

    @property
    def body(self):
        return b"".join(message.get("body", b"") for message in self.sent)

    @property
    def error(self):
        return json.loads(self.body)["error"]


class Pool:
    """Answers with what it is given, after some progress; knows whether it was cancelled."""

    def __init__(self, answer=None, progress=(), takes=0.0):
        self.answer = answer or Reply('{"verdict": "unique"}')
        self.progress = progress
        self.takes = takes
        self.cancelled = False
        self.asked = []

    async def ask(self, question, text, client, bounds, tell):
        self.asked.append((question, text, client, bounds))
        try:
            for each in self.progress:
                await asyncio.sleep(0)
                if tell:
                    tell(each)
            await asyncio.sleep(self.takes)
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def asked(client, pool=None, *, question="check", method="POST", settings=SETTINGS):
    """Sends a request."""
    scope = {"type": "http", "method": method, "headers": client.headers, "client": ("10.1.2.3", 4)}
    api = Api(settings, pool or Pool())
    asyncio.run(api(scope | {"path_params": {"question": question}}, client.receive, client.send))
    assert api._buffered == 0


def test_a_request_in_parts_is_answered():
    pool, client = Pool(), Client(b'{"puzzle"', b": 1}")
    asked(client, pool)
    assert client.status == 200
    assert pool.asked[0][:3] == ("check", b'{"puzzle": 1}', "10.1.2.3")
    assert pool.asked[0][3].memory == SETTINGS.memory
    assert json.loads(client.body) == {"verdict": "unique"}
    assert client.response[b"content-length"] == b"21"


@pytest.mark.parametrize(
    ("client", "words", "status", "kind"),
    [
        (Client(b"x" * 101), {}, 413, "size"),
        (Client(b"x" * 60, b"x" * 60), {}, 413, "size"),
        (Client(b"{}", length=b"401"), {}, 413, "size"),
        (Client(b"{}", length=b"9" * 5000), {}, 413, "size"),
        (Client(b"{", 0.05, 0.05, 0.05, 0.05, b"}"), {}, 408, "slow"),
        (Client(b"{}", kind=b"text/plain"), {}, 415, "type"),
        (Client(b"{}"), {"method": "GET"}, 405, "method"),
        (Client(b"{}"), {"question": "divine"}, 404, "unknown"),
    ],
)
def test_an_invalid_request_closes_the_connection(client, words, status, kind):
    asked(client, **words)
    assert (client.status, client.error["kind"]) == (status, kind)
    assert client.response[b"connection"] == b"close"


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (Reply("{}", "input"), 422),
        (Reply("{}", "limit", "cells"), 413),
        (Reply("{}", "limit", "seconds"), 422),
        (Reply("{}", "missing"), 501),
        (Reply("{}", "internal"), 500),
        (RequestRejected("crowded", "enough", 3), 429),
        (RequestRejected("busy", "enough", 3), 503),
        (RequestRejected("closed", "enough", 3), 503),
    ],
)
def test_an_error_has_its_status(answer, status):
    for accept in (b"*/*", b"text/event-stream"):
        client = Client(b"{}", accept=accept)
        asked(client, Pool(answer))
        assert client.status == status
        assert client.response[b"content-type"] == b"application/json"
        if isinstance(answer, RequestRejected):
            assert client.response[b"retry-after"] == b"3"


def test_progress_comes_as_events():
    client = Client(b"{}", accept=b"text/event-stream")
    asked(client, Pool(progress=["1", "2"], takes=0.02))
    events = ["event: progress\ndata: 1", "event: progress\ndata: 2"]
    events.append('event: answer\ndata: {"verdict": "unique"}')
    assert client.body.decode().split("\n\n") == [*events, ""]
    assert client.response[b"content-type"] == b"text/event-stream"


def test_an_error_after_progress_is_an_event():
    client = Client(b"{}", accept=b"text/event-stream")
    asked(client, Pool(RequestRejected("busy", "enough"), progress=["1"], takes=0.02))
    assert client.body.decode().endswith(
        'event: error\ndata: {"error": {"kind": "busy", "message": "enough"}}\n\n'
    )
    assert client.sent[-1] == {"type": "http.response.body", "body": b""}


@pytest.mark.parametrize("accept", [b"*/*", b"text/event-stream"])
def test_the_work_ends_when_the_client_goes_away(accept):
    pool, client = Pool(takes=60), Client(b"{}", stays=0.02, accept=accept)
    asked(client, pool)
    assert pool.cancelled
    assert client.sent == []


def test_a_client_that_goes_away_while_it_sends_is_forgotten():
    class Going(Client):
        async def receive(self):
            return await super().receive() if self.parts else {"type": "http.disconnect"}

    client = Going(b"{", 0.0)
    pool = Pool()
    asked(client, pool)
    assert pool.asked == client.sent == []
