"""`export`: writes the studio's page as a folder that needs no server but one of files."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.serving import public_url_option

_HOSTING = """Any static host serves this folder, at any path, over https:
  try it here      python -m http.server --bind 127.0.0.1 --directory {folder}
  your server      rsync -r {folder}/ you@example.org:/var/www/html/studio/
  GitHub Pages     commit the folder's files to a branch; Settings > Pages > Deploy from a branch
  Netlify          npx netlify deploy --prod --dir {folder}
Files that end in .wasm need the type application/wasm."""


@cli.command("export", epilog=cli.examples("export site --pyodide node_modules/pyodide"))
@click.argument("folder", type=cli.OutFile(continued=True), metavar="DIR")
@click.option(
    "--pyodide",
    type=cli.InFile(),
    metavar="PACKAGE",
    required=True,
    help="npm's package `pyodide`: the folder that `npm install pyodide` makes, or its archive.",
)
@click.option(
    "--wheel",
    "wheels",
    multiple=True,
    type=cli.InFile(),
    metavar="FILE",
    help="python-sat's wheel for Pyodide.  [default: pip downloads it]",
)
@public_url_option
@click.option("--force", is_flag=True, help="Replace an older export.")
def export_command(
    folder: str, pyodide: str, wheels: tuple[str, ...], public_url: str | None, force: bool
) -> int:
    """Write the studio as a folder for any web site.

    Python then runs in the browser: nothing but a server of files is needed, and puzzles stay in the browser.
    """
    from nonosat.apps.studio.export import export, missing_kernels  # it loads the whole page

    if missing := missing_kernels():
        cli.note(
            f"without {' and '.join(missing)} verdicts come seconds later; a release has them, "
            "in a checkout python packaging/wasm.py compiles them"
        )
    size = export(folder, pyodide=pyodide, wheels=wheels, force=force, public_url=public_url)
    click.echo(f"{folder}: {size:,} bytes\n\n{_HOSTING.format(folder=folder)}")
    return 0
