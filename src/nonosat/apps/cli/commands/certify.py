"""`certify`: writes a proof of the verdict, for others to check."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_option
from nonosat.apps.cli.shell.certificates import set_aside_unless_replaced
from nonosat.apps.many.asking import certificate_members
from nonosat.proofs.proving import Claim, certify
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report
from nonosat.support.sentences import number_text


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
@asked_option(certify, "claim", metavar=None, default="verdict", show_default=True)
def certify_command(asked: cli.OnePuzzle, folder: str, claim: Claim) -> int:
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


def certified(asked: cli.OnePuzzle, *, folder: str, claim: Claim = "verdict") -> cli.Answer:
    """Answers about one puzzle and writes the certificate to a folder."""
    puzzle = asked.puzzle
    certificate = certify(puzzle, folder, claim=claim, limit=asked.limit, observer=asked.observer)
    record, words, written = dict(certificate.to_json()), certificate.statement, certificate.proved
    if isinstance(certificate.answer, Report):
        record = dict(certificate.answer.to_json())
        words = words if written else f"unknown ({cli.end_text(certificate.stopped, certificate.detail)})"
    more = certificate_members(folder, written)
    size = number_text(more["bytes"], "byte")
    ending = f"certificate of {size} in {folder}" if written else "nothing is written"
    code = 0
    if not written:
        unsolvable = record["verdict"] is Verdict.UNSOLVABLE
        code = cli.EXIT_CODES[Verdict.UNSOLVABLE] if unsolvable else cli.EXIT_UNKNOWN
    return asked.answer(record, exit_code=code, line=f"{asked.name}: {words}, {ending}", more=more)
