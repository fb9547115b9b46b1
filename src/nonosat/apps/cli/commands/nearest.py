"""`nearest`: the solution that is most like a picture."""

from __future__ import annotations

from itertools import zip_longest

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.wording.distances import nearest_text
from nonosat.counting.distance import nearest
from nonosat.formats.goals import recoloured
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.errors import InputError, UsageError
from nonosat.support.sentences import number_text


@cli.puzzle_command("nearest", "nearest several.non wanted.pbm", prints_only=True)
@click.argument("picture_path", type=cli.InFile(), metavar="[PICTURE]", required=False)
def nearest_command(asked: cli.OnePuzzle, picture_path: str | None) -> int:
    """Find the solution that is most like a picture.

    It differs from the picture in the fewest cells. PICTURE is an image, or another file with a picture, whose
    colours count as those of PUZZLE that look most like them; without it the goal in PUZZLE is meant.
    """
    puzzle = asked.read()
    picture = cli.only(picture_path, None)[1].goal if picture_path else puzzle.goal
    if picture is None:
        raise UsageError(f"{picture_path or asked.path} holds no picture")
    if picture_path:
        picture = _in_colours_of(puzzle, picture, picture_path)
    with asked.waiting("comparing solutions"):
        closest = nearest(puzzle, picture, limit=asked.limit)
    answer = asked.answer(closest, line=lambda: nearest_text(asked.name, closest))
    if closest.grid is None:
        answer.exit_code = cli.EXIT_CODES[closest.verdict]
    else:
        answer.exit_code = 0 if closest.optimal else cli.EXIT_UNKNOWN
    return asked.print(answer)


def _in_colours_of(puzzle: Puzzle, picture: Grid, path: str) -> Grid:
    """Returns a picture of the puzzle's size in the colours of its palette; raises `InputError` for another size."""
    for at, (row, length) in enumerate(zip_longest(map(len, picture), puzzle.row_lengths, fillvalue=0), 1):
        if row != length:
            both = f"{number_text(row, 'cell')}, the puzzle's {length:,}"
            raise InputError(f"row {at} of the picture has {both}", path=path)
    return recoloured(picture, puzzle.palette)
