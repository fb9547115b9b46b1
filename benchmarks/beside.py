"""Times nonosat beside a solver that is a C function, puzzle by puzzle in turns: `python -m benchmarks.beside LIBRARY ROW...`.

No process starts and no file is read while a time runs, so easy puzzles can be compared. LIBRARY is a shared library with

    int solve(int height, int width, const int *clues, int most, double seconds, int option);

`clues` are the block lengths of rows, then columns, each line ended by 0. It looks for up to `most` solutions and returns
their number, plus 100 if there are no others or no more were wanted, or -1. `option` is what `--option` says, such as a size
of cache; each value is a contender. ROW is a row of `benchmarks.whole`, such as webpbn; puzzles with more than one ink or
other clues than lengths are left out. A program is *slower* on a puzzle if it takes more than twice as long and 0.2 ms more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ctypes import CDLL, Array, c_double, c_int
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

import click

import nonosat as ns
from benchmarks.report import Program
from benchmarks.whole import ROWS, Row, puzzles_of, seconds_of
from nonosat.model.puzzle import Puzzle

_TWICE, _LEAST_SECONDS = 2, 2e-4
_COMPLETE = 100  # what the function adds


class Run(NamedTuple):
    """One search."""

    seconds: float
    solutions: int
    is_complete: bool


Solver = Callable[[Puzzle], Run]


def foreign(library: CDLL, most: int, seconds: float, option: int) -> Solver:
    """Returns the function of a library as a solver; making its arguments is not counted."""

    def solve(puzzle: Puzzle) -> Run:
        clues = clues_of(puzzle)
        began = process_time()
        result = library.solve(puzzle.height, puzzle.width, clues, most, c_double(seconds), option)
        took = process_time() - began
        return Run(took, result % _COMPLETE, result >= _COMPLETE)

    return solve


def clues_of(puzzle: Puzzle) -> Array[c_int]:
    """Returns the block lengths of rows and columns, each line ended by 0."""
    numbers = [number for line in puzzle.lines for number in (*_lengths(line.clue), 0)]
    return (c_int * len(numbers))(*numbers)


def _lengths(clue: Sequence[ns.Block] | None) -> list[int]:
    return [block.length or 0 for block in clue or ()]


def is_plain(puzzle: Puzzle) -> bool:
    """Returns whether a puzzle is a rectangle with one ink, all lengths and no givens."""
    clues = [*puzzle.rows, *puzzle.columns]
    return (
        len(puzzle.palette) == 2
        and len(clues) == puzzle.height + puzzle.width
        and not puzzle.givens
        and all(clue is not None and all(block.length for block in clue) for clue in clues)
    )


def in_turns(solvers: Sequence[Solver], subjects: Sequence[Puzzle]) -> list[list[Run]]:
    """Returns the runs of each puzzle; another solver begins each time."""
    rows = []
    for number, puzzle in enumerate(subjects):
        first = number % len(solvers)
        order = [*range(first, len(solvers)), *range(first)]
        runs = {at: solvers[at](puzzle) for at in order}
        rows.append([runs[at] for at in range(len(solvers))])
    return rows


def lines_of(name: str, contenders: Sequence[str], rows: Sequence[Sequence[Run]]) -> list[str]:
    """Returns a line for each contender; sums and medians are over the puzzles that all answered."""
    shared = [runs for runs in rows if all(run.is_complete for run in runs)]
    differing = sum(len({run.solutions for run in runs}) > 1 for runs in shared)
    lines = []
    for at, contender in enumerate(contenders):
        times = [runs[at].seconds for runs in shared]
        ours = [runs[0].seconds for runs in shared]
        slower = [_is_slower(time, own) for time, own in zip(times, ours, strict=True)]
        faster = [_is_slower(own, time) for time, own in zip(times, ours, strict=True)]
        answered = sum(runs[at].is_complete for runs in rows)
        figures = (sum(times), 1000 * median(times or [0]), max(times, default=0))
        shares = (f"{100 * sum(counted) / max(1, len(shared)):.1f}" for counted in (slower, faster))
        lines.append(
            "\t".join(
                [name, contender, f"{answered}/{len(rows)}", *(f"{one:.3g}" for one in figures), *shares]
            )
        )
    return lines + [f"{name}: {differing} numbers of solutions differ"] * bool(differing)


def _is_slower(time: float, other: float) -> bool:
    return time > _TWICE * other and time > other + _LEAST_SECONDS


@click.command(cls=Program)
@click.argument("library", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("names", nargs=-1, required=True, type=click.Choice(list(ROWS)))
@click.option("--corpus", required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--option", "numbers", type=int, multiple=True, default=(0,), help="Argument of the function.")
@click.option("--seconds", default=5.0, show_default=True, help="Wall-clock seconds for a puzzle.")
@click.option("--every", default=1, show_default=True, help="Take every N-th puzzle.")
def main(
    library: Path, names: tuple[str, ...], corpus: Path, numbers: tuple[int, ...], seconds: float, every: int
) -> None:
    """Print times beside a solver."""
    try:
        theirs = CDLL(str(library.resolve()))
    except OSError as error:
        raise click.UsageError(f"{library} is no shared library of this machine: {error}") from None
    if not hasattr(theirs, "solve"):
        raise click.UsageError(f"{library} has no function `solve`")
    limit = ns.Limit(seconds=seconds)
    click.echo("row\tcontender\tanswered\tsum\tmedian, ms\tlongest\tslower, %\tnonosat slower, %")
    for name in names:
        row = ROWS[name]
        subjects = [puzzle for puzzle in puzzles_of(corpus, name) if is_plain(puzzle)][::every]
        solvers = [ours(row, limit), *(foreign(theirs, row.solutions, seconds, number) for number in numbers)]
        contenders = ["nonosat", *(f"{library.stem} {number}" for number in numbers)]
        click.echo("\n".join(lines_of(name, contenders, in_turns(solvers, subjects))))


def ours(row: Row, limit: ns.Limit) -> Solver:
    """Returns our search as a solver."""
    return lambda puzzle: Run(*seconds_of(puzzle, row, 0, limit))


if __name__ == "__main__":
    main()
