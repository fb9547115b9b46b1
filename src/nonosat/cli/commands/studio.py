"""`studio`: the designer's page in a browser, and an HTTP API for puzzle sites."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.options import limit_options
from nonosat.foundation.errors import EXIT_INTERRUPTED, MissingExtraError, UsageError
from nonosat.foundation.limits import Limit
from nonosat.foundation.workers.bounds import unbounded


@click.command(
    "studio",
    epilog=examples(
        "studio",
        "studio --port 0 --no-browser --time-limit 10",
        "studio --export site --pyodide node_modules/pyodide",
    ),
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8340, show_default=True, help="0: any that is free."
)
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Where to listen.")
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.  [default: yes]")
@click.option("--token", metavar="TEXT", help="What requests must carry; or in NONOSAT_TOKEN.")
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
@click.option(
    "--export",
    "folder",
    metavar="DIR",
    help="Write the page as a folder that needs no server but one of files.",
)
@click.option(
    "--pyodide", metavar="PACKAGE", help="With --export: npm's package `pyodide`, its folder or archive."
)
@click.option(
    "--wheel",
    "wheels",
    multiple=True,
    metavar="FILE",
    help="With --export: python-sat's wheel for Pyodide.  [default: pip downloads it]",
)
@click.option("--force", is_flag=True, help="With --export: replace an older export.")
@limit_options
@unbounded()
def studio_command(
    port: int,
    host: str,
    browser: bool,
    token: str | None,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    workers: int | None,
    folder: str | None,
    pyodide: str | None,
    wheels: tuple[str, ...],
    force: bool,
    limit: Limit,
) -> int:
    """Draw puzzles in a browser and see what they are.

    The page and the HTTP API behind it are for this machine, unless --host says otherwise; the limits are the
    most that one question may take. Ctrl-C ends it. With --export nothing is served: in the page that is
    written, Python runs in the browser.
    """
    if folder is not None:
        return _export(folder, pyodide, wheels, force)
    if pyodide or wheels or force:
        raise UsageError("--pyodide, --wheel and --force go with --export DIR")
    try:
        from nonosat.studio.serving import listening, serve
    except ImportError as missing:
        raise MissingExtraError(f"the studio needs {missing.name}: pip install 'nonosat[studio]'") from None
    from nonosat.studio.settings import Settings

    wanted: dict[str, Any] = {"workers": workers, "seconds": limit.seconds, "memory": limit.memory}
    if token is None:
        token = os.environ.get("NONOSAT_TOKEN")  # one that is empty by mistake is an error, not an open door
    settings = Settings(
        token=token,
        hosts=hosts,
        origins=origins,
        proxies=proxies,
        **{name: value for name, value in wanted.items() if value is not None},
    )
    listener = listening(host, port)
    if token is None and host not in ("127.0.0.1", "::1", "localhost"):
        click.echo("nonosat: whoever reaches this machine may ask: --token has them show one", err=True)
    ended_by = serve(settings, listener, started=_tell, browser=browser)
    return EXIT_INTERRUPTED if ended_by == signal.SIGINT else 0


def _export(folder: str, pyodide: str | None, wheels: tuple[str, ...], force: bool) -> int:
    from nonosat.studio.export import export

    if pyodide is None:
        raise UsageError(
            "--export needs --pyodide PACKAGE: the folder `pyodide` that `npm install pyodide` makes"
        )
    size = export(folder, pyodide=pyodide, wheels=wheels, force=force)
    click.echo(f"{folder}: {size:,} bytes, which any file server can serve")
    return 0


def _tell(address: str) -> None:
    click.echo(f"nonosat studio: {address} (Ctrl-C ends it)")
    sys.stdout.flush()
