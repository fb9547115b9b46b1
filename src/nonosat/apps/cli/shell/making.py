"""Shared by the commands that make a puzzle: they repair it on request, write it and check it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial, wraps
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.apps.cli.shell.answers import EXIT_UNKNOWN, Answer, Json, print_answer, unanswered
from nonosat.apps.cli.shell.inputs import note
from nonosat.apps.cli.shell.options import (
    Command,
    asked_option,
    declared,
    given,
    json_option,
    limit_options,
    output_option,
    to_option,
    with_options_of,
)
from nonosat.apps.cli.shell.paths import InFile
from nonosat.apps.cli.shell.progress import waiting
from nonosat.apps.cli.shell.sentences import report_text
from nonosat.apps.cli.shell.targets import NAME, NUMBER, format_to_write, place_of, require_apart
from nonosat.apps.cli.shell.types import parsed
from nonosat.apps.drawing.terminal import drawing
from nonosat.apps.generation.wish import Range, Wish, wish_of
from nonosat.explaining.grading.remarks import Repeats, remark_on_repair, remarks
from nonosat.formats import dump
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records.parameters import declaration_of
from nonosat.search.options import SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, check
from nonosat.support.children.processes import confined
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import STANDARD_OUTPUT
from nonosat.support.lazy_dataclasses import dataclass, replace
from nonosat.support.limits import Clock, Limit, OutOfReach
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.repairs.result import Repair

_CONFLICTS = 20_000  # limit of conflicts of the solver for the verdict of a new puzzle
_SECONDS = 10.0  # limit for the verdict of a new puzzle if none is given; nobody asked for the verdict
_REPAIR_SECONDS = 60.0  # limit of a repair if none is given

_OPTIONS = (
    click.option("--unique", is_flag=True, help="Repaint the fewest cells that leave one solution."),
    click.option("--line-solvable", is_flag=True, help="The same, and lines alone solve it."),
    to_option,
    click.option(
        "--show",
        is_flag=True,
        help="Draw it: + ink added, - removed, ~ changed by the repair; on standard error without -o.",
    ),
    limit_options,
    json_option,
)


def _output_option(several: bool) -> Callable[[Command], Command]:
    """Returns -o; of `several` puzzles, each can have its own file."""
    apart = f" {NAME} stands for the name of each picture's file, {NUMBER} for 1, 2, 3." if several else ""
    return output_option(f"Where to write it.{apart}", default=STANDARD_OUTPUT)


_SIDE = next(each.default for each in declaration_of(Wish).parameters if each.name == "width")

_WISHES = (
    click.option(
        "--size",
        type=parsed("size"),
        help=f"Width and height in cells.  [default: {_SIDE}x{_SIDE}]",
    ),
    asked_option(Wish, "shape", metavar="SHAPE"),
    asked_option(Wish, "inks"),
    asked_option(Wish, "density"),
    asked_option(Wish, "symmetry", metavar=None),
    asked_option(Wish, "kind", metavar=None),
    click.option(
        "--picture", type=InFile(), metavar="IMAGE", help="Begin with this picture, scaled to the size."
    ),
    click.option("--mask", type=InFile(), metavar="IMAGE", help="Ink only where this picture has ink."),
    click.option("--outline", is_flag=True, help="Keep the outline of the mask, or else of the picture."),
    click.option("--unique", is_flag=True, help="Exactly one solution, which is the default."),
    click.option(
        "--solutions",
        type=parsed("solutions"),
        default=1,
        show_default=True,
        metavar="N",
        help="Number of solutions; 0 for one wrong number in the clues, or `any`.",
    ),
    click.option(
        "--line-solvable/--not-line-solvable",
        default=None,
        help="Whether lines alone must solve it, or must not.  [default: either]",
    ),
    asked_option(Wish, "grade", metavar=None),
    click.option(
        "--minutes",
        type=parsed("range"),
        metavar="LEAST..MOST",
        help="Minutes that people need, as `nonosat rate` predicts them: 10 (about), 10..15, 10.. or ..15.",
    ),
    click.option(
        "--stars",
        type=parsed("range"),
        metavar="LEAST..MOST",
        help="Difficulty for people, 1 to 5, as `nonosat rate` predicts it; 2 is about two.",
    ),
    click.option(
        "--figure",
        "figures",
        type=parsed("figure"),
        multiple=True,
        metavar="NAME=LEAST..MOST",
        help="The range of a figure of `nonosat rate`, such as sweeps=5..9; can be repeated.",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """Output and repair of a new puzzle."""

    output: str
    target: str | None
    show: bool
    unique: bool
    line_solvable: bool
    limit: Limit
    as_json: Json
    remarks: bool


def makes_puzzle(
    *, several: bool = False, instead: Callable[..., int | None] | None = None
) -> Callable[[Callable[..., Puzzle]], Command]:
    """Gives a command that makes a puzzle the options for repairing and writing it.

    One that makes `several` has `paths`, and is called with each of them, and each picture in a folder, as `path`. First
    `instead` gets all paths and options; the exit code that it returns, unless None, ends the command.
    """

    def decorated(command: Callable[..., Puzzle]) -> Command:
        def one(output: str, target: str | None, others: dict[str, Any], repeats: Repeats) -> int:
            target = format_to_write(output, target, "non" if output == STANDARD_OUTPUT else None)
            names = ("show", "unique", "line_solvable", "limit", "as_json")
            kept = {"unique"} if several else set()
            options = {name: value for name, value in others.items() if name not in names or name in kept}
            wanted = _Wanted(
                output=output, target=target, remarks=several, **{name: others[name] for name in names}
            )
            began = monotonic()
            try:
                answer = _made(partial(command, **options), wanted)
            except OutOfReach as reason:
                answer = unanswered(output, None, reason, written=True)
            if answer.puzzle and several:
                same = repeats.of(answer.puzzle, str(options.get("path", output)))
                answer.notes.extend(f"nonosat: {output}: {remark}" for remark in same)
            answer.seconds = monotonic() - began
            return print_answer(answer, wanted.as_json, err=output == STANDARD_OUTPUT)

        def made(*, paths: tuple[str, ...] = (), output: str, target: str | None, **others: Any) -> int:
            if not paths:
                return one(output, target, others, Repeats())
            paths = _with_folders(paths)
            if instead and (code := instead(paths, output=output, **others)) is not None:
                return code
            require_apart(output, paths, "become one puzzle")
            codes, repeats = [], Repeats()
            for number, path in enumerate(paths, 1):
                try:
                    codes.append(
                        one(place_of(output, path, number), target, {**others, "path": path}, repeats)
                    )
                except InputError as error:
                    if len(paths) == 1:
                        raise
                    note(str(error))
                    codes.append(error.exit_code)
            return max(codes)

        made.__doc__ = command.__doc__
        return with_options_of(command, declared((_output_option(several), *_OPTIONS), made))

    return decorated


def _with_folders(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Replaces folders by the pictures in them."""
    if not any(map(os.path.isdir, paths)):
        return paths
    from nonosat.imaging.photo import pictures_in

    found = (pictures_in(path) if os.path.isdir(path) else [path] for path in paths)
    return tuple(each for own in found for each in own)


def _made(make: Callable[..., Puzzle], wanted: _Wanted) -> Answer:
    """Makes a puzzle, repairs it on request, writes and checks it; returns the answer."""
    clock = Clock(wanted.limit.of_seconds)
    puzzle = make(limit=wanted.limit)
    clock.tick()
    puzzle.require_readable()
    answer, repaired, found = Answer(wanted.output, puzzle), puzzle, None
    if wanted.unique or wanted.line_solvable:
        left = _REPAIR_SECONDS if clock.left is None else clock.left
        found = _repaired(puzzle, wanted.line_solvable, replace(wanted.limit, seconds=left))
        answer.more, answer.stopped, answer.detail = _repair_record(found), found.stopped, found.detail
        if found.repaired is None:
            _failed(answer, found, wanted)
            also = ", and --choices 6 tries other ways" if wanted.remarks else ""
            answer.notes.append(f"nonosat: fewer cells are easier to repair{also}")
            return answer
        repaired = found.repaired
    dump(repaired, wanted.output, wanted.target)
    report = verdict_of(repaired, replace(wanted.limit, seconds=clock.left))
    if report.verdict is Verdict.UNKNOWN and wanted.limit.seconds is None:
        answer.notes.append("nonosat: no verdict so soon; `nonosat check` looks for it longer")
    answer.verdict, answer.line_solvable = report.verdict, report.line_solvable
    answer.solutions = [grid.to_json() for grid in report.solutions]
    if wanted.remarks:
        said = chain(remarks(repaired), () if found is None else remark_on_repair(puzzle, len(found.changes)))
        answer.notes.extend(f"nonosat: {wanted.output}: {remark}" for remark in said)
    changes = "" if found is None else f"; {_changes(found)}"
    answer.line = f"{wanted.output}: {report_text(report)}{changes}"
    if wanted.show:
        click.echo(_drawing(puzzle, repaired), err=wanted.output == STANDARD_OUTPUT)
    return answer


def _failed(answer: Answer, found: Repair, wanted: _Wanted) -> None:
    """Completes the answer after a failed repair."""
    why = f"no repair was found, at least {number_text(found.bound, 'cell')} must change"
    answer.line, answer.exit_code = f"{wanted.output}: not written: {why}", EXIT_UNKNOWN
    if wanted.limit.seconds is None and found.stopped:
        seconds = f"{found.seconds:.0f} s went into the repair"
        answer.notes.append(f"nonosat: {seconds}; --time-limit allows more")


def verdict_of(puzzle: Puzzle, limit: Limit) -> Report:
    """Checks a new puzzle within a small limit."""
    limit = replace(limit, conflicts=_CONFLICTS)
    options = SearchOptions(workers=1)
    with waiting("checking"):
        if limit.seconds is not None or limit.memory is not None:
            return check(puzzle, limit=limit, options=options)
        with confined():  # starts no other process
            return check(puzzle, limit=replace(limit, seconds=_SECONDS), options=options)


def _repaired(puzzle: Puzzle, line_solvable: bool, limit: Limit) -> Repair:
    from nonosat.repairs.repair_pixels import PixelProgress, repair_pixels

    with waiting("repairing") as say:

        def observe(event: PixelProgress) -> None:
            known = "" if event.cost is None else f", {number_text(event.cost, 'cell')} changed"
            bound = number_text(event.bound, "cell")
            say(f"repairing: {number_text(event.pictures, 'picture')}, at least {bound}{known}")

        return repair_pixels(puzzle, line_solvable=line_solvable, limit=limit, observer=observe)


def _changes(found: Repair) -> str:
    if not found.cost:
        return "no cell changed"
    least = "the least" if found.optimal else f"maybe as few as {found.bound} would do"
    return f"{number_text(found.cost, 'cell')} changed, {least}"


def _repair_record(found: Repair) -> dict[str, object]:
    """Returns the members of a repair's record that are not about the written puzzle."""
    record: dict[str, Any] = {**found.to_json()}
    return {name: record[name] for name in ("by", "changes", "bound", "optimal")}


def _drawing(before: Puzzle, after: Puzzle) -> str:
    from nonosat.apps.drawing.cells import compared

    assert before.goal is not None
    assert after.goal is not None
    return drawing(after, compared(before.goal, after.goal))


def wish_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the wishes about a puzzle, which the command gets as `wish`, a `Wish`."""

    @wraps(command)
    def collected(
        *,
        size: tuple[int, int] | None,
        figures: tuple[tuple[str, Range | float], ...],
        unique: bool,
        solutions: int | None,
        picture: str | None,
        mask: str | None,
        **others: Any,
    ) -> Any:
        if unique and solutions != 1:
            raise UsageError("--unique asks for one solution, and --solutions for another number")
        names = (
            "shape",
            "inks",
            "density",
            "symmetry",
            "kind",
            "outline",
            "line_solvable",
            "grade",
            "minutes",
            "stars",
        )
        wishes = given(**{name: others.pop(name) for name in names}) | {"figures": dict(figures)}
        shape = wishes.get("shape")
        if size is None and shape is None:
            size = _SIDE, _SIDE
        for name, path, inks in (("picture", picture, wishes.get("inks", 1)), ("mask", mask, 1)):
            wishes[name] = path and _picture(path, size, shape, inks)
        return command(wish=wish_of(size=size, solutions=solutions, **wishes), **others)

    return declared(_WISHES, collected)


def _picture(path: str, size: tuple[int, int] | None, shape: str | None, inks: int) -> Grid | None:
    """Returns the picture in a file, scaled to a size or shape and reduced to some inks."""
    from nonosat.apps.generation.from_image import from_image

    if shape is not None:
        return from_image(path, shape=shape, inks=inks).goal
    width, height = size or (None, None)
    return from_image(path, width=width, height=height, inks=inks, trim=False).goal
