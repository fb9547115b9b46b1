"""Propagation: settles every line whose candidates changed, until none changes.

Each line is narrowed to its fillings (`line.settle` is complete: generalised arc consistency), so the fixpoint does not depend
on the order of lines. The witness of a contradiction, a line without a filling, can depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from nonosat.lines.board import Board


class Deduction(NamedTuple):
    """A line lost candidates: per colour the positions that lost it, as masks."""

    line: int
    removed: tuple[int, ...]


class Contradiction(NamedTuple):
    """A line without a filling: the witness that the board has no solution."""

    line: int


Observer = Callable[[Deduction | Contradiction], None]
"""Called for each event in order; it cannot use the board."""


def propagate(
    board: Board,
    lines: Iterable[int] | None = None,
    *,
    observer: Observer | None = None,
    tick: Callable[[], None] | None = None,
) -> Contradiction | None:
    """Settles `lines` (all, by default) to the fixpoint, in place.

    Returns None, or the contradiction, after which the board is of no further use. `tick` is called about every
    millisecond, and can raise to give up.

    >>> from nonosat.model.puzzle import Puzzle
    >>> board = Board(Puzzle(rows=[[2], [1]], columns=[[2], [1]]))
    >>> propagate(board)
    >>> bytes(board.known())
    b'\\x01\\x01\\x01\\x00'
    """

    def note(line: int, removed: tuple[int, ...]) -> None:
        assert observer
        observer(Deduction(line, removed))

    line = board.solver.propagate(board.candidates, lines, note if observer else None, tick)
    contradiction = None if line < 0 else Contradiction(line)
    if contradiction and observer:
        observer(contradiction)
    return contradiction
