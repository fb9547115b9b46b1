"""`benchmark`: measures ways to search and other programs on the same puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import click

from nonosat import __version__
from nonosat.apps.benchmarking.contenders import Contender, program_of, require_apart, searches
from nonosat.apps.benchmarking.families import Subject
from nonosat.apps.benchmarking.measuring import ASKS, CHECK
from nonosat.apps.benchmarking.plots import benchmark_plot, format_of_plot
from nonosat.apps.benchmarking.runs import BenchmarkRun, Plan, runs, subjects
from nonosat.apps.benchmarking.summary import Figures
from nonosat.apps.benchmarking.tables import disagreement_text, text_of
from nonosat.apps.cli.shell import common as cli
from nonosat.sat.backends import BACKENDS
from nonosat.search.options import AUTO
from nonosat.support.children.own_limits import unbounded
from nonosat.support.files import write
from nonosat.support.limits import Limit

DEFAULT_SECONDS = 60.0  # limit of a run if none is given


def _number(name: str, default: int, text: str) -> Callable[[cli.Command], cli.Command]:
    """Declares an option for a number up to 1,000."""
    option = f"--{name.replace('_', '-')}"
    return click.option(
        option, type=click.IntRange(1, 1000), default=default, show_default=True, metavar="N", help=text
    )


@cli.puzzles_command(
    "benchmark",
    "benchmark puzzle.non --backend auto --backend cadical195",
    "benchmark dom:2,3 random@0.4:6,9 --repeats 1 --journal runs.jsonl",
    "benchmark puzzles --program 'ours=python3 -m nonosat check {file}'",
)
@click.option(
    "--ask",
    type=click.Choice(ASKS),
    default=CHECK,
    show_default=True,
    help="Whether the solution is unique, or for a first solution.",
)
@click.option(
    "--backend",
    "backends",
    type=click.Choice([AUTO, *BACKENDS]),
    multiple=True,
    metavar="NAME",
    help="A way to search; may be repeated.  [default: auto]",
)
@click.option(
    "--portfolio",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Solvers that work on one puzzle from the start, each in a process, with the backend auto.",
)
@click.option(
    "--goals", is_flag=True, help="Measure each search also with the goal picture of each puzzle at hand."
)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="TEXT",
    help="Another program: NAME=COMMAND with {file} in it, or {file:FORMAT}; {seed} is the seed. May be repeated.",
)
@_number("repeats", 3, "Runs on each puzzle with each seed.")
@_number("seeds", 1, "Number of seeds.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="The first seed.")
@_number("per_size", 3, "Puzzles of each size in a random family.")
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Take every N-th puzzle of what is read.",
)
@click.option(
    "--journal",
    type=cli.OutFile(continued=True),
    metavar="JOURNAL",
    help="Write each run to it; the runs that it has are not made again.",
)
@cli.plot_option
@unbounded()
def benchmark_command(
    asked: cli.ManyPuzzles,
    *,
    journal: str | None,
    plot: str | None,
    every: int,
    per_size: int,
    **options: Any,
) -> int:
    """Compare backends, options and other programs.

    PUZZLE may also be a family of growing puzzles, such as `dom:4,6,8`, `random@0.4:20,30` (40 % filled),
    `julia:100,200`; others are blobs, strokes, maze, text, checkerboard, rings, stripes, life, rule, truchet, latin,
    moire, dithered, colours. The limits are those of each run; its time is 60 seconds unless --time-limit says otherwise.

    Exit codes: 0 measured; 1 two answers contradict each other; 3 no puzzle was answered by any; 65 a puzzle
    could not be read.
    """
    format = format_of_plot(plot) if plot else ""
    plan = _plan(asked.limit, **options)
    sources = cli.sources_of(asked.paths, asked.source, asked.pictures, plan.limit, strict=asked.strict)
    measured: list[BenchmarkRun] = []
    errors: list[int] = []

    def refuse(subject: Subject) -> None:
        assert subject.error
        errors.append(subject.error.exit_code)
        cli.note(str(subject.error))
        if asked.as_json:
            record = {"puzzle": subject.name, "verdict": cli.ERROR, "error": str(subject.error)}
            click.echo(json.dumps({**record, "version": __version__}))

    interrupted: KeyboardInterrupt | None = None
    try:
        _measure(plan, subjects(sources, per_size, every), journal, refuse, measured, asked.as_json)
    except KeyboardInterrupt as error:
        interrupted = error
    code = _report(measured, asked.as_json) if measured else 0
    if plot and measured:
        write(plot, benchmark_plot(Figures(measured), format))
    if interrupted:
        raise interrupted
    return max(code, *errors, 0)


def _plan(
    limit: Limit,
    *,
    ask: str,
    backends: tuple[str, ...],
    portfolio: int,
    goals: bool,
    programs: tuple[str, ...],
    seed: int,
    seeds: int,
    repeats: int,
) -> Plan:
    contenders: tuple[Contender, ...] = (*searches(backends, portfolio, goals), *map(program_of, programs))
    require_apart(contenders)
    if limit.seconds is None:
        limit = replace(limit, seconds=DEFAULT_SECONDS)
    return Plan(contenders, ask, limit, range(seed, seed + seeds), repeats)


def _measure(
    plan: Plan,
    puzzles: Iterable[Subject],
    journal: str | None,
    refuse: Callable[[Subject], None],
    measured: list[BenchmarkRun],
    as_json: cli.Json,
) -> None:
    """Measures all, and appends each run to `measured`."""
    with cli.waiting("benchmark") as say:

        def begin(puzzle: str, contender: str, number: int) -> None:
            say(f"{puzzle}: {contender}, run {number + 1} of {plan.rounds}, {len(measured):,} runs done")

        for run in runs(plan, puzzles, journal, begin, refuse):
            measured.append(run)
            if as_json:
                click.echo(json.dumps(run.to_json()))


def _report(measured: list[BenchmarkRun], as_json: cli.Json) -> int:
    """Prints the tables; returns the exit code."""
    figures = Figures(measured)
    if not as_json:
        click.echo(text_of(figures))
    wrong = figures.disagreements()
    for disagreement in wrong:
        cli.note(disagreement_text(disagreement))
    for name, detail in {run.contender: run.detail for run in measured if run.detail}.items():
        cli.note(f"{name}: {detail}")
    if wrong:
        return cli.EXIT_FAILED
    return 0 if any(run.answered for run in measured) else cli.EXIT_UNKNOWN
