"""Workers answer the cubes of a puzzle, and cut those that take too long.

The puzzle is cut into the requested number of cubes, each of which goes to a worker for a limited time. A worker without
an answer by then cuts its cube, so that the hardest cubes are cut again and again and no worker is idle for long. The parts
get more time than their cube had, so the work ends even if cutting makes nothing easier. The caller stops the work once
it knows enough.

If memory runs out or a worker fails, a cube stays `Unanswered`. Work on the other cubes continues, but then ends with
that reason instead of an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from math import inf
from queue import PriorityQueue
from typing import TypeVar

from nonosat.model.puzzle import Puzzle
from nonosat.proofs.cubes.lookahead import Cube, Cut, cut, within
from nonosat.proofs.cubes.tree import Answered, Question, Tree, Unanswered
from nonosat.support.children.processes import answered
from nonosat.support.lazy_dataclasses import dataclass, replace
from nonosat.support.limits import Clock, Limit, OutOfReach, Stopped
from nonosat.support.mapping.executors import Workers
from nonosat.support.mapping.spread import Failed, spread_within

A = TypeVar("A")

SECONDS = 20.0  # default seconds of work on a cube before it is cut
_MORE = 1.25  # factor on the time of a cube's parts, after the first cuts

# limits that may stop work on a cube, but not on its parts
_WORTH_CUTTING = (Stopped.SECONDS, Stopped.MEMORY, Stopped.SIZE)


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of the work; the answered share of the whole is an estimate."""

    share: float
    answered: int
    open: int


def conquer(
    tree: Tree[A],
    workers: Workers,
    *,
    cubes: int,
    seconds: float,
    clock: Clock,
    observer: Callable[[Progress], None] | None = None,
) -> Generator[Answered[A] | Unanswered[A], None, None]:
    """Yields answers about cubes, starting with those already in the tree.

    Ends when every cube is answered; raises `OutOfReach` if some cannot be, or when the clock stops. Closing the
    generator ends the work.
    """
    yield from list(tree.answers.values())
    divide(tree, cubes, clock)
    waiting: PriorityQueue[tuple[float, int, Cube | None]] = PriorityQueue()
    order, unfinished = count(), 0
    failures: list[OutOfReach] = []

    def put(cube: Cube) -> None:
        nonlocal unfinished
        unfinished += 1
        waiting.put((-tree.shares[cube], next(order), cube))

    def taken() -> Iterator[Cube]:
        while (cube := waiting.get()[2]) is not None:
            yield cube

    for leaf in tree.open_leaves():
        put(leaf)
    first = (cubes - 1).bit_length()
    work = partial(_work_on, question=tree.question, puzzle=tree.puzzle, seconds=seconds, first=first)
    with closing(spread_within(work, taken(), workers, clock)) as results:
        try:
            while unfinished:
                cube, found = next(results)
                unfinished -= 1
                match _without_failure(found):
                    case Cut() as where:
                        for child in tree.cut(cube, where):
                            put(child)
                    case Answered() as answer:
                        tree.answer(cube, answer)
                        yield answer
                    case Unanswered() as nothing:
                        failures.append(nothing.reason)
                        yield nothing
                if observer:
                    observer(Progress(tree.done, len(tree.answers), unfinished))
        finally:
            waiting.put((inf, 0, None))
    if failures:
        raise failures[0]


def _without_failure(
    found: Answered[A] | Unanswered[A] | Cut | Failed,
) -> Answered[A] | Unanswered[A] | Cut:
    """Returns a worker's result; raises the errors of its work."""
    if not isinstance(found, Failed):
        return found
    if not found.lost:
        raise found.error
    return Unanswered(OutOfReach(Stopped.FAILURE, str(found.error)))


def divide(tree: Tree[A], cubes: int, clock: Clock) -> None:
    """Cuts the cube with the largest share until that many are open.

    Raises `OutOfReach` when the time is up. A cube stays whole if cutting it takes too much memory.
    """
    leaves = list(tree.open_leaves())
    while leaves and len(leaves) < cubes:
        clock.tick()
        cube = max(leaves, key=tree.shares.__getitem__)
        leaves.remove(cube)
        found = answered(_cut, tree.puzzle, cube, limit=clock.rest)
        if isinstance(found, Cut):
            leaves += tree.cut(cube, found)


def _cut(puzzle: Puzzle, cube: Cube, *, clock: Clock) -> Cut | OutOfReach | None:
    """Returns the cut of a cube, None if single cells settle it, or the limit that was hit."""
    try:
        return cut(puzzle, cube, clock.tick)
    except OutOfReach as reason:
        return reason


def _work_on(
    cube: Cube, limit: Limit, *, question: Question[A], puzzle: Puzzle, seconds: float, first: int
) -> Answered[A] | Unanswered[A] | Cut:
    """Returns the answer about a cube, or its cut if there is no answer in time; runs in a worker.

    The time is `seconds`, and more for a cube cut more than `first` times.
    """
    seconds *= _MORE ** max(0, len(cube) - first)
    clock, part = Clock(limit, extra_limits=("memory",)), within(puzzle, cube)
    left = seconds if clock.left is None else min(seconds, clock.left)
    found = question.ask(part, replace(limit, seconds=left))
    if isinstance(found, Answered) or found.reason.stopped not in _WORTH_CUTTING:
        return found
    where = answered(_cut, puzzle, cube, limit=clock.rest)
    if isinstance(where, Cut):
        return where
    if isinstance(where, OutOfReach):
        return Unanswered(where, found.evidence)
    return question.ask(part, clock.rest)
