"""Times of whole collections and of single puzzles: `python -m benchmarks.whole CORPUS [ROW...]`.

CORPUS is a folder with the public collections, as benchmarks/README.md lists them. Each row is one search in this process with
one worker, seed by seed, without goal pictures; reading is not counted. Prints CPU seconds: the sum over the puzzles (the mean
of the seeds), the median and the longest of single runs, and the number that `--seconds` left undecided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import islice
from pathlib import Path
from statistics import median
from time import process_time

import click

import nonosat as ns
from benchmarks.report import Program, command_seconds
from nonosat.apps.benchmarking.families import is_family, members
from nonosat.lines.line import plan
from nonosat.model.puzzle import Puzzle
from nonosat.search.questions import at_most


@dataclass(frozen=True)
class Row:
    """A row of the page: puzzles, and what is asked of them."""

    sources: tuple[str, ...]  # patterns of files in the corpus, or families, as in random:30#1-500
    solutions: int = 2  # 1: a first solution; 2: the verdict
    seeds: int = 1
    but: str = ""  # pattern of names that are left out
    again: bool = False  # clues seen before are known: the last of three runs in one process counts


ROWS = {
    "taai2011, a solution": Row(("tournament/taai2011.txt",), solutions=1),
    "taai2011": Row(("tournament/taai2011.txt",)),
    "tcga2013": Row(("tournament/tcga2013.txt",)),
    "tcga2013, a solution": Row(("tournament/tcga2013.txt",), solutions=1),
    "webpbn, a solution": Row(("webpbn/*",), solutions=1),
    "webpbn": Row(("webpbn/*",)),
    "webpbn, again": Row(("webpbn/*",), again=True),
    "survey": Row(("survey/*",), seeds=3, but="faase*"),
    "faase": Row(("survey/faase.non",), seeds=5),
    "22336": Row(("survey/webpbn-22336.non",), seeds=5),
    "18297": Row(("survey/webpbn-18297.non",), seeds=5),
    "survey_color": Row(("survey_color/*",), seeds=3),
    "hard": Row(("hard/*",), but="*25820*"),
    "minizinc": Row(("minizinc/*",)),
    "dom:13": Row(("dom:13",), seeds=3),
    "dom:14": Row(("dom:14",), seeds=3),
    "org21958": Row(("hard/org21958.non",), seeds=3),
    "cauldron": Row(("hard/cauldron.non",), seeds=3),
    "julia:300": Row(("julia:300",), seeds=3),
    "julia:570-630": Row(tuple(f"julia:{side}" for side in range(570, 631, 10))),
    "rings:300": Row(("rings:300",), seeds=3),
    "checkerboard:300": Row(("checkerboard:300",), seeds=3),
    "random:30": Row(("random:30#1-5000",)),
    "random:99": Row(("random:99#1-6",)),
}
COMMANDS = {
    "command, one": ("check", "example:gchq"),
    "command, webpbn": ("check", "--workers", "1", "webpbn"),
    "command, webpbn, JSON": ("check", "--json", "--workers", "1", "webpbn"),
}


def puzzles_of(corpus: Path, name: str) -> list[Puzzle]:
    """Returns the puzzles of a row, without goals; raises `click.UsageError` if the corpus has none of them."""
    taken = [*puzzles(corpus, ROWS[name])]
    if not taken:
        sources = ", ".join(ROWS[name].sources)
        raise click.UsageError(f"{corpus} has no {sources}, which the row {name!r} needs")
    return taken


def puzzles(corpus: Path, row: Row) -> Iterator[Puzzle]:
    """Yields the puzzles of a row, without goals."""
    for source in row.sources:
        family, _, numbers = source.partition("#")
        if is_family(family):
            first, last = numbers.split("-") if numbers else ("1", "1")
            for subject in islice(members(family, int(last)), int(first) - 1, None):
                assert subject.puzzle
                yield subject.puzzle.statement
            continue
        for path in sorted(corpus.glob(source)):
            if not fnmatch(path.name, row.but):
                yield from (puzzle.statement for puzzle in ns.load_all(path))


def seconds_of(puzzle: Puzzle, row: Row, seed: int, limit: ns.Limit) -> tuple[float, int, bool]:
    """Returns the CPU seconds of a search, its number of solutions, and whether it ended with a verdict."""
    options = ns.SearchOptions(portfolio=1, seed=seed)
    if not row.again:
        plan.cache_clear()
    for _ in range(3 if row.again else 1):
        began = process_time()
        search = at_most(row.solutions, puzzle, limit=limit, options=options)
        number = len([*search])
        took = process_time() - began
    return took, number, number >= row.solutions or search.stopped is None


@click.command(cls=Program)
@click.argument("corpus", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("names", nargs=-1, type=click.Choice([*ROWS, *COMMANDS]))
@click.option("--seconds", default=20.0, show_default=True, help="Wall-clock seconds for a puzzle.")
@click.option("--every", default=1, show_default=True, help="Take every N-th puzzle of a row.")
def main(corpus: Path, names: tuple[str, ...], seconds: float, every: int) -> None:
    """Print the times of collections."""
    limit = ns.Limit(seconds=seconds)
    click.echo("row\tpuzzles\tsum\tmean\tmedian\tlongest\tundecided")
    for name in names or (*ROWS, *COMMANDS):
        if name in COMMANDS:
            words = [str(corpus / word) if word == "webpbn" else word for word in COMMANDS[name]]
            times = [command_seconds(words) for _ in range(5)]
            click.echo(f"{name}\t\t\t\t{median(times):.3g}\t{max(times):.3g}\t")
            continue
        row = ROWS[name]
        subjects = puzzles_of(corpus, name)[::every]
        runs = [seconds_of(puzzle, row, seed, limit) for seed in range(row.seeds) for puzzle in subjects]
        times = [took for took, _, _ in runs]
        total, undecided = sum(times) / row.seeds, sum(not done for _, _, done in runs)
        click.echo(
            f"{name}\t{len(subjects)}\t{total:.3g}\t{total / len(subjects):.3g}\t{median(times):.3g}"
            f"\t{max(times):.3g}\t{undecided}"
        )


if __name__ == "__main__":
    main()
