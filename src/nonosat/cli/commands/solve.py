"""`solve`: a solution, or a list of them."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Any

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.formats import dump, written_as
from nonosat.foundation.errors import UsageError
from nonosat.foundation.files import require_writable
from nonosat.foundation.limits import Limit, Stopped
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.pictures.drawing.terminal import picture_text
from nonosat.solving.engine.options import SearchOptions
from nonosat.solving.engine.outcome import Observer
from nonosat.solving.engine.questions import Solutions


@click.command(
    "solve",
    epilog=cli.examples(
        "solve puzzle.non",
        "solve --max 5 puzzle.non",
        "solve puzzle.non -o solution.txt",
        "solve --watch puzzle.non",
    ),
)
@cli.puzzles_argument
@click.option("--all", "every", is_flag=True, help="List all solutions.")
@click.option("--max", "most", type=click.IntRange(min=1), metavar="N", help="List at most N solutions.")
@click.option(
    "-o", "--output", metavar="FILE", help="Write the solution, as a picture or as the goal of the puzzle."
)
@cli.to_option
@click.option("--watch", is_flag=True, help="Show the search on the terminal.")
@cli.json_option
@cli.search_options
def solve_command(
    inputs: cli.Inputs,
    every: bool,
    most: int | None,
    output: str | None,
    target: str | None,
    watch: bool,
    as_json: cli.Json,
    options: SearchOptions,
    limit: Limit,
) -> int:
    """Find a solution of each puzzle, or list them.

    Pictures go to standard output, what is known of their number to standard error. By default one
    solution is printed, and the search goes on to prove that it is the only one; --max 1 leaves that out.
    With -o the solution goes to a file: as text or an image, or, where the extension is that of a puzzle
    format, as the goal of the puzzle.
    """
    from nonosat.questions.solution_space.listing import solutions

    if every and most:
        raise UsageError("--all and --max exclude each other")
    if watch and (every or (most or 1) > 1):
        raise UsageError("--watch shows how one solution is found, and does not go with a list of them")
    if output is not None:
        if every or (most or 1) > 1 or inputs.several:
            raise UsageError("-o is for one solution of one puzzle")
        target = target or written_as(output, "picture")
        require_writable(output, target)
    elif target:
        raise UsageError("--to is for a solution that is written with -o")
    written: list[str] = []
    wanted = None if every else most or 1
    searched = None if every else most or 2

    def one(path: str, puzzle: Puzzle, observer: Observer | None) -> cli.Answer:
        began = monotonic()

        def search(observer: Observer | None) -> Solutions:
            return solutions(puzzle, limit=limit.at_most(searched), options=options, observer=observer)

        grids: Iterable[Grid]
        if watch:
            from nonosat.pictures.illustration.watching import watched

            found, grids = watched(puzzle, search)
        else:
            found = grids = search(observer)
        pictures: list[list[Any]] = []
        for number, grid in enumerate(grids):
            if wanted is not None and number >= wanted:
                continue
            if output is not None:
                if written:
                    raise UsageError(f"-o is for one solution of one puzzle; say which, as {written[0]}")
                written.append(path)
                dump(puzzle.replace(goal=grid), output, target)
            if as_json:
                pictures.append(grid.to_json())
            if as_json or output is not None:
                continue
            if number:
                click.echo()
            click.echo(picture_text(grid, puzzle))
        listing = _listing(found, wanted)
        code = 0
        if not found.found:
            code = cli.EXIT_CODES[found.verdict]
        elif every and not found.complete:
            code = cli.EXIT_UNKNOWN
        return cli.Answer(
            path,
            puzzle,
            found.verdict,
            found.line_solvable,
            pictures,
            monotonic() - began,
            found.stats.to_json(),
            found.stopped,
            code,
            detail=found.detail,
            notes=[] if as_json else [f"{path}: {listing}"],
        )

    return cli.answer_all(inputs, as_json, one, limit=limit)


def _listing(listing: Solutions, wanted: int | None) -> str:
    """Says what is known about the number of solutions after listing up to `wanted`."""
    found = listing.found
    if wanted == 1 and found > 1:
        return "one of several solutions"
    if listing.complete:
        return {0: "no solution", 1: "the only solution"}.get(found, f"all {found} solutions")
    if listing.stopped is Stopped.SOLUTIONS:
        return f"{found} solutions, maybe more"
    return f"{found} solutions, {cli.end_text(listing.stopped, listing.detail)}"
