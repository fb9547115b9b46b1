"""Files shown by the user's browser, which the environment variable BROWSER may name."""

from __future__ import annotations

import os
from pathlib import Path

from nonosat.cli.shell import deferred as click


def open_all(folder: str) -> None:
    """Has the browser open the files in a folder; standard error names those that it does not."""
    import webbrowser

    for name in sorted(os.listdir(folder)):
        path = Path(folder, name)
        if not webbrowser.open(path.as_uri()):
            click.echo(f"nonosat: no browser was found: open {path}", err=True)
