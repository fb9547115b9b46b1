"""`nearest`: the solution that is most like a picture."""

from __future__ import annotations

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import Answer, Json, tell
from nonosat.cli.shell.exit_codes import EXIT_CODES, EXIT_UNKNOWN
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.inputs import only
from nonosat.cli.shell.options import from_option, json_option, limit_options, puzzle_argument
from nonosat.cli.shell.progress import waiting
from nonosat.foundation.errors import UsageError
from nonosat.foundation.limits import Limit
from nonosat.pictures.drawing.terminal import picture_text


@click.command("nearest", epilog=examples("nearest several.non wanted.pbm"))
@puzzle_argument
@click.argument("picture_path", metavar="[PICTURE]", required=False)
@json_option
@from_option
@limit_options
def nearest_command(
    path: str, picture_path: str | None, as_json: Json, source: str | None, limit: Limit
) -> int:
    """Find the solution that is most like a picture.

    It differs from the picture in the fewest cells. PICTURE is a file that holds one, such as an image;
    without it the goal in PUZZLE is meant.
    """
    from nonosat.questions.solution_space.distance import nearest

    name, puzzle = only(path, source)
    puzzle.require_readable()
    picture = only(picture_path, None)[1].goal if picture_path else puzzle.goal
    if picture is None:
        raise UsageError(f"{picture_path or path} holds no picture")
    with waiting(f"{name}: comparing solutions"):
        found = nearest(puzzle, picture, limit=limit)
    answer = Answer.of(name, puzzle, found.to_json())
    if found.grid is None:
        answer.line, answer.exit_code = f"{name}: {found.verdict}", EXIT_CODES[found.verdict]
    else:
        least = "" if found.optimal else f", maybe as few as {found.bound}"
        answer.line = f"{picture_text(found.grid, puzzle)}\n{name}: differs in {found.distance} cells{least}"
        answer.exit_code = 0 if found.optimal else EXIT_UNKNOWN
    return tell(answer, as_json)
