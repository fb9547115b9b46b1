"""Checks every puzzle of some folders, one table row each: `python -m benchmarks.survey FOLDER...`.

For each puzzle: size, whether lines alone solve it, what propagation leaves open, the size of the
formula, CPU seconds by phase, and the verdict. With `--compare` the run is set beside an earlier one or
beside a table of verdicts; the exit code is 1 if a verdict disagrees.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from benchmarks import report
from benchmarks.measure import FORMS, Row, Runner, Task
from nonosat.formats.folders import puzzle_files
from nonosat.solving.engine.options import AUTO
from nonosat.solving.sat.backends import BACKENDS


def tasks(paths: tuple[str, ...], forms: int = 1) -> Iterator[Task]:
    """The puzzles of files and folders, named by the folder and the path in it, in order.

    With more than one form, each form of a puzzle is a task of its own, named with `~` and a number.
    """
    for name, file in _files(paths):
        yield Task(name, file)
        for form in range(1, forms):
            yield Task(f"{name}~{form}", file, form=form)


def _files(paths: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for path in paths:
        here = Path(path)
        if here.is_dir():
            top = here.resolve()
            for file in puzzle_files(path, pictures=True).files:
                yield f"{top.name}/{Path(file).relative_to(path).as_posix()}", file
        else:
            yield f"{here.resolve().parent.name}/{here.name}", path


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True), metavar="FOLDER_OR_FILE...")
@click.option(
    "--time-limit", type=click.FloatRange(min=0), default=60.0, show_default=True, help="Seconds per puzzle."
)
@click.option("--backend", type=click.Choice(list(BACKENDS)), help="Instead of the engine's default.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=report.RESULTS / "survey.jsonl",
    help="JSON lines are appended here; by default to benchmarks/results/survey.jsonl.",
)
@click.option(
    "--compare",
    "earlier",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A results file (its last run counts), or a .tsv of verdicts.",
)
@click.option(
    "--forms",
    type=click.IntRange(1, FORMS),
    default=1,
    help="Measure so many of each puzzle's 8 mirrored and transposed forms, and so even out chance.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=1,
    help="Measure each puzzle with so many seeds; its row is the one with the median of the total.",
)
@click.option("--slowest", type=click.IntRange(min=0), default=0, help="Show this many rows only.")
def main(
    paths: tuple[str, ...],
    time_limit: float,
    backend: str | None,
    output: Path,
    earlier: Path | None,
    forms: int,
    seeds: int,
    slowest: int,
) -> None:
    """Check every puzzle of some files and folders; measure each in a process under a time limit."""
    try:
        known = report.read_known(earlier) if earlier else {}
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    todo = list(tasks(paths, forms))
    options = {"time_limit": time_limit, "paths": list(paths), "forms": forms, "seeds": seeds}
    run = report.run_record("survey", backend=backend or AUTO, options=options)
    rows: list[Row] = []
    interrupted = False
    with (
        report.results(output, run) as results,
        report.progress(len(todo)) as bar,
        Runner(seconds=time_limit, backend=backend) as runner,
    ):
        try:
            for task in todo:
                report.progress_step(bar, task.name)
                ran = [runner.run(replace(task, seed=seed)) for seed in range(seeds)]
                rows.append(sorted(ran, key=lambda row: row.get("total") or 0.0)[seeds // 2])
                results.add(rows[-1])
                report.progress_step(bar, task.name, done=True)
        except KeyboardInterrupt:
            interrupted = True
    verdicts = earlier is not None and earlier.suffix == ".tsv"
    comparison = report.compare(rows, known, complete=verdicts) if earlier else None
    out = report.console()
    ratios = comparison.ratios if comparison and not verdicts else None
    out.print(report.puzzle_table(rows, ratios, slowest))
    if comparison:
        for line in comparison.lines():
            out.print(line, markup=False, highlight=False)
    if interrupted:
        click.echo(f"interrupted after {len(rows)} of {len(todo)} puzzles", err=True)
        sys.exit(130)
    if comparison and comparison.disagreements:
        sys.exit(1)


if __name__ == "__main__":
    main()
