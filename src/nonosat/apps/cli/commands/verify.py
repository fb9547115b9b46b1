"""`verify`: checks certificates without the code that wrote them."""

from __future__ import annotations

import json
import os
import shutil
from time import monotonic

import click

from nonosat import __version__
from nonosat.apps.cli.shell import common as cli
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import ASIDE, verify
from nonosat.proofs.second_opinion import second_opinion
from nonosat.search.outcome import Verdict
from nonosat.support.children.own_limits import unbounded
from nonosat.support.errors import InputError, UsageError
from nonosat.support.lazy_dataclasses import replace
from nonosat.support.limits import Limit
from nonosat.verifier import MEMORY, SECONDS
from nonosat.verifier.reading import MANIFEST


@click.command("verify", epilog=cli.examples("verify proof --against puzzle.non"))
@click.argument("folders", type=cli.InFile(), metavar="DIR...", nargs=-1, required=True)
@click.option(
    "--against",
    "puzzle_path",
    type=cli.InFile(puzzle=True),
    metavar="PUZZLE",
    help="Refuse certificates of other puzzles than this one.",
)
@click.option(
    "--with",
    "second",
    metavar="PROGRAM",
    help="Have a program on the PATH check the solver's proof as well: lrat-check or cake_lpr. "
    "nonocheck reads the certificate itself.",
)
@cli.json_option
@cli.from_option
@cli.limit_options
@unbounded()
def verify_command(
    folders: tuple[str, ...],
    puzzle_path: str | None,
    second: str | None,
    limit: Limit,
    as_json: cli.Json,
    source: str | None,
) -> int:
    """Check certificates, without any of the code that wrote them.

    Exit codes: 0 every claim is proved, 1 one is not, 3 a limit came first, 65 a folder holds no
    certificate. By default each may take an hour and 2G of memory. Without --against, compare
    DIR/puzzle.json, whose hash is printed, with the puzzle that you mean. Of a folder with nothing but
    certificates, such as `repair --certificate` writes, each is checked.
    """
    puzzle = None if puzzle_path is None else cli.only(puzzle_path, source)[1]
    if second and not shutil.which(second):
        raise UsageError(f"--with: there is no program {second} on the PATH")
    places = [place for folder in folders for place in _certificates(folder)]
    return max(_verified(place, puzzle, second, limit, as_json) for place in places)


def _certificates(folder: str) -> list[str]:
    """Returns the folder, or the certificates in it if it has nothing else.

    `repair` and `conflict` write two into one folder; those set aside are left out.
    """
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return [folder]
    inner = [os.path.join(folder, name) for name in names if not name.endswith(ASIDE)]
    certified = all(os.path.isfile(os.path.join(path, MANIFEST)) for path in inner)
    return inner if inner and certified else [folder]


def _verified(folder: str, puzzle: Puzzle | None, second: str | None, limit: Limit, as_json: cli.Json) -> int:
    """Checks a certificate, prints the result, and returns the exit code."""
    began, opinion = monotonic(), None
    try:
        with cli.checking(folder) as progress:
            found = verify(
                folder,
                against=puzzle,
                seconds=limit.seconds,
                memory=limit.memory,
                progress=progress,
            )
            if second and found.accepted:
                seconds = SECONDS if limit.seconds is None else limit.seconds
                rest = Limit(seconds=max(0.0, seconds - (monotonic() - began)), memory=limit.memory or MEMORY)
                opinion = second_opinion(folder, second, rest)
                found = replace(
                    found,
                    refusal=opinion.refused and str(opinion),
                    stopped=opinion.stopped and str(opinion.stopped),
                )
                found = found if found.accepted else replace(found, verdict=Verdict.UNKNOWN)
    except InputError as error:
        cli.note(str(error))
        if as_json:
            record = {"certificate": folder, "accepted": False, "verdict": cli.ERROR, "error": str(error)}
            click.echo(json.dumps({**record, "version": __version__}))
        return error.exit_code
    if as_json:
        seconds = round(monotonic() - began, 6)
        record = {"certificate": folder, **found.to_json(), "seconds": seconds, "version": __version__}
        click.echo(json.dumps(record if opinion is None else record | opinion.to_json()))
    else:
        more = f"; {opinion}" if opinion and not found.refusal else ""
        click.echo(f"{folder}: {found}{more}")
    return 0 if found.accepted else cli.EXIT_REFUSED if found.stopped is None else cli.EXIT_UNKNOWN
