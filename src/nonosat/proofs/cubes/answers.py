"""What the cubes of a puzzle say together: its solutions, their number, and a certificate.

Every solution lies in exactly one cube, so the solutions are those of the cubes, and their numbers add up.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

from nonosat.foundation.arguments import question
from nonosat.foundation.errors import SolverDisagreement, UsageError
from nonosat.foundation.limits import Clock, Limit, OutOfReach, Stopped, limit_of
from nonosat.foundation.longint import LongInt
from nonosat.foundation.workers.executors import workers_of
from nonosat.foundation.workers.processes import answered
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.proofs.certificate import certified, require_free, statement, with_manifest, write_certificate
from nonosat.proofs.cubes.conquer import SECONDS, Answer, Asked, Progress, conquer
from nonosat.proofs.cubes.lookahead import within
from nonosat.proofs.cubes.tree import Tree
from nonosat.questions.solution_space.counting import Count, count
from nonosat.solving.engine.options import SearchOptions
from nonosat.solving.engine.outcome import Stats, Verdict
from nonosat.solving.engine.questions import Report, check
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import propagate
from nonosat.verifier.reading import CUBES, MANIFEST, PUZZLE, SOLUTIONS

_CUBES = 16
"""Cubes that a puzzle is cut into at first, unless told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """How to cut a puzzle, and where its cubes are worked on."""

    cubes: int = _CUBES
    """How many at first."""
    seconds: float = SECONDS
    """How long a cube is worked on before it is cut."""
    executor: Executor | str | None = None
    """A `concurrent.futures.Executor`, or one by name, see `nonosat.foundation.workers.executors`; None for processes here."""
    workers: int | None = None
    """How many of these; None for one a processor."""
    journal: str | os.PathLike[str] | None = None
    """A file with the state of the work, which a later call goes on from."""

    def __post_init__(self) -> None:
        if self.cubes < 1 or not self.seconds > 0 or (self.workers is not None and self.workers < 1):
            raise UsageError("there must be at least one cube, one worker, and some time for each")

    def tree(self, puzzle: Puzzle, question: str) -> Tree:
        """The state that a journal holds, or a new one."""
        tree = Tree(puzzle, question, None if self.journal is None else Path(self.journal))
        tree.open()
        return tree


@question
def check_split(
    puzzle: Puzzle,
    *,
    split: Split | None = None,
    limit: Limit | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    observer: Callable[[Progress], None] | None = None,
) -> Report:
    """Answers as `check` does, by cubes: for a puzzle that is too hard for one solver, or one machine.

    `limit` is for the whole, its memory for each worker. The cubes' answers are checked like all others; the
    verdict is known when two solutions are, or when all cubes are answered.

    >>> check_split(Puzzle([[1], [1]], [[1], [1]]), split=Split(cubes=2, workers=1)).verdict
    <Verdict.MULTIPLE: 'multiple'>
    """
    puzzle.require_sound()
    clock = Clock(limit_of(limit, seconds, memory), also=("memory",))
    split = split or Split()
    return _report(split.tree(puzzle, "check"), split, clock, observer)


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
    """Answers as `check_split` does, and writes the certificate of the answer, as `certify` does.

    That of a puzzle with one solution or none has a folder for each cube, which is a certificate of the cube.
    """
    puzzle.require_sound()
    target = Path(os.path.realpath(folder))
    require_free(target)
    began, clock = monotonic(), Clock(limit_of(limit, seconds, memory), also=("memory",))
    split = split or Split()
    tree = split.tree(puzzle, "check")
    report = _report(tree, split, clock, observer)
    files = {PUZZLE: _line(statement(puzzle))}
    if report.solutions:
        files[SOLUTIONS] = _line([[list(row) for row in grid] for grid in report.solutions])
    try:
        if report.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE):
            files |= _cube_files(tree, split, clock)
    except OutOfReach as reason:
        report = replace(report, verdict=Verdict.UNKNOWN, stopped=reason.stopped, detail=reason.detail)
    if report.verdict is not Verdict.UNKNOWN:
        write_certificate(target, report.verdict, files)
    return replace(report, seconds=monotonic() - began)


def _cube_files(tree: Tree, split: Split, clock: Clock) -> dict[str, str]:
    """The list of cubes, and their certificates, each in a folder of its own."""
    leaves, files = list(tree.leaves()), dict[str, str]()
    entries: list[Any] = []
    with workers_of(split.executor, split.workers) as workers:
        parts = {
            workers.executor.submit(_certified, within(tree.puzzle, cube), clock.limit.memory): number
            for number, cube in enumerate(leaves)
        }
        while parts:
            clock.tick()
            for future in wait(parts, 0.2, FIRST_COMPLETED)[0]:
                number = parts.pop(future)
                report, found = future.result()
                if not found:
                    raise OutOfReach(report.stopped or Stopped.FAILURE, report.detail)
                name = f"cube-{number + 1:06}"
                contents = {key: data.decode() for key, data in with_manifest(report.verdict, found).items()}
                files |= {f"{name}/{key}": text for key, text in contents.items()}
                digest = sha256(contents[MANIFEST].encode()).hexdigest()
                entries.append([list(map(list, leaves[number])), name, digest])
    entries.sort(key=lambda entry: entry[1])
    return files | {CUBES: "".join(map(_line, entries))}


def _certified(puzzle: Puzzle, memory: int | None) -> tuple[Report, dict[str, str]]:
    """In a worker: the report on a cube, and the files of its certificate; none where a limit came first."""
    return answered(certified, puzzle, limit=Limit(memory=memory), also=("conflicts", "solutions"))


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


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
    """Answers as `count` does, by cubes, whose numbers add up.

    The count is exact when all cubes are counted exactly, and a lower bound where a limit came first.

    >>> count_split(Puzzle([[1]] * 4, [[1]] * 4), split=Split(cubes=2, workers=1)).count
    24
    """
    puzzle.require_sound()
    began, clock = monotonic(), Clock(limit_of(limit, seconds, memory), also=("memory",))
    total, exact, split = 0, False, split or Split()
    stopped, detail = None, ""
    try:
        for answer in _answers(split.tree(puzzle, "count"), _counted, split, clock, observer):
            total += int(answer["count"])
        exact = True
    except OutOfReach as reason:
        stopped, detail = reason.stopped, reason.detail
    verdict = Verdict.MULTIPLE if total > 1 else Verdict.UNKNOWN
    if exact and total < 2:
        verdict = Verdict.UNIQUE if total else Verdict.UNSOLVABLE
    return Count(puzzle, verdict, LongInt(total), exact, (), None, stopped, None, monotonic() - began, detail)


def _report(tree: Tree, split: Split, clock: Clock, observer: Callable[[Progress], None] | None) -> Report:
    began, puzzle = monotonic(), tree.puzzle
    found: dict[Grid, None] = {}
    stopped = None
    detail, complete, line_solvable, stats = "", False, None, Stats()
    try:
        board = Board(puzzle)
        if not propagate(board, tick=clock.tick):
            stats.open_cells = board.open_cells()
            line_solvable = not stats.open_cells
        else:
            line_solvable = False
        for answer in _answers(tree, _checked, split, clock, observer):
            for rows in answer["solutions"]:
                grid = Grid(rows, ragged=puzzle.is_triddler)
                if not grid.satisfies(puzzle):
                    raise SolverDisagreement(f"a cube has a picture that is no solution: {grid!r}")
                found[grid] = None
            if len(found) > 1:
                break
        else:
            complete = True
    except OutOfReach as reason:
        stopped, detail = reason.stopped, reason.detail
    verdict = Verdict.UNKNOWN
    if len(found) > 1:
        verdict = Verdict.MULTIPLE
    elif complete:
        verdict = Verdict.UNIQUE if found else Verdict.UNSOLVABLE
    pair = tuple(list(found)[:2])
    return Report(puzzle, verdict, pair, line_solvable, stopped, monotonic() - began, stats, detail)


def _answers(
    tree: Tree,
    asked: Asked,
    split: Split,
    clock: Clock,
    observer: Callable[[Progress], None] | None,
) -> Iterator[Answer]:
    with workers_of(split.executor, split.workers) as workers:
        found = conquer(
            tree, asked, workers, cubes=split.cubes, seconds=split.seconds, clock=clock, observer=observer
        )
        for _, answer in found:
            yield answer


def _checked(puzzle: Puzzle, limit: Limit) -> Answer:
    """In a worker: up to two solutions, and whether these are all that matter."""
    report = check(puzzle, limit=limit, options=SearchOptions(workers=1))
    solutions = [[list(row) for row in grid] for grid in report.solutions]
    return {"done": report.verdict is not Verdict.UNKNOWN, "verdict": report.verdict, "solutions": solutions}


def _counted(puzzle: Puzzle, limit: Limit) -> Answer:
    """In a worker: the number of solutions, and whether it is exact."""
    found = count(puzzle, limit=limit)
    return {"done": found.exact, "count": str(found.count)}
