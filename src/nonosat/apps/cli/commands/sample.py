"""`sample`: draws solutions at random."""

from __future__ import annotations

import json
from time import monotonic

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.drawing.terminal import picture_text
from nonosat.counting.solution_set import solution_set
from nonosat.search.outcome import Verdict
from nonosat.support.children.processes import memory_in_use
from nonosat.support.limits import Clock, limit_of


@cli.puzzle_command("sample", "sample -n 3 --seed 1 several.non")
@click.option(
    "-n", "number", type=click.IntRange(min=1), default=1, show_default=True, help="Number of solutions."
)
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same solutions.")
def sample_command(asked: cli.OnePuzzle, number: int, seed: int | None) -> int:
    """Draw solutions at random, all equally likely.

    They are printed as they are drawn. Exit code 3: a limit came before all of them.
    """
    puzzle, as_json = asked.read(), asked.as_json
    clock = Clock(limit_of(asked.limit), used=memory_in_use)
    with asked.waiting("finding all solutions"):
        found = solution_set(puzzle, limit=asked.limit)
    verdict = (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(found.count, 2)]
    answer = asked.answer({"verdict": verdict, "count": str(found.count), "exact": True})
    if not found.count:
        answer.line, answer.exit_code = f"{asked.name}: {verdict}", cli.EXIT_CODES[verdict]
        return asked.print(answer)
    drawn = found.sample(number, seed, clock=clock)
    printed, before, after = 0, "", "\n\n"
    if as_json is cli.Json.FULL:
        before, after = f"{_parts(answer)[0]}[", ", "
    for grid in drawn if as_json is not cli.Json.BRIEF else ():
        text = json.dumps(grid.to_json()) if as_json else picture_text(grid, puzzle)
        click.echo(f"{after if printed else before}{text}", nl=False)
        printed += 1
    answer.stopped, answer.detail = drawn.stopped, drawn.detail
    answer.exit_code = cli.EXIT_UNKNOWN if drawn.stopped else 0
    answer.seconds = monotonic() - asked.began
    if drawn.stopped and not as_json:
        reason = drawn.stopped.describe(drawn.detail)
        answer.notes.append(f"{asked.name}: {printed:,} of {number:,} drawn, {reason}")
    if as_json is cli.Json.FULL:
        click.echo(f"{'' if printed else before}]{_parts(answer)[1]}")
        return answer.exit_code
    if printed:
        click.echo()
    return asked.print(answer)


def _parts(answer: cli.Answer) -> tuple[str, str]:
    """Returns the record up to its list of solutions, and the rest."""
    head, key, tail = answer.json(cli.Json.FULL).partition('"solutions": ')
    return head + key, tail.removeprefix("[]")
