"""The backbone (cells with the same colour in all solutions) and the possible colours of all other cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from nonosat.counting.explore import FEW_STATES, Exploration, explore
from nonosat.lines.board import Board
from nonosat.model.geometry import pick, put
from nonosat.model.puzzle import Puzzle
from nonosat.records.cells import partial_rows, partial_signs
from nonosat.search.outcome import ProvedVerdict
from nonosat.support.arguments import question
from nonosat.support.children.processes import run_limited
from nonosat.support.limits import Clock, Limit, limit_of
from nonosat.support.results import END, Answer, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import PartialRows


@dataclass(frozen=True, repr=False, eq=False)
class Backbone(Answer):
    """Answer to `backbone`: cells with the same colour in all solutions.

    The possible colours of each cell, by cell number. Empty sets if there is no solution; all cells are undecided if
    solvability is unknown.
    """

    puzzle: Puzzle
    verdict: ProvedVerdict
    possible: tuple[frozenset[int], ...]
    """Colours not excluded."""
    seen: tuple[frozenset[int], ...]
    """Colours that occur in some known solution; equal to `possible` if nothing is undecided."""
    sizes: tuple[int, int, int] = field(kw_only=True, repr=False, compare=False)
    """Numbers of `cells`, `open` and `undecided` cells, without building these lists."""

    _MEMBERS = ("verdict", "backbone", "open_cells", "undecided_cells", *END)

    @member
    def _backbone(
        self,
    ) -> Annotated[PartialRows, "Backbone: the grid where all solutions agree, `?` elsewhere."]:
        signs = partial_signs({some: _only(some) for some in set(self.possible)})
        if signs is None:
            return partial_rows(self.rows())
        return [
            "".join(map(signs.__getitem__, pick(self.possible, row.cells))) for row in self.puzzle.families[0]
        ]

    @member
    def _open_cells(self) -> Annotated[int, "Cells that differ between solutions."]:
        return self.sizes[1]

    @member
    def _undecided_cells(self) -> Annotated[int, "Cells for which a limit came before a decision."]:
        return self.sizes[2]

    @property
    def cells(self) -> dict[int, int]:
        """Cells of the backbone with their colours."""
        return {cell: min(colours) for cell, colours in enumerate(self.possible) if len(colours) == 1}

    @property
    def open(self) -> dict[int, frozenset[int]]:
        """Cells that differ between solutions, with the colours seen."""
        return {cell: colours for cell, colours in enumerate(self.seen) if len(colours) > 1}

    @property
    def undecided(self) -> dict[int, frozenset[int]]:
        """Cells not known to be in the backbone or to differ, with their possible colours."""
        return {
            cell: colours
            for cell, (colours, seen) in enumerate(zip(self.possible, self.seen, strict=True))
            if len(colours) > 1 and len(seen) < 2
        }

    def rows(self) -> tuple[tuple[int | None, ...], ...]:
        """Returns the colours of the backbone row by row, None for other cells."""
        colours = {some: _only(some) for some in set(self.possible)}
        flat = list(map(colours.__getitem__, self.possible))
        return tuple(tuple(pick(flat, row.cells)) for row in self.puzzle.families[0])


@question
def backbone(
    puzzle: Puzzle, *, limit: Limit | None = None, seconds: float | None = None, memory: int | None = None
) -> Backbone:
    """Finds the cells with the same colour in all solutions, and the possible colours of the others.

    Cells not decided within the limit (seconds, memory) are undecided. Raises `PuzzleError` for a misstated puzzle,
    `UsageError` for other limits.

    >>> found = backbone(Puzzle(rows=[[1], [1], [1]], columns=[[1], [1], [1]], givens=[(0, 0)]))
    >>> found.rows()
    ((1, 0, 0), (0, None, None), (0, None, None))
    """
    return run_limited(_backbone, puzzle, limit=limit_of(limit, seconds, memory))


def _backbone(puzzle: Puzzle, *, clock: Clock) -> Backbone:
    began = monotonic()

    def note(exploration: Exploration) -> None:
        clock.note(lambda: backbone_of(exploration, monotonic() - began))

    explored = explore(puzzle, clock, states=FEW_STATES, observer=note if clock.is_noted else None)
    return backbone_of(explored, monotonic() - began)


def _only(colours: frozenset[int]) -> int | None:
    return min(colours) if len(colours) == 1 else None


def backbone_of(exploration: Exploration, seconds: float) -> Backbone:
    """Returns the backbone found by an exploration."""
    board = exploration.board
    none: frozenset[int] = frozenset()
    possible = (none,) * board.cells if exploration.solvable is False else possible_colours(board)
    seen, differing = (none,) * board.cells, 0
    if exploration.solvable:
        seen, differing = exploration.seen_colours(), exploration.differing
    open_cells = 0 if exploration.solvable is False else exploration.open_cells
    forced = 0 if exploration.solvable is False else board.cells - open_cells
    return Backbone(
        exploration.puzzle,
        exploration.verdict,
        possible,
        seen,
        sizes=(forced, differing, open_cells - differing),
        end=exploration.end,
        seconds=seconds,
    )


def possible_colours(board: Board) -> tuple[frozenset[int], ...]:
    """Returns the candidates of each cell; computed row by row, which is faster than by cells."""
    colours = [frozenset[int]()] * board.cells
    sets: dict[tuple[str, ...], frozenset[int]] = {}

    @cache  # unknown lines with equal clues have equal candidates
    def colours_on(length: int, masks: tuple[int, ...]) -> list[frozenset[int]]:
        able = [*zip(*(f"{mask:0{length}b}"[::-1] for mask in masks), strict=True)]
        for some in set(able) - sets.keys():
            sets[some] = frozenset(colour for colour, digit in enumerate(some) if digit == "1")
        return list(map(sets.__getitem__, able))

    unpacked = board.unpack()
    for line in range(len(board.puzzle.families[0])):
        line_cells = board.lines[line]
        put(colours, line_cells, colours_on(len(line_cells), tuple(unpacked[line])))
    return tuple(colours)
