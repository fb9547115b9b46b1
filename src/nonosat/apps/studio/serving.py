"""Runs the server: a listening socket, connections that do not hang, a browser, and an orderly end."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import webbrowser
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from nonosat.apps.studio.guard import Guard
from nonosat.apps.studio.pool import FairPool
from nonosat.apps.studio.server import application
from nonosat.apps.studio.settings import ServerSettings, address_of, is_loopback
from nonosat.support.errors import OutputError

_CHECKS = 4  # checks of a connection during `Settings.patience`
_ENDING_SECONDS = 3  # time for unfinished work when the server ends


def listening(host: str, port: int) -> socket.socket:
    """Returns a listening socket; port 0 stands for any free one. Raises `OutputError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small parts at once only for sockets of that number: 40 ms for each response otherwise
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(512)
    except OSError as wrong:
        sock.close()
        raise OutputError(f"cannot listen at {host}, port {port}: {wrong.strerror or wrong}") from None
    return sock


def serve(
    settings: ServerSettings,
    listener: socket.socket,
    *,
    started: Callable[[str, list[str]], None],
    browser: bool = False,
    app: Callable[[ServerSettings, FairPool], Guard] = application,
) -> int:
    """Serves until a signal ends it, and returns that signal.

    It calls `started` with the server's address for this machine, and the list of those for other
    machines. `app` makes the application, which starts and ends the pool.
    """
    pool = FairPool(settings)
    config = uvicorn.Config(
        app(settings, pool),
        http=_patient(settings),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=_ENDING_SECONDS,
        h11_max_incomplete_event_size=32_768,
    )
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    server = _Server(config, pool)
    server.announce = lambda: _announce(listener, settings, started, browser)
    asyncio.run(server.serve([listener]))
    return server.ended_by


def _announce(
    listener: socket.socket,
    settings: ServerSettings,
    started: Callable[[str, list[str]], None],
    browser: bool,
) -> None:
    host, port = listener.getsockname()[:2]
    here, others = host, []
    if host in _ANY:
        here, others = _ANY[host], network_addresses(listener.family)
    address = address_of(here, port)
    started(address, [address_of(other, port) for other in others])
    if browser:
        webbrowser.open(address + settings.entrance)


_ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # hosts that stand for all addresses of a machine, and its own

# addresses for examples and of private networks: the system has a route to one of them if it is in a network
_FAR = {
    socket.AF_INET: ("192.0.2.1", "192.168.254.254", "10.254.254.254", "172.31.254.254"),
    socket.AF_INET6: ("2001:db8::1",),
}


def network_addresses(family: int) -> list[str]:
    """Returns the addresses by which other machines reach this one, without asking the network.

    A datagram socket that is connected has sent nothing, but has the address that it would send from.
    """
    addresses: dict[str, None] = {}
    for far in _FAR[socket.AddressFamily(family)]:
        with socket.socket(family, socket.SOCK_DGRAM) as sock, suppress(OSError):
            sock.connect((far, 9))
            addresses.setdefault(sock.getsockname()[0])
    return [address for address in addresses if not is_loopback(address)]


class _Server(uvicorn.Server):
    """A server that stops at the first signal: it ends its work and notifies the clients."""

    def __init__(self, config: uvicorn.Config, pool: FairPool) -> None:
        super().__init__(config)
        self._pool = pool
        self.announce: Callable[[], None] = lambda: None
        self.ended_by = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            await asyncio.get_running_loop().run_in_executor(None, self.announce)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Handles both signals, without raising them again once the server has ended."""
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {sig: signal.signal(sig, self.handle_exit) for sig in signals}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.ended_by = sig
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._pool.close()
        await super().shutdown(sockets)


def _patient(settings: ServerSettings) -> type[H11Protocol]:
    """Returns a protocol that closes a connection whose client neither sends nor reads for too long."""
    of_client: Counter[str] = Counter()
    exempt = set(settings.proxies)

    class Patient(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._address = self.client[0] if self.client else ""
            of_client[self._address] += 1
            self._waiting_since = self._stalled_since = monotonic()
            self._unsent = 0
            self._next_check = self.loop.call_later(settings.patience / _CHECKS, self._check)
            if of_client[self._address] > settings.connections and self._address not in exempt:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._next_check.cancel()
            of_client[self._address] -= 1
            if not of_client[self._address]:
                del of_client[self._address]
            super().connection_lost(exc)

        def _check(self) -> None:
            """Closes a connection without progress."""
            now, unsent = monotonic(), self.transport.get_write_buffer_size()
            if not unsent or unsent < self._unsent:
                self._stalled_since = now
            self._unsent = unsent
            if self.cycle is not None and not self.cycle.response_complete:  # a request is being answered
                self._waiting_since = now
            if now - min(self._stalled_since, self._waiting_since) > settings.patience:
                self.transport.abort()
            else:
                self._next_check = self.loop.call_later(settings.patience / _CHECKS, self._check)

    return Patient
