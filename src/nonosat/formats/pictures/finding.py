"""Finds the grid of a known puzzle in a text written by a person or a language model, or in a saved game.

The puzzle's shape and the notations of its colours are known. Consecutive rows of the puzzle's lengths are a complete grid, and
so is one text of as many cells; the last one counts, unless the text ends with a run of 0 and 1 of another length. Without one,
a list of the filled cells counts. Takes time linear in the length of the text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Annotated

from nonosat.formats import progress_in
from nonosat.formats.goals import goal_in, recoloured
from nonosat.formats.pictures.cutting import (
    Cells,
    FlatText,
    Notation,
    Row,
    flat_texts,
    lines,
    numbered,
    plain,
    runs,
    sources,
    without_markup,
)
from nonosat.formats.pictures.filled_cells import filled_cells
from nonosat.formats.pictures.letters import Colours, Meaning
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.records.cells import partial_rows
from nonosat.support.arguments import method
from nonosat.support.errors import InputError
from nonosat.support.results import Result, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import PartialRows


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Reading(Result):
    """A grid read from a text."""

    rows: tuple[tuple[int | None, ...], ...]
    """Colours row by row; None for a cell marked as unknown."""
    style: Annotated[Notation, str, "Notation of the grid."]
    first_line: Annotated[int, "First line in the text, from 1."]
    last_line: Annotated[int, "Last line in the text."]
    meaning: tuple[tuple[str, int | None], ...]
    """(character or word, colour) pairs."""

    _MEMBERS = ("style", "first_line", "last_line", "meaning", "rows")

    @member
    def _meaning(
        self,
    ) -> Annotated[dict[str, int | None], "Colour of each character or word; null means unknown."]:
        return dict(self.meaning)

    @member
    def _rows(self) -> Annotated[PartialRows, "The grid, `?` for cells marked as unknown."]:
        return partial_rows(self.rows)

    @property
    def unknown(self) -> int:
        """Number of cells marked as unknown."""
        return sum(row.count(None) for row in self.rows)

    @method
    def fits(self, puzzle: Puzzle) -> bool:
        """Returns whether it has the puzzle's shape and no unknown cell."""
        return not self.unknown and tuple(map(len, self.rows)) == puzzle.row_lengths

    def grid(self) -> Grid:
        """The grid, with unknown cells empty."""
        return Grid(([colour or BACKGROUND for colour in row] for row in self.rows), ragged=True)


_MOST = 1_000_000  # characters of a text that are read, from its end
_MOST_PER_CELL = 40  # their minimum per cell of the puzzle


def read(text: str, puzzle: Puzzle, tick: Callable[[], None]) -> Reading | None:
    """Returns the state of a saved game, or the last complete grid in a text (or the text of another length that ends it), else
    the one that a list of filled cells describes, else the largest partial or misshapen one.

    `tick` is called regularly and can raise. Of a very long text only the end is read.
    """
    if saved := _saved(text, puzzle):
        return Reading(saved, Notation.GAME, 1, len(text.splitlines()), ())
    lengths, colours = puzzle.row_lengths, Colours(puzzle.palette)
    text = plain(text)
    start = max(0, len(text) - max(_MOST, _MOST_PER_CELL * sum(lengths)))
    lines_before, text = text.count("\n", 0, start), without_markup(text[start:])
    best: tuple[Notation, Sequence[tuple[Row, Cells]], Meaning] | None
    best, best_rank = None, (False, False, 0)
    for source in sources(text, lengths, colours.notations):
        for run in runs(source, colours.notations, lengths, tick):
            rows = tuple(cells for _, cells in run)
            fits = tuple(map(len, rows)) == lengths
            if not fits and (source.whole or len(rows) < 2):
                continue
            meaning = colours.meaning(chain.from_iterable(rows), numbers=source.numbers)
            if meaning is None:
                continue
            complete = fits and None not in meaning.values()
            rank = complete, fits, run[-1][0].end if complete else sum(map(len, rows))
            if rank > best_rank:
                best, best_rank = (source.style, run, meaning), rank
    flat = _flat(text, lengths, colours, tick)
    if flat and flat[1][-1][0].end > (best_rank[2] if best_rank[0] else -1):
        best, best_rank = flat, (True, True, 0)
    if not best_rank[0] and (listed := filled_cells(text, numbered(lines(text)), puzzle, tick)):
        first_line, last_line = (lines_before + text.count("\n", 0, at) + 1 for at in listed[1:])
        return Reading(listed.rows, Notation.CELLS, first_line, last_line, ())
    if best is None:
        return None
    style, run, meaning = best
    return Reading(
        tuple(tuple(map(meaning.__getitem__, cells)) for _, cells in run),
        style,
        lines_before + text.count("\n", 0, run[0][0].start) + 1,
        lines_before + text.count("\n", 0, run[-1][0].end) + 1,
        tuple(meaning.items()),
    )


def _flat(
    text: str, lengths: Sequence[int], colours: Colours, tick: Callable[[], None]
) -> tuple[Notation, Sequence[tuple[Row, Cells]], Meaning] | None:
    """Returns the rows in the last text of all cells, or in the one of another length that ends an answer; None without one."""
    total, end = sum(lengths), len(text.rstrip())
    found: FlatText | None = None
    for flat in flat_texts(text, total, colours.notations):
        tick()
        is_last = flat.alone and flat.row.end >= end and len(flat.cells) > max(lengths)
        if (len(flat.cells) == total and len(lengths) > 1) or is_last:
            found = flat if found is None or flat.row.end > found.row.end else found
    meaning = colours.meaning(found.cells) if found else None
    if not found or meaning is None:
        return None
    starts = [*accumulate(lengths, initial=0)]
    rows = [found.cells[start:stop] for start, stop in pairwise([*starts, len(found.cells)])]
    return Notation.TEXT, [(found.row, cells) for cells in rows if cells], meaning


def _saved(text: str, puzzle: Puzzle) -> tuple[tuple[int | None, ...], ...]:
    """Returns the state of a saved game, or the goal of a puzzle file; empty for any other text."""
    with suppress(InputError):
        if progress := progress_in(text.encode(errors="replace")):
            return progress
    goal = goal_in(text)
    return tuple(map(tuple, recoloured(goal, puzzle.palette))) if goal else ()
