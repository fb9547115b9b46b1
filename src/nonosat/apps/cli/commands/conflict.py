"""`conflict`: explains why a puzzle has no solution."""

from __future__ import annotations

import os

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_flag
from nonosat.apps.cli.shell.certificates import set_aside_unless_replaced
from nonosat.apps.wording.conflicts import conflict_text
from nonosat.conflicts.mus import conflict


@cli.puzzle_command(
    "conflict", "conflict wrong.non", "conflict --smallest wrong.non", prints_only=True, solutions=True
)
@asked_flag(conflict, "smallest")
@click.option(
    "--certificate",
    type=cli.OutFile(continued=True),
    metavar="DIR",
    help="Write a certificate that none of them can be spared; with --smallest in DIR/conflict, and in DIR/at-least one "
    "that no fewer do.",
)
def conflict_command(asked: cli.OnePuzzle, smallest: bool, certificate: str | None) -> int:
    """Say why a puzzle has no solution.

    The answer is a minimal set of clues and givens that contradict each other: without any one of them
    the others have a solution. Where lines alone lead to a contradiction, the deductions follow. Exit
    codes: 2 a conflict, 0 or 1 the puzzle has one solution or several, 3 a limit came first.
    """
    asked.read()
    with asked.waiting("finding a contradiction"):
        answer = contradicted(asked, smallest=smallest, certificate=certificate)
    return asked.print(answer)


def contradicted(
    asked: cli.OnePuzzle, *, smallest: bool = False, certificate: str | None = None
) -> cli.Answer:
    """Answers about one puzzle."""
    puzzle, limit = asked.puzzle, asked.limit
    if certificate:
        from nonosat.proofs.proving import prove_conflict

        inner = [os.path.join(certificate, name) for name in ("at-least", "conflict")]
        with set_aside_unless_replaced(*(inner if smallest else [certificate])):
            core, message = prove_conflict(puzzle, certificate, smallest=smallest, limit=limit)
        click.echo(f"{certificate}: {message}", err=True)
    else:
        core = conflict(puzzle, smallest=smallest, limit=limit)
    code = cli.EXIT_CODES[core.verdict]
    return asked.answer(core, exit_code=code, line=conflict_text(asked.name, core), explains=True)
