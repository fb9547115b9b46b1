"""Counts of the work in a puzzle: the input of the models of `nonosat.explaining.grading.people`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate, chain
from operator import le
from typing import NamedTuple

from nonosat.lines.board import Board
from nonosat.model.puzzle import Puzzle
from nonosat.support.lazy_dataclasses import dataclass
from nonosat.support.results import Result

SHARES = ("distinct", "long")  # properties of `Effort` that enter the models as they are


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Effort(Result):
    """The work in a puzzle, in counts and two shares."""

    visits: int = 0
    """Lines that say anything new in the sweeps: see `swept`."""
    sweeps: int = 0
    """Sweeps over all rows or all columns."""
    stalled: int = 0
    """Cells that lines leave open."""
    changes: int = 0
    """Neighbouring cells of the solution that differ."""
    pieces: int = 0
    """Connected pieces of one colour in the solution, the background included."""
    distinct: float = 0
    """Share of clues that no other line of the puzzle repeats: different clues per line."""
    long: float = 0
    """Share of numbers greater than 1."""


class Sweeps(NamedTuple):
    """Result of sweeps: settling all lines of one family, then of the next, until none narrows anything."""

    sweeps: int
    """Number of sweeps up to the last one that narrowed anything."""
    line_solvable: bool
    """True if every cell is known then."""
    visits: int = 0
    """Lines that narrowed something, counted once per sweep."""
    stalled: int = 0
    """Cells left open."""
    picture: bytes = b""
    """Colours of the known cells."""


def swept(puzzle: Puzzle, *, tick: Callable[[], None] | None = None) -> Sweeps:
    """Sweeps over the lines of a puzzle, rows before columns before diagonals.

    `tick` is called regularly and can raise to give up.

    >>> swept(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    Sweeps(sweeps=2, line_solvable=True, visits=3, stalled=0, picture=b'\\x01\\x00\\x01\\x01')
    """
    puzzle.require_readable()
    if puzzle.contradictions():
        return Sweeps(0, False)
    if tick:
        tick()
    board = Board(puzzle)
    ends = [*accumulate(puzzle.geometry.counts)]
    lines: list[int] = []
    # Propagation settles the dirty lines in their order, again and again: family by family, as a sweep does.
    broken = board.solver.propagate(board.packed, None, lambda line, _: lines.append(line), tick)
    visits = len(lines)
    if broken >= 0:
        lines.append(broken)
    passes = sum(map(le, lines[1:], lines))
    sweeps = passes * len(ends) + bisect_right(ends, lines[-1]) + 1 if lines else 0
    picture, left = board.picture()
    return Sweeps(sweeps, not left and broken < 0, visits, left, picture)


def clue_shares(puzzle: Puzzle) -> tuple[float, float]:
    """Returns `Effort.distinct` and `Effort.long` of a puzzle.

    >>> clue_shares(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    (0.5, 0.5)
    """
    clues = [*chain(*puzzle.clue_families)]
    lengths = [length for length, _ in chain.from_iterable(filter(None, clues))]
    return len(set(clues)) / max(1, len(clues)), 1 - lengths.count(1) / len(lengths) if lengths else 0.0
