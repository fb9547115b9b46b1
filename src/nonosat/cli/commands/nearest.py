"""`nearest`: the solution that is most like a picture."""

from __future__ import annotations

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.foundation.errors import UsageError
from nonosat.foundation.limits import Limit
from nonosat.pictures.drawing.terminal import picture_text


@click.command("nearest", epilog=cli.examples("nearest several.non wanted.pbm"))
@cli.puzzle_argument
@click.argument("picture_path", metavar="[PICTURE]", required=False)
@cli.json_option
@cli.from_option
@cli.limit_options
def nearest_command(
    path: str, picture_path: str | None, as_json: cli.Json, source: str | None, limit: Limit
) -> int:
    """Find the solution that is most like a picture.

    It differs from the picture in the fewest cells. PICTURE is a file that holds one, such as an image;
    without it the goal in PUZZLE is meant.
    """
    from nonosat.questions.solution_space.distance import nearest

    name, puzzle = cli.only(path, source)
    puzzle.require_readable(stars=True)
    picture = cli.only(picture_path, None)[1].goal if picture_path else puzzle.goal
    if picture is None:
        raise UsageError(f"{picture_path or path} holds no picture")
    with cli.waiting(f"{name}: comparing solutions"):
        found = nearest(puzzle, picture, limit=limit)
    answer = cli.Answer.of(name, puzzle, found.to_json())
    if found.grid is None:
        answer.line, answer.exit_code = f"{name}: {found.verdict}", cli.EXIT_CODES[found.verdict]
    else:
        least = "" if found.optimal else f", maybe as few as {found.bound}"
        answer.line = f"{picture_text(found.grid, puzzle)}\n{name}: differs in {found.distance} cells{least}"
        answer.exit_code = 0 if found.optimal else cli.EXIT_UNKNOWN
    return cli.tell(answer, as_json)
