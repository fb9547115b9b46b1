"""`studio`: serves the designer's page, and an HTTP API for puzzle sites."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.serving import ServerOptions, public_url_option, server_options
from nonosat.support.children.own_limits import unbounded
from nonosat.support.limits import Limit


@cli.command(
    "studio",
    epilog=cli.examples(
        "studio",
        "studio --port 0 --no-browser --time-limit 10",
    ),
)
@server_options(port=8340)
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.  [default: yes]")
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A reverse proxy before the server."
)
@public_url_option
@cli.limit_options("on each question")
@unbounded()
def studio_command(
    server: ServerOptions,
    browser: bool,
    proxies: tuple[str, ...],
    public_url: str | None,
    limit: Limit,
) -> int:
    """Draw puzzles in a browser; the verdict follows every stroke.

    The page and the HTTP API behind it are for this machine. With --host 0.0.0.0 and a token they are for others,
    too, by the addresses that it prints. Ctrl-C ends it.
    `nonosat export` writes the page for a site without such a server.
    """
    settings = server.settings(limit, proxies=proxies, public_url=public_url)
    return server.serve(settings, "studio", settings.entrance, browser=browser)
