"""Finds a mistake in a state, as a hint of up to four levels: roughly where, the line, the segment, the cell.

The mistakes, easiest to see first: a cell that differs from the puzzle's givens, a line with no filling left, a cell
whose colour is in no solution. If each cell is right in some solution but no solution has all of them, it is the first
cell that contradicts earlier cells. For a line with no filling, the hint names the shortest segment that shows it, and
a wrong cell there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from nonosat.explaining.steps.contradictions import why_no_filling
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.solver_knowledge import solve_backbone
from nonosat.explaining.steps.step import OfLine, Step
from nonosat.explaining.steps.techniques import cells_of
from nonosat.explaining.words.patterns import THIRDS, Phrase, cells_named, ink, line_name, phrase
from nonosat.explaining.words.wording import Wording
from nonosat.lines.board import Board
from nonosat.lines.line import settle
from nonosat.model.geometry import Axis, LineId
from nonosat.model.palette import UNKNOWN
from nonosat.model.puzzle import Given, Puzzle
from nonosat.search.outcome import Verdict
from nonosat.search.questions import at_most
from nonosat.support.end import OutOfReach
from nonosat.support.limits import Clock
from nonosat.support.results import ABSENT, OPTIONAL, Limited, member

if TYPE_CHECKING:
    from nonosat.counting.backbone import Backbone
    from nonosat.records.shared_types import CellColour, CellColumn, CellRow

# work per hint, as people wait for it
SUPPOSITIONS = 200_000  # per step
STATES = 5_000  # frontiers of a region that is compiled
CONFLICTS = 1_000
_STATES_OF_MISTAKE = 20_000  # the same, if only the solver can find the mistake


class HintKind(StrEnum):
    """Kind of hint."""

    STEP = "step"
    SOLVED = "solved"
    MISTAKE = "mistake"
    OPEN = "open"
    """Nothing more follows: the cells that are left differ between solutions."""
    UNSOLVABLE = "unsolvable"
    """The puzzle itself has no solution."""
    UNKNOWN = "unknown"
    """A limit was hit."""


_VERDICTS = {
    HintKind.OPEN: Verdict.MULTIPLE,
    HintKind.MISTAKE: Verdict.UNSOLVABLE,
    HintKind.UNSOLVABLE: Verdict.UNSOLVABLE,
}


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Mistake(OfLine):
    """A mistake: its line from hint level 2, its cell from level 4."""

    said: tuple[Phrase, ...]
    axis: Axis | None = None
    index: int | None = None
    cells: Annotated[tuple[Given, ...], "From level 3: cells of the line, one of them wrong."] = ()
    cell: Given | None = None
    """The wrong cell, with its colour in the state."""

    _MEMBERS = ("text", "cells", *Given._fields, "axis", "index")

    @member
    def _row(self) -> CellRow:
        return self.cell.row if self.cell else ABSENT

    @member
    def _column(self) -> CellColumn:
        return self.cell.column if self.cell else ABSENT

    @member
    def _colour(self) -> CellColour:
        return self.cell.colour if self.cell else ABSENT

    @property
    def text(self) -> Annotated[str, "Explanation in words."]:
        """The last level in English."""
        return "\n".join(map(str, self.said))


@dataclass(frozen=True, repr=False, eq=False)
class Hint(Limited):
    """Answer to `hint`: the next step from a partial grid, or its mistakes."""

    kind: Annotated[HintKind, str, "`step`, `solved`, `mistake`, `open`, `unsolvable` or `unknown`."]
    said: Annotated[tuple[Phrase, ...], "The same in patterns; empty if the steps say it."]
    """The hint's sentences. For a step: those of the requested level, if below 4."""
    steps: Annotated[tuple[Step, ...], "Steps of the hint; the last one sets a cell."] = ()
    mistake: Annotated[Mistake | None, "The mistake, for `kind` `mistake`; else null."] = None
    levels: Annotated[
        tuple[Phrase, ...], "Hint levels up to the requested one, each more specific, in patterns."
    ] = ()
    note: str = ""
    """The reading of the state, if that may be the mistake."""

    _MEMBERS = (
        *("verdict", "kind", "text", "said", "steps", "mistake", "levels"),
        *("stopped", "detail"),
    )

    @property
    def text(self) -> Annotated[str, "Hint in words."]:
        """The hint in English."""
        said = [*map(str, self.steps)] if self.steps else [*map(str, self.said)]
        return "\n".join(said) + (f" ({self.note})" if self.note else "")

    def __str__(self) -> str:
        return self.text

    @property
    def verdict(self) -> Verdict:
        """Verdict on the solutions that contain the state; UNKNOWN for a step, which asks for none."""
        return _VERDICTS.get(self.kind, Verdict.UNKNOWN)

    @member
    def _verdict(
        self,
    ) -> Annotated[
        Verdict,
        OPTIONAL,
        "`multiple` if the remaining cells differ between solutions, `unsolvable` after a mistake; missing for a step.",
    ]:
        return ABSENT if self.kind in (HintKind.STEP, HintKind.SOLVED) else self.verdict


def mask_of(puzzle: Puzzle, line: LineId, cells: Iterable[Given]) -> int:
    """Returns the positions of cells on a line, as a mask."""
    places = puzzle.lines[puzzle.geometry.lines.index(line)].cells
    return sum(1 << places.index(puzzle.cell(cell.row, cell.column)) for cell in cells)


def near(puzzle: Puzzle, axis: Axis, index: int) -> Phrase:
    """Says roughly where a line lies."""
    geometry = puzzle.geometry
    if geometry.name == "shape":  # its lines can be anywhere
        return line_name(LineId(axis, index))
    if axis not in THIRDS:
        return phrase(f"some {axis}")
    count = geometry.counts[geometry.axes.index(axis)]
    third = 3 * index // count if count > 2 else 2 * index
    return phrase(f"{axis} {THIRDS[axis][third]}")


def line_through(puzzle: Puzzle, cell: int) -> LineId:
    """Returns a line through a cell, of the first family that states one."""
    geometry = puzzle.geometry
    return next(
        LineId(axis, index)
        for axis, family, stated in zip(geometry.axes, geometry.families, geometry.stated, strict=True)
        for index, line in enumerate(family[:stated])
        if cell in line
    )


def _as_read(puzzle: Puzzle, partial_grid: PartialGrid) -> str:
    """Says how a state without unknown cells was read, in case the file writes unknown cells differently."""
    counts = Counter(given.colour for given in partial_grid.givens())
    cells = ", ".join(f"{counts[colour]:,} {ink(colour, puzzle.palette)}" for colour in sorted(counts))
    return f"no cell was read as unknown: {cells}; a cell that is not known yet is written {UNKNOWN}"


class MistakeFinder:
    """Finds the mistake of a state."""

    def __init__(self, puzzle: Puzzle, state: PartialGrid, level: int, clock: Clock) -> None:
        self._puzzle, self._state, self._level, self._clock = puzzle, state, level, clock
        self._givens_of_state = state.givens()
        self._wording = Wording(Board(puzzle))

    def hint(self) -> Hint | None:
        """Returns the mistake, or that the puzzle has no solution; None if nothing is wrong."""
        puzzle, state = self._puzzle, self._givens_of_state
        if stated := puzzle.contradictions():
            return Hint(HintKind.UNSOLVABLE, (phrase("no solution because", reason=stated[0].reason),))
        given_colours = {(row, column): colour for row, column, colour in puzzle.givens}
        for cell in state:
            if given_colours.get((cell.row, cell.column), cell.colour) != cell.colour:
                return self._wrong_cell(cell, "not given")
        unsolvable = Hint(HintKind.UNSOLVABLE, (phrase("no solution"),))
        if self._broken_line(puzzle) is not None:
            return unsolvable
        together = puzzle.replace(givens=(*puzzle.givens, *state))
        if (line := self._broken_line(together)) is not None:
            return self._wrong_line(line, Board(together))
        if not self._refuted(together):
            return None
        if not state:
            return unsolvable
        shared = solve_backbone(puzzle, self._clock, states=_STATES_OF_MISTAKE)
        if shared.verdict is Verdict.UNSOLVABLE:
            return unsolvable
        if (wrong := self._in_no_solution(shared, state)) is not None:
            return self._wrong_cell(wrong, "in no solution")
        return self._wrong_cell(self._first_refuted(), "contradicts")

    def _first_refuted(self) -> Given:
        """Returns the first cell that no solution has together with all earlier cells (binary search)."""
        # the first `right` cells are not refuted together, the first `wrong` are
        right, wrong = 0, len(self._givens_of_state)
        while wrong - right > 1 and not self._clock.over:
            middle = (right + wrong) // 2
            if self._refuted(
                self._puzzle.replace(givens=(*self._puzzle.givens, *self._givens_of_state[:middle]))
            ):
                wrong = middle
            else:
                right = middle
        return self._givens_of_state[wrong - 1]

    def _in_no_solution(self, shared: Backbone, cells: Iterable[Given]) -> Given | None:
        """Returns the first cell whose colour is in no solution."""
        possible = shared.possible
        return next(
            (cell for cell in cells if cell.colour not in possible[self._puzzle.cell(*cell[:2])]), None
        )

    def _wrong_cell(self, cell: Given, kind: str) -> Hint:
        """Returns the hint about a cell, among its neighbours on a line."""
        puzzle = self._puzzle
        line = line_through(puzzle, puzzle.cell(cell.row, cell.column))
        places = puzzle.lines[puzzle.geometry.lines.index(line)].cells
        near_by = places.index(puzzle.cell(cell.row, cell.column)) // 5
        group = {puzzle.coordinates[place] for place in places[5 * near_by : 5 * near_by + 5]}
        around = [given for given in self._givens_of_state if (given.row, given.column) in group]
        return self._mistake(line, around, cell, (self._cell_is(cell, kind),))

    def _cell_is(self, cell: Given, kind: str) -> Phrase:
        row, column, colour = cell
        return phrase(kind, cell=self._wording.place(row, column), colour=self._wording.ink(colour))

    def _wrong_line(self, line: int, board: Board) -> Hint:
        """Returns the hint about a line without a filling: the shortest segment that shows this, and a wrong cell."""
        name, clue = self._puzzle.geometry.lines[line], board.clues[line]
        start, end, masks = self._segment(line, board)
        places = [self._puzzle.coordinates[cell] for cell in board.lines[line][start:end]]
        segment = [given for place in places for given in self._givens_of_state if given[:2] == place]
        if self._level < 4 or not segment:
            return self._mistake(name, segment, None, ())
        why = clue and why_no_filling(clue, masks, self._puzzle.palette)
        said = why.said if why else phrase("no filling")
        cells = cells_named(mask_of(self._puzzle, name, segment))
        among = phrase("among", line=line_name(name), cells=cells, what=said)
        try:
            shared = solve_backbone(self._puzzle, self._clock, states=STATES, conflicts=CONFLICTS)
            solvable = shared.verdict is not Verdict.UNSOLVABLE
            wrong = self._in_no_solution(shared, segment) if solvable else None
        except OutOfReach:
            wrong = None
        last = wrong or segment[-1]
        kind = "in no solution" if wrong else "contradicts"
        return self._mistake(name, segment, last, (among, self._cell_is(last, kind)))

    def _segment(self, line: int, board: Board) -> tuple[int, int, Sequence[int]]:
        """Returns start and end of the shortest segment without a filling, and the line's masks with its cells only."""
        plan, unfilled, start = board.plans[line], Board(self._puzzle).unpack()[line], 0
        assert plan is not None
        end = size = len(board.lines[line])

        def masks(start: int, end: int) -> list[int]:
            inside = cells_of((start, end))
            return [
                may & inside | free & ~inside
                for may, free in zip(board.unpack()[line], unfilled, strict=True)
            ]

        while end and settle(plan, masks(0, end - 1)) is None:
            end -= 1
        while start < size and settle(plan, masks(start + 1, end)) is None:
            start += 1
        return start, end, masks(start, end)

    def _mistake(
        self, line: LineId, cells: Iterable[Given], cell: Given | None, said: tuple[Phrase, ...]
    ) -> Hint:
        """Returns the hint about a mistake, as precise as the level allows."""
        level, cells = self._level, tuple(cells)
        levels = [
            phrase("mistake in", where=near(self._puzzle, *line)),
            phrase("mistake in", where=line_name(line)),
            phrase(
                "mistake among", line=line_name(line), cells=cells_named(mask_of(self._puzzle, line, cells))
            ),
        ][:level]
        shown = said if level == 4 else (levels[-1],)
        mistake = Mistake(
            shown,
            axis=line.axis if level > 1 else None,
            index=line.index if level > 1 else None,
            cells=cells if level > 2 else (),
            cell=cell if level > 3 else None,
        )
        note = "" if self._state.open_cells else _as_read(self._puzzle, self._state)
        return Hint(HintKind.MISTAKE, shown, mistake=mistake, levels=tuple(levels), note=note)

    def _broken_line(self, puzzle: Puzzle) -> int | None:
        """Returns the first line without a filling that agrees with the givens, or None."""
        board = Board(puzzle)
        for line, (plan, candidates) in enumerate(zip(board.plans, board.unpack(), strict=True)):
            self._clock.tick()
            if plan and settle(plan, candidates) is None:
                return line
        return None

    def _refuted(self, puzzle: Puzzle) -> bool:
        """Returns True if the puzzle is proved unsolvable."""
        search = at_most(1, puzzle, limit=self._clock.rest)
        next(search, None)
        search.close()
        return search.verdict is Verdict.UNSOLVABLE
