"""What requests and answers are made of: puzzles, pictures, cells, steps, changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nonosat.formats import native
from nonosat.foundation.errors import InputError
from nonosat.model.clues import BLOT, clue_list
from nonosat.model.geometry import AXES, MAX_SIDE
from nonosat.model.metadata import Metadata
from nonosat.model.palette import BLACK_AND_WHITE, MAX_COLOURS, UNKNOWN
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.questions.repairs.result import CellChange, ClueChange
from nonosat.solving.engine.outcome import Verdict
from nonosat.studio.declared import (
    Each,
    Field,
    OneOf,
    Record,
    Refused,
    Schemas,
    Table,
    Text,
    Type,
    Whole,
    maybe,
    words_of,
)

_MOST_TEXT = 100_000
_DIGITS = 10
"""Pictures with at most so many colours are written with a digit a cell."""

_SIDE = Whole(0, MAX_SIDE)
_COLOUR = Whole(0, MAX_COLOURS - 1)

COLOURS = OneOf((Text(letters="0-9"), Each(_COLOUR, least=1)), "a digit for each cell, or a list of colours")
"""The colours of a row, or of other cells in order: a digit a cell, or a list where there are ten or more."""

ROWS = Each(COLOURS)

KNOWN_ROWS = Each(
    OneOf((Text(letters="0-9?"), Each(maybe(_COLOUR), least=1)), "a digit or `?` for each cell, or a list")
)
"""The rows of a picture of which some cells are not known: `?`, or null in a list."""

VERDICT = words_of(Verdict)

_BLOCK = OneOf(
    (
        _SIDE,
        Text(words=(BLOT,)),
        Each(OneOf((_SIDE, Text(words=(BLOT,))), "a number or `?`"), 2, 2),
    ),
    "a length, `?`, or [length, colour]",
)
_CLUES = Each(maybe(Each(_BLOCK, MAX_SIDE)), MAX_SIDE)
_PALETTE = Each(Each(Text(1000), 3, 3), MAX_COLOURS)
_GIVENS = Each(Each(_SIDE, 3, 2))
_TEXTS = tuple(
    Field(name, Text(_MOST_TEXT), f"The puzzle's {name}.", "")
    for name in ("title", "author", "source", "copyright", "licence")
)
_SHARED = (
    Field("palette", _PALETTE, "[name, rgb, letter] of each colour, background first.", None),
    Field("givens", _GIVENS, "Cells known from the start: [row, column, colour], from 0.", []),
    *_TEXTS,
    Field("extra", Table(Text(_MOST_TEXT), 1000), "Other properties.", {}),
)


@dataclass(frozen=True, slots=True)
class _Puzzle:
    """A puzzle in our own JSON, read as `nonosat.formats.native` does."""

    def read(self, value: Any, where: str) -> Puzzle:
        try:
            native.require_puzzle(value)
            puzzle = native.puzzle_of(value)
        except InputError as error:
            raise Refused(f"is no puzzle: {error.reason}", where) from None
        for each in _SHARED:  # a file's texts may be of any length
            if value.get(each.name) is not None:
                each.type.read(value[each.name], f"{where}.{each.name}")
        return puzzle

    def schema(self, named: Schemas) -> dict[str, Any]:
        return _PUZZLE_RECORD.schema(named)


_PUZZLE_RECORD = Record(
    "Puzzle",
    (
        Field("rows", _CLUES, "A clue for each row: a list of blocks, or null where nothing is known."),
        Field("columns", _CLUES, "The same for columns."),
        Field("diagonals", _CLUES, "The same for the third direction of a triddler.", []),
        Field("corner", Whole(-MAX_SIDE, MAX_SIDE), "Where the diagonals of a triddler begin.", 0),
        *_SHARED,
        Field("goal", maybe(Each(COLOURS, MAX_SIDE)), "The picture that its author had in mind.", None),
    ),
    about="A puzzle, as nonosat's own JSON files have it. A block is its length or `[length, colour]`; "
    'a length that is hidden is `"?"`.',
    example={"rows": [[1], [2]], "columns": [[2], [1]]},
)

_PICTURE_RECORD = Record(
    "Picture",
    (
        Field("rows", Each(COLOURS, MAX_SIDE, 1), "Each row: a digit a cell, or a list of colours."),
        *_SHARED,
        Field("columns", Whole(1, MAX_SIDE), "Of a triddler: how many lines lean like `/`.", None),
        Field("diagonals", Whole(1, MAX_SIDE), "Of a triddler: how many lines lean the other way.", None),
        Field("corner", Whole(-MAX_SIDE, MAX_SIDE), "Of a triddler: where these begin.", 0),
    ),
    about="A picture, which stands for the puzzle that has its clues and it as the goal. "
    "0 is the background, 1 the first ink.",
    example={"rows": ["10", "11"]},
)


@dataclass(frozen=True, slots=True)
class _Picture:
    """A picture, read as the puzzle that has its clues."""

    def read(self, value: Any, where: str) -> Puzzle:
        found = _PICTURE_RECORD.read(value, where)
        read = native.Reader("")
        hexagon = found["columns"] is not None or found["diagonals"] is not None
        try:
            goal = read.goal(found["rows"], hexagon)
            palette: Any = BLACK_AND_WHITE if found["palette"] is None else read.palette(found["palette"])
            about: dict[str, Any] = {
                "givens": [read.given(each, at) for at, each in enumerate(found["givens"])],
                "metadata": Metadata(
                    **{each.name: read.text(found[each.name], each.name) for each in _TEXTS},
                    extra=tuple((read.text(key, "extra"), text) for key, text in found["extra"].items()),
                ),
                "goal": goal,
            }
            if not hexagon:
                return goal.puzzle(palette, **about)
            sides = found["columns"] or 0, found["diagonals"] or 0
            return goal.triddler(*sides, found["corner"], palette, **about)
        except InputError as error:
            raise Refused(f"is no picture: {error.reason}", where) from None

    def schema(self, named: Schemas) -> dict[str, Any]:
        return _PICTURE_RECORD.schema(named)


PUZZLE: Type = _Puzzle()
PICTURE: Type = _Picture()

SUBJECT = (
    Field("puzzle", PUZZLE, "The puzzle; or instead of it a picture.", None),
    Field("picture", PICTURE, "A picture, in place of a puzzle: its clues are computed.", None),
)
"""The members of a request about a puzzle; one of them must be there."""

EITHER = ("puzzle", "picture")

CELL = Each(_SIDE, 2, 2)
"""A cell: [row, column]."""

_AXIS = Text(words=tuple(AXES))
_PLACE = (Field("row", Whole(), "From 0."), Field("column", Whole(), "From 0."))
LINE = Record("Line", (Field("axis", _AXIS, "Which way it runs."), Field("index", Whole(), "From 0.")))
COLOURED = Record("ColouredCell", (*_PLACE, Field("colour", _COLOUR, "Its colour.")))
_CLUE = maybe(Each(_BLOCK))

CHANGE = Record(
    "Change",
    (
        Field("row", Whole(), "Of a cell: from 0.", None),
        Field("column", Whole(), "Of a cell: from 0.", None),
        Field("colour", _COLOUR, "Of a cell: its colour then.", None),
        Field("axis", _AXIS, "Of a clue: the axis of its line.", None),
        Field("index", Whole(), "Of a clue: the number of its line.", None),
        Field("from", _CLUE, "Of a clue: what it was.", None),
        Field("to", _CLUE, "Of a clue: what it is then.", None),
    ),
    about="A cell with its new colour, or a line with its new clue.",
)

STEP = Record(
    "Step",
    (
        Field("reason", Text(), "The technique, such as `overlap`."),
        Field("text", Text(), "The step in words."),
        Field(
            "axis", _AXIS, "The line that it is about; not there for a probe, which is about a cell.", None
        ),
        Field("index", Whole(), "The number of that line, from 0.", None),
        Field("cells", Each(COLOURED), "The cells that are known then."),
        Field("excluded", Each(COLOURED), "The colours that cells have lost."),
    ),
)


def colours(cells: Iterable[int], palette_size: int) -> str | list[int]:
    """The colours of some cells, as `COLOURS`."""
    return "".join(map(str, cells)) if palette_size <= _DIGITS else list(cells)


def picture_rows(grid: Grid, puzzle: Puzzle) -> list[str | list[int]]:
    """A picture, as `ROWS`."""
    return [colours(row, len(puzzle.palette)) for row in grid]


def known_rows(rows: Iterable[Sequence[int | None]], puzzle: Puzzle) -> list[str | list[int | None]]:
    """A picture of which some cells are not known, as `KNOWN_ROWS`."""
    if len(puzzle.palette) > _DIGITS:
        return [list(row) for row in rows]
    return ["".join(UNKNOWN if colour is None else str(colour) for colour in row) for row in rows]


def as_state(rows: Iterable[str | list[int | None]]) -> list[list[int | None]]:
    """What `KNOWN_ROWS` says, with None for a cell that is not known."""
    return [
        [None if cell == UNKNOWN else int(cell) for cell in row] if isinstance(row, str) else row
        for row in rows
    ]


def change_json(change: CellChange | ClueChange) -> dict[str, Any]:
    """A change, as `CHANGE`."""
    if isinstance(change, CellChange):
        return {"row": change.row, "column": change.column, "colour": change.colour}
    before, after = clue_list(change.before), clue_list(change.after)
    return {"axis": str(change.axis), "index": change.index, "from": before, "to": after}
