"""Line by line to the fixpoint: settle every line whose knowledge changed, until none changes.

Each line is narrowed to exactly what its own clue allows (`line.settle` is complete), so the result
is the unique largest knowledge that every single line agrees with, and the order in which the lines
are taken cannot change it. A contradiction has a witness: the line that has no filling left. Which
line that is may depend on the order; that there is one does not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from nonosat.board import Board
from nonosat.line import settle


@dataclass(frozen=True, slots=True)
class Deduction:
    """One line taught something: per colour the positions of the line that lost it, as masks."""

    line: int
    removed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A line that no filling agrees with any more; the witness that the board has no solution."""

    line: int


Observer = Callable[[Deduction | Contradiction], None]
"""Called for each event in the order in which it happened; the board holds its effect already."""


def propagate(
    board: Board, lines: Iterable[int] | None = None, *, observer: Observer | None = None
) -> Contradiction | None:
    """Settles `lines` (all, unless told) and every line that follows, in place.

    Returns None at the fixpoint, or the contradiction; after one the board is of no further use.

    >>> from nonosat.puzzle import Puzzle
    >>> board = Board(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))
    >>> propagate(board)
    >>> bytes(board.known())
    b'\\x01\\x01\\x01\\x00'
    """
    plans, may, narrow = board.plans, board.may, board.narrow
    if lines is None:
        lines = (
            line for line, plan in enumerate(plans) if plan and not (plan.idle and board.untouched(line))
        )
    queue = deque(lines)
    waiting = set(queue)
    while queue:
        line = queue.popleft()
        waiting.discard(line)
        plan = plans[line]
        if plan is None:
            continue
        before = may[line]
        masks = settle(plan, before)
        if masks is None:
            contradiction = Contradiction(line)
            if observer:
                observer(contradiction)
            return contradiction
        if masks != before:
            fresh = narrow(line, masks) - waiting
            queue.extend(fresh)
            waiting |= fresh
            if observer:
                removed = tuple(old ^ new for old, new in zip(before, masks, strict=True))
                observer(Deduction(line, removed))
    return None
