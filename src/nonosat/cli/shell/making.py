"""What the commands that make a puzzle have in common: mending where that is wanted, checking, writing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import wraps
from time import monotonic
from typing import TYPE_CHECKING, Any

from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import Answer, Json, tell
from nonosat.cli.shell.exit_codes import EXIT_UNKNOWN
from nonosat.cli.shell.options import Command, declared, json_option, limit_options, to_option
from nonosat.cli.shell.progress import waiting
from nonosat.cli.shell.screen import drawing, picture_rows
from nonosat.cli.shell.sentences import number_text, report_text
from nonosat.formats import dump, written_as
from nonosat.foundation.errors import UsageError
from nonosat.foundation.files import require_writable
from nonosat.foundation.limits import Clock, Limit, OutOfReach
from nonosat.foundation.workers.processes import confined
from nonosat.model.puzzle import Puzzle
from nonosat.solving.engine.options import SearchOptions
from nonosat.solving.engine.outcome import Verdict
from nonosat.solving.engine.questions import Report, check

if TYPE_CHECKING:
    from nonosat.questions.repairs.result import Repair

_CONFLICTS = 20_000
"""Conflicts that the solver may spend on the verdict of a new puzzle."""

_SECONDS = 10.0
"""How long the verdict of a new puzzle is looked for where no limit says more: it was not asked for."""

_MENDING = (
    click.option("--unique", is_flag=True, help="Repaint the fewest cells that leave one solution."),
    click.option("--line-solvable", is_flag=True, help="The same, and lines alone solve it."),
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
    click.option("--show", is_flag=True, help="Draw it: + ink added, - removed, ~ exchanged by mending."),
    limit_options,
    json_option,
)


def require_apart(output: str, as_json: Json, show: bool) -> None:
    """Raises `UsageError` if a puzzle and what is told of it would go to the same place."""
    if output == "-" and (as_json or show):
        raise UsageError("--json and --show print where the puzzle goes: write it to a file, with -o")


def makes_puzzle(*, mending: bool) -> Callable[[Callable[..., Puzzle]], Command]:
    """A command that makes a puzzle gets the options for writing it, and for `mending` it first."""

    def decorated(command: Callable[..., Puzzle]) -> Command:
        @wraps(command)
        def made(
            *,
            output: str,
            target: str | None,
            show: bool,
            limit: Limit,
            as_json: Json,
            **others: Any,
        ) -> int:
            require_apart(output, as_json, show)
            target = target or ("non" if output == "-" else written_as(output))
            require_writable(output, target)
            wanted = [others.pop(name) for name in ("unique", "line_solvable")] if mending else [False, False]
            began, clock = monotonic(), Clock(Limit(seconds=limit.seconds))
            try:
                puzzle = command(limit=limit, **others)
                clock.tick()
            except OutOfReach as reason:
                answer = Answer(output, None, stopped=reason.stopped, detail=reason.detail)
                answer.line, answer.exit_code = f"{output}: not written: {reason}", EXIT_UNKNOWN
                return tell(answer, as_json, err=output == "-")
            puzzle.require_readable()
            found = _mended(puzzle, wanted[1], replace(limit, seconds=clock.left)) if any(wanted) else None
            answer = Answer(output, puzzle, more=_more(found) if found else {})
            if found:
                answer.stopped, answer.detail = found.stopped, found.detail
            if found is not None and found.puzzle is None:
                cells = number_text(found.bound, "cell")
                answer.line = f"{output}: not written: no repair was found, at least {cells} must change"
                answer.exit_code = EXIT_UNKNOWN
            else:
                mended = found.puzzle if found is not None and found.puzzle is not None else puzzle
                dump(mended, output, target)
                report = verdict_of(mended, replace(limit, seconds=clock.left))
                if report.verdict is Verdict.UNKNOWN and limit.seconds is None:
                    answer.notes.append("nonosat: no verdict so soon; `nonosat check` looks for it longer")
                answer.verdict, answer.line_solvable = report.verdict, report.line_solvable
                answer.solutions = [picture_rows(grid, mended) for grid in report.solutions]
                answer.line = f"{output}: {report_text(report)}{f'; {_changes(found)}' if found else ''}"
                if show:
                    click.echo(_drawing(puzzle, mended))
            answer.seconds = monotonic() - began
            return tell(answer, as_json, err=output == "-")

        return declared((*_MENDING, *WRITING) if mending else WRITING, made)

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


def _mended(puzzle: Puzzle, line_solvable: bool, limit: Limit) -> Repair:
    from nonosat.questions.repairs.pixels import PixelProgress, repair_pixels

    with waiting("mending") as say:

        def observe(event: PixelProgress) -> None:
            known = "" if event.cost is None else f", {number_text(event.cost, 'cell')} changed"
            bound = number_text(event.bound, "cell")
            say(f"mending: {event.pictures:,} pictures, at least {bound}{known}")

        return repair_pixels(puzzle, line_solvable=line_solvable, limit=limit, observer=observe)


def _changes(found: Repair) -> str:
    """A repair in words."""
    if not found.cost:
        return "no cell changed"
    least = "the least" if found.optimal else f"maybe as few as {found.bound} would do"
    return f"{number_text(found.cost, 'cell')} changed, {least}"


def _more(found: Repair) -> dict[str, Any]:
    changes = [asdict(change) for change in found.changes]
    return {"by": found.by, "changes": changes, "bound": found.bound, "optimal": found.optimal}


def _drawing(before: Puzzle, after: Puzzle) -> str:
    from nonosat.pictures.drawing.changes import compared

    assert before.goal is not None
    assert after.goal is not None
    return drawing(after, compared(before.goal, after.goal))
