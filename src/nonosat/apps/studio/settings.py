"""Limits of a server, and the clients that it answers."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from nonosat.apps.studio.question import Bounds, Question
from nonosat.support.errors import UsageError
from nonosat.support.mapping.pool import required_workers

_POSITIVE = ("workers", "queue", "per_client", "seconds", "memory", "body", "patience", "connections")


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def require_public_url(url: str) -> None:
    """Raises `UsageError` for anything but the address of a page, without a query and a fragment."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise UsageError(f"a public URL is like https://puzzles.example/studio/, got {url!r}")


def is_loopback(host: str) -> bool:
    """Returns whether only this machine reaches a server that listens at `host`, a name or an address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address_of(host: str, port: int) -> str:
    """Returns the URL of a server at an address."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Limits of a server and its names; sizes are in bytes, times in seconds."""

    workers: int = max(6, 2 * _processors())
    """Processes at work at once. A third is reserved for questions that take at most `quick`."""
    queue: int = 64  # maximum number of waiting requests
    per_client: int = 16  # requests of one client, at work or waiting
    seconds: float = 60.0  # maximum of `seconds` in a request
    memory: int = 1_000_000_000  # limit of one process
    cells: int | None = None  # maximum for a puzzle; None for that of each question
    body: int = 16_000_000  # maximum for a request
    quick: float = 0.5  # time after which a question counts as long
    patience: float = 20.0  # time for a client to send or read
    connections: int = 256  # open connections of one client
    token: str | None = None  # token of requests, or None
    hosts: tuple[str, ...] = ()  # accepted names of the server besides `localhost` and IP addresses
    origins: tuple[str, ...] = ()
    """Other sites whose pages can ask, such as `https://puzzles.example`; `*` for any."""
    public_url: str | None = (
        None  # address of the page for others, which links to puzzles have; None for its own
    )
    proxies: tuple[str, ...] = ()  # addresses of reverse proxies, whose headers name the client

    def __post_init__(self) -> None:
        for name in _POSITIVE:
            if getattr(self, name) <= 0:
                raise UsageError(f"`{name}` must be above 0, got {getattr(self, name)}")
        if self.token is not None and not re.fullmatch(r"[\w.~+/=-]+", self.token, re.ASCII):
            raise UsageError("a token consists of letters, digits and _.~+/=-, and has one of them at least")
        if self.public_url is not None:
            require_public_url(self.public_url)
        if self.workers < 2:
            raise UsageError("a server needs two workers at least: one is kept for quick questions")
        required_workers(self.workers)

    @property
    def entrance(self) -> str:
        """The end of the page's address, by which a browser gets the token."""
        return f"?token={self.token}" if self.token else ""

    @property
    def long(self) -> int:
        """Maximum number of long questions at work."""
        return self.workers - max(1, self.workers // 3)

    @property
    def kept(self) -> int:
        """Number of idle processes."""
        return min(self.workers, max(2, _processors()))

    def bounds(self, question: Question) -> Bounds:
        """Returns the limits of a question on this server."""
        return question.bounds.within(self.seconds, self.cells, self.memory)
