"""`benchmark`: ways to search and other programs measured on the same puzzles, from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any

from nonosat.apps.benchmarking.against import BenchmarkChange, changes
from nonosat.apps.benchmarking.contenders import OURS, Contender, Program, Search, require_apart
from nonosat.apps.benchmarking.families import Subject
from nonosat.apps.benchmarking.measuring import ASKS, CHECK
from nonosat.apps.benchmarking.runs import BenchmarkRun, Plan, recorded, runs, subjects
from nonosat.apps.benchmarking.summary import (
    BenchmarkDisagreement,
    BenchmarkGrowth,
    BenchmarkSummary,
    Figures,
)
from nonosat.apps.benchmarking.tables import text_of
from nonosat.formats.sources import Sources
from nonosat.model.puzzle import Puzzle
from nonosat.records.json_types import Text, Whole
from nonosat.search.options import SearchOptions
from nonosat.support.arguments import question
from nonosat.support.errors import UsageError
from nonosat.support.lazy_dataclasses import dataclass, replace
from nonosat.support.limits import Limit, limit_of
from nonosat.support.results import Result

DEFAULT_SECONDS = 60.0  # limit of a run if none is given


@dataclass(frozen=True, slots=True, repr=False)
class Benchmark(Result):
    """The runs of a benchmark; `str` gives the tables."""

    runs: tuple[BenchmarkRun, ...]

    @classmethod
    def read(cls, path: str) -> Benchmark:
        """Reads an earlier benchmark from its journal or the output of `--json`. Raises `InputError`."""
        return cls(recorded(path))

    @property
    def summaries(self) -> tuple[BenchmarkSummary, ...]:
        """Figures of each contender."""
        return tuple(Figures(self.runs).summaries())

    @property
    def growth(self) -> tuple[BenchmarkGrowth, ...]:
        """Growth of each contender's time in each family of puzzles."""
        return tuple(Figures(self.runs).growth())

    @property
    def disagreements(self) -> tuple[BenchmarkDisagreement, ...]:
        """Puzzles with contradicting answers, and the contenders that are wrong."""
        return tuple(Figures(self.runs).disagreements())

    def against(self, earlier: Benchmark) -> tuple[BenchmarkChange, ...]:
        """Compares each contender with an earlier benchmark and separates changes from noise."""
        return tuple(changes(Figures(self.runs), Figures(earlier.runs)))

    def __str__(self) -> str:
        return text_of(Figures(self.runs))


@question
def benchmark(
    puzzles: Iterable[Puzzle | str],
    *,
    contenders: Mapping[str, SearchOptions | str] | None = None,
    ask: Annotated[str, Text(words=ASKS), "Whether the solution is unique, or for a first solution."] = CHECK,
    repeats: Annotated[int, Whole(1, 1000), "Runs on each puzzle with each seed."] = 3,
    warm_up: Annotated[int, Whole(0, 1000), "Uncounted runs on each puzzle before them."] = 0,
    seeds: Annotated[int, Whole(1, 1000), "Number of seeds."] = 1,
    seed: Annotated[int, Whole(-(2**63)), "The first seed."] = 0,
    per_size: Annotated[int, Whole(1, 1000), "Puzzles of each size in a random family."] = 3,
    journal: str | None = None,
    observer: Callable[[BenchmarkRun], None] | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Benchmark:
    """Measures ways to search, and other programs, on the same puzzles.

    `puzzles` are puzzles, paths, or families such as `dom:4,6,8` (`per_size` puzzles of each size if they are made
    by chance). `contenders` have names; each is `SearchOptions`, whose `workers` count as 1 if they are not given, or
    the command line of another program with `{file}` in it, or `{file:FORMAT}`. By default there is nonosat alone.
    `ask` is `check`, or `solve` for a first solution. Each of `seeds` seeds from `seed` on has `repeats` runs, after
    `warm_up` runs on each puzzle that do not count. A `journal` is a file to which each run is written; those that
    it has are not run again. `observer` is called with each run.

    The limit is for each run, 60 seconds by default. Raises `UsageError` for invalid arguments, and `InputError`
    for a file that cannot be read.

    >>> found = benchmark(["dom:1,2"], repeats=2)
    >>> [(run.puzzle, run.verdict) for run in found.runs]
    [('dom:1', 'unique'), ('dom:1', 'unique'), ('dom:2', 'unique'), ('dom:2', 'unique')]
    >>> found.summaries[0].answered
    2
    """
    named = [contender_of(*each) for each in (contenders or {OURS: SearchOptions()}).items()]
    rounds = {"ask": ask, "repeats": repeats, "warm_up": warm_up}
    plan = plan_of(named, limit_of(limit, seconds, memory), seed=seed, seeds=seeds, **rounds)
    found = []
    for run in runs(plan, _subjects(puzzles, per_size), journal, refuse=_raise):
        found.append(run)
        if observer:
            observer(run)
    return Benchmark(tuple(found))


def contender_of(name: str, what: SearchOptions | str) -> Contender:
    """Returns a search with its options, or a program given by its command line."""
    if isinstance(what, str):
        return Program(name, what)
    return Search(name, replace(what, workers=what.workers or 1))


def plan_of(contenders: Iterable[Contender], limit: Limit, *, seed: int, seeds: int, **rounds: Any) -> Plan:
    """Returns the plan of a benchmark with `ask`, `repeats` and `warm_up`; raises `UsageError` for equal names."""
    contenders = tuple(contenders)
    require_apart(contenders)
    if limit.seconds is None:
        limit = replace(limit, seconds=DEFAULT_SECONDS)
    return Plan(contenders=contenders, limit=limit, seeds=range(seed, seed + seeds), **rounds)


def _subjects(puzzles: Iterable[Puzzle | str], per_size: int) -> Iterator[Subject]:
    for number, each in enumerate(puzzles, 1):
        if isinstance(each, Puzzle):
            each.require_readable()
            yield Subject(each.metadata.title or f"puzzle {number}", each)
        elif isinstance(each, str):
            yield from subjects(Sources((each,)), per_size)
        else:
            raise UsageError(f"puzzles are puzzles, paths or families, got {type(each).__name__}")


def _raise(subject: Subject) -> None:
    raise subject.error or UsageError(f"{subject.name}: there is no puzzle")
