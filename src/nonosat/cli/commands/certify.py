"""`certify`: a proof of the verdict, for others to check."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.splitting import split_options, splitting
from nonosat.foundation.errors import UsageError
from nonosat.foundation.limits import Limit
from nonosat.model.puzzle import Puzzle
from nonosat.solving.engine.outcome import Observer, Verdict

if TYPE_CHECKING:
    from nonosat.proofs.cubes.answers import Split


CLAIMS = ("verdict", "count", "backbone", "givens", "conflict")
"""What can be proved; the first is the default."""


@click.command(
    "certify",
    epilog=cli.examples(
        "certify puzzle.non -o proof",
        "certify puzzle.non -o puzzle.nonoproof",
        "certify several.non --claim count -o proof",
        "certify puzzle.non -o proof --split 16",
        "certify refuted.non -o refuted.nonoproof --proof other.lrat",
    ),
)
@cli.puzzle_argument
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    metavar="DIR",
    help="The folder to write, or one file NAME.nonoproof; an older certificate is replaced.",
)
@click.option(
    "--claim",
    type=click.Choice(CLAIMS),
    default=CLAIMS[0],
    show_default=True,
    help="What to prove: the verdict, the number of solutions, the cells that all of them share, "
    "how many given cells are needed at least, or why there is no solution.",
)
@click.option(
    "--proof",
    metavar="FILE",
    help="The LRAT proof of another solver for the formula of `nonosat encode`, as it is or with --second.",
)
@cli.json_option
@cli.from_option
@split_options(workers=True)
@cli.limit_options
def certify_command(
    path: str,
    folder: str,
    claim: str,
    proof: str | None,
    limit: Limit,
    as_json: cli.Json,
    source: str | None,
    split: Split | None,
) -> int:
    """Write a proof about the solutions of a puzzle.

    DIR then holds the puzzle and its solution, or two of several. Unless there are several, it also holds
    the deductions from single lines, clauses for the cells that these leave open, and a solver's proof.
    See `nonosat verify`. An older certificate in DIR is replaced. With --split, DIR has a certificate for
    each part of the puzzle instead, in a folder of its own.
    """
    name, puzzle = cli.only(path, source)
    puzzle.require_readable()
    with cli.progress_of(name, alone=True) as observer:
        if split and claim not in CLAIMS[:2]:
            raise UsageError("--split goes with the claims `verdict` and `count` only")
        if proof and (split or claim != CLAIMS[0]):
            raise UsageError("--proof goes with the claim `verdict`, without --split")
        answer = certified(
            name, puzzle, observer, limit=limit, folder=folder, split=split, claim=claim, proof=proof
        )
    return cli.tell(answer, as_json)


def certified(
    path: str,
    puzzle: Puzzle,
    observer: Observer | None,
    *,
    limit: Limit,
    folder: str,
    split: Split | None = None,
    claim: str = CLAIMS[0],
    proof: str | None = None,
) -> cli.Answer:
    """The answer about one puzzle, whose certificate is written to a folder."""
    if claim != CLAIMS[0]:
        return _claimed(path, puzzle, observer, limit, folder, claim, split)
    if split:
        from nonosat.proofs.cubes.answers import certify_split

        with splitting(path) as seen:
            report = certify_split(puzzle, folder, split=split, limit=limit, observer=seen)
    else:
        from nonosat.proofs.certificate import certify

        report = certify(puzzle, folder, limit=limit, observer=observer, proof=proof)
    written = report.verdict is not Verdict.UNKNOWN
    size = _size(folder) if written else 0
    if written:
        line = f"{path}: {report.verdict}, certificate of {size:,} bytes in {folder}"
    else:
        line = f"{path}: unknown ({cli.end_text(report.stopped, report.detail)}), nothing is written"
    return cli.Answer.of(
        path,
        puzzle,
        report.to_json(),
        exit_code=0 if written else cli.EXIT_UNKNOWN,
        line=line,
        more={"certificate": folder if written else None, "bytes": size},
    )


def _claimed(
    path: str,
    puzzle: Puzzle,
    observer: Observer | None,
    limit: Limit,
    folder: str,
    claim: str,
    split: Split | None,
) -> cli.Answer:
    """The answer about another claim than the verdict."""
    from nonosat.proofs.proving import Proved, prove

    if split:
        from nonosat.proofs.cubes.answers import certify_count_split

        with splitting(path) as seen:
            found = Proved.of_count(
                certify_count_split(puzzle, folder, split=split, limit=limit, observer=seen)
            )
    else:
        found = prove(claim, puzzle, folder, limit=limit, observer=observer)
    size = _size(folder) if found.written else 0
    if found.written:
        line = f"{path}: {found.claim}, certificate of {size:,} bytes in {folder}"
    else:
        line = f"{path}: {found.claim}, nothing is written"
    return cli.Answer(
        path,
        puzzle,
        found.verdict,
        None,
        [],
        found.seconds,
        stopped=found.stopped,
        detail=found.detail,
        exit_code=0 if found.written else cli.EXIT_UNKNOWN,
        line=line,
        more={"certificate": folder if found.written else None, "bytes": size, "claim": found.claim},
    )


def _size(path: str) -> int:
    """The bytes of a file, or of all files in a folder."""
    files = (file for file in Path(path).rglob("*") if file.is_file())
    return os.path.getsize(path) if os.path.isfile(path) else sum(file.stat().st_size for file in files)
