"""The cells that are equal in all solutions, and the colours that the others take in some solution."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from nonosat.arguments import question
from nonosat.engine.outcome import Verdict
from nonosat.limits import Clock, Limit, Stopped, limit_of
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.model.puzzle import Puzzle
from nonosat.processes import answered
from nonosat.solution_space.explore import Landscape, explore


@dataclass(frozen=True, slots=True)
class Forced:
    """For each cell, in the puzzle's numbering, what its colour can be.

    Without a solution no cell has a colour, and all are undecided where it is not known if there is one.
    """

    puzzle: Puzzle
    verdict: Verdict
    possible: tuple[frozenset[int], ...]
    """Colours that are not excluded."""
    seen: tuple[frozenset[int], ...]
    """Colours that the cell has in some solution; all that are possible, once nothing is undecided."""
    stopped: Stopped | None
    """What ended the work before all was known, if anything did."""
    seconds: float
    """Wall-clock time."""
    detail: str = ""
    """More about what stopped it."""

    @property
    def forced(self) -> dict[int, int]:
        """The cells that have the same colour in all solutions, with that colour."""
        return {cell: min(colours) for cell, colours in enumerate(self.possible) if len(colours) == 1}

    @property
    def open(self) -> dict[int, frozenset[int]]:
        """The cells that differ between solutions, with the colours seen."""
        return {cell: colours for cell, colours in enumerate(self.seen) if len(colours) > 1}

    @property
    def undecided(self) -> dict[int, frozenset[int]]:
        """The cells of which it is not known whether they are forced or open, with what is possible."""
        return {
            cell: colours
            for cell, (colours, seen) in enumerate(zip(self.possible, self.seen, strict=True))
            if len(colours) > 1 and len(seen) < 2
        }

    def rows(self) -> tuple[tuple[int | None, ...], ...]:
        """For drawing: the colours of the forced cells row by row, None for the others."""
        forced = self.forced
        return tuple(tuple(map(forced.get, row.cells)) for row in self.puzzle.families[0])


@question
def forced(
    puzzle: Puzzle, *, limit: Limit | None = None, seconds: float | None = None, memory: int | None = None
) -> Forced:
    """The cells that are the same in all solutions, and what the others can be.

    With a limit of seconds or memory, what is not known by then is undecided. Raises `PuzzleError` for a
    puzzle that has `problems`, and `UsageError` for other limits.

    >>> found = forced(Puzzle(rows=[[1], [1], [1]], columns=[[1], [1], [1]], givens=[(0, 0)]))
    >>> found.rows()
    ((1, 0, 0), (0, None, None), (0, None, None))
    """
    return answered(_forced, puzzle, limit=limit_of(limit, seconds, memory))


def _forced(puzzle: Puzzle, *, clock: Clock) -> Forced:
    began = monotonic()
    return of_landscape(explore(puzzle, clock), monotonic() - began)


def of_landscape(landscape: Landscape, seconds: float) -> Forced:
    """What a landscape says of each cell."""
    board = landscape.board
    none: frozenset[int] = frozenset()
    possible = (none,) * board.cells if landscape.solvable is False else possible_colours(board)
    seen = tuple(map(_Sets().__getitem__, landscape.seen)) if landscape.solvable else (none,) * board.cells
    return Forced(
        landscape.puzzle, landscape.verdict, possible, seen, landscape.stopped, seconds, landscape.detail
    )


class _Sets(dict[int, frozenset[int]]):
    """Masks of colours as sets, of which there are few for many cells."""

    def __missing__(self, mask: int) -> frozenset[int]:
        self[mask] = found = frozenset(positions(mask))
        return found


def possible_colours(board: Board) -> tuple[frozenset[int], ...]:
    """For each cell the colours that it can still have, row by row, as cell by cell takes long."""
    found = [frozenset[int]()] * board.cells
    sets: dict[tuple[str, ...], frozenset[int]] = {}
    for line in range(len(board.puzzle.families[0])):
        span, masks = board.lines[line], board.candidates[line]
        digits = (f"{mask:0{len(span)}b}"[::-1] for mask in masks)
        for cell, able in zip(span, zip(*digits, strict=True), strict=True):
            if able not in sets:
                sets[able] = frozenset(colour for colour, digit in enumerate(able) if digit == "1")
            found[cell] = sets[able]
    return tuple(found)
