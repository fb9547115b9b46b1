"""Encoding of propagated boards as clauses. Nothing here imports a solver.

`order` encodes a board at its fixpoint as a `Cnf` (`cnf`), `starred_lines` its lines with `ANY`; `clue` encodes single clues.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.lines.board import Board
from nonosat.model.clues import ANY
from nonosat.sat.encodings import order
from nonosat.sat.encodings.cnf import Candidate, Cnf, OpenCell, open_cells
from nonosat.support.end import OutOfReach, Stopped

__all__ = [
    "Candidate",
    "Cnf",
    "OpenCell",
    "encode",
    "has_room",
    "open_cells",
    "require_room",
]

_MOST_STARTS = 2_500_000
"""Maximum number of possible starts of all blocks: each has about four clauses, which take a kilobyte with the solver's copy."""


def encode(board: Board, *, tick: Callable[[], None] | None = None) -> Cnf:
    """Encodes a board at its fixpoint.

    `tick` is called regularly and can raise to give up. Raises `OutOfReach`, before writing any clause, for a board
    whose clauses would take too much memory.
    """
    require_room(board, tick)
    return order.encode(board, tick=tick)


def has_room(board: Board, tick: Callable[[], None] | None = None) -> bool:
    """Returns True if the clauses of a board fit into memory: see `require_room`."""
    return _possible_starts(board, tick) <= _MOST_STARTS


def require_room(board: Board, tick: Callable[[], None] | None = None) -> None:
    """Raises `OutOfReach` if the blocks of the lines with open cells have too many possible starts."""
    starts = _possible_starts(board, tick)
    if starts > _MOST_STARTS:
        raise OutOfReach(
            Stopped.SIZE,
            f"too large for a solver: {starts:,} possible starts of blocks, {_MOST_STARTS:,} at most",
        )


def _possible_starts(board: Board, tick: Callable[[], None] | None = None) -> int:
    """Returns the number of possible starts in lines with open cells; 0 if a cheap bound by lengths shows that there are few."""
    lines = [line for line, clue in enumerate(board.clues) if clue is not None and board.open_in(line)]
    if sum(len(board.clues[line] or ()) * len(board.lines[line]) for line in lines) <= _MOST_STARTS:
        return 0
    starts = 0
    for line in lines:
        if tick:
            tick()
        if ANY not in (board.clues[line] or ()):
            starts += sum(mask.bit_count() for mask, _ in board.spans(line) or ())
    return starts
