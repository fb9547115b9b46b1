"""`conflict`: why there is no solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.foundation.lazy_dataclasses import replace
from nonosat.foundation.limits import Limit
from nonosat.foundation.sentences import number_text
from nonosat.model.clues import clue_text
from nonosat.model.puzzle import Puzzle
from nonosat.solving.engine.outcome import Observer, Verdict
from nonosat.solving.engine.questions import Report, check

if TYPE_CHECKING:
    from nonosat.questions.conflicts.mus import Conflict


@click.command("conflict", epilog=cli.examples("conflict wrong.non", "conflict --smallest wrong.non"))
@cli.puzzle_argument
@cli.asked_flag("conflict", "smallest")
@click.option(
    "--certificate",
    metavar="DIR",
    help="Write a certificate that none of them can be spared; with --smallest in DIR/conflict, and in DIR/at-least one "
    "that no fewer do.",
)
@cli.json_option
@cli.from_option
@cli.limit_options
def conflict_command(
    path: str, smallest: bool, certificate: str | None, as_json: cli.Json, source: str | None, limit: Limit
) -> int:
    """Say why a puzzle has no solution.

    The answer is a minimal set of clues and givens that contradict each other: without any one of them
    the others have a solution. Where lines alone lead to a contradiction, the deductions follow. Exit
    codes: 2 a conflict, 0 or 1 the puzzle has one solution or several, 3 a limit came first.
    """
    name, puzzle = cli.only(path, source)
    with cli.waiting(f"{name}: finding a contradiction"):
        answer = contradicted(name, puzzle, limit=limit, smallest=smallest, certificate=certificate)
    return cli.tell(answer, as_json)


def contradicted(
    path: str,
    puzzle: Puzzle,
    _: Observer | None = None,
    *,
    limit: Limit,
    smallest: bool = False,
    certificate: str | None = None,
) -> cli.Answer:
    """The answer about one puzzle."""
    if certificate:
        from nonosat.proofs.proving import prove_conflict

        found, said = prove_conflict(puzzle, certificate, smallest=smallest, limit=limit)
        click.echo(f"{certificate}: {said}", err=True)
    else:
        from nonosat.questions.conflicts.mus import conflict

        found = conflict(puzzle, smallest=smallest, limit=limit)
    left = None if limit.seconds is None else max(0.0, limit.seconds - found.seconds)
    report = check(puzzle, limit=replace(limit, seconds=left)) if found.solution else None
    verdict = report.verdict if report is not None else Verdict.UNSOLVABLE if found.size else Verdict.UNKNOWN
    record = found.to_json()
    if report is not None:
        checked = report.to_json()
        record |= {
            "verdict": checked["verdict"],
            "line_solvable": checked["line_solvable"],
            "solutions": checked["solutions"],
        }
    return cli.Answer.of(
        path,
        puzzle,
        record,
        seconds=found.seconds + (report.seconds if report is not None else 0),
        stopped=found.stopped or (report.stopped if report is not None else None),
        detail=found.detail or (report.detail if report is not None else ""),
        exit_code=cli.EXIT_CODES[verdict],
        line=_text(path, found, report),
        explains=True,
    )


def _text(name: str, found: Conflict, report: Report | None) -> str:
    """A conflict for people."""
    from nonosat.questions.explanation.wording import Wording
    from nonosat.solving.lines.board import Board

    if report is not None:
        return f"{name}: {report.verdict}: nothing contradicts itself"
    if not found.size:
        return f"{name}: unknown ({cli.end_text(found.stopped, found.detail)})"
    clues = {line.id: clue_text(line.clue, found.puzzle.palette) for line in found.puzzle.lines}
    parts = [(len(found.lines), "clue"), (len(found.givens), "given")]
    what = " and ".join(number_text(number, word) for number, word in parts if number)
    if found.smallest:
        sure = "no fewer do"
    elif found.minimal:
        sure = "none can be spared"
    else:
        sure = f"maybe not all are needed, {cli.end_text(found.stopped, found.detail)}"
    clash = "contradicts itself" if found.size == 1 else "contradict each other"
    lines = [f"{name}: unsolvable: {what} {clash} ({sure})"]
    lines += [f"  {line}: {clues[line]}" for line in found.lines]
    lines += [f"  {cli.cell_text(found.puzzle, given)}" for given in found.givens]
    if found.derivation:
        wording = Wording(Board(found.puzzle))
        steps = [*map(wording.deduction, found.derivation.deductions)]
        steps += wording.contradiction(found.derivation.contradiction.line)
        lines += [f"{number}. {step}" for number, step in enumerate(steps, start=1)]
    elif found.minimal:
        lines.append("lines alone do not show that")
    return "\n".join(lines)
