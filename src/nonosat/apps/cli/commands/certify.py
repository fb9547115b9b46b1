"""`certify`: writes a proof of the verdict, for others to check."""

from __future__ import annotations

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_option
from nonosat.apps.cli.shell.certificates import (
    PROVED_EXIT_CODES,
    certificates_in,
    proved_option,
    set_aside_unless_replaced,
)
from nonosat.apps.many.asking import certificate_members
from nonosat.proofs.proved_checker import proved_checker, second_opinion
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
@proved_option
def certify_command(asked: cli.OnePuzzle, folder: str, claim: Claim, proved: bool) -> int:
    """Write a proof about the solutions of a puzzle.

    DIR then holds the puzzle and its solution, or two of several. Unless there are several, it also holds
    the deductions from single lines, clauses for the cells that these leave open, and a solver's proof.
    See `nonosat verify`. An older certificate in DIR is replaced, or if
    there is no new one renamed to DIR~.
    """
    program = proved_checker() if proved else None
    asked.read(stars=False)
    with set_aside_unless_replaced(folder), cli.progress_of(asked.name, single=True) as asked.observer:
        answer = certified(asked, folder=folder, claim=claim, program=program)
    return asked.print(answer)


def certified(
    asked: cli.OnePuzzle, *, folder: str, claim: Claim = "verdict", program: str | None = None
) -> cli.Answer:
    """Answers about one puzzle and writes the certificate to a folder; asks the proved checker, `program`, about it."""
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
        unsolvable = certificate.verdict is Verdict.UNSOLVABLE
        code = cli.EXIT_CODES[Verdict.UNSOLVABLE] if unsolvable else cli.EXIT_UNKNOWN
    elif program:
        seconds = [second_opinion(program, place, asked.limit) for place in certificates_in(folder)]
        code = max(PROVED_EXIT_CODES[second.opinion] for second in seconds)
        worst = next(second for second in seconds if PROVED_EXIT_CODES[second.opinion] == code)
        ending += f"; {worst.describe()}"
        more["proved"] = worst.opinion
    return asked.answer(record, exit_code=code, line=f"{asked.name}: {words}, {ending}", more=more)
