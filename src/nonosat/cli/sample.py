"""`sample`: solutions by lot."""

from __future__ import annotations

from time import monotonic

import click

from nonosat.cli.answers import Answer, Json, tell
from nonosat.cli.exit_codes import EXIT_CODES, EXIT_UNKNOWN
from nonosat.cli.help import examples
from nonosat.cli.inputs import only
from nonosat.cli.options import from_option, json_option, limit_options, puzzle_argument
from nonosat.cli.progress import waiting
from nonosat.cli.screen import picture_rows, picture_text
from nonosat.engine.outcome import Verdict
from nonosat.limits import Clock, Limit
from nonosat.processes import memory_in_use


@click.command("sample", epilog=examples("sample -n 3 --seed 1 several.non"))
@puzzle_argument
@click.option("-n", "number", type=click.IntRange(min=1), default=1, show_default=True, help="How many.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same solutions.")
@json_option
@from_option
@limit_options
def sample_command(
    path: str, number: int, seed: int | None, as_json: Json, source: str | None, limit: Limit
) -> int:
    """Draw solutions of a puzzle, each with equal chances."""
    from nonosat.solution_space.solution_set import pictures

    name, puzzle = only(path, source)
    puzzle.require_sound()
    began, clock = monotonic(), Clock(limit, used=memory_in_use)
    with waiting(f"{name}: finding all solutions"):
        found = pictures(puzzle, limit=limit)
    drawn: list[list[str]] = []
    told = 0
    for grid, _ in zip(found.draws(seed), range(number), strict=False):
        if clock.over:
            break
        if as_json:
            drawn.append(picture_rows(grid, puzzle))
        else:
            click.echo("\n" * bool(told) + picture_text(grid, puzzle))
        told += 1
    verdict = (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(found.count, 2)]
    answer = Answer(name, puzzle, verdict, solutions=drawn, seconds=monotonic() - began)
    answer.more = {"count": str(found.count), "exact": True}
    if not found.count:
        answer.line, answer.exit_code = f"{name}: {verdict}", EXIT_CODES[verdict]
    elif told < number and clock.over:
        answer.stopped, answer.exit_code = clock.over.stopped, EXIT_UNKNOWN
        answer.notes = [f"{name}: {told:,} of {number:,} drawn, {clock.over}"]
    return tell(answer, as_json)
