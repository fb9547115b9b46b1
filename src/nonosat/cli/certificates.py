"""`certify` and `verify`: certificates that others can check. What they need is loaded when they run."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli.answers import Answer
from nonosat.cli.inputs import QUIET_SECONDS, from_option, json_option, only, progress_of
from nonosat.engine.outcome import Verdict
from nonosat.errors import InputError, MissingExtraError
from nonosat.limits import Limit
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from rich.status import Status

    from nonosat.verifier import Progress, Verification

EXIT_REFUSED = 1
EXIT_UNKNOWN = 3


@click.command("certify")
@click.argument("path", metavar="PUZZLE")
@click.option("-o", "--output", "folder", required=True, metavar="DIR", help="The folder to write.")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="Give up after that long; nothing is written then.",
)
@json_option
@from_option
def certify_command(
    path: str, folder: str, time_limit: float | None, as_json: bool, source: str | None
) -> int:
    """Write down a proof of how many solutions a puzzle has, for others to check.

    DIR then holds the puzzle; its only solution, or two where it has several, or none; and where it has not
    several, what single lines say, clauses for what they leave open, and a solver's proof. See
    `nonosat verify`. An older certificate in DIR is replaced.
    """
    from nonosat.certificate import certify

    name, puzzle = only(path, source)
    puzzle.require_sound()
    with progress_of(name, alone=True) as observer:
        report = certify(puzzle, folder, limit=Limit(seconds=time_limit), observer=observer)
    written = report.verdict is not Verdict.UNKNOWN
    size = sum(entry.stat().st_size for entry in os.scandir(folder)) if written else 0
    if as_json:
        answer = Answer(
            name,
            report.verdict,
            report.line_solvable,
            [grid.text(puzzle.palette).splitlines() for grid in report.solutions],
            report.seconds,
            report.stats,
            report.stopped,
        )
        click.echo(json.dumps({**answer.record(), "certificate": folder if written else None, "bytes": size}))
    elif written:
        click.echo(f"{name}: {report.verdict}, certificate of {size:,} bytes in {folder}")
    else:
        click.echo(f"{name}: unknown ({report.stopped}), nothing is written")
    return 0 if written else EXIT_UNKNOWN


@click.command("verify")
@click.argument("folders", metavar="DIR...", nargs=-1, required=True)
@click.option("--against", "puzzle_path", metavar="PUZZLE", help="Must be a certificate of this puzzle.")
@click.option(
    "--drat-trim", "second", is_flag=True, help="Have the program drat-trim check the solver's proof as well."
)
@json_option
@from_option
def verify_command(
    folders: tuple[str, ...], puzzle_path: str | None, second: bool, as_json: bool, source: str | None
) -> int:
    """Check certificates, without any of the code that wrote them.

    Exit codes: 0 every claim is proved, 1 one is not, 65 a folder holds no certificate. Without --against
    it is for you to see that DIR/puzzle.json, whose hash is printed, states the puzzle that you mean.
    """
    puzzle = None if puzzle_path is None else only(puzzle_path, source)[1]
    if second and not shutil.which("drat-trim"):
        raise MissingExtraError("drat-trim is not installed; see https://github.com/marijnheule/drat-trim")
    return max(_verified(folder, puzzle, second, as_json) for folder in folders)


def _verified(folder: str, puzzle: Puzzle | None, second: bool, as_json: bool) -> int:
    """Checks one certificate, prints what came of it, and returns the exit code."""
    from nonosat.certificate import verify

    began = monotonic()
    try:
        with _progress_of(folder) as progress:
            found = verify(folder, against=puzzle, progress=progress)
            if second:
                found = _drat_trimmed(folder, found)
    except InputError as error:
        click.echo(f"nonosat: {error}", err=True)
        if as_json:
            click.echo(json.dumps({"certificate": folder, "accepted": False, "error": str(error)}))
        return error.exit_code
    if as_json:
        record: dict[str, Any] = {"certificate": folder, "accepted": found.accepted, **asdict(found)}
        click.echo(json.dumps({**record, "seconds": round(monotonic() - began, 6)}))
    elif found.accepted:
        click.echo(f"{folder}: proves that the puzzle is {_claim(found)}")
    else:
        click.echo(f"{folder}: refused: {found.refusal}")
    return 0 if found.accepted else EXIT_REFUSED


def _claim(found: Verification) -> str:
    """The verdict of a certificate, what was checked for it, and of which puzzle."""
    counts = [
        f"{number:,} {what}{'' if number == 1 else 's'}"
        for number, what in (
            (found.solutions, "solution"),
            (found.deductions, "deduction"),
            (found.clauses, "clause"),
            (found.steps, "step"),
        )
        if number
    ]
    return f"{found.verdict} ({', '.join(counts)} checked; SHA-256 of puzzle.json {found.puzzle})"


def _drat_trimmed(folder: str, found: Verification) -> Verification:
    """The verification, refused where drat-trim does not accept the proof that is in it."""
    import subprocess

    from nonosat.verifier.reading import FORMULA, PROOF

    paths = [os.path.join(folder, name) for name in (FORMULA, PROOF)]
    if not found.accepted or not all(map(os.path.exists, paths)):
        return found
    run = subprocess.run(["drat-trim", *paths], capture_output=True, text=True, check=False)
    if "s VERIFIED" in run.stdout.splitlines():
        return found
    return replace(found, refusal=f"{PROOF}: drat-trim does not accept it")


@contextmanager
def _progress_of(folder: str) -> Iterator[Progress | None]:
    """What shows on standard error, if that is a terminal, how far the check of a certificate is."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = monotonic()
    status: Status | None = None

    def show(file: str, done: int, total: int) -> None:
        nonlocal shown, status
        if monotonic() - shown < QUIET_SECONDS:
            return
        shown = monotonic()
        if status is None:
            from rich.console import Console

            status = Console(stderr=True).status(folder)
            status.start()
        status.update(f"{folder}: {file} {done:,} of {total:,}")

    try:
        yield show
    finally:
        if status is not None:
            status.stop()
