"""The questions about one puzzle, answered: is it solvable, is the solution unique, what are they all.

How a puzzle is searched depends on what is asked for. Without limits the search runs in this process,
and only a puzzle that is hard for the first solver makes others join in, in processes of their own. Where
time or memory is limited the search runs in child processes from the start, which can be ended. See
`nonosat.engine.search` for one search and `nonosat.engine.portfolio` for several.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic
from typing import TypedDict, Unpack

from nonosat.engine.outcome import Observer, Outcome, Stats, Verdict
from nonosat.engine.search import Task, collector_paused, resume_collector, search
from nonosat.errors import UsageError
from nonosat.limits import Limit, Stopped
from nonosat.lines.propagate import Contradiction
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import BACKENDS, BELIEFS, DEFAULT, PHASES, PLAIN, Configuration
from nonosat.sat.encodings import encoding_named

__all__ = [
    "AUTO",
    "PORTFOLIO",
    "RACERS",
    "Options",
    "Report",
    "Solutions",
    "at_most",
    "check",
    "solve",
]

AUTO, PORTFOLIO = "auto", "portfolio"
"""Backends beside the single ones: the default solver with the portfolio's help, and all of that at once."""

RACERS = (
    Configuration(DEFAULT, relief=Configuration("cadical195", phases=BELIEFS)),
    Configuration("cp-sat"),
    Configuration("cadical195", phases=BELIEFS),
    Configuration("minicard"),
)
"""Who races, in the order in which they join in."""

_PATIENCE = 50_000
"""Conflicts for one answer after which a puzzle is hard enough for the portfolio."""


@dataclass(frozen=True, slots=True)
class Report:
    """The answer to `check`, with what it rests on."""

    puzzle: Puzzle
    verdict: Verdict
    solutions: tuple[Grid, ...]
    """None, one or two: two prove that there are several."""
    line_solvable: bool | None
    """Whether lines alone settle every cell; None if a limit came first."""
    stopped: Stopped | None
    """What ended the search before the verdict, if anything did."""
    seconds: float
    """Wall-clock time."""
    stats: Stats
    detail: str = ""
    """More about what stopped it, such as how the solver failed."""


class Options(TypedDict, total=False):
    """How to search, for every question."""

    limit: Limit | None
    backend: str | None
    """`auto`, `portfolio` or one of `nonosat.sat.backends.BACKENDS`."""
    encoding: str
    """One of `nonosat.sat.encodings.ENCODINGS`."""
    phases: str | None
    """One of `nonosat.sat.backends.PHASES`: where the values come from that are tried first; None leaves that
    to each of the portfolio."""
    seed: int
    """Any number but 0 varies the solver's course, each in its own way."""
    workers: int | None
    """Processes that may race, or threads of a backend that has them; see `configurations`."""
    observer: Observer | None
    """Called as the work goes on."""


class Solutions(Iterator[Grid]):
    """An iterator over all solutions, none twice; searches for each one when it is asked for.

    Once it ends, `complete` says whether these were all: a limit that is hit ends it too. `outcome` and
    what is derived from it tell at any time what is known by then. The same call with one worker gives the
    same solutions in the same order, and the same figures but for the times.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        limit: Limit | None = None,
        backend: str | None = None,
        encoding: str = "order",
        phases: str | None = None,
        seed: int = 0,
        workers: int | None = None,
        observer: Observer | None = None,
    ) -> None:
        """Takes what `Options` has; raises `PuzzleError` for a puzzle that has `problems`."""
        puzzle.require_sound()
        self.puzzle = puzzle
        self.outcome = Outcome()
        self._limit = limit or Limit()
        self._at_once = backend == PORTFOLIO
        self._configurations = configurations(backend, encoding, seed, workers, phases)
        self._observer = observer
        self._search = self._solutions()

    @property
    def verdict(self) -> Verdict:
        return self.outcome.verdict

    @property
    def found(self) -> int:
        return self.outcome.found

    @property
    def complete(self) -> bool:
        return self.outcome.complete

    @property
    def stopped(self) -> Stopped | None:
        return self.outcome.stopped

    @property
    def detail(self) -> str:
        return self.outcome.detail

    @property
    def line_solvable(self) -> bool | None:
        return self.outcome.line_solvable

    @property
    def contradiction(self) -> Contradiction | None:
        return self.outcome.contradiction

    @property
    def stats(self) -> Stats:
        return self.outcome.stats

    def __next__(self) -> Grid:
        return next(self._search)

    def close(self) -> None:
        """Ends the search and frees the solver at once, not when the iterator is collected some day."""
        self._search.close()

    def _solutions(self) -> Generator[Grid, None, None]:
        task = Task(puzzle=self.puzzle, configuration=self._configurations[0], limit=self._limit)
        alone = len(self._configurations) == 1
        patience = None if alone or self._at_once else _PATIENCE
        limited = self._limit.seconds is not None or self._limit.memory is not None
        if not limited and (alone or patience):
            known: list[bytes] = []
            task = replace(task, patience=patience)
            for grid in search(task, self.outcome, observer=self._observer):
                if patience:
                    known.append(grid.cells)
                yield grid
            if not self.outcome.out_of_patience:
                return
            patience = None
            task = replace(task, known=tuple(known), patience=None)
        from nonosat.engine.portfolio import race

        resume_collector()
        yield from race(task, self._configurations, self.outcome, patience=patience, observer=self._observer)


def configurations(
    backend: str | None,
    encoding: str = "order",
    seed: int = 0,
    workers: int | None = None,
    phases: str | None = None,
) -> list[Configuration]:
    """The ways to run a solver that a choice of backend stands for, the first to be tried first.

    `workers` is the number of processes for `AUTO` and `PORTFOLIO` (the processors there are, up to the size
    of the portfolio, unless told), of threads for a backend that has them, and 1 for any other.
    """
    if workers is not None and workers < 1:
        raise UsageError(f"{workers} workers cannot do anything")
    encoding_named(encoding)
    if phases is not None and phases not in PHASES:
        raise UsageError(f"no phases are called {phases!r}; there are {', '.join(PHASES)}")
    if backend is not None and backend not in (AUTO, PORTFOLIO, *BACKENDS):
        choices = ", ".join((AUTO, PORTFOLIO, *BACKENDS))
        raise UsageError(f"no backend is called {backend!r}; there are {choices}")
    if backend is None or backend in (AUTO, PORTFOLIO):
        number = workers or _processors()
        return [_adapted(racer, encoding, seed, phases) for racer in RACERS[:number]]
    return [Configuration(backend, encoding, seed, workers or 1, phases or PLAIN)]


def _adapted(racer: Configuration, encoding: str, seed: int, phases: str | None) -> Configuration:
    """The racer with other options; its own phases for None."""
    relief = racer.relief and _adapted(racer.relief, encoding, seed, phases)
    return replace(racer, encoding=encoding, seed=seed, phases=phases or racer.phases, relief=relief)


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def solve(puzzle: Puzzle, **options: Unpack[Options]) -> Grid | None:
    """A solution, or None if there is none or a limit came first; `check` tells these apart.

    >>> print(solve(Puzzle(rows=[[1], [2]], columns=[[2], [1]])))
    #.
    ##
    """
    with collector_paused():
        found = at_most(1, puzzle, **options)
        grid = next(found, None)
        found.close()
    return grid


def check(puzzle: Puzzle, **options: Unpack[Options]) -> Report:
    """Whether the puzzle has no, one or several solutions, with up to two of them as the proof.

    >>> report = check(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    >>> report.verdict, report.line_solvable
    (<Verdict.UNIQUE: 'unique'>, True)
    >>> check(Puzzle(rows=[[1], [1]], columns=[[1], [1]])).verdict
    <Verdict.MULTIPLE: 'multiple'>
    """
    began = monotonic()
    with collector_paused():
        found = at_most(2, puzzle, **options)
        pair = tuple(islice(found, 2))
        found.close()
    return Report(
        puzzle,
        found.verdict,
        pair,
        found.line_solvable,
        found.stopped,
        monotonic() - began,
        replace(found.stats),
        found.detail,
    )


def at_most(number: int | None, puzzle: Puzzle, **options: Unpack[Options]) -> Solutions:
    """So many solutions, or fewer where the options' own limit says so; None for all."""
    options["limit"] = (options.get("limit") or Limit()).at_most(number)
    return Solutions(puzzle, **options)
