"""A puzzle as people know it: row clues to the left, column clues above, a rule every five cells.

A drawing is made once, as lines of pieces that know their colour, and then written plainly, where inks
beyond the first show as letters, or in the colours of the palette for a terminal. A triddler is drawn as
rows of triangles with the clues of its rows beside them and those of its strips below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from nonosat.model.clues import Clue, clue_words
from nonosat.model.geometry import Hexagon
from nonosat.model.palette import BACKGROUND, Palette
from nonosat.model.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from rich.text import Text

RULE_EVERY = 5

_CELL = 2
"""The characters of a cell in its row: about as wide as it is high."""

_EITHER_WAY = ("#000000", "#ffffff")
"""One of these is invisible on a terminal, depending on its background."""


@dataclass(frozen=True, slots=True)
class Charset:
    """The characters that a drawing is made of."""

    ink: str
    background: str
    open: str
    across: str
    down: str
    top: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]
    """Left corner, crossing and right corner of a rule."""
    up: tuple[str, str]
    """A triangle that points up: ink, background."""
    flat: tuple[str, str]
    """One that points down."""


UNICODE = Charset(
    "█", " ", "·", "─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), ("▲", "△"), ("▼", "▽")
)
ASCII = Charset(
    "#", " ", ".", "-", "|", ("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"), ("#", "-"), ("#", "-")
)


class _Piece(NamedTuple):
    """Some text of one colour; `plain` is what stands for it where there are no colours."""

    text: str
    colour: int | None = None
    plain: str | None = None
    style: str = ""
    """A terminal style, not a palette colour."""


_Line = list[_Piece]

Label = tuple[str, str]
"""A character that stands in a cell instead of its colour, and its style on a terminal."""

Cells = Sequence[Sequence[int | Label | None]]
"""Row by row what is drawn in each cell: a colour, a label, or neither if unknown."""


def draw(
    puzzle: Puzzle,
    grid: Grid | Cells | None = None,
    *,
    charset: Charset = UNICODE,
    columns: int | None = None,
) -> str:
    """The puzzle with its clues around the grid: a picture, or whatever its cells show, or the givens.

    Cells are two characters wide, or one if the drawing would not fit into `columns` otherwise;
    even then it may be too wide.

    >>> print(draw(Puzzle(rows=[[1], [2]], columns=[[2], [1]]), Grid(["#.", "##"]), charset=ASCII))
        2 1
      +----+
    1 |##  |
    2 |####|
      +----+
    """
    lines = _drawing(puzzle, grid, charset, columns)
    return "\n".join("".join(p.text if p.plain is None else p.plain for p in line).rstrip() for line in lines)


def draw_coloured(
    puzzle: Puzzle,
    grid: Grid | Cells | None = None,
    *,
    charset: Charset = UNICODE,
    columns: int | None = None,
) -> Text:
    """The same in the colours of the palette, as rich prints it to a terminal."""
    from rich.text import Text

    styles = ink_styles(puzzle.palette)
    text = Text()
    for line in _drawing(puzzle, grid, charset, columns):
        for piece in line:
            text.append(piece.text, piece.style if piece.colour is None else styles.get(piece.colour, ""))
        text.append("\n")
    text.right_crop()
    return text


def ink_styles(palette: Palette) -> dict[int, str]:
    """The terminal style of each colour; empty for one that would be invisible on some terminals."""
    styles = {colour: f"#{ink.rgb}" for colour, ink in enumerate(palette)}
    plain = [colour for colour in styles if colour != BACKGROUND and styles[colour] in _EITHER_WAY]
    if len(plain) == 1:  # in the terminal's own colour, whatever its background is
        styles[plain[0]] = ""
    return styles


def _drawing(puzzle: Puzzle, grid: Grid | Cells | None, charset: Charset, columns: int | None) -> list[_Line]:
    cells = cells_of(puzzle, grid)
    if isinstance(puzzle.geometry, Hexagon):
        return _triangles(puzzle, puzzle.geometry, cells, charset)
    lines = _rectangle(puzzle, cells, charset, _CELL)
    if columns is not None and max(map(_width, lines)) > columns:
        lines = _rectangle(puzzle, cells, charset, 1)
    return lines


def _rectangle(puzzle: Puzzle, cells: Cells, charset: Charset, size: int) -> list[_Line]:
    close = size < _CELL and len(puzzle.palette) > 2  # ink letters then separate the numbers
    beside = [_numbers(clue, puzzle) if close else _spaced(_numbers(clue, puzzle)) for clue in puzzle.rows]
    margin = max(map(_width, beside))
    lines = [[_Piece(" " * (margin + 1)), *line] for line in _above(puzzle, size)]

    def rule(corners: tuple[str, str, str]) -> _Line:
        left, cross, right = corners
        groups = range(0, puzzle.width, RULE_EVERY)
        edges = [charset.across * size * min(RULE_EVERY, puzzle.width - at) for at in groups]
        return [_Piece(" " * (margin + 1) + left + cross.join(edges) + right)]

    for row, clue in enumerate(beside):
        if row % RULE_EVERY == 0:
            lines.append(rule(charset.middle if row else charset.top))
        line = [_Piece(" " * (margin - _width(clue))), *clue, _Piece(" ")]
        for column, colour in enumerate(cells[row]):
            if column % RULE_EVERY == 0:
                line.append(_Piece(charset.down))
            line.append(_cell(colour, puzzle, charset, size))
        lines.append([*line, _Piece(charset.down)])
    return [*lines, rule(charset.bottom)]


def _above(puzzle: Puzzle, size: int) -> Iterator[_Line]:
    """The clues of the columns, from the top, in cells of that width.

    A number that is too wide is stacked. The letter of its ink marks its end, or else the empty line that
    separates it from the numbers above and below.
    """
    inks = len(puzzle.palette) > 2
    room = size if inks else max(1, size - 1)
    clues = [[_stacked(number, room) for number in _numbers(clue, puzzle)] for clue in puzzle.columns]
    before = 0
    for level in range(max(map(len, clues)), 0, -1):
        stacks = [clue[-level] if level <= len(clue) else [] for clue in clues]
        height = max(map(len, stacks))
        if before and max(before, height) > 1 and not inks:
            yield []
        for part in range(height, 0, -1):
            line = []
            for column, stack in enumerate(stacks):
                piece = stack[-part] if part <= len(stack) else _Piece("")
                line += [_Piece(" " * (size - len(piece.text) + (column % RULE_EVERY == 0))), piece]
            yield line
        before = height


def _stacked(number: _Piece, room: int) -> list[_Piece]:
    """A number in parts of at most that width, all but the first of full width.

    >>> [part.text for part in _stacked(_Piece("123r"), 3)]
    ['1', '23r']
    """
    text = number.text
    ends = range(len(text), 0, -room)
    return [number._replace(text=text[max(0, end - room) : end]) for end in ends][::-1]


def _triangles(puzzle: Puzzle, shape: Hexagon, cells: Cells, charset: Charset) -> list[_Line]:
    rows, *strips = puzzle.families
    beside = [_spaced(_numbers(row.clue, puzzle)) for row in rows]
    margin = max(map(_width, beside))
    starts = [min(x for x, _ in shape.outline(row, 0)) for row in range(len(rows))]
    lines: list[_Line] = []
    for row, (clue, start, colours) in enumerate(zip(beside, starts, cells, strict=True)):
        indent = _Piece(" " * (2 + start - min(starts)))
        line = [_Piece(" " * (margin - _width(clue))), *clue, indent]
        for place, colour in enumerate(colours):
            ink, background = charset.up if shape.points_up(row, place) else charset.flat
            if colour is None or isinstance(colour, tuple):
                line.append(_cell(colour, puzzle, charset, 1))
            elif colour == BACKGROUND:
                line.append(_Piece(background))
            else:
                line.append(_Piece(ink, colour, _letter(colour, puzzle, ink)))
        lines.append(line)
    lines.append([_Piece("columns lean like /, diagonals like \\; both are read from the top:")])
    lines += [
        [_Piece(f"{strip.id}: "), *_spaced(_numbers(strip.clue, puzzle))]
        for strip in chain.from_iterable(strips)
    ]
    return lines


def cells_of(puzzle: Puzzle, grid: Grid | Cells | None) -> Cells:
    """What is drawn in the cells: the givens where nothing else is."""
    if grid is not None:
        return grid.rows if isinstance(grid, Grid) else grid
    cells: list[list[int | None]] = [[None] * length for length in puzzle.row_lengths]
    for row, column, colour in puzzle.givens:
        cells[row][column] = colour
    return cells


def _numbers(clue: Clue | None, puzzle: Puzzle) -> _Line:
    inks = [block.colour for block in clue] if clue else [None]
    return list(map(_Piece, clue_words(clue, puzzle.palette), inks))


def _spaced(numbers: _Line) -> _Line:
    pieces = [piece for number in numbers for piece in (_Piece(" "), number)]
    return pieces[1:]


def _width(line: _Line) -> int:
    return sum(len(piece.text) for piece in line)


def _letter(colour: int, puzzle: Puzzle, ink: str) -> str:
    return ink if len(puzzle.palette) == 2 else puzzle.palette[colour].letter or ink


def _cell(colour: int | Label | None, puzzle: Puzzle, charset: Charset, size: int) -> _Piece:
    if colour is None:
        return _Piece(charset.open * size)
    if isinstance(colour, tuple):
        label, style = colour
        return _Piece(label * size, style=style)
    if colour == BACKGROUND:
        return _Piece(charset.background * size)
    return _Piece(charset.ink * size, colour, _letter(colour, puzzle, charset.ink) * size)
