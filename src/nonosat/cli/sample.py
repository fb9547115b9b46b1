"""`sample`: solutions by lot."""

from __future__ import annotations

from time import monotonic

import click

from nonosat.cli.answers import Answer, Json, tell
from nonosat.cli.help import examples
from nonosat.cli.inputs import only
from nonosat.cli.options import from_option, json_option, limit_options, puzzle_argument
from nonosat.cli.progress import waiting
from nonosat.cli.screen import picture_rows
from nonosat.engine.outcome import Verdict
from nonosat.limits import Limit


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
    began = monotonic()
    with waiting(f"{name}: finding all solutions"):
        found = pictures(puzzle, limit=limit)
    drawn = [picture_rows(grid, puzzle) for grid in found.sample(number, seed)]
    verdict = (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(found.count, 2)]
    more = {"count": str(found.count), "exact": True}
    answer = Answer(name, puzzle, verdict, solutions=drawn, seconds=monotonic() - began, more=more)
    answer.line = "\n\n".join("\n".join(rows) for rows in drawn)
    return tell(answer, as_json)
