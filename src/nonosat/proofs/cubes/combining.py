"""Combines the answers about cubes: solutions, their number, and certificates.

Each solution lies in exactly one cube, so the numbers add up.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from nonosat.counting.count import Count, count
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.argument import Contents, compact, lines_text, pictures_text, statement_text
from nonosat.proofs.certificate import (
    certified,
    certify,
    require_free,
    with_manifest,
    without_verdict,
    write_certificate,
)
from nonosat.proofs.counts import certify_count, counted
from nonosat.proofs.cubes.conquer import SECONDS, Progress, conquer
from nonosat.proofs.cubes.cube_questions import COUNTING, checking
from nonosat.proofs.cubes.lookahead import Cube, within
from nonosat.proofs.cubes.tree import Answered, Tree, Unanswered, kept_tree
from nonosat.search.options import DEFAULTS, SearchOptions
from nonosat.search.outcome import Stats, Verdict
from nonosat.search.questions import Report, check
from nonosat.support.arguments import question
from nonosat.support.children.processes import answered, processors
from nonosat.support.errors import SolverDisagreement, UsageError
from nonosat.support.lazy_dataclasses import dataclass, replace
from nonosat.support.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.support.longint import LongInt
from nonosat.support.mapping.executors import workers_of
from nonosat.support.mapping.spread import Failed, spread_within
from nonosat.support.results import Work
from nonosat.verifier.reading import CUBES, MANIFEST, PUZZLE, SOLUTIONS

A = TypeVar("A")

_CUBES = 16  # default number of initial cubes


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Options for cutting a puzzle and working on its cubes."""

    cubes: int = _CUBES
    """Number of initial cubes."""
    seconds: float = SECONDS
    """Seconds of work on a cube before it is cut."""
    executor: Executor | str | None = None
    """A `concurrent.futures.Executor`, or one by name, see `nonosat.support.mapping.executors`; None for processes here."""
    workers: int | None = None
    """Number of processes; None for one per processor."""
    journal: str | os.PathLike[str] | None = None
    """A file with the state of the work, which a later call continues."""

    def __post_init__(self) -> None:
        if self.cubes < 1 or not self.seconds > 0 or (self.workers is not None and self.workers < 1):
            raise UsageError("a split needs at least one cube, one worker, and some seconds for each cube")


@question
def check_split(
    puzzle: Puzzle,
    *,
    split: Split | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    options: SearchOptions = DEFAULTS,
    observer: Callable[[Progress], None] | None = None,
) -> Report:
    """Answers like `check`, by cubes, for puzzles that are too hard for one solver or one machine.

    The time limit holds for the whole, the memory limit for each process. Ends at two solutions, or when all cubes are
    answered.

    >>> check_split(Puzzle([[1], [1]], [[1], [1]]), split=Split(cubes=2, workers=1)).verdict
    <Verdict.MULTIPLE: 'multiple'>
    """
    puzzle.require_readable()
    if puzzle.contradictions():
        return check(puzzle)
    clock, split = Clock(limit_of(limit, seconds, memory), extra_limits=("memory",)), split or Split()
    with kept_tree(split.journal, puzzle, checking(options)) as tree:
        return _report(tree, split, clock, observer)


@question
def certify_split(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    split: Split | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[Progress], None] | None = None,
) -> Report:
    """Answers like `check_split`, and writes a certificate of the answer, like `certify`.

    For a puzzle with one solution or none it has a folder per cube, with a certificate of that cube.
    """
    puzzle.require_readable()
    if puzzle.contradictions():
        return certify(puzzle, folder)
    target = Path(os.path.realpath(folder))
    require_free(target)
    began, clock = monotonic(), Clock(limit_of(limit, seconds, memory), extra_limits=("memory",))
    split = split or Split()
    with kept_tree(split.journal, puzzle, checking(DEFAULTS)) as tree:
        report = _report(tree, split, clock, observer)
    files: Contents = {SOLUTIONS: pictures_text(report.solutions)} if report.solutions else {}
    part = None if report.verdict is Verdict.MULTIPLE else _certified
    try:
        if report.verdict is not Verdict.UNKNOWN:
            _write(target, {"kind": str(report.verdict)}, files, part, tree, split, clock)
    except OutOfReach as reason:
        report = without_verdict(report, reason)
    return replace(report, seconds=monotonic() - began)


@question
def certify_count_split(
    puzzle: Puzzle,
    folder: str | os.PathLike[str],
    *,
    split: Split | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[Progress], None] | None = None,
) -> Count:
    """Answers like `count_split`, and writes a certificate of the number, with one per cube.

    Writes nothing if a cube is too wide to be counted by frontiers or a limit was hit.
    """
    puzzle.require_readable()
    if puzzle.contradictions():
        return certify_count(puzzle, folder)
    target = Path(os.path.realpath(folder))
    require_free(target)
    began, clock = monotonic(), Clock(limit_of(limit, seconds, memory), extra_limits=("memory",))
    split = split or Split()
    with kept_tree(split.journal, puzzle, COUNTING) as tree:
        found = _sum(tree, split, clock, observer)
    if not found.exact:
        return found
    claim = {"kind": "count", "count": str(found.count)}
    try:
        _write(target, claim, {}, _certified_count, tree, split, clock)
    except OutOfReach as reason:
        return replace(found, exact=False, stopped=reason.stopped, detail=reason.detail)
    return replace(found, seconds=monotonic() - began)


_Claim = dict[str, str]


_Part = Callable[..., tuple[_Claim, Contents] | OutOfReach]  # certifies a cube, in a worker


def _write(
    target: Path,
    claim: _Claim,
    files: Contents,
    part: _Part | None,
    tree: Tree[Any],
    split: Split,
    clock: Clock,
) -> None:
    """Writes the certificate of a puzzle; with `part`, also those of its cubes."""
    files = {PUZZLE: statement_text(tree.puzzle), **files}
    if part:
        files |= _cube_files(tree, split, clock, part)
    write_certificate(target, claim, files, clock.rest, workers=split.workers or processors())


def _cube_files(tree: Tree[Any], split: Split, clock: Clock, part: _Part) -> Contents:
    """Returns the list of cubes, and their certificates in a folder each."""
    files = Contents()
    entries: list[Any] = []
    work = partial(part, puzzle=tree.puzzle)
    with (
        workers_of(split.executor, split.workers) as workers,
        closing(spread_within(work, enumerate(tree.leaves(), 1), workers, clock)) as results,
    ):
        for (number, cube), found in results:
            if isinstance(found, Failed):
                raise OutOfReach(Stopped.FAILURE, str(found.error)) if found.lost else found.error
            if isinstance(found, OutOfReach):
                raise found
            claim, contents = found
            name = f"cube-{number:06}"
            written = with_manifest(claim, contents)
            files |= {f"{name}/{key}": data for key, data in written.items()}
            entries.append([list(map(list, cube)), name, sha256(written[MANIFEST]).hexdigest()])
    entries.sort(key=lambda entry: entry[1])
    return files | {CUBES: lines_text(map(compact, entries))}


def _certified(
    numbered: tuple[int, Cube], limit: Limit, *, puzzle: Puzzle
) -> tuple[_Claim, Contents] | OutOfReach:
    """Returns the claim about a cube and the files of its certificate, or the limit that was hit; runs in a worker."""
    part = within(puzzle, numbered[1])
    report, files = answered(certified, part, limit=limit, extra_limits=("conflicts", "solutions"))
    if not files:
        return OutOfReach(report.stopped or Stopped.FAILURE, report.detail)
    return {"kind": str(report.verdict)}, files


def _certified_count(
    numbered: tuple[int, Cube], limit: Limit, *, puzzle: Puzzle
) -> tuple[_Claim, Contents] | OutOfReach:
    """Like `_certified`, for the number of solutions."""
    found, files = answered(counted, within(puzzle, numbered[1]), limit=limit)
    if not files:
        return OutOfReach(found.stopped or Stopped.SIZE, found.detail)
    if not found.count:
        return {"kind": "unsolvable"}, files
    return {"kind": "count", "count": str(found.count)}, files


@question
def count_split(
    puzzle: Puzzle,
    *,
    split: Split | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[Progress], None] | None = None,
) -> Count:
    """Answers like `count`, by cubes; the count is a lower bound if a limit was hit.

    >>> count_split(Puzzle([[1]] * 4, [[1]] * 4), split=Split(cubes=2, workers=1)).count
    24
    """
    puzzle.require_readable()
    if puzzle.contradictions():
        return count(puzzle)
    clock, split = Clock(limit_of(limit, seconds, memory), extra_limits=("memory",)), split or Split()
    with kept_tree(split.journal, puzzle, COUNTING) as tree:
        return _sum(tree, split, clock, observer)


def _sum(tree: Tree[int], split: Split, clock: Clock, observer: Callable[[Progress], None] | None) -> Count:
    """Adds up the numbers of all cubes."""
    work, puzzle = Work(), tree.puzzle
    total, exact, line_solvable = 0, False, None
    try:
        line_solvable, _ = _propagated(puzzle, clock)
        for found in _conquered(tree, split, clock, observer):
            total += found.answer if isinstance(found, Answered) else found.evidence or 0
        exact = True
    except OutOfReach as reason:
        work.stop(reason.stopped, reason.detail)
    verdict = Verdict.MULTIPLE if total > 1 else Verdict.UNKNOWN
    if exact and total < 2:
        verdict = Verdict.UNIQUE if total else Verdict.UNSOLVABLE
    return Count(puzzle, verdict, LongInt(total), exact, (), line_solvable, **work.end)


def _report(
    tree: Tree[tuple[Grid, ...]], split: Split, clock: Clock, observer: Callable[[Progress], None] | None
) -> Report:
    work, puzzle = Work(), tree.puzzle
    known: dict[Grid, None] = {}
    complete, line_solvable, open_cells = False, None, 0
    try:
        line_solvable, open_cells = _propagated(puzzle, clock)
        with closing(_conquered(tree, split, clock, observer)) as results:
            for found in results:
                grids = found.answer if isinstance(found, Answered) else found.evidence or ()
                for grid in grids:
                    if not grid.satisfies(puzzle):
                        raise SolverDisagreement(f"a cube has a grid that is no solution: {grid!r}")
                    known[grid] = None
                if len(known) > 1:
                    break
            else:
                complete = True
    except OutOfReach as reason:
        work.stop(reason.stopped, reason.detail)
    verdict = Verdict.UNKNOWN
    if len(known) > 1:
        verdict = Verdict.MULTIPLE
    elif complete:
        verdict = Verdict.UNIQUE if known else Verdict.UNSOLVABLE
    pair, stats = tuple(list(known)[:2]), Stats(open_cells=open_cells)
    return Report(puzzle, verdict, pair, line_solvable, stats, **work.end)


def _conquered(
    tree: Tree[A], split: Split, clock: Clock, observer: Callable[[Progress], None] | None
) -> Generator[Answered[A] | Unanswered[A], None, None]:
    with workers_of(split.executor, split.workers) as workers:
        yield from conquer(
            tree, workers, cubes=split.cubes, seconds=split.seconds, clock=clock, observer=observer
        )


def _propagated(puzzle: Puzzle, clock: Clock) -> tuple[bool | None, int]:
    """Returns whether propagation settles every cell (None at a limit of memory), and the number of open cells.

    Raises `OutOfReach` when the time is up.
    """
    found = answered(_propagate, puzzle, limit=clock.rest)
    clock.tick()
    return found


def _propagate(puzzle: Puzzle, *, clock: Clock) -> tuple[bool | None, int]:
    try:
        clock.tick()
        board = Board(puzzle)
        if propagate(board, tick=clock.tick):
            return False, 0
        return not board.open_cells(), board.open_cells()
    except OutOfReach:
        return None, 0
