"""`scan`: reads puzzles from photographs, screenshots and PDF pages of printed ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_option
from nonosat.apps.cli.shell.paths import NAME, NUMBER
from nonosat.apps.cli.shell.targets import are_apart, place_of, require_apart, require_capacity
from nonosat.apps.cli.shell.types import parsed
from nonosat.formats import dump
from nonosat.records.scans import REQUEST
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import STANDARD_OUTPUT, require_writable, write
from nonosat.support.limits import Limit
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.apps.scanning.scan import Scan


@cli.command(
    "scan",
    epilog=cli.examples(
        "scan page.png -o puzzle.non",
        "scan page.png --best -o puzzle.non",
        "scan page.png -o '{name}.json'",
        "scan page.png --corners 89,179,238,179,238,478,89,478 -o puzzle.non",
    ),
)
@click.argument("paths", type=cli.InFile(), metavar="IMAGE...", nargs=-1, required=True)
@cli.output_option(
    f"Where to write the puzzle, or all of them in a format that holds several. {NAME} stands for the name of "
    f"each puzzle, {NUMBER} for 1, 2, 3.",
    default=STANDARD_OUTPUT,
)
@cli.to_option
@asked_option(REQUEST, "corners", type=parsed("corners"), metavar="X,Y,...")
@click.option(
    "--size",
    type=parsed("size"),
    metavar="SIZE",
    help="Columns and rows between --corners, such as 15x10, if lines are faint.",
)
@click.option("--best", is_flag=True, help="Also write the likeliest reading of doubtful puzzles.")
@click.option(
    "--state-output",
    "state_output",
    type=cli.OutFile(),
    metavar="OUT",
    help="Write what is filled and crossed out on the page.",
)
@cli.limit_options("on all pictures together")
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
    misread. A puzzle is written only if it is sure: it has one solution, and no other reading is likely. Of the others
    you learn which numbers are doubtful, and --best writes what is likeliest. Nothing is sent anywhere. A page that
    lies on its side is turned; a triddler is not found. If a grid is not found, say where its --corners are.

    Needs the packages of nonosat[scan]. Exit codes: 0 all sure; 3 not all sure; 65 there is no puzzle in the picture.
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
    code = max((cli.print_answer(answer, as_json, err=to_output) for answer in refused), default=0)
    _require_one(state_output, len(named))
    places = _write_puzzles(named, output, target, best)
    if state_output is not None:
        _write_state(named, state_output)
    for (name, scan), place in zip(named, places, strict=True):
        answer = cli.Answer.of(name, scan.puzzle, {**scan.to_json(), "output": place})
        answer.line = f"{name}: {_line(scan)}{f'; {place}' if place and not to_output else ''}"
        answer.notes += [f"nonosat: {name}: {text}" for text in _notes(scan)]
        answer.explains = True
        answer.exit_code = 0 if scan.sure else cli.EXIT_UNKNOWN
        code = max(code, cli.print_answer(answer, as_json, err=to_output))
    return code


def _write_puzzles(
    named: list[tuple[str, Scan]], output: str, target: str | None, best: bool
) -> list[str | None]:
    """Writes the puzzles that are sure, or all; returns the place of each, None for those that are not written."""
    puzzles = [scan.puzzle if scan.sure or best else None for _, scan in named]
    written = [puzzle for puzzle in puzzles if puzzle is not None]
    for one in written:
        one.require_readable()
    if not are_apart(output):
        if written:
            require_capacity(target or "non", len(written))
            dump(written if len(written) > 1 else written[0], output, target)
        return [None if puzzle is None else output for puzzle in puzzles]
    require_apart(output, [name for name, _ in named], "be written")
    places: list[str | None] = []
    for number, ((name, _), puzzle) in enumerate(zip(named, puzzles, strict=True), 1):
        places.append(None if puzzle is None else place_of(output, name, number))
        if puzzle is not None:
            dump(puzzle, place_of(output, name, number), target)
    return places


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
                refused.append(cli.error_answer(path, error))
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


def _write_state(scans: list[tuple[str, Scan]], output: str) -> None:
    """Writes what is filled and crossed out on the page, if anything is."""
    for _, scan in scans:
        if scan.state is not None and scan.puzzle is not None:
            write(output, scan.state.text(scan.puzzle.palette) + "\n")


def _require_one(state_output: str | None, number: int) -> None:
    """Raises `UsageError` for --state-output with several puzzles."""
    if state_output is not None and number > 1:
        raise UsageError("--state-output is for one puzzle; the pictures have several")
