"""Solves a sample of a tournament set: `python -m benchmarks.tournament FILE`.

A tournament program has to find one solution, so this stops at the first unless told to prove. The
puzzles of such sets get harder with their number, so the sample is every n-th of the whole set.
Several `--backend` options are measured one after the other and shown together.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.table import Table

from benchmarks import report
from benchmarks.measure import Row, Runner, Task
from nonosat import InputError, Puzzle
from nonosat.formats.clues import parse_clue
from nonosat.solving.engine.options import AUTO
from nonosat.solving.sat.backends import BACKENDS


def read_tournament(path: str | Path) -> list[tuple[str, Puzzle]]:
    """The puzzles of a set, each with the name in its headline.

    A headline is `$` and a name; the lines up to the next are the clues, as many for the columns, which
    come first, as for the rows. Raises `InputError` with the line where this is not so.
    """
    blocks: list[tuple[str, int, list[tuple[int, str]]]] = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("$"):
            blocks.append((line[1:].strip(), number, []))
        elif blocks:
            blocks[-1][2].append((number, line))
        elif line.strip():
            raise InputError("expected a headline such as $1", path=str(path), line=number)
    puzzles = []
    for name, number, lines in blocks:
        if len(lines) % 2 and not lines[-1][1].strip():
            lines.pop()
        if not lines or len(lines) % 2:
            reason = f"{len(lines)} clues follow, expected as many for columns as for rows"
            raise InputError(reason, path=str(path), line=number)
        clues = [parse_clue(text, str(path), at) for at, text in lines]
        side = len(clues) // 2
        puzzles.append((name, Puzzle(rows=clues[side:], columns=clues[:side])))
    return puzzles


def _summary_table(by_backend: dict[str, list[Row]]) -> Table:
    table = Table(show_edge=False, pad_edge=False, title="CPU seconds", title_justify="left")
    table.add_column("backend")
    for name in ("puzzles", "mean", "median", "99th percentile", "longest", "sum"):
        table.add_column(name, justify="right")
    table.add_column("verdicts")
    for backend, rows in by_backend.items():
        figures = report.summary(rows)
        cells = [report.seconds_text(figures.get(key)) for key in ("mean", "median", "p99", "longest", "sum")]
        table.add_row(backend, str(figures["puzzles"]), *cells, report.tally(rows))
    return table


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--every", type=click.IntRange(min=1), default=25, show_default=True, help="Sample: each n-th.")
@click.option("--first/--prove", default=True, help="Stop at the first solution, or go on to the verdict.")
@click.option(
    "--backend", "backends", type=click.Choice([AUTO, *BACKENDS]), multiple=True, help="May be repeated."
)
@click.option(
    "--time-limit", type=click.FloatRange(min=0), default=60.0, show_default=True, help="Seconds per puzzle."
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "tournament.jsonl",
    help="JSON lines are appended here; by default to benchmarks/results/tournament.jsonl.",
)
@click.option("--slowest", type=click.IntRange(min=0), default=0, help="Also show this many puzzles each.")
def main(
    file: str,
    every: int,
    first: bool,
    backends: tuple[str, ...],
    time_limit: float,
    output: Path,
    slowest: int,
) -> None:
    """Solve every n-th puzzle of a tournament set and show how the times are spread."""
    try:
        sample = read_tournament(file)[every - 1 :: every]
    except (InputError, UnicodeDecodeError) as error:
        raise click.UsageError(str(error)) from None
    wanted = 1 if first else 2
    by_backend: dict[str, list[Row]] = {}
    interrupted = False
    chosen = list(dict.fromkeys(backends)) or [AUTO]
    with report.progress(len(sample) * len(chosen)) as bar:
        try:
            for backend in chosen:
                rows = by_backend[backend] = []
                options = {"time_limit": time_limit, "every": every, "first": first}
                run = report.run_record("tournament", backend=backend, file=Path(file).name, options=options)
                with (
                    report.results(output, run) as results,
                    Runner(seconds=time_limit, backend=backend) as runner,
                ):
                    for name, puzzle in sample:
                        report.progress_step(bar, f"{backend} {name}")
                        rows.append(runner.run(Task(name, puzzle, wanted)))
                        results.add(rows[-1])
                        report.progress_step(bar, f"{backend} {name}", done=True)
        except KeyboardInterrupt:
            interrupted = True
    out = report.console()
    if slowest:
        for backend, rows in by_backend.items():
            out.print(f"{backend}:", highlight=False)
            out.print(report.puzzle_table(rows, slowest=slowest))
    out.print(_summary_table(by_backend))
    if interrupted:
        click.echo("interrupted", err=True)
        sys.exit(130)


if __name__ == "__main__":
    main()
