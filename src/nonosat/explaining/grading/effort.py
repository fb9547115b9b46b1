"""Counts of the work in a puzzle: the input of the models of `nonosat.explaining.grading.people`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Set
from itertools import accumulate, chain
from operator import le
from typing import NamedTuple

from nonosat.lines.board import Board
from nonosat.model.puzzle import Given, Puzzle
from nonosat.support.lazy_dataclasses import dataclass
from nonosat.support.results import Result

SHARES = ("distinct", "long")  # properties of `Work` that enter the models as they are


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Effort(Result):
    """The work in a puzzle, in counts and two shares; steps are those of `explain`."""

    visits: int = 0
    """Lines that say anything new in the sweeps (see `swept`), and lines read later."""
    sweeps: int = 0
    """Sweeps over all rows or all columns."""
    stalled: int = 0
    """Cells that lines leave open."""
    reads: int = 0
    """Numbers in the clue of the line of each step, summed."""
    overlap: int = 0
    """Steps by overlap."""
    reach: int = 0
    """Steps by cells that no block reaches, with or without the order of the blocks."""
    marks: int = 0
    """Strokes to draw: runs of new cells of one colour, background included, per step."""
    hard: int = 0
    """Steps that compare all fillings of a line, or suppose."""
    effort: float = 0
    """Lines read, see `Rating.effort`."""
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
    """Returns `Work.distinct` and `Work.long` of a puzzle.

    >>> clue_shares(Puzzle(rows=[[1], [2]], columns=[[2], [1]]))
    (0.5, 0.5)
    """
    clues = [*chain(*puzzle.clue_families)]
    lengths = [length for length, _ in chain.from_iterable(filter(None, clues))]
    return len(set(clues)) / max(1, len(clues)), 1 - lengths.count(1) / len(lengths) if lengths else 0.0


def strokes(cells: Iterable[Given]) -> int:
    """Returns the number of runs of new cells, by rows or by columns, whichever is less; ink and background separately.

    >>> strokes([Given(0, 0, 1), Given(0, 1, 1), Given(1, 1, 0)])
    2
    """
    cells = set(cells)
    background = {cell for cell in cells if not cell[2]}
    return _runs(cells - background) + _runs(background)


def runs(cells: Iterable[Given]) -> int:
    """Returns what `strokes` does, for cells of one row or column.

    >>> runs([Given(1, 0, 1), Given(2, 0, 1), Given(3, 0, 0)])
    2
    """
    places = {(row + column, colour) for row, column, colour in cells}
    return len(places - {(place + 1, colour) for place, colour in places})


def _runs(cells: Set[tuple[int, int, int]]) -> int:
    by_rows = len(cells - {(row, column + 1, colour) for row, column, colour in cells})
    by_columns = len(cells - {(row + 1, column, colour) for row, column, colour in cells})
    return min(by_rows, by_columns)
