"""`play`: plays a puzzle in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from tempfile import mkdtemp

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.languages import LANGUAGES


@cli.puzzle_command("play", "play puzzle.non", "play --language ja puzzle.non", json=False)
@click.option(
    "--language", type=click.Choice(LANGUAGES), help="Language of the page.  [default: as the browser asks]"
)
def play_command(asked: cli.OnePuzzle, language: str | None) -> int:
    """Play a puzzle in the browser, with hints that give their reason.

    Opens the page that `nonosat render PUZZLE -o PAGE.html` writes, from a temporary file. Game and time are kept in
    the browser by the puzzle's clues. The variable BROWSER names another browser.
    """
    from nonosat.apps.illustration.playable import playable

    with asked.waiting("computing hints"):
        page = playable(asked.read(stars=False), language=language, limit=asked.limit)
    path = Path(mkdtemp(prefix="nonosat-"), "puzzle.html")
    page.save(path)
    if not webbrowser.open(path.as_uri()):
        cli.note(f"no browser was found: open {path}")
    return 0
