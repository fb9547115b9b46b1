"""`scan`: reads puzzles from photographs, screenshots and PDF pages of printed ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.types import parsed
from nonosat.formats import dump
from nonosat.records.scans import REQUEST
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import STANDARD_OUTPUT, require_writable, write
from nonosat.support.limits import Limit
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.apps.scanning.scan import Scan


@click.command(
    "scan",
    epilog=cli.examples(
        "scan page.png -o puzzle.non",
        "scan page.png --best -o puzzle.non",
        "scan page.png --corners 89,179,238,179,238,478,89,478 -o puzzle.non",
    ),
)
@click.argument("paths", type=cli.InFile(), metavar="IMAGE...", nargs=-1, required=True)
@cli.output_option(
    "Where to write the puzzle, or all of them in a format that holds several.", default=STANDARD_OUTPUT
)
@cli.to_option
@cli.asked_option(REQUEST, "corners", type=parsed("corners"), metavar="X,Y,...")
@click.option(
    "--size",
    type=parsed("size"),
    metavar="SIZE",
    help="Columns and rows between --corners, such as 15x10, if lines are faint.",
)
@click.option("--best", is_flag=True, help="Write the likeliest puzzle, even if it is not sure.")
@click.option(
    "--state",
    "state_output",
    type=cli.OutFile(),
    metavar="OUT",
    help="Write what is filled and crossed out on the page.",
)
@cli.limit_options
@cli.json_option
def scan_command(
    paths: tuple[str, ...],
    output: str,
    target: str | None,
    corners: list[tuple[float, float]] | None,
    size: tuple[int, int] | None,
    best: bool,
    state_output: str | None,
    limit: Limit,
    as_json: cli.Json,
) -> int:
    """Make a puzzle from a picture of a printed one.

    The grid is found without its lines and made straight, the numbers are read, and logic corrects what was
    misread. A puzzle is written only if it is sure: it has one solution, and no other reading is likely. Otherwise
    you learn which numbers are doubtful, and --best writes what is likeliest. Nothing is sent anywhere. A page that
    lies on its side is turned; a triddler is not found. If a grid is not found, say where its --corners are.

    Needs the packages of nonosat[scan]. Exit codes: 0 sure; 3 not sure; 65 there is no puzzle in the picture.
    """
    from nonosat.apps.scanning.scan import scan_all

    if size is not None and corners is None:
        raise UsageError("--size is that of a grid whose --corners are given")
    target = cli.format_to_write(output, target, "non" if output == STANDARD_OUTPUT else None)
    if state_output is not None:
        require_writable(state_output)
    _require_one(state_output, len(paths))
    read = partial(scan_all, corners=corners, size=size, limit=limit)
    named, refused = _scanned(paths, read)
    to_output = output == STANDARD_OUTPUT
    code = max((cli.print_answer(refusal, as_json, err=to_output) for refusal in refused), default=0)
    written = [scan.puzzle for _, scan in named if scan.puzzle is not None and (scan.sure or best)]
    sure = bool(named) and len(written) == len(named)
    _require_one(state_output, len(named))
    if sure:
        for puzzle in written:
            puzzle.require_readable()
        dump(written if len(written) > 1 else written[0], output, target)
    if state_output is not None:
        _write_state(named, state_output)
    for name, scan in named:
        answer = cli.Answer.of(name, scan.puzzle, {**scan.to_json(), "output": output if sure else None})
        answer.line = f"{name}: {_line(scan)}{f'; {output}' if sure and not to_output else ''}"
        answer.notes += [f"nonosat: {name}: {text}" for text in _notes(scan)]
        answer.explains = True
        answer.exit_code = 0 if scan.sure else cli.EXIT_UNKNOWN
        code = max(code, cli.print_answer(answer, as_json, err=to_output))
    return code


def _scanned(
    paths: tuple[str, ...], read: Callable[[str], Sequence[Scan]]
) -> tuple[list[tuple[str, Scan]], list[cli.Answer]]:
    """Returns the puzzles with their names, and an answer for each of several pictures without any."""
    named: list[tuple[str, Scan]] = []
    refused: list[cli.Answer] = []
    with cli.waiting(f"{paths[0]}: scanning") as say:
        for number, path in enumerate(paths, 1):
            if number > 1:
                say(f"{path}: scanning, {number} of {len(paths)}")
            try:
                scans = read(path)
            except InputError as error:
                if len(paths) == 1:
                    raise
                refused.append(cli.refusal(path, error))
                continue
            named += [(path if at == 1 else f"{path}#{at}", scan) for at, scan in enumerate(scans, 1)]
    return named, refused


def _line(scan: Scan) -> str:
    if scan.puzzle is None:
        return f"nothing is known: {'; '.join(scan.reasons)}"
    size = f"{scan.puzzle.width}x{scan.puzzle.height}"
    corrected = f", {number_text(scan.corrected, 'number')} corrected by logic" if scan.corrected else ""
    return f"{size}, {'sure' if scan.sure else 'not sure'}{corrected}"


def _notes(scan: Scan) -> list[str]:
    """Returns the reasons for doubt, and the doubtful numbers."""
    notes = list(scan.misprints)
    if not scan.sure:
        notes += [f"not sure: {reason}" for reason in scan.reasons]
    for number in scan.doubtful:
        taken = "no number" if number.value is None else str(number.value)
        others = [str(value) for value in number.values if value != number.value][:4]
        maybe = f", perhaps {' or '.join(others)}" if others else ""
        notes.append(
            f"{number.line}, number {number.position + 1}: {taken}{maybe}; at {number.box[0]},{number.box[1]}"
        )
    return notes


def _write_state(found: list[tuple[str, Scan]], output: str) -> None:
    """Writes what is filled and crossed out on the page, if anything is."""
    for _, scan in found:
        if scan.state is not None and scan.puzzle is not None:
            write(output, scan.state.text(scan.puzzle.palette) + "\n")


def _require_one(state_output: str | None, number: int) -> None:
    """Raises `UsageError` for --state with several puzzles."""
    if state_output is not None and number > 1:
        raise UsageError("--state is for one puzzle; the pictures have several")
