"""`mcp`: the questions as tools for agents, by the Model Context Protocol."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.options import limit_options
from nonosat.foundation.errors import EXIT_INTERRUPTED, MissingExtraError, UsageError
from nonosat.foundation.limits import Limit
from nonosat.foundation.workers.bounds import unbounded

_SECONDS, _MEMORY, _CELLS = 60.0, 1_000_000_000, 40_000


@click.command("mcp", epilog=examples("mcp", "mcp --http --port 0 --time-limit 10"))
@click.option("--http", is_flag=True, help="Serve streamable HTTP instead of standard input and output.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8341, show_default=True, help="0: any that is free."
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option("--token", metavar="TEXT", help="What requests must carry; or in NONOSAT_TOKEN.")
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="A name that the server is called by."
)
@click.option(
    "--allow-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="A site whose pages may ask; '*' for all.",
)
@click.option("--workers", type=click.IntRange(2, 1000), metavar="N", help="Questions at work at once.")
@limit_options
@unbounded()
def mcp_command(
    http: bool,
    port: int,
    host: str,
    token: str | None,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    workers: int | None,
    limit: Limit,
) -> int:
    """Answer agents by the Model Context Protocol.

    The questions are tools of it.

    A client, such as a desktop assistant or an editor, starts `nonosat mcp` and talks to it on standard input and
    output. With --http it listens on this machine, at /mcp. The limits are the most that one question may take;
    by default a minute and 1G. It reads no files but those that come with nonosat, and writes none.
    """
    try:
        from nonosat.agents.server import application, serve_stdio
        from nonosat.studio.serving import listening, serve
    except ImportError as missing:
        raise MissingExtraError(f"agents need {missing.name}: pip install 'nonosat[mcp]'") from None
    from nonosat.studio.settings import Settings

    if token is None:
        token = os.environ.get("NONOSAT_TOKEN")
    settings = Settings(
        token=token,
        hosts=hosts,
        origins=origins,
        cells=_CELLS,
        seconds=_SECONDS if limit.seconds is None else limit.seconds,
        memory=_MEMORY if limit.memory is None else limit.memory,
    )
    if workers is not None:
        settings = replace(settings, workers=workers)
    if not http:
        if hosts or origins:
            raise UsageError("--allow-host and --allow-origin go with --http")
        serve_stdio(settings)
        return 0
    listener = listening(host, port)
    if token is None and host not in ("127.0.0.1", "::1", "localhost"):
        click.echo("nonosat: whoever reaches this machine may ask: --token has them show one", err=True)
    ended_by = serve(settings, listener, started=_tell, app=application)
    return EXIT_INTERRUPTED if ended_by == signal.SIGINT else 0


def _tell(address: str) -> None:
    click.echo(f"nonosat mcp: {address}mcp (Ctrl-C ends it)")
    sys.stdout.flush()
