"""`mcp`: serves questions as tools of the Model Context Protocol."""

from __future__ import annotations

import os
from functools import partial

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.serving import ServerOptions, server_options
from nonosat.support.children.own_limits import unbounded
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit

_SECONDS, _MEMORY, _CELLS = 60.0, 1_000_000_000, 40_000


@cli.command("mcp", epilog=cli.examples("mcp", "mcp --read .", "mcp --http --port 0 --time-limit 10"))
@click.option("--http", is_flag=True, help="Serve streamable HTTP instead of standard input and output.")
@server_options(port=8341)
@click.option(
    "--read",
    "folder",
    type=cli.InFile(),
    metavar="FOLDER",
    help="A folder whose pictures clients can scan, by their paths in it.",
)
@cli.limit_options("on each question")
@unbounded()
def mcp_command(http: bool, server: ServerOptions, folder: str | None, limit: Limit) -> int:
    """Serve the questions as tools of the Model Context Protocol.

    A client, such as a desktop assistant or an editor, starts `nonosat mcp` and talks to it on standard input and
    output. With --http it listens on this machine, at /mcp. By default a question may take a minute
    and 1G. It writes no files, and reads only bundled examples and pictures in the --read folder.
    """
    from nonosat.apps.agents.server import application, serve_stdio

    if folder is not None and not os.path.isdir(folder):
        raise UsageError(f"{folder}: there is no such folder")
    settings = server.settings(limit, seconds=_SECONDS, memory=_MEMORY, cells=_CELLS)
    if http:
        return server.serve(settings, "mcp", "mcp", app=partial(application, folder=folder))
    if server.hosts or server.origins:
        raise UsageError("--allow-host and --allow-origin go with --http")
    serve_stdio(settings, folder)
    return 0
