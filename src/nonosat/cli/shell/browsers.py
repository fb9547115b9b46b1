"""Opens files in the user's browser, which the environment variable BROWSER can name."""

from __future__ import annotations

import os
from pathlib import Path

from nonosat.cli.shell import deferred as click


def open_all(folder: str) -> None:
    """Opens the files of a folder in the browser; standard error names those that it does not open."""
    import webbrowser

    for name in sorted(os.listdir(folder)):
        path = Path(folder, name)
        if not webbrowser.open(path.as_uri()):
            click.echo(f"nonosat: no browser was found: open {path}", err=True)
