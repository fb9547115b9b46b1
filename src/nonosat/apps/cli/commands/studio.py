"""`studio`: serves or exports the designer's page, and an HTTP API for puzzle sites."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.serving import ServerOptions, server_options
from nonosat.support.children.own_limits import unbounded
from nonosat.support.errors import UsageError
from nonosat.support.limits import Limit

_HOSTING = """Any static host serves this folder, at any path, over https:
  try it here      python -m http.server --bind 127.0.0.1 --directory {folder}
  your server      rsync -r {folder}/ you@example.org:/var/www/html/studio/
  GitHub Pages     commit the folder's files to a branch; Settings > Pages > Deploy from a branch
  Netlify          npx netlify deploy --prod --dir {folder}
Files that end in .wasm need the type application/wasm."""


@cli.command(
    "studio",
    epilog=cli.examples(
        "studio",
        "studio --port 0 --no-browser --time-limit 10",
        "studio --export site --pyodide node_modules/pyodide",
    ),
)
@server_options(port=8340)
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.  [default: yes]")
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A reverse proxy before the server."
)
@click.option(
    "--export",
    "folder",
    type=cli.OutFile(continued=True),
    metavar="DIR",
    help="Write the page as a folder that needs no server but one of files.",
)
@click.option(
    "--pyodide",
    type=cli.InFile(),
    metavar="PACKAGE",
    help="With --export: npm's package `pyodide`, its folder or archive.",
)
@click.option(
    "--wheel",
    "wheels",
    multiple=True,
    type=cli.InFile(),
    metavar="FILE",
    help="With --export: python-sat's wheel for Pyodide.  [default: pip downloads it]",
)
@click.option(
    "--public-url",
    metavar="URL",
    help="Address of the page for others, for links to puzzles.  [default: its own]",
)
@click.option("--force", is_flag=True, help="With --export: replace an older export.")
@cli.limit_options
@unbounded()
def studio_command(
    server: ServerOptions,
    browser: bool,
    proxies: tuple[str, ...],
    folder: str | None,
    pyodide: str | None,
    wheels: tuple[str, ...],
    public_url: str | None,
    force: bool,
    limit: Limit,
) -> int:
    """Draw puzzles in a browser and see what they are.

    The page and the HTTP API behind it are for this machine, unless --host says otherwise; the limits are the
    most that one question may take. Ctrl-C ends it. With --export nothing is served: in the page that is
    written, Python runs in the browser.
    """
    if folder is not None:
        return _export(folder, pyodide, wheels, force, public_url)
    if pyodide or wheels or force:
        raise UsageError("--pyodide, --wheel and --force go with --export DIR")
    settings = server.settings(limit, proxies=proxies, public_url=public_url)
    return server.serve(settings, "nonosat studio: {address}", browser=browser)


def _export(
    folder: str, pyodide: str | None, wheels: tuple[str, ...], force: bool, public_url: str | None
) -> int:
    from nonosat.apps.studio.export import export

    if pyodide is None:
        raise UsageError(
            "--export needs --pyodide PACKAGE: the folder `pyodide` that `npm install pyodide` makes"
        )
    size = export(folder, pyodide=pyodide, wheels=wheels, force=force, public_url=public_url)
    click.echo(f"{folder}: {size:,} bytes\n\n{_HOSTING.format(folder=folder)}")
    return 0
