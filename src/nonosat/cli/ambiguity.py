"""`count`, `ambiguity`, `sample` and `nearest`: what there is to know of all solutions of a puzzle.

What they need is loaded when they run.
"""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli.answers import Answer, answer_all
from nonosat.cli.commands import EXIT_CODES, charset_of, picture_rows
from nonosat.cli.inputs import from_option, json_option, only, puzzles_argument, waiting
from nonosat.engine.outcome import Observer, Verdict
from nonosat.formats import load
from nonosat.limits import Limit
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.solution_space.ambiguity import Ambiguity, Patch

time_option = click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="Stop after that long with what is known by then.",
)


@click.command("count")
@puzzles_argument
@json_option
@from_option
@time_option
def count_command(paths: tuple[str, ...], as_json: bool, source: str | None, time_limit: float | None) -> int:
    """Count the solutions of each puzzle, exactly where that can be done.

    Else the count is a lower bound, and the exit code 3. An exact count has exit code 0, also of none.
    """
    from nonosat.solution_space.counting import count

    def one(path: str, puzzle: Puzzle, _: Observer | None) -> Answer:
        with waiting(f"{path}: counting solutions", paths):
            found = count(puzzle, limit=Limit(seconds=time_limit))
        number = f"{found.count:,}" if found.exact else f"at least {found.count:,}"
        regions = f" ({len(found.regions)} independent regions)" if len(found.regions) > 1 else ""
        return Answer(
            path,
            found.verdict,
            found.line_solvable,
            seconds=found.seconds,
            stopped=found.stopped,
            exit_code=0 if found.exact else EXIT_CODES[Verdict.UNKNOWN],
            line=f"{path}: {number} solution{'' if found.count == 1 else 's'}{regions}",
            notes=[f"nonosat: {path}: {found.notice}"] if found.notice else [],
            more={"count": str(found.count), "exact": found.exact},
        )

    return answer_all(paths, source, as_json, one, summary=False)


@click.command("ambiguity")
@puzzles_argument
@json_option
@from_option
@time_option
@click.option("--ascii", "plain", is_flag=True, help="Draw with ASCII characters only.")
def ambiguity_command(
    paths: tuple[str, ...], as_json: bool, source: str | None, time_limit: float | None, plain: bool
) -> int:
    """Show which cells differ between a puzzle's solutions, in which independent regions.

    The picture has the cells that are equal in all solutions, and a letter for each region of others; `?` is
    a cell that the time did not suffice for.
    """
    from nonosat.solution_space.ambiguity import ambiguity

    def one(path: str, puzzle: Puzzle, _: Observer | None) -> Answer:
        with waiting(f"{path}: finding what differs", paths):
            found = ambiguity(puzzle, limit=Limit(seconds=time_limit))
        if not as_json:
            _print(path, found, plain)
        return Answer(
            path,
            found.verdict,
            found.count.line_solvable,
            seconds=found.seconds,
            stopped=found.stopped,
            exit_code=EXIT_CODES[found.verdict],
            more=_record(found),
        )

    return answer_all(paths, source, as_json, one, summary=False)


@click.command("sample")
@click.argument("path", metavar="PUZZLE")
@click.option("-n", "number", type=click.IntRange(min=1), default=1, show_default=True, help="How many.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same solutions.")
@json_option
@from_option
@time_option
def sample_command(
    path: str, number: int, seed: int | None, as_json: bool, source: str | None, time_limit: float | None
) -> int:
    """Draw solutions of a puzzle, each with equal chances."""
    from nonosat.solution_space.solution_set import pictures

    name, puzzle = only(path, source)
    puzzle.require_sound()
    began = monotonic()
    with waiting(f"{name}: finding all solutions"):
        found = pictures(puzzle, limit=Limit(seconds=time_limit))
    drawn = [picture_rows(grid, puzzle) for grid in found.sample(number, seed)]
    verdict = (Verdict.UNSOLVABLE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(found.count, 2)]
    more: dict[str, Any] = {"count": str(found.count), "exact": True}
    answer = Answer(name, verdict, solutions=drawn, seconds=monotonic() - began, more=more)
    _echo(answer, as_json, "\n\n".join("\n".join(rows) for rows in drawn))
    return 0


@click.command("nearest")
@click.argument("path", metavar="PUZZLE")
@click.argument("picture_path", metavar="[PICTURE]", required=False)
@json_option
@from_option
@time_option
def nearest_command(
    path: str, picture_path: str | None, as_json: bool, source: str | None, time_limit: float | None
) -> int:
    """Find the solution that differs from a picture in the fewest cells.

    PICTURE is a file that holds one, such as an image; without it the goal in PUZZLE is meant.
    """
    from nonosat.solution_space.distance import nearest

    name, puzzle = only(path, source)
    puzzle.require_sound()
    picture = load(picture_path).goal if picture_path else puzzle.goal
    if picture is None:
        raise click.UsageError(f"{picture_path or path} holds no picture")
    with waiting(f"{name}: comparing solutions"):
        found = nearest(puzzle, picture, limit=Limit(seconds=time_limit))
    more = {"distance": found.distance, "bound": found.bound, "optimal": found.optimal}
    drawn = [] if found.grid is None else [picture_rows(found.grid, puzzle)]
    answer = Answer(
        name, found.verdict, solutions=drawn, seconds=found.seconds, stopped=found.stopped, more=more
    )
    if found.grid is None:
        text = f"{name}: {found.verdict}"
    else:
        least = "" if found.optimal else f", maybe as few as {found.bound}"
        text = "\n".join([*drawn[0], f"{name}: differs in {found.distance} cells{least}"])
    _echo(answer, as_json, text)
    if found.grid is None:
        return EXIT_CODES[found.verdict]
    return 0 if found.optimal else EXIT_CODES[Verdict.UNKNOWN]


def _echo(answer: Answer, as_json: bool, text: str) -> None:
    import json

    click.echo(json.dumps(answer.record()) if as_json else text)


def _print(path: str, found: Ambiguity, plain: bool) -> None:
    """The report for people."""
    from rich.console import Console

    from nonosat.rendering.regions import labels, marked
    from nonosat.rendering.text import draw, draw_coloured

    puzzle = found.puzzle
    exactly = "" if found.count.exact else "at least "
    forced, undecided = len(found.forced.forced), len(found.forced.undecided)
    click.echo(
        f"{path}: {found.verdict}, {exactly}{found.count.count:,} "
        f"solution{'' if found.count.count == 1 else 's'}; {forced} cells are forced, "
        f"{len(found.forced.open)} differ{f', {undecided} are undecided' if undecided else ''}"
    )
    if found.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE):
        return
    cells = marked(found.rows(), found.region_rows(), len(found.regions))
    charset = charset_of(plain)
    if sys.stdout.isatty():
        Console().print(draw_coloured(puzzle, cells, charset=charset))
    else:
        click.echo(draw(puzzle, cells, charset=charset))
    for (letter, _), region in zip(labels(len(found.regions)), found.regions, strict=True):
        click.echo(f"{letter}: {_sentence(region)}")


def _sentence(region: Patch) -> str:
    """A region in words."""
    top, bottom, left, right = (place + 1 for place in region.box)
    ways = f"{region.count:,}" if region.exact else f"at least {region.count:,}"
    kind = "" if region.kind == "other" else f", a {region.kind}"
    where = f"rows {top}-{bottom}, columns {left}-{right}"
    return f"{len(region.cells)} cells in {where}: {ways} ways{kind}"


def _record(found: Ambiguity) -> dict[str, Any]:
    puzzle = found.puzzle
    letters = [colour.letter for colour in puzzle.palette]

    def text(rows: tuple[tuple[int | None, ...], ...]) -> list[str]:
        return ["".join("?" if colour is None else letters[colour] for colour in row) for row in rows]

    return {
        "count": str(found.count.count),
        "exact": found.count.exact,
        "forced": text(found.rows()),
        "open": len(found.forced.open),
        "undecided": len(found.forced.undecided),
        "regions": [
            {
                "cells": [puzzle.places[cell] for cell in region.cells],
                "box": region.box._asdict(),
                "count": str(region.count),
                "exact": region.exact,
                "kind": str(region.kind),
                "examples": ["".join(letters[colour] for colour in example) for example in region.examples],
            }
            for region in found.regions
        ],
    }
