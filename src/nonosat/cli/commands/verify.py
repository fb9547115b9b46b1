"""`verify`: the check of certificates, without the code that wrote them."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
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
from nonosat.foundation.errors import InputError, MissingExtraError
from nonosat.foundation.limits import Limit
from nonosat.foundation.workers.bounds import unbounded
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.verifier import Verification


@click.command("verify", epilog=examples("verify proof --against puzzle.non"))
@click.argument("folders", metavar="DIR...", nargs=-1, required=True)
@click.option(
    "--against", "puzzle_path", metavar="PUZZLE", help="Refuse certificates of other puzzles than this one."
)
@click.option(
    "--drat-trim", "second", is_flag=True, help="Have the program drat-trim check the solver's proof as well."
)
@json_option
@from_option
@limit_options
@unbounded()
def verify_command(
    folders: tuple[str, ...],
    puzzle_path: str | None,
    second: bool,
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
    if second and not shutil.which("drat-trim"):
        raise MissingExtraError("drat-trim is not installed; see https://github.com/marijnheule/drat-trim")
    return max(_verified(folder, puzzle, second, limit, as_json) for folder in folders)


def _verified(folder: str, puzzle: Puzzle | None, second: bool, limit: Limit, as_json: Json) -> int:
    """Checks one certificate, prints what came of it, and returns the exit code."""
    from nonosat.proofs.certificate import verify

    began = monotonic()
    try:
        with checking(folder) as progress:
            found = verify(
                folder, against=puzzle, seconds=limit.seconds, memory=limit.memory, progress=progress
            )
            if second:
                found = _drat_trimmed(folder, found)
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
