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
from nonosat.support.errors import EXIT_INTERRUPTED, UsageError
from nonosat.support.limits import Limit

if TYPE_CHECKING:
    from nonosat.apps.studio.settings import ServerSettings


class ServerOptions(NamedTuple):
    """Address of a server, access to it, and the number of its processes."""

    host: str
    port: int
    token: str | None
    no_token: bool
    hosts: tuple[str, ...]
    origins: tuple[str, ...]
    workers: int | None

    def settings(self, limit: Limit, **others: Any) -> ServerSettings:
        """Returns the settings of a server; `others` are used for values that are not given here or in `limit`.

        Raises `UsageError` if other machines can reach the server and nobody said whether they need a token.
        """
        from nonosat.apps.studio.settings import ServerSettings, is_loopback

        if self.token is None and not self.no_token and not is_loopback(self.host):
            raise UsageError(
                f"--host {self.host} lets other machines ask: give --token TEXT, which they must send, or --no-token"
            )
        others |= given(workers=self.workers, seconds=limit.seconds, memory=limit.memory)
        return ServerSettings(token=self.token, hosts=self.hosts, origins=self.origins, **others)

    def serve(self, settings: ServerSettings, name: str, path: str = "", **options: Any) -> int:
        """Serves until a signal ends it, and returns the exit code.

        It prints the address for this machine and those for others, each followed by `path`. `options` are those of
        `nonosat.apps.studio.serving.serve`. Raises `OutputError` if it cannot listen.
        """
        from nonosat.apps.studio.serving import listening, serve

        def greet(address: str, others: list[str]) -> None:
            click.echo(f"nonosat {name}: {address}{path} (Ctrl-C ends it)")
            for other in others:
                access = "" if settings.token else " (no token: for everybody who reaches this machine)"
                click.echo(f"on other machines: {other}{path}{access}")
            sys.stdout.flush()

        listener = listening(self.host, self.port)
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
            "--token",
            metavar="TEXT",
            help="A token that requests must carry; also read from NONOSAT_TOKEN. Required, or --no-token, "
            "where other machines can ask.",
        ),
        click.option("--no-token", is_flag=True, help="Answer everybody who reaches --host."),
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
        def collected(*, token: str | None, no_token: bool, **values: Any) -> int:
            if token is not None and no_token:
                raise UsageError("--token and --no-token contradict each other")
            if token is None and not no_token:
                # an empty one by mistake is an error, not an open door
                token = os.environ.get("NONOSAT_TOKEN")
            values |= {"token": token, "no_token": no_token}
            server = ServerOptions(**{name: values.pop(name) for name in ServerOptions._fields})
            return command(server=server, **values)

        return declared(options, collected)

    return opened
