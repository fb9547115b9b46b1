"""The questions about cubes, and how journals hold their answers."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

from nonosat.counting.count import count
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.cubes.tree import Answered, Question, Unanswered
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.search.outcome import Verdict
from nonosat.search.questions import check
from nonosat.support.journals import Record
from nonosat.support.lazy_dataclasses import replace
from nonosat.support.limits import Limit, OutOfReach, Stopped
from nonosat.support.longint import LongInt


def _checked(
    puzzle: Puzzle, limit: Limit, options: SearchOptions
) -> Answered[tuple[Grid, ...]] | Unanswered[tuple[Grid, ...]]:
    """Returns up to two solutions, which suffice for the verdict; runs in a worker."""
    report = check(puzzle, limit=limit, options=replace(options, workers=1))
    if report.verdict is Verdict.UNKNOWN:
        return Unanswered(OutOfReach(report.stopped or Stopped.FAILURE, report.detail), report.solutions)
    return Answered(report.solutions)


def _grids_written(grids: tuple[Grid, ...]) -> Record:
    return {"solutions": [[list(row) for row in grid] for grid in grids]}


def _grids_read(puzzle: Puzzle, record: Record) -> tuple[Grid, ...]:
    grids = tuple(Grid(rows, puzzle.palette, puzzle.geometry) for rows in record["solutions"])
    if len(set(grids)) != len(grids) or len(grids) > 2 or not all(grid.satisfies(puzzle) for grid in grids):
        raise ValueError
    return grids


def checking(options: SearchOptions = DEFAULTS) -> Question[tuple[Grid, ...]]:
    """Returns the question for up to two solutions of a cube."""
    return Question("check", partial(_checked, options=options), _grids_written, _grids_read)


def _counted(puzzle: Puzzle, limit: Limit) -> Answered[int] | Unanswered[int]:
    """Returns the number of solutions, or a lower bound; runs in a worker."""
    found = count(puzzle, limit=limit)
    if found.exact:
        return Answered(int(found.count))
    reason = OutOfReach(found.stopped or Stopped.SIZE, found.detail)
    return Unanswered(reason, int(found.count))


def _number_written(number: int) -> Record:
    return {"count": str(LongInt(number))}


def _number_read(_: Puzzle, record: Record) -> int:
    text: str = record["count"]
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(Decimal(text))  # `int` refuses long texts


# question for the number of solutions of a cube
COUNTING = Question("count", _counted, _number_written, _number_read)
