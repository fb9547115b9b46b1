"""`from-image`: makes a puzzle from a picture."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import PurePath
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.answers import limit_answer
from nonosat.apps.cli.shell.asked_options import asked_flag, asked_option
from nonosat.apps.cli.shell.making import verdict_of
from nonosat.apps.cli.shell.paths import NAME, NUMBER
from nonosat.apps.cli.shell.targets import place_of, require_apart
from nonosat.apps.cli.shell.types import parsed
from nonosat.apps.drawing.terminal import drawing
from nonosat.apps.generation.choice_sheet import SHEETS, SheetRow, html_sheet, raster_sheet
from nonosat.apps.generation.from_image import from_image
from nonosat.explaining.grading.remarks import Repeats, remark_on_repair, remarks
from nonosat.formats import dump
from nonosat.imaging.inks import alike_inks
from nonosat.imaging.photo import pictures_in
from nonosat.model.puzzle import Puzzle
from nonosat.records.parameters import declaration_of
from nonosat.repairs.repair_pixels import PixelProgress, repair_pixels
from nonosat.search.outcome import Verdict
from nonosat.support.end import OutOfReach, Stopped
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import STANDARD_OUTPUT, read_bytes, write
from nonosat.support.limits import Clock, Limit
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.repairs.result import Repair

_REPAIR_SECONDS = 60.0  # limit of a repair if none is given


@cli.command(
    "from-image",
    epilog=cli.examples(
        "from-image photo.pbm --width 30 --unique -o new.non",
        "from-image photo.pbm wanted.pbm -o '{name}.non'",
        "from-image photo.pbm wanted.pbm -n 6 -o sheet.html",
        "from-image photo.pbm -n 6 --take 2 -o photo.non",
        "from-image photo.pbm --shape hexagon:12 -o photo.json",
    ),
)
@click.argument("paths", type=cli.InFile(), metavar="IMAGE...", nargs=-1, required=True)
@cli.output_option(
    f"Where to write it. {NAME} stands for the name of each picture's file, {NUMBER} for 1, 2, 3.",
    default=STANDARD_OUTPUT,
)
@asked_option(from_image, "width")
@asked_option(from_image, "height")
@asked_option(from_image, "side")
@click.option(
    "--size", type=parsed("size"), help="Width and height in cells, even if that stretches the picture."
)
@asked_option(from_image, "shape", metavar="SHAPE")
@asked_option(from_image, "inks", type=parsed("inks"))
@asked_option(from_image, "method", metavar=None)
@asked_option(from_image, "level")
@asked_option(from_image, "background", metavar="COLOUR")
@asked_flag(from_image, "invert")
@click.option(
    "--trim/--no-trim",
    default=None,
    help="Cut off margins that make empty rows and columns.  [default: if the whole border is empty and not "
    "both --width and --height are given]",
)
@asked_option(from_image, "choices", "-n/--number")
@click.option(
    "--take",
    multiple=True,
    metavar="[NAME=]K",
    help="Write choice K of the sheet; with NAME=K, of that picture only. Can be repeated.",
)
@click.option(
    "--minutes",
    type=parsed("range"),
    metavar="LEAST..MOST",
    help="Minutes that a choice should take, as `nonosat rate` predicts them.  [default: 2..20]",
)
@click.option("--unique", is_flag=True, help="Repaint the fewest cells that leave one solution.")
@click.option("--line-solvable", is_flag=True, help="The same, and lines alone solve it.")
@cli.to_option
@click.option(
    "--draw",
    "show",
    is_flag=True,
    help="Draw it: + ink added, - removed, ~ changed by the repair; on standard error without -o.",
)
@cli.limit_options("on all pictures together")
@cli.json_and_solutions_option
def from_image_command(
    paths: tuple[str, ...],
    *,
    output: str,
    choices: int | None,
    take: tuple[str, ...],
    as_json: cli.Json,
    **options: Any,
) -> int:
    """Make a puzzle from a photograph or a drawing.

    Each of several images, or of those in a folder, becomes one. It is scaled to the size in cells and reduced to the
    number of inks. Without a size the longer side has 40 cells. With -n, a sheet (HTML, PNG or PDF) shows several
    line-solvable puzzles of each image, in several sizes. An SVG drawing needs nonosat[svg]. Exit code 3: no
    repair was found in time, and nothing is written. Without --time-limit a repair takes one minute
    at most.
    """
    if choices is None and (take or options["minutes"]):
        raise UsageError("--take and --minutes need -n")
    paths = _with_folders(paths)
    if choices is not None and not take:
        return _write_sheet(paths, output, choices, as_json, options)
    _require_pictures(take, paths)
    require_apart(output, paths, "become one puzzle")
    codes, repeats = list[int](), Repeats()
    for number, path in enumerate(paths, 1):
        place = place_of(output, path, number)
        with _going_on(paths, codes):
            answer = _answer(path, place, choices, take, options)
            same = repeats.of(answer.puzzle, path) if answer.puzzle else ()
            answer.notes.extend(f"nonosat: {place}: {remark}" for remark in same)
            codes.append(cli.print_answer(answer, as_json, err=place == STANDARD_OUTPUT))
    return max(codes)


@contextmanager
def _going_on(paths: tuple[str, ...], codes: list[int]) -> Iterator[None]:
    """Notes that one of several pictures cannot be read, and adds the exit code; an error about the only one is raised."""
    try:
        yield
    except InputError as error:
        if len(paths) == 1:
            raise
        cli.note(str(error))
        codes.append(error.exit_code)


def _require_pictures(take: tuple[str, ...], paths: tuple[str, ...]) -> None:
    """Raises `UsageError` for NAME=K of --take if no picture has the name."""
    stems = list(dict.fromkeys(PurePath(path).stem for path in paths))
    for text in take:
        name, named, _ = text.rpartition("=")
        if named and name not in stems:
            pictures = f"{', '.join(stems[:9])}{', ...' if len(stems) > 9 else ''}"
            raise UsageError(f"--take {text}: no picture is called {name!r}; there is {pictures}")


def _with_folders(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Replaces folders by the pictures in them."""
    if not any(map(os.path.isdir, paths)):
        return paths
    pictures = (pictures_in(path) if os.path.isdir(path) else [path] for path in paths)
    return tuple(picture for own in pictures for picture in own)


def _write_sheet(
    paths: tuple[str, ...], output: str, choices: int, as_json: cli.Json, options: Mapping[str, Any]
) -> int:
    """Writes the sheet of all choices."""
    kind = PurePath(output).suffix.lower()
    if kind not in SHEETS:
        raise UsageError(f"-o must name a sheet to write, {', '.join(SHEETS)}; or --take K writes a puzzle")
    rows, codes = list[SheetRow](), [0]
    for number, path in enumerate(paths, 1):
        with _going_on(paths, codes):
            with cli.waiting(f"looking at picture {number} of {len(paths)}"):
                made = from_image(path, choices=choices, **_arguments(options))
            if not made.choices:
                why = f", {cli.end_text(made.stopped, made.detail)}" if made.stopped else ""
                cli.note(f"{path}: no choice was found{why}")
                codes.append(cli.EXIT_UNKNOWN)
            rows.append(SheetRow(PurePath(path).name, read_bytes(path), made))
            if as_json:
                click.echo(cli.Answer.of(path, None, made.to_json()).json(cli.Json.FULL))
    if rows:
        write(output, html_sheet(rows) if kind == ".html" else raster_sheet(rows, kind[1:]))
        pictures = number_text(len(rows), "picture")
        puzzles = number_text(sum(len(row.choices.choices) for row in rows), "puzzle")
        click.echo(
            f"{output}: {puzzles} of {pictures}; --take K instead of a sheet writes number K",
            err=bool(as_json),
        )
    return max(codes)


def _arguments(options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments of `from_image` that the command's options give."""
    names = (*(field.name for field in declaration_of(from_image).parameters), "trim", "minutes", "limit")
    arguments = {name: options[name] for name in names if name in options}
    arguments["line_solvable"] = not options["unique"]
    if size := options["size"]:
        if options["width"] or options["height"] or options["side"]:
            raise UsageError("--size is --width and --height: leave out these and --side")
        arguments["width"], arguments["height"] = size
    if isinstance(minutes := options["minutes"], float):
        arguments["minutes"] = minutes, minutes
    return cli.given(**arguments)


def _answer(
    path: str, output: str, choices: int | None, take: tuple[str, ...], options: Mapping[str, Any]
) -> cli.Answer:
    """Makes a puzzle, repairs it on request, writes and checks it; returns the answer."""
    target = cli.format_to_write(output, options["target"], "non" if output == STANDARD_OUTPUT else None)
    began, clock = monotonic(), Clock(options["limit"].of_seconds)
    try:
        puzzle = _puzzle(path, options) if choices is None else _taken(path, choices, take, options)
        clock.tick()
        puzzle.require_readable()
        answer = _written(puzzle, output, target, clock, options)
    except OutOfReach as reason:
        answer = limit_answer(output, None, reason, written=True)
    answer.seconds = monotonic() - began
    return answer


def _puzzle(path: str, options: Mapping[str, Any]) -> Puzzle:
    """Returns the puzzle of a picture; standard error says how it was fitted, and what is doubtful about its inks."""
    puzzle: Puzzle = from_image(path, **_arguments(options))
    if puzzle.origin and puzzle.origin.read_as:
        cli.note(f"{path}: {puzzle.origin.read_as}")
    for one, other in alike_inks(puzzle.palette):
        cli.note(f"{path}: {one} and {other} look alike: --inks {len(puzzle.palette) - 2} would do")
    if (inks := len(puzzle.palette) - 1) < (options["inks"] or 1):
        cli.note(f"{path}: {number_text(inks, 'ink')}: the picture has no more colours")
    return puzzle


def _taken(path: str, choices: int, take: tuple[str, ...], options: Mapping[str, Any]) -> Puzzle:
    """Returns the chosen puzzle of a picture."""
    numbers = {name: number for name, _, number in (text.rpartition("=") for text in take)}
    wanted = numbers.get(PurePath(path).stem, numbers.get("", ""))
    if not wanted.isdecimal() or not 1 <= int(wanted) <= choices:
        raise UsageError(f"--take of {path} must be 1 to {choices}, or NAME=K; got {wanted or 'none'!r}")
    made = from_image(path, choices=choices, **_arguments(options)).choices
    if len(made) < int(wanted):
        raise InputError(f"there are only {number_text(len(made), 'choice')} to take", path=path)
    return made[int(wanted) - 1].puzzle


def _written(
    puzzle: Puzzle, output: str, target: str | None, clock: Clock, options: Mapping[str, Any]
) -> cli.Answer:
    """Repairs a puzzle on request, writes and checks it; returns the answer."""
    limit: Limit = options["limit"]
    answer, repaired, repair = cli.Answer(output, puzzle), puzzle, None
    if options["unique"] or options["line_solvable"]:
        left = _REPAIR_SECONDS if clock.left is None else clock.left
        repair = _repaired(puzzle, options["line_solvable"], replace(limit, seconds=left))
        answer.more, answer.end = _repair_record(repair), repair.end
        if repair.repaired is None:
            bound = f", at least {number_text(repair.bound, 'cell')} must change" if repair.bound else ""
            answer.line = f"{output}: not written: no repair was found{bound}"
            answer.exit_code = cli.EXIT_UNKNOWN
            if repair.stopped is Stopped.SECONDS and limit.seconds is None:
                seconds = f"{repair.seconds:.0f} s went into the repair"
                answer.notes.append(f"nonosat: {seconds}; --time-limit allows more")
            elif repair.stopped:
                answer.notes.append(f"nonosat: {cli.end_text(repair.stopped, repair.detail)}")
            advice = "fewer cells are easier to repair, and -n 6 tries other ways"
            answer.notes.append(f"nonosat: {advice}")
            return answer
        repaired = repair.repaired
    dump(repaired, output, target)
    report = verdict_of(repaired, replace(limit, seconds=clock.left))
    if report.verdict is Verdict.UNKNOWN and limit.seconds is None:
        answer.notes.append("nonosat: no verdict so soon; `nonosat check` looks for it longer")
    answer.members = {
        "verdict": report.verdict,
        "line_solvable": report.line_solvable,
        "solutions": [grid.to_json() for grid in report.solutions],
    }
    said = chain(remarks(repaired), () if repair is None else remark_on_repair(puzzle, len(repair.changes)))
    answer.notes.extend(f"nonosat: {output}: {remark}" for remark in said)
    changes = "" if repair is None else f"; {_changes(repair)}"
    answer.line = f"{output}: {cli.report_text(report)}{changes}"
    if options["show"]:
        click.echo(_drawing(puzzle, repaired), err=output == STANDARD_OUTPUT)
    return answer


def _repaired(puzzle: Puzzle, line_solvable: bool, limit: Limit) -> Repair[Any]:
    with cli.waiting("repairing") as say:

        def observe(event: PixelProgress) -> None:
            changed = "" if event.cost is None else f", {number_text(event.cost, 'cell')} changed"
            bound = number_text(event.bound, "cell")
            say(f"repairing: {number_text(event.pictures, 'picture')}, at least {bound}{changed}")

        return repair_pixels(puzzle, line_solvable=line_solvable, limit=limit, observer=observe)


def _changes(repair: Repair[Any]) -> str:
    if not repair.cost:
        return "no cell changed"
    least = "the least" if repair.optimal else f"maybe as few as {repair.bound} would do"
    return f"{number_text(repair.cost, 'cell')} changed, {least}"


def _repair_record(repair: Repair[Any]) -> dict[str, object]:
    """Returns the members of a repair's record that are not about the written puzzle."""
    record: dict[str, Any] = {**repair.to_json()}
    return {name: record[name] for name in ("by", "changes", "bound", "optimal")}


def _drawing(before: Puzzle, after: Puzzle) -> str:
    from nonosat.apps.drawing.cells import compared

    assert before.goal is not None
    assert after.goal is not None
    return drawing(after, compared(before.goal, after.goal))
