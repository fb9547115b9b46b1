"""What a server may take, and whom it answers."""

from __future__ import annotations

import os
import re

from nonosat.foundation.errors import UsageError
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.studio.question import Bounds, Question


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The limits of a server and the names that it answers to; sizes are in bytes, times in seconds."""

    workers: int = max(6, 2 * _processors())
    """Processes at work at once. A third of them is kept for questions that take no longer than `quick`."""
    queue: int = 64
    """Requests that may wait for one."""
    per_client: int = 16
    """Requests of one client, at work or waiting."""
    seconds: float = 60.0
    """The most that a request may ask for."""
    memory: int = 1_000_000_000
    """Of one process."""
    cells: int | None = None
    """Of a puzzle; None for what each question takes."""
    body: int = 16_000_000
    """Of a request."""
    quick: float = 0.5
    """After so long a question counts as long."""
    patience: float = 20.0
    """For a client that sends or reads too slowly."""
    connections: int = 256
    """Of one client, open at once."""
    token: str | None = None
    """What requests must carry, if anything."""
    hosts: tuple[str, ...] = ()
    """Names that the server is called by, besides `localhost` and any address."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may ask, such as `https://puzzles.example`; `*` for any."""
    proxies: tuple[str, ...] = ()
    """Addresses of reverse proxies, which tell the client's own."""

    def __post_init__(self) -> None:
        for name in (
            "workers",
            "queue",
            "per_client",
            "seconds",
            "memory",
            "body",
            "patience",
            "connections",
        ):
            if getattr(self, name) <= 0:
                raise UsageError(f"`{name}` must be above 0, got {getattr(self, name)}")
        if self.token is not None and not re.fullmatch(r"[\w.~+/=-]+", self.token, re.ASCII):
            raise UsageError("a token consists of letters, digits and _.~+/=-, and has one of them at least")
        if self.workers < 2:
            raise UsageError("a server needs two workers at least: one is kept for quick questions")

    @property
    def long(self) -> int:
        """Long questions at work at once."""
        return self.workers - max(1, self.workers // 3)

    @property
    def kept(self) -> int:
        """Idle processes that are kept ready."""
        return min(self.workers, max(2, _processors()))

    def bounds(self, question: Question) -> Bounds:
        """What a question may take here."""
        return question.bounds.within(self.seconds, self.cells, self.memory)
