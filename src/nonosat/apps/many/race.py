"""Races configurations of the search on one puzzle: many seeds and solvers at once on the workers of an executor.

The first proof wins and queued configurations are cancelled; running ones end at their limit. This raises the chance of
a lucky configuration, it does not divide the work: see docs/many-puzzles.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from itertools import count, islice
from queue import SimpleQueue

from nonosat.model.puzzle import Puzzle
from nonosat.sat.backends import BACKENDS
from nonosat.search.options import AUTO, BackendName, SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import Report, check
from nonosat.support.limits import Limit
from nonosat.support.mapping.executors import ExecutorPool

_SOLVERS: tuple[BackendName, ...] = (AUTO, "cadical195", AUTO, "cp-sat")
"""Backends in turn; half of the seeds go to our own learner, which is the fastest on most puzzles."""


def race(puzzle: Puzzle, executor: Executor, limit: Limit, options: SearchOptions) -> Report:
    """Checks a puzzle by as many configurations as the executor has workers; returns the first report with a verdict.

    If none has a verdict, returns the report with the most solutions. Raises the first error if no configuration has a
    report.
    """
    pool = ExecutorPool(executor, options.portfolio)
    events: SimpleQueue[Report | Future[None]] = SimpleQueue()

    def take(made: list[Report]) -> None:
        for report in made:
            events.put(report)

    running = {
        pool.stream(_report, puzzle, limit, configured, on_message=take)
        for configured in islice(configurations(options), pool.workers)
    }
    for future in running:
        future.add_done_callback(events.put)
    reports: list[Report] = []
    errors: list[BaseException] = []
    try:
        while running:
            match events.get():
                case Report() as report if report.verdict is not Verdict.UNKNOWN:
                    return report
                case Report() as report:
                    reports.append(report)
                case ended:
                    running.discard(ended)
                    errors += filter(None, [ended.exception()])
    finally:
        for future in running:
            future.cancel()
    if not reports:
        raise errors[0]
    return max(reports, key=lambda report: len(report.solutions))


def configurations(options: SearchOptions) -> Iterator[SearchOptions]:
    """Yields the given options, then endless variations by solver and seed.

    >>> [(made.backend, made.seed) for made in islice(configurations(SearchOptions()), 4)]
    [('auto', 0), ('cadical195', 1), ('auto', 2), ('cp-sat', 3)]
    """
    yield replace(options, portfolio=1)
    solvers = [name for name in _SOLVERS if name == AUTO or name in BACKENDS]
    for at in count(1):
        yield replace(options, portfolio=1, backend=solvers[at % len(solvers)], seed=options.seed + at)


def _report(puzzle: Puzzle, limit: Limit, options: SearchOptions) -> Iterator[Report]:
    yield check(puzzle, limit=limit, options=options)
