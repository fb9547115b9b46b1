"""Limits the open sessions per client, since each holds memory: middleware around the application."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic

from nonosat.apps.studio.api import Message, Receive, Scope, Send
from nonosat.apps.studio.guard import refuse
from nonosat.apps.studio.pool import CROWDED

IDLE_SECONDS = 120  # seconds without a request after which a session ends

# header with the session's id, in all its requests and in the answer to the first one
_SESSION_ID = b"mcp-session-id"


@dataclass(slots=True)
class _Session:
    """A session that a client has opened."""

    host: str
    requests: int  # number of requests being answered
    last: float = 0.0  # time at which the last request ended

    def is_open(self, now: float) -> bool:
        return self.requests > 0 or now - self.last < IDLE_SECONDS


class Sessions:
    """An application with a limit on the open sessions of one client; the application itself ends idle ones."""

    def __init__(
        self,
        app: Callable[[Scope, Receive, Send], Awaitable[None]],
        per_client: int,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._app = app
        self._per_client = per_client
        self._clock = clock
        self._sessions: dict[object, _Session] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, unless it would exceed the limit of sessions."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        id = dict(scope["headers"]).get(_SESSION_ID)
        host = (scope.get("client") or ("",))[0]
        if id is not None:
            await self._continue(id, scope, receive, send)
        elif self._count(host) < self._per_client:
            await self._open(host, scope, receive, send)
        else:
            message = f"one client can have {self._per_client} sessions; idle ones end after {IDLE_SECONDS} s"
            await refuse(send, CROWDED, message, [(b"retry-after", str(IDLE_SECONDS).encode())])

    async def _continue(self, id: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        session = self._sessions.get(id)
        if session is None:  # ended: the application will answer so
            await self._app(scope, receive, send)
            return

        async def watched(message: Message) -> None:
            unknown = message.get("status") == 404  # 404: the application has ended the session
            if unknown or (message.get("status") == 200 and scope["method"] == "DELETE"):
                self._sessions.pop(id, None)
            await send(message)

        session.requests += 1
        try:
            await self._app(scope, receive, watched)
        finally:
            session.requests -= 1
            session.last = self._clock()

    async def _open(self, host: str, scope: Scope, receive: Receive, send: Send) -> None:
        key: object = object()  # placeholder until the session has an id
        session = self._sessions[key] = _Session(host, requests=1)

        async def watched(message: Message) -> None:
            nonlocal key
            id = dict(message.get("headers", ())).get(_SESSION_ID)
            if id is not None and message["status"] < 400:
                del self._sessions[key]
                self._sessions[key := id] = session
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            session.requests -= 1
            session.last = self._clock()
            if not isinstance(key, bytes):  # still the placeholder
                del self._sessions[key]

    def _count(self, host: str) -> int:
        """Returns the number of sessions that a client has open, or is opening; forgets those that have ended."""
        now = self._clock()
        self._sessions = {id: session for id, session in self._sessions.items() if session.is_open(now)}
        return sum(session.host == host for session in self._sessions.values())
