"""`check_many`: checks many puzzles from Python, on all processors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import count
from typing import Any, NoReturn

from nonosat.model.puzzle import Grid, Puzzle
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.search.questions import Report, check
from nonosat.support.arguments import question
from nonosat.support.errors import ArgumentError, NonosatError
from nonosat.support.limits import Limit, limit_of
from nonosat.support.mapping.executors import pool_on
from nonosat.support.mapping.spread import outcomes
from nonosat.support.results import NoTruthValue, Result


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Checked(NoTruthValue, Result):
    """Answer about one of many puzzles."""

    index: int
    """Index of the puzzle, from 0."""
    report: Report
    """The answer of `check`."""

    def to_json(self) -> dict[str, Any]:
        """Returns the result as plain data."""
        return {"index": self.index, "report": self.report.to_json()}


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Failed(NoTruthValue, Result):
    """One of many puzzles that has no answer: it has `problems`, or the workers died."""

    index: int
    """Index of the puzzle, from 0."""
    error: NonosatError
    """The reason: `PuzzleError` for a puzzle with `problems`, or an error about dead workers."""

    @property
    def report(self) -> NoReturn:
        """Raises the error, so that `checked.report.verdict` needs no test for failures."""
        raise self.error

    def to_json(self) -> dict[str, Any]:
        """Returns the result as plain data."""
        return {"index": self.index, "error": str(self.error)}


@question
def check_many(
    puzzles: Iterable[Puzzle],
    *,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    options: SearchOptions = DEFAULTS,
    workers: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Checked | Failed]:
    """Checks many puzzles, and yields each result as soon as it is known, in any order.

    Reads `puzzles` lazily, so there can be millions; limits are per puzzle. `workers` is the number of
    processes, one per processor by default; with `executor`, any `concurrent.futures.Executor`, the number of calls at
    once. A puzzle without an answer, such as one with problems, gives a `Failed` with the error.
    Close the iterator, or exhaust it, to end the work.

    >>> puzzle = Puzzle(rows=[[1], [2]], columns=[[2], [1]])
    >>> for checked in check_many([puzzle, puzzle]):
    ...     print(checked.report.verdict)
    unique
    unique
    """
    limit = limit_of(limit, seconds, memory)
    return _checked(iter(puzzles), limit, options, workers, executor)


def _checked(
    puzzles: Iterator[Puzzle],
    limit: Limit,
    options: SearchOptions,
    workers: int | None,
    executor: Executor | None,
) -> Iterator[Checked | Failed]:
    work = partial(_check, limit=limit, options=replace(options, portfolio=1))
    with pool_on(executor, workers) as pool:
        for numbered, answer in outcomes(work, map(_Numbered, count(), puzzles), pool, _failed):
            yield (
                answer if isinstance(answer, Failed) else Checked(numbered.index, _report(numbered, answer))
            )


_FIELDS = tuple(field.name for field in fields(Report) if field.name not in ("puzzle", "solutions"))


@dataclass(slots=True)
class _Numbered:
    """A puzzle and its index."""

    index: int
    puzzle: Puzzle


def _report(numbered: _Numbered, answer: tuple[Any, ...]) -> Report:
    """Returns the report from what `_check` returned."""
    pictures, *rest = answer
    solutions = tuple([Grid._of(numbered.puzzle, cells) for cells in pictures])
    return Report(numbered.puzzle, solutions=solutions, **dict(zip(_FIELDS, rest, strict=True)))


def _failed(numbered: _Numbered, error: NonosatError, seconds: float) -> Failed:  # noqa: ARG001
    return Failed(numbered.index, error)


def _check(numbered: _Numbered, limit: Limit, options: SearchOptions) -> tuple[Any, ...]:
    """Checks a puzzle in a worker; returns the cells of its solutions and the other fields of the report."""
    puzzle = numbered.puzzle
    if not isinstance(puzzle, Puzzle):
        raise ArgumentError(
            f"check_many: item {numbered.index} must be a Puzzle, got {type(puzzle).__name__}"
        )
    report = check(puzzle, limit=limit, options=options)
    return [grid.cells for grid in report.solutions], *(getattr(report, name) for name in _FIELDS)
