"""Shared by the commands that listen on a port: options, start and end."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nonosat.apps.cli.shell.options import Command, declared, given
from nonosat.support.errors import EXIT_INTERRUPTED
from nonosat.support.limits import Limit

if TYPE_CHECKING:
    from nonosat.apps.studio.settings import ServerSettings


class ServerOptions(NamedTuple):
    """Address of a server, access to it, and the number of its processes."""

    host: str
    port: int
    token: str | None
    hosts: tuple[str, ...]
    origins: tuple[str, ...]
    workers: int | None

    def settings(self, limit: Limit, **others: Any) -> ServerSettings:
        """Returns the settings of a server; `others` are used for values that are not given here or in `limit`."""
        from nonosat.apps.studio.settings import ServerSettings

        others |= given(workers=self.workers, seconds=limit.seconds, memory=limit.memory)
        return ServerSettings(token=self.token, hosts=self.hosts, origins=self.origins, **others)

    def serve(self, settings: ServerSettings, greeting: str, **options: Any) -> int:
        """Serves until a signal ends it, and returns the exit code; `greeting` contains `{address}`.

        `options` are those of `nonosat.apps.studio.serving.serve`. Raises `OutputError` if it cannot listen.
        """
        from nonosat.apps.studio.serving import listening, serve

        def greet(address: str) -> None:
            click.echo(greeting.format(address=address) + " (Ctrl-C ends it)")
            sys.stdout.flush()

        listener = listening(self.host, self.port)
        if self.token is None and self.host not in ("127.0.0.1", "::1", "localhost"):
            click.echo(
                "nonosat: anybody who reaches this machine can ask questions; --token requires a token",
                err=True,
            )
        ended_by = serve(settings, listener, started=greet, **options)
        return EXIT_INTERRUPTED if ended_by == signal.SIGINT else 0


public_url_option = click.option(
    "--public-url",
    metavar="URL",
    help="Address of the page for others, for links to puzzles.  [default: its own]",
)


def server_options(port: int) -> Callable[[Command], Command]:
    """Adds the options of a server, by default at `port`, which the command gets as `server`, a `ServerOptions`."""
    options = (
        click.option(
            "--port",
            type=click.IntRange(0, 65535),
            default=port,
            show_default=True,
            help="0 chooses a free port.",
        ),
        click.option(
            "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen."
        ),
        click.option(
            "--token", metavar="TEXT", help="A token that requests must carry; also read from NONOSAT_TOKEN."
        ),
        click.option(
            "--allow-host",
            "hosts",
            multiple=True,
            metavar="NAME",
            help="Another host name of the server.",
        ),
        click.option(
            "--allow-origin",
            "origins",
            multiple=True,
            metavar="ORIGIN",
            help="A site whose pages may ask, such as https://puzzles.example; '*' for all.",
        ),
        click.option(
            "--workers",
            type=click.IntRange(min=2),
            metavar="N",
            help="Questions answered at the same time.",
        ),
    )

    def opened(command: Command) -> Command:
        @wraps(command)
        def collected(*, token: str | None, **values: Any) -> int:
            if token is None:
                # an empty one by mistake is an error, not an open door
                token = os.environ.get("NONOSAT_TOKEN")
            others = {name: values.pop(name) for name in ServerOptions._fields if name != "token"}
            return command(server=ServerOptions(token=token, **others), **values)

        return declared(options, collected)

    return opened
