"""`verify`: checks certificates without the code that wrote them."""

from __future__ import annotations

import json
from time import monotonic

import click

from nonosat import __version__
from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.certificates import PROVED_EXIT_CODES, certificates_in, proved_option
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.certificate import verify
from nonosat.proofs.proved_checker import proved_checker, second_opinion
from nonosat.support.children.own_limits import unbounded
from nonosat.support.errors import InputError
from nonosat.support.limits import Limit


@cli.command("verify", epilog=cli.examples("verify proof --against puzzle.non"))
@click.argument("folders", type=cli.InFile(), metavar="DIR...", nargs=-1, required=True)
@click.option(
    "--against",
    "puzzle_path",
    type=cli.InFile(puzzle=True),
    metavar="PUZZLE",
    help="Refuse certificates of other puzzles than this one.",
)
@proved_option
@cli.json_option
@cli.from_option
@cli.limit_options("on each certificate")
@unbounded()
def verify_command(
    folders: tuple[str, ...],
    puzzle_path: str | None,
    proved: bool,
    limit: Limit,
    as_json: cli.Json,
    source: str | None,
) -> int:
    """Check certificates, without any of the code that wrote them.

    Exit codes: 0 every claim is proved, 1 one is not, 3 a limit came first, 65 a folder holds no
    certificate. By default each may take an hour and 2G of memory. Without --against, compare
    DIR/puzzle.json with your puzzle yourself; its hash is printed. If a folder holds nothing but certificates, such as
    `repair --certificate` writes, each is checked.
    """
    puzzle = None if puzzle_path is None else cli.only(puzzle_path, source)[1]
    program = proved_checker() if proved else None
    places = [place for folder in folders for place in certificates_in(folder)]
    return max(_verified(place, puzzle, limit, as_json, program) for place in places)


def _verified(
    folder: str, puzzle: Puzzle | None, limit: Limit, as_json: cli.Json, program: str | None
) -> int:
    """Checks a certificate, prints the result, and returns the exit code.

    `program` is the proved checker, which is asked about what is accepted.
    """
    began = monotonic()
    try:
        with cli.waiting(folder) as say:

            def show(file: str, done: int, total: int) -> None:
                say(f"{folder}: {file} {done:,} of {total:,}")

            verification = verify(
                folder, against=puzzle, seconds=limit.seconds, memory=limit.memory, progress=show
            )
    except InputError as error:
        cli.note(str(error))
        if as_json:
            record = {"certificate": folder, "accepted": False, "verdict": cli.ERROR, "error": str(error)}
            click.echo(json.dumps({**record, "version": __version__}))
        return error.exit_code
    second = second_opinion(program, folder, limit) if program and verification.accepted else None
    if as_json:
        seconds = round(monotonic() - began, 6)
        record = {"certificate": folder, **verification.to_json(), "seconds": seconds, "version": __version__}
        if second:
            record["proved"] = second.opinion
        click.echo(json.dumps(record))
    else:
        click.echo(f"{folder}: {verification}" + (f"; {second.describe()}" if second else ""))
    if second:
        return PROVED_EXIT_CODES[second.opinion]
    return 0 if verification.accepted else cli.EXIT_UNKNOWN if verification.stopped else cli.EXIT_REFUSED
