"""`play`: plays a puzzle in the terminal."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.support.children.own_limits import unbounded
from nonosat.support.errors import MissingExtraError
from nonosat.support.lazy_dataclasses import replace

_HINT_SECONDS = 10.0  # limit of a hint if none is given


@cli.puzzle_command("play", "play puzzle.non", "play --new puzzle.non", json=False)
@click.option("--new", is_flag=True, help="Begin from an empty grid, not where the last game was left.")
@unbounded()
def play_command(asked: cli.OnePuzzle, new: bool) -> int:
    """Play a puzzle in the terminal, with the mouse or the keyboard.

    There are hints in four levels, undo, and a check for mistakes. The game is kept when you leave, and goes on the
    next time; it is found by the puzzle's clues, whatever its file is called. Colours are shown as such, and as
    letters on request. Triddlers are not played here: `nonosat render` makes a page that does. The limits are those
    of each hint, which takes ten seconds at most unless --time-limit says otherwise. It needs an extra package:
    `pip install 'nonosat[play]'`.
    """
    from nonosat.apps.terminal.game import Game, load

    puzzle = asked.read(stars=False)
    game = Game(puzzle) if new else load(puzzle)
    try:
        from nonosat.apps.terminal.app import play
    except ImportError:
        raise MissingExtraError("playing in a terminal needs textual: pip install 'nonosat[play]'") from None
    limit = asked.limit if asked.limit.seconds is not None else replace(asked.limit, seconds=_HINT_SECONDS)
    play(game, limit)
    return 0
