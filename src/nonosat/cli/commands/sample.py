"""`sample`: solutions at random."""

from __future__ import annotations

import json
from time import monotonic

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.foundation.limits import Clock, Limit, OutOfReach, limit_of
from nonosat.foundation.workers.processes import memory_in_use
from nonosat.pictures.drawing.terminal import picture_text
from nonosat.solving.engine.outcome import Verdict


@click.command("sample", epilog=cli.examples("sample -n 3 --seed 1 several.non"))
@cli.puzzle_argument
@click.option("-n", "number", type=click.IntRange(min=1), default=1, show_default=True, help="How many.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same solutions.")
@cli.json_option
@cli.from_option
@cli.limit_options
def sample_command(
    path: str, number: int, seed: int | None, as_json: cli.Json, source: str | None, limit: Limit
) -> int:
    """Draw solutions at random, all equally likely.

    They are printed as they are drawn. Exit code 3: a limit came before all of them.
    """
    from nonosat.questions.solution_space.solution_set import solution_set

    name, puzzle = cli.only(path, source)
    puzzle.require_readable(stars=True)
    began, clock = monotonic(), Clock(limit_of(limit), used=memory_in_use)
    answer = cli.Answer(name, puzzle, exit_code=cli.EXIT_UNKNOWN)
    try:
        with cli.waiting(f"{name}: finding all solutions"):
            found = solution_set(puzzle, limit=limit)
    except OutOfReach as reason:
        answer.stopped, answer.detail = reason.stopped, reason.detail
        answer.notes, answer.seconds = [f"nonosat: {name}: {reason}"], monotonic() - began
        return cli.tell(answer, as_json)
    answer.verdict = (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(found.count, 2)]
    answer.more = {"count": str(found.count), "exact": True}
    if not found.count:
        answer.line, answer.exit_code = f"{name}: {answer.verdict}", cli.EXIT_CODES[answer.verdict]
        return cli.tell(answer, as_json)
    drawn = found.sample(number, seed, clock=clock)
    told, before, after = 0, "", "\n\n"
    if as_json is cli.Json.FULL:
        before, after = f"{_parts(answer)[0]}[", ", "
    for grid in drawn if as_json is not cli.Json.BRIEF else ():
        text = json.dumps(grid.to_json()) if as_json else picture_text(grid, puzzle)
        click.echo(f"{after if told else before}{text}", nl=False)
        told += 1
    answer.stopped, answer.detail = drawn.stopped, drawn.detail
    answer.exit_code = cli.EXIT_UNKNOWN if drawn.stopped else 0
    answer.seconds = monotonic() - began
    if drawn.stopped and not as_json:
        answer.notes.append(f"{name}: {told:,} of {number:,} drawn, {drawn.stopped.describe(drawn.detail)}")
    if as_json is cli.Json.FULL:
        click.echo(f"{'' if told else before}]{_parts(answer)[1]}")
        return answer.exit_code
    if told:
        click.echo()
    return cli.tell(answer, as_json)


def _parts(answer: cli.Answer) -> tuple[str, str]:
    """The record up to its list of solutions, and from there on."""
    head, key, tail = answer.json(cli.Json.FULL).partition('"solutions": ')
    return head + key, tail.removeprefix("[]")
