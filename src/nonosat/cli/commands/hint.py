"""`hint`: the next step from a half-solved puzzle."""

from __future__ import annotations

from time import monotonic

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.foundation.limits import Limit


@click.command(
    "hint", epilog=cli.examples("hint puzzle.non", "hint puzzle.non state.txt", "hint --level 1 puzzle.non")
)
@cli.puzzle_argument
@click.argument("state_path", metavar="[STATE]", required=False)
@cli.asked_option("hint", "level")
@cli.asked_option("hint", "depth")
@cli.json_option
@cli.from_option
@cli.limit_options
def hint_command(
    path: str,
    state_path: str | None,
    level: int | None,
    depth: int | None,
    as_json: cli.Json,
    source: str | None,
    limit: Limit,
) -> int:
    """Say the next step, from the start or from a state.

    STATE is a text file of the picture so far, one character a cell: the letters of the palette (# and . in
    black and white), and ? for an unknown cell. If it has a mistake, the hint says where. Without STATE,
    nothing is known yet but the givens. `nonosat explain --states` prints such pictures. Exit
    codes: 0 a step, or nothing left to do; 1 the cells that are left differ between solutions; 2 a
    mistake; 3 no step was found.
    """
    from nonosat.questions.explanation.hint import hint
    from nonosat.questions.explanation.mistakes import Kind
    from nonosat.questions.explanation.partial_grid import PartialGrid

    name, puzzle = cli.only(path, source)
    began = monotonic()
    state = None
    if state_path is not None:
        state = PartialGrid.read(cli.read_text(state_path), puzzle.palette, state_path)
        state.require_fit(puzzle, state_path)
    with cli.waiting(f"{name}: looking for the next step"):
        found = hint(puzzle, state, limit=limit, **cli.given(level=level, depth=depth))
    exit_code = 0 if found.kind in (Kind.STEP, Kind.SOLVED) else cli.EXIT_CODES[found.verdict]
    record = {"seconds": monotonic() - began, **found.to_json()}
    heading = cli.people_text(name, puzzle) if state is None and not as_json else []
    answer = cli.Answer.of(name, puzzle, record, exit_code=exit_code, line="\n".join([*heading, found.words]))
    return cli.tell(answer, as_json)
