"""Hashes of what `check` finds, to compare two versions: `python -m benchmarks.verdicts FILE... --take 200`.

Prints three hashes for each source (a file or folder): of the verdicts; of these, the open cells and the probes; of all, the
conflicts and the clauses. Equal hashes mean an identical search. One worker and a budget of conflicts, so that a run can be
repeated. `--puzzles` prints a line for each puzzle as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import process_time

import click

import nonosat as ns
from benchmarks.report import Program
from nonosat.model.puzzle import Puzzle


def puzzles(source: Path) -> Iterator[tuple[str, Puzzle]]:
    """The puzzles of a file or folder, by name."""
    for path in sorted(source.iterdir()) if source.is_dir() else [source]:
        for number, puzzle in enumerate(ns.load_all(path), 1):
            yield f"{path.name}#{number}", puzzle


def row(puzzle: Puzzle, conflicts: int) -> tuple[str, ...]:
    """Returns the hashed values of a puzzle, the most stable first."""
    limit = ns.Limit(conflicts=conflicts)
    report = ns.check(puzzle, limit=limit, options=ns.SearchOptions(portfolio=1))
    stats = report.stats
    verdict = f"{report.verdict} {report.line_solvable}"
    probed = f"{verdict} {stats.open_cells} {stats.probes}"
    return verdict, probed, f"{probed} {stats.conflicts} {stats.clauses} {report.stopped}"


@click.command(cls=Program)
@click.argument("sources", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--take", type=int, help="Every n-th puzzle, so that at most this many are left.")
@click.option("--conflicts", default=20_000, show_default=True, help="Conflicts for a puzzle.")
@click.option("--puzzles", "each", is_flag=True, help="A line for each puzzle.")
def main(sources: tuple[Path, ...], take: int | None, conflicts: int, each: bool) -> None:
    """Print hashes of the verdicts of puzzles."""
    for source in sources:
        subjects = [*puzzles(source)]
        step = -(-len(subjects) // take) if take else 1
        hashes, began = [sha256() for _ in range(3)], process_time()
        for name, puzzle in islice(subjects, 0, None, step):
            lines = row(puzzle, conflicts)
            for part, line in zip(hashes, lines, strict=True):
                part.update(f"{name} {line}\n".encode())
            if each:
                click.echo(f"{name}\t{lines[-1]}")
        short = " ".join(part.hexdigest()[:12] for part in hashes)
        number = len(range(0, len(subjects), step))
        click.echo(f"{source.name}\t{number}\t{short}\t{process_time() - began:.2f} s")


if __name__ == "__main__":
    main()
