"""`verify`: the check of certificates, without the code that wrote them."""

from __future__ import annotations

import json
import os
import shutil
from time import monotonic
from typing import TYPE_CHECKING

from nonosat import __version__
from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import ERROR, Json
from nonosat.cli.shell.exit_codes import EXIT_REFUSED, EXIT_UNKNOWN
from nonosat.cli.shell.help import examples
from nonosat.cli.shell.inputs import only
from nonosat.cli.shell.options import from_option, json_option, limit_options
from nonosat.cli.shell.progress import checking
from nonosat.foundation.errors import InputError, UsageError
from nonosat.foundation.lazy_dataclasses import replace
from nonosat.foundation.limits import Limit
from nonosat.foundation.workers.bounds import unbounded
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.verifier import Verification


@click.command("verify", epilog=examples("verify proof --against puzzle.non", "verify proof --workers 4"))
@click.argument("folders", metavar="DIR...", nargs=-1, required=True)
@click.option(
    "--against", "puzzle_path", metavar="PUZZLE", help="Refuse certificates of other puzzles than this one."
)
@click.option(
    "--with",
    "second",
    metavar="PROGRAM",
    help="Have a program on the PATH check the solver's proof as well: lrat-check or cake_lpr; drat-trim for the "
    "older format.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes that check the parts of a puzzle that was cut.",
)
@json_option
@from_option
@limit_options
@unbounded()
def verify_command(
    folders: tuple[str, ...],
    puzzle_path: str | None,
    second: str | None,
    workers: int,
    limit: Limit,
    as_json: Json,
    source: str | None,
) -> int:
    """Check certificates, without any of the code that wrote them.

    Exit codes: 0 every claim is proved, 1 one is not, 3 a limit came first, 65 a folder holds no
    certificate. By default each may take an hour and 2G of memory. Without --against, compare
    DIR/puzzle.json, whose hash is printed, with the puzzle that you mean.
    """
    puzzle = None if puzzle_path is None else only(puzzle_path, source)[1]
    if second and not shutil.which(second):
        raise UsageError(f"--with: there is no program {second} on the PATH")
    return max(_verified(folder, puzzle, second, workers, limit, as_json) for folder in folders)


def _verified(
    folder: str, puzzle: Puzzle | None, second: str | None, workers: int, limit: Limit, as_json: Json
) -> int:
    """Checks one certificate, prints what came of it, and returns the exit code."""
    from nonosat.proofs.certificate import verify

    began = monotonic()
    try:
        with checking(folder) as progress:
            found = verify(
                folder,
                against=puzzle,
                seconds=limit.seconds,
                memory=limit.memory,
                progress=progress,
                workers=workers,
            )
            if second:
                found = _seconded(folder, found, second)
    except InputError as error:
        click.echo(f"nonosat: {error}", err=True)
        if as_json:
            said = {"certificate": folder, "accepted": False, "verdict": ERROR, "error": str(error)}
            click.echo(json.dumps({**said, "version": __version__}))
        return error.exit_code
    if as_json:
        seconds = round(monotonic() - began, 6)
        record = {"certificate": folder, **found.to_json(), "seconds": seconds, "version": __version__}
        click.echo(json.dumps(record))
    else:
        click.echo(f"{folder}: {found}")
    return 0 if found.accepted else EXIT_REFUSED if found.stopped is None else EXIT_UNKNOWN


def _seconded(folder: str, found: Verification, program: str) -> Verification:
    """The verification, refused if another program does not accept the proof that is in the certificate."""
    import gzip
    import subprocess
    from tempfile import TemporaryDirectory

    from nonosat.verifier.budget import Budget
    from nonosat.verifier.places import Place
    from nonosat.verifier.reading import DRUP, FORMULA, PROOF

    place = Place(folder, Budget())
    proof = next((name for name in (PROOF, DRUP) if name in place.names()), None)
    if not found.accepted or proof is None:
        return found
    data = place.data(proof)
    contents = {
        FORMULA: place.data(FORMULA),
        proof.removesuffix(".gz"): gzip.decompress(data) if proof == PROOF else data,
    }
    with TemporaryDirectory() as own:
        paths = [os.path.join(own, name) for name in contents]
        for path, content in zip(paths, contents.values(), strict=True):
            with open(path, "wb") as file:
                file.write(content)
        run = subprocess.run([program, *paths], capture_output=True, text=True, check=False)
    lines = (line.removeprefix("c ").strip() for line in run.stdout.splitlines())
    if any(line in ("s VERIFIED", "VERIFIED", "s VERIFIED UNSAT") for line in lines):
        return found
    return replace(found, refusal=f"{proof}: {os.path.basename(program)} does not accept it")
