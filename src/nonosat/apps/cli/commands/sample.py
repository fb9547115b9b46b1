"""`sample`: draws solutions at random."""

from __future__ import annotations

from time import monotonic

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.counting.solution_set import solution_set
from nonosat.search.outcome import Verdict
from nonosat.support.children.processes import memory_in_use
from nonosat.support.limits import Clock, limit_of


@cli.puzzle_command("sample", "sample -n 3 --seed 1 several.non")
@click.option(
    "-n",
    "--number",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of solutions.",
)
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same solutions.")
def sample_command(asked: cli.OnePuzzle, number: int, seed: int | None) -> int:
    """Draw solutions at random, all equally likely.

    They are printed as they are drawn, with --json a line for each before the record. Exit code 3: a limit came
    before all of them.
    """
    as_json = asked.as_json
    asked.read()
    clock = Clock(limit_of(asked.limit), used=memory_in_use)
    with asked.waiting("finding all solutions"):
        solutions = solution_set(asked.puzzle, limit=asked.limit)
    verdict = (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(solutions.count, 2)]
    answer = asked.answer({"verdict": verdict, "count": str(solutions.count), "exact": True})
    if not solutions.count:
        answer.line, answer.exit_code = f"{asked.name}: {verdict}", cli.EXIT_CODES[verdict]
        return asked.print(answer)
    drawn = solutions._sample(number, seed, clock)
    printed = 0
    for grid in drawn:
        asked.print_solution(grid, first=not printed)
        printed += 1
    answer.more["listed"] = printed
    answer.end = drawn.end
    answer.exit_code = cli.EXIT_UNKNOWN if drawn.stopped else 0
    answer.seconds = monotonic() - asked.began
    if drawn.stopped and not as_json:
        reason = drawn.stopped.describe(drawn.detail)
        answer.notes.append(f"{asked.name}: {printed:,} of {number:,} drawn, {reason}")
    return asked.print(answer)
