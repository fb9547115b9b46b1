"""`check`: is the solution unique?"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import sleep
from typing import TYPE_CHECKING, NoReturn

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import check
from nonosat.support.children.own_limits import unbounded
from nonosat.support.errors import UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor  # it loads `logging`

STANDARD_INPUT = "-"

SITES = "webpbn.com", "griddlers.net", "nonograms.org"
"""Keys of `nonosat.apps.generation.publishing.SITES`, whose module takes 30 ms to load."""

_WATCH_SECONDS = 0.2  # interval at which --watch looks at the files


@cli.puzzles_command(
    "check",
    "check puzzle.non",
    "check puzzles --require unique",
    "check puzzles --json --time-limit 60",
    "check puzzles --site griddlers.net",
    search=True,
    solutions=True,
    parallel=True,
)
@click.option(
    "--require",
    type=click.Choice(["unique", "line-solvable"]),
    help="Exit with 0 if every puzzle has this property, else with 1.",
)
@click.option(
    "--site",
    type=click.Choice(SITES),
    metavar="NAME",
    help=f"Check the known rules of a site for puzzles that it publishes: {', '.join(SITES)}.",
)
@cli.executor_option
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
def check_command(
    asked: cli.ManyPuzzles,
    *,
    require: str | None,
    site: str | None,
    watch: bool,
    executor: str | None,
    options: SearchOptions,
) -> int:
    """Tell whether each puzzle's solution is unique.

    Exit codes: 0 unique, 1 multiple, 2 unsolvable, 3 unknown; of several puzzles the highest. With
    --require there is one code for the whole: 0 or 1, or 65 if something cannot be read. With --executor, one
    puzzle is checked by many seeds and solvers at once, and the first proof counts. With --site, it is 1 if a puzzle
    breaks a rule; docs/designers.md says which are known, and from where.
    """
    if site is not None:
        if require or executor or options != DEFAULTS or asked.limit.conflicts is not None:
            raise UsageError(
                "--site asks for the rules of a site; leave out --require, --executor and solver options"
            )
        rules = partial(asked.answer_all, partial(published, site=site))
        return _watched(asked, rules) if watch else rules()
    if asked.workers is not None and options.plain and options.portfolio is None:
        options = replace(options, portfolio=1)  # as many processes as workers
    elif (options.portfolio or 1) > 1:
        asked.parallel = asked.workers is not None
    one = partial(checked, options=options, require=require)
    ask = partial(
        asked.answer_all,
        groups=list(Verdict),
        gate=bool(require),
    )
    if executor is not None:
        if watch:
            raise UsageError("--watch checks on this machine, without --executor")
        from nonosat.apps.many.engines import executor_named

        with executor_named(executor) as workers:
            if not asked.many:
                return ask(partial(one, executor=workers))
            return ask(one, executor=workers)
    return _watched(asked, partial(ask, one)) if watch else ask(one)


def _watched(asked: cli.ManyPuzzles, ask: Callable[[], int]) -> NoReturn:
    """Asks about the puzzles now and after each change of their files; Ctrl-C ends it."""
    if STANDARD_INPUT in asked.paths:
        raise UsageError("--watch is for files, not for standard input")
    with unbounded():
        state = None
        while True:
            if state != (state := [*map(_state_of, asked.files())]):
                ask()
            sleep(_WATCH_SECONDS)


def _state_of(path: str) -> tuple[int, int] | None:
    """Returns the time of the last change and the size of a file; None if there is none now."""
    try:
        status = os.stat(path.partition("#")[0])
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def checked(
    asked: cli.OnePuzzle,
    *,
    options: SearchOptions,
    require: str | None = None,
    executor: Executor | None = None,
) -> cli.Answer:
    """Answers about one puzzle; JSON has the solutions unless it is brief, and minutes and stars."""
    puzzle = asked.puzzle
    if executor is None:
        report = check(puzzle, limit=asked.limit, options=options, observer=asked.observer)
    else:
        from nonosat.apps.many.race import race

        report = race(puzzle, executor, asked.limit, options)
    goal = puzzle.goal
    met = report.verdict is Verdict.UNIQUE and (require != "line-solvable" or report.line_solvable)
    fits = goal is None or goal in report.solutions or goal.satisfies(puzzle)
    record = {**report.to_json()}
    if asked.as_json is not cli.Json.FULL:
        del record["solutions"]
    more: dict[str, object] = {"required": require, "met": met} if require else {}
    if asked.as_json and report.verdict is Verdict.UNIQUE:
        from nonosat.explaining.grading.people import estimate, minutes_and_stars

        more |= minutes_and_stars(estimate(puzzle, report.solutions[0]))
    code = cli.EXIT_CODES[report.verdict]
    if require:
        code = cli.EXIT_PASSED if met else cli.EXIT_FAILED
    notes = [] if fits else [f"nonosat: {asked.name}: the goal picture is not a solution"]
    line = f"{asked.name}: {cli.report_text(report)}"
    return asked.answer(record, exit_code=code, line=line, more=more, notes=notes)


def published(asked: cli.OnePuzzle, *, site: str) -> cli.Answer:
    """Answers whether one puzzle breaks a known rule of a site."""
    from nonosat.apps.generation.publishing import publication

    with asked.waiting("rating"):
        result = publication(asked.puzzle, site, limit=asked.limit)
    unknown = result.rating.verdict is Verdict.UNKNOWN
    code = cli.EXIT_FAILED if result.faults else cli.EXIT_UNKNOWN if unknown else cli.EXIT_PASSED
    rating = result.rating.to_json()
    record = {name: rating[name] for name in ("verdict", "line_solvable", "stopped", "detail")}
    more = {"site": site, "faults": list(result.faults)}
    return asked.answer(record, more=more, exit_code=code, line=f"{asked.name}: {result}")
