"""What the commands that make a puzzle have in common: repairing it on request, checking it, writing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING, Any

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import Answer, Json, tell
from nonosat.cli.shell.exit_codes import EXIT_UNKNOWN
from nonosat.cli.shell.options import (
    Command,
    asked_option,
    declared,
    given,
    json_option,
    limit_options,
    to_option,
)
from nonosat.cli.shell.progress import waiting
from nonosat.cli.shell.sentences import report_text
from nonosat.cli.shell.several import place_of, require_apart
from nonosat.formats import dump, written_as
from nonosat.foundation.errors import InputError, UsageError
from nonosat.foundation.files import require_writable
from nonosat.foundation.lazy_dataclasses import replace
from nonosat.foundation.limits import Clock, Limit, OutOfReach
from nonosat.foundation.sentences import number_text
from nonosat.foundation.workers.processes import confined
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.pictures.drawing.terminal import drawing
from nonosat.solving.engine.options import SearchOptions
from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.engine.questions import Report, check

if TYPE_CHECKING:
    from nonosat.questions.repairs.result import Repair

_CONFLICTS = 20_000
"""Conflicts that the solver may spend on the verdict of a new puzzle."""

_SECONDS = 10.0
"""How long the verdict of a new puzzle is looked for where no limit says more: it was not asked for."""

_REPAIR_SECONDS = 60.0
"""How long a repair is looked for where no limit says more."""

_ADVICE_SHARE = 1 / 4
"""The part of the time that is kept to find out which other ways would do."""

_REPAIRING = (
    click.option("--unique", is_flag=True, help="Repaint the fewest cells that leave one solution."),
    click.option("--line-solvable", is_flag=True, help="The same, and lines alone solve it."),
    click.option(
        "--nearest", is_flag=True, help="If no repair is found, write the puzzle that came closest to one."
    ),
)
WRITING = (
    click.option(
        "-o",
        "--output",
        default="-",
        metavar="FILE",
        help="Where to write it; an existing FILE of that kind is replaced.  [default: standard output]",
    ),
    to_option,
    click.option("--show", is_flag=True, help="Draw it: + ink added, - removed, ~ changed by the repair."),
    limit_options,
    json_option,
)


size_option = click.option(
    "--size",
    type=click.noting("nonosat.cli.shell.types", "Size")(),
    default="20x20",
    show_default=True,
    help="Width and height in cells.",
)

_WISHES = (
    size_option,
    asked_option("Wish", "inks"),
    asked_option("Wish", "density"),
    asked_option("Wish", "symmetry", metavar=None),
    asked_option("Wish", "kind", metavar=None),
    click.option("--picture", metavar="IMAGE", help="Begin with this picture, scaled to the size."),
    click.option("--mask", metavar="IMAGE", help="Ink only where this picture has ink."),
    click.option("--outline", is_flag=True, help="Keep the outline of the mask, or else of the picture."),
    click.option("--unique", is_flag=True, help="Exactly one solution, which is the default."),
    click.option(
        "--solutions",
        type=click.noting("nonosat.cli.shell.types", "Solutions")(),
        default=1,
        show_default=True,
        metavar="N",
        help="How many there must be; 0 for one wrong number in the clues, or `any`.",
    ),
    click.option(
        "--line-solvable/--not-line-solvable",
        default=None,
        help="Whether lines alone must solve it, or must not.  [default: either]",
    ),
    asked_option("Wish", "grade", metavar=None),
    click.option(
        "--minutes",
        type=click.noting("nonosat.cli.shell.types", "Range")(),
        metavar="LEAST..MOST",
        help="How long it takes people, as `nonosat rate` predicts it; 10..15, 10.. or ..15.",
    ),
    click.option(
        "--stars",
        type=click.noting("nonosat.cli.shell.types", "Range")(),
        metavar="LEAST..MOST",
        help="How hard people find it, 1 to 5, as `nonosat rate` predicts it.",
    ),
    click.option(
        "--figure",
        "figures",
        type=click.noting("nonosat.cli.shell.types", "Figure")(),
        multiple=True,
        metavar="NAME=LEAST..MOST",
        help="The range of a figure of `nonosat rate`, such as sweeps=5..9; can be repeated.",
    ),
)


def require_elsewhere(output: str, as_json: Json, show: bool = False) -> None:
    """Raises `UsageError` if a puzzle and the messages about it would go to the same place."""
    if output == "-" and (as_json or show):
        option = "--json" if as_json else "--show"
        raise UsageError(f"{option} prints where the puzzle goes: write it to a file, with -o")


Alternatives = Callable[..., Iterator[tuple[str, Puzzle]]]
"""Makes puzzles in other ways from the options of a command, each with the options that would make it."""


def makes_puzzle(
    *, repairs: bool, alternatives: Alternatives | None = None
) -> Callable[[Callable[..., Puzzle]], Command]:
    """A command that makes a puzzle gets the options for writing it, and for repairing it first if `repairs`.

    With `paths` the command is called with each of them as `path`.

    If there is no repair in time, it says which of the `alternatives` would do.
    """

    def decorated(command: Callable[..., Puzzle]) -> Command:
        def one(
            *,
            output: str,
            target: str | None,
            show: bool,
            limit: Limit,
            as_json: Json,
            **others: Any,
        ) -> int:
            require_elsewhere(output, as_json, show)
            target = target or ("non" if output == "-" else written_as(output))
            require_writable(output, target)
            names = ("unique", "line_solvable", "nearest") if repairs else ()
            wanted = [others.pop(name) for name in names] or [False, False, False]
            if wanted[2] and not any(wanted[:2]):
                raise UsageError("--nearest is about a repair, with --unique or --line-solvable")
            began, clock = monotonic(), Clock(Limit(seconds=limit.seconds))
            try:
                puzzle = command(limit=limit, **others)
                clock.tick()
            except OutOfReach as reason:
                answer = Answer(output, None, stopped=reason.stopped, detail=reason.detail)
                answer.line, answer.exit_code = f"{output}: not written: {reason}", EXIT_UNKNOWN
                return tell(answer, as_json, err=output == "-")
            puzzle.require_readable()
            left = _REPAIR_SECONDS if clock.left is None else clock.left
            spare = left * _ADVICE_SHARE if alternatives else 0.0
            repairing = replace(limit, seconds=left - spare)
            found = _repaired(puzzle, wanted[1], repairing) if any(wanted) else None
            answer = Answer(output, puzzle, more=_repair_record(found) if found is not None else {})
            if found is not None:
                answer.stopped, answer.detail = found.stopped, found.detail
            if found is not None and found.puzzle is None:
                cells = number_text(found.bound, "cell")
                why = f"no repair was found, at least {cells} must change"
                answer.line = f"{output}: not written: {why}"
                if limit.seconds is None and found.stopped:
                    seconds = f"{found.seconds:.0f} s went into the repair"
                    answer.notes.append(f"nonosat: {seconds}; --time-limit allows more")
                if wanted[2] and found.nearest is not None:
                    dump(found.nearest, output, target)
                    answer.puzzle, answer.line = found.nearest, f"{output}: nearest: {why}"
                    if show:
                        click.echo(_drawing(puzzle, found.nearest))
                others_that_do = alternatives(**others) if alternatives else iter(())
                answer.notes += _advice(others_that_do, wanted[1], replace(limit, seconds=spare))
                answer.exit_code = EXIT_UNKNOWN
            else:
                repaired = found.puzzle if found is not None and found.puzzle is not None else puzzle
                dump(repaired, output, target)
                report = verdict_of(repaired, replace(limit, seconds=clock.left))
                if report.verdict is Verdict.UNKNOWN and limit.seconds is None:
                    answer.notes.append("nonosat: no verdict so soon; `nonosat check` looks for it longer")
                answer.verdict, answer.line_solvable = report.verdict, report.line_solvable
                answer.solutions = [grid.to_json() for grid in report.solutions]
                answer.line = (
                    f"{output}: {report_text(report)}{'' if found is None else f'; {_changes(found)}'}"
                )
                if show:
                    click.echo(_drawing(puzzle, repaired))
            answer.seconds = monotonic() - began
            return tell(answer, as_json, err=output == "-")

        @wraps(command)
        def made(*, paths: tuple[str, ...] = (), output: str, **others: Any) -> int:
            if not paths:
                return one(output=output, **others)
            require_apart(output, paths, "become one puzzle")
            codes = []
            for number, path in enumerate(paths, 1):
                try:
                    codes.append(one(output=place_of(output, path, number), path=path, **others))
                except InputError as error:
                    if len(paths) == 1:
                        raise
                    click.echo(f"nonosat: {error}", err=True)
                    codes.append(error.exit_code)
            return max(codes)

        return declared((*_REPAIRING, *WRITING) if repairs else WRITING, made)

    return decorated


def verdict_of(puzzle: Puzzle, limit: Limit) -> Report:
    """What is soon known of a new puzzle's solutions."""
    limit = replace(limit, conflicts=_CONFLICTS)
    options = SearchOptions(workers=1)
    with waiting("checking"):
        if limit.seconds is not None or limit.memory is not None:
            return check(puzzle, limit=limit, options=options)
        with confined():  # no other process is started for that
            return check(puzzle, limit=replace(limit, seconds=_SECONDS), options=options)


def _repaired(puzzle: Puzzle, line_solvable: bool, limit: Limit) -> Repair:
    from nonosat.questions.repairs.pixels import PixelProgress, repair_pixels

    with waiting("repairing") as say:

        def observe(event: PixelProgress) -> None:
            known = "" if event.cost is None else f", {number_text(event.cost, 'cell')} changed"
            bound = number_text(event.bound, "cell")
            say(f"repairing: {event.pictures:,} pictures, at least {bound}{known}")

        return repair_pixels(puzzle, line_solvable=line_solvable, limit=limit, observer=observe)


def _advice(ways: Iterator[tuple[str, Puzzle]], line_solvable: bool, limit: Limit) -> list[str]:
    """What would have led to a puzzle as it is asked for, each way tried for a part of the time."""
    assert limit.seconds is not None
    tried, said = list(ways), []
    for options, puzzle in tried:
        try:
            found = _repaired(puzzle, line_solvable, replace(limit, seconds=limit.seconds / len(tried)))
        except UsageError:  # such as one that is empty
            continue
        if found.puzzle is not None:
            said.append(f"nonosat: {options} would do: {_changes(found)}")
    return said or ["nonosat: fewer cells, or another picture, are easier to repair"]


def _changes(found: Repair) -> str:
    """A repair in words."""
    if not found.cost:
        return "no cell changed"
    least = "the least" if found.optimal else f"maybe as few as {found.bound} would do"
    return f"{number_text(found.cost, 'cell')} changed, {least}"


def _repair_record(found: Repair) -> dict[str, object]:
    """What the record says of a repair; the rest is about the puzzle that is written."""
    record = found.to_json()
    return {
        "by": record["by"],
        "changes": record["changes"],
        "bound": record["bound"],
        "optimal": record["optimal"],
    }


def _drawing(before: Puzzle, after: Puzzle) -> str:
    from nonosat.pictures.drawing.changes import compared

    assert before.goal is not None
    assert after.goal is not None
    return drawing(after, compared(before.goal, after.goal))


def wish_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What puzzles shall be like; the command gets it as `wish`, a `Wish`."""

    @wraps(command)
    def collected(
        *,
        size: tuple[int, int],
        figures: tuple[tuple[str, float | None, float | None], ...],
        minutes: tuple[float | None, float | None] | None,
        stars: tuple[float | None, float | None] | None,
        picture: str | None,
        mask: str | None,
        **others: Any,
    ) -> Any:
        from nonosat.generation.wish import Wish

        names = ("inks", "density", "symmetry", "kind", "outline", "solutions", "line_solvable", "grade")
        requested = given(**{name: others.pop(name) for name in names if name != "solutions"})
        requested["solutions"] = others.pop("solutions")
        if others.pop("unique") and requested["solutions"] != 1:
            raise UsageError("--unique asks for one solution, and --solutions for another number")
        ranges = {name: (least, most) for name, least, most in figures}
        ranges |= {name: its for name, its in (("minutes", minutes), ("stars", stars)) if its is not None}
        for name, path, inks in (("picture", picture, requested.get("inks", 1)), ("mask", mask, 1)):
            requested[name] = path and _picture(path, size, inks)
        wish = Wish(width=size[0], height=size[1], figures=ranges, **requested)
        return command(wish=wish, **others)

    return declared(_WISHES, collected)


def _picture(path: str, size: tuple[int, int], inks: int) -> Grid | None:
    """The picture in a file, scaled to a size and reduced to some inks."""
    from nonosat.imaging.photo import from_image

    return from_image(path, width=size[0], height=size[1], inks=inks, trim=False).goal
