"""Declared values of records and requests: rows, cells, colours, puzzles, pictures.

Each is a declaration that reads and describes JSON; in a typed dictionary it is also a type.
"""

from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from nonosat.model.clues import BLOT, STAR, plain_lists
from nonosat.model.geometry import MAX_SIDE
from nonosat.model.palette import MAX_COLOURS
from nonosat.records.json_types import (
    Anything,
    Each,
    Field,
    Number,
    OneOf,
    Record,
    Table,
    Text,
    Whole,
    maybe,
    words_of,
)
from nonosat.support.end import Stopped
from nonosat.support.longint import LongInt
from nonosat.support.results import OPTIONAL

SIDE = Whole(0, MAX_SIDE)
COLOUR = Whole(0, MAX_COLOURS - 1)

COLOURS = OneOf((Text(letters="0-9"), Each(COLOUR, least=1)), "a digit for each cell, or a list of colours")
"""Colours of cells in order, such as a row: a digit per cell, or a list if a colour is 10 or more."""

ROWS = Each(COLOURS)


class _KnownRows(Each):
    """Rows with a digit or `?` per cell, or lists with null; read as lists of numbers and None."""

    def read(self, value: Any, where: str) -> list[Any]:
        rows = super().read(value, where)
        return [[None if cell in ("?", None) else int(cell) for cell in row] for row in rows]


KNOWN_ROWS = _KnownRows(
    OneOf((Text(letters="0-9?"), Each(maybe(COLOUR), least=1)), "a digit or `?` for each cell, or a list")
)
"""Rows of a grid with unknown cells: `?`, or null in a list."""

CELL = Each(SIDE, 2, 2)
"""A cell: [row, column]."""

AXIS = Text(100)
"""Name of a family of lines: row, column, diagonal, or that of a shape."""

VERDICT = Text(words=("unique", "multiple", "unsolvable", "unknown"))

BLOCK = OneOf(
    (
        SIDE,
        Text(words=(BLOT, STAR)),
        Each(OneOf((SIDE, Text(words=(BLOT,))), "a number or `?`"), 2, 2),
    ),
    f"a length up to {MAX_SIDE}, `?`, `*`, or [length, colour]",
)
CLUE = maybe(Each(BLOCK, MAX_SIDE))


class _ClueLists(Each):
    """Clues, nearly all of which are lists of lengths."""

    def read(self, value: Any, where: str) -> list[Any]:
        plain = isinstance(value, list) and len(value) <= MAX_SIDE and plain_lists(value) is not None
        return value if plain else super().read(value, where)


_CLUES = _ClueLists(CLUE, MAX_SIDE)
PALETTE = Each(Each(Text(1000), 3, 3), MAX_COLOURS, 2)
_GIVENS = Each(Each(SIDE, 3, 2))
_EXTRA = OneOf((Table(Text()), Each(Each(Text(), 2, 2))), "an object of texts, or a list of [key, text]")
"""A list if a key comes more than once."""

TEXTS = tuple(
    Field(name, Text(), f"The puzzle's {name}.", "")
    for name in ("title", "author", "source", "copyright", "licence")
)
SHARED = (
    Field("palette", PALETTE, "[name, rgb, letter] of each colour, background first.", None),
    Field("givens", _GIVENS, "Cells known from the start: [row, column, colour], from 0.", []),
    *TEXTS,
    Field("extra", _EXTRA, "Other properties.", {}),
)
"""Members of both a puzzle and a picture."""

PUZZLE = Record(
    "Puzzle",
    (
        Field("rows", _CLUES, "A clue for each row: a list of blocks, or null if nothing is known.", None),
        Field("columns", _CLUES, "The same for columns.", None),
        Field("diagonals", _CLUES, "The same for the third direction of a triddler.", []),
        Field("corner", Whole(-MAX_SIDE, MAX_SIDE), "Where the diagonals of a triddler begin.", 0),
        Field(
            "lines",
            Table(Each(Each(Whole(0)))),
            "Of another shape, instead of `rows`: by family, each line's cells.",
            None,
        ),
        Field("clues", Table(_CLUES), "Of another shape: a clue for each of its lines.", None),
        Field(
            "outlines",
            Each(Each(Each(Number(-MAX_SIDE, MAX_SIDE), 2, 2), least=3)),
            "Of another shape: each cell's corners.",
            None,
        ),
        Field("labels", Each(Text()), "Of another shape: names of its cells.", None),
        *SHARED,
        Field("goal", maybe(Each(COLOURS, MAX_SIDE)), "The grid that its author had in mind.", None),
    ),
    about="A puzzle, as nonosat's own JSON files have it. A block is its length or `[length, colour]`; "
    'a length that is hidden is `"?"`.',
    example={"rows": [[1], [2]], "columns": [[2], [1]]},
)

PICTURE = Record(
    "Picture",
    (
        Field("rows", Each(COLOURS, MAX_SIDE, 1), "Each row: a digit a cell, or a list of colours."),
        *SHARED,
    ),
    about="A rectangular picture, which stands for the puzzle that has its clues and it as the goal. "
    "0 is the background, 1 the first ink.",
    example={"rows": ["10", "11"]},
)

Colours = Annotated[str | list[int], COLOURS]
Rows = Annotated[list[str | list[int]], ROWS]
PartialRows = Annotated[list[str | list[int | None]], KNOWN_ROWS]
Cell = Annotated[list[int], CELL]
Axis = Annotated[str, AXIS]
Clues = Annotated[list[object], _CLUES]
PaletteRows = Annotated[list[list[str]], PALETTE]
AnyJson = Annotated[object, Anything()]
Clue = Annotated[list[object] | None, CLUE]
Digits = Annotated[str, Text(letters="0-9")]
"""Number of solutions; can be too long for other programs' integers."""
LineAxis = Annotated[Axis, OPTIONAL, "Axis of the line."]
LineIndex = Annotated[int, OPTIONAL, "Number of the line, from 0."]
CellRow = Annotated[int, OPTIONAL, "Row of the cell, from 0."]
CellColumn = Annotated[int, OPTIONAL, "Column of the cell, from 0."]
CellColour = Annotated[int, OPTIONAL, "Colour of the cell."]
LineSolvable = Annotated[bool | None, "True if line solving settles every cell; null if unknown."]
CountOf = Annotated[LongInt, "The number; a lower bound unless `exact`."]
"""Number of solutions or fillings."""
Exact = Annotated[bool, "True if the count is exact."]
StoppedName = Annotated[str, words_of(Stopped)]
Phrase = Annotated[Mapping[str, object], Table(Anything())]
"""A sentence to be translated: `say` is its English pattern; other members fill in its braces, and can be sentences, too."""
FIGURES = Table(OneOf((Text(), Number()), "text or a number"))
Figures = Annotated[Mapping[str, object], FIGURES]


RANGE = Each(Number(0, 1e6), most=2, least=2)
"""Minimum and maximum of a figure."""


class Placement(TypedDict):
    """A block of a line and its start."""

    axis: Annotated[Axis, "The line."]
    index: Annotated[int, "Number of the line, from 0."]
    block: Annotated[int, "Number of the block in the clue, from 0."]
    start: Annotated[int, "First cell in the line, from 0."]
