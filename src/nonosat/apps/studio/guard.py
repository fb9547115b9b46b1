"""Access to a server, and the headers of all its responses: middleware around the application.

- DNS rebinding: only `localhost`, IP addresses and the names in the settings are accepted as Host.
- CORS: pages of other sites can neither ask nor read, unless their origin is in the settings.
- Token: requests carry it as a bearer token, or as the cookie that the page gets when it is opened by an address with
  `?token=`.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import partial
from hmac import compare_digest
from html import escape
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qs, urlsplit

from nonosat.apps.illustration.playable import sources
from nonosat.apps.studio.api import HOST, ORIGIN, STATUSES, TOKEN, Message, Receive, Scope, Send
from nonosat.apps.studio.question import error
from nonosat.apps.studio.settings import ServerSettings, address_of

COOKIE = "nonosat-token"

_OPEN = ("/healthz",)  # paths that need no token

# a tab that the page opens to play a puzzle has the page's policy, too
_POLICY = (
    "default-src 'none'; script-src 'self' {script}; style-src 'self' {style}; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_RESOURCE_POLICY = "cross-origin-resource-policy"


class Guard:
    """An application behind the checks."""

    def __init__(
        self, app: Callable[[Scope, Receive, Send], Awaitable[None]], settings: ServerSettings
    ) -> None:
        self._app = app
        self._settings = settings
        style, script = sources()
        self._headers = {"content-security-policy": _POLICY.format(style=style, script=script), **_HEADERS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        origin = self._origin(headers)
        more = dict(self._headers)
        if origin is None:
            more[_RESOURCE_POLICY] = "same-origin"
        else:
            more |= {"access-control-allow-origin": origin, "vary": "Origin"}

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in more.items()]
                message = {**message, "headers": [*message.get("headers", []), *extra]}
            await send(message)

        refused = partial(refuse, sent, as_page="text/html" in headers.get("accept", ""))
        if not self._is_called(headers.get("host", "")):
            await refused(HOST, _other_name(scope))
        elif self._is_foreign(headers, origin):
            await refused(ORIGIN, "pages of other sites may not ask here")
        elif origin is not None and scope["method"] == "OPTIONS":
            more |= {
                "access-control-allow-methods": "GET, POST",
                "access-control-allow-headers": "Authorization, Content-Type",
                "access-control-max-age": "600",
            }
            await _sent(sent, 204, b"")
        elif self._settings.token and (cookie := self._entering(scope)):
            await _sent(sent, 303, b"", [(b"location", b"./"), (b"set-cookie", cookie)])
        elif self._settings.token and scope["path"] not in _OPEN and not self._may_ask(headers):
            message = (
                "this server wants its token: open the address that it printed, which ends in ?token=..., "
                "or send the token as Authorization: Bearer"
            )
            await refused(TOKEN, message, [(b"www-authenticate", b"Bearer")])
        else:
            await self._app(scope, receive, sent)

    def _is_called(self, host: str) -> bool:
        """Returns whether a Host header is accepted."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name == "localhost" or name in self._settings.hosts:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _origin(self, headers: dict[str, str]) -> str | None:
        """Returns the origin of another site's page, if it is allowed."""
        origin = headers.get("origin")
        allowed = self._settings.origins
        return origin if origin and (origin in allowed or "*" in allowed) else None

    def _is_foreign(self, headers: dict[str, str], allowed: str | None) -> bool:
        """Returns whether another site's page asks that may not."""
        if allowed is not None:
            return False
        origin = headers.get("origin")
        if origin is not None:
            try:
                return urlsplit(origin).netloc != headers.get("host") or origin == "null"
            except ValueError:  # not even an address
                return True
        navigation = headers.get("sec-fetch-mode") == "navigate"
        return headers.get("sec-fetch-site") in ("cross-site", "same-site") and not navigation

    def _may_ask(self, headers: dict[str, str]) -> bool:
        """Returns whether a request carries the token."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            cookies = SimpleCookie()
            try:
                cookies.load(headers.get("cookie", ""))
            except CookieError:
                return False
            given = cookies[COOKIE].value if COOKIE in cookies else ""
        return self._is_token(given)

    def _entering(self, scope: Scope) -> bytes | None:
        """Returns the cookie for a page that is opened with the token in its address."""
        if scope["path"] != "/" or scope["method"] != "GET":
            return None
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if not self._is_token(given):
            return None
        return f"{COOKIE}={self._settings.token}; HttpOnly; SameSite=Strict; Path=/".encode()

    def _is_token(self, given: str) -> bool:
        """Returns whether this is the token, in constant time."""
        return compare_digest(given.strip().encode(), (self._settings.token or "").encode())


def _other_name(scope: Scope) -> str:
    """Returns what helps somebody who calls the server by a name that it does not have."""
    by_number = address_of(*scope["server"]) if scope.get("server") else "its address in numbers"
    return (
        f"this server does not know the name by which it was called: use {by_number}, "
        "or start it with --allow-host NAME"
    )


async def refuse(
    send: Send,
    kind: str,
    message: str,
    headers: list[tuple[bytes, bytes]] | None = None,
    *,
    as_page: bool = False,
) -> None:
    """Answers a request by an error of a kind in `STATUSES`, `as_page` for a browser that opens a page."""
    content_type, text = refusal(kind, message, as_page=as_page)
    more = [(b"content-type", content_type.encode()), (b"connection", b"close"), *(headers or [])]
    await _sent(send, STATUSES[kind], text, more)


def refusal(kind: str, message: str, *, as_page: bool) -> tuple[str, bytes]:
    """Returns the content type and the body of an error."""
    if not as_page:
        return "application/json", json.dumps(error(kind, message)).encode()
    sentence = escape(message[:1].upper() + message[1:])
    page = f'<!doctype html><html lang="en"><title>nonosat</title><h1>nonosat</h1><p>{sentence}.</p></html>'
    return "text/html; charset=utf-8", page.encode()


async def _sent(
    send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]] | None = None
) -> None:
    size = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [size, *(headers or [])]})
    await send({"type": "http.response.body", "body": body})
