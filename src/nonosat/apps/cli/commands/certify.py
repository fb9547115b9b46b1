"""`certify`: writes a proof of the verdict, for others to check."""

from __future__ import annotations

from typing import Any

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_option
from nonosat.apps.cli.shell.certificates import set_aside_unless_replaced
from nonosat.apps.many.asking import certificate_members
from nonosat.proofs.certificate import certify
from nonosat.proofs.proving import prove
from nonosat.search.outcome import Verdict
from nonosat.support.sentences import number_text

_VERDICT = "verdict"  # claim by default


@cli.puzzle_command(
    "certify",
    "certify puzzle.non -o proof",
    "certify puzzle.non -o puzzle.nonoproof",
    "certify several.non --claim count -o proof",
)
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=cli.OutFile(continued=True),
    metavar="DIR",
    help="The folder to write, or one file NAME.nonoproof; an older certificate is replaced.",
)
@asked_option(prove, "claim", metavar=None, default=_VERDICT, show_default=True)
def certify_command(asked: cli.OnePuzzle, folder: str, claim: str) -> int:
    """Write a proof about the solutions of a puzzle.

    DIR then holds the puzzle and its solution, or two of several. Unless there are several, it also holds
    the deductions from single lines, clauses for the cells that these leave open, and a solver's proof.
    See `nonosat verify`. An older certificate in DIR is replaced, or if
    there is no new one renamed to DIR~.
    """
    asked.read(stars=False)
    with set_aside_unless_replaced(folder), cli.progress_of(asked.name, single=True) as asked.observer:
        answer = certified(asked, folder=folder, claim=claim)
    return asked.print(answer)


def certified(asked: cli.OnePuzzle, *, folder: str, claim: str = _VERDICT) -> cli.Answer:
    """Answers about one puzzle and writes the certificate to a folder."""
    puzzle = asked.puzzle
    how: dict[str, Any] = {"limit": asked.limit, "observer": asked.observer}
    if claim == _VERDICT:
        report = certify(puzzle, folder, **how)
        record, written = dict(report.to_json()), report.verdict is not Verdict.UNKNOWN
        reason = cli.end_text(report.stopped, report.detail)
        words = str(report.verdict) if written else f"unknown ({reason})"
    else:
        proved = prove(claim, puzzle, folder, **how)
        names = ("claim", "verdict", "seconds", "stopped", "detail")
        record = {name: getattr(proved, name) for name in names}
        words, written = proved.claim, proved.written
    more = certificate_members(folder, written)
    size = number_text(more["bytes"], "byte")
    ending = f"certificate of {size} in {folder}" if written else "nothing is written"
    code = 0
    if not written:
        unsolvable = record["verdict"] is Verdict.UNSOLVABLE
        code = cli.EXIT_CODES[Verdict.UNSOLVABLE] if unsolvable else cli.EXIT_UNKNOWN
    return asked.answer(record, exit_code=code, line=f"{asked.name}: {words}, {ending}", more=more)
