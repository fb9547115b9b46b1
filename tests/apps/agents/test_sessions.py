"""Returns the number of sessions one client can have open."""

import asyncio

import pytest

from nonosat.apps.agents.sessions import IDLE_SECONDS, Sessions


class Protocol:
    """An application that opens a session for each request without one, and knows those that it has opened."""

    def __init__(self):
        self.sessions = set()
        self.clock = 0.0
        self.waiting = None

    async def __call__(self, scope, _, send):
        id = dict(scope["headers"]).get(b"mcp-session-id")
        if id is None:
            self.sessions.add(id := str(len(self.sessions)).encode())
        if self.waiting is not None:
            await self.waiting.wait()
        status = 200 if id in self.sessions else 404
        if scope["method"] == "DELETE":
            self.sessions.discard(id)
        headers = [(b"mcp-session-id", id)]
        await send({"type": "http.response.start", "status": status, "headers": headers})


@pytest.fixture
def served():
    protocol = Protocol()
    sessions = Sessions(protocol, 2, lambda: protocol.clock)

    async def asked(session=None, host="one", method="POST"):
        answers = []

        async def send(message):
            answers.append(message)

        headers = [] if session is None else [(b"mcp-session-id", session)]
        scope = {"type": "http", "method": method, "headers": headers, "client": (host, 1)}
        await sessions(scope, None, send)
        return answers[0]["status"], dict(answers[0]["headers"]).get(b"mcp-session-id")

    return protocol, asked


def test_sessions_of_one_client_are_limited_and_those_of_others_are_not(served):
    async def work():
        _, asked = served
        (_, first), (_, second) = await asked(), await asked()
        assert (await asked())[0] == 429
        assert (await asked(first))[0] == 200
        assert (await asked(host="other"))[0] == 200
        assert (await asked(second, method="DELETE"))[0] == 200
        assert (await asked(second))[0] == 404
        assert (await asked())[0] == 200
        assert (await asked())[0] == 429

    asyncio.run(work())


def test_idle_sessions_do_not_count_and_those_that_are_answered_do(served):
    async def work():
        protocol, asked = served
        (_, first), _ = await asked(), await asked()
        protocol.clock = IDLE_SECONDS - 1
        assert (await asked())[0] == 429
        await asked(first)
        protocol.clock = IDLE_SECONDS + 1
        protocol.waiting = asyncio.Event()
        answering = asyncio.create_task(asked(first))
        await asyncio.sleep(0)
        protocol.clock = 9 * IDLE_SECONDS
        opening = asyncio.create_task(asked())
        await asyncio.sleep(0)
        assert (await asked())[0] == 429  # one is answered, and one is being opened
        protocol.waiting.set()
        assert (await answering)[0] == (await opening)[0] == 200

    asyncio.run(work())
