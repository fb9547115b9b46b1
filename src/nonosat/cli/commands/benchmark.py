"""`benchmark`: ways to search and other programs, measured on the same puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from nonosat import __version__
from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.foundation.files import require_writable, write
from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.limits import Limit
from nonosat.foundation.workers.bounds import unbounded
from nonosat.solving.engine.options import AUTO, PORTFOLIO
from nonosat.solving.sat.backends import BACKENDS
from nonosat.solving.sat.encodings import ENCODINGS

if TYPE_CHECKING:
    from nonosat.benchmarking.contenders import Contender
    from nonosat.benchmarking.runs import BenchmarkRun, Plan, Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The options of the command."""

    ask: str
    backends: tuple[str, ...]
    encodings: tuple[str, ...]
    workers: int
    programs: tuple[str, ...]
    commands: bool
    repeats: int
    warm_up: int
    seeds: int
    seed: int
    per_size: int
    every: int
    output: str | None
    journal: str | None
    earlier: str | None


@click.command(
    "benchmark",
    epilog=cli.examples(
        "benchmark puzzle.non --backend glucose4 --backend cadical195",
        "benchmark dom:2,3 random@0.4:6,9 --repeats 1 -o benchmark.html",
        "benchmark puzzles --program 'ours=python3 -m nonosat check {file}'",
    ),
)
@cli.puzzles_argument
@click.option(
    "--ask",
    type=click.Choice(["check", "solve"]),
    default="check",
    show_default=True,
    help="Whether the solution is unique, or for a first solution.",
)
@click.option(
    "--backend",
    "backends",
    type=click.Choice([AUTO, PORTFOLIO, *BACKENDS]),
    multiple=True,
    metavar="NAME",
    help="A way to search; may be repeated.  [default: auto]",
)
@click.option(
    "--encoding",
    "encodings",
    type=click.Choice(list(ENCODINGS)),
    multiple=True,
    help="With each backend; may be repeated.",
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
@click.option(
    "--repeats",
    type=click.IntRange(1, 1000),
    default=3,
    show_default=True,
    metavar="N",
    help="Runs on each puzzle with each seed.",
)
@click.option(
    "--warm-up",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    metavar="N",
    help="Runs on each puzzle before, which do not count.",
)
@click.option(
    "--seeds",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="How many.",
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="The first of them.")
@click.option(
    "--per-size",
    type=click.IntRange(1, 1000),
    default=3,
    show_default=True,
    metavar="N",
    help="Puzzles of each size in a family by chance.",
)
@click.option(
    "--every",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Take every N-th puzzle of what is read.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write a page of HTML with plots; an existing page is replaced.",
)
@click.option(
    "--journal", metavar="JOURNAL", help="Write each run to it; the runs that it has are not made again."
)
@click.option(
    "--against",
    "earlier",
    metavar="EARLIER",
    help="Compare with the journal, or the --json, of an earlier run.",
)
@cli.json_option
@cli.limit_options
@unbounded()
def benchmark_command(inputs: cli.Inputs, *, limit: Limit, as_json: cli.Json, **options: Any) -> int:
    """Compare backends, options and other programs.

    PUZZLE may also be a family of growing puzzles, such as `dom:4,6,8`, `random@0.4:20,30` (40 % filled),
    `julia:100,200`; others are blobs, strokes, maze, text, checkerboard, rabbit, rings, poster. The
    limits are those of each run; its time is 60 seconds unless --time-limit says otherwise.

    Exit codes: 0 measured; 1 two answers contradict each other, or one contradicts EARLIER; 3 no puzzle was answered
    by any; 65 a puzzle could not be read.
    """
    asked = _Asked(**options)
    from nonosat.benchmarking.benchmark import plan_of
    from nonosat.benchmarking.contenders import as_command, program_of, searches
    from nonosat.benchmarking.runs import recorded, subjects

    searched = searches(asked.backends, asked.encodings, asked.workers)
    contenders: list[Contender] = [
        *searched,
        *(as_command(each, asked.ask) for each in searched if asked.commands),
    ]
    contenders += map(program_of, asked.programs)
    plan = plan_of(
        contenders,
        asked.ask,
        limit,
        seeds=range(asked.seed, asked.seed + asked.seeds),
        repeats=asked.repeats,
        warm_up=asked.warm_up,
    )
    if asked.output is not None:
        require_writable(asked.output, "html")
    before = recorded(asked.earlier) if asked.earlier is not None else None
    sources = cli.sources_of(inputs.paths, inputs.source, inputs.pictures, plan.limit)
    found: list[BenchmarkRun] = []
    errors: list[Subject] = []

    def refuse(subject: Subject) -> None:
        errors.append(subject)
        click.echo(f"nonosat: {subject.error}", err=True)
        if as_json:
            record = {"puzzle": subject.name, "verdict": cli.ERROR, "error": str(subject.error)}
            click.echo(json.dumps({**record, "version": __version__}))

    interrupted = False
    try:
        _measure(plan, subjects(sources, asked.per_size, asked.every), asked.journal, refuse, found, as_json)
    except KeyboardInterrupt:
        interrupted = True
    code = _tell(found, before, asked.earlier or "", asked.output, as_json) if found else 0
    if interrupted:
        raise KeyboardInterrupt
    return max(code, *(each.error.exit_code if each.error else 0 for each in errors), 0)


def _measure(
    plan: Plan,
    puzzles: Iterable[Subject],
    journal: str | None,
    refuse: Callable[[Subject], None],
    found: list[BenchmarkRun],
    as_json: cli.Json,
) -> None:
    """Measures all, and adds each run to those that are found."""
    from nonosat.benchmarking.runs import runs

    with cli.waiting("benchmark") as say:

        def begin(puzzle: str, contender: str, number: int) -> None:
            say(f"{puzzle}: {contender}, run {number + 1} of {plan.rounds}, {len(found):,} runs done")

        for run in runs(plan, puzzles, journal, begin, refuse):
            found.append(run)
            if as_json:
                click.echo(json.dumps(run.to_json()))


def _tell(
    found: list[BenchmarkRun],
    before: tuple[BenchmarkRun, ...] | None,
    earlier: str,
    output: str | None,
    as_json: cli.Json,
) -> int:
    """Prints the tables and writes the page; returns the exit code."""
    from nonosat.benchmarking.against import changes
    from nonosat.benchmarking.page import page_of
    from nonosat.benchmarking.summary import Figures
    from nonosat.benchmarking.tables import disagreement_text, text_of

    figures = Figures(found)
    compared = None if before is None else changes(figures, Figures(before))
    if not as_json:
        click.echo(text_of(figures, compared, earlier))
    if output is not None:
        write(output, page_of(found, compared, earlier), "html")
    wrong = figures.disagreements()
    for each in wrong:
        click.echo(f"nonosat: {disagreement_text(each)}", err=True)
    for name, detail in {run.contender: run.detail for run in found if run.detail}.items():
        click.echo(f"nonosat: {name}: {detail}", err=True)
    if wrong or any(each.differing for each in compared or ()):
        return cli.EXIT_FAILED
    return 0 if any(run.answered for run in found) else cli.EXIT_UNKNOWN
