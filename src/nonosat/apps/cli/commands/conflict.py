"""`conflict`: explains why a puzzle has no solution."""

from __future__ import annotations

import os

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_flag
from nonosat.apps.cli.shell.certificates import set_aside_unless_replaced
from nonosat.conflicts.mus import Conflict, conflict
from nonosat.explaining.words.wording import Wording
from nonosat.lines.board import Board
from nonosat.model.clues import clue_text
from nonosat.support.sentences import needed_text, number_text


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
    return asked.answer(core, exit_code=code, line=text(asked.name, core), explains=True)


def text(name: str, core: Conflict) -> str:
    """Returns an answer in words."""
    if core.report is not None:
        return f"{name}: {core.verdict}: nothing contradicts itself"
    if not core.size:
        return f"{name}: unknown ({cli.end_text(core.stopped, core.detail)})"
    clues = {line.id: clue_text(line.clue, core.puzzle.palette) for line in core.puzzle.lines}
    parts = [(len(core.lines), "clue"), (len(core.givens), "given")]
    what = " and ".join(number_text(number, word) for number, word in parts if number)
    if core.smallest:
        sure = "no fewer do"
    else:
        sure = needed_text(core.minimal)
        sure += "" if core.minimal else f", {cli.end_text(core.stopped, core.detail)}"
    clash = "contradicts itself" if core.size == 1 else "contradict each other"
    lines = [f"{name}: unsolvable: {what} {clash} ({sure})"]
    lines += [f"  {line}: {clues[line]}" for line in core.lines]
    lines += [f"  {cli.cell_text(core.puzzle, given)}" for given in core.givens]
    if core.derivation:
        wording = Wording(Board(core.puzzle))
        steps = [*map(wording.deduction, core.derivation.deductions)]
        steps += wording.contradiction(core.derivation.contradiction.line)
        lines += [f"{number}. {step}" for number, step in enumerate(steps, start=1)]
    elif reasons := [problem.reason for problem in core.puzzle.contradictions() if problem.kind == "sum"]:
        lines += reasons
    elif core.minimal:
        lines.append("lines alone do not show that")
    return "\n".join(lines)
