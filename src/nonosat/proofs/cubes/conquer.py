"""The cubes of a puzzle, answered by workers; those that take too long are cut again.

At first the puzzle is cut into as many cubes as are wanted. Each goes to a worker for so many seconds. One
that is not answered by then is cut by the worker itself, so that the hardest are cut again and again, and
nobody is idle for long. Whoever knows enough ends the work early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any

from nonosat.foundation.limits import Clock, Limit
from nonosat.foundation.workers.executors import Workers
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.cubes.lookahead import Cube, Cut, cut, within
from nonosat.proofs.cubes.tree import Tree

SECONDS = 20.0
"""How long a cube is worked on before it is cut, unless told."""

_LOOK_SECONDS = 0.2
"""Time between two looks at the clock."""

Answer = dict[str, Any]
"""What is known of a cube, as plain data; it has `done`, whether that is all."""

Asked = Callable[[Puzzle, Limit], Answer]
"""A question about a puzzle; a function of a module, for it goes to workers."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the cubes are: the share of the whole that is answered is an estimate."""

    share: float
    answered: int
    open: int


def conquer(
    tree: Tree,
    asked: Asked,
    workers: Workers,
    *,
    cubes: int,
    seconds: float,
    clock: Clock,
    observer: Callable[[Progress], None] | None = None,
) -> Iterator[tuple[Cube, Answer]]:
    """The cubes with their answers, as they come, those that are known from before first.

    Ends when all are answered, or raises `OutOfReach` when the clock stops; whoever knows enough closes it.
    """
    yield from list(tree.answers.items())
    divide(tree, cubes, clock)
    order = count()
    waiting: list[tuple[float, int, Cube]] = []
    for cube in tree.open_leaves():
        heappush(waiting, (-tree.shares[cube], next(order), cube))
    running: dict[Future[Any], Cube] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers.number():
                cube = heappop(waiting)[2]
                left = seconds if clock.left is None else min(seconds, clock.left)
                limit = Limit(seconds=left, memory=clock.limit.memory)
                running[workers.executor.submit(_worked_on, asked, tree.puzzle, cube, limit)] = cube
            ended, _ = wait(running, _LOOK_SECONDS, FIRST_COMPLETED)
            for future in ended:
                cube = running.pop(future)
                found = future.result()
                if isinstance(found, Cut):
                    for child in tree.cut(cube, found):
                        heappush(waiting, (-tree.shares[child], next(order), child))
                else:
                    tree.answer(cube, found)
                    yield cube, found
            if observer:
                observer(Progress(tree.done, len(tree.answers), len(waiting) + len(running)))
            clock.tick()
    finally:
        for future in running:
            future.cancel()


def divide(tree: Tree, cubes: int, clock: Clock) -> None:
    """Cuts until there are that many open cubes, the one of the largest share first."""
    leaves = list(tree.open_leaves())
    while leaves and len(leaves) < cubes:
        cube = max(leaves, key=tree.shares.__getitem__)
        leaves.remove(cube)
        if found := cut(tree.puzzle, cube, clock.tick):
            leaves += tree.cut(cube, found)


def _worked_on(asked: Asked, puzzle: Puzzle, cube: Cube, limit: Limit) -> Answer | Cut:
    """In a worker: the answer for a cube, or where to cut it if there is none within the limit."""
    part = within(puzzle, cube)
    found = asked(part, limit)
    if found["done"]:
        return found
    where = cut(puzzle, cube)
    return where or asked(part, Limit(memory=limit.memory))
