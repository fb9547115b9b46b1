"""The content of a picture: frozen data from which every writer starts.

A drawing has meanings (a cell is new, a clue is part of a conflict); `nonosat.apps.drawing.themes` assigns the colours
and `nonosat.apps.drawing.layout` the positions. Equal cells are one object, so that a million of them are made quickly
and take little memory.

>>> from nonosat.model.puzzle import Grid
>>> puzzle = Grid(["#.", "##"]).puzzle()
>>> drawing = drawing_of(puzzle, [[1, None], [1, Cell(1, State.NEW)]])
>>> drawing.panels[0].cells[1]
(Cell(colour=1, state=<State.PLAIN: 'plain'>, label='', region=None), \
Cell(colour=1, state=<State.NEW: 'new'>, label='', region=None))
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from nonosat.apps.drawing.writers import PICTURES, contents, save, writer_of
from nonosat.model.clues import Block, Clue, clue_text, length_text
from nonosat.model.geometry import Geometry, LineId, pick
from nonosat.model.palette import BLACK_AND_WHITE, Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.support.arguments import method
from nonosat.support.errors import UsageError
from nonosat.support.limits import check_limits
from nonosat.support.results import NoTruthValue

AUTO = "auto"  # theme that follows the reader's system in SVG; light in other kinds of files
_MOST_DESCRIBED = 120  # maximum number of lines for clues in a description


class State(StrEnum):
    """State of a cell, a number, or a line with its clue; the values are classes of an SVG."""

    PLAIN = "plain"
    HIGHLIGHTED = "highlighted"  # subject of the picture: the line of a step, a cell of a region
    NEW = "new"  # became known in this step
    DONE = "done"  # its block is found: a number to cross out
    DIMMED = "dimmed"  # not the subject of the picture
    MARKED = "marked"  # wrong, or part of a contradiction
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    UNDECIDED = "undecided"  # not known to be forced or to differ
    SUPPOSED = "supposed"  # supposed, or a consequence of a supposition


# signs of states in cells without a label
SIGNS = {State.ADDED: "+", State.REMOVED: "-", State.CHANGED: "~", State.UNDECIDED: "?"}


class Cell(NamedTuple):
    """A cell: colour (None: unknown), state, and a character drawn in it."""

    colour: int | None = None
    state: State = State.PLAIN
    label: str = ""
    region: int | None = None  # number of its region, from 0

    @property
    def sign(self) -> str:
        """Its label, or the sign of its state."""
        return self.label or SIGNS.get(self.state, "")


class ClueNumber(NamedTuple):
    """One block of a clue; `0` of an empty line and `*` of an unknown clue have no colour."""

    text: str
    colour: int | None = None
    state: State = State.PLAIN

    def worded(self, palette: Palette) -> str:
        """Returns the number with the letter of its ink, if there are several inks."""
        if self.colour is None or len(palette) <= 2:
            return self.text
        return self.text + palette[self.colour].letter


class LineClue(NamedTuple):
    """A line's clue; the state applies to the whole line, cells included."""

    id: LineId
    numbers: tuple[ClueNumber, ...]
    state: State = State.PLAIN


@dataclass(frozen=True)
class Panel:
    """A grid with its clues; most drawings have one, a comparison has two."""

    geometry: Geometry
    cells: tuple[tuple[Cell, ...], ...]  # row by row, with lengths `geometry.row_lengths`
    clues: tuple[LineClue, ...]  # of all lines in the order of `geometry.lines`; empty for a grid alone
    caption: str = ""

    @cached_property
    def unfinished(self) -> bool:
        """True if some but not all cells are known, so that known background must be visible."""
        there = set().union(*self.cells)
        to_find = any(cell.colour is None and cell.region is None for cell in there)
        return to_find and any(cell.colour is not None for cell in there)

    def _family(self, axis: str) -> tuple[LineClue, ...]:
        """Returns the clues of one family."""
        return tuple(clue for clue in self.clues if clue.id.axis == axis)


class Entry(NamedTuple):
    """Legend entry: a cell and its meaning."""

    cell: Cell
    text: str


@dataclass(frozen=True)
class Drawing(NoTruthValue):
    """The content of a picture: panels, a legend, and texts."""

    panels: tuple[Panel, ...]
    palette: Palette = BLACK_AND_WHITE
    title: str = ""
    description: str = ""  # text alternative
    caption: str = ""  # printed below
    legend: tuple[Entry, ...] = ()
    coordinates: bool = False  # True: rows and columns of rectangles are numbered, at the right and below

    @method
    def svg(self, *, theme: str = AUTO, cell: int | None = None) -> str:
        """Returns an SVG in a theme (light, dark, print; auto follows the reader's system).

        `cell` is the size of a cell in pixels; a row of a triddler is as high. Raises `UsageError` for a
        theme or size that does not exist.
        """
        return self._as("svg", theme=theme, cell=cell).decode()

    @method
    def png(self, *, theme: str = AUTO, cell: int | None = None) -> bytes:
        """Returns the content of a PNG file; auto is light."""
        return self._as("png", theme=theme, cell=cell)

    @method
    def save(
        self,
        path: str | os.PathLike[str],
        *,
        to: str | None = None,
        theme: str = AUTO,
        cell: int | None = None,
        **options: Any,
    ) -> None:
        """Writes a file of the kind `to`, such as svg, by default that of the extension; `-` is standard output.

        `options` are those of that kind. Raises `OutputError` if it cannot be written.
        """
        save(PICTURES, self, os.fspath(path), to, theme=theme, cell=cell, **options)

    def _as(self, kind: str, **options: Any) -> bytes:
        return contents(writer_of(PICTURES, "", kind), self, options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        sizes = ", ".join("x".join(map(str, panel.geometry.counts[::-1])) for panel in self.panels)
        return f"<Drawing {sizes}{f': {self.title}' if self.title else ''}>"


# types of cells: a grid, or rows of colours and cells; None for the givens
AnyCells = Grid | Sequence[Sequence[int | Cell | None]] | None


def drawing_of(
    puzzle: Puzzle,
    cells: AnyCells = None,
    *,
    description: str | None = None,
    caption: str = "",
    legend: Iterable[Entry] = (),
    states: Mapping[tuple[int, int], State] | None = None,
    lines: Mapping[LineId, State] | None = None,
    crossed_out: bool = False,
) -> Drawing:
    """Returns a drawing with one panel; the last three arguments are those of `panel_of`.

    The description defaults to the puzzle's size and clues.
    """
    return Drawing(
        panels=(panel_of(puzzle, cells, states=states, lines=lines, crossed_out=crossed_out),),
        palette=puzzle.palette,
        title=puzzle.metadata.title,
        description=described(puzzle) if description is None else description,
        caption=caption,
        legend=tuple(legend),
    )


def panel_of(
    puzzle: Puzzle,
    cells: AnyCells = None,
    *,
    states: Mapping[tuple[int, int], State] | None = None,
    lines: Mapping[LineId, State] | None = None,
    numbers: Mapping[LineId, Mapping[int, State]] | None = None,
    crossed_out: bool = False,
    caption: str = "",
) -> Panel:
    """Returns a panel: the puzzle with clues around the cells.

    `states` has the states of cells by (row, place), `lines` those of lines, `numbers` those of blocks. `crossed_out`
    marks numbers as done if their blocks were found without the new cells, see `done`. Raises `UsageError` if the cells
    do not fit.
    """
    rows = cells_of(puzzle, cells)
    if states:
        changed = [list(row) for row in rows]
        for (row, place), state in states.items():
            changed[row][place] = changed[row][place]._replace(state=state)
        rows = tuple(map(tuple, changed))
    marks = lines or {}
    flat: list[int | None] = []
    if crossed_out:
        flat = [
            None if cell.state in (State.NEW, State.SUPPOSED) else cell.colour for row in rows for cell in row
        ]
    clues = []
    for line in puzzle.lines:
        over = done(line.clue, pick(flat, line.cells)) if crossed_out else frozenset()
        labels = _numbers(line.clue, over)
        if numbers and line.id in numbers:
            state_of = numbers[line.id]
            labels = tuple(
                label._replace(state=state_of.get(at, label.state)) for at, label in enumerate(labels)
            )
        clues.append(LineClue(line.id, labels, marks.get(line.id, State.PLAIN)))
    return Panel(puzzle.geometry, rows, tuple(clues), caption)


def cells_of(puzzle: Puzzle, cells: AnyCells = None) -> tuple[tuple[Cell, ...], ...]:
    """Returns the cells of a panel, by default the givens."""
    rows: Sequence[Sequence[int | Cell | None]]
    if cells is None:
        givens: list[list[int | Cell | None]] = [[None] * length for length in puzzle.row_lengths]
        for row, place, colour in puzzle.givens:
            givens[row][place] = colour
        rows = givens
    else:
        rows = cells.rows if isinstance(cells, Grid) else cells
    if tuple(map(len, rows)) != puzzle.row_lengths:
        raise UsageError("the grid and the puzzle differ in size")
    table: dict[int | Cell | None, Cell] = {None: Cell()}
    table |= {colour: Cell(colour) for colour in range(len(puzzle.palette))}
    made = []
    for row_cells in rows:
        check_limits()
        for cell in set(row_cells) - table.keys():
            if not isinstance(cell, Cell):
                raise UsageError(f"colour {cell!r} of the grid is not in the palette")
            table[cell] = cell
        made.append(tuple(map(table.__getitem__, row_cells)))
    return tuple(made)


def done(clue: Clue | None, cells: Sequence[int | None]) -> frozenset[int]:
    """Returns the blocks of a line that a person would cross out: the blocks found from either end.

    A block is found when it has its length and all cells between it and an end of the line are known; for a
    blotted block also the cell beyond it.

    >>> sorted(done((Block(1), Block(2), Block(3)), [1, 0, 1, None, None, None, 0, 0, 1, 1, 1]))
    [0, 2]
    """
    if clue is None:
        return frozenset()
    if not clue:
        return frozenset() if any(colour != 0 for colour in cells) else frozenset({0})
    first = _found_from_start(clue, cells)
    last = _found_from_start(clue[::-1], cells[::-1])
    count = len(clue)
    return frozenset({*range(first), *(range(count - last, count) if first < count else ())})


def _found_from_start(clue: Clue, cells: Sequence[int | None]) -> int:
    """Returns the number of blocks found before the first unknown cell."""
    count = at = 0
    while count < len(clue):
        while at < len(cells) and cells[at] == 0:
            at += 1
        start, colour = at, clue[count].colour
        while at < len(cells) and cells[at] == colour:
            at += 1
        length = clue[count].length
        open_end = at < len(cells) and cells[at] is None
        if at == start or (open_end if length is None else length != at - start):
            break
        count += 1
    return count


def _numbers(clue: Clue | None, over: frozenset[int]) -> tuple[ClueNumber, ...]:
    """Returns the numbers of a clue; the blocks in `over` are done."""
    if not clue:
        state = State.DONE if 0 in over else State.PLAIN
        return (ClueNumber("*" if clue is None else "0", None, state),)
    if not over:
        return tuple(map(_number, clue))
    return tuple(_number(block, at in over) for at, block in enumerate(clue))


@lru_cache(maxsize=8192)
def _number(block: Block, over: bool = False) -> ClueNumber:
    """Returns the number of a block; equal numbers are one object."""
    return ClueNumber(length_text(block), block.colour or None, State.DONE if over else State.PLAIN)


def described(puzzle: Puzzle) -> str:
    """Describes a puzzle: size, inks and, unless there are very many, clues.

    >>> described(Grid(["#.", "##"]).puzzle())
    'Nonogram of 2 columns and 2 rows. Clues of the rows: 1; 2. Clues of the columns: 2; 1.'
    """
    counts = zip(puzzle.geometry.axes, puzzle.geometry.counts, strict=True)
    sizes = [f"{count} {axis}{'' if count == 1 else 's'}" for axis, count in counts]
    order = [sizes[1], sizes[0], *sizes[2:]] if len(sizes) == 2 else sizes
    inks = [colour.name for colour in puzzle.palette[1:]]
    coloured = f" in {', '.join(inks)}" if len(inks) > 1 else ""
    text = f"Nonogram of {', '.join(order[:-1])} and {order[-1]}{coloured}."
    if len(puzzle.lines) > _MOST_DESCRIBED:
        return text
    for axis, family in zip(puzzle.geometry.axes, puzzle.families, strict=True):
        clues = "; ".join(clue_text(line.clue, puzzle.palette) for line in family)
        text += f" Clues of the {axis}s: {clues}."
    return text
