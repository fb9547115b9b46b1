"""`benchmark`: measures ways to search and other programs on the same puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import click

from nonosat import __version__
from nonosat.apps.benchmarking.against import changes
from nonosat.apps.benchmarking.benchmark import benchmark, plan_of
from nonosat.apps.benchmarking.contenders import as_command, program_of, searches
from nonosat.apps.benchmarking.families import Subject
from nonosat.apps.benchmarking.runs import BenchmarkRun, Plan, recorded, runs, subjects
from nonosat.apps.benchmarking.summary import Figures
from nonosat.apps.benchmarking.tables import disagreement_text, text_of
from nonosat.apps.cli.shell import common as cli
from nonosat.sat.backends import BACKENDS
from nonosat.search.options import AUTO, PORTFOLIO
from nonosat.support.children.own_limits import unbounded
from nonosat.support.limits import Limit


@cli.puzzles_command(
    "benchmark",
    "benchmark puzzle.non --backend auto --backend cadical195",
    "benchmark dom:2,3 random@0.4:6,9 --repeats 1 --journal runs.jsonl",
    "benchmark puzzles --program 'ours=python3 -m nonosat check {file}'",
)
@cli.asked_option(benchmark, "ask", metavar=None)
@click.option(
    "--backend",
    "backends",
    type=click.Choice([AUTO, PORTFOLIO, *BACKENDS]),
    multiple=True,
    metavar="NAME",
    help="A way to search; may be repeated.  [default: auto]",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes or threads of each search.",
)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="TEXT",
    help="Another program: NAME=COMMAND with {file} in it, or {file:FORMAT}; {seed} is the seed. May be repeated.",
)
@click.option(
    "--commands",
    is_flag=True,
    help="Measure nonosat as commands too, start and reading included, as other programs.",
)
@cli.asked_option(benchmark, "repeats")
@cli.asked_option(benchmark, "warm_up")
@cli.asked_option(benchmark, "seeds")
@cli.asked_option(benchmark, "seed")
@cli.asked_option(benchmark, "per_size")
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
@click.option(
    "--against",
    "earlier",
    type=cli.InFile(),
    metavar="EARLIER",
    help="Compare with the journal, or the --json, of an earlier run.",
)
@unbounded()
def benchmark_command(
    asked: cli.ManyPuzzles,
    *,
    journal: str | None,
    earlier: str | None,
    every: int,
    **options: Any,
) -> int:
    """Compare backends, options and other programs.

    PUZZLE may also be a family of growing puzzles, such as `dom:4,6,8`, `random@0.4:20,30` (40 % filled),
    `julia:100,200`; others are blobs, strokes, maze, text, checkerboard, rabbit, rings, stripes, poster. The
    limits are those of each run; its time is 60 seconds unless --time-limit says otherwise.

    Exit codes: 0 measured; 1 two answers contradict each other, or one contradicts EARLIER; 3 no puzzle was answered
    by any; 65 a puzzle could not be read.
    """
    declared = cli.completed(benchmark, options)
    per_size = declared.pop("per_size")
    plan = _plan(asked.limit, declared, options)
    before = recorded(earlier) if earlier is not None else None
    sources = cli.sources_of(asked.paths, asked.source, asked.pictures, plan.limit)
    found: list[BenchmarkRun] = []
    errors: list[int] = []

    def refuse(subject: Subject) -> None:
        assert subject.error
        errors.append(subject.error.exit_code)
        cli.note(str(subject.error))
        if asked.as_json:
            record = {"puzzle": subject.name, "verdict": cli.ERROR, "error": str(subject.error)}
            click.echo(json.dumps({**record, "version": __version__}))

    interrupted = False
    try:
        _measure(plan, subjects(sources, per_size, every), journal, refuse, found, asked.as_json)
    except KeyboardInterrupt:
        interrupted = True
    code = _report(found, before, earlier or "", asked.as_json) if found else 0
    if interrupted:
        raise KeyboardInterrupt
    return max(code, *errors, 0)


def _plan(limit: Limit, declared: dict[str, Any], options: dict[str, Any]) -> Plan:
    searched = searches(options["backends"], options["workers"])
    commands = [as_command(each, declared["ask"]) for each in searched if options["commands"]]
    return plan_of([*searched, *commands, *map(program_of, options["programs"])], limit, **declared)


def _measure(
    plan: Plan,
    puzzles: Iterable[Subject],
    journal: str | None,
    refuse: Callable[[Subject], None],
    found: list[BenchmarkRun],
    as_json: cli.Json,
) -> None:
    """Measures all, and appends each run to `found`."""
    with cli.waiting("benchmark") as say:

        def begin(puzzle: str, contender: str, number: int) -> None:
            say(f"{puzzle}: {contender}, run {number + 1} of {plan.rounds}, {len(found):,} runs done")

        for run in runs(plan, puzzles, journal, begin, refuse):
            found.append(run)
            if as_json:
                click.echo(json.dumps(run.to_json()))


def _report(
    found: list[BenchmarkRun],
    before: tuple[BenchmarkRun, ...] | None,
    earlier: str,
    as_json: cli.Json,
) -> int:
    """Prints the tables; returns the exit code."""
    figures = Figures(found)
    compared = None if before is None else changes(figures, Figures(before))
    if not as_json:
        click.echo(text_of(figures, compared, earlier))
    wrong = figures.disagreements()
    for each in wrong:
        cli.note(disagreement_text(each))
    for name, detail in {run.contender: run.detail for run in found if run.detail}.items():
        cli.note(f"{name}: {detail}")
    if wrong or any(each.differing for each in compared or ()):
        return cli.EXIT_FAILED
    return 0 if any(run.answered for run in found) else cli.EXIT_UNKNOWN
