"""`studio`: the designer's page in a browser, and an HTTP API for puzzle sites."""

from __future__ import annotations

import signal
import sys
from typing import Any

import click

from nonosat.cli.help import examples
from nonosat.cli.options import limit_options
from nonosat.errors import EXIT_INTERRUPTED, MissingExtraError
from nonosat.limits import Limit


@click.command("studio", epilog=examples("studio", "studio --port 0 --no-browser --time-limit 10"))
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8340, show_default=True, help="0: any that is free."
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.  [default: yes]")
@click.option(
    "--token", envvar="NONOSAT_TOKEN", metavar="TEXT", help="What requests must carry; or in NONOSAT_TOKEN."
)
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="A name that the server is called by."
)
@click.option(
    "--allow-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="A site whose pages may ask, such as https://puzzles.example; '*' for all.",
)
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A reverse proxy before the server."
)
@click.option("--workers", type=click.IntRange(2, 1000), metavar="N", help="Questions at work at once.")
@limit_options
def studio_command(
    port: int,
    host: str,
    browser: bool,
    token: str | None,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    workers: int | None,
    limit: Limit,
) -> int:
    """Draw puzzles in a browser and see what they are.

    The page and the HTTP API behind it are for this machine, unless --host says otherwise; the limits are the
    most that one question may take. Ctrl-C ends it.
    """
    try:
        from nonosat.studio.serving import listening, serve
    except ImportError as missing:
        raise MissingExtraError(f"the studio needs {missing.name}: pip install 'nonosat[studio]'") from None
    from nonosat.studio.settings import Settings

    wanted: dict[str, Any] = {"workers": workers, "seconds": limit.seconds, "memory": limit.memory}
    settings = Settings(
        token=token or None,
        hosts=hosts,
        origins=origins,
        proxies=proxies,
        **{name: value for name, value in wanted.items() if value is not None},
    )
    listener = listening(host, port)
    if not token and host not in ("127.0.0.1", "::1", "localhost"):
        click.echo("nonosat: whoever reaches this machine may ask: --token has them show one", err=True)
    ended_by = serve(settings, listener, started=_tell, browser=browser)
    return EXIT_INTERRUPTED if ended_by == signal.SIGINT else 0


def _tell(address: str) -> None:
    click.echo(f"nonosat studio: {address} (Ctrl-C ends it)")
    sys.stdout.flush()
