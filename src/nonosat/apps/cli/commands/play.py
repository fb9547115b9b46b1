"""`play`: plays a puzzle in the browser."""

from __future__ import annotations

import webbrowser
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp
from time import time

import click

from nonosat.apps.cli.commands.render import write_page
from nonosat.apps.cli.shell import common as cli
from nonosat.apps.languages import LANGUAGES

_PREFIX = "nonosat-play-"
_DAY_SECONDS = 24 * 60 * 60


@cli.puzzle_command("play", "play puzzle.non", "play --language ja puzzle.non", json=False)
@click.option(
    "--language", type=click.Choice(LANGUAGES), help="Language of the page.  [default: as the browser asks]"
)
def play_command(asked: cli.OnePuzzle, language: str | None) -> int:
    """Play a puzzle in the browser, with hints that give their reason.

    Opens the page that `nonosat render PUZZLE -o PAGE.html` writes, from a temporary file. Game and time are kept in
    the browser by the puzzle's clues. The variable BROWSER names another browser.
    """
    puzzle, path = asked.read(stars=False), Path(_new_folder(), "puzzle.html")
    with asked.waiting("computing hints"):
        left = write_page(puzzle, asked.name, str(path), language, asked.limit)
    for note in left:
        cli.note(note)
    if not webbrowser.open(path.as_uri()):
        cli.note(f"no browser was found: open {path}")
    return 0


def _new_folder() -> str:
    """Returns a new temporary folder, and removes those of pages from more than a day ago.

    Browsers read a page after the command has ended, so this command cannot remove its own.
    """
    for folder in Path(gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):  # somebody else's, or gone by now
            if time() - folder.stat().st_mtime > _DAY_SECONDS:
                rmtree(folder)
    return mkdtemp(prefix=_PREFIX)
