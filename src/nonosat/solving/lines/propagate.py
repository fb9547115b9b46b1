"""Line by line to the fixpoint: settle every line whose knowledge changed, until none changes.

Each line is narrowed to exactly what its own clue allows (`line.settle` is complete), so the result
is the unique largest knowledge that every single line agrees with, and the order in which the lines
are taken cannot change it. A contradiction has a witness: the line that has no filling left. Which
line that is may depend on the order; that there is one does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.solving.lines.board import Board


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
    board: Board,
    lines: Iterable[int] | None = None,
    *,
    observer: Observer | None = None,
    tick: Callable[[], None] | None = None,
) -> Contradiction | None:
    """Settles `lines` (all, by default) and every line that follows, in place.

    Returns None at the fixpoint, or the contradiction; after one the board is of no further use. `tick` is
    called now and then, and may raise to give up.

    >>> from nonosat.model.puzzle import Puzzle
    >>> board = Board(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))
    >>> propagate(board)
    >>> bytes(board.known())
    b'\\x01\\x01\\x01\\x00'
    """

    def note(line: int, removed: tuple[int, ...]) -> None:
        assert observer
        observer(Deduction(line, removed))

    candidates = board.candidates if observer else board.packed
    line = board.solver.propagate(candidates, lines, note if observer else None, tick)
    contradiction = None if line < 0 else Contradiction(line)
    if contradiction and observer:
        observer(contradiction)
    return contradiction
