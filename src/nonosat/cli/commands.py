"""`check`, `solve`, `show`, `convert`, and the lists of formats and backends: questions and answers."""

from __future__ import annotations

import sys
from time import monotonic

import click

from nonosat.cli.answers import Answer, answer_all
from nonosat.cli.inputs import (
    from_option,
    json_option,
    puzzles_argument,
    read,
    search_options,
)
from nonosat.engine.outcome import Observer, Verdict
from nonosat.engine.questions import AUTO, PORTFOLIO, RACERS, Options, Report, at_most, check
from nonosat.errors import InputError, UsageError
from nonosat.formats import FORMATS, dump, extensions_of
from nonosat.formats.base import Feature
from nonosat.limits import LIMITS, Limit
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle
from nonosat.rendering.text import ASCII, UNICODE, Charset, draw, draw_coloured
from nonosat.sat.backends import BACKENDS, Capability

EXIT_CODES = {Verdict.UNIQUE: 0, Verdict.MULTIPLE: 1, Verdict.UNSOLVABLE: 2, Verdict.UNKNOWN: 3}


@click.command("check")
@puzzles_argument
@json_option
@from_option
@search_options
def check_command(paths: tuple[str, ...], as_json: bool, source: str | None, search: Options) -> int:
    """Tell whether each puzzle's solution is unique."""

    def one(path: str, puzzle: Puzzle, observer: Observer | None) -> Answer:
        search["observer"] = observer
        report = check(puzzle, **search)
        goal = puzzle.goal
        fits = goal is None or goal in report.solutions or goal.satisfies(puzzle)
        return Answer(
            path,
            report.verdict,
            report.line_solvable,
            [picture_rows(grid, puzzle) for grid in report.solutions] if as_json else [],
            report.seconds,
            report.stats,
            report.stopped,
            EXIT_CODES[report.verdict],
            line=f"{path}: {sentence(report)}",
            notes=[] if fits else [f"nonosat: {path}: the goal picture is not a solution"],
        )

    return answer_all(paths, source, as_json, one, summary=True)


@click.command("solve")
@puzzles_argument
@click.option("--all", "every", is_flag=True, help="List all solutions.")
@click.option("--max", "most", type=click.IntRange(min=1), metavar="N", help="List at most N solutions.")
@json_option
@from_option
@search_options
def solve_command(
    paths: tuple[str, ...],
    every: bool,
    most: int | None,
    as_json: bool,
    source: str | None,
    search: Options,
) -> int:
    """Find a solution of each puzzle, or list them.

    Pictures go to standard output; what is known of their number goes to standard error. Without
    options one solution is printed and the search goes on for the proof that it is the only one;
    --max 1 leaves that out.
    """
    from nonosat.solution_space.listing import solutions

    if every and most:
        raise UsageError("--all and --max exclude each other")
    wanted = None if every else most or 1
    searched = None if every else most or 2

    def one(path: str, puzzle: Puzzle, observer: Observer | None) -> Answer:
        began = monotonic()
        search["observer"] = observer
        search["limit"] = (search.get("limit") or Limit()).at_most(searched)
        found = solutions(puzzle, **search)
        pictures: list[list[str]] = []
        for number, grid in enumerate(found):
            if wanted is not None and number >= wanted:
                continue
            if as_json:
                pictures.append(picture_rows(grid, puzzle))
                continue
            if number:
                click.echo()
            click.echo(grid.text(puzzle.palette))
        listing = _listing(found.found, found.complete, found.stopped, wanted)
        code = 0
        if not found.found:
            code = EXIT_CODES[found.verdict]
        elif every and not found.complete:
            code = EXIT_CODES[Verdict.UNKNOWN]
        return Answer(
            path,
            found.verdict,
            found.line_solvable,
            pictures,
            monotonic() - began,
            found.stats,
            found.stopped,
            code,
            notes=[] if as_json else [f"{path}: {listing}"],
        )

    return answer_all(paths, source, as_json, one, summary=False)


@click.command("show")
@puzzles_argument
@click.option("--solution", "solved", is_flag=True, help="Draw a solution instead of the givens.")
@click.option("--goal", is_flag=True, help="Draw the picture that the file holds.")
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
@from_option
@search_options
def show_command(
    paths: tuple[str, ...],
    solved: bool,
    goal: bool,
    plain: bool,
    source: str | None,
    search: Options,
) -> int:
    """Draw each puzzle with its clues around the grid."""
    if solved and goal:
        raise UsageError("--solution and --goal exclude each other")

    def one(path: str, puzzle: Puzzle, observer: Observer | None) -> Answer:
        answer = Answer(path)
        grid = puzzle.goal if goal else None
        if goal and grid is None:
            raise InputError("the file holds no goal picture", path=path)
        if solved:
            search["observer"] = observer
            found = at_most(1, puzzle, **search)
            grid = next(found, None)
            if grid is None:
                answer.exit_code = EXIT_CODES[found.verdict]
                answer.notes.append(f"{path}: {found.verdict}")
                return answer
        charset = charset_of(plain)
        if len(puzzle.palette) > 2 and sys.stdout.isatty():
            from rich.console import Console

            Console().print(puzzle.metadata.title, draw_coloured(puzzle, grid, charset=charset), sep="\n")
        else:
            drawing = draw(puzzle, grid, charset=charset)
            answer.line = "\n".join(filter(None, (puzzle.metadata.title, drawing)))
        return answer

    return answer_all(paths, source, False, one, summary=False)


@click.command("convert")
@click.argument("source_path", metavar="IN")
@click.argument("target_path", metavar="OUT")
@from_option
@click.option(
    "--to", "target", type=click.Choice(list(FORMATS)), metavar="FORMAT", help="The format to write."
)
@click.option("--lossy", is_flag=True, help="Leave out givens and colours that OUT's format cannot hold.")
def convert_command(
    source_path: str, target_path: str, source: str | None, target: str | None, lossy: bool
) -> None:
    """Write the puzzle in file IN to file OUT, in the format that its extension names.

    OUT is written whole or not at all; - stands for standard input and standard output. A format that
    cannot hold all of the puzzle is an error that says what would be lost.
    """
    puzzles = [puzzle for _, puzzle in read(source_path, source)]
    for puzzle in puzzles:
        puzzle.require_sound()
    dump(puzzles, target_path, target, lossy=lossy)


@click.command("formats")
def formats_command() -> None:
    """List the file formats and what each can hold."""
    for row in FORMATS.values():
        kind = "" if row.format else ", read only"
        click.echo(f"{row.name:<12} {' '.join(extensions_of(row.name)):<20} {row.summary}{kind}")
        click.echo(f"{'':<12} holds {', '.join(feature for feature in Feature if feature in row.features)}")


@click.command("backends")
def backends_command() -> None:
    """List the solvers and what each can do."""
    click.echo(f"{AUTO:<12} {RACERS[0]}, joined by the portfolio when a puzzle is hard; the default")
    click.echo(f"{PORTFOLIO:<12} several at once, each in a process: {', '.join(map(str, RACERS))}")
    for row in BACKENDS.values():
        click.echo(f"{row.name:<12} {row.summary} ({row.package})")
        able = ", ".join(capability for capability in Capability if capability in row.capabilities)
        click.echo(f"{'':<12} {able}")


def charset_of(plain: bool) -> Charset:
    """The characters to draw with: what standard output can show, or ASCII if that is wanted."""
    return ASCII if plain or not (sys.stdout.encoding or "").lower().startswith("utf") else UNICODE


def picture_rows(grid: Grid, puzzle: Puzzle) -> list[str]:
    """A picture as it is written to a record."""
    return grid.text(puzzle.palette).splitlines()


def sentence(report: Report) -> str:
    """A report in words."""
    puzzle = report.puzzle
    size = f"{puzzle.width}x{puzzle.height}"
    if report.verdict is Verdict.UNIQUE:
        how = "solvable line by line" if report.line_solvable else "needs search"
    elif report.verdict is Verdict.MULTIPLE:
        one, other = (b"".join(grid.rows) for grid in report.solutions)
        cells = sum(a != b for a, b in zip(one, other, strict=True))
        how = f"two solutions differ in {cells} cells"
    elif report.verdict is Verdict.UNSOLVABLE:
        how = "lines contradict each other" if not report.stats.variables else "refuted by search"
    else:
        known = "one solution found" if report.solutions else "no solution found yet"
        how = f"{known}, {_end(report.stopped)}"
    return f"{report.verdict} ({size}, {how})"


def _listing(found: int, complete: bool, stopped: str | None, wanted: int | None) -> str:
    """What is known of the number of solutions after listing some."""
    if complete:
        return {0: "no solution", 1: "the only solution"}.get(found, f"all {found} solutions")
    if stopped == "solutions":
        return "one of several solutions" if wanted == 1 and found > 1 else f"{found} solutions, maybe more"
    return f"{found} solutions, {_end(stopped)}"


def _end(stopped: str | None) -> str:
    """What ended a search, in words."""
    return f"stopped by the limit of {stopped}" if stopped in LIMITS else str(stopped)
